#!/bin/bash
# Programs of several units: each unit is optimised for itself and kept. What is found, and how many orders
# there are, is as if all units were one file. What changed is made anew, and nothing else.
# A program NAME_a.c, NAME_b.c is the case NAME.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

before_case() { export XDG_CACHE_HOME=$PWD/xdg; }
cache() { echo "$XDG_CACHE_HOME"/heddle; }
units() { find "$(cache)" -name '*.unit' 2>/dev/null | wc -l; }

# made N COMMAND…: runs the command, which makes N units.
made() {
    local want=$1 before
    shift
    before=$(units)
    "$@" >last 2>&1 </dev/null
    same "units that $* made" $(($(units) - before)) "$want"
}
# coded NAME OPTIONS…: the code of the program goes to NAME, with what is told of it.
coded() {
    local into=$1
    shift
    "$HEDDLE" test --dump-code "$@" >"$into" 2>&1 </dev/null
}
# explored NAME OPTIONS…: what is found goes to NAME, and how many runs and events there are.
explored() {
    local into=$1 status=0
    shift
    "$HEDDLE" test --quiet --out="$into.out" --summary="$into.json" "$@" >"$into.said" 2>&1 </dev/null ||
        status=$?
    echo "status $status" >"$into"
    jq -r '"\(.complete) \(.traces) traces, \(.events_by_kind // .events)",
        (.bugs[] | "\(.kind) \(.message) \(.line)" | gsub("\\./"; ""))' "$into.json" | LC_ALL=C sort >>"$into"
}

# --- the same as one file ---

pairs=(waits hidden_wait signals inline_twice statics unwritten volatile_stop weak)

names() {
    printf '%s\n' "${pairs[@]}"
    declare -F | sed -n 's/^declare -f case_//p'
}
is_case() { names | grep -qx "$1"; }
one() {
    if declare -F "case_$1" >/dev/null; then
        "case_$1"
        return
    fi
    cp "$here/$1"_*.c .
    [ ! -f "$here/$1.h" ] || cp "$here/$1.h" .
    printf '#include "%s_a.c"\n#include "%s_b.c"\n' "$1" "$1" >all.c
    explored whole all.c
    explored parts "$1_a.c" "$1_b.c"
    explored again -DOTHER "$1_a.c" "$1_b.c"
    explored reverse "$1_b.c" "$1_a.c"
    local k
    # A wait in a function that is inlined in one unit is told apart by its callers.
    [ "$1" != hidden_wait ] || sed -i '/ traces, /s/ [0-9]* traces, .*/ traces, /' whole parts again reverse
    for k in parts again reverse; do
        check "$k: $(diff whole $k | tr '\n' '|')" cmp -s whole $k
    done
    check 'it says something' grep -q ' traces, ' whole
    made 2 "$HEDDLE" test --quiet --cache="$(cache)" "-DMORE" "$1_a.c" "$1_b.c"
}

# The same names in both units mean two things.
case_same_names() {
    cp "$here"/statics_*.c .
    explored whole statics_a.c statics_b.c
    explored parts '-DIN_A(name)=name' '-DIN_B(name)=name' statics_a.c statics_b.c
    # Which of two equal names gets a number behind it is not told in messages of races.
    sed -E 's/_[ab]\b//g; s/\.[0-9]+\b//g' whole >one
    sed -E 's/\.[0-9]+\b//g' parts >two
    check "$(diff one two | tr '\n' '|')" cmp -s one two
}

