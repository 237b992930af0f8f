"""Who may sync with a library, and what others learn of it."""

import contextlib
import hashlib
import json
import random
import re

import pytest
from learners import School
from library_copies import JSON, PICTURE, WIRE, Copy, sync
from locks import opened, state, wait_for
from serving import Omena, copy_new_library


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
        ("ftp://localhost", "isn’t the address"),
        ("https://user@cards.example.org", "isn’t the address"),
        ("https://cards.example.org/path", "isn’t the address"),
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
    routes += [(method, path) for path in ("/sync/library", f"/sync/media/{'0' * 64}") for method in ("GET", "PUT")]
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

        wait_for(lambda: state(omena) == "locked")
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
