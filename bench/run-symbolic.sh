#!/bin/bash
# Symbolic execution of sequential programs (bench/symbolic): paths, solver queries and where the time goes.
# `asked` counts the queries that reached the back end; the rest were answered before it (models, caches).
# Usage: run-symbolic.sh [NAME...]     Environment: HEDDLE, SOLVER (auto), LIMIT (seconds of each, 600)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle} SOLVER=${SOLVER:-auto} LIMIT=${LIMIT:-600}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }

# program, expected exit status, expected number of paths (- where not known)
expected() {
    case $1 in
    counting) echo 0 2001 ;;
    insertion_sort) echo 0 720 ;; # 6!
    insertion_sort5) echo 0 120 ;;
    bubble_sort) echo 0 24 ;;
    forks) echo 0 4096 ;;
    maze) echo 1 - ;;
    # Of these the last path is the one on which an assumption fails.
    load_large) echo 0 2 ;;
    store_large) echo 0 2 ;;
    pointers) echo 0 6 ;;       # five objects
    calls) echo 0 17 ;;         # four functions, twice
    memcpy_length) echo 0 2 ;;
    strlen) echo 0 17 ;;        # lengths 0 to 16
    strcmp) echo 0 9 ;;         # texts are equal for 0 to 8 characters
    qsort) echo 0 25 ;;         # 4!, and one more comparison of libc
    crc_table) echo 1 2 ;;
    *) echo 0 - ;;
    esac
}

bad=0
printf '%-16s %9s %9s %8s %9s %9s %8s %8s\n' program paths queries asked seconds 'solver s' share 'RSS MiB'
for name in ${*:-$(cd "$here/symbolic" && ls ./*.c | sed 's:^\./::; s:\.c$::')}; do
    read -r status paths < <(expected "$name")
    timeout "$LIMIT" "$HEDDLE" test --quiet --solver="$SOLVER" \
        --out="$work/tests" --summary="$work/summary.json" \
        "$here/symbolic/$name.c" >"$work/log" 2>&1
    got=$?
    if [ "$got" -ne "$status" ]; then
        echo "$name: exit status $got, expected $status: $(tail -n 2 "$work/log" | tr '\n' ' ')"
        bad=1
        continue
    fi
    jq -r '[.traces, .queries, .backend_queries, .seconds, .solver_seconds,
        100 * .solver_seconds / .seconds, .rss_bytes / 1048576] | @tsv' \
        "$work/summary.json" | {
        read -r traces queries asked seconds solver share rss
        printf '%-16s %9d %9d %8d %9.3f %9.3f %7.0f%% %8.0f\n' \
            "$name" "$traces" "$queries" "$asked" "$seconds" "$solver" "$share" "$rss"
        [ "$paths" = - ] || [ "$traces" -eq "$paths" ] || {
            echo "$name: $traces paths, expected $paths"
            exit 1
        }
    } || bad=1
done
exit $bad
