#!/usr/bin/env bash
# bundle-assets.sh ASSETS FOLDER OUTPUT.swift
# Lays out in FOLDER what a browser is sent of ASSETS, and writes it into a Swift file: each page's script with all
# that it imports as one file, scripts and style sheets without what only people read, the rest as it is.
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
bundle "$assets/worker.js" --outdir="$folder"
bundle "$assets"/css/*.css --outdir="$folder/css"
exec "$(dirname "$0")/embed-files.sh" embeddedFiles "$output" "$folder"
