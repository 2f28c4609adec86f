"""Errors between a program and a cardroom."""


class ClientError(Exception):
    """Base class of this package's errors."""


class Refused(ClientError):
    """The service refused the request; nothing has changed."""

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
        self.clauses = clauses  # Of the rule book, if the book refuses.
        self.path = path  # The field at fault, if any.
        self.status = status  # HTTP status; 0 if the answer came over the live connection.


class Unreachable(ClientError):
    """The service does not answer, or cannot now; a pending command has an id to retry with."""


class NoAnswer(ClientError):
    """A command was not answered in time; whether it has acted is unknown.

    Sent again with the same id, it acts once, and the answer tells.
    """

    def __init__(self, identity: str, seconds: float) -> None:
        super().__init__(f"no answer to command {identity} within {seconds:g} s")
        self.identity = identity


class Dropped(Exception):
    """A live connection was lost; the table opens a new one and continues."""
