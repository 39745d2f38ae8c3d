#!/bin/bash
# Campaigns: explorations in a database, whose workers are killed, stopped and cut off from it, give what one
# process gives that nobody disturbs. On SQLite and, where Debian's `postgresql` is installed, on a server.
# Usage: run.sh [CASE...]
# HEDDLE_KILLS=N: kills of each program in the cases kills_*; HEDDLE_DAMAGES=N: damaged databases, a fifth as
# many on a server.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$here/server.sh"
. "$here/files.sh"
kills=${HEDDLE_KILLS:-${HEDDLE_LONG:+15}}
kills=${kills:-2}
damages=${HEDDLE_DAMAGES:-${HEDDLE_LONG:+500}}
damages=${damages:-30}
bench=$top/bench
# What workers do is seen faster with short slices, and splits at each commit; and others do not wait half a
# minute for the task of one that was killed.
export HEDDLE_SLICE_MS=5 HEDDLE_SPLIT=1 HEDDLE_LEASE_MS=2000

# NAME | ARGUMENTS: with inputs, cut-offs, findings, deadlocks, passes that begin again
programs() {
    cat <<END
synthetic | --cutoffs=off $bench/strategies/synthetic.c
synthetic_on | $bench/strategies/synthetic.c
updater | --cutoffs=off --alternatives=optimal $bench/strategies/updater.c
updater_on | $bench/strategies/updater.c
queue | --cutoffs=off $bench/reach/queue.c
between_on | $bench/reach/between.c
races | --cutoffs=off $bench/reach/races.c
long_stack | --cutoffs=off $bench/reach/long_stack.c
hashset_again | --cutoffs=off $bench/sequential/hashset.c
account_on | $bench/sequential/account.c
found | --cutoffs=off $here/found.c
found_on | $here/found.c
load | --cutoffs=off -DTHREADS=2 -DTIMES=6 $bench/campaigns_load.c
alike | --cutoffs=off $here/alike.c
given | --cutoffs=off $here/given.c
given_on | $here/given.c
END
}
all_names() { programs | sed 's/ *|.*//'; }
# Those that are small enough for everything.
program_names() { all_names | grep -v load; }
# Those that one run takes: a half in the database in a file, the other half on the server.
half_of_programs() {
    local all
    mapfile -t all < <(program_names)
    case $db in postgresql:*) all=("${all[@]:1}" "${all[0]}") ;; esac
    some_of 2 "${all[@]}"
}
# by_turns sqlite|server FUNCTION: calls it in that kind of database, or leaves it to another run, which the
# commit chooses: for what depends little on the kind.
by_turns() {
    if some_of 2 sqlite server | grep -qx "$1"; then "on_$1" "$2"; else good; fi
}
# The words of a program's line.
arguments_of() { programs | sed -n "s/^$1 *| *//p"; }

# What has to be the same: everything without cut-offs, but how often a race was met where passes begin again
# (NAME_again), or anything where what the kernel tells of files is part of the program; findings and
# completeness with them (NAME_on).
numbers='{verdict, complete, traces, paths_exit, paths_error, paths_cutoff, paths_assume, redundant, events,
    restarts, bugs: [.bugs[] | "\(.kind) \(place) \(.occurrences)"] | sort}'
# A race has two sides, and is told from either.
place='def place: if .kind == "race" then "" else .line end; '
verdicts='{verdict, complete, restarts, bugs: [.bugs[] | "\(.kind) \(place)"] | sort}'
essence() { # PROGRAM FILE
    case $1 in
    *_on) jq -c "$place$verdicts" "$2" ;;
    files) jq -c ".bugs[].occurrences = 1 | $place$numbers" "$2" ;;
    *_again) jq -c "(.bugs[] | select(.kind == \"race\")).occurrences = 1 | $place$numbers" "$2" ;;
    *) jq -c "$place$numbers" "$2" ;;
    esac
}

