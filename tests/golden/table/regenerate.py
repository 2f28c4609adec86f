"""Rewrite the golden rounds of the table: .venv/bin/python -m tests.golden.table.regenerate"""

from tests.golden.table.telling import FOLDER, all_files


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = all_files()
    for file, text in wanted.items():
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
            print(f"{file.name} is new; read what changed before you keep it")
    for file in FOLDER.iterdir():
        if file not in wanted:
            file.unlink()
            print(f"{file.name} is no longer described, and gone")


if __name__ == "__main__":
    main()
