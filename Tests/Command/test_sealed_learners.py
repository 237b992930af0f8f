"""Learners whose libraries have a lock, on a server of several: each is served by a process of its own."""

import glob
import json
import os
import re
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
from learners import FORM, SCRIPT, Learner, School, carrying
from locks import PASSPHRASE, command, confirmed, wait_for
from routes import addresses
from serving import BINARY, event_id, practice
from test_missing_library import upload

MARK = "heliotrope"


@pytest.fixture
def anna(school, sealed):
    """A learner with a lock."""
    return school.add("anna", "--title", "Anna Ahonen", "--from", sealed.path, "--role", "admin")


@pytest.fixture
def ben(school):
    """One without."""
    return school.add("ben")


def unlock(learner, passphrase=PASSPHRASE, **headers):
    body = urlencode({"passphrase": passphrase})
    status, _, body = learner.request("POST", "/unlock/passphrase", body, {**FORM, **SCRIPT, **headers})
    return status, json.loads(body)


def state(learner):
    return json.loads(learner.get("/unlock", **SCRIPT)[2])["state"]


def opened(learner):
    status, answer = unlock(learner)
    # The session of the account is that of the lock.
    assert (status, answer["state"], answer.get("session")) == (200, "open", None)
    return learner


def processes(school):
    """The numbers of the processes that serve one library each."""
    found = subprocess.run(["pgrep", "-P", str(school.process.pid), "-f", "forwarded"], capture_output=True, text=True)
    return [int(number) for number in found.stdout.split()]


def import_rows(learner, rows):
    path = "/import?do=save&deck=Large&name=a.csv&id=ab"
    status, _, body = learner.request("POST", path, rows, {"Content-Type": "text/csv"})
    assert status == 200 and b'"to"' in body.splitlines()[-1], body[-300:]


def lock(learner):
    assert learner.request("POST", "/lock", "", SCRIPT)[0] == 200
    wait_for(lambda: state(learner) == "locked")


def test_a_learner_turns_the_lock_on_and_off(school, ben):
    cleo = school.add("cleo")
    ben.add_note(ben.make_deck(MARK), en=MARK, fi=MARK)
    assert processes(school) == []
    assert b"has no lock" in ben.get("/settings")[2] and ben.get("/settings/lock")[0] == 200
    assert len(processes(school)) == 1
    status, _, page = ben.request("POST", "/settings/lock/on", urlencode({"passphrase": PASSPHRASE, "again": PASSPHRASE}), FORM)
    assert status == 200 and b'id="code"' in page
    wait_for(lambda: state(ben) == "locked")
    # What a thief of the disk finds.
    for path in ben.library.parent.rglob("*"):
        assert not path.is_file() or MARK.encode() not in path.read_bytes(), path
    status, headers, _ = ben.get("/cards?query=a")
    assert (status, headers["Location"]) == (303, "/~ben/unlock?to=%2F~ben%2Fcards%3Fquery%3Da")
    assert ben.request("POST", "/reviews", "{}", {"Content-Type": "application/json"})[0] == 403
    _, _, page = ben.get("/unlock")
    assert b">ben<" in page
    status, answer = unlock(ben, "wrong passphrase")
    assert (status, answer["why"]) == (403, "wrongPassphrase")
    # Browsers that show a session would drop it after a 401.
    assert ben.request("POST", "/unlock/passphrase", urlencode({"passphrase": "wrong"}), FORM)[0] == 403
    opened(ben)
    assert MARK.encode() in ben.get("/cards")[2] and cleo.get("/")[0] == 200
    # A key is asked for again, with the request.
    off = "/settings/lock/off"
    assert ben.request("POST", off, "", FORM)[0] == 403
    assert ben.request("POST", off, confirmed(), FORM)[0] == 303
    wait_for(lambda: state(ben) == "open")
    assert MARK.encode() in ben.get("/cards")[2] and not ben.library.with_name("library.omena-keys").exists()


