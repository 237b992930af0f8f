"""Copies of one library, served by programs of their own, that sync over real connections."""

import contextlib
import hashlib
import json
import os
import pathlib
import random
import re
import select
import shutil
import socket
import subprocess
import threading
import time

import pytest
from learners import School
from locks import confirmed, opened, state
from serving import BINARY, Omena, copy_new_library, practice

KILLS = 100 if os.environ.get("OMENA_SOAK") else 5
JSON = {"Content-Type": "application/json"}
WIRE = {"Content-Type": "application/x-omena-sync"}
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


class Copy(Omena):
    """A served copy of a library."""

    def ask(self, method, path, body=None):
        status, _, answer = self.request(method, f"/api/v1{path}", body and json.dumps(body), JSON)
        assert status < 300, answer
        return json.loads(answer)

    def add(self, front, back="x"):
        body = {"type": "Basic", "deck": "First questions", "fields": {"Front": front, "Back": back}}
        return self.ask("POST", "/notes", body)["note"]["id"]

    def write(self, note, back):
        self.ask("PATCH", f"/notes/{note}", {"fields": {"Back": back}})

    def text(self, note):
        return self.ask("GET", f"/notes/{note}")["fields"]["Back"]

    def notes(self):
        """All notes as programs see them, except for when they were changed."""
        found, page = [], {"next": ""}
        while (after := page["next"]) is not None:
            page = self.ask("GET", f"/notes?limit=1000{after and '&after=' + after}")
            found += page["notes"]
        parts = ("id", "type", "deck", "tags", "fields")
        return sorted(json.dumps([note[part] for part in parts], sort_keys=True) for note in found)

    def code(self, **session):
        """A code for another copy, as Settings shows it; of a library with a lock to whoever has a key."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", **session}
        status, _, page = self.request("POST", f"{self.base}/settings/sync", confirmed(do="code"), headers)
        assert status == 200
        return re.search(rb"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", page)[0].decode()

    def sync(self, *words, code=0):
        return sync(self.choice, *words, code=code)

    def pair(self, other, address=None):
        return self.sync(address or other.url, "--code", other.code())


def sync(choice, *words, code=0):
    """Runs `omena sync`; returns what became of each peer, or the line that it failed with."""
    command = [BINARY, "sync", *words, *choice, "--json"]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120)
    assert result.returncode == code, result
    return result.stderr if code else json.loads(result.stdout)["peers"]


@pytest.fixture
def copies(tmp_path):
    """Starts copies of the same new library."""
    with contextlib.ExitStack() as stack:

        def start(name):
            library = tmp_path / f"{name}.omena"
            copy_new_library(library)
            return stack.enter_context(Copy(library))

        yield start


@pytest.fixture
def pair(copies):
    """Two copies that sync: the second calls the first."""
    home, laptop = copies("home"), copies("laptop")
    laptop.pair(home)
    return home, laptop


def test_changes_go_both_ways(pair):
    home, laptop = pair
    mine, yours = home.add("home"), laptop.add("laptop")

    (result,) = laptop.sync()

    assert result["received"] > 0 and result["sent"] > 0 and result.get("problem") is None
    assert home.notes() == laptop.notes()
    assert {mine, yours} <= {json.loads(note)[0] for note in home.notes()}
    assert laptop.sync()[0]["received"] == laptop.sync()[0]["sent"] == 0


def test_answers_are_recorded_once_on_both(pair):
    home, laptop = pair
    for copy in pair:
        deal = copy.deal()
        copy.post_reviews(deal, [practice(card) for card in deal["cards"]])
    assert home.log() != laptop.log()

    laptop.sync()
    laptop.sync()

    assert home.log() == laptop.log() and len(home.log()) == len(set(home.log())) > 0


def test_200_answers_take_two_round_trips_and_20_kib(pair, tmp_path):
    home, laptop = pair
    with Cutter(home.port) as proxy:
        home.add("home")
        laptop.pair(home, f"http://localhost:{proxy.port}")
        deal = laptop.deal()
        for _ in range(20):
            laptop.post_reviews(deal, [practice(card) for card in deal["cards"]])
        assert len(laptop.log()) >= 200
        proxy.bytes = proxy.requests = 0

        (result,) = laptop.sync(f"http://localhost:{proxy.port}")

        assert result["sent"] >= 200 and proxy.requests <= 2 and proxy.bytes <= 20 << 10
    assert home.log() == laptop.log()


def test_the_later_edit_counts_and_the_other_text_can_be_restored(pair):
    home, laptop = pair
    note = home.add("kukka", "flower")
    laptop.sync()
    home.write(note, "earlier")
    laptop.write(note, "later")

    laptop.sync()

    assert home.text(note) == laptop.text(note) == "later"
    for address in ("/settings/sync", f"/cards/{note}/card"):
        _, _, page = home.get(address)
        assert b"earlier" in page, address
    restored = re.search(rb'action="/settings/sync/restore">.*?name="id" value="(\d+)"', page, re.S)
    home.post_form("/settings/sync/restore", id=restored[1].decode())
    assert home.text(note) == "earlier"
    laptop.sync()
    assert laptop.text(note) == "earlier"


def test_a_deletion_arrives_unless_the_card_was_edited_later(pair):
    home, laptop = pair
    gone, kept = home.add("gone"), home.add("kept")
    laptop.sync()
    for note in (gone, kept):
        home.ask("DELETE", f"/notes/{note}")
    laptop.write(kept, "still needed")

    laptop.sync()

    assert home.notes() == laptop.notes()
    ids = {json.loads(note)[0] for note in home.notes()}
    assert kept in ids and gone not in ids


def test_pictures_follow_their_cards(pair):
    home, laptop = pair
    for source, target in (pair, pair[::-1]):
        picture = PICTURE + source.library.name.encode()
        _, _, body = source.request("POST", "/media?name=dot.png", picture)
        medium = json.loads(body)
        note = source.add(f"of {source.library.name}", medium["source"].strip())
        source.add(f"without a picture of {source.library.name}")

        laptop.sync()

        _, _, page = target.get(f"/cards/{note}/card")
        address = re.search(rb'src="(/media/[0-9a-f]{64})"', page)[1].decode()
        assert target.get(address)[2] == picture


def test_a_closed_library_syncs_and_is_created_if_it_is_missing(copies, tmp_path):
    home = copies("home")
    home.add("home")
    choice = ["--library", tmp_path / "new.omena"]

    (result,) = sync(choice, home.url, "--code", home.code())

    assert result["received"] > 0
    assert sync(choice)[0]["received"] == 0
    with Copy(tmp_path / "new.omena") as other:
        assert other.notes() == home.notes()


def test_thousands_of_pictures_arrive_in_one_sync(copies, tmp_path):
    home = copies("home")
    connection = home.connect()
    sources = []
    for number in range(3_400):
        connection.request("POST", f"/media?name={number}.png", PICTURE + b"%d" % number, {"Host": f"localhost:{home.port}"})
        sources.append(json.loads(connection.getresponse().read())["source"].strip())
    connection.close()
    for start in range(0, len(sources), 100):
        home.add(f"from {start}", " ".join(sources[start : start + 100]))

    (result,) = sync(["--library", tmp_path / "new.omena"], home.url, "--code", home.code())

    assert result["receivedMedia"] == len(sources) and result.get("problem") is None


def test_a_damaged_picture_keeps_no_other_from_its_cards(copies, tmp_path):
    home = copies("home")
    pictures = [PICTURE + random.Random(number).randbytes(20_000) for number in range(3)]
    for number, picture in enumerate(pictures):
        _, _, body = home.request("POST", f"/media?name={number}.png", picture)
        home.add(f"of {number}", json.loads(body)["source"].strip())
    home.stop()
    # The one that is sent first.
    damaged = min(pictures, key=lambda picture: hashlib.sha256(picture).digest())
    media = home.library.with_name(f"{home.library.name}-media")
    content = bytearray(media.read_bytes())
    parts = (damaged[start : start + 64] for start in range(8_000, 16_000, 1_000))
    content[next(at for at in map(content.find, parts) if at > 0)] ^= 1
    media.write_bytes(content)
    home.start()

    words = sync(["--library", tmp_path / "new.omena"], home.url, "--code", home.code(), code=1)

    assert "damaged" in words
    with Copy(tmp_path / "new.omena") as new:
        for picture in pictures:
            expected = 404 if picture == damaged else 200
            assert new.get(f"/media/{hashlib.sha256(picture).hexdigest()}")[0] == expected


def test_a_machine_that_was_set_back_loses_nothing(copies, tmp_path):
    home, path = copies("home"), tmp_path / "machine.omena"
    copy_new_library(path)
    with Copy(path) as machine:
        machine.add("before")
        machine.pair(home)
    before = {file: file.read_bytes() for file in (path, path.with_name(f"{path.name}-lock"))}
    with Copy(path) as machine:
        for front in ("one", "two"):
            machine.add(front)
        machine.sync()
    # The files keep their numbers.
    for file, content in before.items():
        file.write_bytes(content)

    with Copy(path) as machine:
        for front in ("three", "four", "five"):
            machine.add(front)
        (result,) = machine.sync()
        assert result.get("problem") is None
        assert machine.notes() == home.notes()
        assert {"one", "two", "three", "four", "five"} <= {json.loads(note)[-1].get("Front") for note in home.notes()}
        assert machine.sync()[0]["sent"] == machine.sync()[0]["received"] == 0


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
        wait_until(lambda: new.read("SELECT (SELECT count(*) FROM index_to_make) + (SELECT count(*) FROM note_search_change)") == 0)
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


def test_three_copies_agree_through_one(copies):
    server, first, second = copies("server"), copies("first"), copies("second")
    first.pair(server)
    second.pair(server)
    for copy in (server, first, second):
        for number in range(10):
            copy.add(f"{copy.library.name} {number}")

    for copy in (first, second, first):
        copy.sync()

    assert server.notes() == first.notes() == second.notes()
    assert len(server.notes()) >= 30


def test_a_served_library_syncs_by_itself(pair):
    home, laptop = pair
    laptop.add("soon")

    wait_until(lambda: home.notes() == laptop.notes())


def test_a_restored_backup_gets_everything_again(pair):
    home, laptop = pair
    laptop.sync()
    subprocess.run([BINARY, "backup", "--library", laptop.library], check=True, capture_output=True)
    (backup,) = (laptop.library.parent / "laptop.omena-backups").glob("*-asked*.omena")
    note = laptop.add("after the backup")
    laptop.sync()

    subprocess.run([BINARY, "restore", "--library", laptop.library, backup], check=True, capture_output=True)
    assert note not in {json.loads(found)[0] for found in laptop.notes()}
    laptop.sync()
    laptop.add("after the restoration")
    laptop.sync()

    assert home.notes() == laptop.notes()
    assert note in {json.loads(found)[0] for found in laptop.notes()}


def test_a_copied_file_syncs_as_another_copy(pair, tmp_path):
    home, laptop = pair
    laptop.add("before")
    laptop.sync()
    laptop.stop()
    shutil.copy(laptop.library, tmp_path / "copied.omena")
    laptop.start()
    with Copy(tmp_path / "copied.omena") as copied:
        laptop.add("of the laptop")
        copied.add("of the copy")

        for copy in (laptop, copied, laptop):
            copy.sync()

        assert home.notes() == laptop.notes() == copied.notes()


# MARK: Who may sync


def test_a_removed_peer_is_refused(pair):
    home, laptop = pair
    (peer,) = re.findall(r"/settings/sync/(\d+)", home.get("/settings/sync")[2].decode())
    assert b"Stop syncing with" in home.get(f"/settings/sync/{peer}")[2]

    home.post_form(f"/settings/sync/{peer}")

    assert "has removed this one" in laptop.sync(code=1)
    assert b"has removed this one" in laptop.get("/settings/sync")[2]
    laptop.pair(home)
    laptop.sync()


def test_a_code_works_once(copies):
    home, laptop = copies("home"), copies("laptop")
    code = home.code()
    laptop.sync(home.url, "--code", code)

    assert "isn’t valid" in laptop.sync(home.url, "--code", code, code=1)


@pytest.mark.parametrize(
    "address, words",
    [
        ("http://cards.example.org", "always encrypted"),
        ("ftp://localhost", "not the address"),
        ("https://user@cards.example.org", "not the address"),
        ("https://cards.example.org/path", "not the address"),
        ("http://localhost:1", "can’t be reached"),
    ],
)
def test_addresses_that_nothing_is_sent_to(library, address, words):
    copy_new_library(library)
    assert words in sync(["--library", library], address, "--code", "ABCDE-FGHJK", code=1)


def test_a_certificate_has_to_be_valid(library, tmp_path, certificate):
    copy_new_library(library)
    copy_new_library(tmp_path / "other.omena")
    files = ["--tls-certificate", certificate[0], "--tls-key", certificate[1]]
    with Omena(library, *map(str, files)) as omena:
        words = sync(["--library", tmp_path / "other.omena"], omena.url, "--code", "ABCDE-FGHJK", code=1)
        assert "certificate isn’t valid" in words


def test_nothing_is_told_without_a_token(pair):
    home, _ = pair
    routes = [("POST", "/sync/facts"), ("GET", "/sync/media/lacking"), ("POST", "/sync/media/lacking")]
    routes += [(method, f"/sync/media/{'0' * 64}") for method in ("GET", "PUT")]
    for method, path in routes:
        for shown in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Bearer {'A' * 43}"}):
            status, _, body = home.request(method, path, "{}", {**WIRE, **shown})
            assert status == 401 and set(json.loads(body)) == {"error"}, (method, path)


def test_permission_is_decided_before_a_body_is_read(pair):
    home, _ = pair
    connection = home.connect()
    connection.putrequest("POST", "/sync/facts")
    connection.putheader("Content-Length", str(1 << 30))
    connection.endheaders()
    assert connection.getresponse().status == 401
    connection.close()


def test_hostile_requests_change_nothing(pair):
    home, laptop = pair
    home.add("mine")
    laptop.sync()
    token = laptop.read("SELECT token FROM peer WHERE address IS NOT NULL")
    before, shown = home.notes(), {"Authorization": f"Bearer {token}"}
    chance = random.Random(6636)
    state = {"format": 1, "replica": "0" * 32, "vector": {}}
    head = {"state": state, "base": {}, "pageLimit": 1 << 60}
    bodies = [b"", b"{}", b"\n", b"[" * 10_000, json.dumps(head).encode(), b"\xff" * 1000]
    bodies += [json.dumps(head).encode() + b"\n" + chance.randbytes(size) for size in (1, 100, 100_000)]
    told = ({"format": 2}, {"vector": {"x": 1}}, {"vector": {"0" * 32: -1}}, {"replica": "z"})
    for changed in (*told, {"openings": {"x": 1}}, {"reused": {"0" * 32: 0}}, {"reused": {"0" * 32: 1 << 40}}):
        bodies.append(json.dumps({**head, "state": {**state, **changed}}).encode() + b"\n")
    bodies.append(b"a" * (7 << 20))
    for body in bodies:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            status, _, answer = home.request("POST", "/sync/facts", body, {**WIRE, **shown})
            assert status in (200, 400, 409, 413), (body[:50], answer)
    medium = f"/sync/media/{'0' * 64}"
    assert home.request("PUT", medium, b"other bytes", shown)[0] == 400
    unneeded = hashlib.sha256(b"nobody needs this").hexdigest()
    assert home.request("PUT", f"/sync/media/{unneeded}", b"nobody needs this", shown)[0] == 409
    assert home.get(medium, **shown)[0] == 404
    assert home.request("POST", "/sync/media/lacking", '{"hashes":["x"]}', {**JSON, **shown})[0] == 200

    assert home.notes() == before
    assert laptop.sync()[0].get("problem") is None


def test_a_page_of_another_site_cannot_pair(pair):
    home, _ = pair
    body = json.dumps({"code": home.code(), "name": "evil"})
    assert home.request("POST", "/sync/pair", body, {**JSON, "Origin": "https://evil.example"})[0] == 403


def test_a_locked_library_says_so(sealed, tmp_path):
    copy_new_library(tmp_path / "other.omena")
    choice = ["--library", tmp_path / "other.omena"]
    with Copy(sealed.path) as omena:
        session = opened(omena)
        sync(choice, omena.url, "--code", omena.code(**session))
        assert omena.request("POST", "/lock", headers=session)[0] == 303

        wait_until(lambda: state(omena) == "locked")
        assert "is locked" in sync(choice, code=1)

        opened(omena)
        sync(choice)


def test_each_learner_of_a_server_syncs_alone(tmp_path, copies):
    laptop = copies("laptop")
    with School(tmp_path / "school") as school:
        anna, ben = school.add("anna"), school.add("ben")
        deck = anna.make_deck("Secrets of Anna")
        anna.add_note(deck, en="heliotrope", fi="heliotrooppi")
        code = code_of(anna)
        # A code is good for one learner's library alone.
        assert "isn’t valid" in laptop.sync(ben.url, "--code", code, code=1)

        assert laptop.sync(anna.url, "--code", code)[0]["received"] > 0

        assert b"Secrets of Anna" in laptop.get("/decks")[2]
        assert b"Secrets of Anna" not in ben.get("/decks")[2]
        token = laptop.read("SELECT token FROM peer WHERE address IS NOT NULL")
        shown = {**WIRE, "Authorization": f"Bearer {token}"}
        for name in ("ben", "nobody"):
            assert school.request("POST", f"/~{name}/sync/facts", "{}", shown)[0] == 401
        laptop.add("kissa")
        laptop.sync()
        assert b"kissa" in anna.get("/cards")[2]
        # Nor does who syncs with one learner get the pictures of another.
        assert anna.request("POST", "/media?name=dot.png", PICTURE)[0] < 300
        body = json.dumps({"code": code_of(ben), "name": "phone"})
        token = json.loads(school.request("POST", "/~ben/sync/pair", body, JSON)[2])["token"]
        of_ben, path = {**WIRE, "Authorization": f"Bearer {token}"}, f"sync/media/{hashlib.sha256(PICTURE).hexdigest()}"
        assert school.request("GET", f"/~anna/{path}", headers=shown)[2] == PICTURE
        assert school.request("GET", f"/~ben/{path}", headers=of_ben)[0] == 404
        assert school.request("GET", f"/~anna/{path}", headers=of_ben)[0] == 401
        assert school.request("PUT", f"/~ben/{path}", PICTURE, of_ben)[0] == 409


def code_of(learner):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _, page = learner.request("POST", "/settings/sync", "do=code", form)
    assert status == 200
    return re.search(rb"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", page)[0].decode()


# MARK: What breaks


class Cutter:
    """A proxy that counts requests and bytes, and cuts each connection after some bytes."""

    def __init__(self, port, cut=None):
        self.target = port
        self.cut = cut or (lambda: None)
        self.bytes = self.requests = 0

    def __enter__(self):
        self.socket = socket.create_server(("localhost", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.socket.accept()
                threading.Thread(target=self.carry, args=[client], daemon=True).start()

    def carry(self, client):
        left, last = self.cut(), None
        with client, contextlib.suppress(OSError), socket.create_connection(("localhost", self.target)) as server:
            while True:
                for source in select.select([client, server], [], [])[0]:
                    data = source.recv(65_536 if left is None else max(1, min(65_536, left)))
                    self.bytes += len(data)
                    # A request is what the client says after the server has spoken.
                    self.requests += bool(data) and source is client and last is not client
                    last = source
                    left = left and left - len(data)
                    if not data or left == 0:
                        return
                    if source is client:
                        # The server only answers under its own name.
                        data = data.replace(b"localhost:%d" % self.port, b"localhost:%d" % self.target)
                    (server if source is client else client).sendall(data)


def test_a_sync_whose_connections_are_cut_continues(pair):
    home, laptop = pair
    chance = random.Random(6636)
    for copy in pair:
        for number in range(40):
            copy.add(f"{copy.library.name} {number}", "".join(chance.choices("abcdefgh ", k=500)))
    # Each connection lasts a little longer than the one before.
    lasts = iter(range(500, 1 << 30, 4_000))
    with Cutter(home.port) as proxy:
        laptop.pair(home, f"http://localhost:{proxy.port}")
        proxy.cut = lambda: next(lasts)
        failures = 0
        while "interrupted" in sync_or_line(laptop, f"http://localhost:{proxy.port}"):
            failures += 1
            assert failures < 200
    assert failures > 0
    assert home.notes() == laptop.notes()


def test_pages_that_belong_together_are_merged_together(copies):
    home, laptop = copies("home"), copies("laptop")
    chance = random.Random(6636)
    for number in range(100):
        home.add(f"home {number}", "".join(chance.choices("abcdefgh ", k=2_000)))
    before = laptop.notes()
    tokens = {}
    for copy in (home, laptop):
        body = json.dumps({"code": copy.code(), "name": "by hand"})
        tokens[copy] = json.loads(copy.request("POST", "/sync/pair", body, JSON)[2])["token"]

    def exchange(copy, state, base, page=b""):
        head = json.dumps({"state": state, "base": base, "pageLimit": 1 << 16}).encode()
        shown = {"Authorization": f"Bearer {tokens[copy]}"}
        status, _, answer = copy.request("POST", "/sync/facts", head + b"\n" + page, {**WIRE, **shown})
        assert status == 200, answer
        head, _, page = answer.partition(b"\n")
        return json.loads(head), page

    def told(copy):
        return exchange(copy, {"format": 1, "replica": "0" * 32, "vector": {}}, {})[0]["state"]

    there, pages = told(laptop), 0
    while told(home)["vector"].items() - there["vector"].items():
        assert laptop.notes() == before
        answer, page = exchange(home, there, {})
        there = exchange(laptop, answer["state"], there["vector"], page)[0]["state"]
        pages += 1
    assert pages > 2
    assert laptop.notes() == home.notes()


def test_a_first_copy_whose_connections_are_cut_continues(copies, tmp_path):
    home = copies("home")
    chance = random.Random(6636)
    for number in range(40):
        home.add(f"home {number}", "".join(chance.choices("abcdefgh ", k=500)))
    lasts = iter(range(5_000, 1 << 30, 4_000))
    with Cutter(home.port) as proxy:
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


def sync_or_line(copy, address):
    command = [BINARY, "sync", address, "--library", copy.library]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode in (0, 1)
    return result.stderr


def test_killing_either_side_loses_nothing(pair, tmp_path):
    """The caller is a command of its own here, so that either side can be killed in the middle."""
    home, laptop = pair
    choice = ["--library", tmp_path / "calling.omena"]
    sync(choice, home.url, "--code", home.code())
    chance = random.Random(6636)
    for round in range(KILLS):
        for number in range(20):
            home.add(f"{round} {number}", "".join(chance.choices("abcdefgh ", k=300)))
        command = [BINARY, "sync", "--library", tmp_path / "calling.omena"]
        caller = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, 0.15))
        if round % 2:
            caller.kill()
        else:
            home.kill()
            home.start()
        caller.wait()
        sync(choice)
        with Copy(tmp_path / "calling.omena") as calling:
            calling.add(f"of the caller {round}")
        sync(choice)
    with Copy(tmp_path / "calling.omena") as calling:
        assert calling.notes() == home.notes()
        assert len(home.notes()) >= 21 * KILLS


def test_follow_goes_on_until_it_is_stopped(pair):
    home, laptop = pair
    command = [BINARY, "sync", "--follow", *laptop.choice]
    follower = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    assert home.url in follower.stdout.readline()
    assert follower.poll() is None
    follower.terminate()
    assert follower.wait() == -15


def wait_until(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
