#!/bin/bash
# Explores real programs, built by the scripts of examples/real, within a budget each, and prints a table:
# time, memory, instructions, threads, events, cut-offs, runs, those that ended by themselves, sides of
# branches that were executed, findings, and why the exploration stopped.
# Usage: run-real.sh [FOLDER [SECONDS]]      (FOLDER: where they were built; SECONDS a program, default 600)
# Environment: HEDDLE (the executable), STRATEGY (default por), MEMORY (MiB, default 8192), ONLY (a pattern of
# names, such as 'sort*' or '@(pigz|lbzip2)'), SUMMARIES (a folder where the summaries are kept)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
built=$(realpath "${1:-$top/examples/real/build}")
seconds=${2:-600}
strategy=${STRATEGY:-por}
memory=${MEMORY:-8192}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
printf 'ab\ncd\nef\ngh\n' >"$work/lines"
head -c 64 "$top/README.md" >"$work/text"
peer=$top/examples/real/server_peer.c
server=(-u root -t 2 -p 11211 -U 0 -m 8 -A -l 127.0.0.1 -o no_lru_maintainer,no_lru_crawler,hashpower=12)
item='-DCOMMANDS="set a 0 0 1\r\nx\r\n"'

format='%-20s %-10s %7s %6s %9s %7s %9s %8s %8s %8s %9s %8s  %s'
line() {
    # shellcheck disable=SC2059
    printf "$format\n" "$@"
}
line program strategy seconds MiB 'M insns' threads events cut-offs runs exits branches findings 'stopped by'
# row NAME OPTIONS…: one line of the table
row() {
    local name=$1
    shift
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || return 0
    rm -f "$work/s.json"
    "$HEDDLE" test --quiet --strategy="$strategy" --max-time="$seconds" --max-memory="$memory" \
        --summary="$work/s.json" --out="$work/out" "$@" >"$work/log" 2>&1 || true
    [ -f "$work/s.json" ] || { echo "$name: no summary" && tail -n 5 "$work/log" && return 0; }
    mapfile -t values < <(jq -r '.strategy, (.seconds*10|round/10), (.rss_bytes/1048576|round),
        (.instructions/1e6*10|round/10), .threads_max, .events, .cutoffs, .traces, .paths_exit,
        .branches_covered, (.bugs|length), .halt_reason' "$work/s.json")
    line "$name" "${values[@]}"
    [ -z "${SUMMARIES:-}" ] || cp "$work/s.json" "$SUMMARIES/$name-$strategy.json"
}
row sort-2-of-8-bytes --stdin="$work/lines" --symbolic=stdin:2 "$built/coreutils/src/sort" -- --parallel=2
row sort-8-bytes --stdin="$work/lines" --symbolic=stdin:2 --symbolic=stdin:2@3 --symbolic=stdin:2@6 \
    --symbolic=stdin:2@9 "$built/coreutils/src/sort" -- --parallel=2
row pigz --stdin="$work/text" "$built/pigz/pigz" -- -p 2 -c
row pigz-1-byte --stdin="$work/text" --symbolic=stdin:1@20 "$built/pigz/pigz" -- -p 2 -c
row lbzip2 --stdin="$work/text" "$built/lbzip2/src/lbzip2" -- -n 2 -c
row lbzip2-1-byte --stdin="$work/text" --symbolic=stdin:1@20 "$built/lbzip2/src/lbzip2" -- -n 2 -c
row memcached-packet --max-timeouts=3 "$built/memcached/memcached" "$peer" -- "${server[@]}"
row memcached-set --max-timeouts=3 "$item" "$built/memcached/memcached" "$peer" -- "${server[@]}"
row redis --max-timeouts=3 '-DCOMMANDS="set a 1\r\n"' '-DEND="shutdown nosave\r\n"' \
    "$built/redis/src/redis-server" "$peer" -- --port 7000 --bind 127.0.0.1 --save '' --io-threads 2
row xz --stdin="$work/text" "$built/xz-utils/src/xz/.libs/xz" -- -T2 --block-size=40 -c
row zstd --stdin="$work/text" "$built/libzstd/programs/zstd" -- -T2 -c
row sqlite "$built/sqlite3/sqlite3" -- :memory: \
    'create table t(a, b); insert into t values (1, 2), (3, 4); select sum(a * b) from t;'
row libuv "$built/libuv/work"
row libuv-relaxed --volatile=relaxed "$built/libuv/work"
row libmicrohttpd "$built/libmicrohttpd/request"
row libmicrohttpd-relax --volatile=relaxed "$built/libmicrohttpd/request"
row liburcu "$built/liburcu/doc/examples/hlist/cds_hlist_del_rcu"
row liburcu-relaxed --volatile=relaxed "$built/liburcu/doc/examples/hlist/cds_hlist_del_rcu"
row ck-ticket "$built/ck/regressions/ck_spinlock/validate/ck_ticket" -- 2 1
row ck-epoch "$built/ck/regressions/ck_epoch/validate/ck_epoch_section" -- 2 1 1
row jemalloc "$built/jemalloc/threads"
for bug in twice unlocked expanding stats; do
    [ -x "$built/memcached-$bug/memcached" ] || continue
    arguments=("${server[@]}")
    # The crawler thread is what "unlocked" is about, and two clients that store what "stats" is about.
    [ "$bug" = unlocked ] && arguments[-1]=no_lru_maintainer,hashpower=12
    options=("$item")
    [ "$bug" = stats ] && options+=('-DOTHER="set b 0 0 1\r\nx\r\n"')
    row "memcached-$bug" --max-timeouts=3 "${options[@]}" "$built/memcached-$bug/memcached" "$peer" \
        -- "${arguments[@]}"
done
