#!/bin/bash
# The command line as scripts see it: exit statuses, one clear line on stderr for each kind of bad usage, test
# files that replay, summaries, suppressions. Each case runs in a folder of its own.
# Environment: HEDDLE (the executable)
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tmp
export TMPDIR=$work/tmp
passed=0 failed=0
good() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAIL $*"
}
if [ ! -x "$HEDDLE" ]; then
    echo "$HEDDLE is not built"
    echo "0 passed, 1 failed"
    exit 1
fi

# run STATUS ARGUMENTS…: runs heddle, output in ./out and ./err; complains about another exit status.
run() {
    local want=$1 status
    shift
    timeout 120 "$HEDDLE" "$@" >out 2>err </dev/null
    status=$?
    if [ "$status" -ne "$want" ]; then
        bad "heddle $*: exit status $status, not $want: $(tail -n 2 err | tr '\n' ' ')"
        return 1
    fi
}
# refused PATTERN ARGUMENTS…: exit status 2, nothing on stdout, exactly one line on stderr, which matches.
refused() {
    local pattern=$1
    shift
    run 2 "$@" || return
    if [ -s out ]; then
        bad "heddle $*: writes to stdout: $(head -n 1 out)"
    elif [ "$(wc -l <err)" -ne 1 ]; then
        bad "heddle $*: $(wc -l <err) lines on stderr, not 1: $(head -n 3 err | tr '\n' '|')"
    elif ! grep -q -e "^heddle: .*$pattern" err; then
        bad "heddle $*: '$(cat err)' does not say '$pattern'"
    else
        good
    fi
}
# tells FILE PATTERN: after run.
tells() {
    if grep -q -e "$2" "$1"; then good; else bad "$1 has no '$2': $(head -n 5 "$1" | tr '\n' '|')"; fi
}

