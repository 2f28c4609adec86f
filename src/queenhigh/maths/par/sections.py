"""The sections of a PAR sheet, in reading order."""

from collections.abc import Iterator
from importlib.metadata import version

import msgspec

from ...house.words import plain_words
from ..analysis.analysis_figures import SideFigures, Strategy
from ..analysis.side_wager import FORFEITED
from ..analysis.wager_figures import Outcome, WagerFigures
from ..deals.six_ranks import SIX_CARD_SETS
from ..deals.suit_classes import HANDS
from ..exact_figure import Exact
from ..paper.blocks import (
    Block,
    Cell,
    Heading,
    Section,
    Signatures,
    Table,
    Text,
    figure,
    fraction,
    hand_text,
    in_lowest_terms,
    net,
    percent,
    plain,
    readable,
    share,
    signed,
    table_of,
    whole,
)
from .amounts import amount, exact_money
from .contest_sections import contest, course, exposure, returns, rules, table
from .method import method
from .readings import rule_book
from .risk_sections import meters, position, volatility
from .sheet import Frequency, Sheet

_RULES = {
    "mimic": "mimic the dealer",
    "always": "always play",
    "never": "never play",
    "Q": "any queen or better",
    "K": "any king or better",
}


def sections(sheet: Sheet) -> list[Section]:
    found = [
        Section("Summary", tuple(_summary(sheet))),
        Section("Rules of play", tuple(rules(sheet))),
        Section("Rule book", tuple(rule_book(sheet))),
        Section("Hand frequencies", tuple(_frequencies(sheet))),
        Section("Wagers", tuple(_wagers(sheet))),
        Section("Ante, play and bonus by outcome", tuple(contest(sheet))),
        Section("Returns, hits and volatility", tuple(returns(sheet))),
        Section("Exposure", tuple(exposure(sheet))),
        Section("Strategy", tuple(_strategy(sheet))),
        Section("All bets together", tuple(position(sheet))),
    ]
    for key in sheet.meters:
        title = f"{sheet.titles[key]} by meter, seats and time"
        found.append(Section(title, (*meters(sheet, key), *course(sheet, key))))
    if sheet.table is not None:
        found.append(Section("The table", tuple(table(sheet))))
    found += [
        Section("Volatility and hold", tuple(volatility(sheet))),
        Section("Method and versions", tuple(method(sheet))),
        Section("Signatures", (Signatures(("Mathematician", "Reviewer", "Regulator")),)),
    ]
    return [
        msgspec.structs.replace(each, title=f"{number}. {each.title}")
        for number, each in enumerate(found, start=1)
    ]


def _summary(sheet: Sheet) -> Iterator[Block]:
    ante, found = sheet.analysis.ante_play, sheet.strategy.strategy
    yield table_of(
        title="Each wager by itself",
        columns=("Wager", "House edge", "exactly", "Deviation", "Hit frequency", "exactly"),
        rows=(
            (
                sheet.titles[name],
                percent(each.house_edge),
                fraction(each.house_edge),
                plain(each.standard_deviation),
                percent(each.hit_frequency),
                fraction(each.hit_frequency),
            )
            for name, each in sheet.analysis.wagers.items()
        ),
    )
    for key, figures in sheet.analysis.side_wagers.items():
        if taken_at := _taken_at(sheet, figures):
            yield Text(f"{sheet.titles[key]} is taken at {taken_at}.")
    yield from _in_the_long_run(sheet)
    also = f", and also {', '.join(found.also_play)}" if found.also_play else ""
    yield table_of(
        title=sheet.titles["ante_play"],
        columns=("Figure", "Value", "exactly"),
        rows=(
            ("Lowest hand to play", _lowest(found) + also + found.raises, ""),
            figure("Hands played", ante.plays),
            figure("Average bet, in antes", ante.average_bet, plain(ante.average_bet)),
            figure("Element of risk", ante.element_of_risk),
        ),
    )
    yield Text(
        "House edge: what the house keeps on average of the initial bet (for ante and play, of the "
        "ante). Element of risk: the same loss per unit of all that is bet. Deviation: standard "
        "deviation of one bet, in units of the initial bet. Hit frequency: how often the bet wins."
    )


def _in_the_long_run(sheet: Sheet) -> Iterator[Block]:
    """Show wagers with moving meters: their long-run edge differs from that at a fixed meter."""
    runs = {
        key: each.long_run
        for key, each in sheet.analysis.side_wagers.items()
        if each.long_run is not msgspec.UNSET
    }
    if runs:
        yield table_of(
            title="In the long run, over many jackpots",
            columns=("Wager", "House edge", "exactly", "Bets between jackpots", "Average jackpot"),
            rows=(
                (
                    sheet.titles[key],
                    percent(run.house_edge),
                    fraction(run.house_edge),
                    Cell(
                        f"{run.bets_between_jackpots.value:,.0f}",
                        run.bets_between_jackpots.exact,
                        run.bets_between_jackpots.value,
                    ),
                    exact_money(sheet, run.average_jackpot_meter),
                )
                for key, run in runs.items()
            ),
        )
    for key, figures in sheet.analysis.side_wagers.items():
        if figures.trigger is not msgspec.UNSET and key in sheet.courses:
            rounds, edge = next(reversed(sheet.courses[key][0].edges.items()))
            yield Text(
                f"The meter of {sheet.titles[key]} must be hit by "
                f"{amount(sheet, figures.trigger.must_hit_by_cents)}, by a hidden trigger that is "
                f"drawn evenly above the seed. The edge above takes in its "
                f"{share(figures.trigger.player_return.value)} of return; the deviation does not. "
                f"Over {int(rounds):,} rounds of one seat the expected edge is {share(edge)}."
            )


