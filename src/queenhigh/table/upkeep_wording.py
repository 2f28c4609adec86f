"""Opening, closing, decks, the tray, people and limits in words."""

from ..house.words import plain_words
from . import events as e
from .fairness import verify
from .sentence_context import Moment, people


def deck_shuffled(at: Moment, event: e.DeckShuffled) -> str:
    if at.after.physical:
        return "Shuffled; the order is not known"
    if at.after.kind == "training":
        return "Shuffled"  # Trainee dealers have no use for the commitment.
    return f"Shuffled; commitment {event.commitment or 'none'}"


def shuffle_opened(at: Moment, event: e.ShuffleOpened) -> str:
    right = verify(event.commitment, event.order, event.nonce)
    return f"The shuffle is opened: it {'is' if right else 'IS NOT'} the one committed to"


def entropy_committed(at: Moment, event: e.EntropyCommitted) -> str:
    return f"Seat {event.seat} adds to the shuffle"


def entropy_revealed(at: Moment, event: e.EntropyRevealed) -> str:
    return f"Seat {event.seat} reveals what it adds to the shuffle"


def shuffle_mixed(at: Moment, event: e.ShuffleMixed) -> str:
    added = ", ".join(map(str, event.entropy)) or "none"
    left_out = ", ".join(map(str, event.withheld))
    without = f"; not revealed in time: {left_out}" if left_out else ""
    return f"The seats' entropy is mixed in: {added}{without}"


def table_opened(at: Moment, event: e.TableOpened) -> str:
    return f"Table {event.table}, {event.house}, dealer {at.called(event.dealer)}"


def table_closed(at: Moment, event: e.TableClosed) -> str:
    tray = f" with {at.money(event.tray)} in the tray" if event.tray else ""
    return f"The table is closed{tray}"


def deck_put_in_use(at: Moment, event: e.DeckPutInUse) -> str:
    return f"The {event.back} deck is in use"


def deck_removed(at: Moment, event: e.DeckRemoved) -> str:
    return f"The {at.before.decks[event.deck].back} deck is removed: {plain_words(event.reason)}"


def tray_filled(at: Moment, event: e.TrayFilled) -> str:
    return f"Fill: {at.money(event.cents)} from the cage{_on_slip(event)}"


def tray_credited(at: Moment, event: e.TrayCredited) -> str:
    return f"Credit: {at.money(event.cents)} to the cage{_on_slip(event)}"


def tray_counted(at: Moment, event: e.TrayCounted) -> str:
    counted, expected = at.money(event.counted), at.money(event.expected)
    by = f"{at.actor(event.by)} and {at.actor(event.witness)}"
    kind = f" for the {event.inventory}" if event.inventory else ""
    return f"The tray is counted{kind} by {by}: {counted}; expected {expected}"


def drop_box_taken(at: Moment, event: e.DropBoxTaken) -> str:
    return f"Drop box {event.slip} is taken to the count room"


def drop_counted(at: Moment, event: e.DropCounted) -> str:
    counted, expected = at.money(event.counted), at.money(event.expected)
    by = at.actor(event.by)
    if event.witness:
        by += f" and {at.actor(event.witness)}"
    return f"Drop box {event.box} is counted by {by}: {counted}; expected {expected}"


def approval_requested(at: Moment, event: e.ApprovalRequested) -> str:
    asked = plain_words(str(event.command["type"]))
    signers = " and ".join(
        at.called(each.name) if each.name else plain_words(each.role) for each in event.signatures
    )
    by = at.actor(event.by)
    void = "; then the round is void" if event.voids else ""
    return f"Request {event.request} of {by}: {asked}, to be signed by {signers}{void}"


def request_signed(at: Moment, event: e.RequestSigned) -> str:
    return f"{at.actor(event.by)} signs request {event.request}"


def request_declined(at: Moment, event: e.RequestDeclined) -> str:
    reason = f": {event.reason}" if event.reason else ""
    return f"{at.actor(event.by)} declines request {event.request}{reason}"


def dealer_relieved(at: Moment, event: e.DealerRelieved) -> str:
    return f"{at.called(event.incoming)} relieves {at.called(event.outgoing)}"


def limits_changed(at: Moment, event: e.LimitsChanged) -> str:
    low, high = at.money(event.minimum), at.money(event.maximum)
    return f"New limits on {at.house.title(event.wager)}: {low} to {high}"


def shuffler_failed(at: Moment, event: e.ShufflerFailed) -> str:
    return "The shuffler has failed"


def shuffler_replaced(at: Moment, event: e.ShufflerReplaced) -> str:
    return f"Another shuffler is at the table: {plain_words(event.source)}"


def shuffled_by_hand_instead(at: Moment, event: e.ShuffledByHandInstead) -> str:
    return "The deck is shuffled by hand instead"


def deck_flawed(at: Moment, event: e.DeckFlawed) -> str:
    flaws = f"The {at.before.decks[event.deck].back} deck has flaws: {event.flaws}"
    return f"{flaws}; told: {people(event.told)}"


def deck_change_due(at: Moment, event: e.DeckChangeDue) -> str:
    back = at.before.decks[event.deck].back
    return f"The {back} deck must be changed after {event.hours} hours"


def deck_cut(at: Moment, event: e.DeckCut) -> str:
    return f"Cut at {event.count} cards"


def recut_ordered(at: Moment, event: e.RecutOrdered) -> str:
    return f"A recut is ordered: {event.reason}"


def table_idled(at: Moment, event: e.TableIdled) -> str:
    return f"The table is idle, the cards face {event.face}"


def _on_slip(event: e.TrayFilled | e.TrayCredited) -> str:
    if not isinstance(event.slip, int):
        return ""
    carried = f", carried by {event.runner}" if event.runner else ""
    return f" (slip {event.slip}{carried})"
