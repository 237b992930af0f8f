"""A library that is missing, shortened, replaced, moved or under two names: Omena stops, says why, and changes nothing."""

import glob
import json
import os
import shutil
import sqlite3

import pytest
from locks import command as keyed
from locks import opened, state, wait_for
from serving import Omena, copy_new_library, practice
from test_command import assert_refused, contents, run

COMMANDS = [
    ["check"],
    ["backup"],
    ["export", "all.json"],
    ["import", "notes.csv", "--deck", "New"],
    ["optimize", "--dry-run"],
    ["memory"],
]


def refuse(library, *words):
    """Every command is refused, and changes nothing."""
    before = contents(library.parent)
    assert_refused(run("serve", "--port", 0, "--library", library), *words)
    for command in COMMANDS:
        result = keyed(*command, "--library", library, cwd=library.parent)
        assert_refused(result, *words)
    assert contents(library.parent) == before


@pytest.fixture
def used(library):
    """A library with a backup, and a file to import beside it."""
    copy_new_library(library)
    library.with_name("notes.csv").write_text("a,b\n")
    return backed_up(library)


def backed_up(library):
    result = keyed("backup", "--library", library, "--json")
    assert result.returncode == 0, result.stderr
    return library, json.loads(result.stdout)["file"]


@pytest.mark.parametrize("size", [None, 0])
def test_a_missing_library_is_not_replaced_by_a_new_one(used, size):
    library, backup = used
    library.unlink()
    if size is not None:
        library.touch(0o600)

    refuse(library, "missing or empty", f"'omena restore --library {library} {backup}'")

    assert run("restore", "--library", library, backup).returncode == 0
    assert run("check", "--library", library).returncode == 0


@pytest.mark.parametrize("size", [None, 0, 4096])
def test_a_sealed_library_is_not_replaced_by_a_plain_one(sealed, size):
    library, backup = backed_up(sealed.path)
    library.with_name("notes.csv").write_text("a,b\n")
    if size is None:
        library.unlink()
    else:
        os.truncate(library, size)

    refuse(library, "missing or empty", f"{library}-keys", f"'omena restore --library {library} {backup}'")

    result = keyed("restore", "--library", library, backup)
    assert result.returncode == 0, result.stderr
    assert keyed("check", "--library", library).returncode == 0
    assert b"SQLite" not in library.read_bytes()


def test_a_plain_library_does_not_take_the_place_of_a_sealed_one(sealed, tmp_path):
    other = tmp_path / "other" / "b.omena"
    other.parent.mkdir()
    copy_new_library(other)
    sealed.path.with_name("notes.csv").write_text("a,b\n")
    shutil.copy(other, sealed.path)

    refuse(sealed.path, "has no lock", "move the file away", f"{sealed.path}-keys")


def test_a_stranger_s_library_with_a_trigger_is_not_opened(used):
    library, _ = used
    database = sqlite3.connect(library)
    database.execute("CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM note; END")
    database.commit()
    database.close()

    refuse(library, "a trigger “evil”, which Omena did not create")


def test_a_library_is_not_opened_under_a_second_name(used):
    library, _ = used
    other = library.with_name("other.omena")
    with Omena(library) as omena:
        os.link(library, other)
        assert_refused(run("serve", "--port", 0, "--library", other), "another name (a hard link)")
        # The first one goes on.
        deal = omena.deal()
        assert omena.post_reviews(deal, [practice(deal["cards"][0])])[0] == 200
        # Once it has tested its backup, it leaves no files that the next program would remove.
        wait_for((library.parent / "library.omena-backups" / "test.json").exists)
    refuse(library, "another name (a hard link)")


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_answers_are_not_acknowledged_once_the_file_is_gone(used, ending):
    library, _ = used
    file = library.with_name(library.name + ending)
    with Omena(library) as omena:
        deal = omena.deal()
        first, second, third = (practice(card) for card in deal["cards"][:3])
        assert omena.post_reviews(deal, [first])[0] == 200
        file.rename(library.with_name("away"))

        status, answer = omena.post_reviews(deal, [second])
        assert status == 503 and "moved, deleted or overwritten" in answer["error"]
        # As long as it is gone, sending it again does not help either.
        assert omena.post_reviews(deal, [second])[0] == 503
        library.with_name("away").rename(file)

        assert omena.post_reviews(deal, [second, third])[0] == 200
    assert set(omena.log()) == {event["id"] for event in (first, second, third)}


