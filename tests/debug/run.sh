#!/bin/bash
# The debugger: values and expressions, steps and breakpoints in both directions, other choices, the Debug
# Adapter Protocol. HEDDLE_LONG: ten thousand random sequences of requests. With Node.js and npm the adapter
# is driven by a client that others wrote, too, and with Emacs and dap-mode (elpa-dap-mode) by another one.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# by_words TEST COMMAND…: the answers of the debugger are in ./answers.
by_words() {
    local test=$1
    shift
    printf '%s\n' "$@" quit | timeout 120 "$HEDDLE" debug "$test" >answers 2>err
    same "debug $test: exit status ($(tail -n 1 err))" $? 0
}

# answers TEXT…: each is a line of the answers, or part of one.
answers() {
    local text
    for text; do
        if grep -qF -- "$text" answers; then good; else bad "no answer has: $text"; fi
    done
}

prepare() {
    cp "$here/list.c" .
    cat >locks.c <<'END_OF_FILE'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *worker(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    shared++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    shared--;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return pthread_join(t, 0);
}
END_OF_FILE
    cat >race.c <<'END_OF_FILE'
#include <pthread.h>
static int shared, other;
static void *worker(void *arg) {
    other = 1;
    shared = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int x = shared;
    pthread_join(t, 0);
    return x + other;
}
END_OF_FILE
    cat >plain.c <<'END_OF_FILE'
#include <assert.h>
#include <heddle/heddle.h>
#include <stdint.h>
#include <string.h>
union either { float f; uint32_t bits; };
struct deep { struct { int inside; }; int grid[2][3]; union either e; unsigned char byte; long long wide; };
static struct deep d = {{4}, {{1, 2, 3}, {4, 5, 6}}, {1.5f}, 200, -7};
static const char *words[] = {"one", "two\n", 0};
static int (*call)(const char *, const char *) = strcmp;
static _Thread_local int own = 11; static __int128 huge = -((__int128)5 << 64) - 7, small = -7;
static int twice(int x) {
    static int calls;
    calls++;
    int y = 2 * x;
    {
        int y = x - 1;
        d.grid[0][0] = y;
    }
    return y;
}
int main(void) {
    double real = 0.1;
    _Bool yes = 1;
    char letter = 'q', text[8] = "a\tb";
    int n = heddle_int("n"), *p = &d.grid[1][2], sum = 0;
    for (int k = 0; k < 5; k++)
        sum += twice(k);
    own++;
    assert(n != 3 || !yes || letter != 'q' || text[0] != 'a' || real > 1 || *p != 6 || sum != 20 || !call);
    return words[0] == 0 || huge == small;
}
END_OF_FILE
    "$HEDDLE" test -q --out=list --interleave=memory --checks=no-race list.c >log 2>&1
    "$HEDDLE" test -q --out=locks locks.c >log 2>&1
    "$HEDDLE" test -q --out=race race.c >log 2>&1
    "$HEDDLE" test -q --out=plain plain.c >log 2>&1
    mv list/*-assertion.test.json list.json
    mv locks/*-deadlock.test.json locks.json
    mv race/*-race.test.json race.json
    mv plain/*-assertion.test.json plain.json
    cc -O1 -D_GNU_SOURCE -Wall -Werror "$here/dap_client.c" -o dap_client -ljansson
}

case_values() {
    by_words "$common/plain.json" locals globals 'p d' 'p d.inside' 'p d.grid[1]' 'p d.e' 'p d.e.bits' \
        'p words' \
        'p words[1]' 'p *p' 'p p' 'p call' 'p own' 'p d.byte' 'p d.wide' \
        'p huge' 'p small' 'p (__int128)-1' 'p (unsigned long)1.5e19' inputs
    answers 'real = 0.1' 'yes = true' "letter = 113 'q'" 'text = "a\tb"' 'n = 3' 'sum = 20' \
        'd = {{inside = 4}, grid = {{3, 2, 3}, {4, 5, 6}}, e = {f = 1.5, bits = 1069547520}, byte = 200' \
        'd.inside = 4' 'd.grid[1] = {4, 5, 6}' 'd.e.bits = 1069547520' '"one"' '"two\n"' '*p = 6' '<d+' \
        '<strcmp>' \
        'own = 12' "d.byte = 200 '\\310'" 'd.wide = -7' 'n = 3' \
        'huge = -92233720368547758087' 'small = -7' '(__int128)-1 = -1' \
        '(unsigned long)1.5e19 = 15000000000000000000'
}

case_expressions() {
    by_words "$common/plain.json" 'p n + 2 * 3 - 1' 'p (n + 2) * 3' 'p n == 3 && sum > 19' 'p n != 3 || 0' \
        'p !n' \
        'p -n' 'p ~0' 'p 7 / 2' 'p -7 / 2' 'p -7 % 4' 'p 1 << 10' 'p real * 2 + 1' 'p real < 0.2' \
        'p sizeof(struct deep)' \
        'p sizeof d.grid' 'p (unsigned char)511' 'p (int)2.9' 'p *(p - 1)' 'p p - &d.grid[0][0]' \
        'p n ? 10 : 20' \
        'p 0 && 1 / 0' 'p (double)7 / 2' "p 'A' + 1" 'p 0x10 + 010' 'p (unsigned)0 - 1' 'p 5 & 6 | 8' \
        'p 3 > 2 > 1' \
        'p &d.byte == 0' 'p ((struct deep *)&d)->wide' 'p words[0][1]'
    answers 'n + 2 * 3 - 1 = 8' '(n + 2) * 3 = 15' 'n == 3 && sum > 19 = 1' 'n != 3 || 0 = 0' '!n = 0' \
        '-n = -3' \
        '~0 = -1' '7 / 2 = 3' '-7 / 2 = -3' '-7 % 4 = -3' '1 << 10 = 1024' 'real * 2 + 1 = 1.2' \
        'real < 0.2 = 1' \
        'sizeof d.grid = 24' "(unsigned char)511 = 255" '(int)2.9 = 2' '*(p - 1) = 5' \
        'p - &d.grid[0][0] = 5' 'n ? 10 : 20 = 10' '0 && 1 / 0 = 0' '(double)7 / 2 = 3.5' "'A' + 1 = 66" \
        '0x10 + 010 = 24' '(unsigned)0 - 1 = 4294967295' '5 & 6 | 8 = 12' '3 > 2 > 1 = 0' '&d.byte == 0 = 0' \
        '((struct deep *)&d)->wide = -7' "words[0][1] = 110 'n'"
    by_words "$common/plain.json" 'p n = 4' 'p twice(2)' 'p n++' 'p nothing' 'p 1 / 0' 'p d.none' 'p (1' \
        'p 1 +' \
        'p words[9]' "p $(printf '(%.0s' $(seq 500))" 'p *n' 'p &n' 'p d + 1' \
        'p !huge' 'p small + 1'
    answers 'nothing is assigned' 'calls are not made' 'expressions only read' 'there is no `nothing` here' \
        'division by zero' 'there is no member `none`' '`)` is missing' 'ends too early' \
        'nested too deeply' 'it is no pointer' 'it has no address' 'it is no number' \
        'it does not fit into 64 bits' '`+` is not for integers of 128 bits'
}

# Random expressions have the values that a compiler gives them. Each function leaves its text in $drawn: in
# another process RANDOM would give numbers that do not follow from the seed.
random_operand() {
    local all=(i u l ul sc uc sh b a[2] 'a[i & 3]' st.x st.f '*p' 3 0x7fffffff 2u 5L 0xffffffffu "'a'")
    drawn=${all[RANDOM % ${#all[@]}]}
}
random_expression() {
    local operators=(+ - '*' '&' '|' ^ '<' '<=' '>' '>=' == != '&&' '||') form left middle
    if [ "$1" = 0 ] || [ $((RANDOM % 6)) = 0 ]; then
        random_operand
        return
    fi
    form=$((RANDOM % 12))
    random_expression $(($1 - 1))
    left=$drawn
    case $form in
    0) drawn="-($left)" ;;
    1) drawn="~($left)" ;;
    2) drawn="!($left)" ;;
    3) drawn="(unsigned char)($left)" ;;
    4)
        random_expression $(($1 - 1))
        drawn="($left ? $drawn : 1L)"
        ;;
    5)
        random_operand
        drawn="(($left) << (($drawn) & 7))"
        ;;
    6)
        random_operand
        drawn="(($left) / ((($drawn) & 15) + 1))"
        ;;
    *)
        middle=${operators[RANDOM % 14]}
        random_expression $(($1 - 1))
        drawn="($left $middle $drawn)"
        ;;
    esac
}
case_random_expressions() {
    local k e
    RANDOM=$(($(first_seed) % 32768))
    for ((k = ${HEDDLE_LONG:-0} ? 1500 : 150; k > 0; k--)); do
        random_expression 3
        echo "$drawn"
    done >expressions
    {
        echo '#include <assert.h>'
        echo '#include <stdio.h>'
        echo 'int i = -7; unsigned u = 4000000000u; long l = -5000000000; _Bool b = 1;'
        echo 'unsigned long ul = 18000000000000000000u; signed char sc = -100; unsigned char uc = 200;'
        echo 'short sh = -30000; int a[4] = {9, 8, -7, 6};'
        echo 'struct { short x; unsigned f : 5; } st = {77, 21}; int *p = &a[2];'
        echo 'int main(void) {'
        echo '#ifdef NATIVE'
        echo 'setbuf(stdout, 0);'
        while read -r e; do echo "printf(\"%ld\\n\", (long)($e));"; done <expressions
        echo '#endif'
        echo 'i = 3; assert(!u); return 0; }'
    } >values.c
    cc -w -O0 -fwrapv -DNATIVE values.c -o values 2>cc.log && { ./values 2>/dev/null | cat; } >wanted
    "$HEDDLE" test -q --out=o values.c >log 2>&1
    while read -r e; do echo "p (long)($e)"; done <expressions >commands
    sed -i '1i go 1\nbreak main\nc' commands
    timeout 60 "$HEDDLE" debug o/0001*.json <commands >answers 2>err
    grep '^(long)' answers | sed 's/.* = //' >got
    same 'number of values' "$(wc -l <got)" "$(wc -l <expressions)"
    if cmp -s got wanted; then
        good
    else
        k=$(cmp got wanted | grep -oE 'line [0-9]+' | cut -d' ' -f2)
        bad "$(sed -n "${k}p" expressions) is $(sed -n "${k}p" got), not $(sed -n "${k}p" wanted)"
    fi
}

# Values that come from inputs show how. That text, evaluated by the debugger, has the same value.
case_inputs_in_values() {
    local k e
    by_words "$common/plain.json" 'p n' 'break twice if x == 3' rc 'p y' 'p d.byte' locals
    answers 'n = 3 (n)'
    RANDOM=$(($(first_seed) % 32768))
    for ((k = ${HEDDLE_LONG:-0} ? 400 : 60; k > 0; k--)); do
        random_expression 3
        while [[ $drawn =~ '&&'|'||'|'?'|'a['|'st.'|'*p'|[^a-z]u[^a-z]|ul|uc|^u$ ]]; do
            random_expression 3
        done
        echo "$drawn"
    done >expressions
    {
        echo '#include <assert.h>'
        echo '#include <heddle/heddle.h>'
        echo "long r[$(wc -l <expressions)]; int i; long l; signed char sc; short sh; _Bool b = 1;"
        echo 'unsigned char uc; unsigned short us; unsigned u; unsigned long ul;'
        echo 'int main(void) {'
        for e in i l sc sh; do echo "heddle_symbolic(&$e, sizeof $e, \"$e\");"; done
        k=0
        while read -r e; do echo "r[$((k++))] = (long)($e);"; done <expressions
        echo 'return assert(!(i == -71234 && l == -5000000123 && sc == -100 && sh == -30000)), 0; }'
    } >inputs.c
    "$HEDDLE" test -q --out=o inputs.c >log 2>&1
    for ((e = 0; e < k; e++)); do echo "p r[$e]"; done >commands
    timeout 60 "$HEDDLE" debug o/0001*.json <commands >answers 2>err
    grep '^r\[' answers >shown
    same 'number of values' "$(wc -l <shown)" "$k"
    # Widths that C does not have, and expressions too long, have no value there.
    sed 's/^r\[\([0-9]*\)\]/r \1/' shown | grep ' (' | grep -vE '\+\+|int[0-9]|…|\{|[a-z]\[[0-9]' >formulas
    sed -E 's/^[^(]*(\(.*\))$/p (long)\1/' formulas >commands
    timeout 60 "$HEDDLE" debug o/0001*.json <commands >answers 2>err
    grep '^(long)' answers | sed -E 's/.* = (-?[0-9]+)( \(.*)?$/\1/' >got
    sed -E 's/^r [0-9]+ = (-?[0-9]+) .*/\1/' formulas >wanted
    check "of $k values $(wc -l <wanted) have a formula" [ "$(wc -l <wanted)" -ge 3 ]
    if cmp -s got wanted; then
        good
    else
        k=$(diff got wanted | head -n 1 | grep -oE '^[0-9]+')
        bad "$(sed -n "${k}p" formulas) is $(sed -n "${k}p" got): $(tail -n 2 answers)"
    fi
}

