#!/usr/bin/env bash
# run.sh [ROUNDS]
# Fits the scheduler to 100,000 reviews while a session goes on: how long an answer takes, and the frames of a drag in Chromium,
# compared with the same session while nothing is fitted, in turns in the same run.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/fit/beside.py "$@"
