"""Measures a fleet beside pgbench and beside a server without a fleet, and prints a table."""

import concurrent.futures
import contextlib
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
sys.path[:0] = [str(ROOT / name) for name in ("Benchmarks/exchange", "Tests", "Tests/Fleet", "Benchmarks/learners")]

from compare import verdict  # noqa: E402
from fleet import Fleet  # noqa: E402
from measure import Server, authorization, processor, school, wait_until_idle  # noqa: E402
from postgres import DATABASE, USER, run  # noqa: E402
from processes import children, kill, wait_until  # noqa: E402
from serving import BINARY, Omena, practice  # noqa: E402

SECONDS = int(os.environ.get("SECONDS_EACH", "20"))
# How many libraries are taken over, besides those of learners who answer, which grow meanwhile.
LIBRARIES = int(os.environ.get("LIBRARIES", "1000"))
# How many learners answer at once, and how many connections pgbench has: a node has 32 for changes.
CONNECTIONS = (1, 16, 64, 200)
CLIENTS = (1, 8, 16, 32, 64)
NODE_CLIENTS = 32
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


def prepare_inserts(postgres):
    """Makes a table like that of slots, to which pgbench adds."""
    postgres.primary.execute("CREATE TABLE measured_slot (LIKE slot INCLUDING ALL)", DATABASE)
    postgres.primary.execute(f"ALTER TABLE measured_slot OWNER TO {USER}", DATABASE)


def inserts(postgres, size, clients, base, rate=None):
    """How many INSERTs of a slot of so many bytes pgbench does a second, as nodes do them; at most `rate`."""
    script = (
        "\\set number :number + 1\n\\set learner :client_id + :base\n"
        "INSERT INTO measured_slot (learner, number, term, kind, body)\n"
        "SELECT :learner, :number, :term, :kind, :body::bytea WHERE :number = 1 OR EXISTS (\n"
        "SELECT 1 FROM measured_slot WHERE learner = :learner AND number = :number - 1 AND (:kind = 'claim' OR term = :term));\n"
    )
    values = {"number": 0, "base": base, "term": 1, "kind": "facts", "body": "\\x" + "ab" * size}
    words = ["-n", "-M", "prepared", "-c", clients, "-T", min(SECONDS, 10)]
    words += [word for name, value in values.items() for word in ("-D", f"{name}={value}")]
    words += ["-R", rate] if rate else []
    words += ["-f", "-", "-h", "127.0.0.1", "-p", postgres.primary.port, "-U", USER, DATABASE]
    printed = run("pgbench", *words, input=script).stdout
    rows = f"SELECT count(*) AS rows FROM measured_slot WHERE learner BETWEEN {base} AND {base + clients - 1}"
    # One that inserts nothing would be faster.
    assert postgres.primary.value(rows, DATABASE) == int(re.search(r"actually processed: (\d+)", printed)[1])
    return float(re.search(r"tps = ([\d.]+)", printed)[1])


def postgres_time(postgres):
    """Seconds of processors that the three servers took so far."""
    total = 0.0
    for server in postgres.servers:
        for process in [server.process.pid, *children(server.process.pid)]:
            with contextlib.suppress(OSError):
                total += processor(process)
    return total