case_steps() {
    by_words "$common/plain.json" 'go 1' 'break twice' c 'p x' n n n 'p y' n 'p d.grid[0][0]' fin rc 'p x' \
        'delete 1' \
        'break 27' c c c 'p k' back 'p k' 'delete 2' 'until 29' 'p sum' where
    answers '1: function twice:13' 'x = 0' 'y = -1' 'd.grid[0][0] = -1' 'plain.c:27:13 in main' 'k = 3' \
        'sum = 20' \
        '#0  main at plain.c:29'
    # A condition; one that makes no sense stops and says so.
    by_words "$common/plain.json" 'go 1' 'break twice if x == 3' c 'p x' 'break 999' 'break nowhere' \
        'break 29 if nonsense > 1' c breakpoints
    answers 'x = 3' 'never met: there is no code at or behind line 999' \
        'never met: the program has no function `nowhere`' \
        'the condition `nonsense > 1`: there is no `nonsense` here'
}

case_watch() {
    by_words "$common/list.json" 'go 1' 'watch count' c 'p count' c 'p count' rc 'p count' c c 'p count'
    answers 'watched value 1: count' 'count = 1' 'count = 2'
    by_words "$common/list.json" 'go 1' 'watch -r head' c where 'watch k' 'watch *(int *)0'
    answers 'watched value 1: head' 'outside of memory'
}

