# files.sh — campaigns of programs with files: the database has the folder of --files and that of --stdin.
# Read by run.sh.
# shellcheck shell=bash

# The folder of the program and its standard input. `limit` and `input` are changed in their places: names,
# sizes, numbers and times stay the same, and the contents alone tell two of them apart.
make_files() {
    rm -rf tree input
    mkdir -p tree/data/deep tree/empty
    echo 'some words' >tree/data/deep/words
    printf 'a\0b' >tree/zeros
    : >tree/nothing
    ln -s data/deep tree/there
    ln -s /there/words tree/data/absolute
    ln -s ../../../zeros tree/data/deep/above
    ln -s round tree/data/round
    ln -s missing tree/data/dangling
    ln -s /data tree/data/deep/circle
    chmod 640 tree/zeros
    contents "${1:-2}" "${2:-s}"
}
contents() { # LIMIT LETTER: in place, at one time
    printf '%s' "$1" >tree/data/limit
    printf '%s\n' "$2" >input
    touch -d @1600000000.123456789 tree/data/limit input
}
files_options="--cutoffs=off --files=tree --stdin=input $here/files.c"
# alone: explores without a database
alone() {
    # shellcheck disable=SC2086
    "$HEDDLE" test -q --strategy=por --hunt=off --symmetry=off --summary=alone.json --out=out.d "$@" \
        $files_options >out 2>err
}
with_files() {
    rm -f summary.json
    # shellcheck disable=SC2086
    "$HEDDLE" test -q --strategy=por --db="$db" --summary=summary.json --out=out.d "$@" $files_options \
        >out 2>err
}
like_alone() { # WHAT
    same "$1: $(tail -n 1 err)" "$(essence files summary.json 2>&1)" "$(essence files alone.json)"
}
campaigns_are() { # NUMBER
    case $db in
    postgresql:*) same campaigns "$(server_sql 'SELECT count(*) FROM campaigns')" "$1" ;;
    *) same campaigns "$("$HEDDLE_BUILD/campaign-sql" "$db" 'SELECT count(*) FROM campaigns')" "$1" ;;
    esac
}
# begun_with_files: a campaign of which nothing was explored, or little
begun_with_files() {
    fresh
    with_files &
    local k
    for ((k = 0; k < 500; k++)); do
        "$HEDDLE" status "$db" >/dev/null 2>&1 && break
        sleep 0.02
    done
    { pkill -KILL -P $!; wait $!; } 2>/dev/null
}

# Contents, names and presence of files tell campaigns apart, and each goes on as its own.
files_apart() {
    make_files 2 s
    alone
    with_files
    like_alone 'files in a database'
    with_files
    like_alone 'files, again'
    campaigns_are 1
    check 'a sum of 0' [ "$(jq .events alone.json)" -gt 60 ]
    contents 3 s
    alone
    with_files
    like_alone 'other contents of a file'
    campaigns_are 2
    contents 2 f
    alone
    with_files
    same 'another standard input' $? 1
    like_alone 'another standard input'
    campaigns_are 3
    mv tree/data/limit tree/data/other
    alone
    with_files
    like_alone 'another name'
    campaigns_are 4
    mv tree/data/other tree/data/limit
    chmod 400 tree/nothing
    alone
    with_files
    like_alone 'another mode'
    campaigns_are 5
    ln -sf data tree/there
    alone
    with_files
    like_alone 'another target of a link'
    campaigns_are 6
    files_options="--cutoffs=off --files=tree $here/files.c"
    alone
    with_files
    like_alone 'no standard input'
    campaigns_are 7
}
case_files_apart_sqlite() { on_sqlite files_apart; }
case_files_apart_server() { on_server files_apart; }

# Files that change while a campaign is explored, or before it is resumed: it has those with which it began.
files_changed() {
    make_files 2 f
    alone
    cp alone.json began.json
    begun_with_files
    contents 3 s
    "$HEDDLE" resume --max-time=0.01 --out=out.d "$db" >out 2>err
    check "it does not say that files changed: $(cat err)" grep -q 'are not those with which the campaign' err
    resume
    cp began.json alone.json
    like_alone 'resumed after files were changed'
    alone
    with_files
    like_alone 'the changed files'
    campaigns_are 2
    # It reads them once.
    make_files 4 s
    alone
    fresh
    with_files &
    for ((k = 0; k < 500; k++)); do
        "$HEDDLE" status "$db" >/dev/null 2>&1 && break
        sleep 0.02
    done
    rm -rf tree input
    wait $!
    like_alone 'files that were removed while it explored'
}
case_files_changed_sqlite() { by_turns sqlite files_changed; }
case_files_changed_server() { by_turns server files_changed; }

