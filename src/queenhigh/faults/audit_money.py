"""Independent audit of the money: from the text of the log alone, without our ledger.

Each kind of event that moves money is written out here a second time, as plainly as possible. The
result is compared with the balances in the store.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

Event = dict[str, Any]  # JSON: the auditor shares no types with the program.
Moves = Iterator[tuple[str, str, int]]  # From, to, cents.
Bet = tuple[int, str, bool, str]  # Seat, wager, toke; spot of a coupon or seat that envy is for.


class Breach(Exception):
    """Something that must always be true is not."""


class TableBooks:
    """An auditor's notes on one table."""

    def __init__(self, setup: Event) -> None:
        self.id = setup["table"]
        self.play = setup["stakes"] == "play"
        self.real_cards = setup.get("kind") == "physical"
        self.fee_comes_back: bool = setup["house"]["fee"]["refund_on_void"]
        rules = setup["house"]["irregularities"]
        self.may_be_taken_back = rules["machine_count_round"] == "void"
        self.meters: dict[str, Event] = setup["house"]["meters"]
        alone = dict.fromkeys(self.meters, str(setup.get("link", "")))
        self.links: dict[str, str] = setup.get("links") or alone
        self.wagers: dict[str, Event] = setup["house"]["wagers"]
        self.linked: set[str] = set()  # Meters shared with other tables.
        self.jackpots: dict[str, int] = {}  # By link: locked here and not yet paid.
        self.winners: dict[tuple[int, str], str] = {}  # The winning seat and wager, and the link.
        self.dealer = ""
        self.in_chips = False  # Whether the tray holds chips, so meters are owed and not fed.
        self.smallest_chip = setup["house"]["betting"]["chips_cents"][0]
        self.carried: dict[str, int] = {}  # By meter: the part of the last jackpot below one chip.
        self.sits: dict[int, str] = {}
        self.feeding: dict[tuple[int, str], int] = {}  # Bets on spots that feed meters.
        self.fed_so_far: dict[str, int] = {}  # By meter, in this round.
        self.settled: dict[Bet, list[tuple[str, str, int]]] = {}  # Movements that can be undone.
        self.moved: dict[str, int] = {}  # By this round's bets, per account.
        self.number = 0
        self.ended: dict[int, dict[str, int]] = {}  # The same for settled rounds.

    def meter(self, e: Event) -> str:
        """Return the meter that an event names, or the only one."""
        return str(e.get("of") or next(iter(self.meters)))

    def link(self, e: Event) -> str:
        return self.links[self.meter(e)]

    def lock(self, link: str, cents: int) -> None:
        self.jackpots[link] = self.jackpots.get(link, 0) + cents

    def link_won(self, e: Event) -> str:
        """Return the link whose jackpot pays a bet."""
        seat = e["seat"]
        return self.winners.get((seat, e["wager"])) or self.winners[seat, ""]

    def fed(self, meter: str) -> int:
        """Return what the bets on the spots owe a meter, rounded down once."""
        owed = Fraction(0)
        for (_, wager), cents in self.feeding.items():
            if feed := self.wagers[wager]["feeds"].get(meter):
                owed += feed["cents"] + cents * Fraction(feed["percent"]) / 100
        return int(owed)

    def shares(self, meter: str) -> set[Fraction]:
        """Return the shares of the meter that its jackpots take."""
        rows = (row for wager in self.wagers.values() for row in wager["pays"].values())
        return {Fraction(row["percent"]) for row in rows if row.get("meter") == meter}

    def own(self, place: str) -> str:
        return f"table:{self.id}:{place}"

    @property
    def behind_meters(self) -> str:
        return self.own("contributions" if self.in_chips else "tray")

    def stack(self, seat: int) -> str:
        return self.own(f"stack:{self.sits[seat]}")

    def patron(self, name: str) -> str:
        return f"{'play' if self.play else 'patron'}:{name}"

    def tips(self, dealer: str) -> str:
        return f"{'play_tips' if self.play else 'tips'}:{dealer}"

    def house(self, place: str) -> str:
        return "play_money" if self.play else place


# The movements of each event. Everything at the table goes through the tray.


