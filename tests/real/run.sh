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
    alike 0 "$work/lines" "$pigz" -z -c -p 2
    # One byte of the input may be anything: more code runs than for the one that is there.
    head -c 64 "$work/lines" >"$work/in64"
    limited() {
        timeout 60 "$HEDDLE" test --quiet --max-traces=300 --summary="$work/s.json" --out="$work/$1" --stdin="$work/in64" "${@:2}" "$pigz" -- -p 2 -c 2>"$work/err"
        status=$?
    }
    limited concrete
    [ "$status" -eq 0 ] && good || bad "pigz on 64 bytes: status $status: $(head -n 1 "$work/err")"
    concrete=$(jq .branches_covered "$work/s.json")
    limited symbolic --symbolic=stdin:1@20
    [ "$status" -eq 3 ] && good || bad "pigz with a symbolic byte: status $status: $(head -n 1 "$work/err")"
    threads 3
    jq -e --argjson concrete "$concrete" '.bugs == [] and .traces == 300 and .queries > 0 and .branches_covered >= 500 and .branches_covered > $concrete' "$work/s.json" >/dev/null && good ||
        bad "pigz with a symbolic byte: $(jq -c '[.bugs, .traces, .queries, .branches_covered]' "$work/s.json"), with a concrete one $concrete branches"
    # One failure: what is found occurs again.
    limited faults --faults=1
    { [ "$status" -eq 1 ] || [ "$status" -eq 3 ]; } && good || bad "pigz with a failure: status $status: $(head -n 1 "$work/err")"
    jq -e '.traces == 300 and .internal_error == null' "$work/s.json" >/dev/null && good || bad "pigz with a failure: $(jq -c '[.traces, .internal_error]' "$work/s.json")"
    while read -r test; do
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>"$work/err"
        status=$?
        [ "$status" -eq 1 ] && good || bad "pigz with a failure: replay of $(basename "$test"): status $status: $(head -n 1 "$work/err")"
    done < <(jq -r '.bugs[].test' "$work/s.json")
fi
[ -n "${HEDDLE_LONG:-}" ] || finish

if built coreutils; then
    utils=$real/coreutils/src
    mkdir "$work/files"
    . "$top/tests/real/coreutils.sh"
    seq 12 -1 1 >"$work/few"
    alike 3 "$work/few" "$utils/sort" -n --parallel=2
    threads 2
fi
if built lbzip2; then alike 0 /dev/null "$real/lbzip2/src/lbzip2" --version; fi
if built memcached; then alike 0 /dev/null "$real/memcached/memcached" -h; fi
finish
