"""Which process looks after which table."""

from collections import Counter

from queenhigh.service.owners import Owners
from queenhigh.store.process_leases import Member

TABLES = [f"table-{number}" for number in range(200)]


def members(*ids: str, machine: str = "here") -> tuple[Member, ...]:
    return tuple(Member(each, machine, 1, "") for each in ids)


def known_to(me: Member, all_: tuple[Member, ...]) -> Owners:
    owners = Owners()
    owners.know(me, all_)
    return owners


def looked_after(all_: tuple[Member, ...]) -> dict[str, list[str]]:
    """By table: the processes that consider themselves its owner."""
    return {
        table: [each.id for each in all_ if known_to(each, all_).is_ours(table)] for table in TABLES
    }


def test_a_process_alone_looks_after_every_table() -> None:
    assert all(map(Owners().is_ours, TABLES))
    [one] = members("one")
    assert all(map(known_to(one, (one,)).is_ours, TABLES))


def test_each_table_has_one_owner_and_every_process_knows_who() -> None:
    all_ = members("one", "two", "three")
    found = looked_after(all_)
    assert {len(owners) for owners in found.values()} == {1}
    for me in all_:
        owners = known_to(me, all_)
        named = {table: (owners.of(table) or me).id for table in TABLES}
        assert named == {table: owner for table, [owner] in found.items()}
    assert min(Counter(owner for [owner] in found.values()).values()) > len(TABLES) / 5


def test_when_a_process_goes_only_its_own_tables_move() -> None:
    before, after = (
        looked_after(members("one", "two", "three")),
        looked_after(members("one", "two")),
    )
    moved = {table for table in TABLES if before[table] != after[table]}
    assert moved == {table for table in TABLES if before[table] == ["three"]}


def test_processes_of_another_machine_own_nothing_here() -> None:
    [here], there = members("one"), members("two", machine="there")
    assert all(map(known_to(here, (here, *there)).is_ours, TABLES))


def test_only_a_change_of_processes_is_news() -> None:
    one, two = members("one", "two")
    owners = Owners()
    assert owners.know(one, (one, two))
    assert not owners.know(one, (one, two))
    assert owners.know(one, (one,))