cat >fine.c <<'END'
#include <pthread.h>
#include <stdio.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    puts("done");
    return x == 2 ? 7 : 1;
}
int other(void) { return 0; }
END
cat >bug.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <heddle/heddle.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    int n = heddle_int("n");
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    if (n > LIMIT) assert(x == 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
END

# --- bad usage and input ---------------------------------------------------------------------------------------
refused 'no command'
refused "unknown command 'frobnicate'" frobnicate
for later in seq diff resume; do refused 'not available in this version' $later x; done
refused 'no file' test
refused "unknown option '--frobnicate'" test --frobnicate fine.c
refused 'did you mean --summary' test --sumary=x fine.c
refused 'No such file' test missing.c
refused '-m32 is not supported' test -m32 fine.c
for option in --bound=2 \
    --format=ktest --tests=all --strategy=unfold --strategy=contextual --strategy=dpor --strategy=interference --strategy=sequential; do
    refused 'not available in this version' test $option fine.c
done
refused 'is needed' test --strategy=clever fine.c
refused 'is needed' test --interleave=all fine.c
refused 'cutoffs=maybe: on or off is needed' test --cutoffs=maybe fine.c
refused '--cutoffs needs a value' test fine.c --cutoffs
for k in 0 -1 x 2x 1.5 1000000000000 optimall ' 1'; do
    refused "alternatives=$k: a whole number from 1 on or optimal is needed" test "--alternatives=$k" fine.c
done
refused 'alternatives needs a value' test --alternatives= fine.c
refused 'search=clever: dfs, bfs, random or coverage is needed' test --search=clever fine.c
refused 'jobs=65: a whole number' test --jobs=65 fine.c
refused 'jobs=two: a whole number' test --jobs=two fine.c
refused '--spurious-wakeups takes no value' test --spurious-wakeups=yes fine.c
refused 'number' test --max-time=soon fine.c
refused 'number' test --max-traces=-1 fine.c
refused "unknown check" test --checks=everything fine.c
refused 'needs a value' test fine.c --summary
refused 'NAME=VALUE' test --env=HOME fine.c
refused 'No such file' test --stdin=missing fine.c
refused 'No such file' test --suppressions=missing fine.c
echo 'rice:x' >rules
refused "rules:1: unknown kind 'rice'" test --suppressions=rules fine.c
echo 'int main() { return 0; }' >plus.cpp
refused 'C++' test plus.cpp
echo 'this is no bitcode' >text.bc
refused 'text.bc: .*bitcode' test text.bc
: >empty.bc
refused 'empty.bc' test empty.bc
printf 'BC\300\336garbage after the magic number' >broken.bc
refused 'broken.bc' test broken.bc
cp /bin/true elf
refused 'elf: holds no bitcode; build it with heddle cc' test elf
echo 'int f(void) { return 0; }' >nomain.c
refused 'no function .main' test nomain.c
refused 'no function .nothing' test --entry=nothing fine.c
mkdir -p folder.c
refused 'folder.c' test folder.c
: >plain
refused 'plain' test --out=plain fine.c
refused 'plain' test --out=plain/deeper fine.c
HEDDLE_RESOURCE_DIR=$work/nowhere refused 'HEDDLE_RESOURCE_DIR' test fine.c
TMPDIR=$work/nowhere refused 'temporary folder' test fine.c
# The compiler's own messages come first here.
echo 'int main(void) { return 0 }' >syntax.c
run 2 test syntax.c && tells err 'syntax.c: compilation failed'

# --- help -----------------------------------------------------------------------------------------------------------
run 0 --help && tells out 'usage: heddle'
run 0 --version && tells out '^heddle [0-9]'
for command in test replay show cover; do
    run 0 $command --help && tells out "usage: heddle $command"
    run 0 help $command && tells out "usage: heddle $command"
    # Each option of the help is in the manual page, too.
    for option in $(grep -o -e '^  \(-[a-zA-Z][^ ]*, \)\?--[a-z-]*' out | grep -o -e '--[a-z-]*'); do
        if grep -q -e "$(echo "$option" | sed 's/-/\\\\-/g')" "$top/docs/heddle.1"; then good; else bad "docs/heddle.1 does not tell $option"; fi
    done
done

# --- nothing found ---------------------------------------------------------------------------------------------------
if run 0 test --summary=s.json fine.c; then
    tells err 'no bug found; everything was explored'
    tells s.json '"verdict": "safe"'
    tells s.json '"complete": true'
    tells err '^heddle: finished after [0-9.]* s, [0-9]* MiB, [0-9,]* instructions, 2 threads, '
    tells err '^heddle: [0-9]* events: [0-9]* mutex, 0 condition variable, 0 memory, 0 symbolic, [0-9]* other; [0-9]* cut-off'
    tells err '^heddle: [0-9]* traces\?: [0-9]* exit, 0 error, [0-9]* cut-off; 0 redundant runs, 0 restarts$'
    jq -e '.events == .events_mutex + .events_condition + .events_memory + .events_symbolic + .events_other and
        .events == ([.events_by_kind[]] | add) and .events_mutex == .events_by_kind.lock + .events_by_kind.unlock and .states > 0' s.json >log &&
        good || bad "events of s.json: $(jq -c '[.events, .events_by_kind, .states]' s.json)"
    [ "$(find heddle-out -type f ! -name coverage.json | wc -l)" -eq 0 ] && good || bad "files in heddle-out without a finding"
fi
run 0 test --quiet fine.c && { [ ! -s err ] && [ ! -s out ] && good || bad "--quiet is not quiet: $(cat out err)"; }
run 0 test --quiet --echo-output fine.c && { [ "$(cat out)" = done ] && good || bad "--echo-output printed '$(cat out)'"; } && tells err 'exit status 7'
run 7 test --quiet --echo-output --exit-status fine.c && good
# Bytes of all values, also zeros; what a finding tells of them, too.
cat >binary.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
    for (int k = 0; k < 512; k++) putchar(k & 255);
    fflush(stdout);
    write(2, "\0error\n", 7);
    write(1, "end\0", 4);
    if (argc > 1) abort();
    return 0;
}
END
every() { for ((k = 0; k < 512; k++)); do printf "\\x$(printf %02x $((k % 256)))"; done; }
{ every; printf 'end\0'; } >binary.expected
{ every; printf '\0error\nend\0'; } >binary.both
run 0 test --quiet --echo-output binary.c && { cmp -s out binary.expected && good || bad "--echo-output: $(cmp out binary.expected)"; }
if run 1 test --quiet --out=binary-out binary.c -- x; then
    run 1 replay binary-out/*.test.json && { cmp -s out binary.both && good || bad "replay: $(cmp out binary.both)"; }
    { every; printf '\0error\nend\0'; } | sed 's/^/  /' | tail -n 1 >expected
    echo >>expected
    run 0 show binary-out/*.test.json && { tail -n 1 out | cmp -s - expected && good || bad "show: $(tail -n 1 out | od -c | head -n 3)"; }
fi
run 0 test -pthread -lm -O2 -g -Wall -std=gnu11 -m64 fine.c && good
run 0 test --entry=other fine.c && good
run 3 test --max-traces=1 fine.c && tells err 'limit of runs'
run 0 test --dump-code=worker fine.c && tells out 'worker'
clang-19 -c -emit-llvm -g -O0 --target=x86_64-linux-musl fine.c -o fine.bc -nostdlibinc -isystem "$(dirname "$HEDDLE")/resource/include" 2>log &&
    run 0 test fine.bc && good
[ -e /dev/full ] && run 2 test --quiet --summary=/dev/full fine.c && tells err 'No space left'

# --- something found --------------------------------------------------------------------------------------------------
if run 1 test --summary=s.json --out=results/first -DLIMIT=3 bug.c; then
    tells err '^bug.c:17:[0-9]*: error: assertion failed: .*\[assertion\]$'
    tells err '^    17 |     if (n > LIMIT)'
    tells err 'heddle replay results/first/0001-assertion.test.json'
    tells err '1 bug found; everything was explored up to where threads stop at errors'
    tells s.json '"verdict": "bug"'
    tells s.json '"kind": "assertion"'
    tells s.json '"line": 17'
    # Each member of a summary and of its bugs is documented.
    for member in $(jq -r 'keys[], (.bugs[0] | keys[])' s.json); do
        grep -q "\`$member\`" "$top/docs/summary-format.md" && good || bad "docs/summary-format.md does not tell $member"
    done
    tells s.json '"test": "results/first/0001-assertion.test.json"'
    test=$work/results/first/0001-assertion.test.json
    [ -f "$test" ] && good || bad "no test file"
    # From any folder, since the test knows where its program is.
    mkdir -p elsewhere && cd elsewhere || exit 1
    run 1 replay "$test" && tells err 'the finding occurred again'
    run 1 replay --quiet "$test" && { [ ! -s err ] && good || bad "replay --quiet prints $(cat err)"; }
    run 1 replay --trace "$test" && tells err '1  thread 0  '
    run 0 show "$test" && tells out 'thread 0.1' && tells out '  n = '
    run 0 show --width=60 "$test" && { [ "$(sed -n '/^Steps/,/^Threads/p' out | awk 'length > 60' | wc -l)" -eq 0 ] && good || bad "show is wider than asked"; }
    printf 'n\nt\nc\n' >answers
    timeout 60 "$HEDDLE" replay --step "$test" >out 2>err <answers
    [ $? -eq 1 ] && good || bad "replay --step: $(tail -n 1 err)"
    tells err 'thread 0: '
    echo q | timeout 60 "$HEDDLE" replay --step "$test" >out 2>err
    [ $? -eq 3 ] && good || bad "replay --step, then q: $(tail -n 1 err)"
    cd "$work" || exit 1
    # The same call finds and numbers the same; a run without findings takes the old tests away.
    cp "$test" before.json
    run 1 test --quiet --out=results/first -DLIMIT=3 bug.c
    cmp -s before.json "$test" && good || bad "the second run wrote another test"
    # A program that has changed is refused.
    sed 's/x == 0/x != 1/; s/x++/x += 1/' bug.c >changed.c && cp bug.c saved.c && cp changed.c bug.c
    refused 'has changed' replay "$test"
    run 1 replay --force "$test" || run 0 replay --force "$test" || run 4 replay --force "$test"
    tells err 'has changed'
    mv saved.c bug.c
    # Suppressions and checks.
    echo 'assertion:bug.c:17 # known' >rules
    run 3 test --suppressions=rules --out=results/first -DLIMIT=3 bug.c && tells err '1 finding was suppressed'
    [ ! -e "$test" ] && good || bad "the old test is still there"
    run 3 test --checks=no-assertion --out=results/first -DLIMIT=3 bug.c && tells err 'suppressed'
    # Corrupt tests.
    head -c 300 before.json >cut.json
    refused 'cut.json:[0-9]*:[0-9]*: not a valid test' replay cut.json
    refused 'cut.json:[0-9]*:[0-9]*: not a valid test' show cut.json
    sed 's/"ordinal": 1,/"ordinal": "one",/' before.json >odd.json
    refused 'odd.json: not a valid test: schedule\[0\].ordinal' replay odd.json
    sed 's/"schema": 1/"schema": 99/' before.json >new.json
    refused 'format 99' replay new.json
    sed 's/"directory": "[^"]*"/"directory": "\/nonexistent"/' before.json >moved.json
    refused 'nonexistent' replay moved.json
    head -c 5000 /dev/urandom >noise.json
    refused 'noise.json' replay noise.json
    # A schedule that the program cannot follow is told as that.
    sed '/"schedule"/,$ s/"kind": "lock"/"kind": "unlock"/' before.json >wrong.json
    run 4 replay wrong.json && tells err 'left the schedule'
fi
refused 'No such file' replay missing.json
refused 'takes one test' replay
refused 'takes one test' show a b
refused 'is a folder' show .
refused 'make no sense' replay x -- y
run 1 test --quiet --stop-at-first --out=a/b/c/ -D LIMIT=5 bug.c && { [ -f a/b/c/0001-assertion.test.json ] && good || bad "no test in a/b/c/"; }
run 2 test bug.c && tells err 'compilation failed'
# Names that a shell would take apart.
mkdir -p "odd folder" && cp bug.c "odd folder/it's.c"
run 1 test --out="odd folder/out" -DLIMIT=1 "odd folder/it's.c" && tells err "heddle replay 'odd folder/out/0001-assertion.test.json'" &&
    run 1 replay "odd folder/out/0001-assertion.test.json" && good

# --- how to explore -----------------------------------------------------------------------------------------------------
# number FIELD: of the last summary
number() { jq "$1" s.json; }
# same WHAT A B
same() { [ "$2" = "$3" ] && good || bad "$1: $2, not $3"; }

# Two threads without end over finitely many states.
cat >forever.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn;
static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        turn = !turn;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
END
for option in '' --cutoffs=on; do
    run 0 test $option --max-time=60 --summary=s.json forever.c && tells err 'everything was explored' && jq -e '.cutoffs > 0 and .paths_cutoff == .traces and .paths_exit == 0' s.json >log &&
        good || bad "cut-offs: $(jq -c '[.cutoffs, .paths_cutoff, .traces]' s.json)"
done
run 3 test --cutoffs=off --max-time=1 --summary=s.json forever.c && same 'cut-offs with --cutoffs=off' "$(number .cutoffs)" 0
run 0 test --cutoffs=off --summary=s.json fine.c && same 'fine.c: traces, cut-offs, states' "$(jq -c '[.traces, .cutoffs, .states]' s.json)" '[2,0,0]'

# --- what makes a verdict incomplete, and what is no setting at all ---------------------------------------------------------
cat >dies.c <<'END'
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int *p = malloc(4);
    p[argc] = 0; /* the only run dies here, before the assertion */
    free(p);
    assert(0);
}
END
run 3 test --checks=none,assertion --summary=s.json --echo-output dies.c && tells err 'not complete because: a run ended at an error that is not told (memory at dies.c:5:' && tells err 'no run came to the end of the program'
same 'verdict and suppressed findings of dies.c' "$(jq -c '[.verdict, .complete, .suppressed]' s.json)" '["incomplete",false,1]'
run 3 test -q --checks=none,assertion dies.c && tells err 'not complete because: a run ended at an error' && same 'lines with --quiet' "$(wc -l <err)" 1
echo 'memory:dies.c' >all.supp
run 3 test --suppressions=all.supp dies.c && tells err 'a run ended at an error that is not told'
cat >hangs.c <<'END'
int main(void) {
    for (volatile int k = 0;; k = 0) {}
}
END
run 3 test --checks=no-hang hangs.c && tells err 'a run ended at an error that is not told (hang at hangs.c:2'
cat >raw.c <<'END'
int main(void) {
    __asm__ volatile("hlt");
    return 0;
}
END
run 3 test raw.c && same 'how often a reason is told' "$(grep -c 'not complete because' err)" 1
run 3 test -q raw.c && tells err 'not complete because'
refused 'symbolic=arg2: the program has 1 argument' test --symbolic=arg2:4 fine.c -- abc
refused 'symbolic=env:HOME: no such variable' test --symbolic=env:HOME:4 fine.c
refused 'symbolic=file:/nothing: no such file' test --symbolic=file:nothing:4 --files=. fine.c
refused 'symbolic=file:/fine.c: no such file' test --symbolic=file:fine.c:4 fine.c
run 0 test --symbolic=file:fine.c:1 --files=. fine.c && run 0 test --symbolic=env:A:1 --env=A=1 fine.c && run 0 test --symbolic=arg1:1 fine.c -- a && good
refused 'dump-code=nobody: the program has no code of a function' test --dump-code=nobody fine.c
for option in -j0 --jobs=0 --max-time=0 --max-memory=0 --max-traces=0 --max-steps=0 --max-sleeps=0; do refused 'more than 0 is needed' test $option fine.c; done
run 0 test --solver-timeout=0 --max-timeouts=0 fine.c && good

