"""Every step of the procedure: whose it is, what to do in words, and by which clauses."""

from typing import Final

import msgspec

from ..house.citation import Citation, cite


class StepRule(msgspec.Struct, frozen=True):
    role: str
    text: str  # What to do, as one tells a dealer.
    because: Citation


STEPS: Final[dict[str, StepRule]] = {
    # Opening
    "break_seal": StepRule("floor", "Break the seal and open the deck.", cite("manual-open-B")),
    "inspect": StepRule(
        "dealer",
        "Sort the cards and inspect them, front and back.",
        cite("mics-d1 manual-open-B-2 manual-auto-C manual-open-C"),
    ),
    "verify": StepRule(
        "floor", "Verify the inspection.", cite("mics-d1 manual-open-B-2 manual-auto-C")
    ),
    "count": StepRule("dealer", "Count the deck.", cite("manual-std-F")),
    "rack_deck": StepRule("dealer", "Put the deck in the discard rack.", cite("manual-auto-D")),
    "spread_for_first_player": StepRule(
        "dealer",
        "Spread the cards face up, by suit and in sequence, for the first player to inspect.",
        cite("mics-d2 mics-d4 mics-e5-2"),
    ),
    "wash": StepRule(
        "dealer",
        "Turn the cards face down and wash them thoroughly.",
        cite("mics-d3 mics-d4 mics-e5-2 manual-open-B-3 manual-std-F manual-auto-D"),
    ),
    "stack": StepRule("dealer", "Stack the cards.", cite("mics-d3 mics-e1-2")),
    "spread_face_down": StepRule(
        "dealer", "Spread the deck face down until play.", cite("manual-auto-D")
    ),
    # Shuffle and cut
    "box": StepRule("dealer", "Box the deck.", cite("manual-std-C manual-auto-H")),
    "spin": StepRule("dealer", "Spin the deck.", cite("manual-std-C manual-auto-H")),
    "square": StepRule("dealer", "Square the deck.", cite("manual-std-C")),
    "split": StepRule("dealer", "Split into two equal stacks.", cite("manual-std-C")),
    "riffle": StepRule(
        "dealer",
        "Riffle.",
        cite("manual-std-C manual-std-C1 manual-std-C3 manual-std-C4 manual-auto-H"),
    ),
    "strip": StepRule("dealer", "Strip the deck.", cite("manual-std-C2 manual-std-C3")),
    "load_machine": StepRule(
        "dealer",
        "Put the used deck in the shuffler.",
        cite(
            "mics-b2-iii manual-auto-B manual-auto-D manual-auto-D-2 manual-auto-H manual-std-D-3"
        ),
    ),
    "shuffle": StepRule(
        "dealer",
        "Shuffle, or let the machine shuffle; the deck ends as a single stack.",
        cite("mics-e1 mics-e1-2 manual-std-A manual-std-B manual-std-F-2 manual-std-G"),
    ),
    "cut": StepRule(
        "dealer",
        "Cut with one hand onto the cut card, near the middle, never fewer than the least.",
        cite(
            "mics-e2-ii mics-e3-i mics-e3-i-A mics-e3-i-B mics-e3-i-C manual-std-C4 manual-std-D",
            "manual-std-D-2 manual-open-B-3",
        ),
    ),
    "cut_once": StepRule(
        "dealer",
        "Cut once; no cut card is needed for the machine.",
        cite("manual-auto-H manual-open-B-3 manual-std-C4 manual-std-D-3"),
    ),
    "rack_cover_card": StepRule(
        "dealer",
        "Put the cover card in the discard rack; the deck is ready to be dealt.",
        cite("mics-e3-i-D mics-b1-2 mics-e3-ii"),
    ),
    "load_shoe": StepRule(
        "dealer",
        "Put the stacked deck in the shoe.",
        cite("mics-g1 mics-i2-i mics-e2-i"),
    ),
    "take_in_hand": StepRule(
        "dealer",
        "Take the deck in one hand, keep it in that hand, over the tray.",
        cite("mics-h2-ii mics-h2-ii-B mics-h1 mics-e2-i"),
    ),
    # Dealing
    "name_who_has_no_pair_plus": StepRule(
        "dealer", "Name the positions without Pair Plus.", cite("classic-deal-2-2")
    ),
    "collect_fee": StepRule(
        "dealer", "Collect the entry charge from each player.", cite("chickasaw-b-2 chickasaw-o")
    ),
    "deal": StepRule(
        "dealer",
        "Deal face down, from the far left, to each position with a bet and to the dealer last.",
        cite(
            "mics-g2-2 mics-g3 mics-h2-iii mics-h3 mics-i3 chickasaw-c classic-deal-3",
            "classic-rules-2 classic-deal-3-2 manual-auto-G manual-hands manual-deal-A",
            "manual-deal-B manual-hdeal-A manual-hdeal-A-2 manual-hdeal-B manual-hdeal-C",
        ),
    ),
    "retrieve_cover_card": StepRule(
        "dealer", "Take the cover card back from the discard rack.", cite("mics-b3 mics-b1-2")
    ),
    "cover_dealer_stack": StepRule(
        "dealer",
        "Lay the cover card on the dealer's stack before it leaves the shoe.",
        cite("mics-i3-2 mics-b3"),
    ),
    "slide_cut_card_under": StepRule(
        "dealer",
        "Slide the cut card into the tray and lift the dealer's cards with it underneath.",
        cite("manual-auto-G-2"),
    ),
    "remove_stub": StepRule(
        "dealer",
        "Take the remaining cards out of shoe or machine.",
        cite("mics-a1-vi mics-g4 mics-i4 mics-h4 manual-deal-B-2 manual-hdeal-D"),
    ),
    "check_red_light": StepRule(
        "dealer", "Check for the machine's red light.", cite("manual-deal-B-2")
    ),
    "check_green_light": StepRule(
        "dealer", "Wait for the machine's green light.", cite("manual-hdeal-E")
    ),
    "count_stub": StepRule(
        "dealer",
        "Count the stub face down on the layout.",
        cite("mics-g5 mics-h5 mics-i5"),
    ),
    "rack_stub": StepRule(
        "dealer",
        "Put the stub in the discard rack without exposing a card.",
        cite("mics-g4 mics-g5-i mics-h4 mics-i4 manual-deal-B-2 manual-hdeal-D"),
    ),
    "release": StepRule(
        "dealer",
        "Let the players look at their cards: square the dealer's hand or signal.",
        cite("mics-j1 chickasaw-e manual-deal-B-3 manual-hdeal-C manual-hdeal-E classic-rules-2"),
    ),
    # Completion
    "collect_folds": StepRule(
        "dealer",
        "Take the folded bets and cards, each hand fanned face down to three cards where so ruled.",
        cite("mics-j2-4 manual-deal-C manual-hdeal-F classic-deal-5"),
    ),
    "verify_plays": StepRule(
        "dealer",
        "See that each ante has a play of the same amount, and that all cards lie face down, "
        "tucked under their bets.",
        cite("manual-payout-A manual-deal-C-3"),
    ),
    "reveal_dealer": StepRule(
        "dealer",
        "Turn over the dealer's hand, arrange it from high to low and name it.",
        cite(
            "mics-j2-5 mics-j2-6 chickasaw-i chickasaw-k manual-intro-9 manual-payout-B",
            "manual-payout-B-2 classic-rules-6 classic-deal-6",
        ),
    ),
    "reveal_hand": StepRule(
        "dealer",
        "Turn over the player's hand so that every card can be read.",
        cite("mics-j2-7 manual-payout-G-2 manual-intro-9 manual-6cb-N2 classic-deal-7"),
    ),
    "verify_payout": StepRule(
        "floor", "Verify the payout before it is paid.", cite("manual-payout-J-3")
    ),
    "notify_royal": StepRule(
        "dealer",
        "Tell pit manager, shift manager and surveillance of the royal flush or jackpot.",
        cite("manual-6cb-K"),
    ),
    "verify_royal": StepRule(
        "surveillance",
        "Verify the hand; the winner stays seated.",
        cite("manual-6cb-L manual-6cb-L-2"),
    ),
    "settle": StepRule(
        "dealer", "Take, push or pay the bet.", cite("mics-j3 manual-payout-F classic-deal-7-2")
    ),
    "rack_hand": StepRule(
        "dealer",
        "Pick the hand up in order and put it in the discard rack.",
        cite("mics-j3-2 mics-j3-ii mics-j4 manual-payout-G-3"),
    ),
    "end_round": StepRule("dealer", "The round is over.", cite("mics-a1-v")),
    # Between rounds
    "enter_from_left": StepRule(
        "dealer",
        "Come in from behind and from the left of the outgoing dealer, who deals until then.",
        cite("manual-relief-1 manual-relief-2"),
    ),
    "tap": StepRule("dealer", "Tap the outgoing dealer on the shoulder.", cite("manual-relief-3")),
    "spread": StepRule(
        "dealer", "Spread the cards on the table before leaving.", cite("manual-relief-4-2")
    ),
}
ALL_STEPS = frozenset(STEPS)
