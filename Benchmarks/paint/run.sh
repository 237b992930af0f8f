#!/usr/bin/env bash
# From letting a card go to the paint of the next one, beside the least that a page can do; and the first visit's bytes.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/paint/paint.py
