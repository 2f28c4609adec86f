"""One example of each command of a table, for `queenhigh script --help`; tests hold it complete."""

EXAMPLES = """\
{"type": "open_table", "dealer": "joe", "tray": 5000000, "automation": ["all"], "by": "floor:fay"}
{"type": "close_table", "by": "floor:fay"}
{"type": "fill_tray", "cents": 1000000, "by": "floor:fay"}
{"type": "credit_tray", "cents": 500000, "by": "floor:fay"}
{"type": "count_tray", "counted": 5000000, "witness": "dealer:joe", "by": "floor:fay"}
{"type": "take_drop_box", "by": "floor:fay"}
{"type": "count_drop", "box": 1, "counted": 30000, "notes": [{"value": 10000, "count": 3}], "by": "count:cou"}
{"type": "read_meter", "meter": 1234500, "reserve": 2500, "by": "system"}
{"type": "share_jackpot", "cents": 667250, "by": "system"}
{"type": "confirm", "step": "wash", "deck": 0, "by": "dealer:joe"}
{"type": "confirm_group", "group": "hand:3", "cards": ["As", "Kd", "2c"], "by": "dealer:joe"}
{"type": "read_cards", "place": 3, "cards": ["As", "Kd", "2c"], "by": "system:shoe-1"}
{"type": "shuffle_deck", "deck": 0, "by": "dealer:joe"}
{"type": "order_recut", "reason": "two hands", "by": "floor:fay"}
{"type": "sit", "seat": 3, "by": "player:ann"}
{"type": "leave", "seat": 3, "by": "player:ann"}
{"type": "buy_in", "seat": 3, "cents": 20000, "by": "player:ann"}
{"type": "colour_up", "cents": 10000, "supervisor": "fay", "by": "dealer:joe"}
{"type": "place_wager", "seat": 3, "wager": "ante", "amount": 1000, "by": "player:ann"}
{"type": "withdraw_wager", "seat": 3, "wager": "ante", "by": "player:ann"}
{"type": "place_toke", "seat": 3, "wager": "ante", "amount": 100, "by": "player:ann"}
{"type": "give_toke", "seat": 3, "amount": 500, "by": "player:ann"}
{"type": "place_coupon", "seat": 3, "on": "ante", "face": 500, "by": "player:ann"}
{"type": "announce_no_more_bets", "by": "dealer:joe"}
{"type": "play", "seat": 3, "by": "player:ann"}
{"type": "fold", "seat": 3, "by": "player:ann"}
{"type": "time_out", "seat": 3, "by": "system"}
{"type": "throw_in", "seat": 3, "by": "player:ann"}
{"type": "call_awards", "seat": 3, "wagers": [], "by": "player:ann"}
{"type": "commit_entropy", "seat": 3, "commitment": "ce1475a4ac8193f5f2fbdfbf0a4afcd9a4c5f1ae01daa5d4d7a1f70ab0a0c1f1", "by": "player:ann"}
{"type": "reveal_entropy", "seat": 3, "entropy": "5d8f0c86b7a4e1f29d3c60f1e7ab4d52c9b83e7716a0f4d2e58c1b9a3f607d44", "by": "player:ann"}
{"type": "mix_entropy", "by": "system"}
{"type": "change_deck", "deck": 0, "reason": "four hours", "by": "floor:fay"}
{"type": "change_limits", "wager": "ante", "minimum": 1000, "maximum": 30000, "by": "floor:fay"}
{"type": "relieve_dealer", "dealer": "kim", "by": "dealer:joe"}
{"type": "mark_idle", "face": "up", "by": "dealer:joe"}
{"type": "replace_shuffler", "source": "backup_machine", "by": "floor:fay"}
{"type": "shuffle_by_hand", "by": "floor:fay"}
{"type": "rule", "ruling": "void", "reason": "unclear", "by": "management:max"}
{"type": "report_face_up_card", "count": 1, "by": "dealer:joe"}
{"type": "report_card_drawn_in_error", "by": "dealer:joe"}
{"type": "report_wrong_number_of_cards", "seat": 0, "cards": 2, "by": "dealer:joe"}
{"type": "report_exposed_card", "seat": 0, "cards": ["Qs"], "by": "dealer:joe"}
{"type": "report_shared_hands", "by": "dealer:joe"}
{"type": "report_wrong_deck_count", "count": 51, "by": "dealer:joe"}
{"type": "report_jam", "device": "shuffler", "by": "dealer:joe"}
{"type": "report_shuffler_failure", "by": "dealer:joe"}
{"type": "report_bet_outside_limits", "seat": 3, "wager": "ante", "actual": 300, "by": "dealer:joe"}
{"type": "correct_card", "seat": 3, "entered": "As", "actual": "Ah", "reason": "slip", "by": "dealer:joe"}
{"type": "correct_decision", "seat": 3, "decision": "fold", "reason": "slip", "by": "dealer:joe"}
{"type": "correct_wager", "seat": 3, "wager": "ante", "amount": 1500, "reason": "slip", "by": "dealer:joe"}
{"type": "correct_coupon", "seat": 3, "on": "ante", "face": 500, "reason": "slip", "by": "dealer:joe"}
{"type": "correct_payout", "seat": 3, "wager": "ante", "paid": 500, "returned": 1000, "reason": "slip", "by": "floor:fay"}
{"type": "approve", "request": 1, "by": "floor:fay"}
{"type": "decline", "request": 1, "reason": "not asked for", "by": "floor:fay"}
"""  # noqa: E501 (a command is one line)
