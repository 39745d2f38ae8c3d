# server_cases.sh — the database of heddle diff on a server. Read by run.sh.
# shellcheck shell=bash

# One program, version by version: with a file and on the server the same is found, left out and told.
server_same() {
    local k file want on_server
    versions findings 1 2 3
    for k in '1 2' '1 2' '2 3' '1 3' '1 1'; do
        # shellcheck disable=SC2086
        set -- $k
        want=$(($2 == 3 ? 0 : 1))
        compare $want --db=history "v$1.c" "v$2.c"
        file="$(found) $(counts) $(grep -c 'was not explored with these settings before' err)"
        compare $want --db="$db" "v$1.c" "v$2.c"
        on_server="$(found) $(counts) $(grep -c 'was not explored with these settings before' err)"
        same "versions $k" "$on_server" "$file"
    done
    check 'its size is not told' [ "$(figures .db_bytes)" -gt 1000 ]
    # Findings, summaries and versions are there.
    check 'no version' [ "$(server_sql 'SELECT count(*) FROM versions WHERE finished = 1')" -ge 3 ]
    check 'no chunk' [ "$(server_sql 'SELECT count(*) FROM version_chunks')" -ge 1 ]
    check 'no finding' [ "$(server_sql 'SELECT count(*) FROM version_findings')" -ge 2 ]
    compare 1 --db="$db" -DMORE=1 v1.c v2.c
    tells err 'v1.c was not explored with these settings before'
    # States, and what is pruned by them.
    versions counter 1 2
    for k in 1 2; do
        compare 0 --db=history --strategy=por v1.c v2.c
        file=$(figures '[.traces, .events, .complete]')
        compare 0 --db="$db" --strategy=por v1.c v2.c
        same "states, time $k" "$(figures '[.traces, .events, .complete]')" "$file"
    done
}
case_server_same() { with_server history server_same; }

# Campaigns may be in the same database.
server_shared() {
    versions counter 1 2
    compare 0 --db="$db" v1.c v2.c
    "$HEDDLE" test -q --strategy=por --db="$db" --out=t v1.c >out 2>err
    same 'status of a campaign beside' $? 0
    compare 0 --db="$db" v1.c v2.c
    silent err 'was not explored with these settings before'
    "$HEDDLE" status "$db" >out 2>err
    same 'status of heddle status' $? 0
    tells out finished
    same 'products' "$(server_sql 'SELECT product FROM heddle_schema ORDER BY product' | tr '\n' ' ')" \
        'campaigns versions '
}
case_server_shared() { with_server history server_shared; }

server_unusable() {
    local address=$db
    versions counter 1 2
    compare 0 --db="$db" v1.c v2.c
    refused 'does not exist' --db="${address/history/other}" v1.c v2.c
    server_sql "UPDATE heddle_schema SET version = version + 1 WHERE product = 'versions'"
    refused 'was made by a newer heddle' --db="$db" v1.c v2.c
    server_sql "UPDATE heddle_schema SET version = 0 WHERE product = 'versions'"
    refused 'the version of its tables is impossible' --db="$db" v1.c v2.c
    server_sql "UPDATE heddle_schema SET version = 1 WHERE product = 'versions'"
    # Tables that are others than those that were made.
    server_sql 'ALTER TABLE version_chunks RENAME COLUMN checksum TO sum'
    refused 'its tables are damaged' --db="$db" v1.c v2.c
    server_sql 'ALTER TABLE version_chunks RENAME COLUMN sum TO checksum'
    server_sql 'CREATE RULE nothing AS ON INSERT TO version_findings DO INSTEAD NOTHING'
    refused 'its tables are damaged' --db="$db" v1.c v2.c
    server_sql 'DROP RULE nothing ON version_findings'
    server_sql 'ALTER TABLE versions RENAME TO gone'
    server_sql 'CREATE VIEW versions AS SELECT * FROM gone'
    refused 'its tables are damaged' --db="$db" v1.c v2.c
    server_sql 'DROP VIEW versions'
    server_sql 'ALTER TABLE gone RENAME TO versions'
    server_sql 'CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader'
    refused 'permission denied' --db="${address/heddle@/reader@}" v1.c v2.c
    compare 0 --db="$db" v1.c v2.c
    silent err 'was not explored with these settings before'
}
case_server_unusable() { with_server history server_unusable; }

