"""What kind of place a host is."""

from __future__ import annotations

import pytest

from sealskill.scan.facts.hosts import HostKind, kind_of


@pytest.mark.parametrize("host", ["203.0.113.9", "198.51.100.7", "192.0.2.1", "2001:db8::1"])
def test_an_address_kept_for_documentation_is_somebodys_and_not_this_network(host: str) -> None:
    assert kind_of(host) is HostKind.ADDRESS


@pytest.mark.parametrize("host", ["10.0.0.1", "127.0.0.1", "192.168.1.1", "fe80::1", "localhost"])
def test_this_network_is_nobody_elses(host: str) -> None:
    assert kind_of(host) is HostKind.LOCAL
