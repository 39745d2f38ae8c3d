#!/bin/bash
# How long does it take until a program can be explored? Each one is loaded without a cache, for the first
# time into an empty one, and from it; its code must be the same each time. Then it is loaded with a C file
# beside it that has changed since the last load ("beside"), after two such loads. Processor time (user +
# system) of whole processes, the best of RUNS, in turn. With OLD, the loads of that executable stand beside
# them: without a cache, and with the changed file.
# Usage: run-load.sh [FILE...]      (default: an example, and what examples/real/memcached.sh and sqlite.sh
# built)
# Environment: HEDDLE, OLD (another executable), RUNS (3)
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
if [ $# -eq 0 ]; then
    real=$top/examples/real/build
    set -- "$top/examples/addall.c"
    for file in "$real/memcached/memcached" "$real/sqlite3/sqlite3"; do
        [ ! -f "$file" ] || set -- "$@" "$file"
    done
fi

# loaded NAME EXECUTABLE OPTIONS…: prints the code into NAME.code; the least time of this name is in least.
declare -A least
loaded() {
    local name=$1 t
    shift
    t=$({
        time "$@" --dump-code "$file" "${beside[@]}" >"$work/$name.code" 2>"$work/$name.err" </dev/null
    } 2>&1 | awk '{ print $1 + $2 }')
    least[$name]=$(awk -v a="$t" -v b="${least[$name]:-$t}" 'BEGIN { print a < b ? a : b }')
}

# changed: writes the file beside the program, with what it never had.
changes=0
changed() {
    changes=$((changes + 1))
    echo "int beside_$changes(void) { return $changes; }" >"$work/beside.c"
}

bad=0
printf '%-16s %8s %8s %8s %8s %8s %8s\n' program old beside off first again beside
for file; do
    least=()
    for _ in $(seq "${RUNS:-3}"); do
        beside=()
        [ -z "${OLD:-}" ] || loaded old "$OLD" test --cache=off
        loaded off "$HEDDLE" test --cache=off
        rm -rf "$work/cache"
        loaded first "$HEDDLE" test --cache="$work/cache"
        loaded again "$HEDDLE" test --cache="$work/cache"
        beside=("$work/beside.c")
        for name in warm warmer beside; do
            changed
            [ -z "${OLD:-}" ] || [ "$name" != beside ] || loaded old_beside "$OLD" test --cache="$work/old"
            loaded "$name" "$HEDDLE" test --cache="$work/cache"
        done
        loaded beside_off "$HEDDLE" test --cache=off
        if ! cmp -s "$work/beside.code" "$work/beside_off.code"; then
            echo "$file: its code differs beside another file: $(head -n 1 "$work/beside.err")"
            bad=1
        fi
    done
    printf '%-16s %8s %8s %8s %8s %8s %8s\n' "$(basename "$file")" "${least[old]:--}" \
        "${least[old_beside]:--}" "${least[off]}" "${least[first]}" "${least[again]}" "${least[beside]}"
    if [ ! -s "$work/off.code" ] || ! cmp -s "$work/off.code" "$work/first.code" ||
        ! cmp -s "$work/off.code" "$work/again.code"; then
        echo "$file: its code differs: $(head -n 1 "$work/again.err")"
        bad=1
    fi
done
exit $bad