# A server that is away at the beginning is waited for. No message has the password of its address.
server_late() {
    local late other=${db/heddle@/heddle:secret@}
    versions counter 1 2
    compare 0 --db="$db" v1.c v2.c
    server_stop
    "$HEDDLE" diff --db="$other" v1.c v2.c >out 2>err &
    late=$!
    sleep 0.5
    server_again
    wait $late
    same 'status where the server came late' $? 0
    tells err 'the database is away; it is waited for'
    silent err 'was not explored with these settings before'
    silent err secret
    server_stop
    HEDDLE_STORE_PATIENCE=0.1 timeout 20 "$HEDDLE" diff --db="$other" v1.c v2.c >out 2>err
    same 'status where there is no server' $? 3
    tells err 'cannot open'
    silent err secret
    HEDDLE_STORE_PATIENCE=60 timeout 20 "$HEDDLE" diff -q --max-time=0.5 --db="$db" v1.c v2.c >out 2>err
    same 'a limit where there is no server' $? 3
    same 'lines where there is no server' "$(wc -l <err)" 1
    HEDDLE_STORE_PATIENCE=60 timeout -k 20 -s INT 1 "$HEDDLE" diff --db="$db" v1.c v2.c >out 2>err
    tells err 'the database is away; it is waited for'
    same 'lines where it waits' "$(wc -l <err)" 2
}
case_server_late() { with_server history server_late; }

# Rows that were changed are not trusted: never fewer findings, and never complete where some may be missing.
server_damaged() {
    local change status k=0 changes=(
        "UPDATE versions SET verdict = 'safe'"
        "UPDATE versions SET complete = 1, incomplete = '' WHERE complete = 0"
        "UPDATE versions SET findings = 0"
        "UPDATE versions SET program = (SELECT min(program) FROM versions)"
        "UPDATE versions SET settings = settings + 1"
        "UPDATE versions SET layout = ''"
        "UPDATE versions SET checksum = checksum + 1 WHERE id = (SELECT max(id) FROM versions)"
        "DELETE FROM versions WHERE id = (SELECT min(id) FROM versions)"
        "UPDATE version_chunks SET data = set_byte(data, 9, get_byte(data, 9) # 1)"
        "UPDATE version_chunks SET data = (SELECT data FROM version_chunks ORDER BY id LIMIT 1)"
        "UPDATE version_chunks SET version = (SELECT min(id) FROM versions)"
        "UPDATE version_chunks SET version = (SELECT max(id) FROM versions)"
        "DELETE FROM version_chunks"
        "DELETE FROM version_chunks WHERE id = (SELECT min(id) FROM version_chunks)"
        "INSERT INTO version_chunks (version, checksum, data) SELECT version, checksum, data
            FROM version_chunks"
        "UPDATE version_findings SET message = 'other'"
        "UPDATE version_findings SET test = ''"
        "UPDATE version_findings SET key = key || '1'"
        "UPDATE version_findings SET version = 3 - version, key = key || 'x'"
        "DELETE FROM version_findings WHERE id = (SELECT min(id) FROM version_findings)"
        "DELETE FROM version_findings"
    )
    versions findings 1 2
    compare 1 v1.c v2.c
    found >expected
    compare 1 --db="$db" v1.c v2.c
    "$server_bin/pg_dump" -h "$server" -U heddle -Fc history >whole.dump
    for change in "${changes[@]}"; do
        "$server_bin/pg_restore" --clean --if-exists -h "$server" -U heddle -d history whole.dump >log 2>&1 ||
            bad "the database is not restored: $(cat log)"
        same "damage $k ($change) is made" "$(server_sql "$change")" ''
        rm -f s.json
        timeout 60 "$HEDDLE" diff -q --db="$db" --summary=s.json v1.c v2.c >out 2>err
        status=$?
        case $status in
        1) same "damage $k ($change)" "$(found)" "$(cat expected)" ;;
        2) same "damage $k ($change): lines: $(cat err)" "$(grep -c '^heddle: ' err)" 1 ;;
        *) bad "damage $k ($change): status $status: $(cat err)" ;;
        esac
        k=$((k + 1))
    done
    # What is known of OLD is not all where the record of a finding cannot be trusted.
    server_sql 'TRUNCATE versions, version_chunks, version_findings'
    compare 1 --db="$db" v1.c v1.c
    server_sql "UPDATE version_findings SET message = message || 'X'
        WHERE id = (SELECT min(id) FROM version_findings)"
    compare 1 --db="$db" v1.c v1.c
    same 'complete' "$(figures .complete)" false
    tells err 'a finding of the old version cannot be read from the database'
}
case_server_damaged() { with_server history server_damaged; }

