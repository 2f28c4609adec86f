"""A golden file: a command, the document it reads, and all its output."""

from pathlib import Path
from typing import NamedTuple, Self

from tests.cli.runner import Answer, run

FOLDER = Path(__file__).parent / "rounds"
_STATUS = "exit status "


class Playthrough(NamedTuple):
    title: str
    command: str
    document: str
    status: int
    printed: str

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read a file; only title, command and document are needed, the rest can be generated."""
        heading, _, rest = file.read_text("utf-8").partition("\n\n$ ")
        command, _, rest = rest.partition("\n")
        document, _, rest = rest.partition(f"\n{_STATUS}")
        status, _, printed = rest.partition("\n\n")
        return cls(
            heading.removeprefix("# "), command, document.strip() + "\n", int(status or 0), printed
        )

    def run(self) -> Answer:
        program, *arguments = self.command.split()
        assert program == "queenhigh"
        return run(*arguments, stdin=self.document)

    def answered(self) -> Self:
        """The file with the command's present output."""
        answer = self.run()
        assert answer.err == "", answer.err
        return self._replace(status=answer.status, printed=without_trailing_blanks(answer.out))

    def text(self) -> str:
        return (
            f"# {self.title}\n\n$ {self.command}\n{self.document}\n"
            f"{_STATUS}{self.status}\n\n{self.printed}"
        )


def without_trailing_blanks(text: str) -> str:
    """Drop blanks that are invisible and that editors remove."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))
