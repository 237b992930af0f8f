#!/usr/bin/env bash
# package.sh OMENA OUTPUT
# Puts a built program into the folder OUTPUT as a Debian package, as an archive that runs from any folder, and with the
# Containerfile. The same program and sources give the same bytes.
set -euo pipefail
omena=$(realpath "$1")
mkdir -p "$2"
output=$(realpath "$2")
cd "$(dirname "$0")/.."

read -r _ version _ < <("$omena" --version)
# The time of the commit, for all files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC0
umask 022
architecture=$(dpkg --print-architecture)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What both contain.
source=$work/omena-$version
mkdir -p "$source"/{man,documents,completions/{bash,zsh,fish}}
install -m 755 "$omena" "$source/omena"
"$omena" help --man >"$source/man/omena.1"
for command in $("$omena" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$omena" help "$command" --man >"$source/man/omena-$command.1"
done
"$omena" completions bash >"$source/completions/bash/omena"
"$omena" completions zsh >"$source/completions/zsh/_omena"
"$omena" completions fish >"$source/completions/fish/omena.fish"
cp README.md "$source/documents"
# Debhelper takes a file of that name for the list of the package's versions.
cp CHANGELOG.md "$source/documents/NEWS.md"

# The Debian package.
cp -r Packaging/debian "$source"
cat >"$source/debian/changelog" <<END
omena ($version) unstable; urgency=medium

  * See NEWS.md for what is new.

 -- The Omena authors <authors@omena.invalid>  $(date --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
(cd "$source" && dpkg-buildpackage --build=binary --no-sign >"$work/log" 2>&1) ||
    { cat "$work/log" >&2 && exit 1; }
cp "$work/omena_${version}_$architecture.deb" "$output"
cp Packaging/Containerfile "$output"

# The archive: the program finds its libraries beside it, except for those of the C library, whose versions belong together.
folder=$work/archive/omena-$version
mkdir -p "$folder"/{bin,lib,share}
cp "$source/omena" "$folder/bin"
patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$folder/bin/omena"
ldd "$source/omena" | awk '$3 ~ /^\// { print $3 }' |
    grep -Ev '/(libc|libm|libpthread|libdl|librt|libresolv|ld-linux.*)\.so' |
    while read -r library; do
        install -m 644 "$(realpath "$library")" "$folder/lib/$(basename "$library")"
        package=$(dpkg-query --search "*/$(basename "$(realpath "$library")")" | cut -d: -f1)
        install -D -m 644 "/usr/share/doc/$package/copyright" "$folder/share/copyright/$package"
    done
install -m 644 Packaging/debian/copyright "$folder/share/copyright/omena"
cp -r "$source"/{man,completions,documents} "$folder/share"
cp LICENSE "$folder"
tar --create --directory "$work/archive" --sort name --mtime "@$SOURCE_DATE_EPOCH" --owner 0 --group 0 \
    --numeric-owner --format gnu "omena-$version" |
    zstd -19 --long=26 --quiet --force -o "$output/omena-$version-$(uname -m).tar.zst"
ls -l "$output" >&2
