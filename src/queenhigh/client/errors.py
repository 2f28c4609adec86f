"""What can go wrong between a program and a cardroom."""


class ClientError(Exception):
    """Any of the errors of this package."""


class Refused(ClientError):
    """The service says no, and nothing has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        clauses: tuple[str, ...] = (),
        path: str = "",
        status: int = 0,
    ) -> None:
        super().__init__(f"{message} ({code})")
        self.code, self.message = code, message
        self.clauses = clauses  # Of the rule book, if it is the book that refuses.
        self.path = path  # The field at fault, if it is one.
        self.status = status  # Of HTTP; 0 where the answer came over the live connection.


class Unreachable(ClientError):
    """The service does not answer, or cannot now; a command that was under way has an id."""


class NoAnswer(ClientError):
    """A command has not been answered in time; whether it has acted, nobody knows here.

    Given again with the same id it acts once, and the answer tells.
    """

    def __init__(self, identity: str, seconds: float) -> None:
        super().__init__(f"no answer to command {identity} within {seconds:g} s")
        self.identity = identity


class Dropped(Exception):
    """A live connection has gone; the table makes a new one and goes on."""
