"""`omena backup`, `restore` and `check`, with the library closed and while it is served."""

import json
import random
import sqlite3
from pathlib import Path

import pytest
from serving import Omena, copy_new_library, practice
from test_command import assert_refused, run


@pytest.fixture
def library(tmp_path):
    """A library with a few answers, closed."""
    path = tmp_path / "a.omena"
    copy_new_library(path)
    with Omena(path) as omena:
        deal = omena.deal()
        omena.post_reviews(deal, [practice(card) for card in deal["cards"]])
    return path


def check(library, *options, code=0):
    result = run("check", "--library", library, "--json", *options)
    assert result.returncode == code, result
    return json.loads(result.stdout)


def decks(library):
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    try:
        return [name for (name,) in database.execute("SELECT name FROM deck ORDER BY name")]
    finally:
        database.close()


def rename(library, to):
    database = sqlite3.connect(library)
    database.execute("UPDATE deck SET name = ?, folded_name = lower(?) WHERE name LIKE 'First q%'", (to, to))
    database.commit()
    database.close()


@pytest.mark.parametrize("command", ["backup", "restore", "check"])
def test_help(command):
    result = run(command, "--help")
    assert result.returncode == 0 and f"Usage: omena {command}" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


@pytest.mark.parametrize("is_served", [False, True])
def test_a_backup_restores_the_library(library, tmp_path, is_served):
    before = decks(library)
    omena = Omena(library).start() if is_served else None
    copy = tmp_path / "copy"

    made = json.loads(run("backup", copy, "--library", library, "--json").stdout)
    beside = json.loads(run("backup", "--library", library, "--json").stdout)
    assert made == {"bytes": copy.stat().st_size, "file": str(copy)}
    assert beside["file"].startswith(f"{library}-backups/")
    if is_served:
        deal = omena.deal()
        omena.request("POST", "/decks/new", "name=Later", {"Content-Type": "application/x-www-form-urlencoded"})
    else:
        rename(library, "Later")
    assert "Later" in decks(library)
    restored = json.loads(run("restore", copy, "--library", library, "--json").stdout)

    assert decks(library) == before
    assert (restored["epoch"], restored["missingMedia"]) == (2, 0)
    if is_served:
        # Events that a browser stored before belong to the previous epoch.
        status, answer = omena.post_reviews(deal, [practice(deal["cards"][0])])
        assert (status, answer["epoch"]) == (409, 2)
        assert omena.deal()["epoch"] == 2
    assert check(library)["findings"] == []
    # The replaced library can be restored in turn.
    assert "Restored" in run("restore", f"{library}-backups/{restored['kept']}.omena", "--library", library).stdout
    assert "Later" in decks(library)
    if is_served:
        assert omena.stop() == 0


def test_refusals_change_nothing(library, tmp_path):
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    newer = tmp_path / "newer"
    assert run("backup", newer, "--library", library).returncode == 0
    database = sqlite3.connect(newer)
    database.execute("PRAGMA user_version = 9999")
    database.close()
    omena = Omena(library)
    for is_served in (False, True):
        if is_served:
            omena.start()
        before = library.read_bytes()
        assert_refused(run("restore", diary, "--library", library), "diary.txt", "isn’t an Omena library")
        assert_refused(run("restore", newer, "--library", library), "newer version")
        assert_refused(run("restore", tmp_path / "nothing", "--library", library), "doesn’t exist")
        assert_refused(run("restore", "--library", library), "no backup given", code=2)
        assert_refused(run("backup", diary, "--library", library), "already exists")
        assert_refused(run("check", "--library", tmp_path / "nothing"), "no library")
        assert library.read_bytes() == before
    assert omena.stop() == 0
    assert check(library)["findings"] == []


@pytest.mark.parametrize("is_served", [False, True])
def test_check_repairs_damage_to_derived_data(library, is_served):
    omena = Omena(library).start() if is_served else None
    assert check(library) == {"answers": 10, "findings": [], "isSound": True, "notes": check(library)["notes"]}
    database = sqlite3.connect(library, timeout=60)
    database.execute("DELETE FROM word WHERE id IN (SELECT id FROM word LIMIT 3)")
    database.execute("UPDATE card SET answered = 5 WHERE id = 1")
    database.commit()
    database.close()

    found = check(library, "--accept")

    assert {finding["part"] for finding in found["findings"]} >= {"memories", "search"}
    assert found["isSound"] and found["backup"]
    assert check(library)["findings"] == []
    if is_served:
        assert omena.stop() == 0


@pytest.mark.parametrize("seed", range(6))
def test_flipped_bytes_are_found_or_harmless(library, seed):
    """On a bad disk the program explains the damage and never crashes, and a backup restores everything."""
    chance = random.Random(seed)
    backup = json.loads(run("backup", "--library", library, "--json").stdout)["file"]
    content = bytearray(library.read_bytes())
    for _ in range(chance.choice([1, 3, 40])):
        content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
    library.write_bytes(content)

    result = run("check", "--library", library)

    assert result.returncode in (0, 1), result
    if result.returncode == 1:
        assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1, result.stderr
    assert run("restore", backup, "--library", library).returncode == 0
    assert check(library)["findings"] == []


def damage_a_deck_name(library):
    """Flips a bit on the page of the decks, as a bad disk would."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'deck'").fetchone()
    database.close()
    content = bytearray(library.read_bytes())
    content[content.index(b"First words", (root - 1) * 4096)] ^= 1
    library.write_bytes(content)


def test_damage_is_reported_on_every_page_until_it_is_checked(library):
    backup = Path(json.loads(run("backup", "--library", library, "--json").stdout)["file"])
    damage_a_deck_name(library)

    with Omena(library) as omena:
        warning = "another program has changed it"
        # What a page needs is read once.
        omena.get("/")
        assert warning in omena.get("/cards")[2].decode()
        found = check(library, code=1)
        assert [finding["part"] for finding in found["findings"]] == ["file"] and not found["isSound"]
        assert backup.stem in found["findings"][0]["remedy"], found
        assert warning in omena.get("/")[2].decode()
        accepted = check(library, "--accept")
        assert [finding["part"] for finding in accepted["findings"]] == ["file"] and accepted["isSound"]
        assert warning not in omena.get("/")[2].decode()
    assert check(library)["findings"] == []


@pytest.mark.parametrize("is_served", [False, True])
def test_a_check_believes_no_text_that_the_disk_has_changed(library, is_served):
    """It would make the search index agree with the text, and nothing would tell any more that it is wrong."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    (word,) = database.execute("SELECT fields FROM note ORDER BY length(fields) DESC LIMIT 1").fetchone()
    database.close()
    content = bytearray(library.read_bytes())
    content[content.index(word.encode()[40:60]) + 5] ^= 1
    library.write_bytes(content)
    omena = Omena(library).start() if is_served else None
    before = library.read_bytes()

    found = check(library, code=1)

    assert [finding["part"] for finding in found["findings"]] == ["file"] and "backup" not in found
    assert library.read_bytes() == before
    if is_served:
        assert omena.stop() == 0
    assert check(library, code=1)["findings"] == found["findings"]


def test_a_damaged_backup_is_restored_only_when_it_was_accepted(library, tmp_path):
    backup = tmp_path / "copy.omena"
    assert run("backup", backup, "--library", library).returncode == 0
    damage_a_deck_name(backup)

    assert_refused(run("restore", backup, "--library", library), "is damaged", f"omena check --accept --library {backup}")

    assert run("check", "--accept", "--library", backup).returncode == 0
    assert run("restore", backup, "--library", library).returncode == 0
