#!/bin/bash
# The command line as scripts see it: exit statuses, one clear line on stderr for each kind of bad usage, test
# files that replay, summaries, suppressions.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

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
# figures FILTER, of the last summary, in one line
figures() { jq -c "$1" s.json; }
# holds FILTER…: what the filter says of the summary is true.
holds() { jq -e "$@" s.json >/dev/null; }
# found_bug: finds the assertion of bug.c; the path of its test is in the variable test then.
found_bug() {
    run 1 test --summary=s.json --out=results/first -DLIMIT=3 bug.c || return
    test=$PWD/results/first/0001-assertion.test.json
    cp "$test" before.json
}

# The programs that several cases run.
prepare() {
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
    cat >long.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds;
static void *worker(void *arg) {
    for (int i = 0; i < 9; i++) {
        pthread_mutex_lock(&m);
        rounds++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[5];
    for (long i = 0; i < 5; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
    return 0;
}
END
}
before_case() { cp "$common"/*.c .; }

# --- bad usage and input ------------------------------------------------------------------------------------

case_bad_usage() {
    refused 'no command'
    refused "unknown command 'frobnicate'" frobnicate
    for command in resume work status findings; do
        refused 'No such file' $command missing.db
        refused 'takes one database' $command
    done
    refused 'no file' test
    refused "unknown option '--frobnicate'" test --frobnicate fine.c
    refused 'did you mean --summary' test --sumary=x fine.c
    refused 'No such file' test missing.c
    refused '-m32 is not supported' test -m32 fine.c
    refused 'not available in this version' test --format=ktest fine.c
    nothing_left
}

case_bad_values() {
    refused "strategy: 'clever' is unknown; expected auto, por, " test --strategy=clever fine.c
    refused "tests: 'some' is unknown; expected bugs, new-coverage or all" test --tests=some fine.c
    refused "interleave: 'all' is unknown; expected sync or memory" test --interleave=all fine.c
    refused "cutoffs: 'maybe' is unknown; expected on or off" test --cutoffs=maybe fine.c
    refused '--cutoffs needs a value' test fine.c --cutoffs
    for k in 0 -1 x 2x 1.5 1000000000000 optimall ' 1'; do
        refused "alternatives: '$k' is neither a whole number from 1 to 999999 nor optimal" \
            test "--alternatives=$k" fine.c
    done
    refused 'alternatives needs a value' test --alternatives= fine.c
    refused "search: 'clever' is unknown; expected dfs, bfs, random or coverage" test --search=clever fine.c
    refused 'jobs: 65 is out of range (1 to 64)' test --jobs=65 fine.c
    refused "jobs: 'two' is not a whole number" test --jobs=two fine.c
    refused '--spurious-wakeups takes no value' test --spurious-wakeups=yes fine.c
    refused 'number' test --max-time=soon fine.c
    refused 'number' test --max-traces=-1 fine.c
    refused "unknown check" test --checks=everything fine.c
    refused 'needs a value' test fine.c --summary
    refused 'NAME=VALUE' test --env=HOME fine.c
    refused 'No such file' test --stdin=missing fine.c
    refused 'No such file' test --suppressions=missing fine.c
    nothing_left
}

case_bad_input() {
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
    echo 'static int f(void) { return 0; } static int (*g(void))(void) { return f; }
        int h(void) __attribute__((ifunc("g"))); int main(void) { return h(); }' >chosen.c
    refused '`h` is chosen while the program is loaded (attribute ifunc)' test chosen.c
    mkdir -p folder.c
    refused 'folder.c' test folder.c
    : >plain
    refused 'plain' test --out=plain fine.c
    refused 'plain' test --out=plain/deeper fine.c
    HEDDLE_RESOURCE_DIR=$PWD/nowhere refused 'HEDDLE_RESOURCE_DIR' test fine.c
    TMPDIR=$PWD/nowhere refused 'temporary folder' test fine.c
    # The compiler's own messages come first here.
    echo 'int main(void) { return 0 }' >syntax.c
    run 2 test syntax.c && tells err 'syntax.c: compilation failed'
    nothing_left
}

case_bad_replay() {
    refused 'No such file' replay missing.json
    refused 'takes one test' replay
    refused 'takes one test' show a b
    refused 'is a folder' show .
    refused 'takes no arguments after --' replay x -- y
    nothing_left
}

# Bytes of an argument or a variable, with what is around them, or all that it is.
case_symbolic_parts() {
    cat >parts.c <<'C'
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv, char **envp) {
    const char *text = argc > 1 ? argv[1] : getenv("A");
    int variables = 0;
    for (char **e = envp; *e; e++) variables += !strncmp(*e, "A=", 2);
    heddle_assert(argc > 1 || variables == 1);
    heddle_assert(strlen(text) <= LENGTH && !strncmp(text, START, strlen(START)));
    heddle_assert(strcmp(text, START WANTED));
    return 0;
}
C
    local program=(-DLENGTH=9 '-DSTART="--level="' '-DWANTED="7"' parts.c)
    finds 'START WANTED' --symbolic=arg1:1@8 "${program[@]}" -- --level=1
    finds 'START WANTED' --symbolic=arg1:1@8 "${program[@]}" -- --level=
    finds 'START WANTED' --symbolic=env:A:1@8 --env=A=--level=1 "${program[@]}"
    program=(-DLENGTH=4 '-DSTART=""' '-DWANTED="four"' parts.c)
    finds 'START WANTED' --symbolic=arg1:4 "${program[@]}" -- x
    finds 'START WANTED' --symbolic=arg1:4 "${program[@]}" -- longer
    finds 'START WANTED' --symbolic=arg1:2@1 "${program[@]}" -- fr_r
    finds 'START WANTED' --symbolic=env:A:4 --env=A=x "${program[@]}"
    finds 'START WANTED' --symbolic=env:A:4 --env=A=longer "${program[@]}"
    refused '"abc" has only 3 bytes' test --symbolic=arg1:1@4 fine.c -- abc
    refused '"1" has only 1 byte' test --symbolic=env:A:1@2 --env=A=1 fine.c
    refused 'not WHAT:SIZE' test --symbolic=arg1:1@ fine.c -- abc
    nothing_left
}
# finds TEXT ARGUMENT…: one finding, in whose message the text is, and which replays.
finds() {
    rm -rf parts
    run 1 test --summary=s.json --out=parts "${@:2}" || return
    same "${*:2}" "$(jq -c --arg text "$1" '.bugs | map(.message | contains($text))' s.json)" '[true]'
    run 1 replay parts/0001-assertion.test.json && good
}

# What is set for something that is not there.
case_settings_without_object() {
    refused 'symbolic=arg2: the program has 1 argument' test --symbolic=arg2:4 fine.c -- abc
    refused 'symbolic=env:HOME: no such variable' test --symbolic=env:HOME:4 fine.c
    refused 'symbolic=file:/nothing: no such file' test --symbolic=file:nothing:4 --files=. fine.c
    refused 'symbolic=file:/fine.c: no such file' test --symbolic=file:fine.c:4 fine.c
    run 0 test --symbolic=file:fine.c:1 --files=. fine.c && good
    run 0 test --symbolic=env:A:1 --env=A=1 fine.c && good
    run 0 test --symbolic=arg1:1 fine.c -- a && good
    refused 'dump-code=nobody: the program has no code for a function' test --dump-code=nobody fine.c
    for option in -j0 --jobs=0 --max-{time,memory,traces,steps,sleeps}=0; do
        refused 'must be more than 0' test $option fine.c
    done
    run 0 test --solver-timeout=0 --max-timeouts=0 fine.c && good
    nothing_left
}

# Each solver explores the same paths of a program with products, quotients and a table.
case_solvers() {
    cat >inputs.c <<'EOF'
#include <heddle/heddle.h>
static unsigned char table[64];
int main(void) {
    unsigned x;
    unsigned char at;
    heddle_symbolic(&x, sizeof x, "x");
    heddle_symbolic(&at, 1, "at");
    for (int k = 0; k < 64; k++) table[k] = (unsigned char)(3 * k);
    table[at % 64] = 200;
    if (x * 7 % 1000 == 501 && x / 13 > 70000) table[5] = table[(x >> 3) % 64];
    heddle_assert(table[at % 64] != 17);
    return table[5] > 100;
}
EOF
    for solver in auto sat z3 check; do
        run 0 test --solver=$solver --summary=$solver.json inputs.c &&
            same "paths with $solver" "$(jq .traces $solver.json)" "$(jq .traces auto.json)"
    done
    check 'nothing was asked' [ "$(jq .backend_queries sat.json)" -gt 0 ]
    refused "solver: 'none' is unknown; expected auto, sat, z3 or check" test --solver=none inputs.c
    nothing_left
}

# --- help ---------------------------------------------------------------------------------------------------

case_help() {
    run 0 --help && tells out 'usage: heddle'
    run 0 --version && tells out '^heddle [0-9]'
    for command in test run replay show report cover seq diff resume work status findings; do
        run 0 $command --help && tells out "usage: heddle $command"
        run 0 help $command && tells out "usage: heddle $command"
        # Each option of the help is in the manual page, too.
        for option in $(grep -o -e '^  \(-[a-zA-Z][^ ]*, \)\?--[a-z-]*' out | grep -o -e '--[a-z-]*'); do
            check "docs/heddle.1 does not tell $option" \
                grep -q -e "$(echo "$option" | sed 's/-/\\\\-/g')" "$top/docs/heddle.1"
        done
    done
    # So is each strategy, with what the help says of it.
    run 2 test --strategy=none fine.c
    for strategy in $(sed -n 's/.* is unknown; expected \(.*\)/\1/p' err | tr -d , | sed 's/ or / /'); do
        check "docs/heddle.1 does not tell the strategy $strategy" \
            grep -q "^\.BR\? $strategy" "$top/docs/heddle.1"
    done
    nothing_left
}

# --- one run ------------------------------------------------------------------------------------------------

# ran STATUS ARGUMENTS…: as run, with the standard input of the caller
ran() {
    local want=$1 status
    shift
    timeout 60 "$HEDDLE" run "$@" >out 2>err
    status=$?
    same "run $*: exit status ($(tail -n 1 err))" $status "$want"
}
case_run() {
    cat >talk.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int racy;
static void *count(void *name) {
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&m);
        printf("%s%d ", (char *)name, k);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
static void *for_ever(void *arg) {
    for (;;) sleep(1);
    return arg;
}
static void *race(void *arg) {
    racy++;
    return arg;
}
int main(int argc, char **argv) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) printf("<%s> ", strtok(line, "\n"));
    fprintf(stderr, "%s\n", getenv("WORD") ? getenv("WORD") : "none");
    pthread_t t[3];
    pthread_create(&t[2], NULL, for_ever, NULL);
    pthread_create(&t[0], NULL, count, "a");
    pthread_create(&t[1], NULL, count, "b");
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    if (argc > 2) {
        pthread_create(&t[0], NULL, race, NULL);
        race(NULL);
        pthread_join(t[0], NULL);
    }
    puts("end");
    return argc > 1 ? atoi(argv[1]) : 0;
}
END
    printf 'one\ntwo' >in
    ran 42 --env=WORD=here talk.c -- 42 <in
    same 'its output' "$(cat out)" '<one> <two> a0 a1 a2 b0 b1 b2 end'
    same 'its errors' "$(cat err)" here
    ran 0 --stdin=in talk.c </dev/null
    same 'input by name' "$(cut -c1-11 out)" '<one> <two>'
    ran 0 talk.c <&-
    same 'no input' "$(cut -c1-3 out)" 'a0 '
    check 'nothing is written' [ ! -e heddle-out ]
    local seed orders
    for seed in 1 2 3 4 5 6; do
        ran 0 --schedule=random --seed=$seed talk.c </dev/null
        cp out out.$seed
        ran 0 --schedule=random --seed=$seed talk.c </dev/null
        check "the same seed is the same run" cmp -s out out.$seed
    done
    orders=$(sort -u out.? | wc -l)
    check "seeds are other schedules" [ "$orders" -gt 1 ]
    ran 1 --out=kept talk.c -- 0 race <in
    tells err 'data race on the variable `racy`'
    tells out 'end'
    test=kept/0001-race.test.json
    run 1 replay $test && good
    echo 'int main(void) { __asm__("fsincos"); return 0; }' >foreign.c
    ran 3 foreign.c </dev/null
    tells err 'not complete because: inline assembly, which is not supported: "fsincos"'
    echo 'int main(void) { for (volatile unsigned long k = 0;; k++) {} }' >endless.c
    ran 3 --max-time=1 endless.c </dev/null
    tells err 'the run was stopped: time'
    cat >spin.c <<'END'
#include <pthread.h>
#include <stdio.h>
static volatile int stop;
static void *end(void *arg) {
    stop = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, end, NULL);
    while (!stop) {}
    pthread_join(t, NULL);
    puts("end");
}
END
    # Other threads have their turn while one computes.
    ran 0 --checks=no-race spin.c </dev/null
    same 'its output' "$(cat out)" end
    ran 1 spin.c </dev/null
    tells err 'data race on the variable `stop`'
    tells err 'with --volatile=relaxed such accesses count as relaxed atomics'
    sed 's/    stop = 1;/    (void)stop;/' spin.c >stays.c
    ran 1 stays.c </dev/null
    tells err 'stays.c:11:13: error: the thread loops for ever'
    ran 0 --volatile=relaxed spin.c </dev/null
    same 'its output' "$(cat out)" end
    # Who sleeps or yields lets the others go on.
    for pause in 'nanosleep(\&(struct timespec){0, 1000000}, NULL);' 'sched_yield();'; do
        sed "s/while (!stop) {}/while (!stop) $pause/; 1s/^/#include <sched.h>\n#include <time.h>\n/" spin.c \
            >pause.c
        ran 0 --checks=no-race pause.c </dev/null
        same "its output with $pause" "$(cat out)" end
    done
    # The second race replays behind a moment in which the others had their turn, and behind the first one.
    cat >later.c <<'END'
#include <pthread.h>
static int first, second, third;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void take(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg) {
    first = 1;
    second = 1;
    for (int k = 0; k < 20; k++) take();
    third = 1;
    return arg;
}
int main(void) {
    volatile unsigned long sum = 0;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    take();
    first++;
    for (unsigned long k = 0; k < 300000; k++) sum += k;
    second++;
    take();
    third++;
    pthread_join(t, NULL);
    return 0;
}
END
    ran 1 later.c </dev/null
    tells err 'data race on the variable `first`'
    tells err 'data race on the variable `second`'
    tells err 'data race on the variable `third`'
    cat >woken.c <<'END'
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
static sem_t held, handled;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void handler(int n) {
    (void)n;
    sem_post(&handled);
}
static void *sender(void *main) {
    pthread_mutex_lock(&m);
    sem_post(&held);
    for (int k = 0; k < 200; k++) sched_yield();
    pthread_kill(*(pthread_t *)main, SIGUSR1);
    sem_wait(&handled);
    pthread_mutex_unlock(&m);
    return main;
}
int main(void) {
    pthread_t t, self = pthread_self();
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &a, NULL);
    pthread_create(&t, NULL, sender, &self);
    sem_wait(&held);
#ifdef LOCKS
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#elif defined WAITS
    while (sem_wait(&handled)) {}
    sem_post(&handled);
#endif
    pthread_join(t, NULL);
}
END
    ran 0 woken.c </dev/null
    ran 0 -DWAITS woken.c </dev/null
    ran 3 -DLOCKS woken.c </dev/null
    tells err 'thread 0 waits at woken.c:27 and a signal or a cancellation has come since'
    refused 'no program to run' run
    refused 'expected fair or random' run --schedule=none fine.c
    refused 'unknown option' run --strategy=por fine.c
}

# Where a program could send signals, a thread that waits for a notification does not wake for a signal that
# nobody sends: it would not be notified any more, and who waits for it would do so for ever.
# What the run refused, and a machine would have done, is told.
case_run_refuses() {
    cat >refuses.c <<'END'
#include <mqueue.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    int one = 1, s = socket(AF_INET, SOCK_STREAM, 0);
    printf("%d", setsockopt(s, SOL_SOCKET, SO_ZEROCOPY, &one, sizeof one));
    void *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page, 4096, PROT_NONE);
    syscall(SYS_futex, &one, 0, 1, (long[]){0, 1}, 0, 0); /* what else could happen is not told */
    return mq_open("/queue", 0) == -1 ? 7 : 0;
}
END
    ran 7 refuses.c </dev/null
    same 'its output' "$(cat out)" '-1'
    tells err 'heddle: warning: an option of a socket that is not modelled was refused'
    tells err 'heddle: warning: system call mq_open .* is not supported and returned ENOSYS'
    tells err 'heddle: warning: memory that is protected from reading or writing can be read'
    same 'warnings' "$(grep -c warning: err)" 3
    ran 7 --quiet refuses.c </dev/null
    same 'told quietly' "$(cat err)" ''
}
# An argument may be a file of the machine, which the program does not see without --files.
case_unseen_file() {
    cat >opens.c <<'END'
#include <stdio.h>
int main(int argc, char **argv) { return argc < 2 || fopen(argv[1], "r") ? 0 : 7; }
END
    mkdir -p folder && touch folder/there beside
    ran 7 opens.c -- beside </dev/null
    tells err '^heddle: warning: `beside` is a file here, but the program sees only'
    ran 0 --files=folder opens.c -- there </dev/null
    same 'a file of the folder' "$(cat err)" ''
    ran 7 --files=folder opens.c -- nowhere </dev/null
    same 'no file' "$(cat err)" ''
    "$HEDDLE" test opens.c -- folder/there >out 2>err
    tells err '^heddle: warning: `folder/there` is a file here'
}

case_run_waits() {
    local seed
    cat >waits.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int given, signals;
static void on_signal(int number) { signals += number == SIGUSR1; }
static void *take(void *unused) {
    pthread_mutex_lock(&m);
    while (!given) pthread_cond_wait(&c, &m);
    given--;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(int argc, char **argv) {
    pthread_t t[2];
    signal(SIGUSR1, on_signal);
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, take, NULL);
    for (int k = 0; k < 2; k++) {
        if (argc > 1 && k) pthread_kill(t[k], SIGUSR1);
        pthread_mutex_lock(&m);
        given++;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    puts("both");
    return argc > 1 && !signals;
}
END
    ran 0 waits.c </dev/null
    same 'its output' "$(cat out)" both
    for seed in 1 2 3 4 5 6; do ran 0 --schedule=random --seed=$seed waits.c </dev/null; done
    ran 0 waits.c -- kill </dev/null
}
# How often a timer expires: not at all, so many times, or as often as it is due.
# What would end the process natively ends the run, also where other threads would never end.
case_run_ends_where_a_thread_fails() {
    cat >ends.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static void *forever(void *unused) {
    for (;;) usleep(1000);
    return unused;
}
static void *fails(void *unused) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    usleep(5000);
#ifdef ADDRESS
    *(volatile int *)8 = 1;
#else
    kill(getpid(), SIGTERM);
#endif
    return unused;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, forever, NULL);
    pthread_create(&threads[1], NULL, fails, NULL);
    pthread_join(threads[0], NULL);
    return 0;
}
END
    local define what
    while read -r define what; do
        timeout 20 "$HEDDLE" run -D"$define" ends.c >out 2>err
        same "$define: exit status" $? 1
        check "$define: $(head -n 1 err)" grep -q "$what" err
    done <<'T'
SIGNAL a signal that ends the process was raised
ADDRESS null pointer dereference
T
}
case_run_timers() {
    cat >ticks.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
static volatile sig_atomic_t ticks;
static void tick(int number) { ticks += number == SIGALRM; }
int main(void) {
    struct itimerval v = {{0, 10000}, {0, 10000}};
    struct timespec t = {0, 95000000};
    signal(SIGALRM, tick);
    setitimer(ITIMER_REAL, &v, NULL);
    while (nanosleep(&t, &t)) {}
    printf("%d\n", (int)ticks);
}
END
    ran 0 ticks.c </dev/null
    same 'its ticks' "$(cat out)" 9
    ran 0 --max-signals=unlimited ticks.c </dev/null
    same 'its ticks' "$(cat out)" 9
    ran 3 --max-signals=2 ticks.c </dev/null
    same 'its ticks' "$(cat out)" 2
    ran 3 --max-signals=0 ticks.c </dev/null
    same 'its ticks' "$(cat out)" 0
    run 3 test --max-signals=0 ticks.c
    run 2 test --max-signals=many ticks.c
}

