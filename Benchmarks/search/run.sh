#!/usr/bin/env bash
# run.sh [NOTES…]
# Compares searches with Anki's own `find_cards` on the same notes in one run: 100,000 notes, 200,000 cards, a million
# reviews; then runs the same queries in a library ten times as large. Medians of twenty, or with OMENA_CLOCK=processor the
# least processor time of twenty, for a busy machine. With OMENA_CHANGING=1, Omena's library is changed before each query;
# with OMENA_FRESH=1, it is reopened, so that nothing is cached.
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