def touch(port, learners, threads=32):
    """Requests the first page of each learner; returns the seconds until all are there."""

    def ask(some):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for path, secret in some:
            headers = {"Host": f"localhost:{port}", "Authorization": authorization(secret)}
            # A node that has too much to do refuses for a moment.
            while True:
                connection.request("GET", f"{path}/", headers=headers)
                response = connection.getresponse()
                page = response.read()
                if response.status != 503:
                    break
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
        count = max(CONNECTIONS) + LIBRARIES
        learners = school(BINARY, folder / "school", library, count + 1, count)
        answering, resting = learners[: max(CONNECTIONS)], learners[max(CONNECTIONS) :]
        alone = Server(BINARY, "--accounts", folder / "school")
        touch(alone.port, learners)
        wait_until_idle(alone.process.pid)
        found_alone = {count: answers(program, alone.port, ids, answering[:count]) for count in CONNECTIONS}
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
            wait_until_idle(one.process.pid)
            best, later = (0,), None
            for count in CONNECTIONS:
                before, counted = wal(fleet.postgres), one.metrics()["omena_answers_total"]
                busy = postgres_time(fleet.postgres), processor(one.process.pid)
                rate, median, slow, _ = answers(program, one.port, ids, answering[:count])
                stored = one.metrics()["omena_answers_total"] - counted
                written = (wal(fleet.postgres) - before) / stored
                took = (postgres_time(fleet.postgres) - busy[0]) / stored, (processor(one.process.pid) - busy[1]) / stored
                rate_alone, median_alone, slow_alone, _ = found_alone[count]
                row(f"answers a second of {count} learners; beside: without a fleet", f"{rate:.0f}", f"{rate_alone:.0f}")
                row("median and p99, ms", f"{median:.1f}, {slow:.1f}", f"{median_alone:.1f}, {slow_alone:.1f}")
                row("processor time of the node and of PostgreSQL for an answer, µs", f"{took[1] * 1e6:.0f}, {took[0] * 1e6:.0f}")
                best = max(best, (rate, *took))
                # Of a learner who answers alone, because others wait for processors that they share.
                later = median - median_alone if later is None else later
            sql = "SELECT avg(length(body))::int AS size, count(*) AS count, pg_total_relation_size('slot') AS all FROM slot"
            (slots,) = fleet.postgres.query(f"{sql} WHERE kind = 'facts'")
            row("bytes of a slot, with its row and index, in PostgreSQL’s log", f"{slots['size']}, {slots['all'] // slots['count']}, {written:.0f}")
            prepare_inserts(fleet.postgres)
            limits = {clients: inserts(fleet.postgres, slots["size"], clients, clients * 1_000) for clients in CLIENTS}
            printed = ", ".join(f"{rate:.0f} with {clients}" for clients, rate in limits.items())
            row("the same INSERT by pgbench, a second, by connections", "", printed)
            busy = postgres_time(fleet.postgres)
            rate = inserts(fleet.postgres, slots["size"], NODE_CLIENTS, 0, rate=best[0])
            insert = (postgres_time(fleet.postgres) - busy) / (rate * min(SECONDS, 10))
            row("processor time of PostgreSQL for an answer; beside: an INSERT by pgbench, as often, µs", f"{best[1] * 1e6:.0f}", f"{insert * 1e6:.0f}")
            most = os.cpu_count() / (best[2] + insert)
            row("answers a second that the processors allow, from the node’s time for an answer and PostgreSQL’s for an INSERT", f"{most:.0f}")

            fleet.start([other])
            kill(one.process.pid)
            killed = time.perf_counter()
            one.stop(signal.SIGKILL)
            one.lose_files()
            path, secret = answering[0]
            first = {"Authorization": authorization(secret)}
            wait_until(lambda: other.get(f"{path}/", **first)[0] == 200, what="service")
            served = time.perf_counter() - killed
            row("until the first learner of a killed node is served, s", f"{served:.1f}")
            busy = processor(other.process.pid)
            seconds = touch(other.port, resting)
            took = (processor(other.process.pid) - busy) / len(resting)
            row("libraries a second taken over by a node without files", f"{len(resting) / seconds:.0f}")
            row("processor time of the node for each, ms", f"{took * 1e3:.1f}")
            touch(other.port, answering)
            wait_until_idle(other.process.pid)

            fleet.start([third])
            held = f"SELECT count(*) AS count FROM holder WHERE node = '{other.name}'"
            count = fleet.postgres.query(held)[0]["count"]
            started = time.perf_counter()
            fleet.command("node", "drain", other.name)
            wait_until(lambda: fleet.postgres.query(held)[0]["count"] == 0, what="draining")
            drained = time.perf_counter() - started
            row(f"drained of {count} libraries, s", f"{drained:.2f}")
        print("\nThe node, PostgreSQL’s three servers and whoever asks shared the processors.\n")
        verdict("answers beside pgbench’s best rate for the same INSERT, %", 100 * best[0] / max(limits.values()), 80, at_least=True)
        verdict("median of an answer of one learner, ms more than without a fleet", later, 2, at_least=False)
        verdict("seconds until a killed node’s learners are served", served, 8, at_least=False)
        verdict("libraries a second taken over", len(resting) / seconds, 100, at_least=True)
        verdict("seconds until a node is drained", drained, 1, at_least=False)


main()
