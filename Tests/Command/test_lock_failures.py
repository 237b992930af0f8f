"""Work on all files of a library, on behalf of its lock, for which the disk has no room: the page says so, and all is there."""

from urllib.parse import urlencode

import pytest
from locks import FORM, PASSPHRASE, command, opened, state, unlock, wait_for
from serving import Omena
from test_full_disk import Confined

ANOTHER = "another one entirely"


def confined(library):
    """A server on whose disk no file as large as the library finds room any more."""
    return Confined(library, library.stat().st_size // 2)


@pytest.mark.parametrize("work", ["off", "key"])
def test_what_fails_in_the_middle_is_said_and_tried_again(sealed, work):
    words = {"off": "Turning the lock off", "key": "Changing the key"}[work]
    with confined(sealed.path) as omena:
        cookie = opened(omena)
        fields = urlencode({"passphrase": ANOTHER, "again": ANOTHER})
        assert omena.request("POST", f"/settings/lock/{work}", fields, {**FORM, **cookie})[0] in (200, 303)
        wait_for(lambda: state(omena) == "locked")

        page = omena.get("/unlock")[2].decode()
        assert f"{words} did not come to its end" in page and "/unlock/passphrase" in page
        korean = omena.get("/unlock", **{"Accept-Language": "ko"})[2].decode()
        assert "did not come to its end" not in korean and "/unlock/passphrase" in korean
        # Whoever opens it has been told.
        passphrase = PASSPHRASE if work == "off" else ANOTHER
        assert unlock(omena, passphrase)[0] == 200
        assert "did not come to its end" not in omena.get("/unlock")[2].decode()

    result = command("check", "--library", sealed.path, passphrase=passphrase)
    assert result.returncode == 0 and "All is well" in result.stdout, result
    for file in sealed.path.parent.rglob("*"):
        assert not file.is_file() or b"CREATE TABLE" not in file.read_bytes(), file
    with Omena(sealed.path) as omena:
        assert (unlock(omena)[0] == 200) == (work == "off")


def test_a_lock_that_finds_no_room_leaves_the_library_open(library):
    with Omena(library):
        pass
    with confined(library) as omena:
        fields = urlencode({"passphrase": ANOTHER, "again": ANOTHER})
        assert omena.request("POST", "/settings/lock/on", fields, FORM)[0] == 200
        wait_for(lambda: state(omena) == "open")
        page = omena.get("/settings/lock")[2].decode()
        assert "Turning the lock on did not come to its end" in page and "Turn on with this passphrase" in page
        assert b"First questions" in omena.get("/")[2]
    assert library.read_bytes().startswith(b"SQLite format 3\0")
