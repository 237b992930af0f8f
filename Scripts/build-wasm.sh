#!/usr/bin/env bash
# build-wasm.sh SWIFTC OUTPUT.wasm [OUTPUT.swift]
# Compiles Recall and RecallWeb with Embedded Swift to the module that the browser runs; on request embeds it too.
set -euo pipefail
swiftc=$1
output=$2
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(dirname "$(readlink -f "$swiftc")")
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

flags=(-target wasm32-unknown-none-wasm -swift-version 6 -enable-experimental-feature Embedded -wmo -Osize
    -Xfrontend -disable-stack-protector -parse-as-library
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility)
"$swiftc" "${flags[@]}" -module-name Recall -emit-module -emit-module-path "$temporary/Recall.swiftmodule" \
    -c "$root"/Sources/Recall/*.swift -o "$temporary/recall.o"
"$swiftc" "${flags[@]}" -module-name RecallWeb -I "$temporary" \
    -c "$root"/Sources/RecallWeb/*.swift -o "$temporary/web.o"
"$bin/wasm-ld" --no-entry --gc-sections --strip-all "$temporary"/*.o -o "$output"
if [[ $# -ge 3 ]]; then "$root/Scripts/embed-files.sh" embeddedEngine "$3" "$output"; fi
