#!/usr/bin/env bash
# The time from releasing a card to painting the next one, compared with a minimal page; and the bytes of a first visit.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/paint/paint.py
