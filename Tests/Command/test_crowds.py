"""Many connections of one address: others are served, and memory stays small."""

import os
import pathlib
import re
import resource
import socket
import time

import pytest

IDLE, UPLOADS, BYTES = (10_000, 120, 19_999_999) if os.environ.get("OMENA_SOAK") else (1_000, 30, 2_999_999)


@pytest.fixture(autouse=True)
def many_files():
    """Lets this process have as many sockets as it may."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def most_memory(omena):
    """The most resident bytes that the server has had since this was asked last."""
    process = pathlib.Path(f"/proc/{omena.process.pid}")
    most = int(re.search(r"VmHWM:\s+(\d+) kB", (process / "status").read_text())[1]) << 10
    (process / "clear_refs").write_text("5")
    return most


def connect(omena):
    return socket.create_connection(("127.0.0.1", omena.port), timeout=60)


def idle(omena):
    """A connection that stays open after its request."""
    connection = connect(omena)
    connection.sendall(f"GET /offline HTTP/1.1\r\nHost: localhost:{omena.port}\r\n\r\n".encode())
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def upload(omena):
    """A connection whose body lacks its last byte, or as much of it as the server takes."""
    connection = connect(omena)
    head = f"POST /media?name=a.png HTTP/1.1\r\nHost: localhost:{omena.port}\r\nContent-Length: {BYTES + 1}\r\n\r\n"
    try:
        connection.sendall(head.encode() + bytes(BYTES))
    except OSError:
        pass
    return connection


def quickest_visit(omena):
    """In seconds, the quickest of five, because other programs run beside this one."""
    times = []
    for _ in range(5):
        started = time.monotonic()
        assert omena.get("/")[0] == 200
        times.append(time.monotonic() - started)
    return min(times)


def test_idle_connections_and_slow_uploads_keep_nobody_out(omena):
    most_memory(omena)
    quickest_visit(omena)
    before = most_memory(omena)

    crowd = [idle(omena) for _ in range(IDLE)]
    assert quickest_visit(omena) < 0.1
    crowd += [upload(omena) for _ in range(UPLOADS)]
    assert quickest_visit(omena) < 0.1

    assert most_memory(omena) - before <= 64 << 20
    # Stopping would wait for the uploads.
    omena.kill()
    for connection in crowd:
        connection.close()
