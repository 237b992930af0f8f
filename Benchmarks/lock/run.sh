#!/usr/bin/env bash
# run.sh [NOTES]
# Compares a sealed library with a plain one in one run: the same work on both in turn. Medians; with
# OMENA_CLOCK=processor the minimum of processor time, for a busy machine. Then the time to unlock a library by passkey.
set -euo pipefail
export OMENA_BUILT=.build/release
export OMENA_BENCHMARKS=1
cd "$(dirname "$0")/../.."
folder=$(mktemp -d -p "${OMENA_BENCH_FOLDER:-.}" lock.XXXXXX)
trap 'rm -rf "$folder"' EXIT
build=(swift build --configuration release --static-swift-stdlib --product LockBenchmark)
"${build[@]}" >&2
"$("${build[@]}" --show-bin-path)/LockBenchmark" "$folder" "${1:-20000}"
.venv/bin/python Benchmarks/lock/unlock.py
