"""`omena export FILE.json` and import into another library: everything arrives unchanged."""

import base64
import json
import sqlite3
import time
from pathlib import Path

import pytest
from serving import Omena, event_id, practice
from tables import contents, emptied, tables
from test_command import assert_refused, run

CATALOG = sorted((Path(__file__).parent.parent / "LanguagesTests/Resources/Catalogs").glob("*.xcstrings"))[0]
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)


def exported(library, path, *options):
    result = run("export", path, *options, "--library", library)
    assert result.returncode == 0, result
    return json.loads(path.read_text())


@pytest.fixture
def library(tmp_path):
    path, table = tmp_path / "a.omena", tmp_path / "Words.csv"
    table.write_text("#columns:Front,Back,Tags,Deck\n" + "".join(f'word {n},"meaning {n}, ""x""",t{n % 3},Deck::{n % 2}\n' for n in range(40)))
    assert run("import", table, "--library", path).returncode == 0
    with Omena(path) as omena:
        deal = omena.deal("Deck::0", "review")
        answers = [practice(card, kind="review", mode="review") for card in deal["cards"]]
        omena.post_reviews(deal, answers + [practice(deal["cards"][0], "again")])
    return path


def test_a_library_is_imported_as_it_was_exported(library, tmp_path):
    other = tmp_path / "b.omena"
    added = ("--search", "-deck:First*")
    first = exported(library, tmp_path / "first.json", *added)

    report = json.loads(run("import", tmp_path / "first.json", "--library", other, "--json").stdout)
    second = exported(other, tmp_path / "second.json", *added)
    again = json.loads(run("import", tmp_path / "second.json", "--library", library, "--json").stdout)

    logs = [event for note in first["notes"] for card in note.get("cards", []) for event in card.get("log", [])]
    assert logs and len(first["notes"]) == 40
    assert (report["added"], report["reviews"], report["leftOut"]) == (40, len(logs), [])
    assert second == first
    assert (again["added"], again["updated"], again["reviews"], again.get("change")) == (0, 0, 0, None)


def test_a_part_of_a_library_says_nothing_about_the_rest(library, tmp_path):
    table = tmp_path / "More.csv"
    table.write_text("#columns:Front,Back,Tags,Deck\nword,meaning,,Apps::More\n")
    assert run("import", CATALOG, "--deck", "Apps", "--library", library).returncode == 0
    assert run("import", table, "--library", library).returncode == 0

    def part(*options):
        return exported(library, tmp_path / "part.json", *options)

    def files(part):
        return [deck["name"] for deck in part["decks"] if "file" in deck]

    whole, apps, more, found = part(), part("--deck", "Apps"), part("--deck", "Apps::More"), part("--search", "deck:Apps::More")

    assert "settings" in whole and files(whole) == files(apps) == ["Apps"] and len(whole["noteTypes"]) > 2
    assert {deck["name"] for deck in apps["decks"]} == {"Apps", "Apps::More"}
    for one in (more, found):
        assert {deck["name"] for deck in one["decks"]} == {"Apps", "Apps::More"} and files(one) == []
        assert "settings" not in one
        assert [kind["id"] for kind in one["noteTypes"]] == [one["notes"][0]["type"]]


def test_a_file_may_list_cards_twice_and_their_logs_in_any_order(library, tmp_path):
    path, edited, other = tmp_path / "first.json", tmp_path / "edited.json", tmp_path / "b.omena"
    added = ("--search", "-deck:First*")
    whole = exported(library, path, *added)
    for note in whole["notes"]:
        cards = note.get("cards", [])
        for card in cards:
            card["log"] = card.get("log", [])[::-1]
        cards += [{"face": card["face"], "flag": 3} for card in cards]
    assert any(len(card.get("log", [])) > 1 for note in whole["notes"] for card in note.get("cards", []))
    edited.write_text(json.dumps(whole))

    result = run("import", edited, "--library", other)

    assert result.returncode == 0, result
    assert exported(other, tmp_path / "second.json", *added) == json.loads(path.read_text())
    assert run("check", "--library", other).stdout.startswith("All is well")


