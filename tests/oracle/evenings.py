"""Tables to keep the logs of: an evening that is written out for each house, and a wild one.

The written one has side bets, tokes, a coupon or a jackpot where the house has them, an
irregularity, a void, changed limits and a relief. In the wild one anything may happen.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from queenhigh.house.model import House
from queenhigh.money.ledger import postings_of, postings_of_link, postings_of_patron
from queenhigh.money.links import AnyLinkEvent, LinkFunded, LinkSetUp, terms_of
from queenhigh.money.patrons import Deposited, PlayMoneyGranted
from queenhigh.money.setup import Stakes, TableSetUp, as_data
from queenhigh.store.chain import canonical
from queenhigh.store.records import Batch, Fact
from queenhigh.store.snapshots import freeze
from queenhigh.table import events as e
from queenhigh.table.commands import AnyCommand
from queenhigh.table.evolve import evolve
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase, Table
from tests.table.chance import play_out, some_house
from tests.table.driver import Driven, house_with
from tests.table.machine import Trial, Written

BEFORE = datetime(2026, 1, 5, 11, tzinfo=UTC)
PLENTY = 100_000_000_00

Act = tuple[AnyCommand, list[e.AnyEvent]]  # A command, and what came of it.
Evening = tuple[House, list[Act]]


# The evening as written


class _Evening(Driven):
    def __init__(self, of: House | str, **settings: Any):
        super().__init__(of, **settings)
        self.acts: list[Act] = []

    def try_(self, type: str, **fields: Any) -> Refusal | list[e.AnyEvent]:
        answer = super().try_(type, **fields)
        if not isinstance(answer, Refusal):
            self.acts.append((self.commands[-1], answer))
        return answer


def written_evening(key: str) -> Evening:
    """Every bet that the house takes, won, lost, tied and folded; and what goes wrong."""
    options: dict[str, Any] = {}
    if key == "chickasaw":
        options["collection_fee"] = {"amount": 1, "per": "player"}
    table = _Evening(house_with(key, options=options), tray=50_000)
    side = {"six_card_bonus": 5, "progressive": 1} if key == "manual" else {}
    coupon = {"coupon_ante": 5} if key.startswith("mics") else {}

    # Somebody holds the best hand there is.
    table.open()
    if key == "classic":
        table.until("inspect")
        table.confirm(flaws="a bent corner on the 9c")
    table.sit(1, 2, 3)
    table.bet(1, ante=10, pair_plus=5, **side, toke_ante=1, toke_play=1)
    table.bet(2, ante=5, pair_plus=5, **side, **coupon)
    table.bet(3, pair_plus=5, toke_pair_plus=1)
    table.dealt("1: As Ks Qs, 2: 9h 8d 7h, 3: 5c 5d 2h, dealer: Qh 7d 2c")
    table.play(1, 2)
    table.finish()

    # The dealer does not qualify; one folds, one has thought for too long.
    table.give("give_toke", seat=1, amount=500)
    table.bet(1, ante=5, pair_plus=5)
    table.bet(2, ante=5, **side)
    table.bet(3, ante=5, pair_plus=2 if key == "classic" else 5)
    table.dealt("1: 9c 9d 2h, 2: 7c 5d 2c, 3: Kh 4h 3h, dealer: Js Td 8c")
    table.play(1)
    table.fold(2)
    table.give("time_out", seat=3, by="system")
    table.finish()

    # Three cards and three cards: a royal, a tie, a hand that loses to the dealer's.
    table.bet(1, ante=5, **side)
    table.bet(2, ante=5, pair_plus=5)
    table.bet(3, ante=5)
    table.dealt("1: Ts Js 4d, 2: Ac Kc Qd, 3: 9h 9d 4c, dealer: As Ks Qs")
    table.play(1, 2, 3)
    table.finish()

    # A card of the dealer's is seen too early.
    table.bet(1, ante=5, pair_plus=5, **side, toke_ante=1)
    table.bet(2, ante=5, pair_plus=5)
    table.dealt("1: Ah 8d 4c, 2: Kd 7s 6h, dealer: Qc 6d 3s")
    table.play(1)
    table.give("report_exposed_card", seat=0, cards=["Qc"], by="floor:flo")
    if table.table.phase is Phase.HALTED:
        table.give("rule", ruling="void", reason="the dealer's queen was seen")

    # Other limits, another dealer, the tray.
    minimum, maximum = (300, 900) if key == "classic" else (1000, 20_000)
    table.give("change_limits", wager="ante", minimum=minimum, maximum=maximum)
    table.give("fill_tray", cents=100_000)
    table.give("count_tray", counted=table.table.accounts["tray"], witness="floor:fay")
    table.give("relieve_dealer", dealer="dan")
    table.bet(1, ante=5 if key == "classic" else 15, pair_plus=5)
    table.bet(3, pair_plus=5)
    table.dealt("1: 6s 6d 6h, 3: Kc 8d 2h, dealer: Kh Kd 5s")
    if key == "manual":
        table.give("throw_in", seat=3)
    table.play(1)
    table.finish()

    for number in sorted(table.table.seats):
        table.give("leave", seat=number)
    table.give("close_table")
    table.check_replay()
    return table.house, table.acts


def shared_evening() -> Evening:
    """Two tables hit one meter, and the house splits."""
    table = _Evening(house_with("manual", options={"linked_simultaneous": "split"}), tray=50_000)
    table.opened(meter=500_000, reserve=1000)
    table.bet(1, ante=5, progressive=1)
    table.bet(2, ante=5, progressive=1)
    table.give("read_meter", meter=500_020, reserve=1005)
    table.dealt("1: As Ks Qs, 2: 5c 5d 2h, dealer: Qh 7d 2c")
    table.play(1, 2)
    while not table.events(e.JackpotLocked):
        table.confirm()
    table.give("share_jackpot", cents=300_040)
    table.finish()
    for number in sorted(table.table.seats):
        table.give("leave", seat=number)
    table.give("close_table")
    return table.house, table.acts


# Anything


class _Trial(Trial):
    def __init__(self, house: House):
        super().__init__(house)
        self.acts: list[Act] = []

    def give(self, written: Written) -> Refusal | list[e.AnyEvent]:
        answer = super().give(written)
        if not isinstance(answer, Refusal):
            self.acts.append((self.given[-1], answer))
        return answer


def wild_evening(key: str, seed: int) -> Evening:
    chance = Random(f"{key}: {seed}")
    trial = _Trial(some_house(key, chance))
    play_out(trial, chance, steps=30)
    trial.bring_to_an_end()
    return trial.house, trial.acts


# In the books


def batches(*evenings: Evening, stakes: Stakes) -> list[Batch]:
    """As a service would have landed them: the patrons' money, then table by table."""
    players = {
        event.player
        for _, acts in evenings
        for _, events in acts
        for event in events
        if isinstance(event, e.ChipsBought)
    }
    found = [_money(player, stakes) for player in sorted(players)]
    for number, (house, acts) in enumerate(evenings, start=1):
        if any(isinstance(each, e.TableOpened) and each.linked for _, led in acts for each in led):
            found.append(_link(house, f"solo-{number}", stakes))
        found += _at_a_table(house, acts, str(number), stakes)
    return found


