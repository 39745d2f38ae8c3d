#!/bin/bash
# Programs that others wrote, built by the scripts of examples/real: what they print in the engine is what they print
# natively, in every schedule. They are built in the build folder once. Sources are fetched from the package
# sources of the machine; where that is not possible nothing is tested, and that is said.
# Environment: HEDDLE (the executable), HEDDLE_LONG (not just pigz)
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
export HEDDLE=${HEDDLE:-$top/build/heddle}
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; echo "0 passed, 1 failed"; exit 1; }
real=$(dirname "$(realpath "$HEDDLE")")/real
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
good() { passed=$((passed + 1)); }
bad() { echo "FAIL $*"; failed=$((failed + 1)); }
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

# built SCRIPT: whether its programs are there.
built() {
    local log=$work/$1.log
    timeout 580 "$top/examples/real/$1.sh" "$real" >"$log" 2>&1 && return 0
    if grep -q '^fetch-source:' "$log"; then
        echo "$1: not tested, its source cannot be fetched"
    else
        bad "$1.sh: $(tail -n 3 "$log" | tr '\n' ' ')"
    fi
    return 1
}

# alike STATUS INPUT PROGRAM ARGUMENTS…: the engine's output is the native one; with status 0 in all schedules, with 3 in
# those that there is time for.
alike() {
    local want=$1 input=$2 program=$3 status
    shift 3
    "$program" "$@" <"$input" >"$work/native" 2>/dev/null
    timeout 120 "$HEDDLE" test --quiet --checks=no-race --max-time=20 --echo-output --summary="$work/s.json" --out="$work/out" --stdin="$input" \
        "$program" -- "$@" >"$work/engine" 2>"$work/err"
    status=$?
    if [ "$status" -ne "$want" ] && [ "$status" -ne 0 ]; then
        bad "$(basename "$program") $*: status $status: $(head -n 2 "$work/err" | tr '\n' ' ')"
    elif ! cmp -s "$work/native" "$work/engine"; then
        bad "$(basename "$program") $*: $(diff "$work/native" "$work/engine" | head -n 3 | tr '\n' ' ')"
    else
        good
    fi
}
threads() { if [ "$(jq .threads_max "$work/s.json")" -ge "$1" ]; then good; else bad "only $(jq .threads_max "$work/s.json") threads"; fi; }

seq 1 40 >"$work/lines"
if built pigz; then
    pigz=$real/pigz/pigz
    alike 0 /dev/null "$pigz" --version
    alike 0 "$work/lines" "$pigz" -l
    "$pigz" -c "$work/lines" >"$work/lines.gz"
    # Decompression by a reading and a writing thread.
    alike 0 "$work/lines.gz" "$pigz" -d -c -p 2
    threads 2
    # Compression: a thread for each block, one that writes.
    timeout 120 "$HEDDLE" test --quiet --summary="$work/s.json" --out="$work/out" --stdin="$work/lines" "$pigz" -- -p 2 -c 2>"$work/err"
    [ $? -eq 0 ] && good || bad "pigz -p 2: $(head -n 1 "$work/err")"
    threads 3
fi
[ -n "${HEDDLE_LONG:-}" ] || finish

if built coreutils; then
    utils=$real/coreutils/src
    for program in wc cksum base64; do alike 0 "$work/lines" "$utils/$program"; done
    alike 0 "$work/lines" "$utils/cksum" -a sha256
    alike 0 /dev/null "$utils/factor" 123456 97
    alike 0 /dev/null "$utils/expr" 3 '*' 14
    alike 0 "$work/lines" "$utils/sort" -r --parallel=1
    seq 12 -1 1 >"$work/few"
    alike 3 "$work/few" "$utils/sort" -n --parallel=2
    threads 2
fi
if built lbzip2; then alike 0 /dev/null "$real/lbzip2/src/lbzip2" --version; fi
if built memcached; then alike 0 /dev/null "$real/memcached/memcached" -h; fi
finish
