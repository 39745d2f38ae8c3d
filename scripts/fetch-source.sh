#!/bin/bash
# Fetches and unpacks a Debian source package. The machine's own package sources are read, turned into
# source-package entries in a private folder, and used from there: nothing of the system's configuration is
# changed, and no root is needed.
# Usage: fetch-source.sh PACKAGE FOLDER [SUITE]      FOLDER is made, and holds the unpacked source then; SUITE
# is another than the machine's own
# Environment: FETCHED (a file that gets the source's name and version)
set -eu
package=$1 suite=${3:-}
parent=$(dirname "$2")
mkdir -p "$parent"
parent=$(cd "$parent" && pwd)
target=$parent/$(basename "$2")
[ ! -e "$target" ] || exit 0
command -v apt-get >/dev/null || {
    echo "fetch-source: no apt-get here; unpack the source package $package as $target" >&2
    exit 1
}

work=$(mktemp -d "$parent/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/parts "$work"/state/lists/partial "$work"/cache/archives/partial "$work"/source

# Both forms of package sources; every entry becomes one for source packages.
for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] || continue
    sed 's/^Types:.*/Types: deb-src/'"${suite:+; s/^Suites:.*/Suites: $suite/}" "$file" \
        >"$work/parts/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] || continue
    other_suite=${suite:+; s/\(:[^ ]*\) [^ ]*/\1 $suite/}
    sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /'"$other_suite"'; /^deb-src/p' "$file" \
        >"$work/parts/$(basename "$file" .list).list"
done

options=(
    -o Dir::Etc::sourcelist=/dev/null
    -o Dir::Etc::sourceparts="$work/parts"
    -o Dir::State="$work/state"
    -o Dir::State::lists="$work/state/lists"
    -o Dir::State::status=/var/lib/dpkg/status
    -o Dir::Cache="$work/cache"
    -o APT::Sandbox::User=
    -o Acquire::Languages=none
    -o Acquire::Retries=3
)
log=$work/log
# A third-party source without source packages makes the update fail in part; what counts is whether the
# package comes.
apt-get "${options[@]}" -q update >"$log" 2>&1 || true
cd "$work/source"
if ! apt-get "${options[@]}" -q source "$package" >>"$log" 2>&1; then
    # Mirrors may have the original source without Debian's changes to it.
    rm -rf ./*
    apt-get "${options[@]}" -q source --tar-only "$package" >>"$log" 2>&1 || true
    for archive in *.tar.*; do
        if ! [ -f "$archive" ] || ! tar -xf "$archive"; then
            tail -n 20 "$log" >&2
            echo "fetch-source: cannot fetch the source package $package" >&2
            exit 1
        fi
    done
fi
cd "$parent"
for file in "$work"/source/*.dsc "$work"/source/*.tar.*; do
    [ -f "$file" ] && [ -n "${FETCHED:-}" ] || continue
    file=$(basename "$file" .dsc)
    file=${file%%.orig.tar*}
    echo "${file%%_*} ${file#*_}" >"$FETCHED"
    break
done
unpacked=$(ls -d "$work"/source/*/ | head -n 1)
mv -T "${unpacked%/}" "$target" 2>/dev/null || [ -e "$target" ] # somebody else may have been faster
