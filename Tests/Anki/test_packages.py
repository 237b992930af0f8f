"""Collections of the real Anki are imported into Omena and exported to another Anki: nothing is lost."""

import json
import os
import random
import sqlite3
import subprocess
import zipfile

import pytest
from anki.collection import Collection

import odd_collections
import packages_of_genanki
import random_libraries
from collections_of_anki import add, bring, build, contents, export, repack_as_first
from random_collections import build_random
from serving import BINARY, Omena, copy_new_library, practice


# The seed and the number of notes of each random collection.
RANDOM = [(seed, 60) for seed in range(200)] + [(1_000, 10_000)] if os.environ.get("OMENA_SOAK") else [(1, 60), (2, 60), (3, 400)]


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "library.omena"
    copy_new_library(path)
    return path


def run(*words):
    result = subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True)
    assert result.returncode == 0, result
    return result.stdout


def assert_same(second, first):
    for part in first:
        assert second[part].keys() == first[part].keys(), part
        for key in first[part]:
            assert second[part][key] == first[part][key], f"{part} {key}"


@pytest.mark.parametrize("kind", ["latest", "second", "first"])
def test_a_collection_of_anki_survives_the_round_trip(tmp_path, library, kind):
    first = build(tmp_path / "first.anki2")
    package = tmp_path / "first.apkg"
    export(first, package, legacy=kind != "latest")
    if kind == "first":
        package = tmp_path / "oldest.apkg"
        repack_as_first(tmp_path / "first.apkg", package)
    expected = contents(first)
    first.close()

    report = json.loads(run("import", package, "--library", library, "--json"))
    again = json.loads(run("import", package, "--library", library, "--json"))
    run("export", tmp_path / "second.apkg", "--search", "-deck:First*", "--library", library)
    second = Collection(str(tmp_path / "second.anki2"))
    bring(second, tmp_path / "second.apkg")

    assert report["added"] == len(expected["notes"]) and report["leftOut"] == []
    assert (again["added"], again["updated"], again["reviews"], again.get("change")) == (0, 0, 0, None)
    assert_same(contents(second), expected)
    assert second.fix_integrity() == ("Database rebuilt and optimized.", True)
    second.close()


def assert_round_trip(tmp_path, library, package, expected):
    """A library imports all of a package, and another Anki reads the same from its export."""
    report = json.loads(run("import", package, "--library", library, "--json"))
    assert report["leftOut"] == []
    assert "All is well" in run("check", "--library", library)
    run("export", tmp_path / "back.apkg", "--search", "-deck:First*", "--library", library)
    other = Collection(str(tmp_path / "other.anki2"))
    bring(other, tmp_path / "back.apkg")
    assert_same(contents(other), expected)
    assert other.fix_integrity() == ("Database rebuilt and optimized.", True)
    other.close()


@pytest.mark.parametrize(("seed", "count"), RANDOM)
def test_random_collections_survive_the_round_trip(tmp_path, library, seed, count):
    first = build_random(tmp_path / "first.anki2", seed, count)
    package = tmp_path / "first.apkg"
    export(first, package, legacy=seed % 2 == 0)
    expected = contents(first)
    first.close()
    # Anki imports only the pictures that some note names.
    judge = Collection(str(tmp_path / "judge.anki2"))
    bring(judge, package)
    expected["media"] = contents(judge)["media"]
    judge.close()

    assert_round_trip(tmp_path, library, package, expected)


@pytest.mark.parametrize("legacy", [False, True])
def test_odd_names_survive_the_round_trip(tmp_path, library, legacy):
    first = odd_collections.build(tmp_path / "first.anki2")
    package = tmp_path / "first.apkg"
    export(first, package, legacy=legacy)
    expected = contents(first)
    first.close()

    assert_round_trip(tmp_path, library, package, expected)


def texts_in(package, folder):
    """The fields of a package, byte for byte."""
    zipfile.ZipFile(package).extract("collection.anki21", folder)
    collection = sqlite3.connect(folder / "collection.anki21")
    collection.text_factory = bytes
    found = dict(collection.execute("SELECT guid, flds FROM notes"))
    collection.close()
    return found


