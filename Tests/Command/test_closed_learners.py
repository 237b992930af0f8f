"""Accounts that are closed: handed over to their learners, kept for a while, and then deleted."""

import contextlib
import html
import json
import re
import sqlite3
import subprocess
import time
from urllib.parse import urlencode

import pytest
from clocks import Clock
from learners import FORM, PASSPHRASE, SCRIPT, Learner, carrying
from routes import addresses
from serving import BINARY

MARK = "heliotrope"


@pytest.fixture
def anna(school):
    return school.add("anna", "--role", "admin")


@pytest.fixture
def ben(school):
    return school.add("ben")


def test_an_account_is_closed_while_its_learner_uploads(school, anna, ben):
    form = {**FORM, **carrying(anna.session), "Host": f"localhost:{school.port}"}
    with contextlib.closing(school.connect()) as upload, contextlib.closing(school.connect()) as admin:
        upload.putrequest("POST", "/~ben/import?do=preview&name=a.tsv&id=ab", skip_host=True)
        headers = {"Host": form["Host"], "Content-Type": "application/octet-stream", "Content-Length": "4"}
        for name, value in {**headers, **carrying(ben.session), "Expect": "100-continue"}.items():
            upload.putheader(name, value)
        upload.endheaders()
        assert upload.sock.recv(1_000).startswith(b"HTTP/1.1 100")
        # A body that does not arrive is waited for longer than this.
        admin.timeout = 10
        admin.request("POST", "/admin", urlencode({"do": "close", "name": "ben"}), form)

        assert admin.getresponse().status == 303

        upload.send(b"a\tb\n")
        assert upload.getresponse().status == 200
    assert ben.get("/")[0] == 303


def test_a_closed_account_is_handed_over_kept_and_then_deleted(school, anna, ben, tmp_path):
    ben.add_note(ben.make_deck(MARK), en=MARK, fi=MARK)
    library = ben.library
    school.manage("export", "ben", tmp_path / "ben.json")
    assert MARK in (tmp_path / "ben.json").read_text()
    said = school.manage("close", "ben")
    assert "after 30 days" in said and "'omena learner reopen ben'" in said
    assert ben.get("/")[0] == 303 and library.exists()
    assert "is closed; reopen it" in school.manage("invite", "ben", code=1)
    school.manage("reopen", "ben")
    again = Learner(school, "ben", school.sign_in("ben")[1]["session"])
    assert MARK.encode() in again.get("/cards")[2]
    school.manage("close", "ben")
    school.stop()
    database = sqlite3.connect(school.library / "accounts.omena")
    with database:
        database.execute("UPDATE account SET closed = closed - 31 * 86400 WHERE name = 'ben'")
    database.close()
    # On the second day that the server is used: on the first one nothing is known about its clock.
    clock = Clock(tmp_path / "clock")
    clock.set(86_400)
    school.environment = clock.environment
    school.start()
    deadline = time.monotonic() + 60
    while library.parent.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "ben" not in school.manage("list") and "anna" in school.manage("list")


def test_the_learner_of_a_closed_account_takes_everything_away_and_nothing_else(school, anna, ben):
    ben.add_note(ben.make_deck(MARK), en=MARK, fi=MARK)
    school.manage("close", "ben")
    assert school.sign_in("ben", "not the right one")[0] == 401
    status, answer = school.sign_in("ben")
    assert (status, answer["to"]) == (200, "/~ben/")
    closed = Learner(school, "ben", answer["session"])
    status, _, page = closed.get("/")
    assert status == 403 and re.search(r"Everything in it will be deleted on \d+ \w+ \d{4}\.", page.decode())
    (file,) = re.findall(r'href="(/~ben/export[^"]*)"', page.decode())
    status, headers, content = closed.get(html.unescape(file))
    assert status == 200 and "attachment" in headers["Content-Disposition"] and MARK.encode() in content
    for method, path in addresses():
        status, _, body = closed.request(method, path)
        is_for_that = re.match(r"/(export|unlock|unlocked|lock)\b", path)
        assert is_for_that or path == "/manifest.webmanifest" or status == 403, (method, path, status)
        assert is_for_that or MARK.encode() not in body
    assert school.get("/admin", **carrying(closed.session))[0] == 303
    fields = urlencode({"name": "ben", "do": "here"})
    assert school.request("POST", "/sign-out", fields, {**FORM, **carrying(closed.session)})[0] == 303
    assert closed.get("/")[0] == 303
    school.manage("reopen", "ben")
    assert Learner(school, "ben", school.sign_in("ben")[1]["session"]).get("/")[0] == 200


def test_closed_accounts_are_listed_and_signed_out_in_a_shared_browser(school, anna, ben):
    school.add("cleo")
    for name in ("ben", "cleo"):
        school.manage("close", name)

    def shown(session):
        status, _, page = school.get("/", **carrying(session))
        return status, sorted(re.findall(r'href="/~(\w+)/"', page.decode())), page.count(b"Account closed")

    def sign_out(name, session):
        fields = urlencode({"name": name, "do": "here"})
        assert school.request("POST", "/sign-out", fields, {**FORM, **carrying(session)})[0] == 303

    session = school.sign_in("ben", session=anna.session)[1]["session"]
    assert shown(session) == (200, ["anna", "ben"], 1)
    sign_out("anna", session)
    session = school.sign_in("cleo", session=session)[1]["session"]
    assert shown(session) == (200, ["ben", "cleo"], 2)
    sign_out("ben", session)
    assert b"cleo" in school.get("/people", **carrying(session))[2]
    sign_out("cleo", session)
    assert school.get("/people", **carrying(session))[1]["Location"] == "/sign-in"


def test_a_closed_admin_is_not_led_to_the_page_for_admins(school, anna):
    school.add("dora", "--role", "admin")
    school.manage("close", "dora")
    fields = urlencode({"name": "dora", "passphrase": PASSPHRASE, "to": "/admin"})
    assert json.loads(school.request("POST", "/sign-in", fields, {**FORM, **SCRIPT})[2])["to"] == "/~dora/"


def test_a_closed_account_can_be_handed_over_while_it_is_served(school, anna, ben, tmp_path):
    ben.add_note(ben.make_deck(MARK), en=MARK, fi=MARK)
    school.manage("close", "ben")
    school.manage("export", "ben", tmp_path / "ben.json")
    assert MARK in (tmp_path / "ben.json").read_text()
    words = tmp_path / "words.csv"
    words.write_text("apple,omena\n")
    for command, code in [(["export", tmp_path / "all.json"], 0), (["backup"], 0), (["stats"], 0), (["import", words], 1)]:
        result = subprocess.run([BINARY, *map(str, command), *map(str, ben.choice)], capture_output=True, text=True, timeout=60)
        assert result.returncode == code, result
    assert MARK in (tmp_path / "all.json").read_text()
    # Nobody else gets anything.
    assert ben.get("/")[0] == 303
