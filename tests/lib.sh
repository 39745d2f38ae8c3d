#!/bin/bash
# lib.sh — what every suite of tests begins and ends with, so that each can run one case by name.
#
# A suite is a script tests/NAME/run.sh. It reads this file first, says what its cases are, and ends so:
#
#     . "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
#     case_something() { … good … bad 'what is wrong' … }
#     suite "$@"
#
# A case is a function case_NAME. Where cases are files or lines of a table, the suite defines instead
#     names         prints the names of all cases, one a line
#     one NAME      runs one case
#     is_case NAME  whether there is such a case, where names does not tell all (random seeds)
# and, where there is something to do before the cases,
#     prepare       runs once, in the folder $common, whose files all cases may read
#     before_case   runs before each case, in the case's folder
#
# run.sh runs all cases, run.sh NAME… those, run.sh --list prints the names. Each case runs in a process and
# in an empty folder of its own, with a folder for temporary files (TMPDIR) of its own; JOBS cases run at a
# time. What a case prints is shown when all have ended. The last line is "N passed, N failed": the checks,
# not the cases.
#
# Environment: HEDDLE_CASE_TIMES (a file that gets a line for each case: its name, user and system time),
# HEDDLE (the executable), HEDDLE_BUILD (the build folder), JOBS, HEDDLE_KEEP=1 (leaves the
# folders of the cases and says where they are), HEDDLE_ORACLE_FIRST (see first_seed).
# For a suite: top (the top of the tree), here (the suite's folder), HEDDLE, HEDDLE_BUILD, name (the case that
# runs).
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:+$(realpath -m "$HEDDLE")}
HEDDLE_BUILD=$(cd "$top" && realpath -m "${HEDDLE_BUILD:-$(dirname "${HEDDLE:-build/heddle}")}")
HEDDLE=${HEDDLE:-$HEDDLE_BUILD/heddle}
export HEDDLE HEDDLE_BUILD
passed=0 failed=0

good() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAIL $name: $*"
}
# same WHAT GOT WANTED
same() { if [ "$2" = "$3" ]; then good; else bad "$1: '$2', not '$3'"; fi; }
# check WHAT_IS_WRONG COMMAND…: the command succeeds.
check() {
    local wrong=$1
    shift
    if "$@"; then good; else bad "$wrong"; fi
}
# nothing_left: no temporary file was left behind.
nothing_left() { same 'temporary files that are left' "$(ls "$TMPDIR")" ''; }

# gojq understands what jq does, and starts in 3 ms of the processor instead of 30.
if command -v gojq >/dev/null; then jq() { command gojq "$@"; }; fi

