"""Evolve never judges: it records what an event says. A replay is a fold over it."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..house.model import House
from . import events as e
from . import hand_changes, irregularity_changes, layout_changes, round_changes, upkeep_changes
from .bets_at_stake import END_ROUND, after, at_stake
from .chips import transfers, undo
from .state import DEALT_BY_PEOPLE, Phase, Table, Transfer


def replay(house: House, happened: Iterable[e.Event]) -> Table:
    table = Table(house)
    for event in happened:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: e.Event, moved: list[Transfer] | None = None) -> Table:
    """Apply an event; `moved` are its transfers, if already known."""
    if moved is None:
        moved = transfers(table, event)
    changed = CHANGES[type(event)](table, event)
    if changed is table:
        changed = table.but()
    # Nothing else refers to this copy yet, so the remaining fields are set in place.
    force_setattr(changed, "version", table.version + 1)
    if moved or type(event) in END_ROUND:
        force_setattr(changed, "at_stake", at_stake(table, event, moved))
    if moved:
        accounts = after(table.accounts, moved)
        if changed.tray_counted and accounts.get("tray") != table.accounts.get("tray"):
            force_setattr(changed, "tray_counted", False)
        force_setattr(changed, "accounts", accounts)
    if changed.kind in DEALT_BY_PEOPLE:
        _by_people(table, changed, event, moved)
    return changed


def _by_people(table: Table, changed: Table, event: e.Event, moved: list[Transfer]) -> None:
    """Where people deal, keep what a correction would undo, and when the present wait began."""
    taken_back = undo(table, event, moved)
    if taken_back is not table.round.undo and not changed.round.over:
        round_ = msgspec.structs.replace(changed.round, undo=taken_back)
        force_setattr(changed, "round", round_)
    if waits_for(table) != waits_for(changed):
        force_setattr(changed, "since", event.at)


def waits_for(table: Table) -> tuple[object, ...]:
    """What the table is waiting for; a change starts a new wait."""
    has_bets = table.phase is Phase.BETTING and bool(table.bettors())
    return table.phase, table.round.number, table.next_to_decide, has_bets, table.due


def _unchanged(table: Table, event: e.Event) -> Table:
    """The event moves only chips, or is only a record."""
    return table


# What each event records, looked up by type: constant time for about a hundred types.
CHANGES: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.StepDone: round_changes.step_done,
    e.TableOpened: upkeep_changes.table_opened,
    e.TableClosed: upkeep_changes.table_closed,
    e.DeckPutInUse: upkeep_changes.deck_put_in_use,
    e.DeckRemoved: upkeep_changes.deck_removed,
    e.DeckChangeDue: upkeep_changes.deck_change_due,
    e.DeckShuffled: upkeep_changes.deck_shuffled,
    e.EntropyCommitted: upkeep_changes.entropy_committed,
    e.EntropyRevealed: upkeep_changes.entropy_revealed,
    e.ShuffleMixed: upkeep_changes.with_mixed_order,
    e.DeckCut: upkeep_changes.deck_cut,
    e.ShuffleOpened: upkeep_changes.shuffle_opened,
    e.SeatTaken: layout_changes.seat_taken,
    e.SeatLeft: layout_changes.seat_left,
    e.WagerPlaced: layout_changes.wager_placed,
    e.WagerWithdrawn: layout_changes.wager_withdrawn,
    e.LateLimitNoticed: layout_changes.late_limit_noticed,
    e.TokePlaced: layout_changes.toke_placed,
    e.TokeWithdrawn: layout_changes.toke_withdrawn,
    e.CouponPlaced: layout_changes.coupon_placed,
    e.CouponWithdrawn: layout_changes.coupon_withdrawn,
    e.RoundBegan: round_changes.round_began,
    e.BetsLocked: layout_changes.bets_locked,
    e.Announced: round_changes.announced,
    e.JackpotLocked: layout_changes.jackpot_locked,
    e.JackpotShared: layout_changes.jackpot_shared,
    e.CardsDealt: round_changes.cards_dealt,
    e.CardsRead: round_changes.cards_read,
    e.CardsDiscarded: irregularity_changes.cards_discarded,
    e.ThirdCardMissing: irregularity_changes.third_card_missing,
    e.CardsExposed: irregularity_changes.cards_exposed,
    e.StubCounted: round_changes.stub_counted,
    e.CardsReleased: round_changes.cards_released,
    e.PlayPlaced: round_changes.play_placed,
    e.Folded: round_changes.folded,
    e.WagerTaken: round_changes.wager_taken,
    e.WagerPushed: round_changes.wager_pushed,
    e.WagerPaid: round_changes.wager_paid,
    e.CouponSettled: round_changes.coupon_settled,
    e.EnvyCollected: round_changes.envy_collected,
    e.HandThrownIn: round_changes.hand_thrown_in,
    e.DecisionsBegan: round_changes.decisions_began,
    e.DecisionsDone: round_changes.decisions_done,
    e.DealerRevealed: round_changes.dealer_revealed,
    e.CallsAwaited: round_changes.calls_awaited,
    e.AwardsCalled: round_changes.awards_called,
    e.SettlementBegan: round_changes.settlement_began,
    e.SettlementCorrected: round_changes.settlement_began,
    e.HandsAwaited: round_changes.hands_awaited,
    e.HandSettled: round_changes.hand_settled,
    e.HandRevealed: round_changes.hand_revealed,
    e.HandRacked: round_changes.hand_racked,
    e.RoundVoided: irregularity_changes.round_voided,
    e.RoundEnded: round_changes.round_ended,
    e.SettledRoundVoided: irregularity_changes.settled_round_voided,
    e.TableHalted: irregularity_changes.table_halted,
    e.RulingMade: irregularity_changes.ruling_made,
    e.DealerRelieved: upkeep_changes.dealer_relieved,
    e.LimitsChanged: upkeep_changes.limits_changed,
    e.TableIdled: upkeep_changes.table_idled,
    e.RecutOrdered: upkeep_changes.recut_ordered,
    e.FirstCardAwaited: upkeep_changes.recut_ordered,
    e.ShufflerFailed: upkeep_changes.shuffler_failed,
    e.ShufflerReplaced: upkeep_changes.shuffler_replaced,
    e.ShuffledByHandInstead: upkeep_changes.shuffled_by_hand_instead,
    e.TokeGiven: layout_changes.toke_given,
    e.TrayFilled: upkeep_changes.with_signed_slip,
    e.TrayCredited: upkeep_changes.with_signed_slip,
    e.TrayCounted: upkeep_changes.tray_counted,
    e.DropBoxTaken: upkeep_changes.drop_box_taken,
    e.DropCounted: upkeep_changes.drop_counted,
    e.ChipsBought: upkeep_changes.with_chips_bought_alone,
    e.ApprovalRequested: upkeep_changes.approval_requested,
    e.RequestSigned: upkeep_changes.request_signed,
    e.RequestDeclined: upkeep_changes.request_declined,
    e.BetReopened: layout_changes.with_reopened_bet,
    e.CardCorrected: hand_changes.with_corrected_hand,
    e.DecisionCorrected: layout_changes.with_corrected_decision,
    e.WagerCorrected: irregularity_changes.wager_corrected,
    e.CouponCorrected: irregularity_changes.coupon_corrected,
    e.ChipsColoured: _unchanged,
    e.CorrectionMade: _unchanged,
    e.PayoutCorrected: _unchanged,
    e.DeckFlawed: _unchanged,
    e.FeeCollected: _unchanged,
    e.IrregularityReported: _unchanged,
    e.MeterFed: _unchanged,
    e.MeterRead: _unchanged,
    e.MeterReset: _unchanged,
    e.NoticeGiven: _unchanged,
    e.PayoutVerified: _unchanged,
}
