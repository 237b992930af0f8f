#!/usr/bin/env bash
# bundle-assets.sh ASSETS FOLDER OUTPUT.swift
# Bundles ASSETS into FOLDER and embeds the result in a Swift file: each page's script and style sheet is minified into
# one file with everything that it imports; icons and the world are copied.
set -euo pipefail
assets=$(realpath "$1")
folder=$2
output=$3
command -v esbuild >/dev/null ||
    { echo "bundle-assets.sh: esbuild is missing; run: apt-get install esbuild" >&2 && exit 1; }

leaflet=/usr/share/javascript/leaflet
[[ -e $leaflet/leaflet.esm.js && -e $leaflet/leaflet.markercluster.esm.js ]] || {
    echo "bundle-assets.sh: Leaflet is missing; run: apt-get install libjs-leaflet libjs-leaflet.markercluster" >&2
    exit 1
}

rm -rf "$folder"
mkdir -p "$folder"
cp -r "$assets/icons" "$assets/world.bin" "$folder"
bundle() { esbuild --log-level=warning --minify --charset=utf8 --target=es2022 "$@"; }
# The cluster plugin imports a default export, which Leaflet's own module lacks and `leaflet.js` provides.
bundle "$assets"/js/pages/*.js --bundle --format=esm --outdir="$folder/js" \
    --alias:leaflet="$assets/js/leaflet.js" --alias:leaflet-map="$leaflet/leaflet.esm.js" \
    --alias:leaflet-clusters="$leaflet/leaflet.markercluster.esm.js"
bundle "$assets"/css/pages/*.css --bundle --outdir="$folder/css" --external:*.png \
    --alias:leaflet-style="$leaflet/leaflet.css"
bundle "$assets/worker.js" --outdir="$folder"
exec "$(dirname "$0")/embed-files.sh" assetFiles "$output" "$folder"
