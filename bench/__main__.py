"""Run the benchmarks: ``python -m bench``; ``--help`` lists them."""

from .run import main

if __name__ == "__main__":
    main()
