"""The records of irregularities, voids, rulings and corrections."""

from ..cards.card import parse_cards
from . import events as e
from .hand_changes import hands_looked_at, with_opened_hands, without_third_card
from .layout_changes import cleared_seats, with_bet
from .state import Phase, Table


def cards_discarded(table: Table, event: e.CardsDiscarded) -> Table:
    return table.with_round(
        discards=table.round.discards + parse_cards(event.cards),
        unseen_discards=table.round.unseen_discards + (event.count or 0),
        drawn=table.round.drawn + len(event.cards) + (event.count or 0),
        face_up=table.round.face_up + len(event.cards),
    )


def third_card_missing(table: Table, event: e.ThirdCardMissing) -> Table:
    return without_third_card(table).but(todo=event.todo)


def cards_exposed(table: Table, event: e.CardsExposed) -> Table:
    return table.with_round(exposed=table.round.exposed | {event.seat})


def round_voided(table: Table, event: e.RoundVoided) -> Table:
    table = with_opened_hands(table, event.hands)
    void = table.but(phase=Phase.BETTING, todo=(), seats=cleared_seats(table), results={})
    return void.with_round(positions=(), over=True, released=hands_looked_at(table))


def settled_round_voided(table: Table, event: e.SettledRoundVoided) -> Table:
    played = {n: each for n, each in table.played.items() if each.number != event.number}
    shown = {} if table.results_of == event.number else table.results
    return table.but(played=played, results=shown)


def table_halted(table: Table, event: e.TableHalted) -> Table:
    return table.but(
        phase=Phase.HALTED,
        halted_in=table.phase,
        halted_for=event.kind,
        waits_for=event.waits_for,
        halted_by=event.by,
        halted_because=event.clauses,
    )


def ruling_made(table: Table, event: e.RulingMade) -> Table:
    return table.but(
        phase=table.halted_in, halted_for="", waits_for="", halted_by="", halted_because=()
    )


def wager_corrected(table: Table, event: e.WagerCorrected) -> Table:
    laid = with_bet(table, event.seat, "wagers", event.wager, event.actual)
    return laid.with_seat(event.seat, play=event.play)


def coupon_corrected(table: Table, event: e.CouponCorrected) -> Table:
    return with_bet(table, event.seat, "coupons", event.on, event.actual)
