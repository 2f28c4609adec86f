"""`settle --lines`: one round per input line, one result per output line, in order, streamed."""

import subprocess
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import IO

import pytest

from tests.cli.runner import COMMAND, a_round, encoded, run, run_apart, start, with_seat

GOOD = encoded(a_round())
HOUSES = ("mics", "mics-alternate", "chickasaw", "manual", "classic")


def rounds(number: int) -> list[bytes]:
    """Rounds that differ in their ante."""
    return [encoded(with_seat(a_round(), wagers={"ante": 100 * n})) for n in range(1, number + 1)]


def stakes(answer: list[dict[str, list[dict[str, list[dict[str, int]]]]]]) -> list[int]:
    return [result["seats"][0]["lines"][0]["stake"] for result in answer]


def test_results_come_in_the_order_of_the_lines() -> None:
    answer = run("settle", "--lines", stdin=b"\n".join(rounds(500)))
    assert (answer.status, answer.err) == (0, "")
    assert stakes(answer.json_lines) == [100 * n for n in range(1, 501)]


def test_a_result_is_what_settle_prints_for_the_round_alone() -> None:
    lines = [encoded(a_round(house)) for house in HOUSES]
    alone = [run("settle", stdin=line).json for line in lines]
    assert run("settle", "--lines", stdin=b"\n".join(lines)).json_lines == alone


def test_one_result_takes_one_line() -> None:
    text = b'{"announce_yes": "one\\ntwo\\u2028three {hand}"}'
    line = encoded(a_round(options={"tie": 0})).replace(b'{"tie":0}', text)
    answer = run("settle", "--lines", stdin=line)
    assert answer.out.count("\n") == 1
    assert answer.json["dealer"]["announcement"].startswith("one\ntwo\u2028three")


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_last_line_may_lack_its_line_break(end: bytes) -> None:
    answer = run("settle", "--lines", stdin=GOOD + b"\n" + GOOD + end)
    assert answer.out.count("\n") == 2
    assert "error" not in answer.out


def test_lines_may_end_as_on_windows() -> None:
    answer = run("settle", "--lines", stdin=b"\r\n".join([*rounds(3), b""]))
    assert stakes(answer.json_lines) == [100, 200, 300]


@pytest.mark.parametrize("blank", [b"", b"  ", b"\r", b"\t"])
def test_a_blank_line_has_a_result_too_so_line_numbers_agree(blank: bytes) -> None:
    answer = run("settle", "--lines", stdin=b"\n".join([GOOD, blank, GOOD]))
    assert answer.status == 0
    assert [each.get("line") for each in answer.json_lines] == [None, 2, None]
    assert "empty" in answer.json_lines[1]["error"]


def test_an_empty_stream_has_no_results() -> None:
    answer = run("settle", "--lines", stdin=b"")
    assert answer == (0, "", "")


def test_bad_lines_are_numbered_as_an_editor_numbers_them() -> None:
    lines = [GOOD, b"nonsense", GOOD, b"\xff", b"{}"]
    answer = run("settle", "--lines", stdin=b"\n".join(lines))
    assert answer.status == 0
    assert [each.get("line") for each in answer.json_lines] == [None, 2, None, 4, 5]


def test_each_line_may_name_its_own_house_and_options() -> None:
    folded = with_seat(a_round(), decision="fold", wagers={"ante": 100, "pair_plus": 100})
    lines = [
        folded | {"house": house, "options": {"fold_pair_plus": fold}}
        for house in HOUSES
        for fold in ("survives", "forfeits")
    ]
    results = run("settle", "--lines", stdin=b"\n".join(map(encoded, lines))).json_lines
    assert [each["house"] for each in results] == [house for house in HOUSES for _ in range(2)]
    straight_flush = {"mics-alternate": 35}
    nets = [n for house in HOUSES for n in (straight_flush.get(house, 40) * 100 - 100, -200)]
    assert [each["seats"][0]["net"] for each in results] == nets


