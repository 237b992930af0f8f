"""A full disk and a write-protected library: the error is explained, nothing is lost, and the server keeps running."""

import contextlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from urllib.parse import urlencode

import pytest
from learners import School
from serving import BINARY, Omena, copy_new_library, practice
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


def file_size_limit(limit):
    """A function that limits the files of the process that calls it to so many bytes, which resembles a full disk."""

    def limit_file_size():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return limit_file_size


def server_with_file_size_limit(library, limit):
    """A server, not yet started, whose files cannot grow beyond so many bytes."""
    omena = Omena(library)
    omena.before_start = file_size_limit(limit)
    return omena


def fill(omena):
    """Adds notes until the disk is full; returns the texts of the acknowledged ones and the status and body of the refusal."""
    stored = []
    for number in range(1_000):
        status, answer = add(omena, f"full {number}")
        if status != 201:
            return stored, status, answer
        stored.append(f"full {number}")
    raise AssertionError("the disk never filled up")


def test_a_full_disk_loses_nothing(tmp_path):
    library = tmp_path / "a.omena"
    copy_new_library(library)
    with Omena(library) as omena:
        deal = omena.deal()
        deck = omena.read("SELECT id FROM deck WHERE name = 'First questions'")
    omena = server_with_file_size_limit(library, library.stat().st_size + 200_000).start()
    stored, status, answer = fill(omena)
    assert status in (503, 507) and "disk space" in answer["error"] and "wasn’t saved" in answer["error"]
    assert stored
    # The server keeps running: notes can be read, and answers are refused with an explanation, not lost silently.
    assert sorted(texts(omena, "full")) == sorted(stored)
    status, answer = omena.post_reviews(deal, [practice(card) for card in deal["cards"]])
    assert status in (200, 503, 507), answer
    # A form keeps what was typed and explains why it could not be saved.
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
            continue  # A text this short fits into an existing page of the database.
        assert status in (422, 503, 507), (path, status)
        assert kept in page
        assert status == 422 or ("wasn’t saved" in page and 'role="alert"' in page), path
    omena.kill()
    assert check(library)["findings"] == []
    with Omena(library) as omena:
        assert sorted(texts(omena, "full")) == sorted(stored)
        assert add(omena, "room again")[0] == 201


class OnSmallDisk(Omena):
    """A server whose library is on a disk of its own, of so many megabytes; only the server sees it."""

    def __init__(self, folder, megabytes, prepare=":"):
        super().__init__(folder / "a.omena")
        self.megabytes = megabytes
        # A command of the shell, which sees the disk before the server does.
        self.prepare = prepare

    def command(self):
        mount = f'mount -t tmpfs -o size={self.megabytes}M tmpfs "{self.library.parent}" && {self.prepare} && exec "$0" "$@"'
        return ["unshare", "--mount", "sh", "-c", mount, *super().command()]

    def run(self, *words):
        """Runs a command that sees the disk."""
        subprocess.run(["nsenter", "--mount", "--target", str(self.process.pid), *map(str, words)], check=True)


def test_pages_warn_before_the_disk_is_full(tmp_path):
    with OnSmallDisk(tmp_path, 200) as omena:
        assert b"disk" not in omena.get("/")[2]

        omena.run("fallocate", "-l", "150M", tmp_path / "film")
        for path in ["/", "/settings", "/cards"]:
            assert re.search("The library’s disk has only [45]. MB left", omena.get(path)[2].decode()), path
        omena.run("rm", tmp_path / "film")
        assert b"disk" not in omena.get("/")[2]

        # A second mount, because the first is in use.
        omena.run("mount", "--bind", tmp_path, tmp_path)
        omena.run("mount", "-o", "remount,bind,ro", tmp_path)
        assert "the library’s disk is write-protected" in omena.get("/")[2].decode()


def test_learners_go_on_reading_and_are_told_why_they_cannot_sign_in(tmp_path):
    school = School(tmp_path / "school")
    school.before_start = lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with school:
        anna = school.add("anna")
        assert anna.get("/")[0] == 200
        with contextlib.closing(sqlite3.connect(school.library / "accounts.omena")) as database, database:
            # So that the next use is recorded.
            database.execute("UPDATE session SET seen = seen - 7200")
        process, endless = school.process.pid, resource.RLIM_INFINITY
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1, endless))

        assert anna.get("/")[0] == anna.get("/cards")[0] == 200
        status, answer = school.sign_in("anna")
        assert status == 503 and "Check the disk space" in answer["error"]

        resource.prlimit(process, resource.RLIMIT_FSIZE, (endless, endless))
        assert school.sign_in("anna")[0] == anna.get("/")[0] == 200


