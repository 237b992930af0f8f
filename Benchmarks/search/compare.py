"""Makes the same notes for Anki and for Omena, asks both the same, and prints how many times faster Omena is."""

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from anki.collection import Collection

NOW = 1_800_000_000
DAY = 86_400
SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]

# What is asked of Omena, and the same in Anki's words; nil where Anki has no such thing. Anki takes plain words for
# parts of words, and counts difficulty from 0 to 1.
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
    ("text", "日本", "日本"),
    ("text", "語", "語"),
    ("text", '-"{word}" "{other}"', "-w:{word} w:{other}"),
    ("negation", '-"{word}"', "-w:{word}"),
    ("negation", "-tag:topic::01", "-tag:topic::01"),
    ("other", "", ""),
    ("other", "deck:Bench::Deck03", "deck:Bench::Deck03"),
    ("other", "is:due", "is:due"),
    ("other", "is:new", "is:new"),
    ("other", "is:review", "is:review"),
    ("other", "tag:topic::01", "tag:topic::01"),
    ("other", "tag:topic", "tag:topic"),
    ("other", "s>10", "prop:s>10"),
    ("other", "s>300", "prop:s>300"),
    ("other", "d>5.5", "prop:d>0.5"),
    ("other", "lapses>7", "prop:lapses>7"),
    ("other", "ivl>=21", "prop:ivl>=21"),
    ("other", "due<2", "prop:due<2"),
    ("other", "rated:7", "rated:7"),
    ("other", "added:1", "added:1"),
    ("other", "deck:Bench::Deck03 is:due tag:topic::01", "deck:Bench::Deck03 is:due tag:topic::01"),
    ("other", '-tag:none "{word}" lapses>1', "-tag:none w:{word} prop:lapses>1"),
]


