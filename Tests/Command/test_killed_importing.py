"""The program is killed during imports: each import is complete or absent, and the library is consistent."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import time

import pytest
from serving import BINARY, Omena, copy_new_library, practice, read_log
from test_command import run
from test_upkeep import check

KILLS = 100 if os.environ.get("OMENA_SOAK") else 6
NOTES = 4_000

TABLES = {
    "note": "SELECT guid, fields, changed, binned FROM note ORDER BY guid",
    "card": "SELECT guid, face, stage, due, card.reviews, flag FROM card JOIN note ON note.id = card.note ORDER BY guid, face",
    "event": "SELECT id, moment, kind FROM event ORDER BY id",
    "deck": "SELECT name, notes FROM deck ORDER BY name",
    "media": "SELECT name, digest FROM media ORDER BY name",
    "schema": "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name",
}


def contents(library):
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    try:
        return {name: database.execute(query).fetchall() for name, query in TABLES.items()}
    finally:
        database.close()


@pytest.fixture
def package(tmp_path):
    """A package with answers; its cards name ten pictures that it does not contain."""
    source, table = tmp_path / "source.omena", tmp_path / "words.csv"
    rows = [f'word {n},"meaning {n} <img src=""p{n % 10}.png"">",t{n % 7}' for n in range(NOTES)]
    table.write_text("#separator:comma\n#columns:Front,Back,Tags\n#deck:Words\n#html:true\n" + "\n".join(rows) + "\n")
    assert run("import", table, "--library", source).returncode == 0
    with Omena(source) as omena:
        deal = omena.deal("Words", "review")
        omena.post_reviews(deal, [practice(card, kind="review", mode="review") for card in deal["cards"]])
    assert run("export", tmp_path / "words.apkg", "--library", source).returncode == 0
    return tmp_path / "words.apkg"


@pytest.fixture
def catalog(tmp_path):
    """A string catalog with as many keys."""
    unit = lambda value: {"stringUnit": {"state": "translated", "value": value}}  # noqa: E731
    strings = {
        f"key {n}": {"localizations": {tag: unit(f"{word} {n}") for tag, word in [("fi", "sana"), ("fr", "mot"), ("ja", "言葉")]}}
        for n in range(NOTES)
    }
    file = tmp_path / "Words.xcstrings"
    file.write_text(json.dumps({"sourceLanguage": "en", "strings": strings, "version": "1.0"}))
    return file


@pytest.mark.parametrize("kind, kills", [("package", KILLS), ("catalog", KILLS // 2)])
def test_a_killed_import_is_complete_or_absent(kind, kills, library, tmp_path, request):
    chance = random.Random(11)
    package = request.getfixturevalue(kind)
    copy_new_library(library)
    before = contents(library)
    whole = tmp_path / "whole.omena"
    shutil.copy(library, whole)
    started = time.monotonic()
    assert run("import", package, "--library", whole).returncode == 0
    took = time.monotonic() - started
    check(whole)
    after = contents(whole)
    assert len(after["note"]) == len(before["note"]) + NOTES

    killed = done = 0
    while killed < kills:
        copy = tmp_path / "copy" / "library.omena"
        copy.parent.mkdir()
        shutil.copy(library, copy)
        started = time.monotonic()
        process = subprocess.Popen(
            [BINARY, "import", package, "--library", copy], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(timeout=chance.uniform(0.02, took * 1.1))
            # It finished before the timeout, so the next one is killed sooner.
            took = time.monotonic() - started
        except subprocess.TimeoutExpired:
            process.kill()
            killed += 1
        process.wait()
        assert check(copy)["findings"] == []
        # Opening the library deletes the temporary files that the killed import left.
        assert not list(copy.parent.glob("*-temporary-*"))
        found = contents(copy)
        names = {name for name in found if found[name] != before[name]}
        assert not names or names == {name for name in found if after[name] != before[name]}
        for name in names:
            assert [len(row) for row in found[name]] == [len(row) for row in after[name]], name
        done += bool(names)
        shutil.rmtree(copy.parent)
    print(json.dumps({"killed": killed, "done": done}))


def test_indexing_continues_after_the_program_was_killed(package, library):
    """After an import the search is indexed in parts, and answers are recorded between the parts."""
    chance = random.Random(12)
    copy_new_library(library)
    schema = contents(library)["schema"]
    assert run("import", package, "--library", library).returncode == 0
    backlogs, acknowledged = [], set()
    while not backlogs or backlogs[-1]:
        omena = Omena(library).start()
        deal = omena.deal("Words")
        events = [practice(card) for card in deal["cards"][:3]]
        assert {r["outcome"] for r in omena.post_reviews(deal, events)[1]["results"]} == {"stored"}
        acknowledged |= {event["id"] for event in events}
        time.sleep(chance.uniform(0, 0.02))
        omena.kill()
        backlogs.append(backlog(library))

    print(backlogs)
    assert acknowledged <= set(read_log(library))
    assert check(library)["findings"] == []
    assert contents(library)["schema"] == schema


def backlog(library):
    """The number of indexes and notes that have yet to be added to the search."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    try:
        return sum(
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("index_to_make", "note_search_change")
        )
    finally:
        database.close()