# A worker has them from the database alone. A finding's test is replayed where they are.
files_elsewhere() {
    make_files 3 f
    alone
    begun_with_files
    mkdir elsewhere hidden
    mv tree input hidden/
    (cd elsewhere && timeout 60 "$HEDDLE" work -q "$db" >out 2>err)
    status=$?
    same "status of a worker elsewhere: $(cat elsewhere/err)" $status 0
    resume
    like_alone 'what a worker elsewhere explored'
    # Its numbers and times of files are those of the finding.
    mv hidden/* .
    "$HEDDLE" findings "$db" --out=tests >out 2>err
    same 'status of heddle findings' $? 1
    for t in tests/*.test.json; do
        "$HEDDLE" replay -q "$t" >out 2>err
        same "replay of $t" $? 1
    done
    rm -rf tree
    "$HEDDLE" replay -q "$t" >out 2>err
    same 'replay without the folder' $? 2
}
case_files_elsewhere_sqlite() { on_sqlite files_elsewhere; }
case_files_elsewhere_server() { on_server files_elsewhere; }

# Workers that are killed, with files.
files_killed() {
    make_files 3 f
    alone
    begun_with_files
    local k n
    rm -rf tree input
    for n in 0 1; do start_worker $n; done
    for ((k = 0; k < kills; k++)); do
        sleep "$(random 20 200)"
        n=$((RANDOM % 2))
        kill -KILL "${worker[n]}" 2>/dev/null || break
        wait "${worker[n]}" 2>/dev/null
        start_worker $n
    done
    for n in 0 1; do wait "${worker[n]}"; done
    resume
    like_alone "files, after $k kills"
}
case_files_killed_sqlite() { on_sqlite files_killed; }
case_files_killed_server() { on_server files_killed; }

# Rows of files that were changed, lost, exchanged or added: an error in one line, never another verdict.
files_damaged() {
    local k change status finished zero="zeroblob(length(bytes))" changes
    case $db in postgresql:*) zero="overlay(bytes placing '\\x00'::bytea from length(bytes))" ;; esac
    make_files 2 f
    alone
    changes=(
        "UPDATE campaign_files SET bytes = $zero WHERE id = 3"
        "UPDATE campaign_files SET bytes = (SELECT bytes FROM campaign_files WHERE id = 2) WHERE id = 3"
        "UPDATE campaign_files SET bytes = (SELECT f.bytes FROM campaign_files f
            WHERE f.id = 5 - campaign_files.id) WHERE id IN (2, 3)"
        "UPDATE campaign_files SET id = 1000 WHERE id = 0"
        "UPDATE campaign_files SET seal = seal + 1 WHERE id = 1"
        "DELETE FROM campaign_files WHERE id = 3"
        "DELETE FROM campaign_files WHERE id = (SELECT max(id) FROM campaign_files)"
        "DELETE FROM campaign_files"
        "INSERT INTO campaign_files SELECT campaign, 1000, bytes, seal FROM campaign_files WHERE id = 1"
        "UPDATE campaigns SET options = replace(options, 'files=', 'files=0')"
        "UPDATE campaigns SET options = replace(options, 'files=', 'solver=')"
        "DROP TABLE campaign_files"
    )
    for finished in false true; do
        for ((k = 0; k < ${#changes[@]}; k++)); do
            begun_with_files
            ! $finished || with_files
            sql "${changes[k]}"
            resume
            status=$?
            same "damage $k, finished: $finished: $(tail -n 1 err)" $status 2
            same "damage $k: lines" "$(grep -c '^heddle: ' err)" 1
            check "damage $k: a summary" [ ! -e summary.json ]
            "$HEDDLE" work -q "$db" >out 2>err
            status=$?
            same "damage $k, finished: $finished: status of a worker: $(tail -n 1 err)" $status 2
        done
    done
}
case_files_damaged_sqlite() { by_turns sqlite files_damaged; }
case_files_damaged_server() { by_turns server files_damaged; }

# What cannot be kept is refused in one line.
case_files_refused() {
    db=$PWD/c.db
    refused_files() { # PATTERN
        with_files
        same "$1: status" $? 2
        same "$1: lines" "$(wc -l <err)" 1
        check "it is not said: $1, but $(cat err)" grep -q -e "$1" err
    }
    make_files
    truncate -s 65M tree/data/large
    refused_files 'more than 64 MiB'
    rm tree/data/large
    for ((k = 0; k < 5; k++)); do truncate -s 13M tree/large$k; done
    refused_files 'more than 64 MiB'
    rm tree/large?
    truncate -s 65M input
    refused_files 'more than 64 MiB'
    contents 2 s
    mkfifo tree/data/pipe
    refused_files 'tree/data/pipe .*neither a file, a folder nor a link'
    rm tree/data/pipe
    mkdir tree/many
    (cd tree/many && seq 17000 | xargs touch)
    refused_files 'more than 16384'
    rm -r tree/many
    # What heddle writes there would be part of what the program reads.
    db=$PWD/tree/c.db
    refused_files 'the database is in the folder'
    db=$PWD/c.db
    files_options="--files=. $here/files.c"
    refused_files 'is in the folder'
    files_options="--out=tree/out --files=tree $here/files.c"
    refused_files 'the output folder is in the folder'
    check 'the output folder was made' [ ! -e tree/out ]
    files_options="--files=none $here/files.c"
    refused_files 'none: no such folder'
    # Files that are made of inputs need no folder.
    files_options="--cutoffs=off --sym-files 1 1 --sym-stdin 2 $here/files.c"
    alone
    same 'status with symbolic files' $? 1
    with_files
    like_alone 'symbolic files'
}

# A database of the version before there were files.
case_schema_before() {
    db=$PWD/campaign.db
    begun found
    sql 'DROP TABLE campaign_files'
    sql 'UPDATE heddle_schema SET version = 1'
    resume
    compare 'a database of the version before' found
    same 'version of the schema' "$("$HEDDLE_BUILD/campaign-sql" "$db" 'SELECT version FROM heddle_schema')" 2
    sql 'UPDATE heddle_schema SET version = 3'
    resume
    same 'status with a newer schema' $? 2
    check "not said: $(cat err)" grep -q 'made by a newer heddle' err
    sql 'UPDATE heddle_schema SET version = -1'
    resume
    same 'status with a damaged schema' $? 2
    same 'lines with a damaged schema' "$(wc -l <err)" 1
}
