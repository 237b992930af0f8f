#!/usr/bin/env bash
# run.sh [TASK…]
# A package of 100,000 notes, 200,000 cards, a million reviews and 10,000 small pictures, in and out, and a table of
# 100,000 lines in (the tasks are import, export and csv): against Anki in one run, each right after the other. With
# OMENA_CLOCK=processor the bounds are held to processor time, for a busy machine.
set -euo pipefail
cd "$(dirname "$0")/../.."

wanted=$(sha256sum <Benchmarks/requirements.txt)
if [[ $(cat .venv-bench/requirements.sha256 2>/dev/null) != "$wanted" ]]; then
    echo "Installing the peers into .venv-bench" >&2
    rm -rf .venv-bench
    python3 -m venv .venv-bench
    .venv-bench/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/requirements.txt >&2
    echo "$wanted" >.venv-bench/requirements.sha256
fi
exec .venv-bench/bin/python Benchmarks/exchange/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