# Time passes where nobody else can go on: what is signalled in the end is waited for.
case_run_time() {
    cat >timed.c <<'END'
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int given;
static void *give(void *unused) {
    pthread_mutex_lock(&m);
    given = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(int argc, char **argv) {
    pthread_t t;
    struct timespec until;
    int result = 0, times = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&m);
    if (argc == 1) pthread_create(&t, NULL, give, NULL);
    while (!given && !result) {
        result = pthread_cond_timedwait(&c, &m, &until);
        times++;
    }
    pthread_mutex_unlock(&m);
    if (argc == 1) pthread_join(t, NULL);
    printf("%s %d\n", result == ETIMEDOUT ? "late" : "in time", times);
    return 0;
}
END
    ran 0 timed.c </dev/null
    same 'who waits' "$(cat out)" 'in time 1'
    ran 0 --schedule=random timed.c </dev/null
    same 'who waits, at random' "$(cat out)" 'in time 1'
    ran 0 timed.c -- alone </dev/null
    same 'who waits in vain' "$(cat out)" 'late 1'
    run 3 test --quiet --max-traces=1 --summary=s.json timed.c
    same 'the first run of an exploration' "$(figures '[.paths_exit, .events_by_kind.timeout]')" '[1,null]'
    # Volatile accesses as in an exploration.
    printf '%s\n' '#include <pthread.h>' 'volatile int v;' \
        'void *w(void *p) { v = 1; return p; }' \
        'int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int seen = v;' \
        'return pthread_join(t, 0) + (seen > 1); }' >volatile.c
    ran 1 volatile.c </dev/null
    ran 0 --volatile=relaxed volatile.c </dev/null
}

