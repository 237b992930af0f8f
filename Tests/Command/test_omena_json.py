"""`omena export FILE.json` and back: everything comes to another library as it was."""

import json

import pytest
from serving import Omena, practice
from test_command import assert_refused, run


def exported(library, path):
    result = run("export", path, "--search", "-deck:First*", "--library", library)
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


def test_a_library_comes_back_as_it_was(library, tmp_path):
    other = tmp_path / "b.omena"
    first = exported(library, tmp_path / "first.json")

    report = json.loads(run("import", tmp_path / "first.json", "--library", other, "--json").stdout)
    second = exported(other, tmp_path / "second.json")
    again = json.loads(run("import", tmp_path / "second.json", "--library", library, "--json").stdout)

    logs = [event for note in first["notes"] for card in note.get("cards", []) for event in card.get("log", [])]
    assert logs and len(first["notes"]) == 40
    assert (report["added"], report["reviews"], report["leftOut"]) == (40, len(logs), [])
    assert {**second, "settings": 0} == {**first, "settings": 0}
    assert (again["added"], again["updated"], again["reviews"], again.get("change")) == (0, 0, 0, None)


def test_what_is_broken_changes_nothing(library, tmp_path):
    path, broken = tmp_path / "first.json", tmp_path / "broken.json"
    whole = exported(library, path)
    text = path.read_text()

    broken.write_text(text[: len(text) // 2])
    assert_refused(run("import", broken, "--library", library), "ends too early", code=1)
    broken.write_text(text.replace('"version":1', '"version":99', 1))
    assert_refused(run("import", broken, "--library", library), "later version", code=1)
    broken.write_text(text.replace('"guid":', '"other":', 1))
    assert_refused(run("import", broken, "--library", library), "note 1", code=1)

    assert exported(library, path) == whole
