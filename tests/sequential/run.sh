#!/bin/bash
# Sequentialization: which reads of the other thread's writes each finding needs, what cannot be made
# sequential, and the command heddle seq. Cases: the small programs of this folder, those of bench/sequential
# with and without their bugs, and functions. The first lines of a small program say what must come out:
#   /* k: N */               one finding, an assertion, with exactly N non-local reads, by definition: a read
#                            is non-local where it takes bytes that the other thread wrote and this one has
#                            not taken over yet. Not found with fewer, and the finding replays.
#   /* k: N KIND */          another kind of finding
#   /* k: none */            nothing, with up to 3 reads
#   /* lost: TEXT */         a pair of threads is not complete for this reason, and nothing is claimed of it
#   /* lost: NAME @MARK */   NAME cannot be made sequential, in the line that holds the comment with that mark
#   /* limit: TEXT */        it is not found so far, and the verdict says so
#   /* told: N */            only so many of those are told with the finding: those that are no reads of
#                            the program (of a semaphore) are not
#   /* incomplete: TEXT */   a reason of the verdict
#   /* bound: TEXT */        part of the bound that it is complete at
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
runtime=$top/include/heddle/heddle_seq.c

# program | k of its findings | options (with all of them the number of reads goes up to 2)
known() {
    cat <<'T'
bluetooth    | 2   |
bluetooth    |     | -DFIXED --bound=3
account      | 1   |
account      |     | -DFIXED
ftpnet       | 1 1 |
ftpnet       |     | -DFIXED
hashset      | 1   |
meeting      | 1   |
meeting      |     | -DFIXED
mutual       | 1   |
mutual       |     | -DFIXED
ray          | 1   |
ray          |     | -DFIXED
series       | 1   |
series       |     | -DFIXED
sor          | 2   |
sor          |     | -DFIXED
stack1       | 2   |
stack1       |     | -DFIXED
stack2       | 2   |
stack2       |     | -DFIXED
stack3       | 2   |
stack3       |     | -DFIXED
stringbuffer | 1   |
stringbuffer |     | -DFIXED
vector1      | 2   |
vector1      |     | -DFIXED
vector2      | 2   |
vector2      |     | -DFIXED
vector3      | 2   |
vector3      |     | -DFIXED
T
}
table() { known; }
programs() { (cd "$here" && grep -l '^/\* k: ' -- *.c | sed 's/\.c$//'); }
names() {
    programs
    row_names
    declare -F | sed -n 's/^declare -f case_//p'
}
one() {
    if declare -F "case_$1" >/dev/null; then
        "case_$1"
    elif [ -f "$here/$1.c" ]; then
        small "$here/$1.c"
    else
        each_row "$1" row
    fi
}