# Three threads and one condition variable: a program in which to exclude one event is not enough.
cat >waits.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    pthread_mutex_lock(&m);
    if (waiting == 2) pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
END
counts() { jq -c '[.verdict, .traces, .events]' s.json; }
run 0 test --spurious-wakeups --cutoffs=off --alternatives=optimal --summary=s.json waits.c
optimal=$(counts)
same 'redundant runs of --alternatives=optimal' "$(number .redundant)" 0
for option in '' --alternatives=1 --alternatives=2 --alternatives=999; do
    run 0 test --spurious-wakeups --cutoffs=off $option --summary=s.json waits.c
    same "waits.c with '$option'" "$(counts)" "$optimal"
    case $option in
    *=1) [ "$(number .redundant)" -gt 0 ] && good || bad "waits.c with '$option' has no redundant run" ;;
    *999) same "redundant runs with $option" "$(number .redundant)" 0 ;;
    esac
done

for option in --search=dfs --search=bfs --search=random --search=coverage --jobs=1 --jobs=2 -j2 '-j2 --search=bfs'; do
    run 0 test --spurious-wakeups --cutoffs=off --alternatives=optimal $option --summary=s.json waits.c
    same "waits.c with '$option'" "$(counts)" "$optimal"
    run 1 test --quiet $option --out=orders -DLIMIT=3 bug.c && run 1 replay orders/0001-assertion.test.json && good
