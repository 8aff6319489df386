"""Names of packages: close to a popular one, or pinned."""

import pytest

from sealskill.scan.facts.packages import is_pinned, mistaken_for


@pytest.mark.parametrize(
    ("name", "real"),
    [
        ("reqests", "requests"),
        ("beautifulsoop4==4.1", "beautifulsoup4"),
        ("expresss@1.0.0", "express"),
        ("Lodahs", "lodash"),
    ],
)
def test_a_name_one_slip_away_is_told(name, real):
    assert mistaken_for(name) == real


@pytest.mark.parametrize(
    "name",
    [
        "requests",
        "Requests[socks]>=2",
        "preact",
        "@babel/core",
        "@acme/reqests",
        "python_dotenv",
        "yt-dlp",
        "",
        "--user",
        ".",
    ],
)
def test_honest_names_are_left_alone(name):
    assert mistaken_for(name) == ""


def test_a_version_is_a_pin_and_the_newest_is_not():
    assert is_pinned("requests==2.32.0")
    assert is_pinned("@scope/name@1.2.3")
    assert not is_pinned("requests")
    assert not is_pinned("left-pad@latest")
