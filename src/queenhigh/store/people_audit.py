"""The table of people against the log: a role, a password or a token that nobody gave is found.

So is a session that nobody began and an invitation that nobody made.
"""

from collections.abc import Iterable, Mapping

from ..floor.personnel import Standing, TokenKept, trace_of
from .evidence import PersonKept
from .findings import Report
from .people import NOBODY, KeyKept


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


def compare_keys(
    standings: Mapping[str, Standing],
    sessions: Iterable[KeyKept],
    invitations: Iterable[KeyKept],
    report: Report,
) -> None:
    """Of what is older than the first that the log has, an earlier version wrote nothing down."""
    since = min((each.since for each in standings.values() if each.since), default=None)
    if since is None:
        return
    invited = frozenset[str]().union(*(each.invited for each in standings.values()))
    gone = frozenset[str]().union(*(each.gone for each in standings.values()))
    for token_hash, name, created_at in sessions:
        standing = standings.get(name)
        if created_at >= since and (standing is None or token_hash not in standing.sessions):
            report.found("people", f"{name} has a session {token_hash[:16]} that nobody began")
    for token_hash, name, created_at in invitations:
        known = created_at < since or name == NOBODY or token_hash in invited
        if not known or token_hash in gone:
            report.found("people", f"an invitation {token_hash[:16]} is open that nobody made")


def _compare(name: str, standing: Standing, kept: PersonKept, report: Report) -> None:
    person = kept.person
    for what in ("display", "role", "guest", "disabled", "sign_in"):
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
