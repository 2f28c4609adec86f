"""What a browser receives about other people's cards: nothing, until they are shown."""

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Request, expect

from .conftest import Visit
from .playing import Player

CARDS = re.compile(r"[2-9TJQKA][shdc](?:[ ,]+[2-9TJQKA][shdc])*")
SHOWN = ("dealer_revealed", "hand_revealed", "shuffle_opened")


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def cards_in(told: str) -> set[str]:
    """Every card a message names, alone or in a list."""
    found = (CARDS.fullmatch(text) for text in texts(json.loads(told)))
    return {card for match in found if match for card in re.split(r"[ ,]+", match[0])}


def reveals(frame: str) -> bool:
    return any(event["type"] in SHOWN for event in json.loads(frame).get("events", []))


def hand_of(player: Player, seat: int) -> set[str]:
    (mine,) = (each for each in player.view()["seats"] if each["seat"] == seat)
    return set(mine["cards"])


def pry(player: Player, number: int) -> list[str]:
    """Ask the service everything that could be asked about a round in progress."""
    request, table = player.visitor.context.request, f"/api/tables/{player.id}"
    asked = ("", "/changes?after=0", "/rounds", f"/rounds/{number}", "/results", "/advice")
    answers = [request.get(f"{table}{path}") for path in asked]
    return [answer.text() for answer in answers]


def answers_to(player: Player) -> list[Request]:
    """Collect a page's requests to the API that are answered from now on.

    Of a request that the page has given up, nothing has been kept.
    """
    found: list[Request] = []

    def answered(request: Request) -> None:
        if "/api/" in request.url:
            found.append(request)

    player.page.on("requestfinished", answered)
    return found


def json_of(request: Request) -> list[str]:
    response = request.response()
    is_json = response and "json" in response.headers.get("content-type", "")
    return [response.text()] if response and is_json else []


def test_two_browsers_see_each_others_bets_and_never_each_others_cards(visit: Visit) -> None:
    ann, ben = Player(visit()), Player(visit())
    answers = {player: answers_to(player) for player in (ann, ben)}
    ann.sit("Quick table")
    ann.buy(500)
    ben.sit("Quick table")
    ben.buy(500)
    (seat_of_ann,), (seat_of_ben,) = ann.seats(), ben.seats()
    ann.bet("ante")
    ben.bet("ante")
    ben.bet("pair_plus")
    for player, bets in ((ann, 3), (ben, 3)):
        bets_seen = player.page.get_by_label(re.compile(r"^(Ante|Pair Plus): \$5\b"))
        expect(bets_seen).to_have_count(bets)

    first, second = sorted((ann, ben), key=lambda each: each.seats())
    expect(first.play_button).to_be_visible()
    hands = {ann: hand_of(ann, seat_of_ann), ben: hand_of(ben, seat_of_ben)}
    assert all(len(hand) == 3 and "??" not in hand for hand in hands.values())
    number = int(ann.view()["round"])  # The table's first round: there is no other to learn about.
    prised = {player: pry(player, number) for player in (ann, ben)}
    first.play_button.click()
    expect(second.play_button).to_be_visible()
    for player in (ann, ben):
        prised[player] += pry(player, number)
        heard = [text for each in answers[player] for text in json_of(each)]
        assert heard
        prised[player] += heard
    second.play_button.click()
    for player in (ann, ben):
        expect(player.over).to_be_visible()

    for player, other in ((ann, ben), (ben, ann)):
        before = before_the_reveal(player.visitor.frames)
        assert before
        named = set().union(*map(cards_in, [*before, *prised[player]]))
        assert named == hands[player]
        after = set().union(*map(cards_in, player.visitor.frames))
        assert hands[other] <= after


def before_the_reveal(frames: list[str]) -> list[str]:
    """All frames of one round before a hand was turned over."""
    first = next(number for number, frame in enumerate(frames) if reveals(frame))
    return frames[:first]