def test_each_browser_unlocks_for_itself_and_no_learner_for_another(school, anna, sealed):
    dora = school.add("dora", "--from", sealed.path)
    second = Learner(school, "anna", school.sign_in("anna")[1]["session"])
    # Dora signs in where Anna is.
    session = school.sign_in("dora", session=anna.session)[1]["session"]
    anna, dora = Learner(school, "anna", session), Learner(school, "dora", session)
    opened(anna)
    assert [state(learner) for learner in (anna, second, dora)] == ["open", "locked", "locked"]
    opened(dora)
    cookies = [learner.request("POST", "/unlock/passphrase", urlencode({"passphrase": PASSPHRASE}), FORM)[1]["Set-Cookie"] for learner in (anna, dora)]
    names = {cookie.split("=")[0] for cookie in cookies}
    assert names == {f"omena-known-{school.port}~anna", f"omena-known-{school.port}~dora"}
    # Somebody else who signs in changes nothing; signing in again asks for the key again.
    school.add("erik")
    session = school.sign_in("erik", session=session)[1]["session"]
    anna, dora = Learner(school, "anna", session), Learner(school, "dora", session)
    assert [state(anna), state(dora)] == ["open", "open"]
    school.request("POST", "/sign-out", urlencode({"name": "anna", "do": "here"}), {**FORM, **carrying(session)})
    time.sleep(1.1)
    session = school.sign_in("anna", session=session)[1]["session"]
    anna, dora = Learner(school, "anna", session), Learner(school, "dora", session)
    assert [state(anna), state(dora)] == ["locked", "open"]
    lock(dora)


SPOOFS = [
    {"Omena-Client": "unix"},
    {"omena-client": "unix 1-1"},
    {"Omena-Client": "loopback 1-1"},
    {"Connection": "Omena-Client", "Omena-Client": "unix"},
    {"Omena-Session": "1-1"},
    {"X-Forwarded-For": "192.0.2.1"},
]


@pytest.mark.parametrize("headers", SPOOFS, ids=str)
def test_a_client_cannot_say_who_it_is(school, anna, ben, headers):
    first = Learner(school, "anna", school.sign_in("anna")[1]["session"])
    opened(first)
    # What only commands of the owner may, or an unlocked browser.
    for path in ("/status", "/pairing-codes", "/review-log"):
        assert anna.request("GET", path, headers=headers)[0] != 200
    assert anna.request("GET", "/", headers=headers)[0] == 303
    assert anna.request("POST", "/lock", "", {**headers, **SCRIPT})[0] == 403
    assert ben.request("GET", "/status", headers=headers)[0] == 404
    # Wrong passphrases are counted, whoever the client says that it is.
    statuses = [unlock(anna, f"wrong number {number}", **headers)[0] for number in range(7)]
    assert statuses == [403] * 5 + [429] * 2
    # Not so those of the command's user.
    assert command("unlock", *anna.choice).returncode == 0


@pytest.mark.parametrize("is_open", [False, True])
def test_nothing_of_a_learner_with_a_lock_reaches_another(school, anna, ben, is_open):
    """Ben asks for everything of Anna's, and for what no learner has; he can't tell them apart."""
    import_rows(opened(anna), f"{MARK},flower\n")
    listed = addresses(anna)
    if not is_open:
        lock(anna)
    for method, path in listed:
        for headers in ({}, {**SCRIPT, **SPOOFS[0]}, {"Sec-Fetch-Mode": "no-cors", **SPOOFS[1]}):
            answers = []
            for name in ("anna", "nobody"):
                headers = {**carrying(ben.session), **headers}
                status, answered, body = school.request(method, f"/~{name}{path}", headers=headers)
                assert MARK.encode() not in body and b"Ahonen" not in body
                told = [status, answered["Location"], answered["Omena-Lock"], body]
                answers.append(json.dumps([str(part).replace(name, "NAME") for part in told]))
            assert answers[0] == answers[1], (method, path)
    assert state(anna) == ("open" if is_open else "locked")


def test_a_locked_library_answers_only_what_unlocks_it(school, anna):
    """Anna asks for everything herself, from a browser that has not unlocked it, and while nobody has."""
    import_rows(opened(anna), f"{MARK},flower\n")
    second = Learner(school, "anna", school.sign_in("anna")[1]["session"])
    listed = addresses(anna)
    for is_open in (True, False):
        if not is_open:
            lock(anna)
        for method, path in listed:
            status, headers, body = second.request(method, path, headers=SPOOFS[0])
            assert MARK.encode() not in body, (method, path)
            shared = re.match(r"/(assets|help|offline|manifest|unlock|status|worker)", path) or "sync" in path
            assert shared or status >= 300, (method, path, status)
    # The server's own settings of the lock lead to where it is unlocked as well.
    assert second.get("/settings/lock")[1]["Location"].startswith("/~anna/unlock")


