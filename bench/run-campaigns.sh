#!/bin/bash
# What a database costs, and what several processes gain: seconds of one campaign without a database, with
# SQLite and with PostgreSQL (with fsync); two processes on a database against --jobs=2; and how long it takes
# to go on after a kill. Each is measured three times; the middle one counts.
# Usage: run-campaigns.sh [ARGUMENTS OF heddle test]     default: bench/campaigns_load.c
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
export HEDDLE_SERVER_FSYNC=on
. "$here/../tests/campaigns/server.sh"
work=$(mktemp -d)
trap 'server_remove; rm -rf "$work"' EXIT
cd "$work" || exit 1
arguments=("$@")
[ $# -gt 0 ] || arguments=(--cutoffs=off "$here/campaigns_load.c")

# seconds COMMAND…: its seconds, and those of the processor, which count where the machine is busy
seconds() {
    local TIMEFORMAT='%R s, processor %U + %S'
    { time "$@" >out 2>err; } 2>&1
}
explore() { "$HEDDLE" test -q --strategy=por --hunt=off --symmetry=off --out=o "$@" "${arguments[@]}"; }
with_file() { rm -f c.db && explore --db=c.db "$@"; }
with_server() {
    "$server_bin/dropdb" -f --if-exists -h "$server" -U heddle c
    "$server_bin/createdb" -h "$server" -U heddle c
    explore --db="$(server_address c)" "$@"
}
middle() { # WHAT COMMAND…
    local what=$1 k
    shift
    for k in 1 2 3; do seconds "$@"; done | sort -n | sed -n 2p | sed "s/^/$what: /"
}
explore >/dev/null 2>&1 # the program is in the cache from now on
middle 'one process                 ' explore
middle 'one process, SQLite         ' with_file
ls -l c.db | awk '{ print "                              bytes of the file: " $5 }'
middle '--jobs=2                    ' explore --jobs=2
middle 'two processes, SQLite       ' with_file --jobs=2
if server_is_there && server_start c; then
    middle 'one process, PostgreSQL     ' with_server
    middle 'two processes, PostgreSQL   ' with_server --jobs=2
fi
# The time until a killed campaign goes on: from the start of the command to its first commit is what a worker
# row and a task tell; here the whole command, of a campaign that was killed just before its end.
with_file --max-time=1
explore --db=c.db >/dev/null 2>&1 &
sleep 1
kill -KILL $!
wait $! 2>/dev/null
middle 'go on after a kill, for 1 s ' explore --db=c.db --max-time=1
