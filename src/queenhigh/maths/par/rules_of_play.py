"""The rules of play in words, from the house's settings."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ...cards.names import letter_name
from ...house.model import House
from ...house.wager import ForfeitsWith, Row, Wager
from ...wagers.award import odds_text
from ...wagers.award_title import award_title, calls_in_words

_RESULTS = {"win": "wins", "push": "is handed back", "lose": "loses"}
_LOOKS = {
    "player": "the player's three cards",
    "dealer": "the dealer's three cards",
    "best_five": "the best five of the player's and the dealer's six cards",
    "all_six": "all six cards of the player and the dealer",
}
_ENVIED = {
    "any_unfolded": "Players' hands count unless they have folded, with {wager} or without.",
    "holder_with_bet": "Players' hands count if they have {wager} and have not folded.",
    "any_dealt_hand": "All players' hands count, with {wager} or without, folded or not.",
}


def rules_of_play(house: House) -> tuple[str, ...]:
    """A sentence or two for each rule that affects a figure."""
    return tuple(_rules(house))


def _rules(house: House) -> Iterator[str]:
    ante, play, bonus = house.title("ante"), house.title("play"), house.title("ante_bonus")
    multiples = house.play.multiples
    raised = f"{' or '.join(map(str, multiples))} times" if multiples != (1,) else "as much as"
    yield (
        f"One deck of 52 cards; up to {house.seats} seats. Each seat and the dealer have three "
        f"cards. A straight beats a flush; a straight flush is the highest hand, then three of a "
        f"kind. A-2-3 {'is' if house.ranking.ace_low_straight else 'is not'} a straight."
    )
    yield (
        f"A seat with an {ante} looks at its cards and folds, which loses the {ante}, or plays: "
        f"then it bets {raised} the {ante} on {play}."
    )
    yield (
        f"{_qualifying(house)} If the dealer does not qualify, {ante} "
        f"{_RESULTS[house.ante.dealer_out]} and {play} {_RESULTS[house.play.dealer_out]}. "
        f"Otherwise the higher hand wins: {ante} and {play} pay even money"
        f"{_own_tables(house)}. On a tie {ante} {_RESULTS[house.ante.tie]} and {play} "
        f"{_RESULTS[house.play.tie]}."
    )
    if house.ante_bonus.pays:
        lost = "" if house.ante_bonus.on_loss else f", unless the {ante} is lost"
        yield (
            f"{bonus} is paid on the {ante}{lost}"
            f"{'' if house.ante_bonus.requires == 'play' else ', to folded hands too'}: "
            f"{_rows(house, house.ante_bonus.pays)}."
        )
    for wager in house.wagers.values():
        yield _wager(house, wager)
        yield from _feeds(house, wager)
        yield from _envy(house, wager)
    for meter in house.meters.values():
        most = f"; it grows to {house.money(meter.limit_cents)} at most" * bool(meter.limit_cents)
        yield (
            f"The meter {meter.title} begins at {house.money(meter.seed_cents)} and returns to it "
            f"when a hit has taken the whole{most}."
        )
        if by := meter.must_hit_by:
            yield (
                f"The meter {meter.title} must be hit by {house.money(by)}: a trigger that nobody "
                f"knows is drawn evenly between its seed of {house.money(meter.seed_cents)} and "
                "that amount, and the bet that brings the meter to it wins the meter."
            )


def _qualifying(house: House) -> str:
    what = house.dealer.qualifies_with
    if what == "any":
        return "The dealer always qualifies."
    if what == "pair":
        return "The dealer qualifies with a pair or better."
    named = "-".join(each if each.isdigit() else letter_name(each).lower() for each in what)
    return f"The dealer qualifies with {named} high or better."


def _own_tables(house: House) -> str:
    parts = [
        f"{house.title(name)} {_rows(house, pays)}"
        for name, pays in (("ante", house.ante.pays), ("play", house.play.pays))
        if pays
    ]
    return f", but {'; '.join(parts)}" if parts else ""


def _wager(house: House, wager: Wager) -> str:
    needs = " and ".join(" or ".join(map(house.title, group)) for group in wager.needs)
    given = f" It needs {needs}." if needs else ""
    if isinstance(wager.fold, ForfeitsWith):
        others = " or ".join(map(house.title, wager.fold.forfeits_with))
        fold = f"A fold loses it where the seat has {others} too."
    else:
        fold = "A fold loses it." if wager.fold == "forfeits" else "It stays when the hand folds."
    cap = wager.max_award_cents
    most = "" if cap is None else f" One award is at most {house.money(cap)}."
    called = calls_in_words(house, wager)
    return (
        f"{wager.title} looks at {_LOOKS[wager.of]} and pays the first that fits: "
        f"{_rows(house, wager.pays, wager)}; nothing else wins. {fold}{given}{most}"
        f"{called and f' {called}'}"
    )


def _feeds(house: House, wager: Wager) -> Iterator[str]:
    for key, feed in wager.feeds.items():
        parts = [house.money(feed.cents)] if feed.cents else []
        parts += [f"{feed.percent}% of it"] if Fraction(feed.percent) else []
        given = [f"{' and '.join(parts)} to the meter {house.meters[key].title}"] if parts else []
        if feed.reserve_cents:
            given.append(f"{house.money(feed.reserve_cents)} to the reserve for its next seed")
        if given:
            yield f"Each bet on {wager.title} adds {', '.join(given)}."


def _envy(house: House, wager: Wager) -> Iterator[str]:
    awards = [row for row in wager.pays.values() if row.envy_cents]
    if wager.envy is None or not awards:
        return
    who = f"Each seat with {wager.title}" if wager.envy.needs_bet else "Each seat"
    whose = ["another seat", *["itself"] * wager.envy.own_hand]
    whose += ["the dealer"] * wager.envy.dealer_hand
    amounts = ", ".join(
        f"{house.money(row.envy_cents)} for {_within(award_title(house, row, wager.of))}"
        for row in awards
    )
    yield (
        f"{who}, folded or not, receives envy for a hand of {' or '.join(whose)}: "
        f"{amounts}. {_ENVIED[wager.envy.trigger].format(wager=wager.title)} "
        f"{'Each such hand earns it.' if wager.envy.multiple else 'Of several the highest counts.'}"
    )


def _rows(house: House, pays: Mapping[str, Row], wager: Wager | None = None) -> str:
    rows = []
    for row in pays.values():
        title = _within(award_title(house, row, wager.of if wager else "player"))
        whole = f" of the meter {house.meters[row.meter].title}" if row.meter else ""
        odds = f"{odds_text(house, row) or 'handed back'}{whole}"
        rows.append(f"{title}: {odds}" if "," in title else f"{title} {odds}")
    return ("; " if any("," in row for row in rows) else ", ").join(rows)


def _within(title: str) -> str:
    """Lower a title's case for use inside a sentence; card letters stay capital."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title
