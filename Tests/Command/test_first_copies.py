"""A library in which nothing was done yet takes over the file of another one."""

import json
import pathlib
import random
import subprocess
import time

import pytest
from clocks import Clock
from library_copies import JSON, WIRE, Copy, CuttingProxy, sync, sync_or_line
from locks import opened, wait_for
from serving import BINARY, Omena, copy_new_library, practice


def test_a_first_copy_takes_over_what_is_shared_and_nothing_else(copies, tmp_path):
    home, other = copies("home"), copies("other")
    other.pair(home)
    note = home.add("home")
    home.write(note, "later")
    deal = home.deal()
    home.post_reviews(deal, [practice(card) for card in deal["cards"]])
    path = tmp_path / "new.omena"
    with Copy(path) as new:
        new.pair(home)
        assert new.notes() == home.notes() and new.log() == home.log()
        assert new.read("SELECT count(*) FROM peer WHERE address = ?", home.url) == 1
        for table in ("journal", "browser", "client", "alias", "kept_file"):
            assert new.read(f"SELECT count(*) FROM {table}") == 0, table
        assert new.read("SELECT count(*) FROM peer") == 1
        assert new.read("SELECT hex(id) FROM replica WHERE is_own") != home.read("SELECT hex(id) FROM replica WHERE is_own")
        assert list(path.parent.glob("new.omena-temporary-*/*")) == []
        # What only searches use is built anew.
        wait_for(lambda: new.read("SELECT (SELECT count(*) FROM index_to_make) + (SELECT count(*) FROM note_search_change)") == 0)
        assert note in {found["id"] for found in new.ask("GET", "/notes?query=later")["notes"]}

        new.add("new")
        new.sync()

        assert new.notes() == home.notes()


def test_a_new_server_takes_over_the_file_of_a_library(copies):
    server, laptop = copies("server"), copies("laptop")
    for number in range(10):
        laptop.add(f"laptop {number}")
    before = server.library.stat().st_ino

    (result,) = laptop.pair(server)

    assert result["sent"] > 0
    assert server.library.stat().st_ino != before
    assert server.notes() == laptop.notes()
    assert list(server.library.parent.glob("*-temporary-*/*")) == []
    server.add("server")
    laptop.sync()
    assert server.notes() == laptop.notes()


def test_a_server_in_use_takes_over_no_file(pair):
    home, laptop = pair
    home.add("mine")
    laptop.sync()
    token = laptop.read("SELECT token FROM peer WHERE address IS NOT NULL")
    shown = {**WIRE, "Authorization": f"Bearer {token}"}
    status, _, copy = home.request("GET", "/sync/library", headers=shown)
    assert status == 200
    before, inode = home.notes(), home.library.stat().st_ino

    assert home.request("PUT", "/sync/library", copy, shown)[0] == 409

    assert (home.notes(), home.library.stat().st_ino) == (before, inode)


def test_a_new_server_refuses_a_damaged_file(copies):
    server, laptop = copies("server"), copies("laptop")
    laptop.add("laptop")
    laptop.pair(server)
    token = laptop.read("SELECT token FROM peer WHERE address IS NOT NULL")
    shown = {**WIRE, "Authorization": f"Bearer {token}"}
    whole = server.request("GET", "/sync/library", headers=shown)[2]
    new = copies("new")
    code, form = new.code(), {"code": "", "name": "x"}
    token = json.loads(new.request("POST", "/sync/pair", json.dumps({**form, "code": code}), JSON)[2])["token"]
    shown = {**WIRE, "Authorization": f"Bearer {token}"}
    before = new.notes()
    for body in (b"", b"nonsense", whole[:-100], whole[:1000] + whole[2000:], compressed(b"SQLite format 3\0" + bytes(9000))):
        status, _, answer = new.request("PUT", "/sync/library", body, shown)
        assert 400 <= status < 500 and json.loads(answer)["error"], body[:20]
        assert new.notes() == before
    assert list(new.library.parent.glob("*-temporary-*/*")) == []

    assert new.request("PUT", "/sync/library", whole, shown)[0] == 204
    assert new.notes() == laptop.notes()


def test_a_file_from_the_future_is_refused(tmp_path, copies):
    """It would move the clock of whoever takes it over."""
    clock = Clock(tmp_path / "clock")
    clock.set(100 * 365 * 86_400)
    copy_new_library(tmp_path / "ahead.omena")
    ahead, new = Copy(tmp_path / "ahead.omena"), copies("new")
    ahead.environment = clock.environment
    with ahead:
        ahead.add("from the future")
        before = new.notes()

        assert "more than a day ahead" in new.sync(ahead.url, "--code", ahead.code(), code=1)
        assert "more than a day ahead" in ahead.sync(new.url, "--code", new.code(), code=1)

        assert new.notes() == before
        assert new.read("SELECT max(clock) >> 16 FROM replica") < (time.time() + 86_400) * 1000
        # Its clock is right again, and so is what it wrote.
        clock.set(0)
        new.sync(ahead.url)
        assert new.notes() == ahead.notes() != before


def compressed(content):
    """A frame of Zstandard whose only block is not compressed."""
    return bytes.fromhex("28b52ffda0") + len(content).to_bytes(4, "little") + (len(content) << 3 | 1).to_bytes(3, "little") + content


@pytest.mark.parametrize("source", ["sealed", "plain"])
def test_sealed_and_plain_copies_start_from_one_another(sealed, copies, source):
    word, plain = "heliotrooppi", copies("plain")
    with Copy(sealed.path) as omena:
        session = opened(omena)
        if source == "sealed":
            body = {"type": "Basic", "deck": "First questions", "fields": {"Front": word, "Back": "x"}}
            assert omena.request("POST", "/api/v1/notes", json.dumps(body), {**JSON, **session})[0] < 300
        else:
            plain.add(word)

        plain.sync(omena.url, "--code", omena.code(**session))

        assert any(word in note for note in plain.notes())
        found = omena.request("GET", f"/api/v1/notes?query={word}", headers=session)[2]
        assert len(json.loads(found)["notes"]) == 1
    for file in sealed.path.parent.glob(f"{sealed.path.name}*"):
        assert not file.is_file() or word.encode() not in file.read_bytes(), file
    assert [path for path in pathlib.Path("/dev/shm").glob("omena-*/*") if "sent" in path.name or "received" in path.name] == []


def test_a_first_copy_whose_connections_are_cut_continues(copies, tmp_path):
    home = copies("home")
    chance = random.Random(6636)
    for number in range(40):
        home.add(f"home {number}", "".join(chance.choices("abcdefgh ", k=500)))
    lasts = iter(range(5_000, 1 << 30, 4_000))
    with CuttingProxy(home.port) as proxy:
        address = f"http://localhost:{proxy.port}"
        sync(["--library", tmp_path / "unused.omena"], address, "--code", home.code())
        whole, proxy.bytes = proxy.bytes, 0
        copy_new_library(tmp_path / "new.omena")
        proxy.cut = lambda: next(lasts)
        command = [BINARY, "sync", address, "--code", home.code(), "--library", tmp_path / "new.omena"]
        subprocess.run(command, capture_output=True, timeout=60)
        while "interrupted" in sync_or_line(Omena(tmp_path / "new.omena"), address):
            assert proxy.bytes < 100 * whole
    with Copy(tmp_path / "new.omena") as new:
        assert new.notes() == home.notes()
