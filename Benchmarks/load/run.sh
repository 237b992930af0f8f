#!/usr/bin/env bash
# Memory and open files of a server under steady load for SECONDS_EACH=600: home pages and answers at 160 a second, then as
# many as there is time for. Fails if memory ends more than 5 MiB above what the warm server had, or if files stay open.
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in wrk python3; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install wrk python3" >&2; exit 69; }
done
exec python3 Benchmarks/load/measure.py "${SECONDS_EACH:-600}"
