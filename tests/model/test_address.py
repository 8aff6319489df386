"""Hosts and networks as a grant names them: what could mean more than one public host is no destination."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.model import address


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("api.example.com:443", "api.example.com:443"),
        ("API.Example.COM.:443", "api.example.com:443"),
        ("xn--bcher-kva.example:8443", "xn--bcher-kva.example:8443"),
        ("9.9.9.9:53", "9.9.9.9:53"),
        ("[2620:FE::FE]:443", "[2620:fe::fe]:443"),
    ],
)
def test_a_host_has_one_spelling(written: str, meant: str) -> None:
    assert address.destination(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "*.example.com:443", "*:443", "example.com", "example.com:", "example.com:0", "example.com:65536",
        "example.com:0443", "example.com:+443", "example.com:４４３", "https://example.com:443", "a@example.com:443",
        "example.com/path:443", "example.com:443/path", "example.com:443:443", "exa mple.com:443", "bücher.example:443",
        "example..com:443", "-a.example:443", ".example.com:443", ":443", "", "example.com:99999999999999999999",
        "a" * 64 + ".example:443", "example.com\n:443", "example.com%2f:443", "[::1:443", "::1:443",
    ],
)  # fmt: skip
def test_what_is_not_one_host_is_refused(written: str) -> None:
    with pytest.raises(ValueError):
        address.destination(written)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "224.0.0.1", "[::1]", "[fd00::1]",
        "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "localhost", "db", "db.local",
        "api.internal", "a.localhost", "router.home.arpa", "LOCALHOST", "localhost.",
        # Spellings of 127.0.0.1 that C libraries take.
        "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0x7f000001", "127.0.0.1.",
    ],
)  # fmt: skip
def test_what_is_not_public_is_no_destination(host: str) -> None:
    with pytest.raises(ValueError):
        address.destination(f"{host}:80")


METADATA = [
    "169.254.169.254", "169.254.0.1", "[fe80::1]", "[fe80::1%eth0]", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16",
    "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "metadata.google.internal", "metadata", "Metadata.Google.Internal.",
]  # fmt: skip


@pytest.mark.parametrize("host", METADATA)
@pytest.mark.parametrize("network", ["169.254.0.0/16", "10.0.0.0/8", "fe80::/10", "fd00::/8", "169.254.169.254/32"])
def test_what_hands_out_credentials_is_never_granted(host: str, network: str) -> None:
    with pytest.raises(ValueError):
        address.destination(f"{host}:80")
    with pytest.raises(ValueError):
        address.private(f"{host}:80@{network}")


@pytest.mark.parametrize(
    "written",
    [
        "db.internal:5432@10.1.2.0/24",
        "10.1.2.3:80@10.1.2.0/24",
        "localhost:8080@127.0.0.0/8",
        "[fd00:1::2]:80@fd00:1::/64",
    ],
)
def test_a_private_host_is_granted_with_its_network(written: str) -> None:
    assert address.private(written) == written


@pytest.mark.parametrize(
    "written",
    [
        "db.internal:5432", "db.internal@10.0.0.0/8", "db:80@0.0.0.0/0", "db:80@::/0", "db:80@8.8.8.0/24",
        "db:80@10.0.0.1/8", "db:80@169.254.169.254/32", "db:80@100.64.0.0/10", "db:80@fc00::/7", "db:80@10.0.0.0/8@x",
        "10.9.0.1:80@10.1.0.0/16", "127.0.0.1:80@10.0.0.0/8", "db:80@", "*:80@10.0.0.0/8", "db:80@224.0.0.0/8",
        "[::1]:80@10.0.0.0/8",
    ],
)  # fmt: skip
def test_a_network_that_is_too_wide_or_another_is_refused(written: str) -> None:
    with pytest.raises(ValueError):
        address.private(written)


@given(st.ip_addresses())
def test_no_address_is_public_that_the_machine_would_reach_inside(found: ipaddress.IPv4Address) -> None:
    if address.public(found):
        assert address.inner(found).is_global
        assert not address.never(found)
        assert not found.is_loopback
        assert not found.is_link_local


@given(st.text(max_size=40))
def test_whatever_is_taken_stays_what_it_is(written: str) -> None:
    try:
        once = address.destination(written)
    except ValueError:
        return
    assert address.destination(once) == once
