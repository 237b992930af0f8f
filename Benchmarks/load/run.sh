#!/usr/bin/env bash
# Memory and open files of a server under steady load for SECONDS_EACH=60: home pages at 160 a second, then as many pages
# and answers as there is time for. The last column says whether memory ends at most 5 MiB above what the warm server had, and no
# more files are open.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
for tool in wrk python3; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install wrk python3" >&2; exit 69; }
done
exec python3 Benchmarks/load/measure.py "${SECONDS_EACH:-60}"
