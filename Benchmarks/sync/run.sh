#!/usr/bin/env bash
# run.sh
# Syncs a library of 100,000 notes, 200,000 cards and a million reviews with a server: the first copy, 200 answers, and nothing
# new; compared with Anki and its own sync server in the same run. Bytes and connections are counted by a proxy between them.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh
exec .venv-bench/bin/python Benchmarks/sync/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
