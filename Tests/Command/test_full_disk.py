"""A full disk and a library that cannot be written: said in plain words, nothing lost, and the server serves on."""

import json
import os
import resource
import signal
import subprocess

import pytest
from serving import Omena, practice
from test_command import run
from test_upkeep import check

JSON = {"Content-Type": "application/json"}


def add(omena, text):
    body = {"type": "Basic", "deck": "First questions", "fields": {"Front": text, "Back": "x" * 3_000}}
    status, _, answer = omena.request("POST", "/api/v1/notes", json.dumps(body), JSON)
    return status, json.loads(answer)


def texts(omena, query):
    status, _, answer = omena.get(f"/api/v1/notes?limit=1000&query={query}")
    assert status == 200
    return [note["fields"]["Front"] for note in json.loads(answer)["notes"]]


class Confined(Omena):
    """A server no file of which may grow beyond some bytes, as on a disk that has no more."""

    def __init__(self, library, limit):
        super().__init__(library)
        self.limit = limit

    def start(self):
        def confine():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, self.limit))

        start = subprocess.Popen
        try:
            subprocess.Popen = lambda *words, **options: start(*words, preexec_fn=confine, **options)
            return super().start()
        finally:
            subprocess.Popen = start


def test_a_full_disk_loses_nothing(tmp_path):
    library = tmp_path / "a.omena"
    with Omena(library) as omena:
        deal = omena.deal()
    omena = Confined(library, library.stat().st_size + 200_000).start()
    stored = []
    for number in range(1_000):
        status, answer = add(omena, f"full {number}")
        if status != 201:
            break
        stored.append(f"full {number}")

    assert status in (503, 507) and "room" in answer["error"] and "not saved" in answer["error"]
    assert stored
    # It goes on: what is there can be read, and answers are refused in words, not lost in silence.
    assert sorted(texts(omena, "full")) == sorted(stored)
    status, answer = omena.post_reviews(deal, [practice(card) for card in deal["cards"]])
    assert status in (200, 503, 507), answer
    omena.kill()
    assert check(library)["findings"] == []
    with Omena(library) as omena:
        assert sorted(texts(omena, "full")) == sorted(stored)
        assert add(omena, "room again")[0] == 201


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is write-protected for root")
def test_a_write_protected_library_is_refused(tmp_path):
    library = tmp_path / "a.omena"
    with Omena(library):
        pass
    before = library.read_bytes()
    library.chmod(0o400)
    result = run("serve", "--port", "0", "--library", library)
    assert result.returncode == 1 and "cannot be written" in result.stderr
    assert library.read_bytes() == before
