"""Creates the same notes in Anki and in Omena, runs the same queries in both, and prints how many times faster Omena is.

Each query runs in one right after the other, so that other load on the machine slows down both. With
`OMENA_CLOCK=processor`, processor time is measured instead of wall time, and the minimum of all rounds instead of the
median: that is meaningful even on a busy machine.
"""

import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
from pathlib import Path

from anki.collection import Collection

NOW = 1_800_000_000
DAY = 86_400
ROUNDS = 20
IS_BUSY = os.environ.get("OMENA_CLOCK") == "processor"
SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]

# Queries for Omena, and the equivalents for Anki; None if Anki has none. In Anki, plain words match parts of words, and
# difficulty goes from 0 to 1.
QUERIES = [
    ("text", '"{word}"', "w:{word}"),
    ("text", "*{word}*", "{word}"),
    ("text", "{part}", "w:{part}*"),
    ("text", "{letter}", None),
    ("text", "front:*{word}*", "front:*{word}*"),
    ("text", 'front:"{word}"', "front:re:\\b{word}\\b"),
    ("text", '"{word} {other}"', '"{word} {other}"'),
    ("text", '"{word}" "{other}"', "w:{word} w:{other}"),
    ("text", '"{word}" or "{other}"', "w:{word} or w:{other}"),
    ("text", '("{word}" or "{other}") {part}', "(w:{word} or w:{other}) w:{part}*"),
    ("text", "日本", "日本"),
    ("text", "語", "語"),
    ("text", '-"{word}" "{other}"', "-w:{word} w:{other}"),
    ("text", '"{word}" is:due', "w:{word} is:due"),
    ("text", '"{word}" deck:Bench::Deck03', "w:{word} deck:Bench::Deck03"),
    ("text", '"{word}" -tag:topic::01 s>10', "w:{word} -tag:topic::01 prop:s>10"),
    ("negation", '-"{word}"', "-w:{word}"),
    ("negation", "-*{word}*", "-{word}"),
    ("negation", "-tag:topic::01", "-tag:topic::01"),
    ("negation", "-tag:topic", "-tag:topic"),
    ("negation", "-deck:Bench::Deck03", "-deck:Bench::Deck03"),
    ("negation", "-is:due", "-is:due"),
    ("negation", "-is:new", "-is:new"),
    ("negation", "-is:suspended", "-is:suspended"),
    ("negation", "-rated:7", "-rated:7"),
    ("negation", "-s>10", "-prop:s>10"),
    ("negation", "-added:7", "-added:7"),
    ("negation", "-(is:new or is:due)", "-(is:new or is:due)"),
    ("negation", "-is:new -lapses>0", "-is:new -prop:lapses>0"),
    ("negation", "-type:noun", None),
    ("other", "", ""),
    ("other", "deck:Bench::Deck03", "deck:Bench::Deck03"),
    ("other", "deck:Bench", "deck:Bench"),
    ("other", "note:basic*", "note:basic*"),
    ("other", "type:noun", None),
    ("other", "is:due", "is:due"),
    ("other", "is:new", "is:new"),
    ("other", "is:learn", "is:learn"),
    ("other", "is:review", "is:review"),
    ("other", "is:suspended", "is:suspended"),
    ("other", "is:buried", "is:buried"),
    ("other", "is:leech", "prop:lapses>=8"),
    ("other", "flag:1", "flag:1"),
    ("other", "tag:topic::01", "tag:topic::01"),
    ("other", "tag:topic", "tag:topic"),
    ("other", "tag:none", "tag:none"),
    ("other", "tag:topic::01 tag:hard", "tag:topic::01 tag:hard"),
    ("other", "tag:topic::01 or tag:hard", "tag:topic::01 or tag:hard"),
    ("other", "s>10", "prop:s>10"),
    ("other", "s>300", "prop:s>300"),
    ("other", "s<2", "prop:s<2"),
    ("other", "d<5", "prop:d<0.444444"),
    ("other", "d>5.5", "prop:d>0.5"),
    ("other", "reps>3", "prop:reps>3"),
    ("other", "reps=0", "prop:reps=0"),
    ("other", "lapses>1", "prop:lapses>1"),
    ("other", "lapses>7", "prop:lapses>7"),
    ("other", "ivl>=21", "prop:ivl>=21"),
    ("other", "ivl<3", "prop:ivl<3"),
    ("other", "due<2", "prop:due<2"),
    ("other", "due<7", "prop:due<7"),
    ("other", "due=3", "prop:due=3"),
    ("other", "due>100", "prop:due>100"),
    ("other", "rated:1", "rated:1"),
    ("other", "rated:7", "rated:7"),
    ("other", "rated:30", "rated:30"),
    ("other", "rated:7:1", "rated:7:1"),
    ("other", "added:1", "added:1"),
    ("other", "added:7", "added:7"),
    ("other", "added:30", "added:30"),
    ("other", "is:due or is:new", "is:due or is:new"),
    ("other", "is:due tag:topic::01", "is:due tag:topic::01"),
    ("other", "is:due -tag:topic::01", "is:due -tag:topic::01"),
    ("other", "is:due -is:suspended", "is:due -is:suspended"),
    ("other", "is:new deck:Bench::Deck03", "is:new deck:Bench::Deck03"),
    ("other", "is:new added:7", "is:new added:7"),
    ("other", "(tag:topic::01 or tag:hard) is:due", "(tag:topic::01 or tag:hard) is:due"),
    ("other", "deck:Bench::Deck03 is:due tag:topic::01", "deck:Bench::Deck03 is:due tag:topic::01"),
    ("other", "deck:Bench::Deck03 rated:7", "deck:Bench::Deck03 rated:7"),
    ("other", "deck:Bench::Deck03 or is:due", "deck:Bench::Deck03 or is:due"),
    ("other", "s>10 d<5 lapses>1", "prop:s>10 prop:d<0.444444 prop:lapses>1"),
    ("other", "reps>3 -is:due", "prop:reps>3 -is:due"),
    ("other", "due<7 s>10", "prop:due<7 prop:s>10"),
    ("other", "rated:7 lapses>1", "rated:7 prop:lapses>1"),
    ("other", "s>300 or lapses>7", "prop:s>300 or prop:lapses>7"),
    ("other", "added:7 or rated:1", "added:7 or rated:1"),
    ("other", '-tag:none "{word}" lapses>1', "-tag:none w:{word} prop:lapses>1"),
]


