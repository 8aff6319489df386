"""What an address is to the skill that names it, from the attacker's side first."""

import pytest

from sealskill.model.manifest import Dialect, Manifest
from sealskill.scan.facts.standing import Standing, key_fits, standing
from sealskill.scan.facts.vendor import Vendor


def vendor(name: str = "harbour-tools", homepage: str = "", description: str = "") -> Vendor:
    return Vendor.of(
        name, Manifest(dialect=Dialect.SKILL_MD, name=name, homepage=homepage, description=description), ()
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://45.61.188.7/x", Standing.NAMELESS),
        ("http://759281671/x", Standing.NAMELESS),
        ("https://pastebin.com/raw/harbour", Standing.NAMELESS),
        ("https://harbour.ngrok-free.app/x", Standing.NAMELESS),
        ("https://api.githuub.com/x", Standing.FALSE),
        ("https://discord.com/api/webhooks/1/a", Standing.HOOK),
        ("https://grey-otter.onrender.com/x", Standing.FREE),
        ("https://raw.githubusercontent.com/stranger/x/main/i.sh", Standing.CODE),
        ("https://totally-other.dev/x", Standing.THIRD),
        ("$URL", Standing.UNSAID),
        ("https://$HOST/x", Standing.UNSAID),
        ("https://$1.evil-host.dev/x", Standing.UNSAID),
        ("http://45.61.188.7$path", Standing.NAMELESS),
        ("https://api.openai.com${path}", Standing.KNOWN),
        ("https://totally-other.dev/{id}", Standing.THIRD),
        ("", Standing.UNSAID),
        ("http://[", Standing.UNSAID),
        ("http://127.0.0.1:80/", Standing.HERE),
        ("http://192.168.1.4/", Standing.HERE),
        ("https://example.com/x", Standing.EXAMPLE),
        ("https://api.harbour.dev/x", Standing.VENDOR),
        ("https://github.com/harbour/cli", Standing.VENDOR),
        ("https://api.openai.com/v1", Standing.KNOWN),
        ("https://raw.githubusercontent.com/nvm-sh/nvm/v1/install.sh", Standing.KNOWN),
    ],
)
def test_an_address_is_judged_by_whose_it_is(url, expected):
    assert standing(url, vendor()) is expected


def test_a_declared_homepage_is_the_vendor_and_a_declared_paste_is_not():
    assert (
        standing("https://api.quay.example-co.io/v1", vendor(homepage="https://quay.example-co.io")) is Standing.VENDOR
    )
    assert standing("https://rentry.co/x", vendor(homepage="https://rentry.co/x")) is Standing.NAMELESS


def test_a_skill_called_after_a_code_host_does_not_own_its_strangers():
    assert standing("https://raw.githubusercontent.com/stranger/x/main/i.sh", vendor("github-helper")) is Standing.CODE


def test_common_words_own_nothing():
    one = vendor("agent-skill-helper", description="Validate configuration data of common projects")
    assert standing("https://data-agent.top/x", one) is Standing.THIRD
    assert standing("https://form.top/x", vendor("transform")) is Standing.THIRD


def test_a_key_fits_the_host_it_is_named_after():
    assert key_fits(("TELEGRAM_BOT_TOKEN",), "https://api.telegram.org/bot1/send")
    assert key_fits(("GEMINI_API_KEY",), "https://generativelanguage.googleapis.com/v1")
    assert key_fits(("HARBOUR_KEY",), "https://api.harbour.dev/v1")
    assert not key_fits(("OPENAI_API_KEY",), "https://discord.com/api/webhooks/1/a")
    assert not key_fits((), "https://api.telegram.org/x")
