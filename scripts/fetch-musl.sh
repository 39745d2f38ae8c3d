#!/bin/bash
# Fetches and unpacks the source of musl, the C library that programs under test are linked with, from the
# Debian source package. The machine's own package sources are read, turned into source-package entries in a
# private folder, and used from there: nothing of the system's configuration is changed, and no root is needed.
# Usage: fetch-musl.sh CACHE_FOLDER      prints the folder of the unpacked source on its last line
set -eu
mkdir -p "$1"
cache=$(cd "$1" && pwd)

found() { ls -d "$cache"/musl-src/musl-*/ 2>/dev/null | head -n 1 | sed 's:/$::'; }
if [ -n "$(found)" ]; then
    found
    exit 0
fi
command -v apt-get >/dev/null || {
    echo "fetch-musl: no apt-get here; unpack the source of musl 1.2.3 as $cache/musl-src/musl-1.2.3" >&2
    exit 1
}

work=$(mktemp -d "$cache/musl-fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/parts "$work"/state/lists/partial "$work"/cache/archives/partial "$work"/source

# Both forms of package sources; every entry becomes one for source packages.
for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] || continue
    sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/parts/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] || continue
    sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" >"$work/parts/$(basename "$file" .list).list"
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
# A third-party source without source packages makes the update fail in part; what counts is whether musl comes.
apt-get "${options[@]}" -q update >"$log" 2>&1 || true
if ! (cd "$work/source" && apt-get "${options[@]}" -q source musl >>"$log" 2>&1); then
    tail -n 20 "$log" >&2
    echo "fetch-musl: cannot fetch the source package musl" >&2
    exit 1
fi
ls -d "$work"/source/musl-*/ >/dev/null
mv -T "$work/source" "$cache/musl-src" 2>/dev/null || [ -n "$(found)" ] # another build may have been faster
found