prepare() {
    local p
    for p in $(all_names); do
        # shellcheck disable=SC2046
        "$HEDDLE" test -q --strategy=por --hunt=off --symmetry=off $(arguments_of "$p") \
            --summary="$p.json" --out=out.d >/dev/null 2>&1
        essence "$p" "$p.json" >"$p.essence"
    done
}
# Without it, nothing is as expected.
expected() { if [ -s "$common/$1.essence" ]; then cat "$common/$1.essence"; else echo 'no expectation'; fi; }

# on_each FUNCTION ARGUMENTS…: with $db the address of a new database, of each kind in turn.
on_sqlite() {
    db=$PWD/campaign.db
    rm -f "$db" "$db-journal"
    "$@"
}
on_server() { with_server campaign "$@"; }
fresh() { # a new database in the same place
    case $db in
    postgresql:*)
        "$server_bin/dropdb" -f -h "$server" -U heddle campaign
        "$server_bin/createdb" -h "$server" -U heddle campaign
        ;;
    *) rm -f "$db" "$db-journal" ;;
    esac
}

# begin PROGRAM OPTIONS…: explores in the database; its summary is summary.json
begin() {
    local p=$1
    shift
    rm -f summary.json
    # shellcheck disable=SC2046
    "$HEDDLE" test -q --strategy=por --db="$db" --summary=summary.json --out=out.d \
        $(arguments_of "$p") "$@" >out 2>err
}
# begun PROGRAM: begins a campaign and kills the process as soon as the campaign is there
begun() {
    begin "$1" &
    local k
    for ((k = 0; k < 500; k++)); do
        "$HEDDLE" status "$db" >/dev/null 2>&1 && break
        sleep 0.02
    done
    # The process is a child of that shell.
    { pkill -KILL -P $!; wait $!; } 2>/dev/null
    rm -f worker?
}
resume() { rm -f summary.json; "$HEDDLE" resume -q --summary=summary.json --out=out.d "$@" "$db" >out 2>err; }
# compare WHAT PROGRAM: the summary has what is expected, and a finished campaign says the same again
compare() {
    same "$1 ($2): $(tail -n 1 err)" "$(essence "$2" summary.json)" "$(expected "$2")"
}

# --- slices -------------------------------------------------------------------------------------------------

slices() {
    local p split
    for p in $(half_of_programs); do
        for split in 0 3; do
            fresh
            HEDDLE_SPLIT=$split HEDDLE_SLICE_MS=3 begin "$p"
            compare "$split tasks at each commit" "$p"
        done
        begin "$p"
        compare 'finished before' "$p"
        resume
        compare resumed "$p"
    done
}
case_slices_sqlite() { on_sqlite slices; }
case_slices_server() { on_server slices; }

# A subtree whose first event already fails, and that the worker which gave it away comes to before it is
# explored.
given() {
    local p split
    for p in given given_on; do
        for split in 1 2 3 4; do
            fresh
            HEDDLE_SPLIT=$split HEDDLE_SLICE_MS=0.001 begin $p
            compare "$split tasks at each commit" $p
        done
    done
}
case_given_sqlite() { on_sqlite given; }

# --- kills --------------------------------------------------------------------------------------------------

# random FROM TO: seconds, from thousandths
random() { printf '0.%03d' $(($1 + RANDOM % ($2 - $1))); }

