"""The small world of the command line, for pages that show it."""

from tests.cli.conftest import make_house

__all__ = ["make_house"]
