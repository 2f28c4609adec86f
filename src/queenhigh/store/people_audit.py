"""The table of people against the log: a role, a password or a token that nobody gave is found."""

from collections.abc import Iterable, Mapping

from ..floor.personnel import Standing, TokenKept, trace_of
from .evidence import PersonKept
from .findings import Report


def compare_people(
    standings: Mapping[str, Standing], kept: Iterable[PersonKept], report: Report
) -> None:
    """Not where the log knows of nobody: then an earlier version let them in, and the service takes
    them over when it starts.
    """
    if not standings:
        return
    found = {each.person.name: each for each in kept}
    report.people = len(found)
    for name in sorted(standings.keys() | found.keys()):
        standing, each = standings.get(name), found.get(name)
        if standing is None:
            report.found("people", f"{name} is in the table of people, and was never let in")
        elif each is None:
            report.found("people", f"{name} was let in, and is not in the table of people")
        else:
            _compare(name, standing, each, report)


def _compare(name: str, standing: Standing, kept: PersonKept, report: Report) -> None:
    person = kept.person
    for what in ("display", "role", "guest", "disabled"):
        has, said = getattr(person, what), getattr(standing, what)
        if has != said:
            report.found("people", f"{what} of {name} is {has!r}, and the log says {said!r}")
    if trace_of(kept.password_hash) != standing.password:
        report.found("people", f"the password of {name} is not the one that was set")
    for token in kept.tokens:
        given = TokenKept(token.scopes, token.expires_at)
        if standing.tokens.get(token.token_hash) != given:
            which = token.token_hash[:16]
            report.found("people", f"{name} has a token {which} that was not made like that")