# The states on the way back are those on the way there, and the end is the same each time.
case_states() {
    local f n=0
    for f in "$common"/*.json; do
        by_words "$f" 'go end' state rc 'go 1' state 'go end' state 'go 2' 'go 1' state c state
        grep -E '^[0-9a-f]{16}$' answers >states
        same "$f: states" "$(sort -u states | wc -l) $(sed -n 1p states)" "2 $(sed -n 3p states)"
        same "$f: states at the start" "$(sed -n 2p states)" "$(sed -n 4p states)"
        same "$f: the end again" "$(sed -n 5p states)" "$(sed -n 1p states)"
        mapfile -t there < <(printf 'step\nstate\n%.0s' $(seq 60))
        mapfile -t back < <(printf 'reverse-step\nstate\n%.0s' $(seq 60))
        # Steps behind the last line of the thread all lead to the end: so each way back begins there.
        by_words "$f" 'go 1' "${there[@]}" 'thread 0' "${back[@]}"
        grep -E '^[0-9a-f]{16}$' answers >states
        head -n 60 states | uniq | head -n -1 >forward
        tail -n 60 states | uniq | head -n -1 | tac >backward
        if [ -s forward ]; then good; else bad "$f: no steps"; fi
        if cmp -s forward backward || cmp -s <(head -n 59 forward) <(tail -n 59 backward); then
            n=$((n + 1))
        else
            bad "$f: the states on the way back are others"
        fi
    done
    same 'findings' $n 4
}

# The same of the findings of tests/detect, a twentieth of its programs, or all: from the end to the start and
# back leads to the same states.
case_states_of_findings() {
    local file options test first last
    mapfile -t files < <(grep -LE '^/\* (expect: (safe|incomplete)|long)' "$top"/tests/detect/*.c)
    read -r first last < <(part_of "${#files[@]}" 20)
    for file in "${files[@]:first-1:last-first+1}"; do
        options=$(sed -n '1,8s:^/\* options\: \(.*\) \*/$:\1:p' "$file")
        # shellcheck disable=SC2086
        (
            cd "${file%/*}" || exit
            timeout 60 "$HEDDLE" test -q --max-time=10 $options --out="$OLDPWD/found" "${file##*/}"
        ) >log 2>&1
        for test in $(ls found/*.test.json 2>/dev/null | head -n 2); do
            by_words "$test" 'go end' state 'go 1' state 'go end' state rc 'go 1' state c state
            grep -E '^[0-9a-f]{16}$' answers | tr '\n' ' ' >states
            read -r a b c d e <states
            same "${file##*/}: states" "$c $d $e" "$a $b $a"
        done
        rm -rf found
    done
}

