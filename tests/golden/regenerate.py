"""Writes the golden files anew: .venv/bin/python -m tests.golden.regenerate"""

from tests.golden.playthrough import Playthrough, files


def main() -> None:
    for file in files():
        written = file.read_text("utf-8")
        anew = Playthrough.read(file).answered().text()
        if anew != written:
            file.write_text(anew, "utf-8")
            print(f"{file.name} is new; read what changed before you keep it")


if __name__ == "__main__":
    main()