# Sets of a linker whose parts and whose ends are in several units: the ends of an empty set are equal.
case_sections() {
    local k on
    for k in 1 2; do
        echo '#define SET __attribute__((section("set"), used))' >s$k.c
        echo "SET static int x$k = $k; int value$k(void) { return x$k; }" >>s$k.c
        echo "int *at$k(void) { return &x$k; }" >>s$k.c
    done
    cat >m.c <<'END'
#include <stdio.h>
extern int __start_set[], __stop_set[];
extern int __start_none[] __attribute__((weak)), __stop_none[] __attribute__((weak));
int *at1(void), *at2(void), value2(void);
int main(void) {
    int sum = 0;
    for (int *p = __start_set; p != __stop_set; p++) sum += (*p)++;
    for (int *p = __start_none; p != __stop_none; p++) sum += 100;
    printf("sum %d, %d, then %d\n", sum, (int)(at2() - at1()), value2());
    return 0;
}
END
    cat >e.c <<'END'
extern int __start_set[], __stop_set[], *at1(void);
int is_at_start(void) { return at1() == __start_set && __stop_set != __start_set; }
END
    whole 'a set of variables' 0 'sum 3, 1, then 3' m.c s1.c s2.c
    same 'units of the set' "$(units)" 3
    whole 'a set of variables, used last' 0 'sum 3, -1, then 3' s2.c e.c s1.c m.c
    "$HEDDLE" cc -c m.c s1.c s2.c && "$HEDDLE" cc m.o s1.o s2.o -o native
    whole 'a set in a native file' 0 'sum 3, 1, then 3' native
    for on in m.c native; do
        set -- "$on"
        [ "$on" = native ] || set -- m.c s1.c s2.c
        coded "$on.on" "$@"
        coded "$on.off" --cache=off "$@"
        check "the code differs ($on)" cmp -s "$on.on" "$on.off"
    done
}

# --- units made in advance, members of libraries linked together ---

