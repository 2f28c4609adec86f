"""People who watch: every table live, a search over all rounds, replays, alerts, reports."""

import json
import re
from math import floor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .browsing import PHONE, Visitor
from .conftest import Visit
from .playing import Player, dollars
from .serving import Service
from .staffing import sign_in
from .test_accessibility import violations

DAY = "2026-01-05"
PAGES = (
    "/surveillance",
    "/surveillance/search",
    "/surveillance/search?q=jackpot%3E0",
    "/surveillance/alerts",
    "/surveillance/alerts?stakes=play",
    "/surveillance/round/3/1",
    "/surveillance/dossier/3/1",
    f"/reports?day={DAY}",
    "/reports/period?by=dealer",
)


@pytest.fixture
def watcher(room: Service, visit: Visit) -> Visitor:
    return sign_in(visit(room), "vic")


def signed(cents: int) -> str:
    """Write a result as on screen."""
    return "even" if not cents else f"{'+' if cents > 0 else '−'}{dollars(abs(cents))}"


def amount(cents: float) -> str:
    """Write a figure as in a report: to the nearest cent, halves up."""
    whole = floor(cents + 0.5)
    return f"{'−' if whole < 0 else ''}{dollars(abs(whole))}"


def play_a_round(room: Service, visit: Visit, watched: Page | None = None) -> None:
    """Bring money and play a round at tonight's table."""
    cage, patron = sign_in(visit(room), "cat"), sign_in(visit(room), "pat")
    cage.post("/api/patrons/pat/deposits", {"cents": 200_00, "how": "cash", "seen": "pat"})
    player = Player(patron)
    player.sit("Tonight")
    player.buy(100)
    if watched is not None:
        tonight = watched.get_by_role("article", name="Watch Tonight")
        expect(tonight.get_by_role("img")).to_have_accessible_name(re.compile("seat . pat"))
    player.bet("ante")
    player.bet("pair_plus")
    player.deal()
    player.play()
    player.leave()


def rows(page: Page, table: str = "") -> Locator:
    found = page.get_by_role("group", name=table) if table else page
    return found.get_by_role("table").locator("tbody tr")


def test_a_round_is_watched_then_found_replayed_and_exported_with_its_proof(
    watcher: Visitor, room: Service, visit: Visit, tmp_path: Path
) -> None:
    page = watcher.page
    page.goto("/surveillance")
    tables = watcher.get("/api/floor/tables")
    expect(page.get_by_role("article")).to_have_count(len(tables))
    play_a_round(room, visit, watched=page)

    page.get_by_role("link", name="Search", exact=True).click()
    found = watcher.get("/api/search?q=table:tonight%20patron:pat")["rounds"][0]
    asked = f"table:tonight round:{found['number']} patron:pat ante>=$5"
    query = page.get_by_role("searchbox")
    query.fill(asked)
    query.press("Enter")
    expect(rows(page)).to_have_count(1)
    assert "q=table%3Atonight" in page.url
    expect(rows(page)).to_contain_text(f"Table tonight, {found['number']}")
    expect(rows(page).locator(".players")).to_contain_text(signed(found["seats"][0]["net"]))
    page.reload()  # The query is in the URL.
    expect(query).to_have_value(asked)
    expect(rows(page)).to_have_count(1)

    with page.expect_download() as download:
        page.get_by_role("link", name="Export with proof").click()
    file = tmp_path / "rounds.jsonl"
    download.value.save_as(file)
    (line,) = map(json.loads, file.read_text("utf-8").splitlines())
    assert line["unbroken"]
    assert line["round"]["position"] == found["position"]
    assert len(line["records"]) == found["last"] - found["first"] + 1

    page.get_by_role("link", name=re.compile("^Replay")).click()
    expect(page.get_by_role("heading", name=f"Round {found['number']}")).to_be_visible()
    now = page.locator("[aria-current=step]")
    expect(now).to_be_visible()
    page.keyboard.press("End")
    expect(now).to_contain_text(re.compile("is over|shuffle is opened"))
    dealer = page.get_by_role("img", name=re.compile("^The dealer's cards: .* of "))
    expect(dealer).to_be_visible()
    page.get_by_role("link", name="Dossier", exact=True).click()
    expect(page.get_by_text("All agree:")).to_be_visible()
    page.go_back()
    with page.expect_download() as download:
        page.get_by_role("link", name="Dossier as PDF").click()
    download.value.save_as(tmp_path / "dossier.pdf")
    assert (tmp_path / "dossier.pdf").read_bytes().startswith(b"%PDF")