done

# States on standby: each worth some hundred KiB. What has no room is executed again, and nothing else changes.
cat >large.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char table[300000];
static int last;
static void *thread(void *n) {
    pthread_mutex_lock(&m);
    memset(table, (int)(long)n, sizeof table);
    last = (int)(long)n;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[5];
    for (long i = 0; i < 5; i++) pthread_create(&t[i], 0, thread, (void *)i);
    for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
    assert(last != 3);
    return 0;
}
END
if ! ldd "$HEDDLE" | grep -q libasan; then
    found() { jq -c '[.verdict, .complete, .traces, .events, [.bugs[].message]]' s.json; }
    run 1 test --cutoffs=off --alternatives=optimal --summary=s.json large.c
    wanted=$(found)
    same 'steps that depth-first order executes again' "$(number '.steps_replayed + .steps_standby')" 0
    room=$(number '.rss_bytes / 1048576 | ceil + 5')
    for option in --search=bfs --search=random --search=coverage; do
        run 1 test --cutoffs=off --alternatives=optimal $option --summary=s.json large.c
        same "large.c with $option" "$(found)" "$wanted"
        same "states dropped with $option" "$(number .standby_dropped)" 0
        [ "$(number .steps_standby)" -gt 100 ] && good || bad "$option: $(number .steps_standby) steps from standby states"
        replayed=$(number .steps_replayed)
        run 1 test --cutoffs=off --alternatives=optimal $option --max-memory="$room" --summary=s.json large.c
        same "large.c with $option in $room MiB" "$(found)" "$wanted"
        [ "$(number .standby_dropped)" -gt 5 ] && [ "$(number .steps_replayed)" -gt $((replayed + 5)) ] && good ||
            bad "$option in $room MiB: $(number .standby_dropped) dropped, $(number .steps_replayed) replayed"
        tells err '^heddle: going to subtrees put off: [0-9,]* steps\? from standby states, [0-9,]* executed again; [0-9,]* dropped for want of memory$'
    done
