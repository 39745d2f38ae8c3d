# server.sh — a PostgreSQL server of one's own in a temporary folder, over a socket there, as an unprivileged
# user. Read by run.sh, bench/run-campaigns.sh and the oracle.
#     server_start NAME     makes the folder $server, starts the server, makes the database NAME;
#                           in $server_folder (/tmp);
#                           where $server_template names a folder, its data is a copy of that one, which the
#                           first server makes
#     server_stop, server_again, server_remove
#     server_address NAME   the address for --db
#     server_sql STATEMENT  what psql prints for it, in the database that with_server made
#     with_server NAME COMMAND…
#                           for cases of tests/lib.sh: runs the command with $db the address of a new database
#                           on a server of its own; passes where PostgreSQL is not installed
server_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$server_bin" ] || server_bin=$(dirname "$(command -v initdb 2>/dev/null || echo none)")
server_is_there() { [ -x "$server_bin/initdb" ] && [ -x "$server_bin/pg_ctl" ]; }
server_user() { if id postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi; }
# The server refuses to run as root.
server_as() {
    if [ "$(id -u)" -ne 0 ]; then
        "$@"
    else
        setpriv --reuid="$(server_user)" --regid="$(id -g "$(server_user)")" --clear-groups \
            env HOME="$server" "$@"
    fi
}
server_again() {
    (cd / && server_as "$server_bin/pg_ctl" -D "$server/data" -w -s -l "$server/log" \
        -o "-k $server -c listen_addresses= -c fsync=${HEDDLE_SERVER_FSYNC:-off}" start) \
        </dev/null >/dev/null 2>&1
}
server_stop() {
    (cd / && server_as "$server_bin/pg_ctl" -D "$server/data" -m "${1:-immediate}" -w -s stop) >/dev/null 2>&1
}
server_start() {
    server=$(mktemp -d "${server_folder:-/tmp}/heddle-pg-XXXXXX")
    [ "$(id -u)" -ne 0 ] || chown "$(server_user)" "$server"
    if [ -n "${server_template:-}" ] && [ -d "$server_template" ]; then
        cp -a "$server_template" "$server/data"
    else
        (cd / && server_as "$server_bin/initdb" -D "$server/data" -U heddle -A trust -E UTF8 --locale=C \
            --no-sync) >/dev/null 2>"$server.err" || cat "$server.err"
        rm -f "$server.err"
        # Cases that run at the same time may do so, too: the first is taken.
        [ -z "${server_template:-}" ] || { cp -a "$server/data" "$server_template.$BASHPID" &&
            mv -nT "$server_template.$BASHPID" "$server_template"; }
    fi
    server_again && "$server_bin/createdb" -h "$server" -U heddle "$1"
}
server_remove() {
    [ -n "${server:-}" ] || return 0
    server_stop
    rm -rf "$server"
    server=
}
server_sql() { "$server_bin/psql" -q -t -A -h "$server" -U heddle "$server_database" -c "$1" 2>&1; }
with_server() {
    server_database=$1
    shift
    unset PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE
    if ! server_is_there; then
        echo "$name: skipped: PostgreSQL (package postgresql) is not installed"
        good
        return
    fi
    server_template=$common/server-data server_folder=
    case $common in /dev/shm/*) server_folder=/dev/shm ;; esac
    server_start "$server_database" || bad "the server does not start"
    trap server_remove EXIT
    db=$(server_address "$server_database")
    "$@"
    server_remove
    trap - EXIT
}
server_address() { echo "postgresql://heddle@/$1?host=$server"; }
