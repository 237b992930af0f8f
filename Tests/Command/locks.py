"""A library with a lock: creates one, unlocks it over HTTP and from the command line, and reads its state."""

import base64
import copy
import json
import os
import re
import shutil
import subprocess
import time
from urllib.parse import urlencode

from serving import BINARY, BUILT

PASSPHRASE = "correct horse battery staple"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SCRIPT = {"Accept": "application/json"}
LOCKER = BUILT / "TestLock"


class Sealed:
    """A library with a lock, its recovery code and its key."""

    def __init__(self, path, locker):
        words = [locker, "seal", path, PASSPHRASE]
        result = subprocess.run(words, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr
        self.path = path
        self.code, key = result.stdout.split()
        self.key = bytes.fromhex(key)

    def copy(self, path):
        """A copy of the library with all files beside it, under the same keys."""
        for file in self.path.parent.glob(f"{self.path.name}*"):
            shutil.copy(file, path.with_name(path.name + file.name.removeprefix(self.path.name)))
        other = copy.copy(self)
        other.path = path
        return other


def unlock(omena, passphrase=PASSPHRASE, way="passphrase", **fields):
    """Tries a key, as a page's script does; returns the status, the response, and the headers that carry the session."""
    name = "code" if way == "recovery" else "passphrase"
    body = urlencode({name: passphrase, **fields})
    status, headers, body = omena.request("POST", f"/unlock/{way}", body, {**FORM, **SCRIPT})
    answer = json.loads(body)
    return status, answer, carrying(answer.get("session", ""))


def carrying(session):
    """The headers with which a browser shows a session: HTTP authentication, which it binds to the port."""
    return {"Authorization": "Basic " + base64.b64encode(f"{session}:unlocked".encode()).decode()}


def opened(omena):
    status, answer, session = unlock(omena)
    assert (status, answer["state"]) == (200, "open")
    return session


def confirmed(key=PASSPHRASE, **fields):
    """The body of a form that a session alone does not permit, with a key."""
    return urlencode({**fields, "key-passphrase": key})


def state(omena, **headers):
    return json.loads(omena.get("/unlock", **SCRIPT, **headers)[2])["state"]


def wait_for(condition, seconds=30):
    """Waits until a condition holds that depends on another process."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition never held"
        time.sleep(0.02)


def command(*words, passphrase=None, **options):
    """Runs a command that reads the passphrase from a pipe."""
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
    """The events of the lock, the latest last."""
    lines = [line.split() for line in record_of(sealed).read_text().splitlines()[1:]]
    return [words[1] for words in lines if words[0].isdigit()]


def record_of(sealed):
    return sealed.path.with_name(sealed.path.name + "-keys-record")


def deal_of(omena, session, deck="First%20questions"):
    status, _, body = omena.get(f"/study/learn?deck={deck}", **session)
    assert status == 200
    return json.loads(re.search(rb'<script type="application/json" id="deal">(.*?)</script>', body, re.S)[1])


def post(omena, session, deal, events):
    batch = {"library": deal["library"], "epoch": deal["epoch"], "events": events}
    headers = {"Content-Type": "application/json", **session}
    status, _, body = omena.request("POST", "/reviews", json.dumps(batch), headers)
    assert status == 200, body
    return [receipt["outcome"] for receipt in json.loads(body)["results"]]
