#!/usr/bin/env bash
# A word in WordNet, defined: Omena beside WordNet's own command, on the same words in one run.
set -euo pipefail
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."
swift build -c release --static-swift-stdlib --product LookupBenchmark >&2
exec .venv/bin/python Benchmarks/lookup/compare.py .build/release/LookupBenchmark
