"""Imports and exports the same package with Anki and with Omena in turn, and prints how many times faster Omena is.

Anki itself builds the package once, in the folder for temporary files. Each program is started again for each task, one
right after the other, so that other load slows both; the medians of three rounds count. Both wall time and processor time
are printed; on a busy machine the second is more meaningful.
"""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

IS_BUSY = os.environ.get("OMENA_CLOCK") == "processor"
NOTES, REVIEWS, MEDIA = 100_000, 5, 10_000
DAY = 86_400
SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
VERSION = 1
ROUNDS = 3

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
    """Builds a package of an Anki collection whose cards were studied for a year."""
    from anki.collection import Collection

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
    for index in range(1, len(log)):
        log[index][0] = max(log[index][0], log[index - 1][0] + 1)
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
        memory = col.compute_memory_state(card[0])
        data = {"s": round(memory.stability, 4), "d": round(memory.difficulty, 3), "dr": 0.9, "decay": round(memory.decay, 3)}
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
    """Wall time and processor time in seconds, and peak memory in MiB."""
    # So that no program waits for the previous one's writes to the disk.
    os.sync()
    start = time.perf_counter()
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    if status:
        sys.exit(f"{command}: {output.decode()}")
    # NB: The memory of a child begins with that of its parent, so this script imports no more than it has to.
    return took, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def anki(task, path, file):
    return measure([sys.executable, "-c", f"{HEAD}{ANKI[task]}col.close()", path, file])


def verdict(sentence, value, bound, *, at_least):
    """Prints one line: a value, its bound, and whether it is met."""
    is_met = value >= bound if at_least else value <= bound
    print(f"{'yes' if is_met else 'NO '}  {sentence}: {value:.1f}, {'at least' if at_least else 'at most'} {bound}")


def package():
    """The folder with Anki's package, built by another process so that this one stays small."""
    cache = Path(tempfile.gettempdir()) / "omena-exchange-benchmark"
    version = cache / "version"
    if not version.exists() or version.read_text() != str(VERSION):
        print("Anki builds the package; this takes some minutes, once.", file=sys.stderr)
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir()
        subprocess.run([sys.executable, __file__, "build", cache], check=True)
    return cache


def both(binary, folder):
    """Anki's collection and Omena's library with the content of the package."""
    cache = package()
    collection, library = folder / "anki.anki2", folder / "library.omena"
    shutil.copyfile(cache / "built.anki2", collection)
    words = [binary, "import", cache / "built.apkg", "--library", library]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return collection, library


def one_round(binary, tasks, cache):
    """The measurements of Anki and Omena for each task, one right after the other."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        library = ["--library", folder / "library.omena"]
        steps = {
            "import": ((folder / "anki.anki2", cache / "built.apkg"), ["import", cache / "built.apkg", *library]),
            "export": ((folder / "anki.anki2", folder / "anki.apkg"), ["export", folder / "omena.apkg", *library]),
            "csv": (
                (folder / "words.anki2", cache / "words.csv"),
                ["import", cache / "words.csv", "--library", folder / "words.omena"],
            ),
        }
        return {task: (anki(task, *steps[task][0]), measure([binary, *steps[task][1]])) for task in tasks}


def median(measures):
    """The measurement with the median wall time."""
    return sorted(measures)[ROUNDS // 2]


def main():
    binary = sys.argv[1]
    tasks = sys.argv[2:] or ["import", "export", "csv"]
    cache = package()
    bounds = {"import": 3, "export": 5, "csv": 3}
    rounds = [one_round(binary, tasks, cache) for _ in range(ROUNDS)]
    ratios, most = {}, 0
    print("| task | Anki s | Omena s | times faster | Anki processor s | Omena processor s | times less | Omena MiB |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for task in tasks:
        theirs = median(round[task][0] for round in rounds)
        ours = median(round[task][1] for round in rounds)
        clock, work = theirs[0] / ours[0], theirs[1] / ours[1]
        ratios[task] = work if IS_BUSY else clock
        most = max(most, *(round[task][1][2] for round in rounds))
        print(
            f"| {task} | {theirs[0]:.1f} | {ours[0]:.1f} | {clock:.1f} | {theirs[1]:.1f} | {ours[1]:.1f} | {work:.1f} "
            f"| {ours[2]:.0f} |",
            flush=True,
        )
    print()
    for task in tasks:
        verdict(f"{task}, times faster", ratios[task], bounds[task], at_least=True)
    verdict("most memory, MiB", most, 256, at_least=False)


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(Path(sys.argv[2]))
    else:
        main()