def _link(house: House, link: str, stakes: Stakes) -> Batch:
    """A meter that others feed too, with enough in it for whatever they are said to have fed."""
    named: dict[str, Any] = {"link": link, "stakes": stakes, "at": BEFORE, "by": "system"}
    events: list[AnyLinkEvent] = [
        LinkSetUp(kind="linked", terms=terms_of(house), **named),
        LinkFunded(cents=PLENTY, into="meter", reason="as others fed it", **named),
        LinkFunded(cents=PLENTY, into="reserve", reason="as others fed it", **named),
    ]
    facts = tuple(Fact(canonical(event), postings_of_link(event)) for event in events)
    asked = canonical({"type": "set_up_link", "link": link})
    return Batch(f"link:{link}", 0, f"link-{link}", asked, facts)


def _at_a_table(house: House, acts: list[Act], table: str, stakes: Stakes) -> Iterator[Batch]:
    setup = TableSetUp(
        table=table,
        name=f"Table {table}",
        house=as_data(house),
        stakes=stakes,
        link=f"solo-{table}" if house.progressive else "",
        at=BEFORE,
        by="floor:flo",
    )
    stream, state = f"table:{table}", Table(house)
    asked = canonical({"type": "set_up_table", "table": table, "by": "floor:flo"})
    yield Batch(stream, 0, f"{table}-0", asked, (Fact(canonical(setup)),))
    for number, (command, events) in enumerate(acts, start=1):
        version, facts = state.version, []
        for event in events:
            facts.append(Fact(canonical(event), postings_of(setup, state, event)))
            state = evolve(state, event)
        quiet = state.phase is Phase.BETTING and not state.bettors()
        yield Batch(
            stream,
            version + 1,
            f"{table}-{number}",
            canonical(command),
            tuple(facts),
            snapshot=freeze(state) if quiet and state.round.settled is None else None,
        )


def _money(player: str, stakes: Stakes) -> Batch:
    event: PlayMoneyGranted | Deposited
    if stakes == "play":
        event = PlayMoneyGranted(patron=player, cents=PLENTY, at=BEFORE, by="system")
    else:
        event = Deposited(patron=player, cents=PLENTY, how="cash", at=BEFORE, by="floor:flo")
    fact = Fact(canonical(event), postings_of_patron(event))
    asked = canonical({"type": "money", "patron": player, "cents": PLENTY})
    return Batch(f"patron:{player}", 0, f"money-{player}", asked, (fact,))