# One processor makes what several do at once, and tells the same.
case_ahead() {
    local k how files=()
    for k in $(seq 10 29); do
        echo "int f$((k - 1))(int); int f$k(int x) { return f$((k - 1))(x) + $k; }" >"p$k.c"
        files+=("p$k.c")
    done
    echo 'int f9(int x) { return undeclared(x); } int undeclared(int x) { return x; }' >p9.c
    echo 'int f29(int); int main(void) { return f29(0) == 20 * 39 / 2 ? 3 : 4; }' >m.c
    for how in one several; do
        local t=("$HEDDLE" test --quiet --echo-output --exit-status --cache="$how" p9.c "${files[@]}" m.c)
        [ "$how" = several ] || t=(taskset -c 0 "${t[@]}")
        "${t[@]}" >"$how.said" 2>&1
        same "status ($how)" $? 3
        same "units ($how)" "$(find "$how" -name '*.unit' | wc -l)" 22
        "$HEDDLE" test --dump-code --cache="$how" p9.c "${files[@]}" m.c >"$how.code" 2>&1
        "$HEDDLE" cc p9.c "${files[@]}" m.c -o native 2>/dev/null
        t=("$HEDDLE" test --quiet --echo-output --exit-status --cache="$how" native)
        [ "$how" = several ] || t=(taskset -c 0 "${t[@]}")
        "${t[@]}" >"$how.native" 2>&1
        same "status of the native file ($how)" $? 3
        same "units of both ($how)" "$(find "$how" -name '*.unit' | wc -l)" 44
        "$HEDDLE" test --dump-code --cache="$how" native >"$how.native_code" 2>&1
    done
    for how in said code native native_code; do
        check "they differ: $how" cmp -s "one.$how" "several.$how"
    done
    check 'clang warns' grep -q 'warning: call to undeclared function' several.said
    echo 'int f20(int x) { return x + }' >p20.c
    "$HEDDLE" test --quiet p9.c "${files[@]}" m.c >said 2>&1
    same 'status with an error' $? 2
    check "the error: $(cat said)" grep -q 'p20.c: compilation failed' said
    nothing_left
}
# Programs that need the same members of libraries link them once; what is kept of them is not trusted.
case_libraries() {
    local k
    kept() { find "$(cache)" -name '*.libraries' | wc -l; }
    for k in 1 2 3; do
        printf '#include <stdio.h>\nint main(void) { return printf("%%d", %d) - 1; }' $k >p$k.c
        coded off$k --cache=off p$k.c
        coded on$k p$k.c
        check "the code differs ($k)" cmp -s on$k off$k
    done
    same 'sets of members' "$(kept)" 1
    echo '#include <math.h>' >s.c
    printf '#include <stdio.h>\nint main(int n, char **v) { return printf("%%f", sin(n)); }' >>s.c
    coded offs --cache=off s.c
    coded ons s.c
    check 'the code differs (sin)' cmp -s ons offs
    same 'sets of members, sin too' "$(kept)" 2
    for k in "$(cache)"/*.libraries; do
        printf '\x5a\xa5' | dd of="$k" bs=1 seek=5000 conv=notrunc status=none
    done
    rm "$(cache)"/*.program
    coded again p3.c
    check 'the code differs after damage' cmp -s again off3
    rm "$(cache)"/*.program
    coded again p3.c
    check 'the code differs after it was replaced' cmp -s again off3
}

# --- programs that are taken as a whole ---

# whole WHAT STATUS TEXT FILES…: a run ends so, and prints this: the first time, again, without the cache.
whole() {
    local what=$1 status=$2 text=$3 k
    shift 3
    for k in first again off; do
        local how=()
        [ "$k" != off ] || how=(--cache=off)
        rm -f "$(cache)"/*.program
        "$HEDDLE" test --quiet --echo-output --exit-status "${how[@]}" "$@" >said 2>&1
        same "$what: status ($k)" $? "$status"
        check "$what: $(tr '\n' '|' <said) ($k)" grep -q -- "$text" said
    done
}
case_contexts() {
    cat >m.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
extern sigjmp_buf at;
void leave(void);
int main(void) {
    sigset_t now;
    if (!sigsetjmp(at, 1)) leave();
    sigprocmask(SIG_BLOCK, NULL, &now);
    printf("blocked %d\n", sigismember(&now, SIGUSR1));
    return 0;
}
END
    cat >j.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
sigjmp_buf at;
void leave(void) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigprocmask(SIG_BLOCK, &s, NULL);
    siglongjmp(at, 1);
}
END
    whole 'sigsetjmp' 0 'blocked 0' m.c j.c
    whole 'siglongjmp first' 0 'blocked 0' j.c m.c
    "$HEDDLE" cc -g m.c j.c -o jump
    whole 'sigsetjmp in a native file' 0 'blocked 0' jump
    rm -f "$(cache)"/*.program
    made 0 "$HEDDLE" test --quiet jump # none is made in vain
    cat >c.c <<'END'
#include <stdio.h>
#include <ucontext.h>
extern ucontext_t here, there;
void go(int n);
int main(void) {
    static char stack[65536];
    volatile int round = 0;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    makecontext(&there, (void (*)(void))go, 1, 7);
    getcontext(&here);
    if (!round++) setcontext(&there);
    printf("round %d\n", round);
    return 0;
}
END
    cat >g.c <<'END'
#include <stdio.h>
#include <ucontext.h>
ucontext_t here, there;
void go(int n) { printf("got %d\n", n); }
END
    whole 'contexts' 0 'round 2' c.c g.c
}
case_entry() {
    echo 'static int begin(void) { return 5; } int main(void) { return 6; }' >a.c
    echo 'int more(void) { return 3; }' >b.c
    "$HEDDLE" test --quiet --entry=begin a.c b.c >said 2>&1
    same 'status of a static entry' $? 2
    "$HEDDLE" test --quiet --entry=more b.c a.c >said 2>&1
    same 'status of an entry of the first file' $? 0
    sed -i 's/{ return 6/{ return begin() + 6/' a.c
    whole 'a static entry that is used' 5 '' --entry=begin a.c b.c
    whole 'a static entry of a single file' 5 '' --entry=begin a.c
}
# The program has its own pthread_cond_wait, which does not wait: what waits for a condition variable of the
# library must not be called in its place.
case_own_wait() {
    cp "$here"/waits_*.c .
    cat >own.c <<'END'
#include <pthread.h>
#include <stdio.h>
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    puts("own");
    pthread_mutex_unlock(m);
    pthread_mutex_lock(m);
    return 0;
}
END
    cat >m.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *tell(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, tell, NULL);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return pthread_join(t, NULL);
}
END
    local order
    for order in 'm.c own.c' 'own.c m.c'; do
        # shellcheck disable=SC2086
        explored parts $order
        check "a deadlock in $order: $(cat parts)" grep -q '^status 0$' parts
    done
    cat m.c own.c >all.c
    explored whole all.c
    same 'runs and events' "$(cat parts)" "$(cat whole)"
}
# What a child of fork() calls is the program's own function of a harmless name, or takes the place of a weak
# one.
case_own_in_child() {
    cat >m.c <<'END'
#include <heddle/heddle.h>
#include <sys/wait.h>
#include <unistd.h>
int ends[2];
int setpgrp(void);
#ifdef WEAK
__attribute__((weak)) void leave(void) { _exit(0); }
#else
static void leave(void) { setpgrp(), _exit(0); }
#endif
int main(void) {
    char got;
    pipe(ends);
    pid_t child = fork();
    if (child == 0) leave();
    waitpid(child, NULL, 0);
    close(ends[1]);
    heddle_assert(read(ends[0], &got, 1) == 0);
    return 0;
}
END
    cat >own.c <<'END'
#include <unistd.h>
extern int ends[2];
#ifdef WEAK
void leave(void) { write(ends[1], "x", 1), _exit(0); }
#else
int setpgrp(void) { return write(ends[1], "x", 1) != 1; }
#endif
END
    local order
    for order in 'm.c own.c' 'own.c m.c' '-DWEAK m.c own.c' '-DWEAK own.c m.c'; do
        # shellcheck disable=SC2086
        explored parts $order
        check "a child that writes passes in $order: $(cat parts)" grep -q '^status 3$' parts
    done
    explored alone m.c
    check "the library's is harmless: $(cat alone)" grep -q '^status 0$' alone
}
# A weak function that only looks gives way to one that counts: the thread that waits does something.
case_weak_look() {
    cat >m.c <<'END'
#include <assert.h>
#include <pthread.h>
int looks;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
__attribute__((weak)) int is_ready(void) { return ready; }
static void *tell(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, tell, NULL);
    pthread_mutex_lock(&m);
    while (!is_ready()) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(looks < 3);
    return 0;
}
END
    echo 'extern int ready, looks; int is_ready(void) { looks++; return ready; }' >strong.c
    local order
    for order in 'm.c strong.c' 'strong.c m.c'; do
        # shellcheck disable=SC2086
        explored parts --max-traces=50 $order
        check "waking spuriously is found in $order: $(cat parts)" grep -q 'looks < 3' parts
    done
}

# The program's own function of that name gets the line, whatever heddle diff forgets.
case_own_places() {
    cat >a.c <<'END'
#include <stdlib.h>
void __assert_fail(const char *text, const char *file, int line, const char *function);
int main(void) {
    __assert_fail("x", "a.c", 7, "main");
    return 0;
}
END
    cat >b.c <<'END'
#include <stdio.h>
void __assert_fail(const char *text, const char *file, int line, const char *function) {
    printf("%s %s %d %s\n", text, file, line, function);
}
END
    "$HEDDLE" diff --echo-output --out=out a.c,b.c b.c,a.c >said 2>&1
    check "file and line are kept: $(cat said)" grep -q 'x a.c 7 main' said
    ! grep -q 'x (null) 0 main' said || bad 'file and line are forgotten'
}
# A version whose assertions have only moved is the same program; one unit with another constant is not.
case_diff() {
    cp "$here"/statics_*.c .
    mkdir moved changed
    sed 's/^int main/\n\nint main/' statics_a.c >moved/statics_a.c
    cp statics_b.c moved
    cp statics_a.c changed
    sed 's/two = 2/two = 1/' statics_b.c >changed/statics_b.c
    local k
    for k in moved changed; do
        rm -rf out.db out
        "$HEDDLE" diff --out=out statics_a.c,statics_b.c $k/statics_a.c,$k/statics_b.c >$k.said 2>&1
        rm -rf out.db out
        "$HEDDLE" diff --cache=off --out=out statics_a.c,statics_b.c $k/statics_a.c,$k/statics_b.c \
            2>&1 | sed -E 's/[0-9.]+ s\b//g; s/[0-9]+ MiB//g; s/ at [0-9-]{10} .*$//' >$k.off
        sed -i -E 's/[0-9.]+ s\b//g; s/[0-9]+ MiB//g; s/ at [0-9-]{10} .*$//' $k.said
        check "$k: another output without the cache: $(diff $k.said $k.off | head -n 4)" cmp -s $k.said $k.off
    done
    check "only places: $(cat moved.said)" grep -q 'no executed code has changed' moved.said
    check "the assertion is gone: $(cat changed.said)" grep -q 'gone' changed.said
}

# --- the cache of units ---

# What is made is the same from the cache and without it, and only what changed is made.
case_changes() {
    cp "$here"/waits_*.c .
    echo '#define ONE 1' >one.h
    echo '#define TWO 2' >two.h
    sed -i '1i #include "one.h"' waits_a.c
    sed -i '1i #include "two.h"' waits_b.c
    echo 'int third(void) { return 3; }' >third.c
    local t=("$HEDDLE" test --quiet waits_a.c waits_b.c third.c)
    local files=(waits_a.c waits_b.c third.c)
    made 3 "${t[@]}"
    made 0 "${t[@]}"
    echo '#define TWO 3' >two.h
    made 1 "${t[@]}"
    echo 'int fourth;' >>third.c
    made 1 "${t[@]}"
    coded changed "${files[@]}"
    coded off --cache=off "${files[@]}"
    check 'the code differs' cmp -s changed off
    # An option of the compiler concerns all C files, a setting of the load all units.
    made 3 "${t[@]}" -DNEW
    made 3 "${t[@]}" --volatile=relaxed
    made 3 "${t[@]}" --checks=no-uninitialised
    made 3 "${t[@]}" --entry=third
    # What it was before is still there.
    sed -i '$d' third.c
    made 0 "${t[@]}"
    # A new file is a unit of its own; another order of the files is another program of the same units.
    echo 'int another;' >another.c
    made 1 "${t[@]}" another.c
    made 0 "$HEDDLE" test --quiet third.c waits_b.c waits_a.c
    coded changed third.c waits_b.c waits_a.c
    coded off --cache=off third.c waits_b.c waits_a.c
    check 'the code differs in another order' cmp -s changed off
    # A header that is found earlier now.
    mkdir first
    made 3 "${t[@]}" -Ifirst
    echo '#define TWO 4' >first/two.h
    made 1 "${t[@]}" -Ifirst
}
# The program of a native file with a harness: nothing of the file is made again for another harness.
case_native() {
    local k
    for k in 1 2 3 4 5 6 7 8 9; do
        echo "static int twice(int x) { return x * 2; } int part$k(int x) { return twice(x) + $k; }" >p$k.c
    done
    echo 'int part1(int), part9(int); int main(void) { return part1(1) + part9(1) - 14; }' >m.c
    "$HEDDLE" cc -g p?.c m.c -o native
    echo 'int part2(int); int harness(void) { return part2(VALUE) - 2 * VALUE - 2; }' >h.c
    local t=("$HEDDLE" test --quiet --echo-output --exit-status --entry=harness native h.c)
    made 11 "${t[@]}" -DVALUE=1
    # The second time the native file's units are kept together, too.
    made 2 "${t[@]}" -DVALUE=2
    made 1 "${t[@]}" -DVALUE=3
    "${t[@]}" -DVALUE=3 >said 2>&1
    same 'status' $? 0
    for k in 4 5; do
        coded on -DVALUE=$k --entry=harness native h.c
        coded off --cache=off -DVALUE=$k --entry=harness native h.c
        check "the code differs ($k)" cmp -s on off
    done
    sed -i 's/\* 2/* 3/' p2.c
    "$HEDDLE" cc -g p?.c m.c -o native
    made 1 "$HEDDLE" test --quiet --entry=harness native h.c -DVALUE=5
    "${t[@]}" -DVALUE=6 >said 2>&1
    same 'status of the changed one' $? 6
    coded on --entry=harness native h.c -DVALUE=6
    coded off --cache=off --entry=harness native h.c -DVALUE=6
    check 'the changed code differs' cmp -s on off
}
case_bitcode() {
    echo 'int two(void); int main(void) { return two(); }' >a.c
    echo 'int two(void) { return 2; }' >b.c
    local k
    for k in a b; do clang-19 -g -c -emit-llvm --target=x86_64-linux-musl $k.c; done
    clang-19 -S -emit-llvm --target=x86_64-linux-musl b.c -o b.ll
    local t=("$HEDDLE" test --quiet --echo-output --exit-status)
    made 2 "${t[@]}" a.bc b.bc
    made 1 "${t[@]}" a.bc b.ll
    made 1 "${t[@]}" a.c b.ll
    "${t[@]}" a.c b.ll >said 2>&1
    same status $? 2
    # Damaged files: the same words as of one file.
    for k in 100 700; do
        head -c $k b.bc >cut.bc
        "${t[@]}" a.bc cut.bc >parts 2>&1
        same "status with $k bytes" $? 2
        "${t[@]}" --cache=off a.bc cut.bc >off 2>&1
        check "the words for $k bytes differ" cmp -s parts off
        check "the file is named ($k): $(cat parts)" grep -q 'cut\.bc: ' parts
    done
}
# Warnings are told again; after an error nothing is kept of the file.
case_messages() {
    echo 'int main(void) { return undeclared(); }' >a.c
    echo 'int undeclared(void) { return 0; }' >b.c
    "$HEDDLE" test --quiet a.c b.c >one 2>&1
    check 'clang warns' grep -q 'warning: call to undeclared function' one
    echo 'int undeclared(void) { return 1 - 1; }' >b.c
    made 1 "$HEDDLE" test --quiet a.c b.c
    check 'the warning is told again' grep -q 'warning: call to undeclared function' last
    echo 'int undeclared(void) { return 1 - }' >b.c
    made 0 "$HEDDLE" test --quiet a.c b.c
    check 'an error after a kept unit' grep -q 'b.c: compilation failed' last
    check 'the warning before it' grep -q 'warning: call to undeclared function' last
    echo 'int main(void) { return 1; }' >b.c
    "$HEDDLE" test --quiet a.c b.c >one 2>&1
    same 'status of two main functions' $? 2
    check "it names the file: $(cat one)" grep -q 'b.c: cannot be linked with the files before it' one
}
# What was damaged, cut, or is another unit is not used, and replaced.
case_damage() {
    cp "$here"/waits_*.c .
    local t=("$HEDDLE" test --quiet waits_a.c waits_b.c) f how size
    coded off --cache=off waits_a.c waits_b.c
    made 2 "${t[@]}"
    for how in 0 20 70 90 half last cut0 cut10 cutlast more swap; do
        rm -f "$(cache)"/*.program
        for f in "$(cache)"/*.unit; do
            size=$(stat -c %s "$f")
            case $how in
            half) printf '\x5a\xa5' | dd of="$f" bs=1 seek=$((size / 2)) conv=notrunc status=none ;;
            last) printf '\x5a' | dd of="$f" bs=1 seek=$((size - 1)) conv=notrunc status=none ;;
            cut0) : >"$f" ;;
            cut10) truncate -s 10 "$f" ;;
            cutlast) truncate -s $((size - 1)) "$f" ;;
            more) echo more >>"$f" ;;
            swap) ;;
            *) printf '\x5a\xa5' | dd of="$f" bs=1 seek="$how" conv=notrunc status=none ;;
            esac
        done
        if [ "$how" = swap ]; then
            set -- "$(cache)"/*.unit
            cp "$1" keep && cp "$2" "$1" && cp keep "$2"
        fi
        coded on waits_a.c waits_b.c
        check "the code differs after damage: $how" cmp -s on off
        rm -f "$(cache)"/*.program
        made 0 "${t[@]}"
        same "units after $how" "$(units)" 2
    done
    rm "$(cache)"/*.program "$(cache)"/*.unit
    made 2 "${t[@]}"
    nothing_left
}
case_full() {
    cp "$here"/waits_*.c .
    mkdir small && mount -t tmpfs -o size=16k none small 2>/dev/null || return 0
    coded off --cache=off waits_a.c waits_b.c
    coded on --cache=small waits_a.c waits_b.c
    same 'unfinished files' "$(find small -name '*.new-*' | wc -l)" 0
    umount small
    check 'the code differs' cmp -s on off
}
case_at_once() {
    cp "$here"/waits_*.c .
    coded off --cache=off waits_a.c waits_b.c
    local k
    for k in 1 2 3 4 5; do coded "on$k" waits_a.c waits_b.c & done
    wait
    for k in 1 2 3 4 5; do check "the code of $k differs" cmp -s "on$k" off; done
    same 'units' "$(units)" 2
    same 'unfinished files' "$(find "$(cache)" -name '*.new-*' | wc -l)" 0
}
# Programs of tests/detect with a unit more, of which the commit chooses some: the findings are the same.
case_detect() {
    local first last programs=("$top"/tests/detect/*.c) f
    read -r first last < <(part_of ${#programs[@]} 24)
    echo 'int second_unit;' >second.c
    for f in "${programs[@]:first - 1:last - first + 1}"; do
        ! grep -q '^/\* \(long\|options\): ' "$f" || continue
        explored whole --max-traces=300 "$f"
        explored parts --max-traces=300 "$f" second.c
        # Which runs are the first ones depends on addresses, and so does what is cut off.
        [ "$(jq .cutoffs whole.json)" = 0 ] || sed -i 's/ [0-9]* traces, .*/ traces, /' whole parts
        sed -i '/^false/s/ [0-9]* traces, .*/ traces, /' whole parts
        check "$(basename "$f"): $(diff whole parts | tr '\n' '|')" cmp -s whole parts
    done
    good
}

suite "$@"
