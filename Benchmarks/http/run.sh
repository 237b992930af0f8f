#!/usr/bin/env bash
# run.sh [URL…]
# Requests per second that Omena answers, compared with a minimal program on libmicrohttpd (hello.c): for the home page, an
# asset, and one answer per request (`POST /reviews`, each flushed to disk), or for the given URLs of a running Omena. They
# take turns three times, so that other load slows all; medians are compared.
#   SECONDS_EACH=4 CONNECTIONS=32 Benchmarks/http/run.sh
# A URL may carry a wrk script: http://localhost:6636/reviews=answers.lua
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${SECONDS_EACH:-4}
connections=${CONNECTIONS:-32}
for tool in wrk cc curl; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install wrk gcc curl" >&2; exit 69; }
done
if [[ ! -e /usr/include/microhttpd.h ]]; then
    echo "libmicrohttpd's header is missing: apt-get install libmicrohttpd-dev" >&2
    exit 69
fi

folder=$(mktemp -d)
peer=
omenas=()
trap 'kill $peer "${omenas[@]}" 2>/dev/null; wait; rm -rf "$folder"' EXIT
cc -O2 -Wall -o "$folder/hello" Benchmarks/http/hello.c -lmicrohttpd
"$folder/hello" >"$folder/port" &
peer=$!
until [[ -s $folder/port ]]; do kill -0 "$peer"; done

# Starts Omena with a new library; sets `url` to its address.
start() {
    .build/release/omena serve --port 0 --library "$folder/$1.omena" >"$folder/$1" &
    omenas+=($!)
    until [[ -s $folder/$1 ]]; do kill -0 $!; done
    url=$(sed 's/^Omena is at //' "$folder/$1")
}

if [[ $# -eq 0 ]]; then
    start written
    page=$(curl -s "$url/study/learn?deck=First%20questions")
    field() { grep -oE "\"$1\":\"?[^\",}]+" <<<"$page" | head -1 | sed -E 's/^"[a-z]+":"?//'; }
    sed -e "s/LIBRARY/$(field library)/" -e "s/NOTE/$(field note)/" -e "s/MOMENT/$(date +%s000)/" \
        Benchmarks/http/answers.lua >"$folder/answers.lua"
    written="$url/reviews=$folder/answers.lua"
    start read
    asset=$(grep -oE '/assets/[0-9a-f]+/css/[a-z]+\.css' <<<"$page" | head -1)
    set -- "$url/" "$url$asset" "$written"
fi

# The rate at one address; fails if a response was not 2xx or 3xx.
rate() {
    local url=${1%%=*} script=()
    [[ $1 == *=* ]] && script=(-s "${1#*=}")
    wrk -t1 -c"$connections" -d"${seconds}s" "${script[@]}" "$url" >"$folder/report"
    if grep -E 'Non-2xx|Socket errors' "$folder/report" >&2; then
        echo "not every request to $url succeeded" >&2
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
reference=$(median "$folder/rates.0")
printf '%-48s %10s %10s %10s %7s\n' address lowest median highest ratio
for index in "${!targets[@]}"; do
    name=${targets[$index]%%=*}
    [[ $index -eq 0 ]] && name='libmicrohttpd alone (hello.c)'
    sort -n "$folder/rates.$index" | paste -sd' ' | awk -v name="$name" -v reference="$reference" \
        '{ printf "%-48s %10.0f %10.0f %10.0f %7.2f\n", name, $1, $2, $3, $2 / reference }'
done
