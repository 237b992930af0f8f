"""A library with a lock: what the program that serves it says, forgets, and leaves on the disk."""

import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import time
from urllib.parse import urlencode

import pytest
from serving import BINARY, ROOT, Omena, practice

PASSPHRASE = "correct horse battery staple"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SCRIPT = {"Accept": "application/json"}
LOCKER = ROOT / ".build/debug/TestLock"


@pytest.fixture(scope="session")
def locker():
    """The program that gives a library a lock which is quick to try."""
    if not LOCKER.exists():
        subprocess.run(["swift", "build", "--product", "TestLock"], cwd=ROOT, check=True)
    return LOCKER


class Sealed:
    """A library with a lock, and what opens it."""

    def __init__(self, path, locker):
        result = subprocess.run([locker, path, PASSPHRASE], capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr
        self.path = path
        self.code, key = result.stdout.split()
        self.key = bytes.fromhex(key)


@pytest.fixture
def sealed(library, locker):
    with Omena(library):
        pass
    return Sealed(library, locker)


def unlock(omena, passphrase=PASSPHRASE, way="passphrase", **fields):
    """Tries a key as a script does: status, answer, and the cookie of the session."""
    name = "code" if way == "recovery" else "passphrase"
    body = urlencode({name: passphrase, **fields})
    status, headers, body = omena.request("POST", f"/unlock/{way}", body, {**FORM, **SCRIPT})
    cookie = (headers["Set-Cookie"] or "").split(";")[0]
    return status, json.loads(body), {"Cookie": cookie}


def opened(omena):
    status, answer, cookie = unlock(omena)
    assert (status, answer["state"]) == (200, "open")
    return cookie


def state(omena, **headers):
    return json.loads(omena.get("/unlock", **SCRIPT, **headers)[2])["state"]


def wait_for(condition, seconds=30):
    """Waits until something has come about that another process does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)


def command(*words, passphrase=None, **options):
    """Runs a command that is handed the passphrase by a pipe."""
    reading, writing = os.pipe()
    os.write(writing, f"{passphrase or PASSPHRASE}\n".encode())
    os.close(writing)
    try:
        return subprocess.run(
            [BINARY, *map(str, words), "--passphrase-fd", str(reading)],
            capture_output=True,
            text=True,
            timeout=60,
            pass_fds=[reading],
            **options,
        )
    finally:
        os.close(reading)


# Locked and unlocked


def test_a_sealed_library_starts_locked_and_says_nothing(sealed):
    with Omena(sealed.path) as omena:
        for path in ["/", "/cards", "/settings", "/study/learn?deck=First%20questions", "/decks"]:
            status, headers, body = omena.get(path)
            assert status == 303 and headers["Location"].startswith("/unlock?to="), path
            assert b"First questions" not in body
            assert omena.get(path, **SCRIPT)[0] == 401
            assert omena.get(path, **{"Sec-Fetch-Mode": "cors"})[0] == 401
        for path in ["/api/v1/decks", "/worker.js", f"/media/{'0' * 64}"]:
            assert omena.get(path)[0] == 401, path
        status, headers, body = omena.request(
            "POST", "/reviews", "{}", {"Content-Type": "application/json"}
        )
        assert status == 401 and headers["Omena-Lock"] == "locked" and json.loads(body)["locked"]
        status, headers, body = omena.get("/unlock?to=/cards")
        assert status == 200 and headers["Cache-Control"] == "no-store"
        assert b"/unlock/passphrase" in body and b"/unlock/recovery" in body
        style = re.search(rb'href="(/assets/[^"]+\.css)"', body)[1].decode()
        assert omena.get(style)[0] == 200
        assert state(omena) == "locked"


def test_a_passphrase_opens_it_for_this_browser_alone(sealed):
    with Omena(sealed.path) as omena:
        status, headers, _ = omena.request(
            "POST", "/unlock/passphrase", urlencode({"passphrase": PASSPHRASE, "to": "/cards"}), FORM
        )
        assert status == 303 and headers["Location"] == "/cards"
        line = headers["Set-Cookie"]
        assert "HttpOnly" in line and "SameSite=Strict" in line and "Max-Age" not in line
        cookie = {"Cookie": line.split(";")[0]}

        status, headers, body = omena.get("/", **cookie)
        assert status == 200 and b"First questions" in body and b"data-lockable" in body
        assert headers["Cache-Control"] == "no-store"
        assert omena.get("/")[0] == 303
        assert omena.get("/", Cookie=cookie["Cookie"][:-1] + "x")[0] == 303
        assert (state(omena, **cookie), state(omena)) == ("open", "locked")

        other = opened(omena)
        assert other != cookie and omena.get("/", **other)[0] == 200


@pytest.mark.parametrize("to", ["//evil.example/", "https://evil.example/", "/\\evil.example", "cards"])
def test_unlocking_leads_nowhere_else(sealed, to):
    with Omena(sealed.path) as omena:
        body = urlencode({"passphrase": PASSPHRASE, "to": to})
        status, headers, _ = omena.request("POST", "/unlock/passphrase", body, FORM)
        assert status == 303 and headers["Location"] == "/"


def test_a_recovery_code_opens_it_and_a_slip_is_told_from_another_code(sealed):
    with Omena(sealed.path) as omena:
        slip = sealed.code[:-1] + ("0" if sealed.code[-1] != "0" else "1")
        status, answer, _ = unlock(omena, slip, "recovery")
        assert (status, answer["why"]) == (401, "misspelledRecoveryCode")
        status, answer, _ = unlock(omena, "", "recovery")
        assert (status, answer["why"]) == (422, "nothingGiven")
        status, _, cookie = unlock(omena, sealed.code.lower().replace("-", " "), "recovery")
        assert status == 200 and omena.get("/", **cookie)[0] == 200


def test_a_page_elsewhere_cannot_try_keys(sealed):
    with Omena(sealed.path) as omena:
        headers = {**FORM, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        body = urlencode({"passphrase": PASSPHRASE})
        assert omena.request("POST", "/unlock/passphrase", body, headers)[0] == 403
        assert omena.request("POST", "/lock", "", headers)[0] == 403


def test_a_library_without_a_lock_is_open(omena):
    assert state(omena) == "open"
    status, headers, _ = omena.get("/unlock?to=/cards")
    assert status == 303 and headers["Location"] == "/cards"
    assert b"data-lockable" not in omena.get("/")[2]
    assert omena.request("POST", "/lock", "", SCRIPT)[0] == 409


# Wrong keys


def test_too_many_wrong_passphrases_wait_and_a_restart_does_not_help(sealed):
    with Omena(sealed.path) as omena:
        for _ in range(5):
            status, answer, _ = unlock(omena, "wrong passphrase")
            assert (status, answer["why"]) == (401, "wrongPassphrase")
            assert answer["says"] == "This is not the passphrase of this library. Try it again."
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (429, "tooManyTries")
        assert 1 <= answer["retryAfter"] <= 5
    assert tries(sealed)[0] == 5

    set_tries(sealed, 12, time.time())
    with Omena(sealed.path) as omena:
        body = urlencode({"passphrase": PASSPHRASE})
        status, headers, body = omena.request("POST", "/unlock/passphrase", body, FORM)
        assert status == 429 and 600 < int(headers["Retry-After"]) <= 640
        assert b"Too many tries" in body
        result = command("check", "--library", sealed.path)
        assert result.returncode == 1 and "Too many tries" in result.stderr

        set_tries(sealed, 12, time.time() - 641)
        opened(omena)
        assert tries(sealed)[0] == 0, "the right one has made the wrong ones forgotten"


def tries(sealed):
    """How many failed in a row, and when the last did."""
    return [int(word) for word in record_of(sealed).read_text().splitlines()[1].split()]


def set_tries(sealed, count, seconds):
    path = record_of(sealed)
    lines = path.read_text().splitlines()
    lines[1] = f"{count} {int(seconds * 1000)}"
    path.write_text("\n".join(lines) + "\n")


def events(sealed):
    """What happened to the lock, the latest last."""
    return [line.split()[1] for line in record_of(sealed).read_text().splitlines()[2:]]


def record_of(sealed):
    return sealed.path.with_name(sealed.path.name + "-keys-record")


def test_a_try_that_failed_is_kept_at_once(sealed):
    with Omena(sealed.path) as omena:
        unlock(omena, "wrong passphrase")
        assert tries(sealed)[0] == 1


def test_damaged_and_missing_keys_are_told_from_wrong_ones(sealed):
    keys = sealed.path.with_name(sealed.path.name + "-keys")
    content = bytearray(keys.read_bytes())
    content[40] ^= 1
    whole = keys.read_bytes()
    keys.write_bytes(content)
    with Omena(sealed.path) as omena:
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (503, "keysDamaged")
        keys.unlink()
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (503, "keysMissing")
        assert b"missing" in omena.get("/unlock")[2]
        keys.write_bytes(whole)
        opened(omena)


# Locking


def test_locking_ends_every_session_and_keeps_the_port_and_the_process(sealed):
    with Omena(sealed.path) as omena:
        cookie, other = opened(omena), opened(omena)
        process = omena.process.pid
        status, headers, _ = omena.request("POST", "/lock", "", {**SCRIPT, **cookie})
        assert status == 200 and headers["Clear-Site-Data"] == '"cache"'
        assert "Max-Age=0" in headers["Set-Cookie"]

        wait_for(lambda: state(omena) == "locked")
        assert omena.get("/", **cookie)[0] == 303 and omena.get("/", **other)[0] == 303
        assert omena.process.poll() is None and omena.process.pid == process

        again = opened(omena)
        assert omena.get("/", **again)[0] == 200
        assert omena.stop() == 0


def test_only_who_is_in_may_lock(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        assert omena.request("POST", "/lock", "", SCRIPT)[0] == 401
        assert omena.get("/", **cookie)[0] == 200


def test_it_locks_itself_when_nobody_uses_it(sealed):
    with Omena(sealed.path, "--lock-after", "2") as omena:
        cookie = opened(omena)
        # A page that only asks whether it is still open does not keep it so.
        wait_for(lambda: state(omena, **cookie) == "locked")
        assert omena.get("/", **cookie)[0] == 303
    assert "idle" in record_of(sealed).read_text()


def test_use_keeps_it_open(sealed):
    with Omena(sealed.path, "--lock-after", "2") as omena:
        cookie = opened(omena)
        end = time.monotonic() + 4
        while time.monotonic() < end:
            assert json.loads(omena.get("/unlock?used", **SCRIPT, **cookie)[2])["state"] == "open"
            time.sleep(0.2)


def test_a_signal_locks_and_another_ends(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        omena.process.send_signal(signal.SIGUSR1)
        wait_for(lambda: state(omena, **cookie) == "locked")
        assert omena.get("/", **cookie)[0] == 303
        opened(omena)
        assert omena.stop(signal.SIGTERM) == 0
    assert events(sealed) == ["unlocked", "locked", "unlocked", "locked"]


def test_what_was_answered_survives_locking_and_a_kill(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        ids = []
        for round in range(3):
            deal = deal_of(omena, cookie)
            event = practice(deal["cards"][0])
            ids.append(event["id"])
            assert post(omena, cookie, deal, [event]) == ["stored"]
            if round == 0:
                omena.request("POST", "/lock", "", {**SCRIPT, **cookie})
                wait_for(lambda: state(omena) == "locked")
            else:
                omena.kill()
                omena.start()
                assert state(omena) == "locked"
            cookie = opened(omena)
        deal = deal_of(omena, cookie)
        again = [practice(deal["cards"][0], id=name) for name in ids]
        assert set(post(omena, cookie, deal, again)) <= {"known", "conflict"}


def deal_of(omena, cookie, deck="First%20questions"):
    status, _, body = omena.get(f"/study/learn?deck={deck}", **cookie)
    assert status == 200
    return json.loads(re.search(rb'<script type="application/json" id="deal">(.*?)</script>', body, re.S)[1])


def post(omena, cookie, deal, events):
    batch = {"library": deal["library"], "epoch": deal["epoch"], "events": events}
    headers = {"Content-Type": "application/json", **cookie}
    status, _, body = omena.request("POST", "/reviews", json.dumps(batch), headers)
    assert status == 200, body
    return [receipt["outcome"] for receipt in json.loads(body)["results"]]


# Commands


def test_commands_open_it_by_themselves(sealed, tmp_path):
    package = tmp_path / "all.json"
    result = command("export", package, "--library", sealed.path)
    assert result.returncode == 0, result.stderr
    assert b"First questions" in package.read_bytes()
    result = command("check", "--library", sealed.path)
    assert result.returncode == 0 and "All is well" in result.stdout, result
    result = command("export", tmp_path / "none.json", "--library", sealed.path, passphrase="wrong passphrase")
    assert result.returncode == 1 and "not the passphrase" in result.stderr
    assert not (tmp_path / "none.json").exists()


def test_what_is_packed_on_the_way_does_not_touch_the_disk(library, locker, tmp_path):
    with Omena(library):
        pass
    nowhere = {**os.environ, "TMPDIR": "/nonexistent"}
    words = [BINARY, "export", tmp_path / "plain.apkg", "--library", library]
    assert subprocess.run(words, capture_output=True, env=nowhere, timeout=60).returncode == 1
    Sealed(library, locker)
    result = command("export", tmp_path / "sealed.apkg", "--library", library, env=nowhere)
    assert result.returncode == 0, result.stderr


def test_a_recovery_code_does_for_a_command(sealed):
    result = command("check", "--library", sealed.path, passphrase=sealed.code)
    assert result.returncode == 0, result.stderr


def test_commands_go_through_a_locked_server_and_leave_it_locked(sealed, tmp_path):
    with Omena(sealed.path) as omena:
        result = command("backup", tmp_path / "copy.omena", "--library", sealed.path)
        assert result.returncode == 0, result.stderr
        wait_for(lambda: events(sealed)[-1] == "locked")
        wait_for(lambda: state(omena) == "locked")

        cookie = opened(omena)
        result = command("backup", tmp_path / "other.omena", "--library", sealed.path)
        assert result.returncode == 0, result.stderr
        assert omena.get("/", **cookie)[0] == 200
    assert b"SQLite" not in (tmp_path / "copy.omena").read_bytes()


def test_unlock_and_lock_from_the_command_line(sealed, tmp_path):
    token = tmp_path / "token"
    with Omena(sealed.path, "--api-token-file", token) as omena:
        bearer = {"Authorization": f"Bearer {token.read_text().strip()}"}
        assert omena.get("/api/v1/decks", **bearer)[0] == 401
        assert command("unlock", "--library", sealed.path).returncode == 0
        assert omena.get("/api/v1/decks", **bearer)[0] == 200
        assert omena.get("/")[0] == 303, "each browser asks for itself"
        result = subprocess.run([BINARY, "lock", "--library", sealed.path], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        wait_for(lambda: omena.get("/api/v1/decks", **bearer)[0] == 401)


def test_a_command_without_a_terminal_says_how_to_hand_the_passphrase_over(sealed):
    result = subprocess.run(
        [BINARY, "check", "--library", sealed.path],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert result.returncode == 1
    assert "--passphrase-fd" in result.stderr and result.stderr.count("\n") == 1


def test_a_terminal_does_not_show_the_passphrase(sealed):
    process, terminal = pty.fork()
    if process == 0:
        os.execv(BINARY, [str(BINARY), "check", "--library", str(sealed.path)])
    shown = b""
    try:
        while b"recovery code" not in shown:
            shown += os.read(terminal, 1024)
        os.write(terminal, f"{PASSPHRASE}\n".encode())
        while True:
            shown += os.read(terminal, 1024)
    except OSError:
        pass
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    assert PASSPHRASE.encode() not in shown and b"All is well" in shown


def test_a_sealed_backup_is_restored_with_its_own_key(sealed, tmp_path):
    copy = tmp_path / "copy.omena"
    assert command("backup", copy, "--library", sealed.path).returncode == 0
    fresh = tmp_path / "elsewhere" / "library.omena"
    fresh.parent.mkdir()
    result = command("restore", copy, "--library", fresh)
    assert result.returncode == 0, result.stderr
    assert b"First questions" not in fresh.read_bytes()
    assert command("check", "--library", fresh).returncode == 0
    result = command("restore", copy, "--library", sealed.path)
    assert result.returncode == 0, result.stderr
    assert command("check", "--library", sealed.path).returncode == 0


# What is left behind


PARTS = ("geheimnis ", "秘密の言葉")


def secrets():
    """Texts that nothing else would hold; whoever finds none of their parts finds none of them."""
    return [f"{PARTS[0]}{number} {PARTS[1]}" for number in range(200)]


def traces(content):
    """The parts of secrets that can be read in some bytes."""
    codes = ("utf-8", "utf-16-le", "utf-16-be")
    return [(part, code) for part in PARTS for code in codes if part.encode(code) in content]


def write_secrets(omena, cookie):
    """Puts all of them into the library: names of decks, and texts of cards."""
    headers = {**FORM, **cookie}
    form = omena.get("/cards/new", **cookie)[2].decode()
    deck = re.search(r'<select[^>]*name="deck".*?<option[^>]*value="(\d+)"', form, re.S)[1]
    for index, text in enumerate(secrets()):
        if index % 10 == 0:
            body = urlencode({"name": text})
            status, answered, _ = omena.request("POST", "/decks/new", body, headers)
            assert status == 303
        else:
            body = urlencode({"type": 5, "deck": deck, "tags": "", "f-en": text, "f-fi": f"{text}!"})
            assert omena.request("POST", "/cards/new", body, headers)[0] == 303


def test_nothing_is_left_on_the_disk_or_in_memory(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        write_secrets(omena, cookie)
        assert omena.get("/cards?q=geheimnis", **cookie)[0] == 200
        assert any(text.encode() in omena.get("/cards", **cookie)[2] for text in secrets())
        assert omena.get("/", **cookie)[0] == 200
        assert leaks(sealed.path.parent) == []
        image = memory(omena)
        assert sealed.key in image and traces(image), "the search finds what is there"

        omena.request("POST", "/lock", "", {**SCRIPT, **cookie})
        wait_for(lambda: state(omena) == "locked")

        image = memory(omena)
        assert sealed.key not in image
        assert PASSPHRASE.encode() not in image and urlencode({"": PASSPHRASE})[1:].encode() not in image
        assert traces(image) == []
        limits = pathlib.Path(f"/proc/{omena.process.pid}/limits").read_text()
        assert re.search(r"Max core file size +0 +0", limits)
        assert leaks(sealed.path.parent) == []
    assert leaks(sealed.path.parent) == []


def leaks(folder):
    """What can be read in the files of a folder, or in their names."""
    names = "\n".join(map(str, folder.rglob("*"))).encode()
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 3
    found = {path.name: traces(path.read_bytes()) for path in files}
    return [name for name, parts in found.items() if parts] + traces(names)


def memory(omena):
    """All that is in the program's memory, as another program with the right to look sees it."""
    image = bytearray()
    with open(f"/proc/{omena.process.pid}/maps") as maps, open(f"/proc/{omena.process.pid}/mem", "rb") as mem:
        for line in maps:
            span, rights = line.split()[:2]
            start, end = (int(number, 16) for number in span.split("-"))
            if "r" not in rights or "[v" in line:
                continue
            try:
                mem.seek(start)
                image += mem.read(end - start)
            except OSError:
                continue
    return bytes(image)
