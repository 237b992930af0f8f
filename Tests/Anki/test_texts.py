"""Text files between the real Anki and Omena: each imports what the other exports."""

import json
import subprocess

import pytest
from anki.collection import Collection, ImportCsvRequest

from serving import BINARY

NOTES = [
    ("Basic", "Spanish", ["hola", "hello"], ["greeting", "a::b"]),
    ("Basic", "Spanish::Verbs", ['ser, "estar"; #x', "to be<br>in two ways"], []),
    ("Basic", "Japanese", ["日本語", "a &amp; b &lt;c&gt;"], ["語"]),
    ("Basic", "Japanese", ["#not a comment", "tab\tinside"], []),
    ("Basic (and reversed card)", "Finnish", ["kissa", "cat"], ["animal"]),
    ("Cloze", "Finnish", ["{{c1::koira}} haukkuu {{c2::nyt}}", "extra"], []),
]


def run(*words):
    result = subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True)
    assert result.returncode == 0, result
    return result.stdout


def contents(collection):
    notes = {}
    for id in collection.find_notes(""):
        note = collection.get_note(id)
        deck = collection.decks.name(note.cards()[0].did)
        notes[note.guid] = (note.note_type()["name"], deck, note.fields, sorted(note.tags))
    return notes


def bring(collection, path):
    metadata = collection.get_csv_metadata(str(path), None)
    return collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log


@pytest.mark.parametrize("ending", ["txt", "csv"])
def test_a_text_file_of_anki_survives_the_round_trip(collection, tmp_path, ending):
    for kind, deck, fields, tags in NOTES:
        note = collection.new_note(collection.models.by_name(kind))
        note.fields, note.tags = fields, tags
        collection.add_note(note, collection.decks.id(deck))
    first = contents(collection)
    collection.export_note_csv(
        out_path=str(tmp_path / "first.txt"),
        limit=None,
        with_html=True,
        with_tags=True,
        with_deck=True,
        with_notetype=True,
        with_guid=True,
    )
    library, table = tmp_path / "a.omena", tmp_path / f"second.{ending}"

    report = json.loads(run("import", tmp_path / "first.txt", "--library", library, "--json"))
    again = json.loads(run("import", tmp_path / "first.txt", "--library", library, "--json"))
    run("export", table, "--search", "-deck:First*", "--library", library)
    other = Collection(str(tmp_path / "other.anki2"))
    log = bring(other, table)

    assert (report["added"], report["leftOut"]) == (len(NOTES), [])
    assert (again["added"], again["updated"], again["same"]) == (0, 0, len(NOTES))
    assert len(log.new) == len(NOTES), log
    assert contents(other) == first
    assert len(bring(collection, table).new) == 0 and contents(collection) == first
    other.close()


def test_cards_exported_by_anki_become_notes(collection, tmp_path):
    note = collection.new_note(collection.models.by_name("Basic"))
    note.fields = ["hola", "hello"]
    collection.add_note(note, collection.decks.id("Spanish"))
    collection.export_card_csv(out_path=str(tmp_path / "cards.txt"), limit=None, with_html=True)

    report = json.loads(run("import", tmp_path / "cards.txt", "--library", tmp_path / "a.omena", "--json"))

    assert (report["added"], report["leftOut"]) == (1, [])