def test_odd_texts_are_exported_as_they_were_imported(tmp_path, library):
    first = Collection(str(tmp_path / "first.anki2"))
    odd_collections.add_texts(first)
    export(first, tmp_path / "first.apkg", legacy=True)
    first.close()

    assert json.loads(run("import", tmp_path / "first.apkg", "--library", library, "--json"))["leftOut"] == []
    for name in ("back.apkg", "back.json"):
        run("export", tmp_path / name, "--deck", "Texts", "--library", library)
    run("import", tmp_path / "back.json", "--library", tmp_path / "other.omena")
    run("export", tmp_path / "other.apkg", "--deck", "Texts", "--library", tmp_path / "other.omena")

    expected = texts_in(tmp_path / "first.apkg", tmp_path)
    assert len(expected) == 2 * len(odd_collections.TEXTS) + 1
    assert_same({"there": texts_in(tmp_path / "back.apkg", tmp_path)}, {"there": expected})
    assert_same({"by JSON": texts_in(tmp_path / "other.apkg", tmp_path)}, {"by JSON": expected})


@pytest.mark.parametrize("kind", packages_of_genanki.KINDS)
def test_packages_of_genanki_survive_the_round_trip(tmp_path, library, kind):
    package = tmp_path / "made.apkg"
    packages_of_genanki.write(kind, package, tmp_path)
    first = Collection(str(tmp_path / "first.anki2"))
    bring(first, package)
    expected = contents(first)
    first.close()

    assert_round_trip(tmp_path, library, package, expected)


def test_an_exported_collection_is_valid_before_anki_repairs_it(tmp_path, library):
    words = ["12", "-7", "4.5", "9e2", "12 cats", "", "inf", "x" * 50_000]
    (tmp_path / "words.csv").write_text("#separator:comma\n" + "".join(f"{word},{index}\n" for index, word in enumerate(words) if word))
    run("import", tmp_path / "words.csv", "--library", library)
    run("export", tmp_path / "out.apkg", "--library", library)
    zipfile.ZipFile(tmp_path / "out.apkg").extract("collection.anki21", tmp_path)
    collection = sqlite3.connect(tmp_path / "collection.anki21")

    assert collection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    sorted_by = dict(collection.execute("SELECT sfld, typeof(sfld) FROM notes"))
    assert {key: sorted_by[key] for key in (12, -7, 4.5, 900, "12 cats", "inf")} == {
        12: "integer", -7: "integer", 4.5: "real", 900: "integer", "12 cats": "text", "inf": "text",
    }


def test_two_notes_with_one_guid_stay_two_notes(tmp_path, library):
    first = Collection(str(tmp_path / "first.anki2"))
    for front in ("one", "two", "three"):
        note = add(first, "Basic" if front == "three" else "Cloze", "Twins", f"{{{{c1::{front}}}}}", "back")
        first.db.execute("UPDATE notes SET guid = 'twin' WHERE id = ?", note.id)
    export(first, tmp_path / "first.apkg")
    first.close()

    reports = [json.loads(run("import", tmp_path / "first.apkg", "--library", library, "--json")) for _ in range(2)]
    run("export", tmp_path / "back.apkg", "--deck", "Twins", "--library", library)
    other = Collection(str(tmp_path / "other.anki2"))
    bring(other, tmp_path / "back.apkg")

    assert [(report["added"], report["updated"], report["leftOut"]) for report in reports] == [(3, 0, []), (0, 0, [])]
    fields = sorted(other.db.list("SELECT flds FROM notes"))
    assert fields == sorted(f"{{{{c1::{front}}}}}\x1fback" for front in ("one", "two", "three"))
    other.close()