# --- nothing found ------------------------------------------------------------------------------------------

case_stats() {
    cat >slow.c <<'END'
#include <heddle/heddle.h>
int main(void) {
    unsigned x[20], n = 0;
    for (int k = 0; k < 20; k++)
        if (heddle_uint("x") > 7) n += x[n % 20] = 1;
    return (int)n;
}
END
    local wanted
    run 0 test --stats=t.csv --summary=s.json fine.c || return
    same 'lines of a short exploration' "$(wc -l <t.csv)" 2
    # column NAME: the last value of that column
    column() { awk -F, -v name="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k }
        END { print $at }' t.csv; }
    for member in traces paths_exit paths_cutoff events states branches_total queries path_tests; do
        wanted=$(figures .$member)
        same "column $member" "$(column $member)" "$wanted"
    done
    run 3 test --checks=no-uninitialised --cutoffs=off --max-time=2.4 --stats=t.csv slow.c || return
    check "lines of 2.4 seconds: $(wc -l <t.csv)" test "$(wc -l <t.csv)" -ge 3
    same 'widths of lines' "$(awk -F, '{ print NF }' t.csv | sort -u | wc -l)" 1
    check 'seconds do not go up' \
        awk -F, 'NR > 2 && $1 < last { bad = 1 } { last = $1 } END { exit bad }' t.csv
    # Interrupted: the last line is there.
    "$HEDDLE" test --checks=no-uninitialised --cutoffs=off --stats=t.csv slow.c 2>err &
    sleep 1.5
    kill -INT $!
    wait $!
    check "lines after an interruption: $(wc -l <t.csv)" test "$(wc -l <t.csv)" -ge 2
    refused 'statistics could not be written: /nothing/t.csv: No such' test -q --stats=/nothing/t.csv fine.c
    [ -e /dev/full ] || return
    run 2 test -q --stats=/dev/full fine.c && tells err 'statistics could not be written'
}

case_summary() {
    if run 0 test --summary=s.json fine.c; then
        tells err 'no bug found; everything was explored'
        tells s.json '"verdict": "safe"'
        tells s.json '"complete": true'
        tells err '^heddle: finished after [0-9.]* s, [0-9]* MiB, [0-9,]* instructions, 2 threads, '
        tells err '^heddle: [0-9]* events: [0-9]* mutex, 0 condition variable, 0 memory, '
        tells err ' events: .*, 0 memory, 0 symbolic, [0-9]* other; [0-9]* cut-off'
        tells err '^heddle: [0-9]* traces\?: [0-9]* exit, 0 error, [0-9]* cut-off; '
        tells err '; 0 redundant runs, 0 restarts$'
        check "events of s.json: $(figures '[.events, .events_by_kind, .states]')" \
            holds '.events == .events_mutex + .events_condition + .events_memory + .events_symbolic
                + .events_other and .events == ([.events_by_kind[]] | add) and .states > 0
                and .events_mutex == .events_by_kind.lock + .events_by_kind.unlock'
        same 'files in heddle-out' "$(find heddle-out -type f | LC_ALL=C sort | tr '\n' ' ')" \
            'heddle-out/coverage.json heddle-out/summary.json '
        check 'the summary beside the tests' cmp s.json heddle-out/summary.json
        check 'the course' holds '(.course | length) >= 2 and (.course[0] | startswith("seconds,"))
            and ([.course[] | split(",") | length] | unique | length) == 1'
    fi
    nothing_left
}

case_quiet_and_echo() {
    run 0 test --quiet fine.c && same '--quiet' "$(cat out err)" ''
    run 0 test --quiet --echo-output fine.c && same '--echo-output' "$(cat out)" done &&
        tells err 'exit status 7'
    run 7 test --quiet --echo-output --exit-status fine.c && good
    nothing_left
}

# Bytes of all values, also zeros; what a finding tells of them, too.
case_bytes() {
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
    run 0 test --quiet --echo-output binary.c && check '--echo-output' cmp out binary.expected
    if run 1 test --quiet --out=binary-out binary.c -- x; then
        run 1 replay binary-out/*.test.json && check 'replay' cmp out binary.both
        { every; printf '\0error\nend\0'; } | sed 's/^/  /' | tail -n 1 >expected
        echo >>expected
        run 0 show binary-out/*.test.json && tail -n 1 out >last && check 'show' cmp last expected
    fi
    nothing_left
}

case_accepted() {
    run 0 test -pthread -lm -O2 -g -Wall -std=gnu11 -m64 fine.c && good
    run 0 test --entry=other fine.c && good
    run 3 test --max-traces=1 fine.c && tells err 'limit of runs'
    run 0 test --dump-code=worker fine.c && tells out 'worker'
    clang-19 -c -emit-llvm -g -O0 --target=x86_64-linux-musl fine.c -o fine.bc \
        -nostdlibinc -isystem "$HEDDLE_BUILD/resource/include" 2>log &&
        run 0 test fine.bc && good
    [ -e /dev/full ] && run 2 test --quiet --summary=/dev/full fine.c && tells err 'No space left'
    nothing_left
}

# --- something found ----------------------------------------------------------------------------------------

case_finding() {
    local test
    found_bug || return
    tells err '^bug.c:17:[0-9]*: error: assertion failed: .*\[assertion\]$'
    tells err '^    17 |     if (n > LIMIT)'
    tells err 'heddle replay results/first/0001-assertion.test.json'
    tells err '1 bug found; everything was explored up to where threads stop at errors'
    tells s.json '"verdict": "bug"'
    tells s.json '"kind": "assertion"'
    tells s.json '"line": 17'
    # Each member of a summary and of its bugs is documented.
    for member in $(jq -r 'keys[], (.bugs[0] | keys[])' s.json); do
        check "docs/summary-format.md does not tell $member" \
            grep -q "\`$member\`" "$top/docs/summary-format.md"
    done
    tells s.json '"test": "results/first/0001-assertion.test.json"'
    check "no test file" [ -f "$test" ]
    nothing_left
}

case_replay() {
    local test
    found_bug || return
    # From any folder, since the test knows where its program is.
    mkdir -p elsewhere && cd elsewhere || exit 1
    run 1 replay "$test" && tells err 'the finding occurred again'
    run 1 replay --quiet "$test" && same 'replay --quiet' "$(cat err)" ''
    run 1 replay --trace "$test" && tells err '1  main (0)  '
    run 0 show "$test" && tells out ' (0.1)' && tells out '  n = '
    run 0 show --width=60 "$test" &&
        same 'lines wider than asked' "$(sed -n '/^Steps/,/^Threads/p' out | awk 'length > 60')" ''
    cd "$work" || exit 1
    nothing_left
}

case_same_again() {
    local test
    found_bug || return
    # The same call finds and numbers the same; a run without findings takes the old tests away.
    run 1 test --quiet --out=results/first -DLIMIT=3 bug.c
    cmp -s before.json "$test" && good || bad "the second run wrote another test"
    nothing_left
}

case_changed_program() {
    local test
    found_bug || return
    # A program that has changed is refused.
    sed 's/x == 0/x != 1/; s/x++/x += 1/' bug.c >changed.c && cp bug.c saved.c && cp changed.c bug.c
    refused 'has changed' replay "$test"
    run 1 replay --force "$test" || run 0 replay --force "$test" || run 4 replay --force "$test"
    tells err 'has changed'
    mv saved.c bug.c
    nothing_left
}

case_suppressions() {
    local test
    found_bug || return
    # Suppressions and checks.
    echo 'assertion:bug.c:17 # known' >rules
    run 3 test --suppressions=rules --out=results/first -DLIMIT=3 bug.c &&
        tells err '1 finding was suppressed'
    check "the old test is still there" [ ! -e "$test" ]
    run 3 test --checks=no-assertion --out=results/first -DLIMIT=3 bug.c && tells err 'suppressed'
    nothing_left
}

case_corrupt_tests() {
    local test
    found_bug || return
    # Corrupt tests.
    head -c 300 before.json >cut.json
    refused 'cut.json:[0-9]*:[0-9]*: not a valid test' replay cut.json
    refused 'cut.json:[0-9]*:[0-9]*: not a valid test' show cut.json
    sed 's/"ordinal": 1,/"ordinal": "one",/' before.json >odd.json
    refused 'odd.json: not a valid test: schedule\[0\].ordinal' replay odd.json
    sed 's/"schema": 2/"schema": 99/' before.json >new.json
    refused 'format 99' replay new.json
    sed 's/"directory": "[^"]*"/"directory": "\/nonexistent"/' before.json >moved.json
    refused 'nonexistent' replay moved.json
    head -c 5000 /dev/urandom >noise.json
    refused 'noise.json' replay noise.json
    # A schedule that the program cannot follow is told as that.
    sed '/"operations"/,$ s/"kind": "lock"/"kind": "unlock"/' before.json >wrong.json
    run 4 replay wrong.json && tells err 'left the schedule'
    nothing_left
}

# Where tests go, and names that a shell would take apart.
# A thread that looks often is several rounds further at once, also where the test runs again.
case_counted_rounds() {
    cp "$here/../infinite/counted_looks_wrong.c" .
    run 1 test --hunt=off counted_looks_wrong.c && tells err 'more rounds' || return
    local test=heddle-out/0001-assertion.test.json
    run 1 replay --quiet "$test" && check 'rounds in the test' grep -q '"steps": .*+[0-9]' "$test" || return
    jq '.schedule[0].steps |= sub("^(?<a>[0-9.]+)"; .a + "+5")' "$test" >odd.json
    run 4 replay odd.json && tells err 'step 1 .*in no loop that counts its rounds' && good
}

case_names() {
    run 1 test --quiet --stop-at-first --out=a/b/c/ -D LIMIT=5 bug.c &&
        check 'no test in a/b/c/' [ -f a/b/c/0001-assertion.test.json ]
    run 2 test bug.c && tells err 'compilation failed'
    # Names that a shell would take apart.
    mkdir -p "odd folder" && cp bug.c "odd folder/it's.c"
    run 1 test --out="odd folder/out" -DLIMIT=1 "odd folder/it's.c" &&
        tells err "heddle replay 'odd folder/out/0001-assertion.test.json'" &&
        run 1 replay "odd folder/out/0001-assertion.test.json" && good
    nothing_left
}

# --- how to explore -----------------------------------------------------------------------------------------

# Two threads without end over finitely many states.
case_cutoffs() {
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
        run 0 test $option --max-time=60 --summary=s.json forever.c && tells err 'everything was explored' &&
            check "cut-offs: $(figures '[.cutoffs, .paths_cutoff, .traces]')" \
                holds '.cutoffs > 0 and .paths_cutoff == .traces and .paths_exit == 0'
    done
    run 3 test --cutoffs=off --max-time=1 --summary=s.json forever.c &&
        same 'cut-offs with --cutoffs=off' "$(figures .cutoffs)" 0
    run 0 test --cutoffs=off --summary=s.json fine.c &&
        same 'fine.c: traces, cut-offs, states' "$(figures '[.traces, .cutoffs, .states]')" '[2,0,0]'
    nothing_left
}

# Runs beside the exploration find what is easy to find, and change nothing of what is explored.
case_hunt() {
    cat >wide.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void *worker(void *n) {
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&m);
        order = (order * 7 + (int)(long)n) % 1000003;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, (void *)(i + 1));
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(order != LAST);
    return 0;
}
END
    # The order of the threads in reverse is the one that depth-first order comes to last: it gives 157078.
    local figures='[.verdict, .complete, .traces, .events, .states, .cutoffs, .instructions, .queries,
        .paths_exit, .paths_error, .restarts, .threads_max, .branches_covered, .incomplete, .assumptions,
        (.bugs | map([.kind, .line, .occurrences]))]' off strategy
    for strategy in por dpor; do
        for last in 157078 -1; do
            run $((last > 0)) test --hunt=off --strategy=$strategy -DLAST=$last --summary=s.json wide.c
            off=$(figures "$figures")
            same "$strategy: runs without hunting" "$(figures '[.hunt_runs, .hunt_instructions]')" '[0,0]'
            run $((last > 0)) test --strategy=$strategy -DLAST=$last --summary=s.json wide.c
            same "$strategy, $last: what hunting changes" "$(figures "$figures")" "$off"
            check "$strategy: runs with hunting" holds '.hunt_runs > 3 and .hunt_instructions > 0'
            tells err '^heddle: hunting: [0-9]* runs, [0-9,]* instructions$'
        done
    done
    cat >loops.c <<'END'
#include <assert.h>
int __VERIFIER_nondet_int(void);
static volatile unsigned s, t;
int main(void) {
    if (__VERIFIER_nondet_int()) assert(0);
    for (;;) {
        unsigned l = t++;
        while (s != l) {}
        s++;
    }
}
END
    run 1 test --stop-at-first --max-time=60 --summary=s.json loops.c &&
        tells err '^note: found by hunting$' &&
        same 'who found it' "$(figures '[.bugs[] | .found_by, .confirmed]')" '["hunt",true]' &&
        run 1 replay --quiet heddle-out/0001-assertion.test.json
    # A race with a thread that does nothing visible for ever: it is parked again where that is confirmed.
    cat >clock.c <<'END'
#include <pthread.h>
#include <time.h>
static time_t now;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *tick(void *p) {
    for (;;) {
        nanosleep(&(struct timespec){1, 0}, NULL);
        now = time(NULL);
    }
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, tick, NULL);
    pthread_mutex_lock(&m);
    int late = now > 5;
    pthread_mutex_unlock(&m);
    return late;
}
END
    run 1 test --stop-at-first --max-time=60 --summary=s.json clock.c &&
        same 'a race beside a clock' "$(figures '[.halt_reason, (.bugs[] | .kind, .confirmed)]')" \
            '["first bug","race",true]' &&
        run 1 replay --quiet heddle-out/0001-race.test.json
    run 1 test --summary=s.json --strategy=dfs -DLAST=157078 --max-traces=20000 wide.c
    run 1 test --summary=s.json -DLIMIT=3 bug.c &&
        same 'who found it' "$(figures .bugs[0].found_by)" '"systematic"'
    refused "--hunt: 'maybe' is unknown" test --hunt=maybe fine.c
    nothing_left
}

# Random runs say what the probability rests on that one of them finds a bug; with one seed they are the same.
case_random() {
    local first
    run 3 test --strategy=random --seed=5 --summary=s.json fine.c &&
        tells err '^heddle: random priorities: 2 threads, '
    first=$(figures '[.traces, .events, .pct]')
    same 'threads and depth' "$(figures '.pct | [.threads, .depth]')" '[2,5]'
    run 3 test --strategy=random --seed=5 --summary=s.json fine.c &&
        same 'again' "$(figures '[.traces, .events, .pct]')" "$first"
    nothing_left
}

# What makes a verdict incomplete.
# An input says how many threads there are: small numbers are tried before others are looked for.
case_small_sizes() {
    cat >sizes.c <<'END'
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *data;
static void *thread(void *arg) {
    data[(int)(long)arg] = 1;
    return NULL;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    pthread_t *t = malloc(n * sizeof *t);
    data = malloc(n * sizeof *data);
    for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, thread, (void *)(long)(i / 2));
    for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
    return 0;
}
END
    run 1 test --max-traces=40 --summary=s.json sizes.c &&
        same 'a race of two threads' "$(figures '[.complete, .bugs[0].kind, .bugs[0].inputs[]]')" \
            '[false,"race",2]'
}

# Behind a mistake whose effect is known threads go on: told, suppressed, in a single run, in the replay of
# another finding and in tests of paths.
case_keep_going() {
    cat >twice.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(int argc, char **argv) {
    pthread_mutex_init(&m, NULL);
    int *p = malloc(4);
    if (*p) return 1;
    puts("zero");
    if (argc > 1) assert(!"two");
    return 3;
}
END
    run 1 test --summary=s.json twice.c -- x &&
        same 'findings' "$(figures '[.bugs[].kind] + [.complete]')" \
            '["api","uninitialised","assertion",true]' &&
        tells err 'this rests on: behind a second initialisation: the object is a new one'
    run 1 replay heddle-out/0003-assertion.test.json && tells err 'assertion failed' && tells out zero &&
        same 'other findings of the replay' "$(grep -c 'initialised again' err)" 0
    run 1 test --keep-going=none --summary=s.json twice.c -- x &&
        same 'findings' "$(figures '[.bugs[].kind]')" '["api"]'
    run 1 run twice.c && tells out zero && tells err 'initialised again' && tells err 'was never written'
    run 3 run --checks=no-api,no-uninitialised --quiet twice.c && tells out zero
    echo '*:twice.c' >all.supp
    run 3 test --suppressions=all.supp --summary=s.json twice.c &&
        tells err 'not everything was explored behind an error that is not told (uninitialised at twice.c' &&
        same 'suppressed' "$(figures .suppressed)" 2
    run 1 test --tests=all --out=all/ twice.c && run 1 replay all/0001-api.test.json
    run 0 replay all/000001-path.test.json && tells out zero
    run 2 test --keep-going=some twice.c && tells err 'expected none, benign or all'
}

# completes WORD...: what the last of these words is completed to
completes() {
    (
        . "$top/contrib/completion/heddle.bash"
        compopt() { :; }
        COMP_WORDS=("$HEDDLE" "$@") COMP_CWORD=$#
        _heddle
        echo "${COMPREPLY[*]}"
    )
}
case_completion() {
    touch program.c
    same 'commands' "$(completes re)" 'replay report resume'
    same 'an option with a value' "$(completes test --keep)" --keep-going=
    same 'one without' "$(completes test --stop)" --stop-at-first
    same 'of another command' "$(completes replay --na)" --native
    same 'values' "$(completes test --search = d) $(completes test --keep-going =)" 'dfs none benign all'
    same 'strategies' "$(completes test --strategy = con)" contextual
    same 'files' "$(completes test pro) $(completes test --stdin = pro)" 'program.c program.c'
}

case_incomplete() {
    cat >dies.c <<'END'
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int *p = malloc(4);
    *p = 1 / (argc - 1); /* the only run dies here, before the assertion */
    free(p);
    assert(0);
}
END
    run 3 test --checks=none,assertion --summary=s.json --echo-output dies.c &&
        tells err 'not complete because: a run ended at an error that is not told (arithmetic at dies.c:5:' &&
        tells err 'no run reached the end of the program'
    same 'verdict and suppressed findings of dies.c' "$(figures '[.verdict, .complete, .suppressed]')" \
        '["incomplete",false,1]'
    run 3 test -q --checks=none,assertion dies.c &&
        tells err 'not complete because: a run ended at an error' &&
        same 'lines with --quiet' "$(wc -l <err)" 1
    echo 'arithmetic:dies.c' >all.supp
    run 3 test --suppressions=all.supp dies.c && tells err 'a run ended at an error that is not told'
    cat >hangs.c <<'END'
int main(void) {
    for (volatile int k = 0;; k = 0) {}
}
END
    run 3 test --checks=no-hang hangs.c &&
        tells err 'a run ended at an error that is not told (hang at hangs.c:2'
    cat >raw.c <<'END'
int main(void) {
    __asm__ volatile("hlt");
    return 0;
}
END
    run 3 test raw.c && same 'how often a reason is told' "$(grep -c 'not complete because' err)" 1
    run 3 test -q raw.c && tells err 'not complete because'
    nothing_left
}

