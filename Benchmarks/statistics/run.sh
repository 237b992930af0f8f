#!/usr/bin/env bash
# run.sh [ROUNDS]
# Computes the statistics of a million reviews of 200,000 cards: Anki's answer to its page of graphs, compared with Omena's
# whole page over HTTP, in the same run: right after an answer was given, and again while the library has not changed.
# Medians of the rounds (5 by default), in milliseconds. Then the first paint of a year's page after an answer, in Chromium, and
# how long Omena takes to count a million reviews anew.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh
exec .venv-bench/bin/python Benchmarks/statistics/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