def _opened(t: TableBooks, e: Event) -> Moves:
    yield t.house("cage"), t.own("tray"), e["tray"]
    for meter, opened in _meters_opened(t, e).items():
        if not opened.get("linked"):  # The table's own meter is seeded now.
            yield t.house("bank"), f"meter:{t.links[meter]}", opened["cents"]


def _meters_opened(t: TableBooks, e: Event) -> dict[str, Event]:
    only = {"cents": e["meter"], "linked": e.get("linked", False)}
    return e.get("meters") or dict.fromkeys(t.meters, only)


def _box_taken(t: TableBooks, e: Event) -> Moves:
    yield t.own("drop"), t.own("count_room"), e["cents"]


def _box_counted(t: TableBooks, e: Event) -> Moves:
    yield t.own("count_room"), t.house("cage"), e["counted"]


def _filled(t: TableBooks, e: Event) -> Moves:
    yield t.house("cage"), t.own("tray"), e["cents"]


def _credited(t: TableBooks, e: Event) -> Moves:
    yield t.own("tray"), t.house("cage"), e["cents"]


def _bought(t: TableBooks, e: Event) -> Moves:
    """Move a buy-in; at a table with real cards it is paid in banknotes from outside."""
    notes = "play_money" if t.play else "outside"
    yield notes if t.real_cards else t.patron(e["player"]), t.own("drop"), e["cents"]
    yield t.own("tray"), t.own(f"stack:{e['player']}"), e["cents"]


def _left(t: TableBooks, e: Event) -> Moves:
    yield t.own(f"stack:{e['player']}"), t.patron(e["player"]), e["with_cents"]


def _placed(t: TableBooks, e: Event) -> Moves:
    yield t.stack(e["seat"]), t.own("layout"), e["amount"] - e["before"]


def _noticed_late(t: TableBooks, e: Event) -> Moves:
    play = e.get("play", 0) - e.get("play_before", 0)
    yield t.stack(e["seat"]), t.own("layout"), e["actual"] - e["placed"] + play


def _withdrawn(t: TableBooks, e: Event) -> Moves:
    yield t.own("layout"), t.stack(e["seat"]), e["amount"]


def _toke_given(t: TableBooks, e: Event) -> Moves:
    yield t.stack(e["seat"]), t.tips(e["dealer"]), e["amount"]


def _fee(t: TableBooks, e: Event) -> Moves:
    yield t.own(f"stack:{e['player']}"), t.own("fees"), e["cents"]


def _fed(t: TableBooks, e: Event) -> Moves:
    for place in ("meter", "reserve", "overflow"):
        yield t.behind_meters, f"{place}:{t.link(e)}", e.get(place, 0)


def _locked(t: TableBooks, e: Event) -> Moves:
    yield f"meter:{t.link(e)}", f"jackpot:{t.link(e)}", e["cents"]


def _reset(t: TableBooks, e: Event) -> Moves:
    link, others = t.link(e), e["from_reserve"] + e.get("from_overflow", 0)
    yield f"reserve:{link}", f"meter:{link}", e["from_reserve"]
    yield f"overflow:{link}", f"meter:{link}", e.get("from_overflow", 0)
    yield t.behind_meters, f"meter:{link}", e["seed"] - others


def _play(t: TableBooks, e: Event) -> Moves:
    yield t.stack(e["seat"]), t.own("layout"), e["amount"]


def _taken(t: TableBooks, e: Event) -> Moves:
    yield t.own("layout"), t.own("tray"), e["stake"]


def _pushed(t: TableBooks, e: Event) -> Moves:
    yield t.own("layout"), t.stack(e["seat"]), e["stake"]


def _paid(t: TableBooks, e: Event) -> Moves:
    winner = t.tips(t.dealer) if e.get("toke") else t.stack(e["seat"])
    source = f"jackpot:{t.link_won(e)}" if e.get("of_meter") else t.own("tray")
    if t.in_chips and source != t.own("tray"):
        yield source, t.behind_meters, e["paid"]
        source = t.own("tray")
    yield source, winner, e["paid"]
    yield t.own("layout"), winner, e["returned"]
    yield t.own("layout"), t.own("tray"), e["stake"] - e["returned"]


def _coupon(t: TableBooks, e: Event) -> Moves:
    yield t.own("tray"), t.stack(e["seat"]), e["paid"]
    if e["result"] != "push":
        yield t.own("promotion"), t.own("coupons"), e["face"]


