"""How somebody leaves a dialogue in the terminal."""


class LeavesError(Exception):
    """The player or the learner asks to leave."""


LEAVING = (LeavesError, EOFError, KeyboardInterrupt)
