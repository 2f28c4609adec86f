"""When the stub is counted: every so many rounds, by table or by deck."""

from .state import Table


def stub_count_due(table: Table) -> bool:
    """Whether to count the stub: at least every five rounds, unless the machine counts."""
    rule, house = table.house.cards.stub_count, table.house
    if house.shuffle.machine_counts and not table.by_hand:
        return False
    number, last = _number(table), _last_count(table)
    if rule.window == "block":
        counted_in_block = last and (last - 1) // rule.every == (number - 1) // rule.every
        return number % rule.every == 0 and not counted_in_block
    return number - last >= rule.every


def rounds_to_count(table: Table) -> int:
    """Rounds until the stub must be counted; 0 in the round of a count."""
    rule = table.house.cards.stub_count
    if stub_count_due(table) or table.round.counted:
        return 0
    if rule.window == "block":
        return -_number(table) % rule.every
    return max(0, rule.every - rounds_since_count(table))


def rounds_since_count(table: Table) -> int:
    """Rounds since the last stub count, including this one."""
    return _number(table) - _last_count(table)


def _number(table: Table) -> int:
    """The round's number counted from the opening, when new decks start a new count."""
    return table.round.number - table.played_before


def _last_count(table: Table) -> int:
    per_deck = table.house.cards.stub_count.per == "deck"
    before = table.played_before
    return table.last_counts.get(table.round.deck if per_deck else -1, before) - before
