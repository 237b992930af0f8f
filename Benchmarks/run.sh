#!/usr/bin/env bash
# Runs every benchmark. Each compares with a peer in the same run: trust the ratios, not the figures.
set -euo pipefail
cd "$(dirname "$0")/.."
for benchmark in Benchmarks/*/run.sh; do
    echo
    echo "== $(basename "$(dirname "$benchmark")")"
    "$benchmark"
done