def generate(count, path):
    """Writes one line a note, and returns the words for the queries."""
    chance = random.Random(42)

    def marks():
        """Whether a card is suspended, and its flag, as two columns."""
        return f"{int(chance.random() < 0.02)},{chance.randint(1, 4) if chance.random() < 0.01 else 0}"

    words = sorted({"".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 3, 4)))) for _ in range(24_000)})
    chance.shuffle(words)
    weights = [1 / (rank + 30) for rank in range(len(words))]
    total = 0
    cumulative = [total := total + weight for weight in weights]
    with open(path, "w") as file:
        for index in range(count):
            front = chance.choices(words, cum_weights=cumulative, k=chance.randint(2, 6))
            back = chance.choices(words, cum_weights=cumulative, k=chance.randint(4, 11))
            if chance.random() < 0.02:
                back.append(chance.choice(["日本語を話す", "日曜日の本", "語学", "英語"]))
            tags = []
            if chance.random() < 0.7:
                tags.append(f"topic::{chance.randrange(20):02}")
            if chance.random() < 0.3:
                tags.append(chance.choice(("hard", "seen", "later")))
            cards = []
            for _ in range(2):
                if chance.random() < 0.5:
                    cards.append(f"0,0,0,0,0,0,0,0,{marks()}")
                    continue
                interval = min(int(chance.lognormvariate(3.4, 1.3)) + 1, 2_000)
                due = chance.randint(1, interval) if chance.random() > 0.07 else -chance.randint(0, 5)
                reviews = chance.randint(2, 18)
                lapses = min(int(chance.expovariate(1)), 12)
                difficulty = round(chance.uniform(1, 10), 2)
                since = max(interval - due, 0)
                cards.append(f"2,{due},{interval},{reviews},{lapses},{interval * 1.1:.2f},{difficulty},{since},{marks()}")
            made = (NOW - DAY * 30) * 1000 + index * (DAY * 30_000 // count)
            line = [str(made), f"Bench::Deck{chance.randrange(10):02}", " ".join(tags), " ".join(front), " ".join(back)]
            file.write("\t".join(line + cards) + "\n")
    return {"word": words[40], "other": words[25], "part": words[60][:3], "letter": "r"}


def make_anki(path, table):
    """Writes the same notes into a collection, directly into its tables because that is faster."""
    col = Collection(str(path))
    model = col.models.by_name("Basic (and reversed card)")
    decks = {}
    today = col.sched.today
    notes, cards, log = [], [], []
    stamp = int(time.time())
    for number, line in enumerate(open(table)):
        made, deck, tags, front, back, *faces = line.rstrip("\n").split("\t")
        # Anki uses the machine's clock, so days before now count from there.
        note = (stamp - NOW) * 1000 + int(made)
        if deck not in decks:
            decks[deck] = col.decks.id(deck)
        flat = f" {tags} " if tags else ""
        notes.append((note, f"g{made}", model["id"], stamp, -1, flat, f"{front}\x1f{back}", front, number, 0, ""))
        for ord, face in enumerate(faces):
            stage, due, interval, reviews, lapses, stability, difficulty, since, suspended, flag = map(float, face.split(","))
            # In Anki, a card's ID is when it was added.
            card = note + ord
            if stage == 0:
                cards.append((card, note, decks[deck], ord, stamp, -1, 0, -int(suspended), number, 0, 0, 0, 0, 0, 0, 0, int(flag), ""))
                continue
            data = json.dumps({"s": stability, "d": difficulty})
            cards.append((card, note, decks[deck], ord, stamp, -1, 2, -1 if suspended else 2, today + int(due), int(interval),
                          2500, int(reviews), int(lapses), 0, 0, 0, int(flag), data))
            for review in range(int(reviews)):
                # Spread over an hour, because a review's ID is its moment, which has to be unique.
                spread = len(log) * 7_919 % 3_600_000
                moment = (stamp - int(since) * DAY - review * 3 * DAY) * 1000 - spread
                log.append((moment, card, -1, 3, int(interval), 1, 2500, 1000, 1))
    col.close()
    seen = set()
    for index, row in enumerate(log):
        moment = row[0]
        while moment in seen:
            moment += 1
        seen.add(moment)
        log[index] = (moment, *row[1:])
    # Not through Anki, which would take five minutes.
    with sqlite3.connect(path) as database:
        database.create_collation("unicase", lambda left, right: (left > right) - (left < right))
        for name, rows in (("notes", notes), ("cards", cards), ("revlog", log)):
            places = ",".join("?" * len(rows[0]))
            database.executemany(f"insert into {name} values ({places})", rows)
    database.close()
    return len(cards), len(log)


class Omena:
    """A process that runs queries and measures their times."""

    def __init__(self, binary, path):
        self.process = subprocess.Popen([binary, "search", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, query):
        """The number of notes found, and the milliseconds for this number with the first fifty IDs, for the number with
        fifty rows, and for the rows alone."""
        self.process.stdin.write(f"{query}\n")
        self.process.stdin.flush()
        total, *times = self.process.stdout.readline().split()
        return int(total), tuple(map(float, times))

    def close(self):
        """Ends the process and returns its peak memory in MiB."""
        # Not its resource usage at exit, which includes the memory of this script before `exec`.
        most = next(line for line in open(f"/proc/{self.process.pid}/status") if line.startswith("VmHWM:"))
        self.process.stdin.close()
        assert self.process.wait() == 0, "SearchBenchmark failed"
        return int(most.split()[1]) / 1024


class Anki:
    """Anki's own collection, in this process."""

    def __init__(self, path):
        self.col = Collection(str(path))

    def ask(self, query):
        """The number of cards found, and the milliseconds for it."""
        clock = time.process_time if IS_BUSY else time.perf_counter
        start = clock()
        cards = self.col.find_cards(query)
        return len(cards), ((clock() - start) * 1000,)


def in_turn(*peers_and_queries):
    """Runs each query several times in turn; returns the number found and the median times of each."""
    usual = min if IS_BUSY else statistics.median
    times = [[] for _ in peers_and_queries]
    found = [0] * len(times)
    for _ in range(ROUNDS + 2):
        for position, (peer, query) in enumerate(peers_and_queries):
            found[position], took = peer.ask(query)
            times[position].append(took)
    return [(count, *map(usual, zip(*some[2:]))) for count, some in zip(found, times)]


def verdict(sentence, value, bound, *, at_least):
    """Prints whether a requirement is met."""
    is_met = value >= bound if at_least else value <= bound
    print(f"{'yes' if is_met else 'NO '}  {sentence}: {value:.2f}, {'at least' if at_least else 'at most'} {bound}")


def against_anki(omena, anki, names):
    """Prints a line for each query, and whether the slowest of each kind is fast enough."""
    print("| kind | query | found | Anki: cards | Anki ms | Omena ms | times faster | with fifty rows ms | rows first ms |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    ratios = {}
    for kind, ours, theirs in QUERIES:
        query = ours.format(**names)
        if theirs is None:
            ((found, took, shown, first),) = in_turn((omena, query))
            print(f"| {kind} | `{query}` | {found:,} | | | {took:.2f} | | {shown:.2f} | {first:.2f} |")
            continue
        (found, took, shown, first), (cards, their_time) = in_turn((omena, query), (anki, theirs.format(**names)))
        ratios.setdefault(kind, {})[query] = their_time / took
        print(f"| {kind} | `{query}` | {found:,} | {cards:,} | {their_time:.1f} | {took:.2f} | {their_time / took:.1f} "
              f"| {shown:.2f} | {first:.2f} |")
    print()
    for kind, least in (("text", 10), ("other", 1), ("negation", 1)):
        slowest = min(ratios[kind], key=ratios[kind].get)
        verdict(f"times faster than Anki, {kind}, the slowest `{slowest}`", ratios[kind][slowest], least, at_least=True)


def against_smaller(omena, smaller, names):
    """Prints a line for each query, and whether any became too slow in the larger library."""
    print("| kind | query | found | smaller: rows first ms | rows first ms | times as long | with the total ms |")
    print("|---|---|---:|---:|---:|---:|---:|")
    short = "a page that the smaller does not fill, "
    growth = {"": {}, short: {}, "substrings and negations, ": {}}
    for kind, ours, _ in QUERIES:
        query = ours.format(**names)
        (few, _, _, before), (found, _, shown, took) = in_turn((smaller, query), (omena, query))
        slow = kind == "negation" or "*" in query
        # Fifty rows take longer to render than four, however fast they are found.
        is_short = few < 50 and found > few
        growth["substrings and negations, " if slow else short if is_short else ""][query] = took / before
        print(f"| {kind} | `{query}` | {found:,} | {before:.2f} | {took:.2f} | {took / before:.1f} | {shown:.2f} |")
    print()
    for words, most in (("", 2), (short, 2), ("substrings and negations, ", 12)):
        slowest = max(growth[words], key=growth[words].get)
        verdict(f"times as long, {words}most of all `{slowest}`", growth[words][slowest], most, at_least=False)


def main():
    binary, folder, *sizes = sys.argv[1:]
    folder = Path(folder)
    smaller = None
    for size in map(int, sizes):
        table, library = folder / f"{size}.tsv", folder / f"{size}.omena"
        names = generate(size, table)
        start = time.perf_counter()
        subprocess.run([binary, "make", library, table], check=True)
        print(f"\nA library of {size:,} notes was written in {time.perf_counter() - start:.0f} s.", file=sys.stderr)
        omena = Omena(binary, library)
        if smaller is None:
            cards, reviews = make_anki(folder / "collection.anki2", table)
            print(f"\n{size:,} notes, {cards:,} cards, {reviews:,} reviews; {ROUNDS} rounds, asked in turn, ms\n")
            against_anki(omena, Anki(folder / "collection.anki2"), names)
        else:
            print(f"\n{size:,} notes, against the first size; {ROUNDS} rounds, asked in turn, ms\n")
            against_smaller(omena, smaller, names)
            smaller.close()
        verdict("memory while searching, MiB", omena.close(), 128, at_least=False)
        row, note = map(float, subprocess.run(
            [binary, "add", library], capture_output=True, text=True, check=True).stdout.split())
        print(f"\nA transaction of one row takes {row:.2f} ms, one that adds a note {note:.2f} ms.")
        verdict("adding a note beyond that, ms", note - row, 1, at_least=False)
        smaller = Omena(binary, library)
    smaller.close()


main()