case_alternatives() {
    run 1 test --spurious-wakeups --cutoffs=off --alternatives=optimal --summary=s.json waits.c
    local counts='[.verdict, .traces, .events]' optimal
    optimal=$(figures "$counts")
    same 'redundant runs of --alternatives=optimal' "$(figures .redundant)" 0
    for option in '' --alternatives=1 --alternatives=2 --alternatives=999; do
        run 1 test --spurious-wakeups --cutoffs=off $option --summary=s.json waits.c
        same "waits.c with '$option'" "$(figures "$counts")" "$optimal"
        case $option in
        *999) same "redundant runs with $option" "$(figures .redundant)" 0 ;;
        esac
    done
    # By one excluder only, two readers of an input are met twice.
    run 0 test --cutoffs=off --alternatives=1 --summary=s.json "$here/../strategies/readers_by_input.c" &&
        [ "$(figures .redundant)" -gt 0 ] && good || bad "no redundant run with --alternatives=1"
    nothing_left
}

case_orders() {
    run 1 test --spurious-wakeups --cutoffs=off --alternatives=optimal --summary=s.json waits.c
    local counts='[.verdict, .traces, .events]' optimal
    optimal=$(figures "$counts")
    for option in --search={dfs,bfs,random,coverage} --jobs=1 --jobs=2 -j2 '-j2 --search=bfs'; do
        run 1 test --spurious-wakeups --cutoffs=off --alternatives=optimal $option --summary=s.json waits.c
        same "waits.c with '$option'" "$(figures "$counts")" "$optimal"
        run 1 test --quiet $option --out=orders -DLIMIT=3 bug.c &&
            run 1 replay orders/0001-assertion.test.json && good
    done
    nothing_left
}

