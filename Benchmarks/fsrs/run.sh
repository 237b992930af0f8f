#!/usr/bin/env bash
# Compares the engine with fsrs-rs (through fsrs-rs-python) and py-fsrs on the same generated logs in one run.
# 10 k, 100 k and 1 M reviews; OMENA_SOAK=1 adds 10 M. --record writes the table to Documentation/Decisions/training.md.
set -euo pipefail
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh

# Built separately from `make build`, whose scratch folder may be in use.
swift build -c release --static-swift-stdlib --product EngineBenchmark >&2
swift build -c release --static-swift-stdlib --product omena >&2

sizes=(10000 100000 1000000)
[[ ${OMENA_SOAK:-} == 1 ]] && sizes+=(10000000)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
for size in "${sizes[@]}"; do
    .build/release/EngineBenchmark generate "$size" >"$logs/$size.csv"
done
head -1001 "$logs/10000.csv" >"$logs/small.csv"
# Other cards of the same learner, to evaluate on reviews that no implementation was fitted to.
.build/release/EngineBenchmark generate 300000 43 >"$logs/unseen.csv"
# Twelve learners with other parameters.
for learner in {1..12}; do
    for size in 10000 100000; do
        .build/release/EngineBenchmark generate "$size" "$learner" "$learner" >"$logs/$size-$learner.csv"
    done
    .build/release/EngineBenchmark generate 150000 "$((1000 + learner))" "$learner" >"$logs/unseen-$learner.csv"
done
.venv-bench/bin/python Benchmarks/fsrs/compare.py "$logs" .build/fsrs.md "${sizes[@]}"
[[ ${1:-} != --record ]] || .venv-bench/bin/python Benchmarks/fsrs/record.py .build/fsrs.md
