"""A patron's identity stays sealed: at rest, in print, and from those who need not know."""

from pathlib import Path

import pytest

from queenhigh.floor.compliance import FIELDS
from queenhigh.floor.identity import IDENTITIES, Identity, Sealer, may_see, sealer_from
from queenhigh.floor.keyring import KEY_BYTES, SealBroken, new_key, read_keys
from queenhigh.table.roles import ROLES
from tests.table.driver import house

ANN = Identity(
    legal_name="Ann Example",
    address="1 Main Street",
    born="1980-02-03",
    document="passport",
    document_number="X1234567",
    taxpayer_number="000-00-0000",
)
OLD, NEW = bytes(range(KEY_BYTES)), bytes(range(1, KEY_BYTES + 1))


def test_a_sealed_record_opens_to_the_same() -> None:
    sealer = Sealer(NEW)
    assert sealer.open("ann", sealer.seal("ann", ANN)) == ANN


def test_a_sealed_record_cannot_be_read_and_no_two_seals_are_alike() -> None:
    sealer = Sealer(NEW)
    one, other = sealer.seal("ann", ANN), sealer.seal("ann", ANN)
    assert one != other
    for secret in (b"Ann", b"Main", b"X1234567", b"000-00", b"passport"):
        assert secret not in one


def test_a_record_cannot_be_put_in_another_patrons_place() -> None:
    sealer = Sealer(NEW)
    with pytest.raises(SealBroken, match="belongs elsewhere"):
        sealer.open("bob", sealer.seal("ann", ANN))


@pytest.mark.parametrize("place", [0, 3, 12, 30, -1])
def test_one_changed_byte_breaks_the_seal(place: int) -> None:
    sealer = Sealer(NEW)
    sealed = bytearray(sealer.seal("ann", ANN))
    sealed[place] ^= 1
    with pytest.raises(SealBroken):
        sealer.open("ann", bytes(sealed))


@pytest.mark.parametrize("sealed", [b"", b"\x01", b"\x01" + bytes(8), b"\x01" + bytes(21)])
def test_a_malformed_seal_is_reported(sealed: bytes) -> None:
    with pytest.raises(SealBroken):
        Sealer(NEW).open("ann", sealed)


def test_keys_are_rotated_by_putting_a_new_one_first() -> None:
    sealed = Sealer(OLD).seal("ann", ANN)
    both = Sealer(NEW, OLD)
    assert both.open("ann", sealed) == ANN
    assert not both.is_current(sealed)
    assert both.is_current(both.seal("ann", ANN))
    with pytest.raises(SealBroken, match="key that is not here"):
        Sealer(NEW).open("ann", sealed)


def test_keys_come_from_a_file_or_from_the_environment(tmp_path: Path) -> None:
    one, other = new_key(), new_key()
    file = tmp_path / "keys"
    file.write_text(f"# the newest first\n{one}\n\n{other}\n")
    from_file = sealer_from({"QUEENHIGH_IDENTITY_KEY_FILE": str(file)})
    from_variable = sealer_from({"QUEENHIGH_IDENTITY_KEY": f"{one},{other}"})
    assert from_file is not None
    assert from_variable is not None
    assert from_file.open("ann", from_variable.seal("ann", ANN)) == ANN
    assert sealer_from({}) is None
    assert [len(key) for key in read_keys(f"{one}\n{other}", IDENTITIES)] == [KEY_BYTES, KEY_BYTES]


@pytest.mark.parametrize("text", ["short", "c2hvcnQ=", "not base64 at all!"])
def test_a_malformed_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="key"):
        Sealer(*read_keys(text, IDENTITIES))


def test_without_a_key_nothing_is_sealed() -> None:
    with pytest.raises(ValueError, match="no key"):
        Sealer()


def test_its_repr_names_the_fields_and_shows_no_values() -> None:
    for text in (repr(ANN), str(ANN), f"{ANN}", str([ANN])):
        assert "Ann" not in text
        assert "legal_name" in text
    assert set(ANN.fields) <= set(FIELDS)


def test_only_roles_that_need_an_identity_may_see_it() -> None:
    chosen = house("manual")
    assert [role for role in ROLES if may_see(chosen, f"{role}:x")] == [
        *("floor", "pit_manager", "shift_manager", "management"),
    ]
    assert may_see(chosen, "supervisor:x")  # A title of this house.