def test_an_unreadable_query_is_marked_at_the_fault(watcher: Visitor) -> None:
    page = watcher.page
    page.goto("/surveillance/search")
    expect(rows(page).first).to_be_visible()
    query = page.get_by_role("searchbox")
    with watcher.bearing("status of 400"):
        query.fill("hand:pair colour:red net>0")
        query.press("Enter")
        wrong = page.get_by_role("alert")
        expect(wrong.locator("mark")).to_have_text("colour:red")
        expect(wrong).to_contain_text("there is no field")
    expect(query).to_have_accessible_description(re.compile("there is no field"))
    page.get_by_role("button", name="Search for jackpot>0").click()
    expect(rows(page)).to_contain_text("The meter paid $2,500.40")
    page.get_by_role("button", name="Add the field patron").click()
    expect(query).to_be_focused()
    query.press_sequentially("di")
    query.press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(query).to_have_value("jackpot>0 patron:di")


def test_the_help_names_every_field_that_can_be_searched_for(watcher: Visitor) -> None:
    watcher.page.goto("/surveillance/search")
    named = watcher.page.get_by_role("button", name=re.compile("^Add the field "))
    fields = watcher.get("/api/search/fields")
    expect(named).to_have_count(len(fields))
    assert sorted(text.split()[-1] for text in named.all_inner_texts()) == sorted(fields)


def test_alerts_have_their_reasons_and_an_empty_day_says_what_is_watched_for(
    watcher: Visitor,
) -> None:
    page = watcher.page
    page.goto(f"/surveillance/alerts?day={DAY}&table=3")
    told = watcher.get(f"/api/alerts?day={DAY}&table=3")
    assert told["now"]  # The decks of that Monday are still on the table.
    entries = page.get_by_role("main").locator("section:not(.watched) li")
    expect(entries).to_have_count(len(told["now"]) + len(told["alerts"]))
    expect(entries.first).to_contain_text("Deck 0 (red) has been in use for")
    entries.first.get_by_role("button", name="Rule").click()
    expect(page.get_by_role("dialog").locator("article").first).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("combobox", name="Tables of").select_option("play")
    expect(page.get_by_text(f"Nothing stands out on gaming day {DAY}.")).to_be_visible()
    expect(page.get_by_role("region", name="What is watched for")).to_contain_text(
        "results beyond what the exact mathematics"
    )


def expect_the_day(page: Page, report: Any) -> None:
    """Expect every figure of the first sections as the service has it."""
    total = report["total"]
    facts = page.locator("dl.facts > div")
    for name, cents in (("Drop", "drop"), ("Handle", "handle"), ("Win", "win")):
        expect(facts.filter(has_text=re.compile(f"^{name}"))).to_contain_text(amount(total[cents]))
    results = rows(page, "Results by table")
    expect(results).to_have_count(len(report["by"]["table"]))
    for line in report["by"]["table"]:
        row = results.filter(has=page.locator(f"th:text-is('{line['of']}')"))
        figures = row.locator("td").all_inner_texts()
        assert figures[0] == f"{line['rounds']:,}"
        assert figures[2:5] == [amount(line[each]) for each in ("drop", "handle", "win")]
        assert figures[6] == amount(line["expected"]["value"])
    games = rows(page, "Actual against theoretical, all tables")
    expect(games).to_have_count(len(total["games"]))
    for row, game in zip(games.all(), total["games"], strict=True):
        figures = row.locator("td").all_inner_texts()
        assert figures[1:4] == [amount(game[each]) for each in ("staked", "paid", "win")]
        assert figures[6].removeprefix("at most ") == amount(game["error"])