def test_a_house_on_the_command_line_applies_to_every_line(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "classic"')
    answer = run("settle", "--lines", "--house", own, stdin=b"\n".join([GOOD] * 3))
    assert [each["house"] for each in answer.json_lines] == ["own"] * 3


def test_an_invalid_house_is_the_commands_error_and_not_every_lines(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "classic"\nseats = 10')
    answer = run("settle", "--lines", "--house", own, stdin=GOOD)
    assert answer.status == 2
    assert "seats = 10" in answer.complaint


def test_lines_can_be_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"\n".join(rounds(3)))
    assert (
        run("settle", "--lines", file).out == run("settle", "--lines", stdin=file.read_bytes()).out
    )


@pytest.mark.parametrize("length", [(1 << 20) + (1 << 17), 5_000_000])
@pytest.mark.parametrize("ended", [True, False])
def test_a_line_too_long_to_be_a_round_is_skipped(length: int, ended: bool) -> None:
    overlong = b'"' + b"x" * length
    lines = [GOOD, overlong, GOOD] if ended else [GOOD, overlong]
    results = run("settle", "--lines", stdin=b"\n".join(lines)).json_lines
    assert len(results) == len(lines)
    assert (results[1]["line"], results[1]["path"]) == (2, "")
    assert "longer than 1,048,576 bytes" in results[1]["error"]
    assert len(str(results[1])) < 500


def test_the_limit_on_a_line_does_not_depend_on_the_reads() -> None:
    overlong = GOOD + b" " * (1 << 20)
    for before in (0, 1000, 60_000, 65_000, 65_536):
        lines = b" " * before + b"\n" + overlong + b"\n" + GOOD
        _, result, after = run("settle", "--lines", stdin=lines).json_lines
        assert "longer" in result.get("error", ""), before
        assert "error" not in after


def test_answers_arrive_before_the_input_ends() -> None:
    with start("settle", "--lines") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in rounds(5):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            # Would hang if the answer waited for more input.
            assert process.stdout.readline().startswith(b'{"house":"manual"')
        process.stdin.close()
        assert process.wait() == 0


def test_half_a_line_waits_for_its_other_half() -> None:
    with start("settle", "--lines") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for half in (GOOD[:50], GOOD[50:] + b"\n"):
            process.stdin.write(half)
            process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"house":"manual"')
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"\n".join([GOOD] * 5000))
    with start("settle", "--lines", file) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_lines_and_explain_cannot_be_combined() -> None:
    answer = run("settle", "--lines", "--explain", stdin=GOOD)
    assert answer.status == 2
    assert "--explain" in answer.complaint


def test_check_reads_one_document_only() -> None:
    assert run("check", stdin=GOOD + b"\n" + GOOD).status == 2


def feed(pipe: IO[bytes], what: bytes, times: int) -> None:
    for _ in range(times):
        pipe.write(what)
    pipe.flush()


def kilobytes_held(process: subprocess.Popen[bytes]) -> int:
    """The process's memory in use now."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.exhaustive
def test_many_rounds_need_little_memory() -> None:
    """Nothing is kept of 15,000 more rounds, neither the input (2 MB) nor the answers (16).

    What is kept is kept each time; a batch larger than all before needs room only once.
    """
    with start("settle", "--lines") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        held = []
        for many in (5, 15, 15):
            feeder = Thread(target=feed, args=(process.stdin, (GOOD + b"\n") * 1000, many))
            feeder.start()
            answers = sum(len(process.stdout.readline()) for _ in range(1000 * many))
            assert answers > 1_000_000 * many  # Each of more than a kilobyte.
            feeder.join()
            held.append(kilobytes_held(process))  # It waits for more.
        process.stdin.close()
        assert process.wait() == 0
    assert min(later - earlier for earlier, later in pairwise(held)) < 1_000


@pytest.mark.exhaustive
def test_an_endless_line_needs_little_memory() -> None:
    """With an address space of 150 MB, a program that kept its input would not get far."""
    limited = f'ulimit -v {150 * 1024} && exec "$0" settle --lines'
    with subprocess.Popen(
        ["bash", "-c", limited, COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        feed(process.stdin, b"x" * 1_000_000, 200)
        process.stdin.close()
        [result] = process.stdout.readlines()
    assert process.returncode == 0
    assert b"longer than" in result


def test_a_separate_process_settles_lines_and_reports_bad_ones() -> None:
    answer = run_apart("settle", "--lines", stdin=b"\n".join([*rounds(2), b"nonsense"]))
    assert (answer.status, answer.err) == (0, "")
    assert stakes(answer.json_lines[:2]) == [100, 200]
    assert answer.json_lines[2]["line"] == 3
