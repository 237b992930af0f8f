#!/usr/bin/env bash
# run.sh [NOTES…]
# The search against Anki's own `find_cards` on the same notes in one run: 100,000 notes, 200,000 cards, a million
# reviews; then the same queries in a library ten times as large, for what growth costs. Medians of twenty; with
# OMENA_CLOCK=processor the least processor time of twenty, for a busy machine. With OMENA_CHANGING=1 the library is changed
# before each question to Omena; Anki is asked as it is.
set -euo pipefail
export OMENA_BUILT=.build/release
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh

(($#)) || set -- 100000 1000000
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swift build -c release --static-swift-stdlib --product SearchBenchmark >&2
.venv-bench/bin/python Benchmarks/search/compare.py \
    "$(swift build -c release --show-bin-path)/SearchBenchmark" "$folder" "$@"
.venv/bin/python Benchmarks/search/letters.py "$folder/$1.omena" rade bilo