# LLVM and Z3 are plug-ins beside the executable: they are loaded where they are needed, and where one is
# missing that is said.
case_plugins() {
    mkdir -p bin lib/heddle
    cp "$HEDDLE" bin/heddle
    cp "$(dirname "$HEDDLE")"/heddle-*.so lib/heddle
    export HEDDLE_RESOURCE_DIR=$HEDDLE_BUILD/resource
    HEDDLE=$PWD/bin/heddle
    cat >asks.c <<'EOF'
#include <heddle/heddle.h>
int main(void) {
    unsigned short x, y;
    heddle_symbolic(&x, sizeof x, "x");
    heddle_symbolic(&y, sizeof y, "y");
    heddle_assert((unsigned)x * y != 251u * 50021);
    return 0;
}
EOF
    run 1 test --cache=kept --solver=z3 asks.c
    run 0 test --cache=kept fine.c
    mv lib/heddle/heddle-z3.so .
    # Z3 is only needed for what bit-blasting does not answer soon.
    run 1 test --cache=kept asks.c
    run 4 test --cache=kept --solver=z3 asks.c
    tells err '^heddle: internal error: heddle-z3.so cannot be loaded (.*): the installation is damaged$'
    # What made the program belongs to what it depends on.
    run 0 test --cache=kept fine.c
    mv lib/heddle/heddle-front-end.so .
    run 2 test --cache=kept fine.c
    tells err '^heddle: heddle-front-end.so cannot be loaded (.*): the installation is damaged$'
    echo nothing >lib/heddle/heddle-front-end.so
    run 2 test --cache=off fine.c
    tells err '^heddle: heddle-front-end.so cannot be loaded (.*): the installation is damaged$'
    mv -f heddle-z3.so heddle-front-end.so bin
    run 1 test --cache=off asks.c
    rm -rf tests-out heddle-out
}