def test_answers_are_not_acknowledged_once_another_file_is_copied_over_it(used):
    library, backup = used
    with Omena(library) as omena:
        deal = omena.deal()
        first, second = (practice(card) for card in deal["cards"][:2])
        assert omena.post_reviews(deal, [first])[0] == 200
        # Unlike `mv`, `cp` keeps the file and replaces what is in it.
        shutil.copy(backup, library)

        status, answer = omena.post_reviews(deal, [second])
        assert status == 503 and "overwritten" in answer["error"]
    # The log that is left belongs to what the file held before.
    assert library.with_name(library.name + "-wal").stat().st_size > 0
    refuse(library, "was overwritten while Omena was running", f"delete {library}-wal")
    # As it says.
    assert run("restore", backup, "--library", library).returncode == 0
    assert run("check", "--library", library).returncode == 0


# Temporary files


def upload(omena, path, headers):
    """Sends a part of a file to import, and waits until a part of it has arrived."""
    connection = omena.connect()
    connection.putrequest("POST", f"{omena.base}/import?deck=New&name=a.apkg", skip_host=True)
    connection.putheader("Host", f"localhost:{omena.port}")
    connection.putheader("Content-Type", "application/octet-stream")
    connection.putheader("Content-Length", "10000000")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    connection.send(b"x" * 100_000)
    wait_for(lambda: any(os.path.getsize(file) for file in path()))
    return connection


def test_uploads_do_not_outlive_a_killed_server(used):
    library, _ = used

    def left():
        return glob.glob(f"{library}-temporary-*/upload-*")

    omena = Omena(library).start()
    connection = upload(omena, left, {})
    assert os.stat(os.path.dirname(left()[0])).st_mode & 0o777 == 0o700
    omena.kill()
    assert left()
    connection.close()
    with omena:
        assert not left()
        connection = upload(omena, left, {})
        connection.close()
    assert not glob.glob(f"{library}-temporary-*")


def test_uploads_to_a_sealed_library_stay_in_memory_and_are_deleted(sealed):
    library = sealed.path

    def left():
        lock = library.with_name(library.name + "-lock").stat()
        return glob.glob(f"/dev/shm/omena-{lock.st_dev}-{lock.st_ino}-*/upload-*")

    omena = Omena(library).start()
    cookie = opened(omena)
    connection = upload(omena, left, cookie)
    assert not list(library.parent.rglob("upload-*"))
    # Killed.
    omena.kill()
    connection.close()
    assert left()
    with omena:
        assert not left()
        # Locked.
        cookie = opened(omena)
        connection = upload(omena, left, cookie)
        omena.request("POST", "/lock", "", cookie)
        wait_for(lambda: not left())
        connection.close()
        wait_for(lambda: state(omena) == "locked")
        # Stopped.
        connection = upload(omena, left, opened(omena))
        connection.close()
    assert not left()


# Warnings


def test_files_that_everybody_can_read_raise_a_warning(library):
    copy_new_library(library)
    token = library.with_name("token")
    folders = [folder for folder in library.parents if folder.stat().st_uid == os.getuid()]
    modes = [(folder, folder.stat().st_mode) for folder in folders]
    with Omena(library, "--api-token-file", token) as omena:
        pass
    assert run("check", "--library", library).stderr == ""
    library.chmod(0o644)
    token.chmod(0o604)
    try:
        assert run("check", "--library", library).stderr == "", "its folder is private"
        for folder in folders:
            folder.chmod(0o755)

        result = run("check", "--library", library)
        assert result.returncode == 0 and result.stderr.startswith(f"omena: warning: every user of this machine can read {library};")
        omena.start()
        omena.process.terminate()
        assert omena.process.wait(timeout=60) == 0
        warnings = omena.process.stderr.read()
        assert f"can read {library};" in warnings and f"can read {token};" in warnings
    finally:
        for folder, mode in modes:
            folder.chmod(mode & 0o7777)
        omena.stop()
