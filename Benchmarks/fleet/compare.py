"""Measures a fleet beside pgbench and beside a server without a fleet, and prints a table."""

import concurrent.futures
import http.client
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / name) for name in ("Tests", "Tests/Fleet", "Benchmarks/learners")]

from fleet import Fleet  # noqa: E402
from measure import Server, authorization, school  # noqa: E402
from postgres import DATABASE, USER, run  # noqa: E402
from processes import kill, wait_until  # noqa: E402
from serving import BINARY, Omena, practice  # noqa: E402

SECONDS = int(os.environ.get("SECONDS_EACH", "20"))
LIBRARIES = int(os.environ.get("LIBRARIES", "1000"))
# How many learners answer at once.
CONNECTIONS = (1, 16, 64, 200)
NOTES, REVIEWS = 100, 1_000


def template(folder):
    """A library with so many notes and reviews; its path and ids that an answer names."""
    library, notes = folder / "template.omena", folder / "notes.csv"
    notes.write_text("".join(f"front {number},back {number}\n" for number in range(NOTES)))
    subprocess.run([BINARY, "import", notes, "--deck", "Many", "--library", library], check=True, capture_output=True)
    with Omena(library, "--no-open") as omena:
        deal = omena.deal("Many", mode="browse")
        for start in range(0, REVIEWS, 100):
            cards = [deal["cards"][(start + index) % len(deal["cards"])] for index in range(100)]
            status, body = omena.post_reviews(deal, [practice(card) for card in cards])
            assert status == 200 and all(result["outcome"] == "stored" for result in body["results"]), body
    return library, deal["library"], deal["cards"][0]["note"]


def answers(program, port, ids, learners):
    """Answers a second, the median, the 99th percentile and the longest time in milliseconds."""
    listed = "".join(f"{path}/reviews {authorization(secret)}\n" for path, secret in learners)
    words = [program, port, SECONDS, *ids]
    printed = subprocess.run(list(map(str, words)), input=listed, check=True, stdout=subprocess.PIPE, text=True).stdout
    return list(map(float, printed.split()))


def inserts(postgres, size):
    """What pgbench reaches with the INSERT of a slot of so many bytes: INSERTs a second by the number of connections."""
    postgres.primary.execute("CREATE TABLE measured_slot (LIKE slot INCLUDING ALL)", DATABASE)
    postgres.primary.execute(f"ALTER TABLE measured_slot OWNER TO {USER}", DATABASE)
    script = (
        "\\set number :number + 1\n\\set learner :client_id + :base\n"
        "INSERT INTO measured_slot (learner, number, term, kind, body)\n"
        f"VALUES (:learner, :number, 1, 'facts', '\\x{'ab' * size}'::bytea);\n"
    )
    rates = {}
    for index, clients in enumerate((1, 8, 16, 32, 64)):
        words = ["-n", "-M", "prepared", "-c", clients, "-T", min(SECONDS, 10), "-D", "number=0", "-D", f"base={index * 1_000}"]
        words += ["-f", "-", "-h", "127.0.0.1", "-p", postgres.primary.port, "-U", USER, DATABASE]
        printed = run("pgbench", *words, input=script).stdout
        rates[clients] = float(re.search(r"tps = ([\d.]+)", printed)[1])
    return rates


def touch(port, learners, threads=32):
    """Requests the first page of each learner; returns the seconds until all are there."""

    def ask(some):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for path, secret in some:
            connection.request("GET", f"{path}/", headers={"Host": f"localhost:{port}", "Authorization": authorization(secret)})
            response = connection.getresponse()
            page = response.read()
            assert response.status == 200, (path, response.status, page[:200])
        connection.close()

    started = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        list(pool.map(ask, [learners[index::threads] for index in range(threads)]))
    return time.perf_counter() - started


def wal(postgres):
    """Bytes of the log that the primary has written."""
    return int(postgres.primary.value("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"))


def row(what, fleet, beside=""):
    print(f"| {what} | {fleet} | {beside} |", flush=True)


def main():
    program = sys.argv[1]
    row("", "fleet", "beside")
    row("---", "---:", "---:")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        library, *ids = template(folder)
        learners = school(BINARY, folder / "school", library, LIBRARIES + 1, LIBRARIES)
        alone = Server(BINARY, "--accounts", folder / "school")
        touch(alone.port, learners)
        alone.wait_until_idle()
        found_alone = {count: answers(program, alone.port, ids, learners[:count]) for count in CONNECTIONS}
        alone.stop()
        with Fleet(has_wires=False, is_public=False) as fleet:
            for node in fleet.nodes:
                node.stop()
            started = time.perf_counter()
            fleet.command("fleet", "import", folder / "school", seconds=3_600)
            row(f"import of {len(learners)} learners from the files of a server, s", f"{time.perf_counter() - started:.1f}")

            one, other, third = fleet.nodes
            fleet.start([one])
            touch(one.port, learners)
            best = 0
            for count in CONNECTIONS:
                before, counted = wal(fleet.postgres), one.metrics()["omena_answers_total"]
                rate, median, slow, _ = answers(program, one.port, ids, learners[:count])
                written = (wal(fleet.postgres) - before) / (one.metrics()["omena_answers_total"] - counted)
                rate_alone, median_alone, slow_alone, _ = found_alone[count]
                row(f"answers a second of {count} learners; beside: without a fleet", f"{rate:.0f}", f"{rate_alone:.0f}")
                row("median and p99, ms", f"{median:.1f}, {slow:.1f}", f"{median_alone:.1f}, {slow_alone:.1f}")
                best = max(best, rate)
            sql = "SELECT avg(length(body))::int AS size, count(*) AS count, pg_total_relation_size('slot') AS all FROM slot"
            (slots,) = fleet.postgres.query(f"{sql} WHERE kind = 'facts'")
            row("bytes of a slot, with its row and index, in PostgreSQL’s log", f"{slots['size']}, {slots['all'] // slots['count']}, {written:.0f}")
            limits = inserts(fleet.postgres, slots["size"])
            printed = ", ".join(f"{rate:.0f} with {count}" for count, rate in limits.items())
            row("the same INSERT by pgbench, a second, by connections", "", printed)
            row("share of pgbench’s best rate", f"{best / max(limits.values()):.0%}")

            fleet.start([other])
            kill(one.process.pid)
            killed = time.perf_counter()
            one.stop(signal.SIGKILL)
            one.lose_files()
            path, secret = learners[0]
            first = {"Authorization": authorization(secret)}
            wait_until(lambda: other.get(f"{path}/", **first)[0] == 200, what="service")
            row("until the first learner of a killed node is served, s", f"{time.perf_counter() - killed:.1f}")
            row("libraries a second taken over by a node without files", f"{(len(learners) - 1) / touch(other.port, learners[1:]):.0f}")

            fleet.start([third])
            held = f"SELECT count(*) AS count FROM holder WHERE node = '{other.name}'"
            count = fleet.postgres.query(held)[0]["count"]
            started = time.perf_counter()
            fleet.command("node", "drain", other.name)
            wait_until(lambda: fleet.postgres.query(held)[0]["count"] == 0, what="draining")
            row(f"drained of {count} libraries, s", f"{time.perf_counter() - started:.2f}")


main()