fi

# A thread that failed makes every run with its failure one with an error, in whatever order they come.
cat >failing.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *failing(void *arg) {
    assert(!arg);
    return arg;
}
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, failing, &m);
    for (int i = 1; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 1; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
END
for option in --search=dfs --search=bfs --jobs=2; do
    run 1 test --cutoffs=off --alternatives=optimal $option --summary=s.json failing.c
    same "failing.c with $option" "$(jq -c '[.traces, .paths_error, .paths_assume]' s.json)" '[2,2,0]'
done

# A wait that returns by itself, and its test.
cat >spurious.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    CHECK (!ready) pthread_cond_wait(&c, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
run 0 test -DCHECK=if spurious.c && good
run 0 test -DCHECK=while --spurious-wakeups spurious.c && good
for option in --strategy=por --strategy=dfs --strategy=random --cutoffs=off; do
    run 1 test -DCHECK=if --spurious-wakeups $option --out=spurious spurious.c && tells err '^spurious.c:18:5: error: assertion failed: ready' && tells err 'timeout the condition variable `c`  *spurious.c:17'
    run 1 replay spurious/0001-assertion.test.json && tells err 'the finding occurred again'
done
tells spurious/0001-assertion.test.json '"spurious_wakeups": true'
sed '/"spurious_wakeups"/d' spurious/0001-assertion.test.json >old.json
run 4 replay old.json && tells err 'left the schedule'

# --- interrupted -----------------------------------------------------------------------------------------------------
cat >long.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    for (int i = 0; i < 9; i++) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[5];
    for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
    return 0;
}
END
timeout --preserve-status -s INT -k 30 3 "$HEDDLE" test --cutoffs=off --summary=s.json long.c >out 2>err
[ $? -eq 3 ] && good || bad "interrupted: $(tail -n 1 err)"
tells err 'it was interrupted'
tells s.json '"halt_reason": "interrupted"'
# Two signals at once are one; a later one ends it, and leaves no file behind either.
"$HEDDLE" test --cutoffs=off --summary=s.json long.c >out 2>err &
child=$!
sleep 1
kill -INT $child; kill -INT $child
wait $child
[ $? -eq 3 ] && good || bad "interrupted twice at once: $(tail -n 1 err)"
run 3 test --max-time=1 long.c && tells err 'time limit'
run 3 test --cutoffs=off --max-time=1 --jobs=2 --summary=s.json long.c && same 'threads where time was over' "$(number '.threads_max > 1')" true
for option in '' --jobs=2 --search=bfs '--jobs=3 --search=random'; do
    run 3 test --cutoffs=off --max-traces=1000 $option --summary=s.json long.c
    same "runs of --max-traces=1000 $option" "$(jq -c '[.traces, .halt_reason, .paths_exit]' s.json)" '[1000,"traces",1000]'
done

# Much memory by few instructions: limits are looked at in between, and what nobody touches costs nothing.
cat >forever.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(void) {
    for (;;) {
        char *p = malloc(1 << 20);
        if (!p) return 0;
        memset(p, 1, 1 << 20);
    }
}
END
run 3 test --max-memory=400 --summary=s.json forever.c && same 'allocation without end' "$(jq -c '[.halt_reason, .rss_bytes < 700000000, .seconds < 10]' s.json)" '["memory",true,true]'
cat >large.c <<'END'
#include <stdlib.h>
int main(void) {
    char *p = malloc(1ull << 31);
    if (!p) return 1;
    free(p);
    return 0;
}
END
run 0 test --max-memory=400 --summary=s.json large.c && same 'a large block that nobody touches' "$(jq -c '[.complete, .rss_bytes < 200000000, .seconds < 5]' s.json)" '[true,true,true]'

[ -z "$(ls tmp)" ] && good || bad "temporary files remain: $(ls tmp)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