def _lowest(found: Strategy) -> str:
    """The lowest hand to play; without a threshold, the lowest above all folds."""
    return hand_text(found.play_from or found.all_from)


def _taken_at(sheet: Sheet, figures: SideFigures) -> str:
    """Say for which meters, seats and stake the figures hold, where that matters."""
    parts = []
    if figures.meter_cents is not msgspec.UNSET:
        parts.append(f"a meter of {amount(sheet, figures.meter_cents)}")
    if figures.meters is not msgspec.UNSET:
        meters = (
            f"{name} {amount(sheet, each.meter_cents)}" for name, each in figures.meters.items()
        )
        parts.append(f"meters of {', '.join(meters)}")
    if figures.stake_cents is not msgspec.UNSET:
        parts.append(f"a stake of {amount(sheet, figures.stake_cents)}")
    if figures.seats is not msgspec.UNSET:
        seats = sheet.analysis.seats
        parts.append(f"{seats} seat{'s' if seats > 1 else ''} betting it")
    if figures.stake_cents is not msgspec.UNSET:
        parts.append("some awards do not grow with the stake")
    return "; ".join(parts)


def _remarks(sheet: Sheet, figures: SideFigures) -> Iterator[Block]:
    if taken_at := _taken_at(sheet, figures):
        yield Text(f"At {taken_at}.")
    if figures.envy_of is not msgspec.UNSET:
        yield Text(
            "The edge, variance and deviation have the envy of other seats in them, the rows of "
            "the table do not."
        )
    if figures.envy_left_out is not msgspec.UNSET:
        yield Text(f"Envy is left out: {figures.envy_left_out}.")
    if figures.aggregate_left_out:
        yield Text("The most that the house pays in a round is left out of these figures.")


def _row(sheet: Sheet, wager: str, outcome: Outcome) -> str:
    return sheet.titles[f"{wager}.{outcome.outcome}"]


def _unpaid(outcome: Outcome) -> str:
    if outcome.outcome == FORFEITED:
        return "folded"
    return "push" if outcome.net == 0 else "loses"


def _frequencies(sheet: Sheet) -> Iterator[Block]:
    found = sheet.frequencies
    yield _frequency_table(f"Three cards, {HANDS:,} hands", found.three_cards, HANDS)
    qualifies = found.dealer_qualifies
    yield Text(
        f"The dealer qualifies with {qualifies.combinations:,} of {HANDS:,} hands, "
        f"{share(qualifies.probability.value, 6)}."
    )
    if found.six_cards is not msgspec.UNSET:
        title = f"Best five of six cards, {SIX_CARD_SETS:,} sets"
        yield _frequency_table(title, found.six_cards, SIX_CARD_SETS)


def _frequency_table(title: str, rows: tuple[Frequency, ...], of: int) -> Table:
    return table_of(
        title=title,
        columns=("Hand", "Combinations", "Probability", "lowest terms", "One in"),
        rows=(
            *(
                (
                    plain_words(each.hand),
                    whole(each.combinations),
                    percent(each.probability, 6),
                    in_lowest_terms(each.probability),
                    Cell(f"{of / each.combinations:,.2f}", "", of / each.combinations)
                    if each.combinations
                    else "never",
                )
                for each in rows
            ),
            ("total", whole(of), percent(Exact("1/1", 1.0), 6), "", ""),
        ),
        last_is_sum=True,
    )


def _wagers(sheet: Sheet) -> Iterator[Block]:
    for name, each in sheet.analysis.wagers.items():
        yield Heading(sheet.titles[name])
        if isinstance(each, SideFigures):
            yield from _remarks(sheet, each)
        yield _outcomes(sheet, name, each)
        yield table_of(
            title="Figures",
            columns=("Figure", "Value", "exactly"),
            rows=(
                figure("House edge", each.house_edge),
                figure("Hit frequency", each.hit_frequency),
                figure("Variance", each.variance, plain(each.variance, 6)),
                figure(
                    "Standard deviation", each.standard_deviation, plain(each.standard_deviation, 6)
                ),
            ),
        )
    yield from _fee_and_tokes(sheet)


