#!/usr/bin/env bash
# Defines words by WordNet with Omena and with WordNet's own command, the same words in one run.
set -euo pipefail
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."
swift build -c release --static-swift-stdlib --product LookupBenchmark >&2
exec .venv/bin/python Benchmarks/lookup/compare.py .build/release/LookupBenchmark