def test_a_broken_file_changes_nothing(library, tmp_path):
    path, broken = tmp_path / "first.json", tmp_path / "broken.json"
    whole = exported(library, path)
    text = path.read_text()

    broken.write_text(text[: len(text) // 2])
    assert_refused(run("import", broken, "--library", library), "incomplete", code=1)
    broken.write_text(text.replace('"version":1', '"version":99', 1))
    assert_refused(run("import", broken, "--library", library), "newer version", code=1)
    broken.write_text(text.replace('"guid":', '"other":', 1))
    assert_refused(run("import", broken, "--library", library), "note 1", code=1)

    assert exported(library, path) == whole


def fill(path, folder):
    """Fills a library with every kind of note, flag, event and setting."""
    with Omena(path):
        pass
    emptied(path)
    empty = exported(path, folder / "empty.json")
    types = empty["noteTypes"]
    (folder / "Words.csv").write_text(
        "#columns:Front,Back,Tags,Deck\n"
        + "".join(f'word {n},"meaning {n}, ""x""",t{n % 3} a::b,Deck::{n % 2}\n' for n in range(30))
    )
    (folder / "Gaps.csv").write_text("#notetype:Cloze\n#html:true\n{{c1::one}} and {{c2::two}},<b>extra</b>\n")
    (folder / "Own.csv").write_text('#notetype column:1\n#guid column:2\nMy own,g!1,"first\nline",second\n')
    (folder / "Trip.geojson").write_text(
        '{"type":"Feature","properties":{"name":"Suomenlinna","description":"A fortress"},'
        '"geometry":{"type":"Point","coordinates":[24.98810001,60.1454]}}'
    )
    media = {"name": "dot 1.png", "bytes": base64.b64encode(PICTURE).decode()}
    fields = {"1": {"text": 'see <img src="dot 1.png" alt="A dot">'}, "2": {"text": "x", "origin": "made"}}
    note = {"guid": "m1", "type": "1", "deck": "Seen", "fields": fields, "made": 1_700_000_000_000, "changed": 1_700_000_000_000}
    (folder / "Media.json").write_text(
        json.dumps(
            dict(format="omena", version=1, decks=[{"name": "Seen", "settings": {}}], noteTypes=types, notes=[note], media=[media])
        )
    )
    files = [("Words.csv", []), ("Gaps.csv", []), ("Own.csv", []), ("Trip.geojson", ["--deck", "Trip"]), ("Media.json", [])]
    for file, words in [(folder / name, words) for name, words in files] + [(CATALOG, ["--deck", "App::Texts"])]:
        result = run("import", file, *words, "--library", path)
        assert result.returncode == 0 and " updated, 0 unchanged." in result.stdout, result
    database = sqlite3.connect(path)
    basic = database.execute("SELECT id FROM note WHERE note_type = 1 AND deck = (SELECT id FROM deck WHERE name = 'Deck::0')")
    notes = [id for id, in basic.fetchall()]
    parameters = [0.3, 1.4, 2.5, 8.9, 6.3, 0.8, 2.9, 0.01, 1.8, 0.2, 0.8, 1.5, 0.1, 0.3, 1.6, 0.6, 1.9, 0.5, 0.1, 0.1, 0.2]
    settings = {**empty["settings"], "rollover": 3, "learningSteps": [60, 900], "theme": "dark", "leechLapses": 5, "counts": ["learn"]}
    for key, value in (("parameters", parameters), ("study", settings)):
        database.execute("INSERT INTO setting VALUES (?, ?)", (key, json.dumps(value, sort_keys=True, separators=(",", ":"))))
    deck = {"retention": 0.85, "newLimit": 3, "reviewLimit": 50, "otherScripts": True, "colour": "blue", "icon": "🍎", "anki": '{"desc":"x"}'}
    text = json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    database.execute("UPDATE deck SET settings = ? WHERE name = 'Deck::0'", (text,))
    database.commit()
    # The log: reviews on several days with the due dates that their buttons showed, practice, a retraction, and states set by hand.
    now = int(time.time() * 1000)
    with Omena(path) as omena:
        deal = omena.deal("Deck::0", "browse")
        events = []
        for index, card in enumerate(deal["cards"][:12]):
            for review in range(index % 4 + 1):
                moment = now - (40 - 9 * review) * 86_400_000 + index
                grade = ["again", "hard", "good", "easy"][(index + review) % 4]
                events.append(practice(card, grade, kind="review", mode="review", moment=moment))
                if review == 2:
                    events[-1].update(due=moment + 30 * 86_400_000, reviews=2)
        events.append(practice(deal["cards"][0], "again"))
        events.append({**practice(deal["cards"][3], kind="retraction", mode="review"), "of": events[9]["id"]})
        events[-1].pop("grade")
        status, answer = omena.post_reviews(deal, events)
        assert status == 200 and {result["outcome"] for result in answer["results"]} == {"stored"}, answer
    cards = [id for id, in database.execute("SELECT card.id FROM card JOIN event ON card.id = card GROUP BY 1")]
    state = dict(stage="review", stability=12.5, difficulty=4.25, due=now, interval=12, reviews=3, lapses=1, lastReview=now, lastDay=20_000)
    states = [{"kind": "reset"}, {"kind": "redated", "due": now + 5 * 86_400_000}, {"kind": "imported", "card": state}]
    for index, state in enumerate(states):
        database.execute(
            "INSERT INTO event (card, moment, id, utc_offset, kind, duration, mode, state, extras) VALUES (?, ?, ?, 120, 2, 0, 3, ?, '[1]')",
            (cards[index], now - 1000, int(event_id()), json.dumps(state, sort_keys=True, separators=(",", ":"))),
        )
    changes = [
        ("UPDATE card SET is_suspended = 1, leech_lapses = 5 WHERE id = ?", cards[2]),
        ("UPDATE card SET flag = 3, burial = 1, buried = moment FROM (SELECT 1893456000000 AS moment) WHERE id = ?", cards[3]),
        ("UPDATE card SET deck = (SELECT id FROM deck WHERE name = 'Deck::1'), position = 7, extras = '[1,2]' WHERE id = ?", cards[4]),
        ("UPDATE note SET is_suspended = 1, word_type = 'verb' WHERE id = ?", notes[-1]),
    ]
    for change, number in changes:
        assert database.execute(change, (number,)).rowcount == 1, change
    database.commit()
    database.close()
    # The states stored beside the log agree with it.
    assert run("check", "--accept", "--library", path).returncode == 0


def test_every_kind_of_content_is_imported_as_it_was_exported(tmp_path):
    first, other = tmp_path / "a.omena", tmp_path / "b.omena"
    fill(first, tmp_path)
    with Omena(other):
        pass
    emptied(other)
    # Accepts what was written without checksums.
    assert run("check", "--accept", "--library", other).returncode == 0

    exported = run("export", tmp_path / "all.json", "--library", first)
    imported = run("import", tmp_path / "all.json", "--library", other, "--json")
    run("export", tmp_path / "again.json", "--library", other)

    assert exported.returncode == 0 and imported.returncode == 0, imported
    assert json.loads(imported.stdout)["leftOut"] == []
    expected, found = tables(first), tables(other)
    assert found.keys() == expected.keys()
    for table, rows in expected.items():
        assert rows, f"{table} is empty"
        assert found[table] == rows, table
    assert contents(other) == contents(first) != {}
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "all.json").read_bytes()
    assert "All is well" in run("check", "--library", other).stdout