def test_the_report_of_a_day_has_the_figures_of_the_service_and_comes_as_files(
    watcher: Visitor, tmp_path: Path
) -> None:
    page = watcher.page
    page.goto(f"/reports?day={DAY}")
    shown = watcher.get(f"/api/reports/day?day={DAY}")
    expect(page.get_by_role("heading", name=f"Gaming day {DAY}")).to_be_visible()
    expect_the_day(page, shown["report"])
    expect(
        page.get_by_role("img", name=re.compile("^Win against what is expected"))
    ).to_be_visible()
    count = rows(page, "Counts of trays")
    expect(count).to_contain_text("dee, dealer")
    expect(count).to_contain_text("flo, floor")
    expect(count).to_contain_text("−$5")
    for section in ("Tokes", "Meters", "Cash and compliance", "Irregularities and voids"):
        expect(page.get_by_role("heading", name=section, exact=True)).to_be_visible()

    page.get_by_role("button", name="Dealer", exact=True).click()
    expect(rows(page, "Results by dealer")).to_have_count(len(shown["report"]["by"]["dealer"]))
    page.get_by_role("button", name="Drop").click()
    drops = [each["drop"] for each in shown["report"]["by"]["dealer"]]
    expect(rows(page, "Results by dealer").first).to_contain_text(amount(max(drops)))

    files = {}
    for kind in ("PDF", "CSV", "JSON"):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        files[file.name] = file.read_bytes()
    assert files[f"day-{DAY}.pdf"].startswith(b"%PDF")
    assert b"Results / By table,1,Drop,250000,250000" in files[f"day-{DAY}.csv"]
    assert json.loads(files[f"day-{DAY}.json"]) == shown


def test_the_report_of_today_has_the_round_just_played(
    watcher: Visitor, room: Service, visit: Visit
) -> None:
    play_a_round(room, visit)
    page = watcher.page
    page.goto("/reports")
    report = watcher.get("/api/reports/day")["report"]
    expect(page.get_by_role("heading", name=f"Gaming day {report['day']}")).to_be_visible()
    assert report["day"] != DAY
    assert report["total"]["rounds"] >= 1
    expect_the_day(page, report)

    page.get_by_role("link", name="Several days").click()
    page.get_by_role("combobox", name="By", exact=True).select_option("day")
    lines = watcher.get("/api/reports/period?by=day")["lines"]
    expect(rows(page, "Results by day")).to_have_count(len(lines))
    for line in lines:
        row = rows(page, "Results by day").filter(has_text=line["of"])
        expect(row).to_contain_text(amount(line["win"]))
    page.get_by_label("To, included").fill(DAY)
    expect(rows(page, "Results by day")).to_have_count(1)
    assert f"to={DAY}" in page.url


def test_axe_finds_nothing_and_a_phone_is_wide_enough(watcher: Visitor) -> None:
    page, found = watcher.page, []
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".loading")).to_have_count(0)
        found += violations(page)
        page.set_viewport_size(PHONE)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE["width"]:
            found.append(f"{path} is {wide} pixels wide")
    assert found == []


@pytest.mark.parametrize("name", ["pat", "ben"])
def test_players_and_dealers_are_refused(name: str, room: Service, visit: Visit) -> None:
    page = sign_in(visit(room), name).page
    for path in ("/surveillance/search", "/reports"):
        page.goto(path)
        main = page.get_by_role("main")
        expect(main.get_by_role("link", name="Sign in")).to_be_visible()
        header = page.get_by_role("banner")
        expect(header.get_by_role("link", name=re.compile("Surveillance|Reports"))).to_have_count(0)


def test_the_floor_searches_but_sees_no_alerts(room: Service, visit: Visit) -> None:
    page = sign_in(visit(room), "flo").page
    page.goto("/surveillance/search?q=void:yes")
    expect(rows(page)).to_contain_text("Void: wrong number of cards")
    expect(page.get_by_role("navigation", name="Surveillance")).not_to_contain_text("Alerts")
    page.goto(f"/reports?day={DAY}")
    expect(page.get_by_role("heading", name="Conduct and disputes")).to_be_visible()
    expect(page.get_by_role("heading", name="Alerts", exact=True)).to_have_count(0)
