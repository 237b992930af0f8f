#!/usr/bin/env bash
# run.sh [ROUNDS]
# Computes the statistics of a million reviews of 200,000 cards: Anki's answer to its page of graphs, compared with Omena's
# whole page over HTTP, in the same run: right after an answer was given, and again while the library has not changed. It begins
# when the server has indexed what was imported and made its first backup.
# Medians of the rounds (5 by default), in milliseconds. Then the first paint of a year's page after an answer, in Chromium, and
# how long Omena takes to count a million reviews anew. Last, how many instructions an answer takes more because it is tallied.
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v valgrind >/dev/null || { echo 'run.sh needs valgrind: apt-get install valgrind' >&2; exit 1; }
Benchmarks/install-peers.sh
.venv-bench/bin/python Benchmarks/statistics/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
# The release has no symbols; the build for tests has, and its storage is optimised the same.
make -s testing >&2
exec python3 Benchmarks/statistics/answers.py