def snapshot(library):
    """The content of a library, as far as Anki can represent it."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    queries = {
        "notes": "SELECT guid, note_type, word_type, latitude, longitude, made, changed / 1000, fields FROM note WHERE binned IS NULL",
        "decks": "SELECT guid, name FROM note JOIN deck ON deck.id = note.deck",
        "tags": "SELECT guid, tag FROM note JOIN note_tag ON note_tag.note = note.id",
        # Anki stores whole days for reviews, and rounds stability and difficulty.
        "cards": "SELECT guid, face, card.is_suspended, flag, stage, step, CASE stage WHEN 2 THEN (due - 14400000) / 86400000 ELSE due / 1000 END,"
        " interval, card.reviews FROM card JOIN note ON note.id = card.note WHERE card.stage > 0 OR card.is_suspended OR flag",
        "memory": "SELECT guid || face, stability, difficulty FROM card JOIN note ON note.id = card.note WHERE stability > 0",
        "log": "SELECT guid, face, event.moment, kind, grade, duration FROM event JOIN card ON card.id = event.card"
        " JOIN note ON note.id = card.note WHERE kind < 2",
    }
    found = {name: sorted(database.execute(query).fetchall(), key=str) for name, query in queries.items()}
    found["memory"] = [(name, pytest.approx(stability, rel=2e-3), pytest.approx(difficulty, abs=2e-3)) for name, stability, difficulty in found["memory"]]
    database.close()
    return found


def test_notes_of_our_own_types_survive_the_round_trip_through_anki(tmp_path, library):
    with Omena(library) as omena:
        deck = omena.make_deck("Trip::Kaefer")
        omena.add_note(deck, en="beetle <b>", fi="kova\nkuoriainen & ko", ja="甲虫")
        omena.post_form("/cards/new", type=2, deck=deck, tags="shiny", **{"f-1": "1 < 2 & 3", "f-2": "line\nline"})
        omena.post_form("/cards/new", type=4, deck=deck, tags="", **{"f-1": "{{c1::one}} and {{c2::two}}", "f-2": ""})
        deal = omena.deal("Trip::Kaefer", "review")
        # Anki identifies answers by their moments.
        answers = [practice(card, "good", kind="review", mode="review") for card in deal["cards"]]
        for index, answer in enumerate(answers):
            answer["moment"] -= 1_000 * (len(answers) - index)
        status, answer = omena.post_reviews(deal, answers)
        assert status == 200 and {result["outcome"] for result in answer["results"]} == {"stored"}

    run("export", tmp_path / "ours.apkg", "--deck", "Trip", "--library", library)
    middle = Collection(str(tmp_path / "middle.anki2"))
    bring(middle, tmp_path / "ours.apkg")
    assert middle.fix_integrity() == ("Database rebuilt and optimized.", True)
    assert middle.note_count() == 3
    export(middle, tmp_path / "theirs.apkg")
    middle.close()
    before = snapshot(library)
    unchanged = json.loads(run("import", tmp_path / "theirs.apkg", "--library", library, "--json"))
    other = tmp_path / "other.omena"
    with Omena(other):
        pass
    run("import", tmp_path / "theirs.apkg", "--library", other)

    assert (unchanged["added"], unchanged["updated"], unchanged["reviews"]) == (0, 0, 0)
    after = snapshot(other)
    guids = {row[0] for row in before["decks"] if row[1] == "Trip::Kaefer"}
    for part, rows in before.items():
        assert [row for row in after[part] if row[0] in guids] == [row for row in rows if row[0] in guids], part


@pytest.mark.parametrize("seed", range(100) if os.environ.get("OMENA_SOAK") else (1, 2))
def test_random_libraries_survive_the_round_trip_through_anki(tmp_path, library, seed):
    chance = random.Random(seed)
    run("export", tmp_path / "types.json", "--library", library)
    types = json.loads((tmp_path / "types.json").read_text())["noteTypes"]
    (tmp_path / "notes.json").write_text(random_libraries.build(chance, types))
    assert json.loads(run("import", tmp_path / "notes.json", "--library", library, "--json"))["leftOut"] == []
    with Omena(library) as omena:
        random_libraries.study(omena, chance)

    run("export", tmp_path / "ours.apkg", "--search", "-deck:First*", "--library", library)
    middle = Collection(str(tmp_path / "middle.anki2"))
    bring(middle, tmp_path / "ours.apkg")
    assert middle.fix_integrity() == ("Database rebuilt and optimized.", True)
    cardless = middle.db.scalar("SELECT count(*) FROM notes WHERE id NOT IN (SELECT nid FROM cards)")
    export(middle, tmp_path / "theirs.apkg", legacy=seed % 2 == 0)
    middle.close()
    other = tmp_path / "other.omena"
    with Omena(other):
        pass
    report = json.loads(run("import", tmp_path / "theirs.apkg", "--library", other, "--json"))

    assert (cardless, report["added"], report["leftOut"]) == (0, 60, [])
    before, after = snapshot(library), snapshot(other)
    assert len([row for row in before["decks"] if row[0].startswith("random")]) == 60
    for part, rows in before.items():
        ours = [row for row in rows if row[0].startswith("random")]
        assert [row for row in after[part] if row[0].startswith("random")] == ours, part


def test_a_note_without_the_language_of_its_card_keeps_its_deck(tmp_path, library):
    run("export", tmp_path / "types.json", "--library", library)
    types = json.loads((tmp_path / "types.json").read_text())["noteTypes"]
    kind = next(kind["id"] for kind in types if kind["name"] == "Languages")
    fields, cards = {"en": {"text": "apple"}}, [{"face": "en>fi", "flag": 1}]
    note = dict(guid="lost", type=kind, deck="Fruit", fields=fields, cards=cards, made=1_700_000_000_000, changed=1_700_000_000_000)
    decks = [{"name": "Fruit", "settings": {}}]
    whole = dict(format="omena", version=1, decks=decks, noteTypes=types, notes=[note], media=[])
    (tmp_path / "note.json").write_text(json.dumps(whole))
    assert json.loads(run("import", tmp_path / "note.json", "--library", library, "--json"))["added"] == 1

    run("export", tmp_path / "ours.apkg", "--deck", "Fruit", "--library", library)
    other = Collection(str(tmp_path / "other.anki2"))
    bring(other, tmp_path / "ours.apkg")

    assert other.fix_integrity() == ("Database rebuilt and optimized.", True)
    assert contents(other)["notes"]["lost"][3] == ["apple"]
    assert [card["deck"] for card in contents(other)["cards"].values()] == ["Fruit"]
    other.close()


def test_an_import_is_undone_completely(tmp_path, library):
    collection = build(tmp_path / "first.anki2")
    export(collection, tmp_path / "first.apkg")
    collection.close()
    before = snapshot(library)

    report = json.loads(run("import", tmp_path / "first.apkg", "--library", library, "--json"))
    with Omena(library) as omena:
        omena.post_form("/undo", id=report["change"])

    assert snapshot(library) == before


def test_answers_from_both_programs_are_merged_into_one_log(tmp_path, library):
    first = Collection(str(tmp_path / "first.anki2"))
    first.set_config("fsrs", True)
    note = add(first, "Basic", "Joined", "front", "back")
    first.decks.select(first.decks.id("Joined"))
    first.sched.answerCard(first.sched.getCard(), 4)
    export(first, tmp_path / "one.apkg")
    run("import", tmp_path / "one.apkg", "--library", library)
    (answered,) = first.db.first("SELECT max(id) FROM revlog")
    # Omena records a review an hour later; Anki recorded one in between, which is imported afterwards.
    here = answered + 3_600_000
    with Omena(library) as omena:
        deal = omena.deal("Joined", "browse")
        event = practice(deal["cards"][0], "again", kind="review", mode="review", moment=here)
        status, answer = omena.post_reviews(deal, [event])
        assert (status, answer["results"][0]["outcome"]) == (200, "stored")
    card = note.cards()[0]
    first.db.execute("INSERT INTO revlog VALUES (?, ?, -1, 3, 12, 7, 300, 2000, 1)", answered + 60_000, card.id)
    first.db.execute("UPDATE cards SET ivl = 12, due = due + 5, reps = 2 WHERE id = ?", card.id)
    first.fix_integrity()
    export(first, tmp_path / "two.apkg")
    first.close()

    joined = json.loads(run("import", tmp_path / "two.apkg", "--library", library, "--json"))

    assert (joined["added"], joined["reviews"]) == (0, 1)
    with Omena(library) as omena:
        guid = "SELECT id FROM note WHERE guid = ?"
        log = "SELECT group_concat(grade) FROM (SELECT grade FROM event JOIN card ON card.id = card WHERE note = "
        assert omena.read(f"{log}({guid}) AND kind = 0 ORDER BY moment)", note.guid) == "4,3,1"
        # The state follows from the latest answer, which Omena recorded.
        assert omena.read(f"SELECT last_review FROM card WHERE note = ({guid})", note.guid) == here
        assert omena.read(f"SELECT stage FROM card WHERE note = ({guid})", note.guid) == 3
    assert "All is well" in run("check", "--library", library)