# A step back executes a long slice to its place, and looks only at the end of that; of steps of other threads
# nothing is executed.
case_long_slices() {
    local executed shown slice
    "$HEDDLE" test -q --max-time=20 --stop-at-first --out=long "$here/long.c" >log 2>&1
    # The end of the slice, and 150 steps back, with the states between; then the same steps forwards.
    mapfile -t there < <(printf 'step\nstate\n%.0s' $(seq 150))
    mapfile -t back < <(printf 'state\nreverse-step\n%.0s' $(seq 150))
    by_words long/0001*.json 'break 44' 'go 1' continue 'delete 1' "${back[@]}" "${there[@]}"
    grep -E '^[0-9a-f]{16}$' answers >states
    same 'states' "$(grep -c . states)" 300
    head -n 150 states | tac >forward
    tail -n 150 states >backward
    check 'the states on the way back are others' cmp -s forward backward
    same 'they differ' "$(sort -u forward | wc -l)" 150
    by_words long/0001*.json 'break 44' 'go 1' continue 'delete 1' work reverse-step work reverse-step work
    read -r slice _ _ shown _ < <(sed -n 's/ instructions executed,//p' answers | sed -n 1p)
    check "the slice is short: $slice" [ "$slice" -gt 500000 ]
    while read -r executed shown _; do
        check "a step back executed $executed of $slice" [ "$executed" -le $((slice * 2 + 10000)) ]
        check "a step back looked at $shown" [ "$shown" -le 3000 ]
    done < <(sed -n 's/ instructions executed,//p' answers | tail -n 2)
    # From the end back to the line before the join: the other thread took 400 steps in between.
    by_words long/0001*.json 'break 47' 'go 1' continue 'delete 1' work back work where
    read -r executed shown _ < <(sed -n 's/ instructions executed,//p' answers | tail -n 1)
    check "a step back over another thread executed $executed" [ "$executed" -le 5000 ]
    answers "main at $here/long.c:46"
}

