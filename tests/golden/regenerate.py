"""Rewrite the golden files: .venv/bin/python -m tests.golden.regenerate"""

from tests.golden.playthrough import Playthrough, files


def main() -> None:
    for file in files():
        written = file.read_text("utf-8")
        now = Playthrough.read(file).answered().text()
        if now != written:
            file.write_text(now, "utf-8")
            print(f"{file.name} is new; read what changed before you keep it")


if __name__ == "__main__":
    main()