def _envy(t: TableBooks, e: Event) -> Moves:
    yield t.own("tray"), t.stack(e["seat"]), e["paid"]


def _bet(t: TableBooks, e: Event) -> Bet | None:
    """Return the bet that an event settles; for a jackpot and its seed, the one that hit it."""
    match e["type"]:
        case "wager_taken" | "wager_pushed" | "wager_paid":
            return e["seat"], e["wager"], e.get("toke", False), ""
        case "coupon_settled":
            return e["seat"], "match_play", False, e["on"]
        case "envy_collected":
            only = next(key for key, each in t.wagers.items() if each["envy"])
            return e["seat"], "envy", False, f"{e.get('wager') or only}:{e['for_seat']}"
        case "jackpot_locked":
            return e["seat"], "jackpot", False, e.get("wager", "")
        case "meter_reset":
            return next(bet for bet in reversed(t.settled) if bet[1] == "jackpot")
        case _:
            return None


def _reopened(t: TableBooks, e: Event) -> Moves:
    """Undo a bet settled by mistake: every chip goes back the way it came."""
    bet = e["seat"], e["wager"], e.get("toke", False), e.get("on", "")
    if bet not in t.settled:
        raise Breach(f"a bet was reopened that was not settled: {bet}")
    yield from ((target, source, cents) for source, target, cents in t.settled.pop(bet)[::-1])


def _corrected(t: TableBooks, e: Event) -> Moves:
    """Record the actual bets on the layout instead of those entered."""
    bet = e["actual"] - e["entered"] if e["type"] == "wager_corrected" else 0
    yield t.stack(e["seat"]), t.own("layout"), bet + e["play"] - e["play_before"]


_AT_A_TABLE: dict[str, Callable[[TableBooks, Event], Moves]] = {
    "table_opened": _opened,
    "drop_box_taken": _box_taken,
    "drop_counted": _box_counted,
    "tray_filled": _filled,
    "tray_credited": _credited,
    "chips_bought": _bought,
    "seat_left": _left,
    "wager_placed": _placed,
    "toke_placed": _placed,
    "late_limit_noticed": _noticed_late,
    "wager_withdrawn": _withdrawn,
    "toke_withdrawn": _withdrawn,
    "toke_given": _toke_given,
    "fee_collected": _fee,
    "meter_fed": _fed,
    "jackpot_locked": _locked,
    "meter_reset": _reset,
    "play_placed": _play,
    "wager_taken": _taken,
    "wager_pushed": _pushed,
    "wager_paid": _paid,
    "coupon_settled": _coupon,
    "envy_collected": _envy,
    "bet_reopened": _reopened,
    "decision_corrected": _corrected,
    "wager_corrected": _corrected,
}


def _unlock(t: TableBooks, changed: dict[str, int]) -> None:
    """Lock a paid jackpot again; unlock one that was locked by mistake."""
    for link in t.links.values():
        if cents := changed.get(f"jackpot:{link}", 0):
            t.lock(link, cents)


_NOT_OF_THE_BETS = {
    *("table_opened", "table_closed", "tray_filled", "tray_credited"),
    *("drop_box_taken", "drop_counted"),
    *("chips_bought", "seat_left", "toke_given", "settled_round_voided"),
}
_MAY_OWE = ("outside", "play_money", "cage", "bank")
_MAY_OWE_AT_A_TABLE = (
    *("tray", "drop", "fees", "coupons", "promotion"),
    *("contributions", "count_room"),
)


def may_owe(account: str) -> bool:
    if account.startswith("table:"):
        return account.split(":")[2] in _MAY_OWE_AT_A_TABLE
    return account in _MAY_OWE