worker=() killed=0
start_worker() { # NUMBER
    "$HEDDLE" work -q "$db" >>"worker$1" 2>&1 &
    worker[$1]=$!
}
# In between the server goes down five times.
server_goes_down() {
    case $db in postgresql:*) ;; *) return ;; esac
    [ $((killed * 6 / fewest)) -gt "$downs" ] && [ "$downs" -lt 5 ] || return
    if [ $((downs % 2)) -eq 0 ]; then server_stop fast; else server_stop immediate; fi
    downs=$((downs + 1))
    sleep "$(random 10 300)"
    server_again || bad 'the server does not start again'
}
# One campaign with four workers, any of which is killed, until LEFT others were or it is finished.
kill_workers() { # PROGRAM LEFT
    local p=$1 left=$2 n
    fresh
    begun "$p"
    for n in 0 1 2 3; do start_worker $n; done
    while [ "$left" -gt 0 ]; do
        sleep "$(random 10 150)"
        n=$((RANDOM % 4))
        kill -KILL "${worker[n]}" 2>/dev/null || break
        # One that had ended is none that was killed.
        wait "${worker[n]}" 2>/dev/null
        [ $? -eq 137 ] || break
        killed=$((killed + 1)) left=$((left - 1))
        server_goes_down
        start_worker $n
    done
    for n in 0 1 2 3; do wait "${worker[n]}" 2>/dev/null; done
    resume
    compare "after $(($2 - left)) kills" "$p"
    same 'messages of workers' "$(cat worker?)" ''
}
# Each program is begun again, some times, until as many of its workers were killed as there are to be.
all_killed() {
    local p before rounds downs=0 all_kills fewest=5 times=5
    [ -z "${HEDDLE_LONG:-}" ] || fewest=200 times=20
    all_kills=$((kills * $(half_of_programs | wc -l)))
    for p in $(half_of_programs); do
        before=$killed
        for ((rounds = 0; rounds < times * kills && killed < before + kills; rounds++)); do
            kill_workers "$p" $((before + kills - killed))
        done
    done
    # A fast machine is at the end of a small program before anybody is killed.
    check "only $killed of $all_kills workers were killed" [ "$killed" -ge "$fewest" ]
    case $db in postgresql:*) same 'times that the server went down' "$downs" 5 ;; esac
}
case_kills_sqlite() { on_sqlite all_killed; }
case_kills_server() { on_server all_killed; }

# statements: dies before or after any one statement, and goes on
dies_anywhere() {
    local p=$1 k at
    fresh
    for ((k = 0; k < 8 + 4 * kills; k++)); do
        at=$((10 + RANDOM % 150))
        { HEDDLE_STORE_DIES=$at HEDDLE_SLICE_MS=2 begin "$p"; } 2>/dev/null
        [ $? -eq 137 ] || break
    done
    begin "$p"
    compare "after $k deaths at a statement" "$p"
}
case_statements_sqlite() { by_turns sqlite statements; }
statements() { for p in queue synthetic_on found; do dies_anywhere $p; done; }
case_statements_server() { by_turns server statements; }

# two workers at once, each its own process, with short leases
two_workers() {
    local p
    for p in queue between_on found found_on hashset_again; do
        fresh
        begin "$p" --jobs=2
        compare 'two workers' "$p"
    done
}
case_two_workers_sqlite() { on_sqlite two_workers; }
case_two_workers_server() { on_server two_workers; }

# A worker that is stopped past its lease, and goes on when another one has its task and has committed more of
# it: one task, so that both come to it.
stopped() {
    local k
    export HEDDLE_LEASE_MS=400 HEDDLE_SPLIT=0 HEDDLE_SLICE_MS=20
    begun load
    for k in 1 2 3; do
        start_worker 0
        sleep "$(random 100 200)"
        kill -STOP "${worker[0]}" 2>/dev/null
        "$HEDDLE" work -q --max-time=0.7 "$db" >>worker1 2>&1
        kill -CONT "${worker[0]}" 2>/dev/null
        sleep "$(random 50 100)"
        { kill -KILL "${worker[0]}" && wait "${worker[0]}"; } 2>/dev/null
    done
    resume
    compare 'a worker that was stopped' load
    export HEDDLE_LEASE_MS=2000 HEDDLE_SLICE_MS=5 HEDDLE_SPLIT=1
}
# A file that another process keeps locked: limits and signals are kept, and it is said why.
case_locked_sqlite() {
    local holder
    db=$PWD/campaign.db
    begun load
    "$HEDDLE_BUILD/campaign-sql" "$db" 'BEGIN IMMEDIATE' 30 &
    holder=$!
    sleep 0.3
    # It is locked for longer than timeout waits.
    timeout 20 "$HEDDLE" work -q --max-time=1 "$db" >out 2>err
    same 'a limit where the file is locked' $? 3
    HEDDLE_STORE_PATIENCE=1 timeout 20 "$HEDDLE" work -q "$db" >out 2>err
    same 'patience where the file is locked' $? 3
    check 'it does not say why' grep -q locked err
    { kill $holder && wait $holder; } 2>/dev/null
    resume
    compare 'a file that was locked' load
}
case_stopped_sqlite() { by_turns sqlite stopped; }
case_stopped_server() { by_turns server stopped; }