def _outcomes(sheet: Sheet, name: str, figures: WagerFigures) -> Table:
    by_net = name == "ante_play"
    rows = []
    for each in figures.outcomes:
        label = f"net {each.outcome}".replace("-", "−") if by_net else _row(sheet, name, each)
        pays = () if by_net else (each.pays or _unpaid(each), net(each.net))
        rows.append(
            (
                label,
                *pays,
                whole(each.combinations),
                percent(each.probability, 6),
                signed(each.contribution.value, 8, each.contribution.exact),
                fraction(each.contribution),
            )
        )
    total = figures.house_edge
    expected = Exact(_negated(total.exact), -total.value)
    of_rows = sum(each.contribution.fraction for each in figures.outcomes)
    last = (
        (
            "total",
            *(() if by_net else ("", "")),
            whole(figures.combinations),
            percent(Exact("1/1", 1.0), 6),
            signed(expected.value, 8, expected.exact),
            fraction(expected),
        ),
    )
    # With envy, the rows do not add up to the edge.
    adds_up = of_rows == -total.fraction
    heads = ("Result",) if by_net else ("Result", "Pays", "Net")
    return table_of(
        title=f"{figures.combinations:,} combinations",
        columns=(*heads, "Combinations", "Probability", "Contribution", "exactly"),
        rows=(*rows, *(last if adds_up else ())),
        last_is_sum=adds_up,
    )


def _negated(text: str) -> str:
    return text[1:] if text.startswith("-") else f"-{text}"


def _fee_and_tokes(sheet: Sheet) -> Iterator[Block]:
    fee, tokes = sheet.analysis.collection_fee, sheet.analysis.tokes
    if fee is not msgspec.UNSET:
        yield table_of(
            title=f"Collection fee of {amount(sheet, fee.fee_cents)} a {fee.per}, on an ante alone",
            columns=("Ante", "Adds to the edge", "exactly", "Edge with it", "exactly"),
            rows=(
                (at, percent(adds), fraction(adds), percent(edge), fraction(edge))
                for at, adds, edge in (
                    ("minimum", fee.at_minimum_ante, fee.edge_at_minimum_ante),
                    ("maximum", fee.at_maximum_ante, fee.edge_at_maximum_ante),
                )
                if adds is not msgspec.UNSET and edge is not msgspec.UNSET
            ),
        )
    if tokes:
        yield table_of(
            title="Tokes, which follow the player's hand, per unit of the first toke",
            columns=("Toke on", "House edge", "exactly", "Taken down", "exactly"),
            rows=(
                (
                    sheet.titles.get(spots, readable(spots)),
                    percent(each.house_edge),
                    fraction(each.house_edge),
                    plain(each.taken_down, 6),
                    fraction(each.taken_down),
                )
                for spots, each in tokes.items()
            ),
        )


def _strategy(sheet: Sheet) -> Iterator[Block]:
    found = sheet.strategy
    lowest = _lowest(found.strategy)
    also, raises = found.strategy.also_play, found.strategy.raises
    yield Text(
        f"Play {lowest} or better{raises and f'{raises},'} and fold the rest"
        + (f", but play {', '.join(also)} too" if also else "")
        + f": {share(found.plays.value)} of all hands are played ({fraction(found.plays).text}). "
        "This is best for a seat whose only bet is the ante; what is best for all bets together "
        "is in the next section."
    )
    yield table_of(
        title="The closest decisions, in units of the ante",
        columns=("Cards", "Ranks", "Hands", "Play", "exactly", "Fold", "Decision"),
        rows=(
            (
                each.example,
                hand_text(each.hand),
                whole(each.hands),
                plain(each.play, 6),
                fraction(each.play),
                plain(each.fold, 6),
                each.decision,
            )
            for each in found.closest
        ),
    )
    yield Text("Cards stand for their class: all hands of these ranks, suited alike.")
    yield table_of(
        title="What other rules cost",
        columns=("Rule", "House edge", "exactly", "Cost", "exactly", "Plays"),
        rows=(
            (
                _RULES.get(each.rule, each.rule),
                percent(each.house_edge),
                fraction(each.house_edge),
                percent(each.cost),
                fraction(each.cost),
                percent(each.plays),
            )
            for each in found.rules
        ),
    )


def facts(sheet: Sheet) -> tuple[tuple[str, str, bool], ...]:
    """The title block: name, value, and whether it is code."""
    title = sheet.title
    return (
        ("House", title.key, True),
        ("Book", f"{title.book_title} ({title.book})", False),
        ("Standing", title.standing, False),
        ("Settings, SHA-256", title.settings_hash, True),
        *((("House file, SHA-256", title.file_hash, True),) if title.file_hash else ()),
        ("Made with", f"queenhigh {title.queenhigh}", False),
        ("Date", title.date, False),
    )


def with_printers(sheet: Sheet, *modules: str) -> Sheet:
    """Add the versions of the packages that typeset it."""
    more = {name: version(name) for name in ("matplotlib", *modules)}
    return msgspec.structs.replace(sheet, versions={**sheet.versions, **more})
