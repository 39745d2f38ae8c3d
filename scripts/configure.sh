#!/bin/sh
# Configures a build folder, or reconfigures it when a source file appeared or went since the last time.
# Where CI=true, as continuous integration sets it, warnings are errors.
# Usage: configure.sh MESON FOLDER [OPTION...]
set -eu
cd "$(dirname "$0")/.."
meson=$1 dir=$2
shift 2
if [ "${CI:-}" = true ]; then set -- -Dwerror=true "$@"; fi
list=$(for set in lib front-end cli unit oracle; do scripts/list-sources.sh "$set"; done)
if [ ! -f "$dir/build.ninja" ]; then
    "$meson" setup "$dir" "$@"
elif [ "$list" != "$(cat "$dir/sources.list" 2>/dev/null)" ]; then
    "$meson" setup --reconfigure "$dir" >"$dir/reconfigure.log" 2>&1 || {
        cat "$dir/reconfigure.log"
        exit 1
    }
fi
printf '%s\n' "$list" >"$dir/sources.list"
