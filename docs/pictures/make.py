"""Draws settle.svg for the tour: the command run in a terminal, and what it printed.

``python docs/pictures/make.py``
"""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

PICTURE = Path(__file__).with_name("settle.svg")
COLUMNS = 100
ROUND = """{"house": "mics", "dealer": "Ks Qd Jc",
 "seats": [{"seat": 2, "cards": "Jd Tc 9s", "decision": "play",
            "wagers": {"ante": 1000, "pair_plus": 500}}]}
"""
_COMMAND = "queenhigh settle --explain round.json"

# Felt, card white and brass.
_THEME = TerminalTheme(
    (16, 42, 43),
    (236, 230, 216),
    [
        (16, 42, 43),
        (226, 122, 106),
        (142, 196, 134),
        (214, 178, 94),
        (120, 170, 196),
        (190, 150, 190),
        (126, 190, 186),
        (236, 230, 216),
    ],
)
# Rich's own template without its web font: a page that shows the picture fetches nothing.
_FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" \
xmlns="http://www.w3.org/2000/svg">
<title>queenhigh settle --explain, and what it prints</title>
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: 21px; /* A little over Rich's {char_height}px, so that the lines of a table meet. */
  line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def drawn() -> str:
    """The picture as it would be drawn now."""
    shown = Text.from_ansi(f"$ cat round.json\n{ROUND}$ {_COMMAND}\n{_in_a_terminal()}".rstrip())
    console = Console(
        record=True,
        width=COLUMNS,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(shown, soft_wrap=True)
    console.print()  # Room for the descenders of the last line.
    svg = console.export_svg(title="", theme=_THEME, code_format=_FORMAT, unique_id="queenhigh")
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines() if line.strip())


def _in_a_terminal() -> str:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    queenhigh = Path(sys.executable).with_name("queenhigh")
    environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
    with subprocess.Popen(
        [queenhigh, "settle", "--explain", "-"],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    ) as process:
        os.close(theirs)
        if process.stdin:
            process.stdin.write(ROUND.encode())
            process.stdin.close()
        printed = _everything(ours)
    if process.returncode:
        raise SystemExit(printed)
    return printed


def _everything(terminal: int) -> str:
    chunks: list[bytes] = []
    while True:
        try:
            chunk = os.read(terminal, 1 << 16)
        except OSError:  # How a terminal says that the other side is gone.
            chunk = b""
        if not chunk:
            os.close(terminal)
            return b"".join(chunks).decode().replace("\r\n", "\n")
        chunks.append(chunk)


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
    print("docs/pictures/settle.svg")
