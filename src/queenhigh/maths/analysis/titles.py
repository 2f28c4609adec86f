"""Names of bets and their results for paper and screens."""

from ...house.model import House
from ...wagers.award_title import award_title, hand_title
from .analysis_figures import ANTE_PLAY
from .side_wager import FORFEITED, unpaid_name


def titles(house: House) -> dict[str, str]:
    """Titles of bets, and of wager results as `wager.result`."""
    together = f"{house.title('ante')} and {house.title('play')}"
    found = {
        "ante": house.title("ante"),
        "play": house.title("play"),
        "ante_bonus": house.title("ante_bonus"),
        ANTE_PLAY: together,
        "ante_and_play": together,
        "match_play": "Match play",
    }
    for key, wager in house.wagers.items():
        found[key] = wager.title
        for name in (unpaid_name(wager), FORFEITED):
            found[f"{key}.{name}"] = hand_title(house, name)
        for row in wager.pays.values():
            found[f"{key}.{row.key}"] = award_title(house, row, wager.of)
    return found
