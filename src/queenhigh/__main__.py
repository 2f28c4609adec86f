"""The command `queenhigh`, also as `python -m queenhigh`.

A module of its own because loading the command line takes a moment, in which somebody may already
press Ctrl-C. Most commands are over in a moment too, so this also makes start and end quick.
"""

import gc
import os
import signal
import sys

# Objects before the collector looks for garbage. Loading a command makes fewer, none of it garbage.
_UNTIL_COLLECTED = 100_000


def main() -> None:
    gc.set_threshold(_UNTIL_COLLECTED, *gc.get_threshold()[1:])
    try:
        from queenhigh.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as leaving:
        if isinstance(leaving.code, int):
            _leave(leaving.code)
        raise
    finally:
        # Everything is done: an interrupt from now on ends the process without a traceback.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _leave(status: int) -> None:
    """End the process without tearing down every module, if nothing else runs in it."""
    if "threading" in sys.modules and sys.modules["threading"].active_count() > 1:
        return
    if "multiprocessing" in sys.modules or "concurrent.futures" in sys.modules:
        return
    import atexit

    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
