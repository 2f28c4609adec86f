"""How the figures of a PAR sheet were found, and with what."""

from collections.abc import Iterator

from .classes import DEALS, HANDS
from .par import Sheet
from .par_blocks import Block, Cell, Table, Text, words
from .six_cards import SIX_CARD_SETS


def method(sheet: Sheet) -> Iterator[Block]:
    yield Text(
        "Exact means exact: every figure that has a fraction beside it is a quotient of whole "
        "numbers, or the root of one, worked out in integers and rounded only for printing. "
        "Nothing on this sheet is simulated."
    )
    yield Text(
        f"Deals. The {HANDS:,} hands fall into 1,755 classes that a change of suits turns into "
        f"each other; each meets 18,424 dealer hands, {DEALS:,} deals in all. For every class "
        "the dealer hands that do not qualify, lose, win and tie are counted by inclusion and "
        "exclusion over ranks and suits, without enumeration."
    )
    yield Text(
        "Settlement. Each class of deals is settled by the same functions that settle a live "
        "table, so every option of the house that moves money moves the figures."
    )
    yield Text(
        "Decisions. A hand is played where playing is worth more than folding, summed over all "
        "dealer hands; where both are worth the same it is folded."
    )
    yield Text(
        f"Six cards. The {SIX_CARD_SETS:,} sets of six cards are read by kind; three of six are "
        "the player's in twenty ways."
    )
    yield Text(
        "Progressive. Own awards and envy come out of one deck, so they are not independent; "
        "which of the four A-K-Q suited lie with the dealer or with other seats is followed by "
        "inclusion and exclusion. Other seats are taken to bet the progressive and never to "
        "fold an A-K-Q suited."
    )
    yield Text(
        "Many rounds. The distribution of one round is convolved with itself: in whole numbers "
        "where they stay small, elsewhere by Fourier transform in double precision with a "
        "proven bound on the error (Brent, Percival and Zimmermann, 2007), which is printed."
    )
    rows: list[tuple[Cell, ...]] = [
        (words(name), words(version)) for name, version in sheet.versions.items()
    ]
    yield Table(title="Versions", columns=("Part", "Version"), rows=tuple(rows))
    yield Text(
        "The hash in the title block is the SHA-256 of the book's key and all settings of the "
        "house, as JSON with sorted names and no blanks. Two sheets with the same hash and the "
        "same version of queenhigh have the same figures for the same bet, meter and seats."
    )