# What was asked for and has no effect is told, with the strategies for which it has one, and nothing else.
case_no_effect() {
    # ignored STRATEGY OPTION REASON OTHERS
    ignored() {
        run 0 test "--strategy=$1" "$2" fine.c
        tells err "^heddle: warning: $2 is ignored: $1 $3 (it has an effect with $4)\$"
    }
    ignored dpor --search=bfs 'has its own search order' 'auto, por, unfold, contextual'
    ignored dpor --jobs=2 'does not run in parallel' 'auto, por, unfold, contextual'
    ignored unfold --alternatives=optimal 'computes no alternatives' 'auto, por'
    ignored por --bound=3 'has no bound' 'interference, sequential'
    ignored dfs --guidance=no-stop 'has no scenarios to guide' 'interference'
    ignored unfold --search=bfs 'with cut-offs explores events in order of size' '.*'
    local options
    for options in '--strategy=unfold --jobs=2' '--strategy=unfold --cutoffs=off --search=bfs' \
        '--strategy=contextual --search=bfs' '--search=bfs --jobs=2 --alternatives=3'; do
        # shellcheck disable=SC2086
        run 0 test $options fine.c
        check "nothing is ignored of $options" [ "$(grep -c warning: err)" -eq 0 ]
    done
    nothing_left
}

