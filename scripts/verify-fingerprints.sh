#!/bin/bash
# Checks the fingerprints that cut-offs rest on against whole states (src/audit/verify.h): builds the engine
# with the option verify_fingerprints in a folder of its own and runs small programs of the suites, and random
# ones, with it. A program fails where two states have one fingerprint or a causal history does not repeat, or
# where more than one state in twenty, and more than three, has several fingerprints. Then parts of the state
# are taken out of fingerprints and texts, one at a time, and the check has to find that.
# Usage: verify-fingerprints.sh [FOLDER [PROGRAM.c...]]     FOLDER: build-verify when absent
# The last line is "N passed, N failed".
# Environment: HEDDLE_VERIFY_SECONDS (of each program, 4), HEDDLE_VERIFY_RANDOM (random programs, 40),
# HEDDLE_VERIFY_SHOW
set -u
cd "$(dirname "$0")/.."
folder=${1:-build-verify}
[ $# -gt 0 ] && shift
seconds=${HEDDLE_VERIFY_SECONDS:-4} random=${HEDDLE_VERIFY_RANDOM:-40}
mkdir -p "$folder"
folder=$(realpath "$folder") log=$folder/verify-setup.log
build() {
    scripts/configure.sh meson "$folder" -Dverify_fingerprints=true &&
        ninja -C "$folder" heddle oracle && scripts/build-libc.sh "$folder"
}
if ! build >"$log" 2>&1; then
    tail -n 20 "$log"
    echo "0 passed, 1 failed"
    exit 1
fi
programs=("$@")
[ $# -gt 0 ] || programs=(tests/{objects,infinite,races,detect,verify}/*.c examples/*.c)
passed=0 failed=0 events=0 states=0 missed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# judge NAME STATUS: what was told on stderr, in $work/log
judge() {
    local name=$1 status=$2 last e s m
    last=$(grep '^verify: [0-9]' "$work/log" | tail -n 1)
    read -r e s m < <(sed -n 's/^verify: \([0-9]*\) events, [0-9]* fingerprints, \([0-9]*\) states'\
'.* \([0-9]*\) missed.*/\1 \2 \3/p' <<<"$last")
    if [ -z "${e:-}" ]; then
        # Nothing was decided about: a program that does not compile, or one that ends at its first event.
        e=0 s=0 m=0
        if [ "$status" -gt 3 ]; then
            failed=$((failed + 1))
            echo "$name: exit status $status"
            tail -n 3 "$work/log"
            return
        fi
    fi
    events=$((events + e)) states=$((states + s)) missed=$((missed + m))
    if [ "$status" -ge 4 ] || { [ "$m" -gt 3 ] && [ $((m * 20)) -gt "$s" ]; }; then
        failed=$((failed + 1))
        echo "$name: exit status $status; $last"
        grep '^verify: [a-z]' "$work/log" | head -n 3
    else
        passed=$((passed + 1))
    fi
}

for program in "${programs[@]}"; do
    options=$(sed -n 's|^/\* options: \(.*\) \*/$|\1|p' "$program" | head -n 1)
    for more in "" --spurious-wakeups; do
        [ -z "$more" ] || grep -q pthread_cond_ "$program" || continue
        # shellcheck disable=SC2086
        timeout $((seconds * 10 + 20)) "$folder/heddle" test --jobs=1 --max-time="$seconds" \
            --out="$work/tests" $options $more "$program" >"$work/log" 2>&1
        judge "$program${more:+ $more}" $?
    done
done
# hidden PART PROGRAM…: where this part of the state is hidden, states taken for equal go on differently.
hidden() {
    local part=$1 program
    shift
    for program in "$@"; do
        HEDDLE_VERIFY_HIDE=$part timeout 60 "$folder/heddle" test --jobs=1 --hunt=off --max-time=20 \
            --out="$work/tests" "tests/detect/$program.c" >"$work/log" 2>&1
        if [ $? -eq 4 ] && grep -q '^verify: hidden state' "$work/log"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "$program: nothing was found where $part does not belong to the state"
        fi
    done
}
if [ $# -eq 0 ]; then
    hidden time time_by_{call,cycles,instruction} time_of_{created_thread{,_late},ended_thread{,_later}}
    hidden output stdout_{file_order,read_back} dup2_orders
    hidden draws random_state
    hidden frees freed_by_another{,_later}
fi

if [ $# -eq 0 ] && [ "$random" -gt 0 ]; then
    status=0
    (cd "$work" && timeout 3600 "$folder/oracle" "$folder/resource" 70000 "$random") \
        >"$work/log" 2>&1 || status=4
    judge "random programs" "$status"
fi
echo "$events events, $states states; $missed with one more fingerprint"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
