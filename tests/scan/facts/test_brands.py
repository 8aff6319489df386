"""Well-known names: whose a host is, and which hosts only look like one."""

import pytest

from sealskill.scan.facts.brands import all_owners, brands_in, imitated, is_installer, one_off, owners_of


@pytest.mark.parametrize(
    ("host", "real"),
    [
        ("api.githuub.com", "github.com"),
        ("anthropc.com", "anthropic.com"),
        ("poIymarket.com".lower().replace("l", "1", 1), "polymarket.com"),
        ("github.com.files-cdn.top", "github.com"),
        ("login.api.openai.com.check.net", "openai.com"),
        ("аnthropic.com", "anthropic.com"),
        ("xn--nthropic-2fg.com", ""),
        ("rnicrosoft.com", "microsoft.com"),
    ],
)
def test_a_host_that_only_looks_like_a_well_known_one_is_told(host, real):
    assert imitated(host) == real


@pytest.mark.parametrize(
    "host",
    ["api.github.com", "github.io", "openai.com", "example.com", "localhost", "10.0.0.1", "stripes.org", "notion.site",
     "slickdeals.net", "linear.design", "exa.mple.io", "kraken.io", "yahoo.co.jp"],
)  # fmt: skip
def test_an_honest_host_imitates_nobody(host):
    assert imitated(host) == ""


def test_names_of_variables_lead_to_the_hosts_of_their_service():
    assert "googleapis.com" in owners_of(brands_in("gemini api key"))
    assert owners_of(brands_in("gh token")) == owners_of(brands_in("github"))
    assert not owners_of(brands_in("my own key"))


def test_no_well_known_owner_is_taken_for_an_imitation_of_another():
    assert [one for one in all_owners() if imitated(one)] == []


def test_installers_are_known_by_host_and_by_account():
    assert is_installer("astral.sh")
    assert is_installer("githubusercontent.com/nvm-sh")
    assert not is_installer("githubusercontent.com/somebody")
    assert not is_installer("astral.sh.example")


@pytest.mark.parametrize(
    ("one", "other"), [("reqests", "requests"), ("requsets", "requests"), ("expres", "express"), ("nunpy", "numpy")]
)
def test_one_slip_is_one_slip(one, other):
    assert one_off(one, other)
    assert one_off(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("requests", "requests"), ("request", "requester"), ("abc", "xyz"), ("", "ab")]
)
def test_more_or_less_than_one_slip_is_not(one, other):
    assert not one_off(one, other)