# The server goes down and comes back.
interrupted_server() {
    local k n
    begun found
    for n in 0 1 2 3; do start_worker $n; done
    for k in 1 2 3 4 5; do
        sleep "$(random 100 300)"
        if [ $((k % 2)) -eq 0 ]; then server_stop fast; else server_stop immediate; fi
        sleep "$(random 100 500)"
        server_again || bad 'the server does not start again'
    done
    for n in 0 1 2 3; do wait "${worker[n]}"; done
    resume
    compare 'a server that went down five times' found
}
case_server_stops() { on_server interrupted_server; }

# A server that stays away ends a worker with status 3 and one line.
server_away() {
    begun load
    export HEDDLE_STORE_PATIENCE=1
    "$HEDDLE" work -q "$db" >out 2>err &
    sleep 0.1
    server_stop
    wait $!
    same 'status without a server' $? 3
    same 'lines without a server' "$(wc -l <err)" 1
    "$HEDDLE" work -q "$db" >out 2>err
    same 'status where there is no server' $? 3
    same 'lines where there is no server' "$(wc -l <err)" 1
    # A limit and a signal are kept meanwhile.
    HEDDLE_STORE_PATIENCE=60 timeout 20 "$HEDDLE" work -q --max-time=0.5 "$db" >out 2>err
    same 'a limit where there is no server' $? 3
    HEDDLE_STORE_PATIENCE=60 timeout -k 20 -s INT 1 "$HEDDLE" work "${db/heddle@/heddle:secret@}" >out 2>err
    same 'the password in what is told' "$(grep -c secret err)" 0
    check "it does not say that it waits: $(head -n 1 err)" grep -q 'note: .* waited for' err
    same 'lines where it waits' "$(wc -l <err)" 2
    # Who only looks does not wait.
    HEDDLE_STORE_PATIENCE=60 timeout 20 "$HEDDLE" status "$db" >out 2>err
    same 'status of who looks' $? 3
    HEDDLE_STORE_PATIENCE=60 timeout 20 "$HEDDLE" findings "$db" >out 2>err
    same 'findings of who looks' $? 3
    unset HEDDLE_STORE_PATIENCE
    server_again
    resume
    compare 'a server that was away' load
}
case_server_away() { on_server server_away; }

# Workers, and the command that begins the campaign, may be there before the server.
server_late() {
    local k late=()
    server_stop fast
    begin found &
    late[0]=$!
    sleep 0.5
    server_again || bad 'the server does not start again'
    wait "${late[0]}"
    compare 'begun before the server' found
    fresh
    begun found
    server_stop fast
    for k in 1 2 3; do start_worker $k; done
    sleep 1
    server_again || bad 'the server does not start again'
    for k in 1 2 3; do
        wait "${worker[k]}"
        same "a worker that began before the server: $(cat "worker$k")" $? 0
    done
    resume
    compare 'workers that began before the server' found
}
case_server_late() { on_server server_late; }