def generate(count, path):
    """Writes one line a note, and returns the words to ask for."""
    chance = random.Random(42)
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
                    cards.append("0,0,0,0,0,0,0,0")
                    continue
                interval = min(int(chance.lognormvariate(3.4, 1.3)) + 1, 2_000)
                due = chance.randint(1, interval) if chance.random() > 0.07 else -chance.randint(0, 5)
                reviews = chance.randint(2, 18)
                lapses = min(int(chance.expovariate(1)), 12)
                difficulty = round(chance.uniform(1, 10), 2)
                since = max(interval - due, 0)
                cards.append(f"2,{due},{interval},{reviews},{lapses},{interval * 1.1:.2f},{difficulty},{since}")
            made = (NOW - DAY * 30) * 1000 + index * (DAY * 30_000 // count)
            line = [str(made), f"Bench::Deck{chance.randrange(10):02}", " ".join(tags), " ".join(front), " ".join(back)]
            file.write("\t".join(line + cards) + "\n")
    return {"word": words[40], "other": words[25], "part": words[60][:3], "letter": "r"}


def make_anki(path, table):
    """Puts the same notes into a collection; straight into its tables, for the sake of time."""
    col = Collection(str(path))
    model = col.models.by_name("Basic (and reversed card)")
    decks = {}
    today = col.sched.today
    notes, cards, log = [], [], []
    stamp = int(time.time())
    for number, line in enumerate(open(table)):
        made, deck, tags, front, back, *faces = line.rstrip("\n").split("\t")
        # Anki's clock is the machine's, so what is told in days before now is told from there.
        note = (stamp - NOW) * 1000 + int(made)
        if deck not in decks:
            decks[deck] = col.decks.id(deck)
        flat = f" {tags} " if tags else ""
        notes.append((note, f"g{made}", model["id"], stamp, -1, flat, f"{front}\x1f{back}", front, number, 0, ""))
        for ord, face in enumerate(faces):
            stage, due, interval, reviews, lapses, stability, difficulty, since = map(float, face.split(","))
            # Anki tells from a card's id when it was added.
            card = note + ord
            if stage == 0:
                cards.append((card, note, decks[deck], ord, stamp, -1, 0, 0, number, 0, 0, 0, 0, 0, 0, 0, 0, ""))
                continue
            data = json.dumps({"s": stability, "d": difficulty})
            cards.append((card, note, decks[deck], ord, stamp, -1, 2, 2, today + int(due), int(interval), 2500,
                          int(reviews), int(lapses), 0, 0, 0, 0, data))
            for review in range(int(reviews)):
                # Spread over an hour: a review's id is its moment, and no two may share it.
                spread = len(log) * 7_919 % 3_600_000
                moment = (stamp - int(since) * DAY - review * 3 * DAY) * 1000 - spread
                log.append((moment, card, -1, 3, int(interval), 1, 2500, 1000, 1))
    col.db.executemany("insert into notes values (?,?,?,?,?,?,?,?,?,?,?)", notes)
    col.db.executemany("insert into cards values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", cards)
    seen = set()
    for index, row in enumerate(log):
        moment = row[0]
        while moment in seen:
            moment += 1
        seen.add(moment)
        log[index] = (moment, *row[1:])
    col.db.executemany("insert into revlog values (?,?,?,?,?,?,?,?,?)", log)
    col.close()
    return len(cards), len(log)


def ask_anki(path, queries):
    """The number of cards and of notes, and the median time in milliseconds, of each."""
    col = Collection(str(path))
    answers = []
    for query in queries:
        if query is None:
            answers.append(None)
            continue
        times = []
        for _ in range(22):
            start = time.perf_counter()
            cards = col.find_cards(query)
            times.append((time.perf_counter() - start) * 1000)
        answers.append((len(cards), len(col.find_notes(query)), statistics.median(times[2:])))
    col.close()
    return answers


def ask_omena(binary, path, queries):
    """The total, the median time and the first time in milliseconds, of each; and the memory it took, in MiB."""
    text = "".join(f"{query}\n" for query in queries)
    program = subprocess.Popen([binary, "search", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    program.stdin.write(text)
    program.stdin.flush()
    answers = [tuple(map(float, program.stdout.readline().split())) for _ in queries]
    # Not what the system says of it in the end: that begins with the memory of this script.
    most = next(line for line in open(f"/proc/{program.pid}/status") if line.startswith("VmHWM:"))
    program.stdin.close()
    assert program.wait() == 0, "SearchBenchmark did not come to its end"
    return answers, int(most.split()[1]) / 1024


def verdict(sentence, value, bound, *, at_least):
    """One line on what the search has to show, and whether it does."""
    is_met = value >= bound if at_least else value <= bound
    print(f"{'yes' if is_met else 'NO '}  {sentence}: {value:.2f}, {'at least' if at_least else 'at most'} {bound}")


def main():
    binary, folder, *sizes = sys.argv[1:]
    folder = Path(folder)
    earlier = {}
    for position, size in enumerate(map(int, sizes)):
        table, library = folder / f"{size}.tsv", folder / f"{size}.omena"
        names = generate(size, table)
        subprocess.run([binary, "make", library, table], check=True)
        queries = [query.format(**names) for _, query, _ in QUERIES]
        omena, memory = ask_omena(binary, library, queries)
        if position == 0:
            collection = folder / "collection.anki2"
            cards, reviews = make_anki(collection, table)
            anki = ask_anki(collection, [query and query.format(**names) if query != "" else "" for *_, query in QUERIES])
            print(f"\n{size:,} notes, {cards:,} cards, {reviews:,} reviews; medians of 20, ms\n")
            print("| kind | query | found | Anki: notes | Anki ms | Omena ms | times faster |")
            print("|---|---|---:|---:|---:|---:|---:|")
            for (kind, *_), query, ours, theirs in zip(QUERIES, queries, omena, anki):
                found = f"{ours[0]:,.0f}" + ("+" if ours[0] == 10_000 else "")
                if theirs is None:
                    print(f"| {kind} | `{query}` | {found} | | | {ours[1]:.2f} | |")
                else:
                    ratio = theirs[2] / ours[1]
                    print(f"| {kind} | `{query}` | {found} | {theirs[1]:,} | {theirs[2]:.1f} | {ours[1]:.2f} | {ratio:.1f} |")
            print()
            for kind, least in (("text", 10), ("other", 1), ("negation", 1)):
                ratios = [theirs[2] / ours[1] for (of, *_), ours, theirs in zip(QUERIES, omena, anki) if of == kind and theirs]
                verdict(f"the slowest {kind} query, times faster than Anki", min(ratios), least, at_least=True)
            earlier = dict(zip(queries, omena))
        else:
            print(f"\n{size:,} notes, against the first size\n")
            print("| kind | query | found | ms | times as long |")
            print("|---|---|---:|---:|---:|")
            for (kind, *_), query, ours in zip(QUERIES, queries, omena):
                found = f"{ours[0]:,.0f}" + ("+" if ours[0] == 10_000 else "")
                print(f"| {kind} | `{query}` | {found} | {ours[1]:.2f} | {ours[1] / earlier[query][1]:.1f} |")
            print()
            slow = {query for (kind, *_), query in zip(QUERIES, queries) if kind == "negation" or "*" in query}
            for words, most, of in (("", 2, set(queries) - slow), ("substrings and negations, ", 12, slow)):
                growth = max(ours[1] / earlier[query][1] for query, ours in zip(queries, omena) if query in of)
                verdict(f"{words}times as long as in the first library", growth, most, at_least=False)
        row, note = map(float, subprocess.run(
            [binary, "add", library], capture_output=True, text=True, check=True).stdout.split())
        verdict("memory while searching, MiB", memory, 128, at_least=False)
        print(f"\nA transaction of one row takes {row:.2f} ms, one that adds a note {note:.2f} ms.")
        verdict("adding a note beyond that, ms", note - row, 1, at_least=False)


main()
