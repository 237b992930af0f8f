#!/usr/bin/env bash
# run.sh [NOTES]
# What a sealed library costs beside one that lies open, in one run: the same work on both, turn by turn. Medians.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d -p "${OMENA_BENCH_FOLDER:-.}" lock.XXXXXX)
trap 'rm -rf "$folder"' EXIT
swift build -c release --static-swift-stdlib --product LockBenchmark >&2
"$(swift build -c release --show-bin-path)/LockBenchmark" "$folder" "${1:-20000}"
