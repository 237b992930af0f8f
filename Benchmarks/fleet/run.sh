#!/usr/bin/env bash
# run.sh
# A fleet over a primary and two standbys: answers a second beside what pgbench reaches with the same INSERT on the same servers,
# how much longer an answer takes than on a server of several learners without a fleet, how many libraries (100 notes, 1,000
# reviews each) a node without files takes over a second when another one was killed, and how long it takes to drain a node.
# All of it runs on one machine: the node, the three servers and what asks them share its processors.
#   SECONDS_EACH=60 LIBRARIES=1000 Benchmarks/fleet/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v cc >/dev/null || { echo "cc is missing: apt-get install gcc" >&2; exit 69; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cc -O2 -Wall -pthread -o "$folder/answers" Benchmarks/learners/answers.c
export OMENA_BUILT=${OMENA_BUILT:-.build/release}
python3 Benchmarks/fleet/compare.py "$folder/answers"