class Books:
    """All accounts, with the balances that the log implies."""

    def __init__(self) -> None:
        self.cents: dict[str, int] = {}
        self.tables: dict[str, TableBooks] = {}

    def move(self, moves: Moves | list[tuple[str, str, int]]) -> dict[str, int]:
        """Book the movements and return the change per account."""
        changed: dict[str, int] = {}
        for source, target, cents in moves:
            if cents:
                changed[source] = changed.get(source, 0) - cents
                changed[target] = changed.get(target, 0) + cents
        for account, cents in changed.items():
            self.cents[account] = self.cents.get(account, 0) + cents
        return changed

    def owing(self, accounts: set[str]) -> None:
        """Check after a complete command that no account is negative unless it may be."""
        for account in sorted(accounts):
            if self.cents.get(account, 0) < 0 and not may_owe(account):
                raise Breach(f"{account} stands at {self.cents[account]} cents")

    def beside_the_tables(self, e: Event) -> dict[str, int]:
        bank = "play_money" if e.get("stakes") == "play" else "bank"
        match e["type"]:
            case "link_set_up":
                return self.move([(bank, f"meter:{e['link']}", e["terms"]["seed"])])
            case "link_funded":
                return self.move([(bank, f"{e['into']}:{e['link']}", e["cents"])])
            case "play_money_granted":
                return self.move([("play_money", f"play:{e['patron']}", e["cents"])])
            case "deposited":
                return self.move([("outside", f"patron:{e['patron']}", e["cents"])])
            case "cashed_out":
                return self.move([(f"patron:{e['patron']}", "outside", e["cents"])])
            case (
                "settings_applied" | "alert_limits_set" | "person_added" | "person_confirmed"
                | "sign_in_changed"
                | "walk_in_named" | "cash_out_asked" | "cash_out_taken_back"
                | "session_begun" | "session_ended"
                | "invitation_made" | "invitation_withdrawn"
                | "links_printed" | "resealing_begun" | "identities_resealed"
            ):  # fmt: skip
                return {}  # These move no money.
            case _:
                raise Breach(f"an event that no auditor knows: {e['type']}")

    def at_table(self, table: TableBooks, e: Event) -> dict[str, int]:
        kind = e["type"]
        self._check_meter(table, e)
        if kind == "round_voided":
            changed = self.move([*self._handed_back(table, table.moved), *self._unshared(table)])
        elif kind == "settled_round_voided":
            changed = self.move(list(self._handed_back(table, table.ended.pop(e["number"]))))
        elif kind == "table_closed":
            changed = self.move(list(self._closed(table, e)))
        elif kind in _AT_A_TABLE:
            moves = list(_AT_A_TABLE[kind](table, e))
            if bet := _bet(table, e):
                table.settled.setdefault(bet, []).extend(moves)
            changed = self.move(moves)
        else:
            changed = {}
        self._note(table, e, changed)
        self._check_meter_after(table, e)
        return changed

    def _closed(self, table: TableBooks, e: Event) -> Moves:
        """Give the cage the tray and what the table owes its meters."""
        owed = self.cents.get(table.own("contributions"), 0)
        yield table.own("tray"), table.house("cage"), e["tray"]
        yield table.own("contributions"), table.house("cage"), owed

    def _handed_back(self, table: TableBooks, moved: dict[str, int]) -> Moves:
        """Return all that the bets moved; the tray covers what has been spent meanwhile.

        A shared meter keeps its seed, which others play for.
        """
        tray, behind = table.own("tray"), table.behind_meters
        jackpots = {f"jackpot:{link}": cents for link, cents in table.jackpots.items()}
        seeds = {
            f"meter:{table.links[meter]}": table.meters[meter]["seed_cents"]
            for meter in table.linked
        }
        for account, cents in sorted(moved.items()):
            if account in (tray, table.own("contributions")):
                continue
            there = jackpots.get(account, self.cents.get(account, 0))
            if account in seeds:
                there = max(0, there - seeds[account])
            bears = tray if account.startswith(("table:", "tips:", "play_tips:")) else behind
            yield account, bears, cents if may_owe(account) else min(cents, there)

    def _unshared(self, table: TableBooks) -> Moves:
        """Return to the meter what another table's jackpot added to the one locked here."""
        for link, cents in table.jackpots.items():
            account = f"jackpot:{link}"
            yield account, f"meter:{link}", max(0, cents - table.moved.get(account, 0))

    def _note(self, table: TableBooks, e: Event, changed: dict[str, int]) -> None:
        kind = e["type"]
        if kind == "seat_taken":
            table.sits[e["seat"]] = e["player"]
        elif kind == "seat_left":
            del table.sits[e["seat"]]
        elif kind == "table_opened":
            table.dealer, opened = e["dealer"], _meters_opened(table, e)
            table.in_chips = "chips" in e
            table.linked = {meter for meter, each in opened.items() if each.get("linked")}
        elif kind == "jackpot_locked":
            table.carried[table.meter(e)] = e.get("carried", 0)
            table.lock(table.link(e), e["cents"])
            table.winners[e["seat"], e.get("wager", "")] = table.link(e)
        elif kind == "jackpot_shared":
            table.lock(table.link(e), e["cents"] - e["before"])
        elif kind == "wager_paid" and e.get("of_meter"):
            table.lock(table.link_won(e), -e["paid"])
        elif kind == "dealer_relieved":
            table.dealer = e["incoming"]
        elif kind == "wager_placed" and table.wagers.get(e["wager"], {}).get("feeds"):
            table.feeding[e["seat"], e["wager"]] = e["amount"]
        elif kind == "wager_withdrawn":
            table.feeding.pop((e["seat"], e["wager"]), None)
        elif kind == "wager_corrected" and table.wagers.get(e["wager"], {}).get("feeds"):
            table.feeding[e["seat"], e["wager"]] = e["actual"]
            if not e["actual"]:
                del table.feeding[e["seat"], e["wager"]]
        elif kind == "meter_fed":
            fed = table.fed_so_far.get(table.meter(e), 0)
            table.fed_so_far[table.meter(e)] = fed + e["meter"] + e.get("overflow", 0)
        elif kind == "bet_reopened":
            _unlock(table, changed)
        elif kind == "round_began":
            table.number = e["number"]
        if kind == "round_ended" and table.may_be_taken_back:
            table.ended[table.number] = table.moved
        if kind in ("round_ended", "round_voided"):
            table.moved, table.feeding, table.winners = {}, {}, {}
            table.settled, table.fed_so_far = {}, {}
            table.jackpots = {} if kind == "round_voided" else table.jackpots
        elif kind not in _NOT_OF_THE_BETS and (kind != "fee_collected" or table.fee_comes_back):
            for account, cents in changed.items():
                table.moved[account] = table.moved.get(account, 0) + cents

    # Meters: a decision about an amount must use the amount at this point of the log.

    def _check_meter(self, table: TableBooks, e: Event) -> None:
        if e["type"] not in ("jackpot_locked", "meter_read", "meter_fed"):
            return
        link = table.link(e)
        meter = self.cents.get(f"meter:{link}", 0)
        if e["type"] == "jackpot_locked":
            due = {meter * share // 100 for share in table.shares(table.meter(e))}
            if e["cents"] + e.get("carried", 0) not in due:
                raise Breach(f"a jackpot of {e['cents']} was locked on a meter of {meter}")
            if table.in_chips and e["cents"] % table.smallest_chip:
                raise Breach(f"a jackpot of {e['cents']} cannot be paid in chips")
            if not 0 <= e.get("carried", 0) < table.smallest_chip:
                raise Breach(f"{e['carried']} cents were kept from a jackpot")
        if e["type"] == "meter_read" and e["meter"] != meter:
            raise Breach(f"the meter of {link} was read as {e['meter']}, it is {meter}")
        if e["type"] == "meter_fed":
            fed = e["meter"] + e.get("overflow", 0) + table.fed_so_far.get(table.meter(e), 0)
            owed = table.fed(table.meter(e))
            if fed != owed:
                raise Breach(f"{fed} cents were fed to {link}, {owed} were due")

    def _check_meter_after(self, table: TableBooks, e: Event) -> None:
        if e["type"] not in ("meter_reset", "meter_fed"):
            return
        link, terms = table.link(e), table.meters[table.meter(e)]
        meter, limit = self.cents.get(f"meter:{link}", 0), terms["limit_cents"]
        seed = terms["seed_cents"] + table.carried.get(table.meter(e), 0)
        if e["type"] == "meter_reset" and meter != seed:
            raise Breach(f"the meter of {link} was reset to {meter}")
        if e["type"] == "meter_fed" and limit:
            if meter > limit:
                raise Breach(f"the meter of {link} is {meter}, above its limit of {limit}")
            if e.get("overflow") and meter < limit:
                raise Breach(f"an overflow of {link} with the meter at {meter}")