case_locks() {
    by_words "$common/locks.json" locks threads 'thread 0.1' where 'p shared'
    answers 'the mutex `a`: held by worker (0.1); main (0) waits' \
        'the mutex `b`: held by main (0); worker (0.1) waits' \
        'main (0): blocked: waits for the mutex `a`, held by worker (0.1), at locks.c:16:5 in main' \
        'finding: deadlock' \
        '#1  worker at locks.c:6:5' 'shared = 0'
    by_words "$common/race.json" threads where 'p shared' back c
    answers 'finding: data race on the variable `shared`' 'worker at race.c:5:12' 'shared = 0' 'at the end'
}

# Another thread at a step: the deadlock does not happen; the new run is a test.
case_choose() {
    by_words "$common/locks.json" 'go 3' 'choose 0.1' c threads 'save other.json' 'go 3' 'choose 9' 'go 3' \
        'choose 0.1'
    answers 'main (0): exited' 'other.json: the program ends with exit status 0' \
        'which thread?; these can go on: 0'
    run 0 replay other.json
    # And the other way: from a run that ends well into the deadlock.
    by_words other.json 'go 3' 'choose 0' 'go 4' 'choose 0.1' 'go 5' 'choose 0.1' c 'save again.json'
    answers 'finding: deadlock'
    run 1 replay again.json
}

