"""Imports and exports the same package with Anki and with Omena in turn, and prints how many times faster Omena is.

Anki itself builds the package, once; it is kept in a folder of the machine's temporary files. Each program starts anew
for each task, and one comes right after the other, so that whatever else the machine does slows both. Both the clock and
the time that the cores worked are printed: on a busy machine the second means more.
"""

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from anki.collection import Collection

NOTES, REVIEWS, MEDIA = 100_000, 5, 10_000
DAY = 86_400
SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
VERSION = 1

ANKI = {
    "import": """
options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True)
col.import_anki_package(ImportAnkiPackageRequest(package_path=file, options=options))
""",
    "export": """
options = ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True, with_media=True, legacy=False)
col.export_anki_package(out_path=file, options=options, limit=None)
""",
    "csv": """
metadata = col.get_csv_metadata(file, None)
col.import_csv(ImportCsvRequest(path=file, metadata=metadata))
""",
}
HEAD = """
import sys
from anki.collection import *
from anki.import_export_pb2 import ImportCsvRequest
path, file = sys.argv[1:]
col = Collection(path)
"""


def build(folder):
    """A collection of Anki's, whose cards were studied for a year, as a package."""
    chance = random.Random(42)
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(20_000)]
    path = folder / "built.anki2"
    col = Collection(str(path))
    col.set_config("fsrs", True)
    kind = col.models.by_name("Basic (and reversed card)")["id"]
    decks = [col.decks.id(f"Bench::Deck{number:02}") for number in range(10)]
    today, now = col.sched.today, int(time.time())
    notes, cards, log = [], [], []
    for number in range(NOTES):
        note = (now - 400 * DAY) * 1000 + number * 300_000
        front = " ".join(chance.choices(words, k=chance.randint(1, 4)))
        back = " ".join(chance.choices(words, k=chance.randint(2, 8)))
        if number < MEDIA:
            back += f' <img src="picture {number}.png">'
        tags = f" topic::{chance.randrange(50):02} " if number % 2 else ""
        notes.append((note, f"bench{number:06}", kind, now, -1, tags, f"{front}\x1f{back}", front, number, 0, ""))
        for ord in range(2):
            card, day, interval, before = note + ord, chance.uniform(1, 60), 0, 0
            for review in range(REVIEWS):
                grade = 3 if review == 0 else chance.choices((1, 2, 3, 4), (5, 10, 75, 10))[0]
                interval, before = max(1, round(interval * chance.uniform(1.3, 2.5))) + 1, interval
                id = int((now - (400 - day) * DAY) * 1000) + chance.randrange(1000)
                log.append([id, card, -1, grade, interval, before, 0, chance.randrange(2000, 20000), 1 if review else 0])
                last, day = day, day + interval
            due = today - 400 + int(last) + interval
            cards.append((card, note, decks[number % 10], ord, now, -1, 2, 2, due, interval, 2500, REVIEWS, 0, 0, 0, 0, 0, "{}"))
    log.sort()
    for place in range(1, len(log)):
        log[place][0] = max(log[place][0], log[place - 1][0] + 1)
    for number in range(MEDIA):
        col.media.write_data(f"picture {number}.png", b"\x89PNG\r\n\x1a\n" + chance.randbytes(2_000))
    col.close()
    with sqlite3.connect(path) as database:
        database.create_collation("unicase", lambda left, right: (left > right) - (left < right))
        for name, rows in (("notes", notes), ("cards", cards), ("revlog", log)):
            database.executemany(f"insert into {name} values ({','.join('?' * len(rows[0]))})", rows)
    database.close()
    col = Collection(str(path))
    col.fix_integrity()
    states = []
    for card in cards:
        told = col.compute_memory_state(card[0])
        data = {"s": round(told.stability, 4), "d": round(told.difficulty, 3), "dr": 0.9, "decay": round(told.decay, 3)}
        states.append((json.dumps(data), card[0]))
    col.db.executemany("UPDATE cards SET data = ? WHERE id = ?", states)
    col.close()
    with open(folder / "words.csv", "w") as file:
        print("#separator:comma\n#notetype:Basic\n#deck:Words", file=file)
        for number in range(NOTES):
            print(f"{chance.choice(words)} {number},{' '.join(chance.choices(words, k=5))}", file=file)
    anki("export", path, folder / "built.apkg")
    (folder / "version").write_text(str(VERSION))


def measure(command):
    """Seconds on the clock, seconds that the cores worked, and the most memory in MiB."""
    start = time.perf_counter()
    # NB: The memory of a child begins with that of its parent; a shell in between is small.
    result = subprocess.run(["/usr/bin/time", "-f", "%U %S %M", *map(str, command)], capture_output=True, text=True)
    took = time.perf_counter() - start
    if result.returncode:
        sys.exit(f"{command}: {result.stdout}{result.stderr}")
    user, system, most = map(float, result.stderr.splitlines()[-1].split())
    return took, user + system, most / 1024


def anki(task, path, file):
    return measure([sys.executable, "-c", f"{HEAD}{ANKI[task]}col.close()", path, file])


def main():
    binary = sys.argv[1]
    tasks = sys.argv[2:] or ["import", "export", "csv"]
    kept = Path(tempfile.gettempdir()) / "omena-exchange-benchmark"
    kept.mkdir(exist_ok=True)
    if not (kept / "version").exists() or (kept / "version").read_text() != str(VERSION):
        print("Anki builds the package; that takes some minutes, once.", file=sys.stderr)
        for file in kept.glob("built*"):
            file.unlink() if file.is_file() else None
        build(kept)

    bounds = {"import": 3, "export": 5, "csv": 3}
    results, memory = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        library = ["--library", folder / "library.omena"]
        steps = {
            "import": ((folder / "anki.anki2", kept / "built.apkg"), ["import", kept / "built.apkg", *library]),
            "export": ((folder / "anki.anki2", folder / "anki.apkg"), ["export", folder / "omena.apkg", *library]),
            "csv": (
                (folder / "words.anki2", kept / "words.csv"),
                ["import", kept / "words.csv", "--library", folder / "words.omena"],
            ),
        }
        print("| task | Anki s | Omena s | times faster | Anki CPU s | Omena CPU s | times less | Omena MiB |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        for task in tasks:
            theirs, ours = anki(task, *steps[task][0]), measure([binary, *steps[task][1]])
            results[task] = theirs[0] / ours[0]
            memory = max(memory, ours[2])
            print(
                f"| {task} | {theirs[0]:.1f} | {ours[0]:.1f} | {theirs[0] / ours[0]:.1f} | {theirs[1]:.1f} | {ours[1]:.1f}"
                f" | {theirs[1] / ours[1]:.1f} | {ours[2]:.0f} |",
                flush=True,
            )
    print()
    for task in tasks:
        print(f"{'yes' if results[task] >= bounds[task] else 'NO '}  {task}, times faster: {results[task]:.1f}, at least {bounds[task]}")
    print(f"{'yes' if memory <= 256 else 'NO '}  most memory, MiB: {memory:.0f}, at most 256")


main()
