"""`python -m sealskill`."""

import sys

from sealskill.cli.frame.app import main

if __name__ == "__main__":
    sys.exit(main())