# States on standby: each worth some hundred KiB. What has no room is executed again, and nothing else
# changes.
case_standby() {
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
    pthread_t t[6];
    for (long i = 0; i < 6; i++) pthread_create(&t[i], 0, thread, (void *)i);
    for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
    assert(last != 3);
    return 0;
}
END
    ldd "$HEDDLE" | grep -q libasan && return
    local found='[.verdict, .complete, .traces, .events, [.bugs[].message]]' how wanted room replayed
    # All loads are alike: one from the cache leaves more room.
    export XDG_CACHE_HOME='' HOME=''
    run 1 test --cutoffs=off --alternatives=optimal --summary=s.json large.c
    wanted=$(figures "$found")
    same 'steps that depth-first order executes again' "$(figures '.steps_replayed + .steps_standby')" 0
    room=$(figures '.rss_bytes / 1048576 | ceil + 5')
    for how in bfs random coverage; do
        run 1 test --cutoffs=off --alternatives=optimal --search=$how --summary=s.json large.c
        same "large.c, $how" "$(figures "$found")" "$wanted"
        same "states dropped, $how" "$(figures .standby_dropped)" 0
        check "$how: $(figures .steps_standby) steps from standby states" \
            [ "$(figures .steps_standby)" -gt 100 ]
        replayed=$(figures .steps_replayed)
        run 1 test --cutoffs=off --alternatives=optimal --search=$how --max-memory="$room" \
            --summary=s.json large.c
        same "large.c, $how in $room MiB" "$(figures "$found")" "$wanted"
        check "$how in $room MiB, $replayed steps before: $(figures '[.standby_dropped, .steps_replayed]')" \
            holds --argjson replayed "$replayed" \
            '.standby_dropped > 0 and .steps_replayed > $replayed'
        tells err '^heddle: returning to postponed subtrees: [0-9,]* steps\? from standby states, '
        tells err ' from standby states, [0-9,]* executed again; [0-9,]* dropped for lack of memory$'
    done
    nothing_left
}