# For suites whose cases are lines of a table: `table` prints lines "NAME | FIELD | FIELD …", several of a
# name.
row_names() { table | sed 's/ *|.*//' | LC_ALL=C sort -u; }
# each_row NAME FUNCTION: calls the function with the fields of each line of that name, without blanks at
# their ends.
each_row() {
    local line rest fields=()
    while IFS= read -r line; do
        [ "${line%%[ |]*}" = "$1" ] || continue
        rest=${line#*|} fields=()
        while :; do
            fields+=("$(trimmed "${rest%%|*}")")
            [[ $rest == *'|'* ]] || break
            rest=${rest#*|}
        done
        "$2" "${fields[@]}"
    done < <(table)
}
trimmed() {
    local text=${1#"${1%%[![:space:]]*}"}
    printf '%s' "${text%"${text##*[![:space:]]}"}"
}

# run STATUS ARGUMENTS…: runs heddle, output in ./out and ./err. Suites may have another one.
run() {
    local want=$1 status
    shift
    timeout 120 "$HEDDLE" "$@" >out 2>err </dev/null
    status=$?
    same "heddle $*: exit status ($(tail -n 1 err))" $status "$want"
}

# commit_number: a number that the commit decides; 0 where git does not tell it.
commit_number() {
    local commit
    commit=$(git -C "$top" rev-parse HEAD 2>/dev/null) || commit=0
    echo $((16#${commit:0:6}))
}
# first_seed: what the seeds of random suites begin behind, a number below 100000. With HEDDLE_LONG the commit
# decides it, so that each commit has other programs, and always the same ones; else it is 0: whether a change
# may go in does not depend on programs that nobody has seen. HEDDLE_ORACLE_FIRST=N: N.
first_seed() {
    local commit=0
    [ -z "${HEDDLE_LONG:-}" ] || commit=$(commit_number)
    echo $((10#${HEDDLE_ORACLE_FIRST:-$((commit % 100000))}))
}
# part_of COUNT PARTS: which of the seeds 1 to COUNT a run takes, as FIRST LAST: one of PARTS parts of them,
# which the commit chooses; all where HEDDLE_LONG or HEDDLE_ORACLE_FIRST is set.
part_of() {
    local length=$((($1 + $2 - 1) / $2)) part
    if [ -n "${HEDDLE_LONG:-}${HEDDLE_ORACLE_FIRST:-}" ]; then
        echo "1 $1"
        return
    fi
    # The last part may be shorter, not empty.
    part=$(($(commit_number) % (($1 + length - 1) / length)))
    echo "$((part * length + 1)) $(((part + 1) * length > $1 ? $1 : (part + 1) * length))"
}
# seeds COUNT: so many from there on, for suites whose cases are seeds.
seeds() { seq $(($(first_seed) + 1)) $(($(first_seed) + $1)); }

# some_of PARTS WORD...: those of the words that a run takes, a line each: one of PARTS parts of them, which
# the commit chooses; all with HEDDLE_LONG. For what is long and much alike.
some_of() {
    local parts=$1 number=0 word first
    shift
    first=$(commit_number)
    for word in "$@"; do
        [ -z "${HEDDLE_LONG:-}" ] && [ $(((number++ + first) % parts)) -ne 0 ] || echo "$word"
    done
}

# temporary_folder: where the folders of cases are made. Files in memory cost a third of the system's time of
# those on a disk, and databases there need not wait for it; so that is taken where there is much of it, if
# nobody says where (TMPDIR), and the programs are small ones.
temporary_folder() {
    local free
    if [ -z "${TMPDIR:-}${HEDDLE_LONG:-}" ] && [ -w /dev/shm ] &&
        grep '^[^ ]* /dev/shm tmpfs ' /proc/mounts 2>/dev/null | grep -qv noexec; then
        free=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
        [ "${free:-0}" -lt 4000000 ] || { echo /dev/shm; return; }
    fi
    echo "${TMPDIR:-/tmp}"
}

names() { declare -F | sed -n 's/^declare -f case_//p'; }
one() { "case_$1"; }
is_case() { grep -qxF -e "$1" "$work/names"; }
prepare() { :; }
before_case() { :; }

. "$top/tests/descendants.sh"
interrupted() {
    trap '' INT TERM
    # shellcheck disable=SC2046
    kill -TERM $(descendants $$) 2>/dev/null
    exit "$1"
}
clean_up() {
    if [ -n "${HEDDLE_KEEP:-}" ]; then echo "kept: $work/cases" >&2; else rm -rf "$work"; fi
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

# In a process of its own.
run_case() {
    trap - INT TERM EXIT
    name=$1
    mkdir "$work/cases/$name" "$work/tmp/$name" && cd "$work/cases/$name" || exit 1
    export TMPDIR=$work/tmp/$name
    before_case
    one "$name"
    echo "$passed $failed" >"$work/counts/$name"
    times >"$work/times/$name"
    [ -n "${HEDDLE_KEEP:-}" ] || rm -rf "$work/cases/$name" "$TMPDIR"
}

suite() {
    local cases=() running=0 ok wrong
    if [ "${1:-}" = --list ]; then
        names
        exit 0
    fi
    name=$(basename "$here")
    if [ "${needs_engine:-yes}" = yes ] && [ ! -x "$HEDDLE" ]; then
        bad "$HEDDLE is not built"
        finish
    fi
    work=$(mktemp -d -p "$(temporary_folder)") common=$work/common
    trap clean_up EXIT
    trap 'interrupted 130' INT
    trap 'interrupted 143' TERM
    mkdir "$work/cases" "$work/tmp" "$work/counts" "$work/times" "$work/logs" "$common"
    # Not the user's, and none that another suite or an earlier run filled.
    export XDG_CACHE_HOME=$work/cache
    names >"$work/names"
    mapfile -t cases <"$work/names"
    if [ $# -gt 0 ]; then cases=("$@"); fi
    for name in "${cases[@]}"; do
        is_case "$name" || bad "there is no such case; run.sh --list prints the names of all"
    done
    [ "$failed" -eq 0 ] || finish
    cd "$common" || exit 1
    prepare
    for name in "${cases[@]}"; do
        if [ "$running" -ge "${JOBS:-$(nproc)}" ]; then
            wait -n
            running=$((running - 1))
        fi
        run_case "$name" >"$work/logs/$name" 2>&1 </dev/null &
        running=$((running + 1))
    done
    wait
    for name in "${cases[@]}"; do
        cat "$work/logs/$name"
        if read -r ok wrong 2>/dev/null <"$work/counts/$name"; then
            passed=$((passed + ok)) failed=$((failed + wrong))
        else
            bad "ended before its end"
        fi
        # The processor's time of what the case started: its second line.
        if [ -n "${HEDDLE_CASE_TIMES:-}" ]; then
            echo "$name" "$(sed -n 2p "$work/times/$name" 2>/dev/null)" >>"$HEDDLE_CASE_TIMES"
        fi
    done
    finish
}
