"""Loads a server for some time, and prints what its memory and its descriptors did.

Usage: measure.py SECONDS
"""

import http.client
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from serving import Omena  # noqa: E402

SECONDS = int(sys.argv[1])
MOST_GROWTH = 5  # MiB
RATE = 160  # requests a second
CONNECTIONS = 200


def memory(process):
    """Resident memory that is not of files, in MiB."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", status).group(1)) / 1024


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def script(omena, folder):
    """Answers for wrk, each of them new, as a file."""
    deal = omena.deal("First questions", mode="learn")
    fields = {"LIBRARY": deal["library"], "NOTE": deal["cards"][0]["note"], "MOMENT": f"{int(time.time())}000"}
    text = (ROOT / "Benchmarks/http/answers.lua").read_text()
    for name, value in fields.items():
        text = text.replace(name, str(value))
    path = folder / "answers.lua"
    path.write_text(text)
    return path


def steadily(omena, seconds):
    """Asks for the home page at an even rate."""
    connection = http.client.HTTPConnection("localhost", omena.port)
    start = time.monotonic()
    for number in range(int(seconds * RATE)):
        time.sleep(max(0, start + number / RATE - time.monotonic()))
        connection.request("GET", "/")
        response = connection.getresponse()
        assert response.status == 200 and response.read()
    connection.close()


def fully(omena, seconds, answers):
    """Half of the connections ask for the home page, and half send answers."""
    # Whoever waits is not what is measured.
    half = ["wrk", "-t1", f"-c{CONNECTIONS // 2}", f"-d{int(seconds)}s", "--timeout", "60s"]
    loads = [
        subprocess.Popen([*half, *extra, f"http://localhost:{omena.port}{path}"], stdout=subprocess.PIPE, text=True)
        for extra, path in (([], "/"), (["-s", str(answers)], "/reviews"))
    ]
    for load in loads:
        printed = load.communicate()[0]
        assert load.returncode == 0 and "Non-2xx" not in printed and "Socket errors" not in printed, printed


def measured(name, omena, load):
    """Loads the server for a tenth of the time to warm it, then for the rest; prints a row, and whether it is good."""
    process = omena.process.pid
    load(max(5, SECONDS / 10))
    time.sleep(1)
    warm, files = memory(process), descriptors(process)
    peak, ended = [warm], threading.Event()

    def watch():
        while not ended.wait(1):
            peak[0] = max(peak[0], memory(process))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        load(SECONDS)
    finally:
        ended.set()
        watcher.join()
    time.sleep(1)
    after, left = memory(process), descriptors(process)
    is_flat = "yes" if after <= warm + MOST_GROWTH and left <= files else "NO"
    print(f"{name:24} {warm:8.1f} {peak[0]:8.1f} {after:8.1f} {files:12} {left:6} {is_flat:>5}", flush=True)


def main():
    print(f"{SECONDS} s each          MiB: warm     peak    after  files: warm  after  flat")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with Omena(folder / "load.omena") as omena:
            answers = script(omena, folder)
            measured(f"{RATE} pages a second", omena, lambda seconds: steadily(omena, seconds))
            measured(f"full, {CONNECTIONS} connections", omena, lambda seconds: fully(omena, seconds, answers))


if __name__ == "__main__":
    main()
