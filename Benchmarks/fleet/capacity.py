"""What a fleet needs for so many learners, from measured figures and named assumptions: the tables of Documentation/Fleet.md.

Usage: capacity.py
"""

import math

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)

# MARK: Assumptions, which nobody can measure before the learners are there

STUDYING = 0.2  # share of the learners who study on a given day
RECENT = 0.5  # share who have studied in the last 30 days; the files of the others need not lie on a node
CHANGES = 62  # by each of those a day: 60 answers and 2 edits
MINUTES = 10 + 5  # for which a library is open each day: ten of study, five until it is closed
PEAK = 2.5  # the busiest minute beside the average one
YEARS = 3  # of use, after which sizes are computed
MEDIA = 2e6  # bytes of a learner's pictures and sounds
NOTES = 1e6  # bytes of the notes that a learner adds to the first decks
PLANNED = 0.5  # share of what is installed or was measured that one plans to use
NODE = {"cores": 16, "memory": 128e9, "disk": 7.6e12, "euros": 250}  # a rented server, a month
DATABASE = {"cores": 16, "disk": 15e12, "euros": 500}

# MARK: Measured by Benchmarks/fleet and Benchmarks/learners, on two cores

ANSWERS_PER_CORE = 440  # a second; of a node that shares its processors and its disk with three servers of PostgreSQL
INSERTS_PER_CORE = 2_500  # of slots, a second, by pgbench; the cores of a primary and two standbys together
SLOT = 403  # bytes of a slot in PostgreSQL, with its index
LOG = 518  # bytes of PostgreSQL's log for a slot
LIBRARY = 1.52e6  # bytes of a library's file with its first decks
EVENT = 130  # bytes of the file for each answer
SNAPSHOT = 0.22  # size of a snapshot beside that of the file
OPEN_LIBRARY = 994 << 10  # bytes of memory of an open library

# MARK: Limits of the program

MOST_SLOTS = 20_000  # after which the log of a learner begins anew with a snapshot
MOST_OPEN = 1_000  # libraries that stay open on a node; with more, those used longest ago are closed early

ever = CHANGES * STUDYING * 365 * YEARS
# Since the last snapshot: at the end of a period, or on average in the middle of one.
slots = ever if ever < MOST_SLOTS else MOST_SLOTS / 2
file = LIBRARY + NOTES + ever * EVENT
# What a learner takes, on average.
stored = {"slots": slots * SLOT, "snapshots": file * SNAPSHOT, "pictures and sounds": MEDIA}
rate = STUDYING * CHANGES / 86_400 * PEAK
opened = STUDYING * MINUTES / 1_440 * PEAK

# How many learners one server can have, by what is used up.
of_node = {
    "processors": ANSWERS_PER_CORE * NODE["cores"] * PLANNED / rate,
    "memory": NODE["memory"] * PLANNED / (opened * OPEN_LIBRARY),
    "disk": NODE["disk"] * PLANNED / (RECENT * file),
    "open libraries": MOST_OPEN / opened,
}
of_primary = {
    "processors": INSERTS_PER_CORE * DATABASE["cores"] * PLANNED / rate,
    "disk": DATABASE["disk"] * PLANNED / sum(stored.values()),
}


def plan(learners):
    """The rows of a column."""
    # One node more than needed, because one may die.
    nodes = max(2, math.ceil(learners / min(of_node.values())) + 1)
    primaries = math.ceil(learners / min(of_primary.values()))
    euros = nodes * NODE["euros"] + 3 * primaries * DATABASE["euros"]
    return {
        "changes a second in the busiest minute": f"{learners * rate:,.0f}",
        "PostgreSQL’s log in that minute, MB/s": f"{learners * rate * LOG / 1e6:,.2f}",
        "open libraries in that minute": f"{learners * opened:,.0f}",
        **{f"{name} in PostgreSQL, TB": f"{learners * size / 1e12:,.2f}" for name, size in stored.items()},
        "files on nodes, TB": f"{learners * RECENT * file / 1e12:,.2f}",
        "nodes, one of them to spare": f"{nodes}",
        "primaries, each with two standbys": f"{primaries}",
        "euros a month": f"{euros:,}",
        "euros a year for each learner": f"{euros * 12 / learners:.3f}",
    }


def tables():
    plans = [plan(size) for size in SIZES]
    lines = ["| learners | " + " | ".join(f"{size:,}" for size in SIZES) + " |", "|---|" + "---:|" * len(SIZES)]
    lines += [f"| {name} | " + " | ".join(plan[name] for plan in plans) + " |" for name in plans[0]]
    lines += ["", "| what is used up first | with so many learners |", "|---|---:|"]
    limits = {f"the {name} of a primary": count for name, count in of_primary.items()}
    limits |= {f"the {name} of a node": count for name, count in of_node.items()}
    lines += [f"| {name} | {count:,.0f} |" for name, count in sorted(limits.items(), key=lambda limit: limit[1])]
    return "\n".join(lines)


if __name__ == "__main__":
    print(tables())