# explore FILE OPTION…: leaves the summary s.json; the exit status is in $status.
explore() {
    rm -rf s.json heddle-out
    "$HEDDLE" test -q --strategy=sequential --checks=no-race --summary=s.json "$@" >log 2>&1
    status=$?
}
# found: the kinds of the findings with how many reads each needs, sorted; and by which number of reads the
# exploration had them.
found() { jq -r '[.bugs[] | "\(.kind) \(.interferences | length)"] | sort | join(", ")' s.json; }
found_at() {
    jq -r '[.sequential[] | select(.bugs > 0) | .couplings | tostring] | unique | join(" ")' s.json
}
# follow_up NAME FOUND WITHOUT: whether something was found and occurs again; else the exit status is WITHOUT,
# 5 where everything within the bound was explored, 3 where something in it was not.
follow_up() {
    local test
    same "$1: exit status" "$status" "$([ -n "$2" ] && echo 1 || echo "$3")"
    [ "$status" = 1 ] ||
        same "$1: complete at its bound" "$(jq .complete_at_bound s.json)" \
            "$([ "$3" = 5 ] && echo true || echo false)"
    same "$1: complete" "$(jq .complete s.json)" false
    for test in heddle-out/*.test.json; do
        [ -f "$test" ] || continue
        "$HEDDLE" replay "$test" >replayed 2>&1
        same "$1: $test occurs again" $? 1
    done
}

row() {
    local k=$1 options=$2 file
    for file in "$top/bench/sequential/$name.c" "$top/examples/$name.c"; do
        [ ! -f "$file" ] || break
    done
    # shellcheck disable=SC2086
    explore --bound=2 $options "$file"
    same "$options: reads of each finding" \
        "$(jq -r '[.bugs[] | .interferences | length] | sort | join(" ")' s.json)" "$k"
    same "$options: when it was found" "$(found_at)" "${k%% *}"
    same "$options: how it ends" "$(jq -r .halt_reason s.json)" finished
    same "$options: pairs that were lost" "$(jq -c '[.sequential[].lost | values] | unique' s.json)" '[]'
    follow_up "$options" "$k" 5
}

# directive KEY FILE
directive() { sed -n "1,6s:^/\* $1\: \(.*\) \*/\$:\1:p" "$2"; }
small() {
    local k kind text mark line told without=5
    read -r k kind <<<"$(directive k "$1")"
    told=$(directive told "$1")
    explore --bound="$(case $k in none) echo 3 ;; 0) echo 1 ;; *) echo "$k" ;; esac)" "$1"
    [ -z "$(directive lost "$1")$(directive limit "$1")$(directive incomplete "$1")" ] || without=3
    text=$(directive limit "$1")
    if [ -n "$text" ]; then
        same 'findings (the limit may be gone)' "$(found)" ''
        check "not said: $text" grep -qF -- "$text" s.json
        follow_up 'the limit' '' $without
    elif [ "$k" = none ]; then
        same 'findings' "$(found)" ''
        follow_up 'nothing' '' $without
    else
        same 'findings' "$(found)" "${kind:-assertion} ${told:-$k}"
        # The initialisation is in all pairs.
        [ "$k" = 0 ] || same 'when it was found' "$(found_at)" "$k"
        follow_up 'the finding' "$k" $without
    fi
    same 'how it ends' "$(jq -r .halt_reason s.json)" finished
    text=$(directive bound "$1")
    [ -z "$text" ] || same "among the bounds: $text" \
        "$(jq --arg t "$text" '.bounds | map(contains($t)) | any' s.json)" true
    text=$(directive incomplete "$1")
    [ -z "$text" ] || check "not said: $text" grep -qF -- "$text" s.json
    text=$(directive lost "$1")
    if [ -z "$text" ]; then
        same 'pairs that were lost' "$(jq -c '[.sequential[]?.lost | values] | unique' s.json)" '[]'
        return
    fi
    mark=${text##* @}
    if [ "$mark" != "$text" ]; then
        line=$(grep -n "/\* $mark \*/" "$1" | cut -d: -f1)
        text="${text% @*}.* cannot be sequentialized \(.*$name.c:$line\)$"
    fi
    # One pair at least, with all numbers of reads that would reach it; none of those is complete.
    same "pairs that were lost for this reason, and are called complete" \
        "$(jq --arg text "$text" '[.sequential[] | select(.lost // "" | test($text))] |
            if . == [] then "none" else map(select(.complete)) | length end' s.json)" 0
    check "the verdict does not say why" grep -q "thread 0.. beside thread 0..: ${text%%.\**}" s.json
}

# Inputs of one name have each thread's own values in the test that is written.
case_input_values() {
    explore --bound=1 "$here/same_input.c"
    same 'the inputs' \
        "$(jq -c '[.inputs[] | [.name, .signed]] | sort' heddle-out/0001-assertion.test.json)" \
        '[["i@0.1","3"],["i@0.2","17"]]'
}

# A time limit is kept, and then nothing is claimed.
case_time_limit() {
    explore --bound=4 --max-time=1 "$here/large.c"
    same 'exit status' "$status" 3
    same 'the reason' "$(jq -r .halt_reason s.json)" time
    same 'levels that are called complete' "$(jq '[.sequential[]? | select(.complete)] | length' s.json)" 0
}

# Two runs tell the same.
case_determinism() {
    local run
    for run in 1 2; do
        explore --bound=2 "$top/bench/sequential/vector1.c"
        cp heddle-out/0001-*.test.json "test$run"
        sed 's/after [0-9.]* s, [0-9]* MiB//' log >"log$run"
        jq 'walk(if type == "object" then del(.seconds, .solver_seconds, .confirm_seconds, .rss_bytes,
            .extension_seconds, .course, .estimate) else . end)' s.json >"summary$run"
    done
    check 'what is printed differs' cmp -s log1 log2
    check 'the tests differ' cmp -s test1 test2
    check "the summaries differ: $(diff summary1 summary2 | head -n 6 | tr '\n' '|')" cmp -s summary1 summary2
}

