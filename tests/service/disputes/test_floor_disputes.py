"""Disputes over HTTP: from opening one to the commissioner, with the money they move."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.clauses import clause
from tests.service.desk import Browser, House, cardroom
from tests.service.pit import Pit

CLAIM = {"table": "pit-1", "round": 1, "claim": "Nine beats seven: only one bet was paid."}


@pytest.fixture(scope="module")
def pit() -> Iterator[Pit]:
    """A chickasaw table with one round over and a second in play."""
    with cardroom() as house:
        deals = (
            "1: Jd 8s 2c, 3: Qs 9d 8c, 5: 7d 5c 2h, 6: Td 5d 3s, dealer: Qh 9h 7c",
            "3: Ks 9d 8c, 5: 7d 5c 2h, dealer: Qh 9h 7c",
        )
        pit = Pit(house, "pit-1", "chickasaw", *deals)
        pit.open()
        for seat, name in {1: "ann", 3: "cyd", 5: "eve", 6: "fay"}.items():
            pit.sit(seat, name)
        pit.deal(
            seat1={"ante": 1_000},
            seat3={"ante": 10_000},
            seat5={"ante": 1_000},
            seat6={"ante": 1_000},
        )
        pit.decide(1, "fold")
        pit.decide(3)
        pit.decide(5, "fold")
        pit.decide(6, "fold")
        pit.finish()
        pit.deal(seat3={"ante": 1_000}, seat5={"ante": 1_000})
        yield pit


def opened(browser: Browser, **wanted: Any) -> dict[str, Any]:
    answer = browser.post("/api/disputes", {**CLAIM, **wanted})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def said(browser: Browser, dispute: str, what: str, **wish: Any) -> Any:
    answer = browser.post(f"/api/disputes/{dispute}/{what}", wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def no(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@clause("chickasaw-t", "chickasaw-u", "chickasaw-u-2")
def test_a_dispute_from_its_opening_to_the_commissioner(pit: Pit) -> None:
    cy, dealer, management = pit.players[3], pit.staff["dealer"], pit.staff["management"]
    floor = pit.staff["floor"]
    dispute = opened(cy, cents=200_00, id="claim-1")
    assert (dispute["state"], dispute["seat"], dispute["patron"]) == ("open", 3, "cyd")
    assert dispute["moves"] == ["statements"]
    assert dispute["currency"] == "USD"  # The table's.
    assert opened(cy, cents=200_00, id="claim-1")["id"] == dispute["id"]  # Sent twice: one dispute.
    name = dispute["id"]
    said(dealer, name, "statements", text="I paid both bets.")
    told = said(cy, name, "statements", text="Only one was paid.")
    assert [each["by"] for each in told["statements"]] == ["dealer:dealer", "player:cyd"]
    early = cy.post(f"/api/disputes/{name}/commissioner", {})
    assert no(early) == (409, "dispute/undecided")

    before = cy.get("/api/me/purse").json()["money_cents"]
    decision = {"decision": "partly_upheld", "reason": "One payout on camera.", "cents": 100_00}
    told = said(management, name, "decision", **decision, id="decision-1")
    assert (told["state"], told["decision"]) == ("to be countersigned", None)
    assert (told["waiting"]["cents"], told["waiting"]["by"]) == (100_00, "management:management")
    assert "countersign" not in told["moves"]
    said(management, name, "decision", **decision, id="decision-1")
    assert cy.get("/api/me/purse").json()["money_cents"] == before
    assert "countersign" in floor.get(f"/api/disputes/{name}").json()["moves"]
    told = said(floor, name, "countersign", confirm=True, id="signature-1")
    assert (told["state"], told["decision"]["cents"]) == ("partly upheld", 100_00)
    assert told["decision"]["clauses"] == ["chickasaw-t"]
    assert [(each["by"], each["confirmed"]) for each in told["signatures"]] == [
        ("floor:floor", True)
    ]
    said(floor, name, "countersign", confirm=True, id="signature-1")  # Sent twice, it signs once.
    assert cy.get("/api/me/purse").json()["money_cents"] == before + 100_00
    posted = [each.account for each in pit.house.store.postings(f"dispute:{name}")]
    assert sorted(posted) == ["cage", "patron:cyd"]
    again = management.post(f"/api/disputes/{name}/decision", decision)
    assert no(again) == (409, "dispute/decided")

    taken = said(cy, name, "commissioner", reason="I was paid half.")
    assert (taken["state"], taken["taken"]["clauses"]) == (
        "commissioner to be notified", ["chickasaw-u"],
    )  # fmt: skip
    pit.house.clock.pass_(minutes=2)
    assert management.get(f"/api/disputes/{name}").json()["notice_overdue_seconds"] == 120
    told = said(management, name, "notification", how="by telephone", reference="call 7")
    assert told["notified"]["after_seconds"] == 120
    assert told["notice_overdue_seconds"] is None
    said(management, name, "finding", finding="The rest is due.", cents=100_00)
    told = said(pit.staff["surveillance"], name, "countersign", confirm=True)
    assert (told["state"], told["finding"]["cents"]) == ("found", 100_00)
    assert cy.get("/api/me/purse").json()["money_cents"] == before + 200_00
    books = management.get("/api/accounts").json()
    assert sum(each["cents"] for each in books) == 0


def test_a_player_sees_and_opens_only_their_own_disputes(pit: Pit) -> None:
    cy, eve, guest = pit.players[3], pit.players[5], pit.house.guest()
    own = opened(eve, claim="I did not fold.")
    assert own["seat"] == 5
    assert [each["id"] for each in eve.get("/api/disputes").json()] == [own["id"]]
    assert own["id"] not in [each["id"] for each in cy.get("/api/disputes").json()]
    assert no(cy.get(f"/api/disputes/{own['id']}")) == (404, "dispute/unknown")
    assert no(cy.post(f"/api/disputes/{own['id']}/statements", {"text": "x"}))[0] == 404
    assert no(eve.post("/api/disputes", {**CLAIM, "seat": 3})) == (409, "dispute/not_yours")
    other = pit.house.person("player", "zed")
    assert no(other.post("/api/disputes", CLAIM)) == (409, "dispute/not_yours")
    for path in ("dossier", "dossier.pdf"):
        assert no(eve.get(f"/api/disputes/{own['id']}/{path}"))[0] == 403
    assert no(eve.get("/api/tables/pit-1/rounds/1/dossier"))[0] == 403
    assert no(guest.post("/api/disputes", CLAIM))[0] == 403
    everything = pit.staff["management"].get("/api/disputes").json()
    assert own["id"] in [each["id"] for each in everything]
    undecided = pit.house.person("auditor").get("/api/disputes", undecided=True).json()
    assert {each["state"] for each in undecided} == {"open"}
    assert undecided[0]["moves"] == []


def test_a_manager_alone_moves_no_money(pit: Pit) -> None:
    management, fay = pit.staff["management"], pit.players[6]
    name = opened(management, seat=6, claim="x", cents=0)["id"]
    before = fay.get("/api/me/purse").json()["money_cents"]
    for cents in (-300_00, 1, 100_000_000_000):
        wish = {"decision": "upheld", "reason": "r", "cents": cents}
        answer = management.post(f"/api/disputes/{name}/decision", wish)
        assert no(answer) == (409, "dispute/not_alone")
    for other in (management, pit.staff["floor"]):
        again = other.post("/api/disputes", {**CLAIM, "seat": 6})
        assert no(again) == (409, "dispute/exists")
    assert opened(fay, seat=6)["id"] == name  # The patron's own claim, once.
    assert no(fay.post("/api/disputes", {**CLAIM, "seat": 6})) == (409, "dispute/exists")
    assert fay.get("/api/me/purse").json()["money_cents"] == before


def test_money_of_a_dispute_is_bounded_signed_by_another_and_notified(pit: Pit) -> None:
    management, floor, cy = pit.staff["management"], pit.staff["floor"], pit.players[3]
    running = opened(floor, round=2, seat=5, claim="Look at it.")["id"]
    wish = {"decision": "upheld", "reason": "r", "cents": 1}
    early = management.post(f"/api/disputes/{running}/decision", wish)
    assert no(early) == (409, "dispute/round_goes_on")
    name = opened(pit.staff["dealer"], seat=1, claim="I did not see the fold.")["id"]
    for cents in (-1, 100_000_000_000):  # The round paid that seat nothing.
        answer = management.post(f"/api/disputes/{name}/decision", {**wish, "cents": cents})
        assert no(answer) == (409, "dispute/too_much")
    said(management, name, "decision", **{**wish, "cents": 10_00})
    for person in (management, pit.staff["dealer"], cy):
        answer = person.post(f"/api/disputes/{name}/countersign", {"confirm": True})
        assert answer.status_code in (403, 404, 409)
    said(floor, name, "countersign", confirm=True)
    assert pit.players[1].get("/api/me/purse").json()["money_cents"] == 10_00
    for role in ("surveillance", "management"):
        told = [x["detail"] for x in pit.staff[role].get("/api/notices").json()
                if x["about"] == "dispute" and name in x["detail"]]  # fmt: skip
        assert len(told) == 2, role
        assert any("waits for a second signature" in each for each in told)
        assert any("signed by floor:floor" in each for each in told)


def test_the_proposal_of_a_disabled_decider_cannot_be_signed(pit: Pit) -> None:
    """Fix: the money moved although the person who decided on it was gone."""
    max_, eve = pit.house.person("management", "max"), pit.players[5]
    open_ones = eve.get("/api/disputes").json()
    name = open_ones[0]["id"] if open_ones else opened(eve)["id"]
    wish = {"decision": "upheld", "reason": "r", "cents": 10_00}
    said(max_, name, "decision", **wish)
    boss, floor = pit.house.person("administrator"), pit.staff["floor"]
    assert boss.patch("/api/people/max", {"disabled": True}).status_code == 200
    answer = floor.post(f"/api/disputes/{name}/countersign", {"confirm": True})
    assert no(answer) == (403, "rights/signer_gone")
    told = said(floor, name, "countersign", confirm=False, reason="He has left.")
    assert told["state"] == "open"


@clause("chickasaw-t")
def test_only_those_named_by_the_book_decide(pit: Pit) -> None:
    name = opened(pit.staff["dealer"], claim="I may have paid too much.", seat=3, round=2)["id"]
    wish = {"decision": "denied", "reason": "The camera shows it."}
    for role in ("dealer", "floor", "surveillance"):
        answer = pit.staff[role].post(f"/api/disputes/{name}/decision", wish)
        assert no(answer) == (403, "rights/missing"), role
    for role in ("pit_manager", "shift_manager"):
        answer = pit.staff[role].post(f"/api/disputes/{name}/decision", wish)
        assert no(answer) == (409, "role/not_yours"), role
        assert answer.json()["clauses"] == ["chickasaw-t"]
    moved = {**wish, "cents": 5}
    answer = pit.staff["management"].post(f"/api/disputes/{name}/decision", moved)
    assert no(answer) == (409, "compliance/wrong_amount")
    blank = {**wish, "reason": " "}
    answer = pit.staff["management"].post(f"/api/disputes/{name}/decision", blank)
    assert no(answer) == (409, "floor/no_reason")
    assert said(pit.staff["management"], name, "decision", **wish)["state"] == "denied"


def test_a_round_in_progress_is_disputed_and_its_hidden_cards_stay_hidden(pit: Pit) -> None:
    dispute = opened(pit.staff["floor"], round=2, claim="A card was exposed.")
    dossier = pit.staff["surveillance"].get(f"/api/disputes/{dispute['id']}/dossier").json()
    assert (dossier["round"], dossier["over"], dossier["hands"]) == (2, False, [])
    assert "Ks" not in str(dossier["steps"])
    assert "Qh" not in str(dossier)


def test_the_dossier_builds_itself_as_data_and_as_a_document(pit: Pit) -> None:
    name = opened(pit.staff["floor"], claim="Look at it again.")["id"]
    for path in (f"/api/disputes/{name}/dossier", "/api/tables/pit-1/rounds/1/dossier"):
        dossier = pit.staff["floor"].get(path).json()
        assert dossier["disagreements"] == []
        assert dossier["proof"]["unbroken"]
        assert {hand["seat"]: hand["by_rack"] for hand in dossier["hands"]}[3] == [
            "Qs", "9d", "8c",
        ]  # fmt: skip
        document = pit.house.person("auditor").get(f"{path}.pdf")
        assert document.headers["content-type"] == "application/pdf"
        assert document.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("wanted", "answer"),
    [
        ({"table": "nowhere"}, (404, "table/unknown")),
        ({"round": 99}, (409, "dispute/no_such_round")),
        ({"seat": 9}, (409, "dispute/no_such_round")),
        ({"seat": 10}, (400, "request/invalid")),
        ({"claim": ""}, (400, "request/invalid")),
        ({"claim": " "}, (409, "floor/no_reason")),
        ({"id": "set_up:pit-1"}, (400, "request/invalid")),
    ],
)
def test_some_disputes_are_refused(pit: Pit, wanted: dict[str, Any], answer: Any) -> None:
    assert no(pit.staff["floor"].post("/api/disputes", {**CLAIM, **wanted})) == answer


def test_a_practice_table_does_not_concern_management(pit: Pit) -> None:
    player = pit.house.person("player", "pat")
    table = player.post("/api/practice", {"house": "classic"}).json()["id"]
    assert no(player.post("/api/disputes", {**CLAIM, "table": table})) == (404, "table/unknown")


def test_a_missing_dispute_or_round_is_not_found(pit: Pit) -> None:
    floor = pit.staff["floor"]
    assert no(floor.get("/api/disputes/nothing")) == (404, "dispute/unknown")
    assert no(floor.get("/api/disputes/nothing/dossier"))[0] == 404
    assert no(floor.get("/api/tables/pit-1/rounds/77/dossier")) == (404, "round/unknown")


def test_without_an_authority_in_the_book_a_dispute_goes_no_further(house: House) -> None:
    pit = Pit(house, "own", "classic", "3: Qs 9d 8c, dealer: Qh 9h 7c")
    pit.open()
    cy = pit.sit(3, "cyd")
    pit.deal(seat3={"ante": 1_000})
    name = opened(cy, table="own", claim="The cut card was missing.")["id"]
    wish = {"decision": "unresolved", "reason": "Nobody saw it."}
    assert said(pit.staff["shift_manager"], name, "decision", **wish)["state"] == "unresolved"
    assert no(cy.post(f"/api/disputes/{name}/commissioner", {})) == (409, "dispute/no_authority")
