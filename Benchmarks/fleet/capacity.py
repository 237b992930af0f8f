"""What a fleet needs for so many learners, computed from measured figures and named assumptions; prints the tables of
Documentation/Fleet.md.

Usage: capacity.py
"""

import dataclasses
import math

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
DAY = 86_400


@dataclasses.dataclass(frozen=True)
class Assumptions:
    """What nobody can measure before the learners are there: change it and run this again."""

    studying = 0.2  # share of learners who study on a given day
    recent = 0.5  # share who have studied within the last 30 days, whose files lie on nodes
    answers = 60  # answers of one of them a day
    edits = 2  # other changes a day
    minutes = 10  # of study a day
    idle = 5  # minutes until a library is closed
    peak = 2.5  # the busiest minute beside the average one
    years = 3  # of use, after which sizes are computed
    media = 2e6  # bytes of pictures and sounds of a learner
    use = 0.5  # share of what is measured or installed that is planned with
    node_cores, node_memory, node_disk = 16, 128e9, 7.6e12
    database_disk = 15e12
    node_price, database_price = 250, 500  # euros a month for a rented server of this kind


@dataclasses.dataclass(frozen=True)
class Measured:
    """By Benchmarks/fleet on two cores, which the node, three servers of PostgreSQL and the learners shared."""

    answers_per_core = 1_500  # answers a second for each core that a node uses
    inserts_per_primary = 6_000  # INSERTs of a slot a second by pgbench
    slot = 450  # bytes of a slot with its row and index
    wal = 700  # bytes of PostgreSQL's log for a slot
    library = 2.4e6  # bytes of a library's file without answers
    event = 120  # bytes that an answer adds to the file
    snapshot = 0.25  # size of a snapshot beside the file
    open_library = 650e3  # bytes of memory
    snapshot_every = 20_000  # slots


A, M = Assumptions(), Measured()


def plan(learners):
    changes = A.answers + A.edits
    rate = learners * A.studying * changes / DAY * A.peak
    slots_ever = changes * A.studying * 365 * A.years
    # Since its last snapshot; on average half of the way to the next one, once there was one.
    slots = slots_ever if slots_ever < M.snapshot_every else M.snapshot_every / 2
    file = M.library + slots_ever * M.event
    snapshots = learners * (file * M.snapshot if slots_ever >= M.snapshot_every else M.library * M.snapshot)
    tables = {"slots": learners * slots * M.slot, "snapshots": snapshots, "media": learners * A.media}
    opened = learners * A.studying * (A.minutes + A.idle) / 1_440 * A.peak
    nodes = {
        "processors": rate / (M.answers_per_core * A.node_cores * A.use),
        "memory": opened * M.open_library / (A.node_memory * A.use),
        "disk": learners * A.recent * file / (A.node_disk * A.use),
    }
    shards = {
        "rate": rate / (M.inserts_per_primary * A.use),
        "disk": sum(tables.values()) / (A.database_disk * A.use),
    }
    # One more node than needed, so that one may die.
    count, primaries = max(2, math.ceil(max(nodes.values())) + 1), math.ceil(max(shards.values()))
    return {
        "changes a second, in the busiest minute": f"{rate:,.0f}",
        "PostgreSQL's log in that minute, MB/s": f"{rate * M.wal / 1e6:,.1f}",
        "open libraries": f"{opened:,.0f}",
        "slots, TB": f"{tables['slots'] / 1e12:,.2f}",
        "snapshots, TB": f"{tables['snapshots'] / 1e12:,.2f}",
        "pictures and sounds, TB": f"{tables['media'] / 1e12:,.2f}",
        "files on nodes, TB": f"{learners * A.recent * file / 1e12:,.2f}",
        "nodes for processors, memory, disk": ", ".join(f"{value:,.2f}" for value in nodes.values()),
        "primaries for the rate, for the disk": ", ".join(f"{value:,.2f}" for value in shards.values()),
        "nodes, with one to spare": f"{count}",
        "PostgreSQL servers, three a primary": f"{primaries * 3}",
        "euros a month": f"{count * A.node_price + primaries * 3 * A.database_price:,}",
        "euros a year and learner": f"{(count * A.node_price + primaries * 3 * A.database_price) * 12 / learners:.3f}",
    }


def limits():
    """How many learners one primary or one node can have before something of it is used up, least first."""
    changes = A.answers + A.edits
    a_million = 1e6
    rate = a_million * A.studying * changes / DAY * A.peak
    slots_ever = changes * A.studying * 365 * A.years
    slots = slots_ever if slots_ever < M.snapshot_every else M.snapshot_every / 2
    file = M.library + slots_ever * M.event
    opened = a_million * A.studying * (A.minutes + A.idle) / 1_440 * A.peak
    tables = slots * M.slot + M.library * M.snapshot + A.media
    found = {
        "the disk of a primary": A.database_disk * A.use / tables,
        "the rate of a primary": M.inserts_per_primary * A.use / rate * a_million,
        "the disk of a node": A.node_disk * A.use / (A.recent * file),
        "the memory of a node": A.node_memory * A.use / (opened * M.open_library) * a_million,
        "the processors of a node": M.answers_per_core * A.node_cores * A.use / rate * a_million,
    }
    return sorted(found.items(), key=lambda item: item[1])


def tables():
    plans = [plan(size) for size in SIZES]
    lines = ["| learners | " + " | ".join(f"{size:,}" for size in SIZES) + " |", "|---|" + "---:|" * len(SIZES)]
    lines += [f"| {name} | " + " | ".join(plan[name] for plan in plans) + " |" for name in plans[0]]
    lines += ["", "| what is used up | after so many learners |", "|---|---:|"]
    lines += [f"| {name} | {count:,.0f} |" for name, count in limits()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(tables())
