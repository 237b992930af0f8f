"""Defines ten thousand random words of WordNet's index, and a hundred of them with `wn` too."""

import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

FOLDER = pathlib.Path("/usr/share/wordnet")
words = [
    line.split(" ")[0].replace("_", " ")
    for part in ("noun", "verb", "adj", "adv")
    for line in (FOLDER / f"index.{part}").read_text().splitlines()
    if not line.startswith("  ")
]
drawn = random.Random(6636).sample(words, 10_000)
output = subprocess.run([sys.argv[1]], input="\n".join(drawn), capture_output=True, text=True, check=True).stdout
ours = sorted(int(line) / 1e6 for line in output.split())
print(f"Omena   median {statistics.median(ours):.3f} ms, p99 {ours[len(ours) * 99 // 100]:.3f} ms, worst {ours[-1]:.3f} ms")
if not shutil.which("wn"):
    sys.exit("compare.py: install wordnet to compare with its own command")


def asked(command):
    began = time.perf_counter()
    subprocess.run(command, capture_output=True, check=False)
    return (time.perf_counter() - began) * 1000


# The time to start a program at all is subtracted.
empty = statistics.median(asked(["true"]) for _ in range(100))
theirs = statistics.median(asked(["wn", word, "-over"]) for word in drawn[:100]) - empty
print(f"wn      median {theirs:.3f} ms beyond starting a program; ratio {statistics.median(ours) / theirs:.2f}")
