#!/usr/bin/env bash
# run.sh URL…
# How many requests a second a running Omena answers at each URL, beside the fewest instructions that libmicrohttpd
# can answer with (hello.c). Both take turns three times, so that a busy machine slows both; the medians are compared.
#   SECONDS_EACH=4 CONNECTIONS=32 Benchmarks/http/run.sh http://localhost:6636/
# A URL may carry a wrk script: http://localhost:6636/reviews=Benchmarks/http/reviews.lua
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${SECONDS_EACH:-4}
connections=${CONNECTIONS:-32}
if [[ $# -eq 0 ]]; then
    sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"
    exit 64
fi
for tool in wrk cc; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install wrk gcc" >&2; exit 69; }
done
if [[ ! -e /usr/include/microhttpd.h ]]; then
    echo "libmicrohttpd's header is missing: apt-get install libmicrohttpd-dev" >&2
    exit 69
fi

folder=$(mktemp -d)
peer=
trap '[[ -z $peer ]] || kill "$peer" 2>/dev/null; rm -rf "$folder"' EXIT
cc -O2 -Wall -o "$folder/hello" Benchmarks/http/hello.c -lmicrohttpd
"$folder/hello" >"$folder/port" &
peer=$!
until [[ -s $folder/port ]]; do kill -0 "$peer"; done

# The rate at one address; refuses to give one when an answer was not 2xx or 3xx.
rate() {
    local url=${1%%=*} script=()
    [[ $1 == *=* ]] && script=(-s "${1#*=}")
    wrk -t1 -c"$connections" -d"${seconds}s" "${script[@]}" "$url" >"$folder/report"
    if grep -E 'Non-2xx|Socket errors' "$folder/report" >&2; then
        echo "not every request to $url was answered well" >&2
        return 1
    fi
    awk '/^Requests\/sec/ { print $2 }' "$folder/report"
}

targets=("http://127.0.0.1:$(<"$folder/port")/" "$@")
for round in 1 2 3; do
    for index in "${!targets[@]}"; do
        rate "${targets[$index]}" >>"$folder/rates.$index"
    done
done

median() { sort -n "$1" | sed -n 2p; }
yardstick=$(median "$folder/rates.0")
printf '%-48s %10s %10s %10s %7s\n' address lowest median highest ratio
for index in "${!targets[@]}"; do
    name=${targets[$index]%%=*}
    [[ $index -eq 0 ]] && name='libmicrohttpd alone (hello.c)'
    sort -n "$folder/rates.$index" | paste -sd' ' | awk -v name="$name" -v yardstick="$yardstick" \
        '{ printf "%-48s %10.0f %10.0f %10.0f %7.2f\n", name, $1, $2, $3, $2 / yardstick }'
done
