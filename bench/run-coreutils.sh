#!/bin/bash
# Line and branch coverage of programs of GNU coreutils within a budget each, with symbolic arguments, a
# symbolic file and a symbolic standard input, and how many tests of paths cover that (--tests=new-coverage).
# Lines are those of the program's own file, src/PROGRAM.c, as heddle cover tells them.
# Usage: run-coreutils.sh [FOLDER [SECONDS]]   (FOLDER: where they are built first if they are not there yet;
# SECONDS a program, default 60)
# Environment: HEDDLE (the executable), ONLY (names), STRATEGY (auto), SEARCH (coverage), OPTIONS (others of
# heddle test)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
export HEDDLE=${HEDDLE:-$top/build/heddle}
programs=${ONLY:-echo cat wc sort paste mkdir tr seq}
folder=${1:-$top/examples/real/build}
seconds=${2:-60}
for program in $programs; do
    [ -x "$folder/coreutils/src/$program" ] && continue
    MORE=$programs "$top/examples/real/coreutils.sh" "$folder" >&2
    break
done
built=$(realpath "$folder/coreutils/src")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache

# Arguments as in the experiments of KLEE (OSDI 2008).
symbolic=(--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8)

# covered KIND FOLDER FILE: how many of all records of this kind (L, BR) are covered, and percent
covered() {
    "$HEDDLE" cover "$2" | awk -F: -v all="$1F" -v hit="$1H" -v file="$3" '
        /^SF:/ { here = $2 ~ "(^|/)" file "$" }
        here && $1 == all { n += $2 }
        here && $1 == hit { m += $2 }
        END { printf "%d/%d %.1f", m, n, n ? 100 * m / n : 0 }'
}

format='%-8s %10s %7s %10s %7s %8s %6s %9s %8s  %s\n'
# shellcheck disable=SC2059
line() { printf "$format" "$@"; }
line program lines '%' branches '%' runs tests findings MiB 'stopped by'
bad=0
for program in $programs; do
    rm -rf "$work/out" "$work/s.json"
    # shellcheck disable=SC2086
    "$HEDDLE" test --quiet --strategy="${STRATEGY:-auto}" --search="${SEARCH:-coverage}" --checks=no-race \
        --tests=new-coverage --max-time="$seconds" --out="$work/out" --summary="$work/s.json" ${OPTIONS:-} \
        "$built/$program" "${symbolic[@]}" >"$work/log" 2>&1 || true
    if [ ! -f "$work/s.json" ]; then
        echo "$program: no summary: $(tail -n 1 "$work/log")"
        bad=1
        continue
    fi
    read -r lines lines_percent < <(covered L "$work/out" "src/$program.c" && echo)
    read -r branches branches_percent < <(covered BR "$work/out" "src/$program.c" && echo)
    read -r runs tests findings memory reason < <(jq -r '[.traces, .path_tests, (.bugs | length),
        (.rss_bytes / 1048576 | round), .halt_reason] | @tsv' "$work/s.json")
    line "$program" "$lines" "$lines_percent" "$branches" "$branches_percent" "$runs" "$tests" "$findings" \
        "$memory" "$reason"
    # Each test of a path replays without a finding.
    for test in "$work"/out/*-path.test.json; do
        [ -e "$test" ] || continue
        status=0
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>"$work/log" || status=$?
        [ "$status" -eq 0 ] && continue
        echo "$program: $(basename "$test"): exit status $status: $(tail -n 1 "$work/log")"
        bad=1
    done
done
exit $bad
