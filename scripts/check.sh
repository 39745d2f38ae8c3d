#!/bin/bash
# Runs the suites of tests (tests/NAME/run.sh), twice as many side by side as there are cores, the longest
# first.
# For each it prints a block: its name and its seconds, what its log says where something failed, and its
# count. The last line is the total, "N passed, N failed". A suite that ends without such a count, or with an
# exit status that does not agree with it, is itself a failure. The logs stay in BUILD_FOLDER/check-NAME.log.
# Before that, of several suites, the seconds of each and the ten cases that took the processor longest.
# With several suites, the compiler that they find in PATH is a client of a server that forks instead of
# loading the compiler each time (tests/compiler); its seconds are told by themselves.
# Usage: check.sh BUILD_FOLDER [SUITE...]      SUITE: tests/NAME/run.sh
# Environment: HEDDLE_CHECK_JOBS (suites at a time, default: two for each core), HEDDLE_LONG=1 (random
# suites longer)
set -u
cd "$(dirname "$0")/.."
build=${1:?"usage: check.sh BUILD_FOLDER [SUITE...]"}
shift
export HEDDLE_BUILD=$build HEDDLE=$PWD/$build/heddle
case $build in /*) export HEDDLE=$build/heddle ;; esac
at_a_time=${HEDDLE_CHECK_JOBS:-$((2 * $(nproc)))} # many wait now and then
# Those that take long, the longest first; those of many cases that take longest with HEDDLE_LONG, and so have
# all cores then, after the others; and those that wait more than they compute, of which two cases run at a
# time.
long='campaigns conform detect oracle sequential diff unit strategies limits verify cli cache fingerprints
    real kernel cc units infinite races door plugins symmetry examples'
wide=''
waits='campaigns'
[ -z "${HEDDLE_LONG:-}" ] || wide='solver enumerate tsan places csmith oracle'

suites=("$@")
[ $# -gt 0 ] || mapfile -t suites < <(ls tests/*/run.sh | LC_ALL=C sort)
# With one suite its cases have the cores, with several the suites have.
[ ${#suites[@]} -eq 1 ] || export JOBS=${JOBS:-1}

name_of() {
    local folder=${1%/run.sh}
    echo "${folder##*/}"
}

# Runs one suite with JOBS cases at a time; leaves its log, its seconds (real, user, system), its exit status.
run_suite() {
    local name TIMEFORMAT='%R %U %S'
    name=$(name_of "$1")
    rm -f "$build/check-$name".*
    case " $waits " in *" $name "*) [ "${JOBS:-}" != 1 ] || export JOBS=2 ;; esac
    export HEDDLE_CASE_TIMES=${HEDDLE%/*}/check-$name.cases
    { time "$1" >"$build/check-$name.log" 2>&1 </dev/null; echo "$?" >"$build/check-$name.status"; } \
        2>"$build/check-$name.seconds"
}

# Prints the block of a suite that has ended.
passed=0 failed=0 processor=0
show() {
    local suite=$1 name last status good bad real user system log
    name=$(name_of "$suite")
    log=$build/check-$name.log
    read -r real user system <"$build/check-$name.seconds"
    status=$(cat "$build/check-$name.status")
    processor=$(awk "BEGIN { print $processor + $user + $system }")
    awk "BEGIN { printf \"== %s (%.0f s, processor %.0f s)\\n\", \"$suite\", $real, $user + $system }"
    last=$(tail -n 1 "$log")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
        if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    else
        good=0 bad=1
        echo "$suite ended with exit status $status and no count"
    fi
    if [ "$bad" -ne 0 ]; then tail -n 60 "$log"; else echo "$last"; fi
    passed=$((passed + good)) failed=$((failed + bad))
}
# Shows, in their order, the suites that have ended, up to the first that has not.
shown=0
show_ended() {
    while [ "$shown" -lt ${#suites[@]} ] && [ -s "$build/check-$(name_of "${suites[shown]}").status" ]; do
        show "${suites[shown]}"
        shown=$((shown + 1))
    done
}

. tests/descendants.sh
interrupted() {
    trap '' INT TERM
    # shellcheck disable=SC2046
    kill -TERM $(descendants $$) 2>/dev/null
    [ -z "${compiler:-}" ] || rm -rf "$sockets"
    echo "$passed passed, $((failed + 1)) failed"
    exit 130
}
trap interrupted INT TERM

# named NAME…: the suites of these names, in their order.
named() {
    local name suite
    for name in "$@"; do
        for suite in "${suites[@]}"; do [ "$(name_of "$suite")" != "$name" ] || echo "$suite"; done
    done
}
for suite in "${suites[@]}"; do
    [ -x "$suite" ] || { echo "there is no suite $suite"; echo "0 passed, 1 failed"; exit 1; }
    rm -f "$build/check-$(name_of "$suite").status"
done
order=()
# shellcheck disable=SC2086
for suite in $(named $long) "${suites[@]}"; do
    case " $wide ${order[*]} " in
    *" $(name_of "$suite") "* | *" $suite "*) ;;
    *) order+=("$suite") ;;
    esac
done

compiler=
# Starts the server of compilers, and puts its client first in PATH. What a program is kept by in the cache
# depends on the compiler's folder, so that folder does not change after this.
start_compilers() {
    local folder
    folder=$(realpath "$build")/compiler
    rm -rf "$folder"
    mkdir "$folder" && cp "$build/fork-client" "$folder/clang-19" || return
    sockets=$(mktemp -d) || return
    export HEDDLE_FORK_SERVER=$sockets/compiler
    LD_BIND_NOW=1 LD_PRELOAD=$(realpath "$build")/fork-server.so clang-19 &
    compiler=$!
    disown "$compiler" # `wait -n` waits for suites
    PATH=$folder:$PATH
}
# Ends it, and says what it and the compilers took.
end_compilers() {
    local user system children_user children_system
    [ -n "$compiler" ] || return
    read -r user system children_user children_system < <(cut -d ' ' -f 14-17 "/proc/$compiler/stat")
    kill "$compiler" 2>/dev/null
    rm -rf "$sockets"
    user=$((user + system + children_user + children_system))
    compilers=$(awk "BEGIN { print $user / $(getconf CLK_TCK) }")
    processor=$(awk "BEGIN { print $processor + $compilers }")
}
[ ${#suites[@]} -eq 1 ] || start_compilers

SECONDS=0 running=0
for suite in "${order[@]}"; do
    if [ "$running" -ge "$at_a_time" ]; then
        wait -n
        running=$((running - 1))
        show_ended
    fi
    run_suite "$suite" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n
    running=$((running - 1))
    show_ended
done
# one_after_another JOBS NAME…: those of the suites that have these names.
one_after_another() {
    local suite
    for suite in $(named "${@:2}"); do
        JOBS=$1 run_suite "$suite" &
        wait $!
        show_ended
    done
}
# shellcheck disable=SC2086
one_after_another $((($(nproc) * 3 + 1) / 2)) $wide

end_compilers
# What took how long: suites, then cases.
show_times() {
    local suite name real user system
    echo '== processor seconds of each suite, and how long it took'
    for suite in "${suites[@]}"; do
        name=$(name_of "$suite")
        read -r real user system <"$build/check-$name.seconds"
        awk "BEGIN { printf \"%8.1f %8.1f  %s\n\", $user + $system, $real, \"$name\" }"
    done | sort -rn
    [ -z "$compiler" ] || awk "BEGIN { printf \"%8.1f %8s  compilers of all suites\n\", $compilers, \"\" }"
    echo '== processor seconds of the slowest cases'
    # Times are as bash writes them: 1m2.345s.
    for suite in "${suites[@]}"; do
        name=$(name_of "$suite")
        [ ! -f "$build/check-$name.cases" ] || sed "s/^/$name /" "$build/check-$name.cases"
    done | awk 'function seconds(t) { split(t, part, /[ms]/); return part[1] * 60 + part[2] }
         { printf "%8.1f  %s %s\n", seconds($3) + seconds($4), $1, $2 }' | sort -rn | head
}
[ ${#suites[@]} -eq 1 ] || show_times
[ ${#suites[@]} -eq 1 ] ||
    awk "BEGIN { printf \"${#suites[@]} suites, $SECONDS s, processor %.0f s\\n\", $processor }"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
