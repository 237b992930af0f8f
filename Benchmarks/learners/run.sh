#!/usr/bin/env bash
# run.sh
# A server of 10,000 learners, of whom 1,000 have their libraries open, beside the server of a single one in the same run: the
# memory and descriptors it takes, the first page of a library that was closed and of one that is open, and the answers of 200
# learners at once, each flushed to disk, beside what the disk's flushes allow. Then the memory of Anki's own sync server for each user.
#   SECONDS_EACH=600 Benchmarks/learners/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v cc >/dev/null || { echo "cc is missing: apt-get install gcc" >&2; exit 69; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for program in flushes answers; do cc -O2 -Wall -pthread -o "$folder/$program" "Benchmarks/learners/$program.c"; done
Benchmarks/install-peers.sh
python3 Benchmarks/learners/measure.py "${OMENA_BINARY:-.build/release/omena}" "$folder/flushes" "$folder/answers"
.venv-bench/bin/python Benchmarks/learners/syncserver.py
