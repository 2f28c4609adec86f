"""``python -m bench`` measures; ``python -m bench --help`` says what."""

from .run import main

if __name__ == "__main__":
    main()
