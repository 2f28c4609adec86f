"""Audit of the table of people against the log: finds roles, passwords and tokens that nobody gave.

It also finds sessions that nobody began, and invitations that nobody made or that were altered.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..floor.personnel import InvitationMade, Standing, TakenUp, TokenKept, trace_of
from ..floor.settings import LinksPrinted
from .credentials import text_of
from .evidence import PersonKept
from .findings import Report
from .invitations import ADMINISTRATOR, AUDITOR, NOBODY, Link
from .people import KeyKept


def compare_people(
    standings: Mapping[str, Standing], kept: Iterable[PersonKept], report: Report
) -> None:
    """Compare people, unless the log has none: then an earlier version created them, and the
    service imports them at its next start.
    """
    if not standings:
        return
    found = {each.person.name: each for each in kept}
    report.people = len(found)
    for name in sorted(standings.keys() | found.keys()):
        standing, each = standings.get(name), found.get(name)
        if standing is None:
            report.found("people", f"{name} is in the table of people but was never admitted")
        elif each is None:
            report.found("people", f"{name} was admitted but is not in the table of people")
        else:
            _compare(name, standing, each, report)


def compare_keys(
    standings: Mapping[str, Standing],
    printed: Sequence[LinksPrinted],
    sessions: Iterable[KeyKept],
    invitations: Iterable[Link],
    report: Report,
) -> None:
    """Compare keys, except those older than the first in the log, which were not logged then."""
    made = {key: each for one in standings.values() for key, each in one.invited.items()}
    links = _Links(printed)
    _compare_taken_up(standings, made, links, report)
    gone = frozenset[str]().union(*(each.gone for each in standings.values()))
    gone |= {each.invitation for one in standings.values() for each in one.taken_up}
    ours, others = list[Link](), list[Link]()
    for kept in invitations:
        of_the_server = kept.invitation.made_by == NOBODY and kept.token_hash not in made
        (ours if of_the_server else others).append(kept)
    for kept in ours:
        reopened = kept.token_hash in gone and not kept.used
        if reopened or not links.has(kept):
            _found_foreign(kept, report)
    since = min((each.since for each in standings.values() if each.since), default=None)
    if since is None:
        return
    for token_hash, name, created_at in sessions:
        standing = standings.get(name)
        if created_at >= since and (standing is None or token_hash not in standing.sessions):
            report.found(
                "people", f"{name} has a session {token_hash[:16]}: no record of its start"
            )
    for kept in others:
        said, has = made.get(kept.token_hash), kept.invitation
        known = said or has.created_at < since
        if not known or (kept.token_hash in gone and not kept.used):
            _found_foreign(kept, report)
        elif said:
            _compare_invitation(kept, said, report)


class _Links:
    """Links printed by the server itself. Until the first log entry, all are trusted."""

    def __init__(self, printed: Sequence[LinksPrinted]) -> None:
        self._since = printed[0].at if printed else None
        self._roles: dict[str, str] = {}
        for each in printed:
            self._roles |= (each.earlier or {}) | each.links

    def has(self, kept: Link) -> bool:
        has = kept.invitation
        return self._since is None or (
            self._roles.get(kept.token_hash) == has.role and has.name is None
        )

    def let_in(self, taken: TakenUp) -> bool | None:
        """Whether the invitation was one of these links; None if unknown."""
        if self._since is None or taken.at < self._since:
            return None
        return taken.role is not None and self._roles.get(taken.invitation) == taken.role


def _found_foreign(kept: Link, report: Report) -> None:
    state, which = "was used" if kept.used else "is open", kept.token_hash[:16]
    report.found("people", f"an invitation {which} {state}: no record of its creation")


def _compare_invitation(kept: Link, said: InvitationMade, report: Report) -> None:
    has, which = kept.invitation, f"an invitation {kept.token_hash[:16]}"
    for what, one, other in (
        ("role", has.role, said.role),
        ("name", has.name, said.whom),
        ("maker", has.made_by, said.name),
        ("expiry", text_of(has.expires_at), text_of(said.expires_at)),
    ):
        if one != other:
            report.found("people", f"{what} of {which} is {one!r}, but the log says {other!r}")


def _compare_taken_up(
    standings: Mapping[str, Standing],
    made: Mapping[str, InvitationMade],
    links: _Links,
    report: Report,
) -> None:
    """Check that each invitation was used in time and for its purpose.

    Earlier versions did not log the server's own links: one for the first administrator, and one
    for an auditor whenever nobody could confirm staff. Where people were imported, so were
    invitations that are not in the log.
    """
    taken_over = any(each.taken_over for each in standings.values())
    first: str | None = None
    for name, standing in sorted(standings.items()):
        for taken in standing.taken_up:
            which, said = f"the invitation {taken.invitation[:16]}", made.get(taken.invitation)
            ours = links.let_in(taken)
            if said is not None:
                _compare_use(name, which, taken, said, report)
            elif ours is not None:
                if not ours:
                    report.found("people", f"{name} used {which}: no record of its creation")
            elif taken.role == ADMINISTRATOR and first is None:
                first = name
            elif not taken_over and taken.role != AUDITOR:
                report.found("people", f"{name} used {which}: no record of its creation")


def _compare_use(
    name: str, which: str, taken: TakenUp, said: InvitationMade, report: Report
) -> None:
    if taken.role is None and said.whom != name:
        whom = said.whom or "somebody new"
        report.found("people", f"{name} has a new password by {which}, which is for {whom}")
    elif taken.role is not None and (said.whom, said.role) != (None, taken.role):
        whom = said.whom or f"a new {said.role}"
        report.found("people", f"{name} came in as {taken.role} by {which}, which is for {whom}")
    if taken.at >= said.expires_at:
        report.found("people", f"{name} used {which} after it had expired")


def _compare(name: str, standing: Standing, kept: PersonKept, report: Report) -> None:
    person = kept.person
    for what in ("display", "role", "guest", "disabled", "sign_in", "waits"):
        has, said = getattr(person, what), getattr(standing, what)
        if has != said:
            report.found("people", f"{what} of {name} is {has!r}, but the log says {said!r}")
    if trace_of(kept.password_hash) != standing.password:
        report.found("people", f"the password of {name} is not the one that was set")
    for token in kept.tokens:
        given = TokenKept(token.scopes, token.expires_at)
        if standing.tokens.get(token.token_hash) != given:
            which = token.token_hash[:16]
            report.found("people", f"{name} has a token {which} that was not made like this")
