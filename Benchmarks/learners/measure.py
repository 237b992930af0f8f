"""Measures a server of many learners beside that of a single one, and prints a table."""

import base64
import hashlib
import http.client
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ACCOUNTS, OPEN, ANSWERING = 10_000, 1_000, 200
SECONDS = int(os.environ.get("SECONDS_EACH", "30"))


def processor(process):
    """Seconds of a processor that a process and those of its children that have ended took so far."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(process):
    """Waits for the end of what a server does in the background, such as the day's maintenance of all libraries."""
    last = -1.0
    while processor(process) - last > 0.1:
        last = processor(process)
        time.sleep(3)


class Server:
    def __init__(self, binary, *options):
        words = [binary, "serve", "--port", "0", "--no-open", *map(str, options)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline())[1])
        self.connection = http.client.HTTPConnection("localhost", self.port)

    def get(self, path, headers):
        """Milliseconds until the whole page is there, and the page."""
        started = time.perf_counter()
        self.connection.request("GET", path, headers=headers)
        response = self.connection.getresponse()
        page = response.read()
        assert response.status == 200, (path, response.status)
        return (time.perf_counter() - started) * 1_000, page

    def memory(self):
        """Resident, in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024

    def written(self):
        """Bytes that the disk was given so far."""
        return int(re.search(r"write_bytes: (\d+)", pathlib.Path(f"/proc/{self.process.pid}/io").read_text())[1])

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self):
        self.process.terminate()
        self.process.wait()


def authorization(secret):
    return "Basic " + base64.b64encode(f"{secret}:unlocked".encode()).decode()


def school(binary, folder, template, accounts, libraries):
    """Accounts with sessions, and libraries for so many of them; returns paths and sessions."""
    subprocess.run([binary, "learner", "add", "first", "--accounts", folder], check=True, stdout=subprocess.DEVNULL)
    database = sqlite3.connect(folder / "accounts.omena")
    now, learners = int(time.time()), []
    with database:
        for number in range(1, accounts):
            name, secret = f"learner{number}", f"secret-{number}"
            database.execute(
                "INSERT INTO account (id, name, title, role, quota, made) VALUES (?, ?, ?, 'learner', 1 << 31, ?)",
                (number, name, name, now),
            )
            digest = hashlib.sha256(secret.encode()).digest()
            database.execute("INSERT INTO session VALUES (?, ?, 'benchmark', ?, ?)", (number, digest, now, now))
            database.execute("INSERT INTO session_account VALUES (?, ?, ?)", (number, number, now))
            if number <= libraries:
                digits = f"{number:016x}"
                home = folder / "learners" / digits[:2] / digits
                home.mkdir(parents=True)
                shutil.copy(template, home / "library.omena")
                learners.append((f"/~{name}", secret))
    database.close()
    return learners


def answers(program, server, page, learners):
    """Answers a second of these learners at once, and the 99th percentile in milliseconds."""
    field = lambda name: re.search(rf'"{name}":"?([^",}}]+)', page.decode())[1]  # noqa: E731
    listed = "".join(f"{path}/reviews {authorization(secret)}\n" for path, secret in learners)
    words = [program, server.port, SECONDS, field("library"), field("note")]
    printed = subprocess.run(list(map(str, words)), input=listed, check=True, stdout=subprocess.PIPE, text=True).stdout
    rate, _, slow, _ = map(float, printed.split())
    return rate, slow


def flushes(program, folder, size):
    """How many times a second the disk flushes so many bytes for as many threads at once, each to another file, and how many
    milliseconds 99 of 100 take at most."""
    rates = {}
    for threads in (1, 8, 32, ANSWERING):
        words = [program, folder, ANSWERING, threads, size, min(SECONDS, 10)]
        printed = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout
        rate, slow = printed.split()
        rates[threads] = int(rate), float(slow)
    return rates


def percentile(values, share):
    return sorted(values)[int(len(values) * share)]


def main():
    # Not at the top, because the fleet's benchmark imports this file and has a `compare` of its own.
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "exchange"))
    from compare import verdict

    binary, flusher, answerer = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        one = Server(binary, "--library", folder / "one.omena")
        one.get("/", {})
        one.stop()
        learners = school(binary, folder / "school", folder / "one.omena", ACCOUNTS, OPEN)
        one = Server(binary, "--library", folder / "one.omena")
        many = Server(binary, "--accounts", folder / "school")
        single = [one.get("/", {})[0] for _ in range(201)][1:]
        before = many.memory()
        closed = [many.get(f"{path}/", {"Authorization": authorization(secret)})[0] for path, secret in learners]
        wait_until_idle(many.process.pid)
        settled = many.memory()
        opened = []
        for path, secret in learners[:200]:
            # As often as makes the page of the single one as quick as it gets.
            for _ in range(5):
                many.get(f"{path}/", {"Authorization": authorization(secret)})
            opened.append(many.get(f"{path}/", {"Authorization": authorization(secret)})[0])
        page = many.get(f"{learners[0][0]}/study/learn?deck=First%20questions", {"Authorization": authorization(learners[0][1])})[1]
        rate, slow = answers(answerer, many, page, learners[:ANSWERING])
        rate_of_one, slow_of_one = answers(answerer, one, page, [("", "none")] * ANSWERING)
        warm, descriptors, written = many.memory(), many.descriptors(), many.written()
        again, _ = answers(answerer, many, page, learners[:ANSWERING])
        size = int((many.written() - written) / (again * SECONDS))
        limits = flushes(flusher, folder, size)
        most = max(rate for rate, _ in limits.values())
        print("| | many learners | a single one |\n|---|---:|---:|")
        print(f"| memory with {OPEN} libraries open, MiB | {settled} | {one.memory()} |")
        print(f"| memory for each, KiB | {(settled - before) * 1024 // OPEN} | |")
        print(f"| descriptors, threads | {descriptors}, {many.threads()} | {one.descriptors()}, {one.threads()} |")
        print(f"| first page of a closed library, ms, median and p99 | {statistics.median(closed):.1f}, {percentile(closed, 0.99):.1f} | |")
        print(
            f"| first page of an open one, ms, median and p99 | {statistics.median(opened):.1f}, {percentile(opened, 0.99):.1f} "
            f"| {statistics.median(single):.1f}, {percentile(single, 0.99):.1f} |"
        )
        print(f"| answers a second of {ANSWERING} connections, p99 in ms | {rate:.0f}, {slow:.0f} | {rate_of_one:.0f}, {slow_of_one:.0f} |")
        print(f"| share of the {most} flushes a second that the disk allows | {rate / most:.0%} | |")
        print(f"| memory, descriptors after as many answers again, MiB | {many.memory() - warm:+d}, {many.descriptors() - descriptors:+d} | |")
        listed = ", ".join(f"{rate} (p99 {slow:.0f} ms) for {threads}" for threads, (rate, slow) in limits.items())
        print(f"\nThe disk flushes {size / 1024:.0f} KiB, which an answer writes, so many times a second: {listed} threads at once.\n")
        verdict(f"memory with {OPEN} libraries open, MiB", settled, 1_024, at_least=False)
        verdict("99th percentile of the first page of a closed library, ms", percentile(closed, 0.99), 50, at_least=False)
        verdict("answers a second, or nine tenths of what the disk allows", rate, min(5_000, 0.9 * most), at_least=True)
        verdict("99th percentile of an answer, ms", slow, 50, at_least=False)
        verdict("memory more after as many answers again, MiB", many.memory() - warm, 16, at_least=False)
        verdict("descriptors more after as many answers again", many.descriptors() - descriptors, 0, at_least=False)
        one.stop()
        many.stop()


if __name__ == "__main__":
    main()
