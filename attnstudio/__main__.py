"""`python -m attnstudio`: the same as the `attnstudio` command."""

import sys

from attnstudio.cli import main

if __name__ == "__main__":
    sys.exit(main())
