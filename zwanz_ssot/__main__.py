"""``python -m zwanz_ssot`` is the command ``zwanz``."""

from .cli import main

if __name__ == "__main__":
    main()
