"""The commands of the dealer school."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from .app import JsonOption, app, house_option
from .default_houses import plain_house

_PLAIN = plain_house()


class SkillName(str, Enum):  # noqa: UP042
    """As `school.topics.Skill`, which `--help` need not load."""

    HAND = "hand"
    QUALIFIES = "qualifies"
    WINNER = "winner"
    PAYOUT = "payout"
    CHIPS = "chips"
    ANNOUNCEMENT = "announcement"


@app.command()
def drill(
    house: Annotated[str, house_option(f"The house to learn; by default {_PLAIN}.")] = _PLAIN,
    skill: Annotated[
        SkillName | None, typer.Option("--skill", help="Only this skill; all of them by default.")
    ] = None,
    level: Annotated[int, typer.Option("--level", min=1, max=3, help="Difficulty.")] = 1,
    seconds: Annotated[
        int,
        typer.Option("--seconds", min=0, max=600, help="Seconds for each answer; 0 for no limit."),
    ] = 0,
    questions: Annotated[
        int, typer.Option("--questions", min=1, max=1000, help="How many questions.")
    ] = 20,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="FILE",
            help="Keep the answers in this file; the next drill continues from them.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Practise a dealer's work: hands, payouts, chips, words.

    The questions use the house's own pay tables, rulings and announcements. Questions you got wrong
    come back soon, and those you know come back rarely. Each answer is explained, with its clauses.
    With --results FILE the answers are kept as JSON Lines.
    """
    from ..terminal import drill as drills

    status = drills.drill(
        house,
        skill=skill.value if skill else None,
        level=level,  # type: ignore[arg-type]  # From 1 to 3, by the option.
        seconds=seconds,
        questions=questions,
        results=results,
        json=json,
    )
    raise typer.Exit(status)