# The result as text, to be read.
case_text() {
    "$HEDDLE" seq "$top/examples/bluetooth.c" --threads=add,stop --bound=2 -S -o out.ll >log 2>&1
    same 'exit status' $? 0
    check 'the sizes are not told' grep -qE 'out.ll: [0-9]+ instructions, [0-9]+ before' log
    check 'no read is logged' grep -q 'call void @heddle_seq_read(ptr @stopped' out.ll
    check 'no write is logged' grep -q 'call void @heddle_seq_write(ptr @drained' out.ll
    check 'threads are still created' grep -q 'call i32 @heddle_seq_pthread_create' out.ll
    check 'the original is still called' bash -c '! grep -qE "call .*@pthread_(create|join)\(" out.ll'
    "$HEDDLE" seq "$top/examples/bluetooth.c" --threads=add,stop -S >log 2>&1
    check 'the usual name is not taken' [ -f bluetooth.seq.ll ]
}

# The result as bitcode, with its runtime, as a program of its own.
case_engine() {
    local bound
    for bound in 0 1 2; do
        "$HEDDLE" seq "$top/examples/bluetooth.c" --threads=add,stop --bound=$bound -o out.bc >log 2>&1
        "$HEDDLE" test -q out.bc "$runtime" --summary=s.json >log 2>&1
        same "$bound reads: exit status" $? "$((bound > 1))"
        same "$bound reads: findings" "$(jq -r '[.bugs[] | .kind] | join(" ")' s.json)" \
            "$([ $bound -gt 1 ] && echo assertion)"
    done
    "$HEDDLE" replay heddle-out/0001-assertion.test.json >log 2>&1
    same 'it occurs again' $? 1
    "$HEDDLE" seq "$top/examples/bluetooth.c" --threads=stop,add -o out.bc >log 2>&1
    "$HEDDLE" test -q out.bc "$runtime" --summary=s.json >log 2>&1
    same 'the other way round: findings' "$(jq -r '.bugs | length' s.json)" 0
}

