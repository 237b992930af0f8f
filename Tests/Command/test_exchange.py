"""`omena import` and `omena export`, with the library closed and while it is served."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from serving import Omena, copy_new_library
from test_command import assert_refused, contents, run

CATALOGS = sorted((Path(__file__).parent.parent / "LanguagesTests/Resources/Catalogs").glob("*.xcstrings"))


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "a.omena"
    copy_new_library(path)
    return path


@pytest.mark.parametrize("command", ["import", "export"])
def test_help(command):
    result = run(command, "--help")
    assert result.returncode == 0 and f"Usage: omena {command}" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_a_mistyped_file_creates_no_library(tmp_path):
    assert_refused(run("import", tmp_path / "none.csv", "--library", tmp_path / "new.omena"), "the file doesn’t exist")
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("is_served", [False, True])
def test_catalogs_are_exported_byte_for_byte_as_they_were_imported(library, tmp_path, is_served):
    omena = Omena(library).start() if is_served else None
    try:
        for file in CATALOGS if is_served else CATALOGS[:3]:
            trial = run("import", file, "--deck", file.stem, "--dry-run", "--json", "--library", library)
            made = run("import", file, "--deck", file.stem, "--json", "--library", library)
            assert made.returncode == 0, made
            assert json.loads(trial.stdout)["added"] == json.loads(made.stdout)["added"]
            copy = tmp_path / f"copy-{file.name}"
            result = run("export", copy, "--deck", file.stem, "--library", library)
            assert result.returncode == 0, result
            assert copy.read_bytes() == file.read_bytes()
            again = json.loads(run("import", copy, "--deck", file.stem, "--json", "--library", library).stdout)
            assert (again["added"], again["updated"], again.get("change")) == (0, 0, None)
    finally:
        if omena:
            omena.stop()


@pytest.mark.parametrize("name, deck", [("German A1.2.csv", "German A1.2"), ("Dr. No.txt", "Dr. No"), ("Words.tsv", "Words")])
def test_a_deck_without_a_name_gets_that_of_the_file(library, tmp_path, name, deck):
    file = tmp_path / name
    file.write_text("cat\tKatze\n")

    result = run("import", file, "--json", "--library", library)

    assert result.returncode == 0, result
    assert json.loads(result.stdout)["deck"] == deck


def test_daily_limits_that_come_with_a_file_are_reported(library, tmp_path):
    file, other = tmp_path / "a.json", tmp_path / "b.omena"
    assert run("export", file, "--library", library).returncode == 0
    content = json.loads(file.read_text())
    content["settings"] |= {"newLimit": 60, "reviewLimit": 9999}
    file.write_text(json.dumps(content, separators=(",", ":")))
    words = "Daily limits for all decks, from the file: 60 new, 9999 reviews."

    assert words in run("import", file, "--dry-run", "--library", other).stdout
    trial = json.loads(run("import", file, "--dry-run", "--json", "--library", other).stdout)
    assert (trial["newLimit"], trial["reviewLimit"]) == (60, 9999)
    assert words in run("import", file, "--library", other).stdout
    assert "newLimit" not in json.loads(run("import", file, "--json", "--library", other).stdout)


def test_errors_are_reported_in_one_line(library, tmp_path):
    broken = tmp_path / "broken.xcstrings"
    broken.write_text('{\n  "strings" : nonsense\n}')
    other = tmp_path / "letter.xcstrings"
    other.write_text("Dear Sir")

    assert_refused(run("import", broken, "--deck", "A", "--library", library), "Line 2, column", code=1)
    assert_refused(run("import", tmp_path / "none.xcstrings", "--deck", "A", "--library", library), "the file doesn’t exist", code=1)
    assert_refused(run("export", tmp_path / "x.xcstrings", "--deck", "Nowhere", "--library", library), "no deck", code=1)
    assert_refused(run("export", other, "--deck", "First words", "--library", library), "isn’t a string catalog", code=1)
    assert_refused(run("export", tmp_path / "x.apkg", "--search", "is:nonsense", "--library", library), "Use one of these after “is:”", code=1)
    assert_refused(run("export", tmp_path / "x.colpkg", "--deck", "First words", "--library", library), "whole collection", code=2)
    assert not list(tmp_path.glob("x.*"))
    assert_refused(run("export", tmp_path / "x.pdf", "--deck", "First words", "--library", library), "cannot write files like", code=2)
    assert other.read_text() == "Dear Sir"


@pytest.mark.parametrize("ending", ["apkg", "json"])
def test_a_file_of_another_kind_is_kept_with_the_file_beside_it(library, tmp_path, ending):
    files = [tmp_path / f"letter.{ending}", tmp_path / f"letter.{ending}-unfinished"]
    catalog = CATALOGS[0].read_text()
    for file in files:
        file.write_text(catalog)

    assert_refused(run("export", files[0], "--library", library), "choose another file name", code=1)

    assert [file.read_text() for file in files] == [catalog, catalog]


@pytest.mark.parametrize("ending", ["apkg", "json", "csv"])
def test_the_size_of_the_exported_file_is_reported(library, tmp_path, ending):
    file = tmp_path / f"all.{ending}"

    report = json.loads(run("export", file, "--json", "--library", library).stdout)

    assert report["bytes"] == file.stat().st_size > 0


@pytest.mark.parametrize("is_served", [False, True])
def test_exported_places_are_imported_as_the_same_places(library, tmp_path, is_served):
    saved = tmp_path / "SavedPlaces"
    saved.write_text('[{"id":"A","name":"Palace","description":"Old","latitude":51.501,"longitude":-0.1410000001}]')
    omena = Omena(library).start() if is_served else None
    try:
        made = json.loads(run("import", saved, "--deck", "Trips", "--json", "--library", library).stdout)
        assert (made["added"], made["leftOut"]) == (1, [])
        for kind in ("geojson", "gpx", "kml", "csv"):
            file = tmp_path / f"trips.{kind}"
            written = run("export", file, "--deck", "Trips", "--json", "--library", library)
            assert written.returncode == 0 and json.loads(written.stdout)["notes"] == 1, written
            assert "-0.1410000001" in file.read_text()
            again = json.loads(run("import", file, "--deck", "Trips", "--json", "--library", library).stdout)
            assert (again["added"], again["updated"], again["same"]) == (0, 0, 1)
        broken = tmp_path / "broken.gpx"
        broken.write_text('<gpx>\n<wpt lat="91" lon="0"/></gpx>')
        assert_refused(run("import", broken, "--deck", "Trips", "--library", library), "Line 2: “91”", code=1)
    finally:
        if omena:
            omena.stop()


def test_an_import_stopped_before_its_file_arrived_changes_nothing(omena):
    def send(id):
        path = f"/import?do=save&deck=Animals&name=a.csv&id={id}"
        status, _, body = omena.request("POST", path, "kissa,cat\n")
        assert status == 200
        return json.loads(body.splitlines()[-1])

    status, _, body = omena.request("POST", "/import/stop?id=ab")
    assert (status, json.loads(body)) == (200, {"isRunning": False})

    assert send("ab") == {"isStopped": True}
    assert omena.read("SELECT count(*) FROM deck WHERE name = 'Animals'") == 0
    assert "to" in send("cd")
    assert omena.read("SELECT count(*) FROM deck WHERE name = 'Animals'") == 1


def test_the_command_makes_no_deck_whose_name_nobody_sees(library, tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("kissa,cat\n")

    for more in [], ["--dry-run"]:
        result = run("import", file, "--deck", "A::\u200b", *more, "--library", library)
        assert_refused(result, "A part of this name is empty. Remove the extra “::”.", code=1)
    with closing(sqlite3.connect(library)) as database:
        assert database.execute("SELECT count(*) FROM deck WHERE name LIKE 'A%'").fetchone() == (0,)


def test_a_report_names_what_was_updated_as_the_page_does(library, tmp_path):
    file = tmp_path / "a.csv"

    def imported(text, *more):
        file.write_text(text)
        return run("import", file, "--deck", "A", "--update", "always", *more, "--library", library).stdout

    assert imported("kissa,cat\n") == "Into “A”: 1 added, 0 updated, 0 unchanged.\n"
    changed = "kissa,a cat\n"
    trial = "Nothing was imported. Into “A”: 0 would be added, 1 would be updated, 0 unchanged.\n"
    assert imported(changed, "--dry-run") == trial
    assert imported(changed) == "Into “A”: 0 added, 1 updated, 0 unchanged.\n"


def test_an_import_makes_no_deck_whose_name_nobody_sees(omena):
    status, _, body = omena.request("POST", "/import?do=save&deck=A%3A%3A%E2%80%8B&name=a.csv&id=ef", "kissa,cat\n")

    assert status == 200
    assert "to" not in json.loads(body.splitlines()[-1])
    assert omena.read("SELECT count(*) FROM deck WHERE name LIKE 'A::%'") == 0