case_refusals() {
    run 2 debug
    run 2 debug missing.json
    run 2 debug --port=5 x.json
    run 2 debug --nonsense x.json
    echo '{' >broken.json
    run 2 debug broken.json
    cp "$common/plain.c" . && sed 's/n != 3/n != 4/' plain.c >changed.c && cp changed.c plain.c
    jq --arg d "$PWD" '.build.directory = $d' "$common/plain.json" >moved.json 2>/dev/null
    if jq -e .build.directory moved.json >/dev/null; then
        run 2 debug moved.json
        same 'says what to do' "$(grep -c 'use --force' err)" 1
    fi
    by_words "$common/plain.json" nonsense 'go x' 'frame 99' 'thread 7' 'delete 9' 'until x' '' 'save' \
        'save /nowhere/x.json'
    answers 'unknown command: nonsense' 'go to which step?' 'which frame?' 'which thread?' 'which one?' \
        'into which file?'
}

# ask REQUEST…: messages of the adapter are in ./messages, one a line.
ask() {
    printf '%s\n' "$@" | "$common/dap_client" script "$HEDDLE" debug --dap >messages 2>err
    same "the client ($(tail -n 1 err))" $? 0
}

# of COMMAND FILTER: the value of a filter on the answers to a command.
of() { jq -rs --arg c "$1" "[.[] | select(.command == \$c)] | $2" messages; }

case_dap() {
    local launch='{"command":"initialize"}
{"command":"launch","arguments":{"test":"'$common/list.json'"}}'
    local breakpoints='{"command":"setBreakpoints","arguments":{"source":{"path":"'$common/list.c'"},
"breakpoints":[{"line":23},{"line":900}]}}'
    breakpoints=${breakpoints//$'\n'/}
    ask '{"command":"threads"}' "$launch" \
        "$breakpoints" \
        '{"command":"configurationDone"}' '{"command":"threads"}' \
        '{"command":"stackTrace","arguments":{"threadId":1}}' \
        '{"command":"scopes","arguments":{"frameId":1}}' \
        '{"command":"variables","arguments":{"variablesReference":1}}' \
        '{"command":"reverseContinue","arguments":{"threadId":1}}' \
        '{"command":"evaluate","arguments":{"expression":"*n"}}' \
        '{"command":"evaluate","arguments":{"expression":"n ="}}' 'raw {nonsense' '{"command":"frobnicate"}' \
        '{"command":"evaluate","arguments":{"expression":":go 3"}}' '{"command":"disconnect"}'
    same 'before launch' "$(of threads '.[0].success')" false
    same 'verified' "$(of setBreakpoints '.[0].body.breakpoints | map(.verified) | @csv')" true,false
    same 'reasons' "$(jq -rs '[.[] | select(.event == "stopped") | .body.reason] | @csv' messages)" \
        '"exception","breakpoint","goto"'
    same 'frames' "$(of stackTrace '.[0].body.stackFrames[0] | [.name, .line] | @csv')" '"main",51'
    # An editor opens the file of a frame: what has no file has no source.
    same 'sources' "$(of stackTrace '.[0].body.stackFrames | map(.source.path) | @csv')" "\"$common/list.c\","
    same 'locals' \
        "$(of variables '.[0].body.variables | map(select(.name | IN("sum", "x")) | .value) | @csv')" \
        '"7 (x)","72"'
    same 'evaluate' "$(of evaluate '.[0].body.type')" 'struct node'
    same 'errors' "$(jq -rs '[.[] | select(.success == false) | .message] | length' messages)" 4
    # Truncated and wrong messages, then an end.
    printf '%b' 'Content-Length: 5\r\n\r\n{}\r\nX: y\r\n\r\nContent-Length: -4\r\n\r\n' \
        'Content-Length: 2\r\n\r\n[]Content-Length: 99\r\n\r\n{' |
        timeout 20 "$HEDDLE" debug --dap >out 2>err
    same 'status at the end' $? 0
}

