"""A server that the learner syncs with, and that answers as no Omena does: the command ends in one line and changes nothing."""

import gzip
import http.server
import json
import random
import subprocess
import threading

import pytest
from serving import BINARY, copy_new_library


def document(**fields):
    return {"Content-Type": "application/json"}, json.dumps(fields).encode()


NOISE = random.Random(1).randbytes(3_000)
ANSWERS = {
    "nothing": ({}, b""),
    "noise": ({}, NOISE),
    "nested": ({"Content-Type": "application/json"}, b"[" * 200_000),
    "noise that says it is compressed": ({"Content-Encoding": "gzip"}, NOISE),
    "what unpacks to 200 MB": ({"Content-Encoding": "gzip"}, gzip.compress(bytes(200_000_000), 1)),
    "a token alone": document(token="A" * 64, name="peer"),
    "terminal control characters": document(token="A" * 64, name="\x1b[2Ja\nb\u009b"),
    "numbers out of range": document(token="A" * 64, name="peer", state={"format": 2**63, "replica": 10**30, "vector": {"1": -1}}),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_answers_of_no_omena_end_in_one_line(answer, library):
    headers, body = answer

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            for name, value in {**headers, "Content-Length": len(body)}.items():
                self.send_header(name, str(value))
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:
                # The command has read enough.
                pass

        def log_message(self, *_):
            pass

    copy_new_library(library)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        command = [BINARY, "sync", address, "--code", "AAAAA-AAAAA", "--library", library]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        server.shutdown()

    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
    assert result.stderr.rstrip("\n").isprintable()
    checked = subprocess.run([BINARY, "check", "--library", library], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked
