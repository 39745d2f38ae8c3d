#!/bin/bash
# Runs every test: the unit tests (meson) and each shell suite (tests/*.sh and tests/*/run.sh). A suite ends with
# a line "N passed, N failed"; one that does not, or that exits non-zero without a counted failure, is itself a
# failure. The last line printed here is the total.
# Usage: check.sh BUILD_FOLDER [SUITE...]     HEDDLE_LONG=1 makes the random suites longer
set -u
cd "$(dirname "$0")/.."
build=$1
shift
export HEDDLE_BUILD=$build HEDDLE=$PWD/$build/heddle
passed=0 failed=0
tally() { passed=$((passed + $1)) failed=$((failed + $2)); }

if [ $# -eq 0 ]; then
    echo "== unit"
    log=$build/check-unit.log
    # The random ones take hours where they are long.
    meson test -C "$build" --no-rebuild --print-errorlogs ${HEDDLE_LONG:+-t 6} >"$log" 2>&1
    status=$?
    number() { sed -n "s/^$1: *\([0-9][0-9]*\) *$/\1/p" "$log" | tail -n 1; }
    ok=$(number Ok) bad=$(($(number Fail || true) + $(number 'Unexpected Pass' || true) + $(number Timeout || true)))
    if [ "$status" -ne 0 ]; then tail -n 60 "$log"; fi
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    echo "${ok:-0} passed, $bad failed"
    tally "${ok:-0}" "$bad"
    suites=$(ls tests/*.sh tests/*/run.sh 2>/dev/null | LC_ALL=C sort)
else
    suites=$*
fi

for suite in $suites; do
    [ -x "$suite" ] || continue
    echo "== $suite"
    log=$build/check-$(echo "${suite#tests/}" | tr '/.' '--').log
    "$suite" >"$log" 2>&1
    status=$?
    last=$(tail -n 1 "$log")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
        if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    else
        good=0 bad=1
        echo "$suite ended with exit status $status and no count"
    fi
    if [ "$bad" -ne 0 ]; then tail -n 60 "$log"; else echo "$last"; fi
    tally "$good" "$bad"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