# The requests of Kate 22.12, in its form: numbers from 0, on several lines, null for no arguments, 0 for all.
case_dap_kate() {
    local seq=0 arguments command body length
    coproc adapter { exec timeout 60 "$HEDDLE" debug --dap 2>err; }
    while read -r command arguments; do
        body=$(jq -n --argjson seq $seq --arg command "$command" --argjson arguments "$arguments" \
            '{arguments: $arguments, command: $command, seq: $seq, type: "request"}')
        printf 'Content-Length: %s\r\n\r\n%s' "${#body}" "$body" >&"${adapter[1]}"
        while IFS=': ' read -r _ length && read -r _ && IFS= read -rN "${length%$'\r'}" body; do
            printf '%s\n' "$body"
            [[ $body != *'"request_seq":'"$seq"[,}]* ]] || break
        done <&"${adapter[0]}"
        seq=$((seq + 1))
    done >messages <<END_OF_REQUESTS
initialize {"adapterID":"qdap","columnsStartAt1":true,"linesStartAt1":true,"locale":"C","path":"path"}
launch {"command":"launch","test":"$common/list.json"}
setBreakpoints {"breakpoints":[{"line":23}],"lines":[23],"source":{"path":"$common/list.c"}}
configurationDone null
threads null
stackTrace {"levels":0,"startFrame":0,"threadId":1}
scopes {"frameId":1}
variables {"count":0,"start":0,"variablesReference":1}
evaluate {"context":"watch","expression":":reverse-continue","frameId":1}
threads null
stackTrace {"levels":0,"startFrame":0,"threadId":3}
terminate {}
disconnect {}
END_OF_REQUESTS
    same 'all are answered' "$(jq -rs '[.[] | select(.success) | .request_seq] == [range(13)]' messages)" true
    same 'it stops' "$(jq -rs '[.[] | select(.event == "stopped") | .body.reason] | @csv' messages)" \
        '"exception","goto"'
    same 'the first frames' "$(jq -rs '[.[] | select(.command == "stackTrace") | .body.stackFrames[0] |
        .source.path, .line] | @csv' messages)" "\"$common/list.c\",51,\"$common/list.c\",23"
    same 'the end' "$(jq -rs '[.[] | select(.event == "terminated")] | length' messages)" 1
}

case_dap_random() {
    local f
    for f in list plain locks race; do
        "$common/dap_client" random "$(first_seed)" "$((${HEDDLE_LONG:-0} ? 2500 : 50))" "$common/$f.json" \
            "$HEDDLE" debug --dap >out 2>err
        same "$f: random requests ($(tail -n 1 err))" $? 0
    done
}

# Backwards from main into the function of a context, before its switch, and to the start.
case_contexts() {
    local test=generator.test.json
    "$HEDDLE" test --quiet --out=out "$top/tests/detect/context_generator_by_input.c" >log 2>&1
    cp out/0001-assertion.test.json $test
    by_words $test reverse-step reverse-step where 'break 14' reverse-continue where continue continue where
    answers 'in main' '#0  body at' '#3  swapcontext at' ':14:5 in body' 'finding: assertion failed: out == 2'
}

case_dap_peer() {
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        echo 'dap_peer: skipped, there is no Node.js'
        return
    fi
    if ! timeout 60 npm install --no-audit --no-fund @vscode/debugadapter-testsupport >log 2>&1; then
        echo 'dap_peer: skipped, @vscode/debugadapter-testsupport cannot be had'
        return
    fi
    NODE_PATH=$PWD/node_modules timeout 60 node "$here/peer.js" "$HEDDLE" "$common/list.json" \
        "$common/list.c" 23 >out 2>err
    same "a client of others ($(tail -n 3 err))" "$(cat out)" fine
}

case_dap_emacs() {
    if ! command -v emacs >/dev/null; then
        echo 'dap_emacs: skipped, there is no Emacs'
        return
    fi
    HOME=$PWD timeout 120 emacs --batch -l "$here/emacs.el" "$HEDDLE" "$common/list.json" "$common/list.c" \
        23 51 "$top/contrib/emacs/heddle-debug.el" >out 2>err
    if grep -qxF 'no dap-mode' out; then
        echo 'dap_emacs: skipped, there is no dap-mode (elpa-dap-mode)'
        return
    fi
    same "dap-mode ($(tail -n 3 err))" "$(tail -n 1 out)" fine
}

suite "$@"
