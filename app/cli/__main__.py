"""``python -m app.cli`` is ``sureground``."""

from app.cli import main

if __name__ == "__main__":
    main()