# A thread that failed makes every run with its failure one with an error, in whatever order they come.
case_failing_thread() {
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
        same "failing.c with $option" "$(figures '[.traces, .paths_error, .paths_assume]')" '[2,2,0]'
    done
    nothing_left
}

# A wait that returns by itself, and its test.
case_spurious_wakeups() {
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
    local few look=$top/tests/detect/waits_that_look.c
    run 0 test --no-spurious-wakeups --summary=s.json "$look"
    few=$(figures .events)
    run 0 test --summary=s.json "$look"
    same 'events where no wait needs to wake spuriously' "$(figures .events)" "$few"
    run 0 test -DCHECK=while --summary=s.json spurious.c
    same 'what it rests on' "$(figures .assumptions)" '[]'
    few=$(figures .events)
    run 0 test -DCHECK=while --spurious-wakeups --summary=s.json spurious.c
    check "$few events, with all spurious wake-ups $(figures .events)" [ "$few" -lt "$(figures .events)" ]
    for option in --strategy=por --strategy=dfs --strategy=random --strategy=unfold --cutoffs=off; do
        run 1 test -DCHECK=if $option --out=spurious spurious.c &&
            tells err '^spurious.c:18:5: error: assertion failed: ready' &&
            tells err 'waits on the condition variable `c` and wakes spuriously  *spurious.c:17'
        run 1 replay spurious/0001-assertion.test.json && tells err 'the finding occurred again'
    done
    # A wait in a loop: it told others that it waits.
    cat >told.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, ready, value;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = waits;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    value = ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    waits = !ready;
    while (!ready) pthread_cond_wait(&c, &m);
    assert(value);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
    run 1 test told.c && tells err 'and wakes spuriously  *told.c:21'
    run 0 test --no-spurious-wakeups told.c && tells err 'condition variables do not wake spuriously'
    run 0 test -DCHECK=if --no-spurious-wakeups spurious.c &&
        tells err 'condition variables do not wake spuriously'
    refused '--spurious-wakeups and --no-spurious-wakeups cannot be combined' test --spurious-wakeups \
        --no-spurious-wakeups spurious.c
    run 1 test --spurious-wakeups --out=spurious told.c && tells err 'and wakes spuriously  *told.c:21'
    tells spurious/0001-assertion.test.json '"spurious_wakeups": true'
    run 1 replay spurious/0001-assertion.test.json && tells err 'the finding occurred again'
    sed '/"spurious_wakeups"/d' spurious/0001-assertion.test.json >old.json
    run 1 replay old.json && tells err 'the finding occurred again'
    # Where nobody wakes the thread, that is still told.
    sed 's/pthread_cond_signal(&c)/(void)0/' spurious.c >nobody.c
    for option in --strategy=por --strategy=dfs --strategy=unfold --strategy=dpor; do
        run 1 test -DCHECK=if $option --checks=none,deadlock nobody.c && tells err '17.*\[deadlock\]'
    done
    nothing_left
}

case_volatile() {
    cat >volatile.c <<'END'
#include <assert.h>
#include <pthread.h>
static volatile int x, y;
static void *worker(void *arg) {
    y = x + 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = y + 1;
    pthread_join(t, 0);
    assert(x + y < 3);
    return 0;
}
END
    run 1 test --out=race volatile.c && tells err 'data race' &&
        same 'notes about volatile' "$(grep -c 'note: .*--volatile=relaxed' err)" 1
    sed 's/volatile //' volatile.c >plain.c
    run 1 test --out=plain plain.c && same 'notes' "$(grep -c 'volatile=relaxed' err)" 0
    for option in --strategy=por --strategy=dfs --no-optimisation --interleave=memory; do
        run 1 test --volatile=relaxed $option --out=relaxed volatile.c &&
            tells err 'error: assertion failed: x . y < 3' && same 'races' "$(grep -c 'data race' err)" 0
        run 1 replay relaxed/0001-assertion.test.json && tells err 'the finding occurred again'
    done
    tells relaxed/0001-assertion.test.json '"relaxed_volatile": true'
    sed 's/"relaxed_volatile": true/"relaxed_volatile": false/' relaxed/0001-assertion.test.json >other.json
    run 2 replay other.json && tells err 'the program has changed since'
    run 2 test --volatile=some volatile.c && tells err 'race.*relaxed'
    nothing_left
}

# --- limits -------------------------------------------------------------------------------------------------

case_interrupted() {
    timeout --preserve-status -s INT -k 30 1.5 "$HEDDLE" test --cutoffs=off --summary=s.json long.c >out 2>err
    status=$?
    check "interrupted: $(tail -n 1 err)" [ $status -eq 3 ]
    tells err 'it was interrupted'
    tells s.json '"halt_reason": "interrupted"'
    # Two signals at once are one; a later one ends it, and leaves no file behind either.
    "$HEDDLE" test --cutoffs=off --summary=s.json long.c >out 2>err &
    child=$!
    sleep 1
    kill -INT $child; kill -INT $child
    wait $child
    status=$?
    check "interrupted twice at once: $(tail -n 1 err)" [ $status -eq 3 ]
    nothing_left
}

case_limits() {
    run 3 test --max-time=1 long.c && tells err 'time limit'
    run 3 test --cutoffs=off --max-time=1 --jobs=2 --summary=s.json long.c &&
        same 'threads where time was over' "$(figures '.threads_max > 1')" true
    for option in '' --jobs=2 --search=bfs '--jobs=3 --search=random'; do
        run 3 test --cutoffs=off --max-traces=1000 $option --summary=s.json long.c
        same "runs of --max-traces=1000 $option" "$(figures '[.traces, .halt_reason, .paths_exit]')" \
            '[1000,"traces",1000]'
    done
    nothing_left
}

# Much memory by few instructions: limits are looked at in between, and what nobody touches costs nothing.
case_memory() {
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
    run 3 test --max-memory=400 --summary=s.json forever.c && same 'allocation without end' \
        "$(figures '[.halt_reason, .rss_bytes < 700000000, .seconds < 10]')" '["memory",true,true]'
    cat >large.c <<'END'
#include <stdlib.h>
int main(void) {
    char *p = malloc(1ull << 31);
    if (!p) return 1;
    free(p);
    return 0;
}
END
    run 0 test --max-memory=400 --summary=s.json large.c && same 'a large block that nobody touches' \
        "$(figures '[.complete, .rss_bytes < 200000000, .seconds < 5]')" '[true,true,true]'
    nothing_left
}

suite "$@"
