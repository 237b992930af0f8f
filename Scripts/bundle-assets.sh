#!/usr/bin/env bash
# bundle-assets.sh ASSETS FOLDER OUTPUT.swift
# Lays out in FOLDER what a browser is sent of ASSETS, and writes it into a Swift file: each page's script and style
# sheet as one file with all that it imports and without what only people read, the rest as it is.
set -euo pipefail
assets=$1
folder=$2
output=$3
command -v esbuild >/dev/null ||
    { echo "bundle-assets.sh: esbuild is missing; run: apt-get install esbuild" >&2 && exit 1; }

rm -rf "$folder"
mkdir -p "$folder"
cp -r "$assets/icons" "$folder"
bundle() { esbuild --log-level=warning --minify --charset=utf8 --target=es2022 "$@"; }
bundle "$assets"/js/pages/*.js --bundle --format=esm --outdir="$folder/js"
bundle "$assets"/css/pages/*.css --bundle --outdir="$folder/css"
bundle "$assets/worker.js" --outdir="$folder"
exec "$(dirname "$0")/embed-files.sh" embeddedFiles "$output" "$folder"
