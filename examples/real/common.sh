# common.sh — what the build scripts of this folder share; they source it. Sources are Debian's, fetched when a
# script runs; nothing of them is kept in this repository.
# Sets: build (the folder everything goes to: the script's argument, or build/ here), prefix (where libraries that
# programs need are installed), CC (heddle-cc), jobs.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
[ -x "$HEDDLE" ] || { echo "$(basename "$0"): $HEDDLE is not built (run make)" >&2; exit 1; }
HEDDLE=$(realpath "$HEDDLE")
case ${1:-} in
-*) echo "usage: $(basename "$0") [FOLDER]" >&2; exit 2 ;;
esac
mkdir -p "${1:-$here/build}"
build=$(cd "${1:-$here/build}" && pwd)
prefix=$build/prefix
export CC=$(dirname "$HEDDLE")/heddle-cc
jobs=$(nproc)

# fetch PACKAGE [SUITE [only]]: Debian's source of it in $build/PACKAGE. A SUITE is where to look if the machine's own
# has it not, or the only one to look in.
fetch() {
    [ -d "$build/$1" ] && return
    echo "$1: fetching the source"
    { [ "${3:-}" != only ] && "$top/scripts/fetch-source.sh" "$1" "$build/$1" 2>"$build/fetch.log"; } ||
        { [ -n "${2:-}" ] && "$top/scripts/fetch-source.sh" "$1" "$build/$1" "$2" 2>>"$build/fetch.log"; } ||
        { cat "$build/fetch.log" >&2; exit 1; }
    # Generated files that seem older than their sources would be made again, by tools that need not be here. One
    # moment for all, as find starts several commands for many files.
    local now
    now=$(date +%s)
    find "$build/$1" -type f -exec touch -d "@$((now - 10800))" {} +
    find "$build/$1" -name aclocal.m4 -exec touch -d "@$((now - 7200))" {} +
    find "$build/$1" \( -name configure -o -name config.h.in -o -name config.hin -o -name Makefile.in \) \
        -exec touch -d "@$((now - 3600))" {} +
}

# logged NAME COMMAND…: runs it with its output in NAME.log, whose end is shown where it fails.
logged() {
    local log=$build/$1.log
    shift
    "$@" >>"$log" 2>&1 || { tail -n 30 "$log" >&2; echo "failed: $* (see $log)" >&2; exit 1; }
}

# works PROGRAM TEXT COMMAND…: the program runs natively (the command prints TEXT), and heddle test loads it and runs
# it with --version.
works() {
    local program=$1 text=$2 status=0
    shift 2
    [ "$("$@")" = "$text" ] || { echo "$program: does not work natively: $*" >&2; exit 1; }
    "$HEDDLE" test --quiet --max-traces=1 --out="$build/out" "$program" -- --version 2>"$build/test.log" || status=$?
    if [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; then
        cat "$build/test.log" >&2
        echo "$program: heddle test ended with exit status $status" >&2
        exit 1
    fi
    echo "$program"
}

# connected PORT SERVER: descriptor 3 is a connection to this port, once the process SERVER listens there: on a busy
# machine that takes a while. False where it has ended.
connected() {
    local try
    for ((try = 0; try < 300; try++)); do
        { exec 3<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null && return
        kill -0 "$2" 2>/dev/null || break
        sleep 0.2
    done
    echo "nothing listens on port $1" >&2
    return 1
}

# runs PROGRAM ARGUMENT…: writes the same natively and in the engine (heddle run), from some text as standard input. A
# finding is no failure here.
runs() {
    local program=$1 status=0
    shift
    head -c 600 "$here/README.md" >"$build/input"
    "$program" "$@" <"$build/input" >"$build/native" 2>"$build/run.log"
    "$HEDDLE" run --quiet "$program" -- "$@" <"$build/input" >"$build/engine" 2>>"$build/run.log" || status=$?
    if [ "$status" -gt 1 ] || ! cmp -s "$build/native" "$build/engine"; then
        tail -n 5 "$build/run.log" >&2
        echo "$program: does not run in the engine as it does natively (exit status $status)" >&2
        exit 1
    fi
    echo "$program"
}

# need_zlib: zlib is in $prefix, as an archive.
need_zlib() {
    [ ! -f "$prefix/lib/libz.a" ] || return 0
    fetch zlib
    cd "$build/zlib"
    logged zlib ./configure --static --prefix="$prefix"
    logged zlib make -j"$jobs" libz.a
    mkdir -p "$prefix/lib" "$prefix/include"
    cp zlib.h zconf.h "$prefix/include/"
    cp libz.a "$prefix/lib/"
}