def test_a_disk_without_room_to_test_a_backup_does_not_condemn_it(tmp_path):
    used = tmp_path / "used.omena"
    copy_new_library(used)
    with Omena(used) as omena:
        add(omena, "used")
    folder = tmp_path / "disk"
    folder.mkdir()
    size = used.stat().st_size
    # Room for the library, its log and its backup, but not for another copy, however small the log is.
    filler = 20 * 2**20 - 2 * size - size * 2 // 3
    prepare = f'cp -p "{used}" "{folder}/a.omena" && fallocate -l {filler} "{folder}/film"'
    with OnSmallDisk(folder, 20, prepare) as omena:
        omena.get("/")
        for line in omena.process.stderr:
            if "backup" in line:
                break
        assert "There is no room left" in line
        backups = f'test -e "{folder}"/a.omena-backups/*-day.omena && test ! -e "{folder}/a.omena-backups/test.json"'
        omena.run("sh", "-c", backups)
        assert "couldn’t be restored" not in omena.get("/settings")[2].decode()


def test_a_command_reports_a_full_disk_and_leaves_no_partial_backup(tmp_path):
    library = tmp_path / "a.omena"
    copy_new_library(library)
    for words in [["backup"], ["backup", tmp_path / "b.omena"]]:
        result = subprocess.run(
            [BINARY, *map(str, words), "--library", library],
            capture_output=True,
            text=True,
            timeout=60,
            preexec_fn=file_size_limit(100_000),
        )
        assert result.returncode == 1
        assert "room" in result.stderr and result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
    assert not (tmp_path / "b.omena").exists()
    assert [file for file in tmp_path.rglob("*") if file.is_file() and "backup" in str(file)] == []
    assert check(library)["findings"] == []


@pytest.fixture
def foreign_folder():
    """A folder of an unprivileged user, because nothing is write-protected for root."""
    if os.geteuid() != 0:
        folder = pathlib.Path(tempfile.mkdtemp())
    else:
        if not all(parent.stat().st_mode & 0o001 for parent in BINARY.resolve().parents):
            pytest.skip("only root can reach the program")
        folder = pathlib.Path(tempfile.mkdtemp())
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


def run_as_owner(folder, *words):
    """Runs a command as the folder's owner."""
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    result = subprocess.run(
        [BINARY, *map(str, words), "--library", folder / "a.omena"],
        capture_output=True,
        text=True,
        timeout=60,
        env={"HOME": str(folder)},
        cwd="/",
        **user,
    )
    return result


COMMANDS = [["serve", "--port", "0"], ["check"], ["backup"], ["optimize"]]


def test_a_write_protected_library_is_refused_with_an_explanation_and_works_again_later(foreign_folder):
    library = foreign_folder / "a.omena"
    with tempfile.TemporaryDirectory() as elsewhere:
        pathlib.Path(elsewhere).chmod(0o755)
        copy_new_library(pathlib.Path(elsewhere) / "seed.omena")
        with Omena(pathlib.Path(elsewhere) / "seed.omena") as omena:
            add(omena, "is kept")
        shutil.copy(pathlib.Path(elsewhere) / "seed.omena", library)
    if os.geteuid() == 0:
        os.chown(library, NOBODY, NOBODY)
    library.chmod(0o600)
    before = library.read_bytes()

    def all_refuse(explanation, commands=COMMANDS):
        for command in commands:
            result = run_as_owner(foreign_folder, *command)
            assert result.returncode == 1, command
            assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
            assert explanation in result.stderr, (command, result.stderr)
        assert library.read_bytes() == before

    library.chmod(0o400)
    all_refuse("cannot be written")
    library.chmod(0o600)
    foreign_folder.chmod(0o500)
    all_refuse("cannot be written")
    foreign_folder.chmod(0o000)
    all_refuse("cannot be written")
    foreign_folder.chmod(0o700)
    result = run_as_owner(foreign_folder, "check", "--json")
    assert result.returncode == 0 and json.loads(result.stdout)["findings"] == [], result
