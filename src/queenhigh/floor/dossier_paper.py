"""The dossier on paper."""

from collections.abc import Iterator
from datetime import datetime

from ..house.words import plain_words
from ..maths.paper.blocks import MAY_BREAK, Block, Section, Signatures, Text, table_of
from ..money.stream import table_stream
from .disputes import DisputeProposed
from .dossier import Dossier, HandRebuilt, LineAgain, Moved
from .paper_document import Currency, Paper, sections


def dossier_paper(dossier: Dossier, made_at: datetime) -> Paper:
    dispute = dossier.dispute
    about = f"Dispute {dispute.opened.dispute}" if dispute else "Round"
    return Paper(
        kind="DOSSIER",
        title=f"{about}: table {dossier.table}, round {dossier.round}",
        subtitle=dossier.house_name,
        facts=tuple(_facts(dossier, made_at)),
        sections=_sections(dossier),
        made_at=made_at,
        footer=f"Table {dossier.table}, records {dossier.first} to {dossier.last}",
    )


def _facts(dossier: Dossier, made_at: datetime) -> Iterator[tuple[str, str, bool]]:
    yield "House", f"{dossier.house_name} ({dossier.house})", False
    yield "Dealer", dossier.dealer, False
    yield "Began", moment(dossier.began), False
    yield "Ended", moment(dossier.ended) if dossier.ended else "still going on", False
    if dossier.void:
        yield "Void", plain_words(dossier.void), False
    if dossier.dispute:
        yield "Dispute", dossier.state, False
    yield "Log", f"{table_stream(dossier.table)}, records {dossier.first} to {dossier.last}", True
    yield "Made", moment(made_at), False


def moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S UTC")


def _sections(dossier: Dossier) -> tuple[Section, ...]:
    return sections(
        ("What agrees", _agreement(dossier)),
        ("The dispute", _dispute(dossier)),
        ("The hands", _hands(dossier)),
        ("The settlement, computed again", _settlement(dossier)),
        ("Step by step", _steps(dossier)),
        ("The rules that apply", _rules(dossier)),
        ("Proof", _proof(dossier)),
    )


def _agreement(dossier: Dossier) -> Iterator[Block]:
    if not dossier.over:
        yield Text(
            "The round is still going on: this shows only what everybody at the table "
            "may know. Hands and settlement follow when it is over."
        )
        return
    if dossier.agrees:
        what = [
            "The hands are the same by what was dealt, by the order in the discard rack"
            + (" and by the deck. " if any(h.by_deck for h in dossier.hands) else ". ")
            if dossier.hands
            else "",
            "Settled again, every bet comes to what was paid. " if dossier.lines else "",
            dossier.shuffle,
        ]
        yield Text("".join(what) or "There is nothing that could disagree.")
        return
    for each in dossier.disagreements:
        yield Text(each)
    if dossier.shuffle:
        yield Text(dossier.shuffle)


def _dispute(dossier: Dossier) -> Iterator[Block]:
    dispute, money = dossier.dispute, Currency(dossier.currency).text
    if dispute is None:
        return
    opened = dispute.opened
    claimed = f" ({money(opened.cents)} claimed)" if opened.cents else ""
    whose = f", for {opened.patron}" if opened.patron else ""
    said = [(opened.at, opened.by, f"Opened{whose}: {opened.claim}{claimed}")]
    said += [(each.at, each.by, each.text) for each in dispute.statements]
    for each in dispute.signatures or ():
        if isinstance(each, DisputeProposed):
            text = f"Proposed, for a second signature: {money(each.cents)}. {each.reason}"
        else:
            text = f"{'Signed' if each.confirmed else 'Declined'}. {each.reason}".strip()
        said.append((each.at, each.by, text))
    if dispute.decided:
        award = f" {money(dispute.decided.cents)}." if dispute.decided.cents else ""
        words_ = plain_words(dispute.decided.decision).capitalize()
        said.append(
            (
                dispute.decided.at,
                dispute.decided.by,
                f"{words_}.{award} {dispute.decided.reason}",
            )
        )
    if dispute.taken:
        text = f"Taken to the {dispute.taken.authority}. {dispute.taken.reason}"
        said.append((dispute.taken.at, dispute.taken.by, text.strip()))
    if dispute.notified:
        after = dispute.notified_after
        text = f"Notified: {dispute.notified.how} {dispute.notified.reference}".strip()
        said.append((dispute.notified.at, dispute.notified.by, f"{text}, after {after}."))
    if dispute.finding:
        award = f" {money(dispute.finding.cents)}." if dispute.finding.cents else ""
        said.append((dispute.finding.at, dispute.finding.by, dispute.finding.finding + award))
    yield table_of(
        title="Who said what",
        columns=("Time", "By", "Words"),
        rows=((moment(at), by, text) for at, by, text in said),
        widths=(3, 2, 8),
    )
    yield Signatures(("For the house", "The patron"))


