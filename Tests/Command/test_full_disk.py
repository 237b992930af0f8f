"""A full disk and a library that cannot be written: said in plain words, nothing lost, and the server serves on."""

import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
from urllib.parse import urlencode

import pytest
from serving import BINARY, Omena, practice
from test_upkeep import check

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NOBODY = 65534


def add(omena, text):
    body = {"type": "Basic", "deck": "First questions", "fields": {"Front": text, "Back": "x" * 3_000}}
    status, _, answer = omena.request("POST", "/api/v1/notes", json.dumps(body), JSON)
    return status, json.loads(answer)


def texts(omena, query):
    status, _, answer = omena.get(f"/api/v1/notes?limit=1000&query={query}")
    assert status == 200
    return [note["fields"]["Front"] for note in json.loads(answer)["notes"]]


def confine(limit):
    """Lets no file of the next program grow beyond so many bytes, as on a disk that has no more."""

    def confine():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return confine


class Confined(Omena):
    """A server on a disk that has so many bytes."""

    def __init__(self, library, limit):
        super().__init__(library)
        self.limit = limit

    def start(self):
        start = subprocess.Popen
        try:
            subprocess.Popen = lambda *words, **options: start(*words, preexec_fn=confine(self.limit), **options)
            return super().start()
        finally:
            subprocess.Popen = start


def fill(omena):
    """Adds notes until there is no room; the texts of those that were acknowledged, and the refusal."""
    stored = []
    for number in range(1_000):
        status, answer = add(omena, f"full {number}")
        if status != 201:
            return stored, status, answer
        stored.append(f"full {number}")
    raise AssertionError("the disk never was full")


def test_a_full_disk_loses_nothing(tmp_path):
    library = tmp_path / "a.omena"
    with Omena(library) as omena:
        deal = omena.deal()
        deck = omena.read("SELECT id FROM deck WHERE name = 'First questions'")
    omena = Confined(library, library.stat().st_size + 200_000).start()
    stored, status, answer = fill(omena)
    assert status in (503, 507) and "disk space" in answer["error"] and "not saved" in answer["error"]
    assert stored
    # It goes on: what is there can be read, and answers are refused in words, not lost in silence.
    assert sorted(texts(omena, "full")) == sorted(stored)
    status, answer = omena.post_reviews(deal, [practice(card) for card in deal["cards"]])
    assert status in (200, 503, 507), answer
    # Whoever wrote in a form has it still, with why it could not be saved.
    text = "written with <care> " * 200
    card = {"type": 1, "deck": deck, "f-1": text, "f-2": "x" * 90_000, "tags": "kept"}
    for path, fields, kept in [
        ("/cards/new", card, "written with &lt;care&gt;"),
        ("/types/1", {"name": "Renamed type", "css": "/* " + "x" * 90_000 + " */"}, "Renamed type"),
        ("/decks/new", {"name": "Deck of " + "x" * 400}, "Deck of xxx"),
    ]:
        status, _, page = omena.request("POST", path, urlencode(fields), FORM)
        page = page.decode()
        if status == 303 and path == "/decks/new":
            continue  # So little found room in a page that was there already.
        assert status in (422, 503, 507), (path, status)
        assert kept in page
        assert status == 422 or ("not saved" in page and 'role="alert"' in page), path
    omena.kill()
    assert check(library)["findings"] == []
    with Omena(library) as omena:
        assert sorted(texts(omena, "full")) == sorted(stored)
        assert add(omena, "room again")[0] == 201


def test_a_command_says_that_the_disk_is_full_and_leaves_no_half_backup(tmp_path):
    library = tmp_path / "a.omena"
    with Omena(library):
        pass
    for words in [["backup"], ["backup", tmp_path / "b.omena"]]:
        result = subprocess.run(
            [BINARY, *map(str, words), "--library", library],
            capture_output=True,
            text=True,
            timeout=20,
            preexec_fn=confine(100_000),
        )
        assert result.returncode == 1
        assert "room" in result.stderr and result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
    assert not (tmp_path / "b.omena").exists()
    assert [file for file in tmp_path.rglob("*") if file.is_file() and "backup" in str(file)] == []
    assert check(library)["findings"] == []


@pytest.fixture
def foreign_folder():
    """A folder of somebody who is not root, in which a library was made; nothing is write-protected for root."""
    if os.geteuid() != 0:
        folder = pathlib.Path(tempfile.mkdtemp())
    else:
        if not all(parent.stat().st_mode & 0o001 for parent in BINARY.resolve().parents):
            pytest.skip("only root can reach the program")
        folder = pathlib.Path(tempfile.mkdtemp())
        os.chown(folder, NOBODY, NOBODY)
    run_as_somebody(folder, "serve", "--port", "no port")
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


def run_as_somebody(folder, *words):
    """Runs a command as the folder's owner."""
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    result = subprocess.run(
        [BINARY, *map(str, words), "--library", folder / "a.omena"],
        capture_output=True,
        text=True,
        timeout=20,
        env={"HOME": str(folder)},
        cwd="/",
        **user,
    )
    return result


COMMANDS = [["serve", "--port", "0"], ["check"], ["backup"], ["optimize"]]


def test_a_write_protected_library_is_refused_in_words_and_works_again_later(foreign_folder):
    library = foreign_folder / "a.omena"
    # A restored backup makes a library in an empty folder.
    with tempfile.TemporaryDirectory() as elsewhere:
        pathlib.Path(elsewhere).chmod(0o755)
        with Omena(pathlib.Path(elsewhere) / "seed.omena") as omena:
            add(omena, "is kept")
        shutil.copy(pathlib.Path(elsewhere) / "seed.omena", library)
    if os.geteuid() == 0:
        os.chown(library, NOBODY, NOBODY)
    library.chmod(0o600)
    before = library.read_bytes()

    def all_refuse(words, commands=COMMANDS):
        for command in commands:
            result = run_as_somebody(foreign_folder, *command)
            assert result.returncode == 1, command
            assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
            assert words in result.stderr, (command, result.stderr)
        assert library.read_bytes() == before

    library.chmod(0o400)
    all_refuse("cannot be written")
    library.chmod(0o600)
    foreign_folder.chmod(0o500)
    all_refuse("cannot be written")
    foreign_folder.chmod(0o000)
    all_refuse("cannot be written")
    foreign_folder.chmod(0o700)
    result = run_as_somebody(foreign_folder, "check", "--json")
    assert result.returncode == 0 and json.loads(result.stdout)["findings"] == [], result
