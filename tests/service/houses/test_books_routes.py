"""Uploaded rule books over HTTP: drafts, approval by a second person, versions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queenhigh.floor.book_editions import STREAM
from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from tests.service import lucky
from tests.service.desk import Browser, House, cardroom


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom() as running:
        yield running


def administrator(house: House) -> Browser:
    return house.person("administrator")


def manager(house: House) -> Browser:
    return house.person("management")


def uploaded(service: House, **changed: str) -> dict[str, Any]:
    answer = administrator(service).post("/api/books", {"files": lucky.files(**changed)})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def approved(house: House, version: int = 1) -> dict[str, Any]:
    answer = manager(house).post(f"/api/books/lucky/{version}/approve")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def keys(house: House) -> list[str]:
    return [each["key"] for each in house.anybody().get("/api/houses").json()]


def opened(house: House, table: str) -> Any:
    wanted = {"id": table, "house": "lucky", "automation": []}
    return house.person("floor").post("/api/tables", wanted)


def test_a_book_is_a_draft_until_another_person_approves_it(fresh: House) -> None:
    draft = uploaded(fresh)
    assert (draft["state"], draft["version"], draft["may_approve"]) == ("draft", 1, False)
    assert "lucky" not in keys(fresh)
    assert opened(fresh, "one").status_code == 404
    (listed,) = manager(fresh).get("/api/books").json()
    assert listed["may_approve"]
    assert approved(fresh)["state"] == "approved"
    assert "lucky" in keys(fresh)
    assert opened(fresh, "one").status_code == 201


def test_the_houses_pages_show_it_like_any_other(fresh: House) -> None:
    uploaded(fresh)
    approved(fresh)
    browser = fresh.anybody()
    shown = browser.get("/api/houses/lucky").json()
    assert (shown["source"], shown["version"], shown["currency"]) == ("upload", 1, "EUR")
    spots = {each["key"]: each for each in shown["felt"]["spots"]}
    assert spots["two_kings"]["limits_in_words"] == "€2 to €50"
    rows = {each["key"]: each["pays"] for each in shown["felt"]["pay_tables"][-1]["rows"]}
    assert rows == {"straight_flush": "€500", "three_of_a_kind": "25 to 1", "pair": "2 to 1"}
    rules = browser.get("/api/houses/lucky/rules").json()
    assert [each["id"] for each in rules] == ["lucky-1", "lucky-2"]
    said = browser.get("/api/clauses/lucky-2").json()
    assert (said["kind"], said["text"]) == ("clause", "Two Kings pays a pair 2 to 1.")
    figures = browser.get("/api/houses/lucky/analysis").json()["wagers"]
    assert list(figures) == ["ante_play", "two_kings"]
    assert browser.get("/api/houses/lucky/lint").status_code == 200


def test_a_bad_upload_changes_nothing(fresh: House) -> None:
    wrong = lucky.HOUSE.replace("pair = 2", 'pair = "two"')
    answer = administrator(fresh).post("/api/books", {"files": lucky.files(house=wrong)})
    assert (answer.status_code, answer.json()["code"]) == (422, "book/wrong")
    assert "house.toml:18" in answer.json()["message"]
    assert administrator(fresh).get("/api/books").json() == []
    assert fresh.store.head(STREAM).count == 0


@pytest.mark.parametrize(
    "body",
    [{}, {"files": {}}, {"files": {"house.toml": "", "b.toml": ""}}, {"zip": "!"},
     {"files": {"x": ""}}, {"files": lucky.files(), "zip": "abc"}],
)  # fmt: skip
def test_a_malformed_set_of_files_is_refused(house: House, body: dict[str, Any]) -> None:
    answer = administrator(house).post("/api/books", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "book/files")


def test_a_zip_is_accepted_too(fresh: House) -> None:
    body = {"zip": lucky.zipped(lucky.files(), "lucky/")}
    assert administrator(fresh).post("/api/books", body).status_code == 201


def test_lint_says_everything_with_file_line_and_key_and_stores_nothing(fresh: House) -> None:
    wrong = lucky.HOUSE.replace("pair = 2", "pair = -2")
    told = administrator(fresh).post("/api/books/lint", {"files": lucky.files(house=wrong)}).json()
    (finding,) = told["findings"]
    assert not told["loads"]
    assert (finding["file"], finding["line"]) == ("house.toml", 18)
    assert finding["key"] == "wagers.two_kings.pays.pair.to_one"
    right = administrator(fresh).post("/api/books/lint", {"files": lucky.files()}).json()
    assert right["loads"]
    assert [each["key"] for each in right["houses"]] == ["lucky"]
    assert fresh.store.head(STREAM).count == 0


def test_nobody_approves_their_own_upload(fresh: House) -> None:
    uploaded(fresh)
    own = administrator(fresh).post("/api/books/lucky/1/approve")
    assert (own.status_code, own.json()["code"]) == (403, "book/own_upload")
    alike = fresh.person("administrator", "another").post("/api/books/lucky/1/approve")
    assert (alike.status_code, alike.json()["code"]) == (403, "book/own_upload")
    assert "lucky" not in keys(fresh)


def test_management_may_upload_and_an_administrator_approve(fresh: House) -> None:
    answer = manager(fresh).post("/api/books", {"files": lucky.files()})
    assert answer.status_code == 201
    assert administrator(fresh).post("/api/books/lucky/1/approve").status_code == 200


@pytest.fixture(scope="module")
def drafted() -> Iterator[House]:
    with cardroom() as running:
        uploaded(running)
        yield running


@pytest.mark.parametrize("role", ["player", "dealer", "floor", "shift_manager", "surveillance"])
def test_others_see_nothing_of_drafts(drafted: House, role: str) -> None:
    browser = drafted.person(role)
    for path in ("/api/books", "/api/books/lucky/1"):
        assert browser.get(path).status_code == 403
    for path in ("/api/books", "/api/books/lint"):
        assert browser.post(path, {"files": lucky.files()}).status_code == 403
    for what in ("approve", "reject", "withdraw"):
        answer = browser.post(f"/api/books/lucky/1/{what}", {"reason": "x"})
        assert answer.status_code == 403
    assert browser.get("/api/houses/lucky").status_code == 404
    assert browser.get("/api/clauses/lucky-1").status_code == 404
    practice = browser.post("/api/practice", {"house": "lucky"})
    assert practice.status_code == 404
    assert "lucky" not in browser.get("/api/houses").text


def test_guests_and_strangers_see_nothing_either(fresh: House) -> None:
    uploaded(fresh)
    assert fresh.guest().get("/api/books").status_code == 403
    assert fresh.anybody().get("/api/books").status_code == 401


def test_an_auditor_may_only_read(fresh: House) -> None:
    uploaded(fresh)
    auditor = fresh.person("auditor")
    found = auditor.get("/api/books/lucky/1").json()
    assert found["files"] == lucky.files()
    assert not found["may_approve"]
    assert auditor.post("/api/books/lucky/1/approve").status_code == 403


def test_a_second_version_leaves_open_tables_as_they_are(fresh: House) -> None:
    uploaded(fresh)
    approved(fresh)
    assert opened(fresh, "old").status_code == 201
    richer = lucky.HOUSE.replace("pair = 2", "pair = 3")
    assert uploaded(fresh, house=richer)["version"] == 2
    assert opened(fresh, "between").status_code == 201
    approved(fresh, 2)
    assert opened(fresh, "new").status_code == 201
    assert {table: _pair(fresh, table) for table in ("old", "between", "new")} == {
        "old": "2 to 1", "between": "2 to 1", "new": "3 to 1",
    }  # fmt: skip
    states = [each["state"] for each in manager(fresh).get("/api/books").json()]
    assert states == ["approved", "superseded"]


def _pair(house: House, table: str) -> str:
    felt = house.person("floor").get(f"/api/tables/{table}/house").json()
    rows = felt["pay_tables"][-1]["rows"]
    return str(next(each["pays"] for each in rows if each["key"] == "pair"))


def test_a_rejected_or_withdrawn_book_is_not_offered(fresh: House) -> None:
    uploaded(fresh)
    rejected = manager(fresh).post("/api/books/lucky/1/reject", {"reason": "last year's"})
    assert (rejected.json()["state"], rejected.json()["reason"]) == ("rejected", "last year's")
    assert manager(fresh).post("/api/books/lucky/1/approve").status_code == 409
    uploaded(fresh)
    approved(fresh, 2)
    assert opened(fresh, "open").status_code == 201
    withdrawn = manager(fresh).post("/api/books/lucky/2/withdraw", {"reason": "a slip"})
    assert withdrawn.json()["state"] == "withdrawn"
    assert "lucky" not in keys(fresh)
    assert _pair(fresh, "open") == "2 to 1"


def test_a_key_that_a_built_in_house_has_is_refused(fresh: House) -> None:
    body = {"files": lucky.files(book='key = "mics"\ntitle = "Mine"\n')}
    answer = administrator(fresh).post("/api/books", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "book/wrong")


def test_the_same_upload_sent_twice_is_one_version(fresh: House) -> None:
    body = {"files": lucky.files(), "id": "twice"}
    for _ in range(2):
        assert administrator(fresh).post("/api/books", body).status_code == 201
    assert len(administrator(fresh).get("/api/books").json()) == 1


def test_an_upload_survives_a_restart_and_is_in_the_log(tmp_path: Path) -> None:
    database = str(tmp_path / "cardroom.db")
    with cardroom(database) as first:
        uploaded(first)
        approved(first)
        uploaded(first, house=lucky.HOUSE.replace("pair = 2", "pair = 3"))
        assert opened(first, "one").status_code == 201
    with cardroom(database) as second:
        assert "lucky" in keys(second)
        assert _pair(second, "one") == "2 to 1"
        states = [each["state"] for each in manager(second).get("/api/books").json()]
        assert states == ["draft", "approved"]
        assert opened(second, "two").status_code == 201
        kept = second.store.database
        with kept.reading() as connection:
            assert verify(DatabaseEvidence(connection, kept.name)).findings == []


def test_the_folders_of_the_settings_are_offered_too(tmp_path: Path) -> None:
    folder = tmp_path / "books" / "lucky"
    folder.mkdir(parents=True)
    for name, text in lucky.files().items():
        (folder / name).write_text(text)
    for books in (tmp_path / "books", folder):
        with cardroom(books=(str(books),)) as running:
            shown = running.anybody().get("/api/houses/lucky").json()
            assert (shown["source"], shown["version"]) == ("folder", 0)
            assert running.anybody().get("/api/houses/lucky/lint").status_code == 200
            assert {each["id"] for each in running.guest().get("/api/tables").json()} >= {"lucky"}
            taken = administrator(running).post("/api/books", {"files": lucky.files()})
            assert (taken.status_code, taken.json()["code"]) == (409, "book/key_taken")


def test_a_house_file_alone_is_uploaded_and_served_too(fresh: House, tmp_path: Path) -> None:
    text = 'extends = "manual"\nname = "Generous"\n[wagers.pair_plus.pays]\nflush = 4\n'
    body = {"files": {"generous.toml": text}}
    assert administrator(fresh).post("/api/books", body).status_code == 201
    assert manager(fresh).post("/api/books/generous/1/approve").status_code == 200
    file = tmp_path / "generous.toml"
    file.write_text(text)
    with cardroom(books=(str(file),)) as settings:
        for running, source in ((fresh, "upload"), (settings, "folder")):
            shown = running.anybody().get("/api/houses/generous").json()
            assert (shown["source"], shown["book"]) == (source, "manual")
            assert [each["departs_from"] for each in shown["departures"]] == [["manual-pp-table"]]
            found = running.anybody().get("/api/houses/generous/lint").json()
            assert [each["file"] for each in found if each["level"] == "departs"] == [
                "generous.toml"
            ]
