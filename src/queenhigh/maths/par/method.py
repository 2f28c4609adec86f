"""How the figures of a PAR sheet were found, and with what."""

from collections.abc import Iterator

import msgspec

from ..deals.six_ranks import SIX_CARD_SETS
from ..deals.suit_classes import DEALS, HANDS
from ..paper.blocks import Block, Table, Text, table_of
from .sheet import Sheet


def method(sheet: Sheet) -> Iterator[Block]:
    yield Text(
        "Exact means exact: every figure that has a fraction beside it is a quotient of whole "
        "numbers, or the root of one, worked out in integers and rounded only for printing. "
        "Nothing on this sheet is simulated but the win of a table of three and more seats, which "
        "says so."
    )
    yield Text(
        f"Deals. The {HANDS:,} hands fall into 1,755 classes that a change of suits turns into "
        f"each other; each meets 18,424 dealer hands, {DEALS:,} deals in all. For every class "
        "the dealer hands that do not qualify, lose, win and tie are counted by inclusion and "
        "exclusion over ranks and suits. Where a wager looks at the dealer's cards, or at all six, "
        "one hand of each class is dealt against every dealer hand; suits that a row names make "
        "more classes."
    )
    yield Text(
        "Settlement. Each class of deals is settled by the same functions that settle a live "
        "table, so every option of the house that moves money moves the figures."
    )
    yield Text(
        "Decisions. A hand is played where playing is worth more than folding, summed over all "
        "dealer hands; where both are worth the same it is folded."
    )
    if any(each.combinations == SIX_CARD_SETS for each in sheet.analysis.wagers.values()):
        yield Text(
            f"Six cards. In the {SIX_CARD_SETS:,} sets of six cards, three are the player's in "
            "twenty ways."
        )
    yield Text(
        "Side wagers. The seat has an ante and decides as is best for the ante alone; a wager that "
        "a fold forfeits is lost with it. Own awards and envy come out of one deck, so they are "
        "not independent; hands that share cards are left out by inclusion and exclusion. Other "
        "seats have the same bets and decide alike."
    )
    yield Text(
        "Many rounds. The distribution of one round is convolved with itself: in whole numbers "
        "where they stay small, elsewhere by its Fourier transform in double precision with a "
        f"proven bound on the error, which is printed.{_jackpots(sheet)}"
    )
    yield Text(
        "Seats of a table. Pairs of hands without a common card are counted beside one dealer hand "
        "of each class, by what each bet comes to: so covariances between seats are exact, and so "
        "are the results of two seats. A hand that earns envy counts as that seat's result, once "
        "for each seat that is paid. Three and more seats are dealt at random; "
        "the error of a round's sample is bounded by the inequality of Dvoretzky, Kiefer and "
        "Wolfowitz; that of many rounds follows from how much one dealt round more of each kind "
        "would change them. A sample is moved to the exact mean, and does not say how often a "
        "meter is hit: that is exact."
    )
    yield Text(
        "Fractional odds are valued as they are written; a table rounds each payout to a cent as "
        "the house says. The joint figures, the contest with coupons, and everything simulated "
        "are rounded as a table does."
    )
    yield _sources(sheet)
    yield table_of(title="Versions", columns=("Part", "Version"), rows=sheet.versions.items())
    yield Text(
        "The hash in the title block is the SHA-256 of the book's key and all settings of the "
        "house, as JSON with sorted names and no blanks. Two sheets with the same hash and the "
        "same version of queenhigh have the same figures for the same bet, meter and seats."
    )


def _sources(sheet: Sheet) -> Table:
    """The table of where every count comes from."""
    rows = [
        ("Three cards", f"{HANDS:,} hands", "all of them, by rank and suit"),
        ("Ante and play; all bets", f"{DEALS:,} deals", "classes of hands times dealer hands"),
    ]
    for key, each in sheet.analysis.side_wagers.items():
        of = {HANDS: "hands of three cards", DEALS: "deals", SIX_CARD_SETS: "sets of six cards"}
        counted = of.get(each.combinations, "combinations")
        how = {
            HANDS: "the player's or the dealer's own cards",
            DEALS: "one hand of each class against every dealer hand",
            SIX_CARD_SETS: "the same deals, twenty to a set",
        }.get(each.combinations, "the deals that matter")
        rows.append((sheet.titles[key], f"{each.combinations:,} {counted}", how))
    return table_of(
        title="Sources of the counts",
        columns=("Figures of", "Counted over", "Counted by"),
        rows=rows,
    )


def _jackpots(sheet: Sheet) -> str:
    if not sheet.position.meters:
        return ""
    comes = "it comes with the same chance in every round"
    if any(each.trigger is not msgspec.UNSET for each in sheet.analysis.side_wagers.values()):
        comes += ", or by the trigger, the likelier the longer nothing hits it,"
    return f" A jackpot is kept apart: {comes} and pays what its meter has grown to since the last."