def test_guesses_at_one_lock_delay_nobody_elsewhere(school, anna, sealed):
    dora = school.add("dora", "--from", sealed.path)
    assert [unlock(anna, f"wrong number {number}")[0] for number in range(6)] == [403] * 5 + [429]
    opened(dora)
    assert school.sign_in("anna")[0] == 200
    record = anna.library.with_name("library.omena-keys-record").read_text()
    assert "address loopback 5" in record


def test_the_socket_of_a_process_answers_only_the_server(anna):
    import http.client
    import socket

    opened(anna)
    path = anna.library.with_name("library.omena-forwarding")
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    folder = os.open(path.parent, os.O_RDONLY)
    connection.sock.connect(f"/proc/self/fd/{folder}/{path.name}")
    connection.request("GET", "/~anna/")
    assert connection.getresponse().status == 403
    connection.close()
    os.close(folder)


def test_large_files_go_in_and_out(school, anna):
    opened(anna)
    rows = "".join(f"{MARK} {number},word {number}\n" for number in range(20_000))
    import_rows(anna, rows)
    status, _, body = anna.request("POST", "/export?as=json", confirmed(), FORM)
    assert status == 200 and body.count(MARK.encode()) == 20_000
    lock(anna)
    # Refused before all of it was sent.
    status, _, body = anna.request("POST", "/import?do=save&deck=Large&name=a.csv&id=ad", rows * 20, {"Content-Type": "text/csv"})
    assert status in (303, 403)
    for path in school.library.rglob("*"):
        assert not path.is_file() or MARK.encode() not in path.read_bytes(), path


def test_the_learner_of_a_closed_account_unlocks_it_to_take_everything_away(school, anna, sealed):
    dora = opened(school.add("dora", "--from", sealed.path))
    import_rows(dora, f"{MARK},flower\n")
    school.manage("close", "dora")
    closed = dora.in_another_browser()
    status, headers, _ = closed.get("/export?as=json&schedules=on")
    assert status == 303 and headers["Location"].startswith("/~dora/unlock?to=")
    opened(closed)
    status, _, body = closed.request("POST", "/export?as=json&schedules=on", confirmed(), FORM)
    assert status == 200 and MARK.encode() in body
    assert closed.get("/cards")[0] == 403


def test_a_library_locks_itself(tmp_path, sealed):
    with School(tmp_path / "school", "--lock-after", "1") as school:
        anna = opened(school.add("anna", "--from", sealed.path))
        wait_for(lambda: state(anna) == "locked")
        opened(anna)


def test_killed_in_the_middle_of_an_answer_nothing_acknowledged_is_lost(school, anna, ben):
    """The process of Anna's library is killed while she and Ben answer; the next request starts another, which is locked."""
    acknowledged, sent = set(), set()

    def study(learner, deal):
        while True:
            event = {**practice(deal["cards"][0]), "id": event_id()}
            sent.add(event["id"])
            headers = {"Content-Type": "application/json"}
            batch = {"library": deal["library"], "epoch": deal["epoch"], "events": [event]}
            status, _, body = learner.request("POST", "/reviews", json.dumps(batch), headers)
            if status != 200:
                # Locked, or no process: said in one plain answer.
                assert status in (403, 503) and json.loads(body)["error"]
                return status
            acknowledged.add(event["id"])

    for _ in range(3):
        opened(anna)
        (process,) = processes(school)
        deal = anna.deal()
        with ThreadPoolExecutor(4) as pool:
            before = len(acknowledged)
            studying = [pool.submit(study, anna, deal) for _ in range(4)]
            wait_for(lambda: len(acknowledged) > before + 40)
            os.kill(process, signal.SIGKILL)
            assert {work.result() for work in studying} <= {403, 503}
        assert ben.get("/")[0] == 200
        # Reading never fails: it starts the next process at once.
        assert anna.get("/")[0] == 303 and state(anna) == "locked"
        assert processes(school) not in ([], [process])
    opened(anna)
    assert anna.request("POST", "/settings/lock/off", confirmed(), FORM)[0] == 303
    wait_for(lambda: state(anna) == "open")
    school.stop()
    assert acknowledged <= set(anna.log()) <= sent


def test_the_process_ends_with_the_server(school, anna):
    opened(anna)
    (process,) = processes(school)
    school.stop(signal.SIGKILL)
    wait_for(lambda: not os.path.exists(f"/proc/{process}"), 15)
    school.start()
    assert state(anna) == "locked"
    opened(anna)
    (process,) = processes(school)
    school.stop()
    assert not os.path.exists(f"/proc/{process}")
    school.start()


