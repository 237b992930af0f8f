"""Turning the lock on or off or changing its key on a full disk: the page explains it, and nothing is lost."""

from urllib.parse import urlencode

import pytest
from locks import FORM, PASSPHRASE, command, confirmed, opened, state, unlock, wait_for
from serving import Omena, copy_new_library
from test_full_disk import server_with_file_size_limit

ANOTHER = "another one entirely"


def server_on_full_disk(library):
    """A server that cannot write another file as large as the library."""
    return server_with_file_size_limit(library, library.stat().st_size // 2)


@pytest.mark.parametrize("work", ["off", "key"])
def test_an_interrupted_change_is_reported_and_completed(sealed, work):
    words = {"off": "Turning off the lock", "key": "Changing the key"}[work]
    with server_on_full_disk(sealed.path) as omena:
        session = opened(omena)
        fields = confirmed(passphrase=ANOTHER, again=ANOTHER)
        assert omena.request("POST", f"/settings/lock/{work}", fields, {**FORM, **session})[0] in (200, 303)
        wait_for(lambda: state(omena) == "locked")

        page = omena.get("/unlock")[2].decode()
        assert f"{words} was interrupted" in page and "/unlock/passphrase" in page
        korean = omena.get("/unlock", **{"Accept-Language": "ko"})[2].decode()
        assert "was interrupted" not in korean and "/unlock/passphrase" in korean
        # The message disappears once the library has been unlocked.
        passphrase = PASSPHRASE if work == "off" else ANOTHER
        assert unlock(omena, passphrase)[0] == 200
        assert "was interrupted" not in omena.get("/unlock")[2].decode()

    result = command("check", "--library", sealed.path, passphrase=passphrase)
    assert result.returncode == 0 and "All is well" in result.stdout, result
    for file in sealed.path.parent.rglob("*"):
        assert not file.is_file() or b"CREATE TABLE" not in file.read_bytes(), file
    with Omena(sealed.path) as omena:
        assert (unlock(omena)[0] == 200) == (work == "off")


def test_turning_the_lock_on_without_disk_space_leaves_the_library_open(library):
    copy_new_library(library)
    with server_on_full_disk(library) as omena:
        fields = urlencode({"passphrase": ANOTHER, "again": ANOTHER})
        assert omena.request("POST", "/settings/lock/on", fields, FORM)[0] == 200
        wait_for(lambda: state(omena) == "open")
        page = omena.get("/settings/lock")[2].decode()
        assert "Turning on the lock was interrupted" in page and "Turn on with this passphrase" in page
        assert b"First questions" in omena.get("/")[2]
    assert library.read_bytes().startswith(b"SQLite format 3\0")