# A signal ends what waits for an answer, too.
case_server_silent() {
    local port child silent status before
    if [ ! -e "$HEDDLE_BUILD/heddle-postgres.so" ]; then
        echo 'server_silent: skipped, built without libpq'
        return
    fi
    check 'silent.c does not compile' "${HEDDLE_CLANG:-clang-19}" -w "$here/silent.c" -o silent
    ./silent >port &
    silent=$!
    for _ in {1..100}; do [ -s port ] || sleep 0.1; done
    port=$(cat port)
    "$HEDDLE" work -q "postgresql://nobody@127.0.0.1:$port/none" >out 2>err &
    child=$!
    sleep 0.5
    before=$EPOCHREALTIME
    kill -TERM $child
    wait $child
    status=$?
    check "exit status $status" [ "$status" -gt 2 ]
    # 10 seconds is what one try takes.
    check 'it waits on' [ $((${EPOCHREALTIME%.*} - ${before%.*})) -lt 5 ]
    same 'lines' "$(wc -l <err)" 1
    kill $silent
}

# What will never be is refused at once; what may pass is waited for.
answers() { # STATUS TEXT ADDRESS
    local status
    HEDDLE_STORE_PATIENCE=$patience timeout 20 "$HEDDLE" work -q "$3" >out 2>err
    status=$?
    same "status of $3 ($(cat err))" $status "$1"
    same "lines of $3" "$(wc -l <err)" 1
    check "what is told of $3: $(cat err)" grep -q "$2" err
}
server_refuses() {
    local patience=60 as="postgresql://limited:right@/campaign?host=$server" hba=$server/data/pg_hba.conf
    begun queue
    answers 2 'does not exist' "$(server_address nothing)"
    server_sql "CREATE ROLE limited LOGIN PASSWORD 'right' CONNECTION LIMIT 0"
    { echo 'local all limited scram-sha-256' && cat "$hba"; } >hba && cat hba >"$hba"
    server_sql 'SELECT pg_reload_conf()' >/dev/null
    answers 2 'password authentication failed' "${as/right/wrong}"
    answers 2 'no password supplied' "${as/:right/}"
    patience=1
    answers 3 'too many connections' "$as"
    server_sql 'ALTER ROLE limited CONNECTION LIMIT 100'
    answers 2 'permission denied' "$as"
}
case_server_refuses() { on_server server_refuses; }

# --- damage -------------------------------------------------------------------------------------------------