def _racked(hand: HandRebuilt) -> str:
    if hand.by_rack is None:
        return "not racked"
    return " ".join(hand.by_rack) if hand.by_rack or hand.shown else "not shown"


def _hands(dossier: Dossier) -> Iterator[Block]:
    if not dossier.hands:
        return
    yield table_of(
        title="",
        columns=("Place", "Player", "Dealt", "From the rack", "From the deck", ""),
        rows=(
            (
                ("dealer" if hand.seat == 0 else f"seat {hand.seat}"),
                hand.patron,
                (" ".join(hand.by_log) if hand.shown else "not shown"),
                _racked(hand),
                ("not known" if hand.by_deck is None else " ".join(hand.by_deck)),
                (("agree" if hand.agree else "DIFFER") if hand.shown else ""),
            )
            for hand in dossier.hands
        ),
    )
    if dossier.rebuilt_by:
        yield Text(
            f"The rack is kept so that hands can be rebuilt: {', '.join(dossier.rebuilt_by)}."
        )


def _settlement(dossier: Dossier) -> Iterator[Block]:
    if not dossier.lines:
        return
    currency = Currency(dossier.currency)
    money = currency.cell
    yield table_of(
        title="",
        columns=("Seat", "Bet", "Stake", "Result", "Paid", "Returned", "Again", "Clauses"),
        rows=(
            (
                str(line.seat),
                _bet(line),
                money((line.recorded or line.again or Moved(0, 0, 0)).stake),
                f"{line.result} {line.odds}".strip(),
                money(line.recorded.paid if line.recorded else 0),
                money(line.recorded.returned if line.recorded else 0),
                ("the same" if line.agree else _again(currency, line)),
                _reasons(line).replace("-", f"-{MAY_BREAK}"),
            )
            for line in dossier.lines
        ),
        widths=(2, 5, 3, 4, 3, 3, 4, 8),
        small=True,
    )
    told = [(line, line.why) for line in dossier.lines if line.why]
    if told:
        yield table_of(
            title="Why",
            columns=("Seat", "Bet", "In words"),
            rows=((str(line.seat), _bet(line), why) for line, why in told),
            widths=(2, 4, 12),
            small=True,
        )


def _bet(line: LineAgain) -> str:
    return ("toke, " if line.toke else "") + line.title


def _reasons(line: LineAgain) -> str:
    own = ", ".join((*line.clauses, *line.rulings))
    if not line.departs_from:
        return own
    house_rule = f"house rule; the book says otherwise: {', '.join(line.departs_from)}"
    return f"{own}; {house_rule}" if own else house_rule


def _again(currency: Currency, line: LineAgain) -> str:
    if line.again is None:
        return "not at all"
    money = currency.text
    return f"{money(line.again.paid)} paid, {money(line.again.returned)} returned"


def _steps(dossier: Dossier) -> Iterator[Block]:
    yield table_of(
        title="",
        columns=("Record", "Time", "By", "What happened", "Clauses"),
        rows=(
            (
                str(step.version),
                step.at.strftime("%H:%M:%S"),
                step.by,
                _breakable(step.text),
                ", ".join(step.clauses).replace("-", f"-{MAY_BREAK}"),
            )
            for step in dossier.steps
        ),
        widths=(2, 3, 4, 11, 6),
        small=True,
    )


def _breakable(text: str) -> str:
    """Allow breaks in a hash, which would otherwise push a column off the page."""
    return " ".join(_cut(word) if len(word) > 32 else word for word in text.split(" "))


def _rules(dossier: Dossier) -> Iterator[Block]:
    yield table_of(
        title="",
        columns=("Clause or ruling", "In words"),
        rows=((name, text) for name, text in dossier.reasons.items()),
        widths=(3, 11),
        small=True,
    )


def _proof(dossier: Dossier) -> Iterator[Block]:
    proof = dossier.proof
    if proof is None:
        return
    yield Text(f"{proof.stream}: {'unbroken' if proof.unbroken else 'BROKEN'}. {proof.found}")
    yield table_of(
        title="",
        columns=("Record", "Position", "Hash", "Seal"),
        rows=((str(x.version), str(x.position), _cut(x.hash), _cut(x.seal)) for x in proof.lines),
        widths=(2, 2, 8, 8),
        small=True,
    )


def _cut(text: str) -> str:
    """Let a line break after every 16 characters."""
    return MAY_BREAK.join(text[n : n + 16] for n in range(0, len(text), 16))