# natively 'RDS WRTS': runs ./out with these inputs.
natively() { HEDDLE_SEQ_RDS=${1% *} HEDDLE_SEQ_WRTS=${1#* } ./out >log 2>&1; }
# The result as a native program, whose inputs come from the environment.
case_compiled() {
    local inputs compiler
    compiler=$(command -v clang-19 || command -v clang) || return
    "$HEDDLE" seq "$here/native.c" --threads=add,stop --bound=2 -o out.bc >log 2>&1
    "$compiler" -Wno-override-module out.bc "$runtime" -o out >log 2>&1
    same 'it is compiled' $? 0
    natively '2,3 2,4' 2>/dev/null
    same '2,3 from 2,4: aborted' $? 134
    check 'the assertion is not told' grep -q 'Assertion .*stopped' log
    for inputs in '' '2,3 1,4' '2,3 2,3' '1,3 1,4' '2,2 2,4' '3,2 4,2' '7,8 1,2' '0,0 0,0' '2,3 4,2'; do
        natively "$inputs"
        same "'$inputs' does no harm" $? 0
    done
}

# driver NAME FILE PAIR OPTION…: builds ./driver; without its tools the case has nothing to say.
driver() {
    local name=$1 file=$2 pair=$3
    shift 3
    "$HEDDLE" seq "$file" --threads="$pair" --driver="$name" -o driver "$@" >log 2>&1
    same "--driver=$name: exit status ($(tail -n 1 log))" $? 0
    same "--driver=$name: lines" "$(wc -l <log)" 1
}
# by_bytes [FILE]: one run of ./driver.
by_bytes() { ./driver "$@" >log 2>&1; }
# converted FILE PAIR BYTES KIND LINE OPTION…: the bytes become a test that fails in that way again.
converted() {
    local file=$1 pair=$2 bytes=$3 kind=$4 line=$5
    shift 5
    rm -f t.test.json
    "$HEDDLE" seq "$file" --threads="$pair" --convert="$bytes" -o t.test.json "$@" >log 2>&1
    same "--convert: exit status ($(tail -n 1 log))" $? 0
    same '--convert: the finding' \
        "$(jq -r '[.finding.kind, .finding.place.line] | join(" ")' t.test.json)" "$kind $line"
    "$HEDDLE" replay t.test.json >log 2>&1
    same '--convert: it occurs again' $? 1
    check 'another place in the replay' grep -qE ":$line:[0-9]+: error: .*\[$kind\]" log
}
# line_of FILE TEXT
line_of() { grep -nF -- "$2" "$1" | head -n 1 | cut -d: -f1; }

bluetooth=$top/examples/bluetooth.c
bluetooth_line() { line_of "$bluetooth" 'heddle_assert(!atomic_load(&stopped))'; }

# Random bytes find the bug, say so once, and always the same.
case_driver_random() {
    local run bytes
    driver random "$bluetooth" add,stop
    for run in 1 2; do
        ./driver --runs=20000 >"log$run" 2>err
        same "run $run: exit status" $? 1
        check "run $run: the assertion is not told" \
            grep -q "bluetooth.c:$(bluetooth_line): .*assertion failed" err
        sed -i 's/ after [0-9.]* s//' "log$run"
    done
    check 'two runs differ' cmp -s log1 log2
    same 'files' "$(find . -name 'crash-*' | wc -l)" 1
    bytes=$(echo crash-*)
    check 'the file is not named' grep -q "Aborted.*; its bytes are in $bytes$" log1
    converted "$bluetooth" add,stop "$bytes" assertion "$(bluetooth_line)"
    driver main "$bluetooth" add,stop
    by_bytes "$bytes" 2>/dev/null
    same 'the bytes as a file: exit status' $? 134
    by_bytes <"$bytes" 2>/dev/null
    same 'the bytes as standard input: exit status' $? 134
    by_bytes </dev/null
    same 'no bytes: exit status' $? 0
}

# A thread that waits and is notified: the bytes name the same reads natively and in the engine.
case_driver_condition() {
    local file=$here/condition_waited.c
    driver random "$file" reader,writer
    ./driver --runs=50000 >log 2>&1
    same 'exit status' $? 1
    converted "$file" reader,writer "$(echo crash-*)" assertion "$(line_of "$file" 'heddle_assert(')"
    driver random "$here/condition_safe.c" reader,writer
    ./driver --runs=500 >log 2>&1
    same 'what is safe: exit status' $? 0
}

# Parts of a copied structure have the numbers that they have in the engine.
case_driver_parts() {
    local file=$here/struct_torn.c
    driver random "$file" reader,writer --bound=3
    ./driver --runs=20000 >log 2>&1
    converted "$file" reader,writer "$(echo crash-*)" assertion "$(line_of "$file" 'heddle_assert(')" \
        --bound=3
}

# Nothing fails where there is no bug.
case_driver_random_fixed() {
    local name pair runs=500
    [ -z "${HEDDLE_LONG:-}" ] || runs=5000
    while read -r name pair; do
        driver random "$top/bench/sequential/$name.c" "$pair" --bound=3 -DFIXED
        ./driver --runs=$runs >log 2>&1
        same "$name: exit status" $? 0
        check "$name: $(cat log)" grep -q "^heddle_seq: $runs runs, none fails" log
    done <<'T'
account use,transfer
vector1 remove_one,remove_all
stack2 roll,drop
T
    driver random "$here/system_call.c" writer,reader
    ./driver --runs=50 >log 2>&1
    same 'what cannot be followed: exit status' $? 0
    check 'it is not told' grep -q 'could not be followed: .*system_call.c:[0-9]*: ' log
    ./driver --runs=many >log 2>&1
    same 'a bad option: exit status' $? 2
}

case_driver_libfuzzer() {
    if [ ! -e /usr/lib/llvm-19/lib/libFuzzer.a ]; then
        echo 'driver_libfuzzer: skipped, there is no libFuzzer (libfuzzer-19-dev)'
        return
    fi
    local account=$top/bench/sequential/account.c
    fuzzed "$bluetooth" add,stop "$(bluetooth_line)"
    fuzzed "$account" use,transfer "$(line_of "$account" 'heddle_assert(')"
}
# fuzzed FILE PAIR LINE: libFuzzer finds the assertion.
fuzzed() {
    rm -f crash-*
    driver libfuzzer "$1" "$2"
    ./driver -seed=1 -runs=100000 -max_total_time=60 >log 2>&1
    check "$1: nothing is found" grep -q 'libFuzzer: deadly signal' log
    check "$1: the assertion is not told" grep -q ":$3: .*assertion failed" log
    converted "$1" "$2" "$(echo crash-*)" assertion "$3"
}

case_driver_afl() {
    if ! command -v afl-clang-fast >/dev/null; then
        "$HEDDLE" seq "$bluetooth" --threads=add,stop --driver=afl >log 2>&1
        same 'without AFL++: exit status' $? 2
        same 'without AFL++: what is told' "$(cat log)" \
            'heddle: --driver=afl: there is no afl-clang-fast (install the package afl++)'
        echo 'driver_afl: only without it, there is no AFL++ (afl++)'
        return
    fi
    driver afl "$bluetooth" add,stop
    mkdir seeds
    printf '\0\0\0\0\0' >seeds/zero
    AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_CPUFREQ=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 \
        AFL_BENCH_UNTIL_CRASH=1 timeout 100 afl-fuzz -i seeds -o out -V 60 -- ./driver >log 2>&1
    converted "$bluetooth" add,stop "$(compgen -G 'out/default/crashes/id*' | head -n 1)" assertion \
        "$(bluetooth_line)"
}

# The bitcode for KLEE, by Heddle, which has KLEE's functions.
case_driver_klee() {
    local bound
    for bound in 1 2; do
        "$HEDDLE" seq "$bluetooth" --threads=add,stop --bound=$bound --driver=klee -o out.bc >log 2>&1
        same "$bound reads: built ($(tail -n 1 log))" $? 0
        "$HEDDLE" test -q out.bc --summary=s.json >log 2>&1
        same "$bound reads: findings" "$(jq -r '[.bugs[] | .kind] | join(" ")' s.json)" \
            "$([ $bound -gt 1 ] && echo assertion)"
    done
    "$HEDDLE" seq "$here/same_input.c" --threads=reader,writer --bound=1 --driver=klee -S >log 2>&1
    check 'the usual name is not taken' [ -f same_input.klee.ll ]
    check 'inputs are none of KLEE' grep -q 'call void @klee_make_symbolic' same_input.klee.ll
    "$HEDDLE" test -q same_input.klee.ll --summary=s.json >log 2>&1
    same 'with inputs: findings' "$(jq -r '[.bugs[] | .kind] | join(" ")' s.json)" assertion
}

# The format is what docs/sequential-testing.md says: bytes made by hand.
case_convert_by_hand() {
    local line
    # One write; the first read that could see it, the newest; the writer's input 17, the reader's 3.
    printf '\1\0\0\21\0\0\0\3\0\0\0' >bytes
    line=$(line_of "$here/same_input.c" 'heddle_assert(')
    converted "$here/same_input.c" reader,writer bytes assertion "$line" --bound=1
    same 'the inputs' "$(jq -c '[.inputs[] | [.name, .signed]] | sort' t.test.json)" \
        '[["i@0.1","3"],["i@0.2","17"]]'
    # All writes there are, by a number of two bytes (240 + 256 + 5).
    printf '\361\5\0\0\21\0\0\0\3\0\0\0' >bytes
    converted "$here/same_input.c" reader,writer bytes assertion "$line" --bound=1
    # In a folder of its own, by the usual name.
    mkdir folder
    cp bytes folder/found
    "$HEDDLE" seq "$here/same_input.c" --threads=reader,writer --bound=1 --convert=folder/found >log 2>&1
    same 'the usual name: exit status' $? 0
    check 'the usual name is not taken' [ -f found.test.json ]
    # What fails in the writer by itself, before any read: its test has that thread alone.
    printf '\1\0\0\5\0\0\0' >bytes
    converted "$here/alone.c" writer,reader bytes assertion "$(line_of "$here/alone.c" 'assert(')" --bound=1
}

# What does not fail is no test.
case_convert_nothing() {
    local bytes
    for bytes in '' '\1\0\0\22\0\0\0\3\0\0\0' '\0\0\0\21\0\0\0\3\0\0\0' \
        '\1\1\0\21\0\0\0\3\0\0\0'; do
        # shellcheck disable=SC2059
        printf "$bytes" >bytes
        "$HEDDLE" seq "$here/same_input.c" --threads=reader,writer --bound=1 --convert=bytes \
            -o t.test.json >log 2>&1
        same "'$bytes': exit status" $? 3
        same "'$bytes': lines" "$(wc -l <log)" 1
        check "'$bytes': $(cat log)" grep -q 'bytes: no test of this run: it does not fail' log
        check "'$bytes': something is written" [ ! -e t.test.json ]
    done
}

# refused WHAT OPTION…: one line that says what is wrong, nothing is written.
refused() {
    local what=$1
    shift
    rm -f out.bc
    "$HEDDLE" seq "$@" >log 2>&1
    same "$*: exit status" $? 2
    same "$*: lines" "$(wc -l <log)" 1
    check "$*: $(cat log)" grep -q "^heddle: .*$what" log
    check "$*: something is written" [ ! -e out.bc ]
}
case_options() {
    local p=$top/examples/bluetooth.c
    refused 'seq needs --threads=T,T.' "$p" -o out.bc
    refused 'two start routines' "$p" --threads=add -o out.bc
    refused 'two start routines' "$p" --threads=add,stop,add -o out.bc
    refused 'two start routines' "$p" --threads=add,stop#0 -o out.bc
    refused 'two start routines' "$p" --threads=,stop -o out.bc
    refused 'two start routines' "$p" --threads=add,stop#x -o out.bc
    refused 'not empty' "$p" --threads= -o out.bc
    refused 'no function .nothing' "$p" --threads=add,nothing -o out.bc
    refused 'no function .pending' "$p" --threads=add,pending -o out.bc
    refused 'both are the same thread' "$p" --threads=add#1,add#1 -o out.bc
    refused 'bound: 17 is out of range' "$p" --threads=add,stop --bound=17 -o out.bc
    refused "bound: 'two' is not a whole number" "$p" --threads=add,stop --bound=two -o out.bc
    refused 'no/such/folder' "$p" --threads=add,stop -o no/such/folder/out.bc
    refused '/dev/full: cannot be written: No space left' "$p" --threads=add,stop -o /dev/full
    refused '/dev/full: cannot be written: No space left' "$p" --threads=add,stop -S -o /dev/full
    refused 'entry=FUNCTION' "$p" --threads=add,stop --entry=nothing -o out.bc
    refused 'no program given' --threads=add,stop -o out.bc
    refused 'nothing.c: No such file' nothing.c --threads=add,stop -o out.bc
    refused 'unknown option' "$p" --threads=add,stop --deep -o out.bc
    refused "driver: 'honggfuzz' is unknown" "$p" --threads=add,stop --driver=honggfuzz -o out.bc
    refused 'cannot be combined' "$p" --threads=add,stop --driver=main --convert=run -o out.bc
    refused 'only bitcode' "$p" --threads=add,stop --driver=main -S -o out.bc
    refused 'convert=nothing: No such file' "$p" --threads=add,stop --convert=nothing -o out.bc
    refused 'no function .nothing' "$p" --threads=add,nothing --driver=main -o out.bc
    refused 'no/such/folder' "$p" --threads=add,stop --driver=klee -o no/such/folder/out.bc
    "$HEDDLE" test --strategy=sequential --bound=17 "$p" >log 2>&1
    same 'heddle test --bound=17: exit status' $? 2
    "$HEDDLE" seq --help >log 2>&1
    same '--help: exit status' $? 0
    check '--help does not tell what is needed' grep -q heddle_seq.c log
}

# Which of several threads with one start routine is meant.
case_numbers() {
    local t
    for t in reader,writer#1 reader#1,writer writer,writer writer#2,writer#1; do
        "$HEDDLE" seq "$here/numbers.c" --threads=$t --bound=1 -o out.bc >log 2>&1
        same "$t: exit status" $? 0
        "$HEDDLE" test -q out.bc "$runtime" --summary=s.json >log 2>&1
        same "$t: findings" "$(jq -r '.bugs | length' s.json)" "$([[ $t == reader* ]] && echo 1 || echo 0)"
    done
}

suite "$@"