def test_uploads_do_not_outlive_a_killed_process(school, anna):
    """What is in memory is deleted before the learner comes again, whether the process was killed alone or with the server."""

    def left():
        lock = anna.library.with_name("library.omena-lock").stat()
        return glob.glob(f"/dev/shm/omena-{lock.st_dev}-{lock.st_ino}-*/upload-*")

    opened(anna)
    connection = upload(anna, left, carrying(anna.session))
    os.kill(processes(school)[0], signal.SIGKILL)
    connection.close()
    wait_for(lambda: not left())

    opened(anna)
    connection = upload(anna, left, carrying(anna.session))
    # So that the server doesn't see its process end.
    school.process.send_signal(signal.SIGSTOP)
    os.kill(processes(school)[0], signal.SIGKILL)
    school.stop(signal.SIGKILL)
    connection.close()
    assert left()
    school.start()
    assert not left()


def test_commands_ask_for_the_key(school, anna, tmp_path):
    import_rows(opened(anna), f"{MARK},flower\n")
    lock(anna)
    for words in (["stats"], ["check"], ["backup"], ["export", tmp_path / "all.json"]):
        result = command(*words, *anna.choice)
        assert result.returncode == 0, result
        # Commands lock again what they have unlocked.
        wait_for(lambda: state(anna) == "locked")
    assert MARK in (tmp_path / "all.json").read_text()
    result = subprocess.run([BINARY, "stats", *map(str, anna.choice)], capture_output=True, text=True, stdin=subprocess.DEVNULL, start_new_session=True)
    assert result.returncode == 1 and "is locked" in result.stderr
    reading, writing = os.pipe()
    os.write(writing, f"{PASSPHRASE}\n".encode())
    os.close(writing)
    words = ["learner", "export", "anna", tmp_path / "anna.json", "--accounts", school.library, "--passphrase-fd", reading]
    result = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, pass_fds=[reading], timeout=60)
    os.close(reading)
    assert result.returncode == 0 and MARK in (tmp_path / "anna.json").read_text()
    assert "anna" in school.manage("list")


def test_a_sealed_library_in_use_is_not_adopted(school, sealed):
    from serving import Omena

    with Omena(sealed.path):
        assert "in use" in school.manage("add", "anna", "--from", sealed.path, code=1)
    assert "anna" not in school.manage("list")
    school.add("anna", "--from", sealed.path)


def test_the_server_keeps_nothing_of_a_locked_library(school, anna):
    """Requests and answers pass through the server, but what it has passed on is not in its files."""
    from test_lock_traces import leaks, write_secrets

    opened(anna)
    write_secrets(anna, {})
    lock(anna)
    assert leaks(school.library) == []
    school.stop()
    assert leaks(school.library) == []


def test_classes_of_a_sealed_library(school, anna, ben):
    """A teacher's deck reaches a learner whose library has a lock, once it is unlocked."""
    teacher = school.add("tina", "--role", "teacher")
    deck = teacher.make_deck("Flowers")
    teacher.add_note(deck, en=MARK, fi=MARK)
    teacher.post_form("/classes", name="Flowers", deck=deck)
    page = teacher.get("/classes")[2].decode()
    number = re.search(r"/~tina/classes/([0-9a-f]{16})", page)[1]
    teacher.post_form(f"/classes/{number}", do="link", progress="on")
    secret = re.search(r"/class#([\w-]+)", teacher.get(f"/classes/{number}")[2].decode())[1]
    fields = urlencode({"secret": secret, "name": "anna", "progress": "on"})
    status, headers, _ = school.request("POST", "/class", fields, {**FORM, **carrying(anna.session)})
    assert (status, headers["Location"]) == (303, "/~anna/classes")
    assert anna.get("/classes")[0] == 303
    opened(anna)
    assert b"Flowers" in anna.get("/classes")[2]
    anna.post_form(f"/classes/{number}", do="take")
    assert MARK.encode() in anna.get("/cards")[2]
    assert "Not shown, because their library has a lock" in teacher.get(f"/classes/{number}")[2].decode()
    teacher.add_note(deck, en="begonia", fi="begonia")
    teacher.post_form(f"/classes/{number}", do="publish")
    assert f"/~anna/classes/{number}".encode() in anna.get("/")[2]