# Each is an error in one line, or the right result: what was changed was not needed.
resume_damaged() { # WHAT
    local status
    rm -f summary.json
    resume
    status=$?
    if [ $status -eq 2 ]; then
        refused=$((refused + 1))
        # Findings may have been told before; they are the program's.
        same "$1: lines ($(tail -n 1 err))" "$(grep -c '^heddle: ' err)" 1
    else
        same "$1: status $status, $(tail -n 1 err)" "$(essence found summary.json 2>&1)" "$(expected found)"
    fi
}
case_damage_sqlite() {
    on_sqlite begun found
    cp "$db" begun.db
    begin found
    cp "$db" finished.db
    local k from size at refused=0
    for ((k = 0; k < damages; k++)); do
        from=$([ $((k % 2)) -eq 0 ] && echo begun.db || echo finished.db)
        cp "$from" "$db"
        case $((k % 5)) in
        0 | 1 | 2) # bytes
            size=$(stat -c %s "$db")
            at=$((RANDOM * 32768 + RANDOM))
            printf "\\x$(printf %02x $((RANDOM % 256)))" |
                dd of="$db" bs=1 seek=$((at % size)) conv=notrunc status=none
            ;;
        3) # rows that are gone
            delete_a_row rowid
            ;;
        4) # values of another row, or of another campaign
            change_rows
            ;;
        esac
        resume_damaged "damage $k of $from"
    done
    check "only $refused of $damages are errors" test $refused -ge $((damages / 4))
}
# Each index in turn that lost what it had: rows that are there are not found.
ask() { "$HEDDLE_BUILD/campaign-sql" "$db" "$1" 2>/dev/null || echo 0; }
indexes_lost() {
    local k index page root refused=0
    begin found &
    for ((k = 0; k < 500; k++)); do
        [ "$(ask 'SELECT count(*) FROM campaign_findings WHERE occurrences > 0')" -lt 2 ] || break
        sleep 0.02
    done
    { pkill -KILL -P $!; wait $!; } 2>/dev/null
    page=$(ask 'PRAGMA page_size') # what was not finished is undone
    cp "$db" begun.db
    for index in $(ask "SELECT name FROM sqlite_master WHERE type = 'index'"); do
        cp begun.db "$db"
        root=$(ask "SELECT rootpage FROM sqlite_master WHERE name = '$index'")
        check "$index: page $page, root $root" test "$root" -gt 1
        # A page of an index without entries, whose contents would begin behind it.
        printf "\\x0a\\x00\\x00\\x00\\x00\\x$(printf %02x $((page / 256)))\\x00\\x00" |
            dd of="$db" bs=1 seek=$(((root - 1) * page)) conv=notrunc status=none
        resume_damaged "$index without entries"
    done
}
case_indexes_lost_sqlite() { on_sqlite indexes_lost; }
damage_on_server() {
    local k from refused=0 many=$(((damages + 4) / 5))
    begun found
    "$server_bin/createdb" -h "$server" -U heddle -T campaign begun
    begin found
    "$server_bin/createdb" -h "$server" -U heddle -T campaign finished
    for ((k = 0; k < many; k++)); do
        from=$([ $((k / 2 % 2)) -eq 0 ] && echo begun || echo finished)
        "$server_bin/dropdb" -f -h "$server" -U heddle campaign
        "$server_bin/createdb" -h "$server" -U heddle -T "$from" campaign
        if [ $((k % 2)) -eq 0 ]; then delete_a_row ctid; else change_rows; fi
        resume_damaged "damage $k of $from"
    done
    check "only $refused of $many are errors" test $refused -ge $((many / 4))
}
case_damage_server() { on_server damage_on_server; }
tables='tasks chunks texts campaign_findings threads counters campaigns'
sql() {
    case $db in
    postgresql:*) server_sql "$1" >/dev/null ;;
    *) "$HEDDLE_BUILD/campaign-sql" "$db" "$1" >/dev/null 2>&1 ;;
    esac
}
delete_a_row() { # the name of the column that tells rows apart
    local column=$1
    # shellcheck disable=SC2086
    set -- $tables
    shift $((RANDOM % $#))
    sql "DELETE FROM $1 WHERE $column = (SELECT $column FROM $1 ORDER BY random() LIMIT 1)"
}
change_rows() {
    local changes=(
        "UPDATE tasks SET state = (state + 1) % 3"
        "UPDATE tasks SET bytes = (SELECT bytes FROM tasks ORDER BY random() LIMIT 1)"
        "UPDATE campaigns SET status = 2"
        "UPDATE campaigns SET pass = pass + 1"
        "UPDATE campaign_findings SET occurrences = occurrences + 1"
        "UPDATE threads SET name = '0.9' WHERE slot = 2"
        "UPDATE heddle_schema SET version = version + 1"
        "UPDATE campaigns SET program = (SELECT substr(program, 2) FROM campaigns)"
        "UPDATE campaigns SET options = replace(options, 'cutoffs=0', 'cutoffs=1')"
        "UPDATE counters SET numbers = substr(numbers, 2)"
        "DELETE FROM tasks"
        "DELETE FROM campaign_findings"
    )
    sql "${changes[RANDOM % ${#changes[@]}]}"
}

# --- the commands -------------------------------------------------------------------------------------------

case_commands() {
    db=$PWD/c.db
    "$HEDDLE" test --strategy=por --db=c.db --out=out.d "$here/found.c" >out 2>err
    same 'status of heddle test' $? 1
    "$HEDDLE" test --db=c.db --out=out.d "$here/found.c" >out 2>err
    check 'it does not say by which strategy' grep -q 'with --db it explores by the strategy por' err
    check 'it does not say that the campaign is finished' grep -q 'this campaign is finished' err
    "$HEDDLE" status c.db >out 2>err
    same 'status of heddle status' $? 0
    check 'heddle status does not say that it is finished' grep -q 'finished, pass 2' out
    "$HEDDLE" findings c.db --out=tests >out 2>err
    same 'status of heddle findings' $? 1
    same 'findings' "$(grep -c 'heddle replay' out)" "$(jq '.bugs | length' "$common/found_on.json")"
    for t in tests/*.test.json; do
        "$HEDDLE" replay -q "$t" >out 2>err
        same "replay of $t" $? 1
    done
    "$HEDDLE" work -q c.db >out 2>err
    same 'work on a finished campaign' $? 0
    # Another program, and other options, are other campaigns.
    "$HEDDLE" test -q --strategy=por --db=c.db --out=out.d --cutoffs=off "$here/found.c" >out 2>err
    "$HEDDLE" test -q --strategy=por --db=c.db --out=out.d "$bench/reach/queue.c" >out 2>err
    same 'status of another program' $? 0
    same campaigns "$("$HEDDLE_BUILD/campaign-sql" "$db" 'SELECT count(*) FROM campaigns')" 3
    # A process that explores alone counts as without a database, also what answered queries.
    layers='[to_entries[] | select(.key | startswith("queries")) | .value]'
    "$HEDDLE" test -q --strategy=por --hunt=off --summary=alone.json "$bench/symbolic/keygen.c" >out 2>err
    HEDDLE_SPLIT=0 "$HEDDLE" test -q --db=q.db --hunt=off --summary=of_db.json \
        "$bench/symbolic/keygen.c" >out 2>err
    same 'layers of the solver' "$(jq -c "$layers" of_db.json)" "$(jq -c "$layers" alone.json)"
    check "no layer answered" [ "$(jq "$layers | map(select(. > 0)) | length" alone.json)" -gt 2 ]
    # A limit that is over before anything is explored.
    "$HEDDLE" test --strategy=por --db=t.db --max-time=0.01 --out=out.d "$here/found.c" >out 2>err
    check 'the limit is not told' grep -q 'not everything was explored: the time limit was reached' err
    # Another build.
    cp c.db other.db
    sql_on other.db "UPDATE campaigns SET build = 'ffff'"
    "$HEDDLE" work -q other.db >out 2>err
    same 'status with another build' $? 2
    same 'lines with another build' "$(wc -l <err)" 1
    nothing_left
}
sql_on() { "$HEDDLE_BUILD/campaign-sql" "$1" "$2" >/dev/null 2>&1; }

case_refused() {
    local option
    for option in --strategy=dpor --search=bfs --tests=all --max-traces=3 --stop-at-first --echo-output; do
        "$HEDDLE" test --db=c.db "$option" "$here/found.c" >out 2>err
        same "status with $option" $? 2
        check "$option is not refused in words" grep -q -e "--.* cannot be given with --db: " err
        same "lines with $option" "$(wc -l <err)" 1
    done
    echo 'no database' >c.txt
    for option in test resume work status findings; do
        if [ $option = test ]; then
            "$HEDDLE" test -q --db=c.txt --out=out.d "$here/found.c" >out 2>err
        else
            "$HEDDLE" $option c.txt >out 2>err
        fi
        same "status of $option on a text" $? 2
        same "lines of $option on a text" "$(wc -l <err)" 1
    done
    "$HEDDLE" diff -q --db=d.db --out=d "$bench/reach/queue.c" "$bench/reach/queue.c" >out 2>err
    "$HEDDLE" work d.db >out 2>err
    same 'status on a database of heddle diff' $? 2
    check 'a database of heddle diff is not refused in words' grep -q 'something else' err
    "$HEDDLE" test -q --strategy=por --db=c.db --out=out.d "$bench/reach/queue.c" >out 2>err
    "$HEDDLE" diff -q --db=c.db --out=d "$bench/reach/queue.c" "$bench/reach/queue.c" >out 2>err
    same 'status of heddle diff on a campaign' $? 2
    same 'lines of heddle diff on a campaign' "$(wc -l <err)" 1
}

suite "$@"
