"""What an address hands out."""

import pytest

from sealskill.scan.facts.wares import Ware, ware_of


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/Setup.EXE?x=1", Ware.PROGRAM),
        ("https://a.example/i.sh", Ware.SCRIPT),
        ("https://a.example/x.tar.gz", Ware.ARCHIVE),
        ("https://github.com/a/b/releases/download/v1/tool", Ware.RELEASE),
        ("https://github.com/a/b/releases/download/v1/tool.zip", Ware.ARCHIVE),
        ("https://github.com/a/b/releases/latest", Ware.RELEASE),
        ("https://a.example/docs/page", Ware.PAGE),
        ("https://a.example", Ware.PAGE),
        ("http://[", Ware.PAGE),
    ],
)
def test_the_path_says_what_it_is(url, expected):
    assert ware_of(url) is expected
