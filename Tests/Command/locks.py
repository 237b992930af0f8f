"""A library with a lock, for tests of the program that serves it: what it takes to make one, to open it, and to ask it."""

import json
import os
import re
import subprocess
import time
from urllib.parse import urlencode

from serving import BINARY, BUILT

PASSPHRASE = "correct horse battery staple"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SCRIPT = {"Accept": "application/json"}
LOCKER = BUILT / "TestLock"


class Sealed:
    """A library with a lock, and what opens it."""

    def __init__(self, path, locker):
        words = [locker, "seal", path, PASSPHRASE]
        result = subprocess.run(words, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr
        self.path = path
        self.code, key = result.stdout.split()
        self.key = bytes.fromhex(key)


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


def events(sealed):
    """What happened to the lock, the latest last."""
    return [line.split()[1] for line in record_of(sealed).read_text().splitlines()[2:]]


def record_of(sealed):
    return sealed.path.with_name(sealed.path.name + "-keys-record")


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
