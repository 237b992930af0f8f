#!/usr/bin/env bash
# run.sh [REPETITIONS]
# How long the server takes to deal a session and to count the cards for the home page, in libraries of ten to a hundred
# thousand cards, with notes in two and in sixteen languages: processor time of one thread in milliseconds, median and
# minimum of the repetitions (20 by default), including the page where there is one. Then how many times longer sixteen
# languages take than two, by the minimum.
set -euo pipefail
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swift build -c release --static-swift-stdlib --product DealBenchmark >&2
"$(swift build -c release --show-bin-path)/DealBenchmark" "$folder" "${1:-20}"