server_limit() {
    local p=$top/bench/diff/reorder options='--interleave=memory --checks=no-race --strategy=dpor' k want
    for k in 1 2 3 4 5 1 5 2 4; do
        # shellcheck disable=SC2086
        "$HEDDLE" test -q --out=alone $options --strategy=por "$p/v$k.c" >log 2>&1
        want=$?
        # shellcheck disable=SC2086
        run $want diff --quiet $options --db="$db" --db-limit=1 --summary=s.json "$p/v1.c" "$p/v$k.c" && good
    done
    compare "$want" --quiet --interleave=memory --checks=no-race --strategy=dpor --db="$db" --db-limit=1 \
        "$p/v1.c" "$p/v4.c"
    check "it has $(figures .db_bytes) bytes" \
        [ "$(server_sql 'SELECT sum(octet_length(data)) FROM version_chunks')" -le $((1 << 20)) ]
    same 'chunks of no version' "$(server_sql 'SELECT count(*) FROM version_chunks
        WHERE version NOT IN (SELECT id FROM versions)')" 0
}
case_server_limit() { with_server history server_limit; }

# A process that dies before or after any one statement, and a server that goes away meanwhile.
dies_anywhere() {
    local k at status deaths=12
    [ -z "${HEDDLE_LONG:-}" ] || deaths=60
    versions findings 1 2
    compare 1 v1.c v2.c
    found >expected
    for ((k = 0; k < deaths; k++)); do
        at=$((1 + RANDOM % 60))
        { HEDDLE_STORE_DIES=$at timeout 60 "$HEDDLE" diff -q --db="$db" --summary=s.json v1.c v2.c; } \
            >out 2>err </dev/null
        status=$?
        [ $status -eq 137 ] || same "a process that may die at $at: $(cat err)" $status 1
        compare 1 --db="$db" v1.c v2.c
        same "after a death at $at" "$(found)" "$(cat expected)"
    done
}
case_dies_server() { with_server history dies_anywhere; }
case_dies_sqlite() {
    db=$PWD/history
    dies_anywhere
}

# explores_until_away: heddle diff in the background, and the server stopped while it explores. What it stores
# at the end of that finds no server.
explores_until_away() {
    timeout 100 "$HEDDLE" diff -q --db="$db" "${load[@]}" --summary=s.json v1.c v2.c >out 2>err </dev/null &
    local k
    for ((k = 0; k < 200; k++)); do
        [ "$(server_sql 'SELECT count(*) FROM versions')" != 1 ] || break
        sleep 0.02
    done
    server_stop
}
server_goes_away() {
    local load=(--strategy=por --cutoffs=off -DTHREADS=2 -DTIMES=6)
    cp "$top/bench/campaigns_load.c" v1.c
    { cat v1.c && echo 'int more(void) { return 1; }'; } >v2.c
    compare 0 --db=history "${load[@]}" v1.c v2.c
    cp s.json alone.json
    explores_until_away
    sleep 6
    check "it did not wait: $(cat err)" kill -0 $!
    server_again || bad 'the server does not start again'
    wait $!
    same 'status after the server was away' $? 0
    same 'a server that was away' "$(figures '[.verdict, .complete, .traces]')" \
        "$(jq -c '[.verdict, .complete, .traces]' alone.json)"
    same 'versions that are finished' "$(server_sql 'SELECT count(*) FROM versions WHERE finished = 1')" \
        "$("$HEDDLE_BUILD/campaign-sql" history 'SELECT count(*) FROM versions WHERE finished')"
    # One that stays away is told once, and not waited for again.
    server_sql 'TRUNCATE versions'
    export HEDDLE_STORE_PATIENCE=1
    explores_until_away
    wait $!
    same 'status where the server stays away' $? 2
    same "lines: $(cat err)" "$(grep -c '^heddle: cannot ' err)" 1
}
case_server_goes_away() { with_server history server_goes_away; }
