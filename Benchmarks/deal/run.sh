#!/usr/bin/env bash
# run.sh [REPETITIONS]
# How long the server takes to deal a session and to count what home shows, in libraries from ten cards to a hundred
# thousand, and of notes in two and in sixteen languages: the processor's time of one thread, median and least of so many
# repetitions (20), in milliseconds; what has a page is timed with it. Then how many times longer sixteen languages take
# than two, by the least of each.
set -euo pipefail
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swift build -c release --static-swift-stdlib --product DealBenchmark >&2
"$(swift build -c release --show-bin-path)/DealBenchmark" "$folder" "${1:-20}"
