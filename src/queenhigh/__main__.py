"""The command `queenhigh`, also as `python -m queenhigh`.

A module of its own because loading the command line takes a moment, in which somebody may already
press Ctrl-C.
"""

import signal
import sys


def main() -> None:
    try:
        from queenhigh.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        # All is done and said: an interrupt from now on ends the process without a traceback.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
