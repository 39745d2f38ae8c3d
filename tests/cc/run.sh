#!/bin/bash
# heddle cc: small projects built as their build systems do it, what configure scripts ask of a compiler, and
# what is refused. What is built must run natively and be tested with the same result.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

cc() { timeout 60 "$HEDDLE" cc "$@" >cc.out 2>cc.err; }
first() { head -n 1 cc.err | tr '\n' ' '; }
accepts() { if cc "$@"; then good; else bad "cc $*: $(first)"; fi; }
# fails TEXT ARGUMENTS…: exit status 1, and the text in what is said
fails() {
    local text=$1 status
    shift
    cc "$@"
    status=$?
    if [ "$status" -eq 1 ] && grep -q -- "$text" cc.err; then
        good
    else
        bad "cc $*: status $status, '$(first)' does not say '$text'"
    fi
}
# tested STATUS ARGUMENTS…: the exit status of heddle test
tested() {
    local want=$1 status
    shift
    timeout 60 "$HEDDLE" test --out=out "$@" >test.out 2>test.err
    status=$?
    if [ "$status" -eq "$want" ]; then
        good
    else
        bad "test $*: status $status, not $want: $(head -n 2 test.err | tr '\n' ' ')"
    fi
}
says() {
    if grep -q -- "$1" "${2:-test.err}"; then
        good
    else
        bad "'$1' is not said: $(head -n 3 "${2:-test.err}" | tr '\n' ' ')"
    fi
}
# built OPTIONS: the project, by its Makefile
built() {
    if make -C project CC="$HEDDLE cc $1" >make.log 2>&1; then
        good
    else
        bad "make: $(tail -n 2 make.log | tr '\n' ' ')"
    fi
}

# A project with a Makefile, a static library and recursive make; and a program that calls what nobody
# defines.
prepare() {
    mkdir -p project/lib
    cat >project/lib/count.c <<'END'
#include "count.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
void add(int n) {
    pthread_mutex_lock(&lock);
    count += n;
    pthread_mutex_unlock(&lock);
}
int total(void) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
    int n = count;
    pthread_mutex_unlock(&lock);
    return n;
#else
    return count;
#endif
}
END
    cat >project/lib/count.h <<'END'
#include <pthread.h>
void add(int n);
int total(void);
int never_defined(void);
END
    echo 'int never_defined(void); int unused_member(void) { return never_defined(); }' >project/lib/unused.c
    cat >project/main.c <<'END'
#include "lib/count.h"
#include <stdio.h>
#include <stdlib.h>
static void *run(void *a) {
    add(*(int *)a);
    return NULL;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 2;
    pthread_t t;
    pthread_create(&t, NULL, run, &n);
    printf("%d\n", total() > n);
    pthread_join(t, NULL);
    printf("%d\n", total());
    return 0;
}
END
    cat >project/Makefile <<'END'
CFLAGS = -O2 -g3 -Wall -fPIC -march=native -pthread
program: main.o lib/libcount.a
	$(CC) $(CFLAGS) -o $@ main.o -Llib -lcount -lm -lpthread -lrt -ldl
lib/libcount.a: always
	$(MAKE) -C lib -f ../Makefile libcount.a
libcount.a: count.o unused.o
	$(AR) rcs $@ $^
always:
END
    cat >missing.c <<'END'
int somewhere_else(int), another(void);
int main(int argc, char **argv) { return argc > 2 ? another() : argc > 1 ? somewhere_else(argc) : 0; }
END
}

case_project() {
    cp -r "$common/project" .
    built ''
    same "the program runs natively" "$(project/program 5 | tr '\n' ' ')" "0 5 "
    tested 1 ./project/program -- 5
    says 'count.c:6:.*race'
    check 'a member of an archive that is not linked counts' [ "$(grep -c never_defined test.err)" -eq 0 ]
    tested 1 project/main.o project/lib/libcount.a
    says 'count.c:6:.*race'
    # Places are told with the folder they were compiled in, and the source is shown.
    says '^project/lib/count.c:6:'
    says '6 |  *count += n;'
    # The same without the race; stripped and linked again it is still the same program.
    make -C project clean all CC="$HEDDLE cc" >/dev/null 2>&1
    rm -f project/*.o project/lib/*.[oa] project/program
    built -DLOCKED
    tested 0 --echo-output ./project/program -- 7
    same "the program's output" "$(tr '\n' ' ' <test.out)" "0 7 "
    strip project/program
    tested 0 --quiet ./project/program
}

# A test of an executable replays, and says so when the executable is another one.
# What static initialisers make excludes, natively too, and from the first time on.
case_static_objects() {
    cat >static.c <<'C'
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int told;
static void *tell(void *arg) {
    pthread_mutex_lock(&mutex);
    told = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    if (pthread_mutex_trylock(&mutex) != EBUSY) return 1;
    pthread_rwlock_wrlock(&rwlock);
    if (pthread_rwlock_trywrlock(&rwlock) != EBUSY || pthread_rwlock_tryrdlock(&rwlock) != EBUSY) return 2;
    if (pthread_create(&thread, NULL, tell, NULL)) return 3;
    while (!told) pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    return pthread_join(thread, NULL);
}
C
    accepts static.c -o static
    timeout 20 ./static
    same 'natively' $? 0
    tested 0 static
}

case_replay() {
    cat >abort.c <<'END'
#include <stdlib.h>
int main(void) { if (N) abort(); return 0; }
END
    accepts -DN=1 abort.c -o abort
    tested 1 ./abort
    timeout 60 "$HEDDLE" replay out/0001-abort.test.json >/dev/null 2>replay.err
    same "the replay" $? 1
    accepts -DN=0 abort.c -o abort
    timeout 60 "$HEDDLE" replay out/0001-abort.test.json >/dev/null 2>replay.err
    same "the replay of another program" $? 2
}

# More code beside the executable.
case_harness() {
    cp -r "$common/project" .
    built -DLOCKED
    cat >harness.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
void add(int n);
int total(void);
static pthread_t t;
static void *other(void *a) { add(100); return a; }
__attribute__((constructor)) static void start(void) { pthread_create(&t, NULL, other, NULL); }
__attribute__((destructor)) static void end(void) {
    pthread_join(t, NULL);
    heddle_assert(total() == EXPECTED);
}
END
    tested 0 --quiet -DEXPECTED=107 ./project/program harness.c -- 7
    tested 1 --quiet -DEXPECTED=7 ./project/program harness.c -- 7
    says 'harness.c:10:.*total() == EXPECTED'
}

# Functions that nobody defines: told at the beginning, and where one is called.
case_missing_functions() {
    cp "$common/missing.c" .
    accepts -c missing.c
    tested 0 --summary=s.json missing.o
    says 'note: .*: another, somewhere_else$'
    same "missing_functions" "$(jq -c .missing_functions s.json)" '["another","somewhere_else"]'
    tested 0 --quiet missing.o
    if [ -s test.err ]; then bad "--quiet: $(head -n 1 test.err)"; else good; fi
    tested 3 missing.o -- x
    says 'missing.c:2:.*somewhere_else'
}

# What cannot be tested.
case_no_bitcode() {
    cp -r "$common"/{project,missing.c} .
    built ''
    accepts -c missing.c
    gcc -c missing.c -o plain.o
    tested 2 plain.o
    says '^heddle: plain.o: holds no bitcode; build it with heddle cc'
    tested 2 /bin/true
    says '^heddle: /bin/true: holds no bitcode; build it with heddle cc'
    ar rcs libplain.a plain.o
    tested 2 missing.o libplain.a
    says '^heddle: libplain.a: holds no bitcode'
    for cut in 40 600 3000; do
        head -c "$cut" missing.o >cut.o
        tested 2 cut.o
        same "lines about an object cut to $cut bytes" "$(wc -l <test.err)" 1
    done
    head -c 300 project/lib/libcount.a >cut.a
    tested 2 missing.o cut.a
    says '^heddle: cut.a: damaged archive'
    cp missing.o cut.o
    at=$(LC_ALL=C grep -obUaP 'BC\xc0\xde' cut.o | head -n 1 | cut -d: -f1)
    printf '\377\377\377\377' | dd of=cut.o bs=1 seek=$((at + 8)) conv=notrunc 2>/dev/null
    tested 2 cut.o
}

# Damage anywhere in the bitcode: a line and an exit status that is known, whatever LLVM does.
case_damage() {
    local k at status
    cp -r "$common/project" .
    built ''
    "$HEDDLE" cc -c project/main.c -o whole.o
    at=$(LC_ALL=C grep -obUaP 'BC\xc0\xde' whole.o | head -n 1 | cut -d: -f1)
    for k in $(seq 1 24); do
        cp whole.o cut.o
        printf '\252' | dd of=cut.o bs=1 seek=$((at + 4 + k * 97)) conv=notrunc 2>/dev/null
        timeout 60 "$HEDDLE" test --quiet --out=out cut.o project/lib/libcount.a >/dev/null 2>test.err
        status=$?
        if [ "$status" -gt 3 ] || { [ "$status" -eq 2 ] && [ "$(wc -l <test.err)" -ne 1 ]; }; then
            bad "damage at $((k * 97)): status $status: $(first)"
        else
            good
        fi
    done
}

# What configure scripts ask.
case_configure() {
    cp "$common/missing.c" .
    accepts -c missing.c
    echo 'int main(void) { if (N) __builtin_trap(); return 0; }' >abort.c
    echo 'int main(void) { return 0; }' >conftest.c
    cc conftest.c && [ -x a.out ] && good || bad "the default output"
    cc -o conftest conftest.c && ./conftest && good || bad "programs run"
    accepts -c conftest.c && [ -f conftest.o ] && good || bad "the default object"
    accepts --version
    says 'clang version' cc.out
    says '^heddle cc ' cc.out
    accepts -v
    fails '.' -V
    fails '.' -qversion
    fails 'no input files'
    accepts -dumpmachine
    says musl cc.out
    accepts -print-prog-name=ld
    accepts -print-search-dirs
    accepts -print-file-name=libc.a
    [ -f "$(cat cc.out)" ] && good || bad "where libc.a is: $(cat cc.out)"
    accepts -M conftest.c
    says '^conftest.o: conftest.c' cc.out
    accepts -c -MD -MP -MF conftest.d -MT thing conftest.c
    says '^thing: conftest.c' conftest.d
    printf '#include <features.h>\n#ifdef __GLIBC__\nglibc\n#else\nother\n#endif\n' >which.c
    accepts -E which.c
    says '^other' cc.out
    echo 'int main(void) { return 7; }' | timeout 60 "$HEDDLE" cc -x c - -o seven 2>cc.err
    ./seven
    same "a program from standard input" $? 7
    printf -- '-DN=1 -o "a name" abort.c\n' >words
    accepts @words
    [ -x "a name" ] && good || bad "response files"
    accepts -S conftest.c -o conftest.s && accepts -c conftest.s -o conftest.o
    tested 0 --quiet conftest.o
    echo 'int another(void) { return 0; } int somewhere_else(int n) { return n; }' >more.c
    accepts -r -o both.o missing.o more.c
    tested 0 --quiet both.o -- x
}
case_section_sets() {
    # Variables that only a linker's set refers to are there in objects, too: 2 + 20 calls.
    cat >set.h <<'END'
#include <stdio.h>
struct call { void (*function)(void); };
extern int called;
#define ADD(set, n) \
    static void add_##set(void) { called += n; } \
    __asm__(".globl __start_" #set); \
    static const struct call *entry_##set __attribute__((used, section(#set))) = \
        &(const struct call){add_##set}
END
    cat >set.c <<'END'
#include "set.h"
extern __attribute__((weak)) const struct call *__start_one, *__stop_one, *__start_none, *__stop_none;
int called;
int main(void) {
    if (&__start_one)
        for (const struct call **p = &__start_one; p < &__stop_one; p++) (*p)->function();
    if (&__start_none) called = -1;
    printf("called %d\n", called);
}
END
    printf '#include "set.h"\nADD(one, 2);\n' >two.c
    printf '#include "set.h"\nADD(one, 20);\n' >twenty.c
    local f
    for f in set two twenty; do accepts -c $f.c; done
    accepts set.o two.o twenty.o -o set
    same natively "$(./set)" 'called 22'
    for f in 'set.c two.c twenty.c' 'set.o two.o twenty.o' 'set.c two.o twenty.o' set; do
        # These are words.
        # shellcheck disable=SC2086
        same "$f" "$("$HEDDLE" run $f 2>run.err)" 'called 22'
    done
}
case_versions_of_functions() {
    # Of versions for several processors there is the default one.
    cat >clones.c <<'END'
#include <assert.h>
__attribute__((target_clones("default", "avx2"))) int next(int x) { return x + 1; }
__attribute__((__target_clones__("default", "avx2"))) static int after(int x) { return x + 1; }
int main(void) {
    assert(next(after(1)) == 4);
    return 0;
}
END
    accepts -Wall -Wextra -Werror -c clones.c
    accepts clones.o -o clones
    "$HEDDLE" test --quiet clones.c >out 2>err
    says 'clones.c:5:5: error: assertion failed' err
    "$HEDDLE" test --quiet ./clones >out 2>err
    says 'clones.c:5:5: error: assertion failed' err
}
case_functions() {
    echo "int main(void) { return 0; }" >conftest.c
    local f
    # Functions: there, and not there.
    echo 'char f(void); int main(void) { return f(); }' >try.c
    for f in pthread_create sqrt clock_gettime dlopen mq_open epoll_wait; do accepts -Df=$f try.c -lm; done
    # Functions that musl has not run natively, too: they are in libheddle.
    for f in backtrace error arc4random random_r drand48_r statx closefrom mallinfo2 pthread_clockjoin_np \
        swapcontext makecontext; do
        accepts -Df=$f try.c
    done
    for f in no_such_function gnu_get_libc_version; do
        fails "undefined reference to .$f" -Df=$f try.c -lm
    done
    fails 'cannot find -lz' conftest.c -lz
    fails 'cannot find -lcrypto' conftest.c -lcrypto
}
case_headers() {
    local h
    # Headers: of musl, and a few of glibc.
    for h in stdio.h pthread.h sys/epoll.h stdatomic.h emmintrin.h heddle/heddle.h error.h execinfo.h \
        sys/cdefs.h sys/queue.h obstack.h argp.h fts.h crypt.h ucontext.h; do
        echo "#include <$h>" >try.c
        accepts -c try.c
    done
    for h in zlib.h gnu/libc-version.h; do
        echo "#include <$h>" >try.c
        fails "$h" -c try.c
    done
    # The machine's own folders are searched no more where they are named, as with other compilers.
    echo '#include <pthread.h>' >try.c
    accepts -I/usr/include -I /usr/include/ -isystem /usr/include -I/usr/include/x86_64-linux-gnu -c try.c
    echo 'int main(void) { return 0; }' >try.c
    accepts -L/usr/lib -L /usr/lib/x86_64-linux-gnu -pthread try.c
}
# Makefiles name libatomic whether or not it is needed; where it is, it works natively and in the engine.
case_libatomic() {
    local options
    cat >try.c <<'END'
#include <stdatomic.h>
#include <stdio.h>
typedef struct { long a, b, c; } Three;
static _Atomic Three three;
static _Atomic unsigned __int128 wide = 40;
int main(void) {
    Three x = {1, 2, 3}, y = {4, 5, 6}, z = {4, 5, 6};
    atomic_store(&three, x);
    Three old = atomic_exchange(&three, y);
    int done = atomic_compare_exchange_strong(&three, &z, old);
    z = atomic_load(&three);
    wide += 2;
    printf("%ld %d %ld %d\n", old.c, done, z.b, (int)atomic_fetch_xor(&wide, 1));
}
END
    echo 'int main(void) { return 0; }' >other.c
    accepts other.c -latomic
    for options in -O2 -mcx16; do
        accepts -w $options try.c -latomic -o atomics
        same "natively ($options)" "$(./atomics)" '3 1 2 42'
        same "in the engine ($options)" "$("$HEDDLE" run atomics 2>&1)" '3 1 2 42'
    done
}
# What musl has not and libheddle has does natively what it does in the engine.
case_gnu_functions() {
    local program
    for program in gnu_more gnu_random_r gnu_files gnu_headers gnu_argp_fts gnu_error; do
        accepts -std=gnu17 "$top/tests/detect/$program.c" -o program
        rm -f a b c
        ./program >said 2>&1
        same "$program natively" $? "$([ $program = gnu_error ] && echo 3 || echo 0)"
    done
    same "the last message" "$(tail -n 1 said)" "mine> end"
    accepts -std=gnu17 "$top/tests/detect/crypt_texts.c" -lcrypt -o crypt
    ./crypt
    same 'crypt natively' $? 0
    accepts -std=gnu17 -O2 "$top/tests/detect/gnu_contexts.c" -o contexts
    ./contexts >said 2>&1
    same 'contexts natively' "$(xargs <said)" \
        "$(sed -n 's:^/\* output\: \(.*\) \*/:\1:p' "$top/tests/detect/gnu_contexts.c")"
    cat >waits.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c;
    pthread_condattr_t a;
    sem_t s;
    struct timespec at, now;
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&c, &a);
    sem_init(&s, 0, 0);
    pthread_mutex_lock(&m);
    for (int k = 0; k < 2; k++) {
        clock_gettime(k, &at);
        if ((at.tv_nsec += 20000000) >= 1000000000) at.tv_nsec -= 1000000000, at.tv_sec++;
        if (pthread_cond_clockwait(&c, &m, k, &at) != ETIMEDOUT) return 1;
        if (pthread_mutex_clocklock(&m, k, &at) != ETIMEDOUT) return 2;
        if (sem_clockwait(&s, k, &at) != -1 || errno != ETIMEDOUT) return 3;
        clock_gettime(k, &now);
        if (now.tv_sec < at.tv_sec || (now.tv_sec == at.tv_sec && now.tv_nsec < at.tv_nsec)) return 4;
        if (now.tv_sec > at.tv_sec + 10) return 5;
    }
    return arc4random_uniform(1) + (arc4random_uniform(7) >= 7);
}
END
    accepts waits.c -o waits
    ./waits
    same "waits end natively" $? 0
    tested 0 --quiet ./waits
}
case_flags() {
    echo 'int main(void) { return 0; }' >conftest.c
    accepts -O3 -flto -fPIE -pie -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Wl,-z,relro,-z,now \
        -rdynamic -static conftest.c
    tested 0 --quiet a.out
    accepts -Werror -pthread -c conftest.c
    fails 'no-such-warning' -Werror -Wno-such-warning -Wreally-no-such-warning -c conftest.c
    fails 'no-such-flag' -fno-such-flag -c conftest.c
    fails 'not supported' -m32 conftest.c
    fails 'heddle test checks' -fsanitize=address conftest.c
    fails 'not supported' -fopenmp conftest.c
    fails 'not supported' --coverage conftest.c
    cp conftest.c try.cpp
    fails 'written in C' -c try.cpp
    fails 'written in C' -x c++ -c conftest.c
    fails 'no such file' -c no-such-file.c
    fails 'no such file' no-such-file.c -o x
    fails 'no such file' no-such-file.o -o x
    echo 'int main(void) { return }' >try.c
    fails 'error: expected expression' try.c
}

# --- one word, shared libraries, harnesses ------------------------------------------------------------------

# A file that uses instructions without asking whether they are there is compiled for them; others go their
# portable way.
case_machine_options() {
    local option
    cat >asks_not.c <<'END'
#include <immintrin.h>
#include <stdio.h>
int main(void) {
    __m128i order = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0);
    __m128i v = _mm_shuffle_epi8(_mm_set1_epi32(0x04030201), order);
    printf("%x\n", (unsigned)_mm_cvtsi128_si32(v));
    return 0;
}
END
    cat >asks.c <<'END'
#include <stdio.h>
int main(void) {
#ifdef __SSSE3__
    puts("ssse3");
#else
    puts("portable");
#endif
    return 0;
}
END
    for option in -mssse3 -mavx2 -march=x86-64-v2 -march=haswell; do
        same "$option" "$("$HEDDLE" run $option asks_not.c 2>&1)" 1020304
        cc $option asks_not.c -o asks_not
        same "$option: heddle cc" "$("$HEDDLE" run asks_not 2>&1)" 1020304
        same "$option: asked" "$("$HEDDLE" run $option asks.c 2>&1)" ssse3
    done
    cat >rounds.c <<'END'
#include <immintrin.h>
#include <stdio.h>
int main(void) {
    __m128i a = _mm_set1_epi32(1), b = _mm_aesenc_si128(a, _mm_sha1nexte_epu32(a, a));
    printf("%x", (unsigned)_mm_cvtsi128_si32(b));
    return 0;
}
END
    same 'rounds of AES and SHA' "$("$HEDDLE" run -maes -msha rounds.c 2>&1)" 427c7c5c
    for option in -march=native -mtune=haswell '-mavx2 -mno-ssse3'; do
        # shellcheck disable=SC2086
        same "$option: asked" "$("$HEDDLE" run $option asks.c 2>&1)" portable
    done
}

case_one_word() {
    cp -r "$common/project" .
    local one
    one=$(dirname "$HEDDLE")/heddle-cc
    check 'make' make -C project CC="$one" >make.log 2>&1
    same "the program runs natively" "$(project/program 5 | tr '\n' ' ')" "0 5 "
    tested 1 --quiet ./project/program -- 5
}
# What is asked for as a shared library is found by the linker, holds its bitcode, shows nothing hidden and
# gives way to the program's own definitions, natively and in the engine.
case_shared() {
    echo '__attribute__((visibility("hidden"))) int inner(void) { return 1; }
int both(void); int outer(void) { return inner() + both(); }' >a.c
    echo 'int both(void) { return 10; }' >a2.c
    echo '__attribute__((visibility("hidden"))) int inner(void) { return 2; }
int both(void); int outer(void); int other(void) { return 100 * inner() + outer() + both(); }' >b.c
    echo 'int both(void) { return 20; }' >b2.c
    echo 'int other(void); int inner(void) { return 3; }
#ifdef OWN
int both(void) { return 30; }
#endif
int main(void) { return (other() + inner()) & 255; }' >main.c
    accepts -shared -fPIC -Wl,-soname,liba.so.1 a.c a2.c -o liba.so.1 -lc -lpthread
    ln -s liba.so.1 liba.so
    accepts -c -fPIC b.c
    accepts -shared b.o b2.c -L. -la -o libb.so -Wl,--no-undefined
    accepts main.c -L. -lb -la -o first
    ./first
    same 'natively' $? $((200 + 21 + 20 + 3))
    accepts -DOWN main.c libb.so liba.so -o second
    ./second
    same 'natively, with a definition of its own' $? $(((200 + 31 + 30 + 3) & 255))
    local program
    for program in first second; do
        ./$program
        local want=$?
        timeout 60 "$HEDDLE" run ./$program
        same "$program in the engine" $? $want
    done
    echo 'int other(void); int main(void) { return other() - 241; }' >harness.c
    timeout 60 "$HEDDLE" run harness.c ./libb.so ./liba.so
    same 'libraries that are given to the engine' $? 0
}
# Libraries of sources that are there, built in the ways that heddle lib knows. Each is found by -l from then
# on, with its headers, and is explored like the program. What is missing is said, and how to get it.
library_source() {
    mkdir -p "$1"
    echo "int number(void); /* $2 */" >"$1/number.h"
    echo "#include \"number.h\"
int number(void) { return $2; }" >"$1/number.c"
}
case_library() {
    export XDG_CACHE_HOME=$PWD/cache
    echo '#include <number.h>
#include <stdio.h>
int main(void) { printf("%d\n", number()); return 0; }' >main.c
    fails 'heddle lib build libnumber-dev' main.c -lnumber -o none
    fails 'heddle lib build zlib1g-dev' -DWITHOUT -xc /dev/null -xnone main.c -lz -o none
    library_source by_make 1
    cat >by_make/Makefile <<'END'
all: libnumber.a
libnumber.a: number.c number.h
	$(CC) -c number.c
	ar rcs $@ number.o
install: all
	mkdir -p $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	cp libnumber.a $(DESTDIR)$(PREFIX)/lib
	cp number.h $(DESTDIR)$(PREFIX)/include
	mkdir -p $(DESTDIR)$(PREFIX)/lib/pkgconfig
	cp *.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig
END
    # What it was linked with in private counts for its users, and a package that is not kept does not.
    printf '%s\n' 'Name: number' 'Libs: -lnumber' 'Requires.private: absent >= 1.2, digit, none' \
        'Libs.private: -lm' >by_make/number.pc
    echo 'Name: digit' >by_make/digit.pc
    library_source by_cmake 2
    cat >by_cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(number C)
add_library(number number.c)
install(TARGETS number DESTINATION lib)
install(FILES number.h DESTINATION include)
END
    library_source below/below 3
    cp by_make/Makefile by_make/*.pc below/below/
    cat >below/below/configure <<'END'
#!/bin/sh
[ "$2" = --static ] || exit 1
sed -i "1i PREFIX=${1#--prefix=}" Makefile
END
    chmod +x below/below/configure
    # As OpenSSL has it: a script in Perl, targets of its own.
    library_source by_perl 4
    sed 's/^install: all/install_dev: build_libs/; s/^all:/build_libs:/' by_make/Makefile >by_perl/Makefile.in
    touch by_perl/config
    cp by_make/*.pc by_perl/
    cat >by_perl/Configure <<'END'
#!/usr/bin/perl
"@ARGV" =~ m{^linux-\S+ --prefix=(\S+) .*--libdir=lib .*no-shared} or die;
system("{ echo PREFIX=$1; cat Makefile.in; } >Makefile");
END
    # As ncurses: an old Autoconf; configured twice, for two archives; and another name of one.
    library_source ncurses 5
    cat >ncurses/configure <<'END'
#!/bin/sh
# Generated by Autoconf 2.52.20221009.
for option; do
    case $option in
    --prefix=*) prefix=${option#--prefix=} ;;
    --enable-widec) name=ncursesw ;;
    --disable-widec) name=ncurses ;;
    --static) exit 1 ;;
    esac
done
sed "s/libnumber/lib$name/" Makefile.in >Makefile
echo "PREFIX = $prefix
distclean:
	rm -f *.o *.a Makefile" >>Makefile
END
    chmod +x ncurses/configure
    cp by_make/Makefile ncurses/Makefile.in
    cp by_make/*.pc ncurses/
    local way want=0
    for way in by_make by_cmake below by_perl; do
        want=$((want + 1))
        check "lib build ./$way" timeout 100 "$HEDDLE" lib build ./$way >lib.out 2>&1
        says "^$way local: libnumber.a, in $PWD/cache/heddle/libraries/$way/local\$" lib.out
        rm -rf cache/heddle/libraries/kept && mv cache/heddle/libraries/$way cache/heddle/libraries/kept
        accepts main.c -lnumber -o program
        same "$way, natively" "$(./program)" $want
        same "$way, in the engine" "$(timeout 60 "$HEDDLE" run ./program)" $want
    done
    same 'lib list' "$("$HEDDLE" lib list)" "kept local $PWD/cache/heddle/libraries/kept/local"
    local described=$PWD/cache/heddle/libraries/kept/current/lib/pkgconfig
    same 'lib pkg-config' "$("$HEDDLE" lib pkg-config)" "$described"
    same 'its description' "$(cat "$described/number.pc")" \
        $'Name: number\nLibs: -lnumber -lm\nRequires: digit'
    check 'lib build ./ncurses' timeout 100 "$HEDDLE" lib build ./ncurses >lib.out 2>&1
    says '^ncurses local: libncurses.a libncursesw.a libtinfo.a, in ' lib.out
    local library
    for library in ncurses ncursesw tinfo; do
        accepts main.c -l$library -o program
        same "-l$library, natively" "$(./program)" 5
    done
    rm -rf cache/heddle/libraries/ncurses
    nothing_left
    # Built again, it is the new one; what fails leaves the old one.
    library_source by_make 4
    rm -rf cache/heddle/libraries/kept
    check 'again' timeout 100 "$HEDDLE" lib build ./by_make >lib.out 2>&1
    accepts main.c -lnumber -o program
    same 'again, natively' "$(./program)" 4
    echo 'int number(void) { return undeclared; }' >by_make/number.c
    timeout 100 "$HEDDLE" lib build ./by_make >lib.out 2>&1
    same 'a source that does not compile' $? 2
    says '^heddle: lib build: ./by_make: make failed' lib.out
    accepts main.c -lnumber -o program
    mkdir empty
    timeout 100 "$HEDDLE" lib build ./empty >lib.out 2>&1
    same 'no source' $? 2
    says '^heddle: lib build: ./empty: no configure' lib.out
    timeout 100 "$HEDDLE" lib build ./absent >lib.out 2>&1
    same 'no folder' $? 2
    timeout 100 "$HEDDLE" lib >lib.out 2>&1
    same 'no word' $? 2
    nothing_left
}
# Libraries that Debian has, each with a program that uses it; they behave in the engine as natively.
fetched_library() { # PACKAGE PROGRAM LIBRARY...
    local package=$1 program=$2
    shift 2
    timeout 900 "$HEDDLE" lib build "$package" >lib.out 2>&1
    same "lib build $package: $(tail -n 3 lib.out)" $? 0
    accepts "$here/libraries/$program.c" "$@" -o "$program"
    ./"$program" >native </dev/null
    same "$package: natively" $? 0
    timeout 120 "$HEDDLE" run ./"$program" >engine </dev/null
    same "$package: in the engine" $? 0
    same "$package: what it writes" "$(od -c engine)" "$(od -c native)"
}
case_libraries_of_debian() {
    if [ -z "${HEDDLE_LONG:-}" ]; then
        good # the network, and minutes
        return
    fi
    export XDG_CACHE_HOME=$PWD/cache
    fetched_library zlib1g-dev zlib -lz
    fetched_library libexpat1-dev expat -lexpat
    fetched_library libevent-dev event -levent
    fetched_library libpcre2-dev pcre2 -lpcre2-8
    fetched_library libncurses-dev ncurses -lncursesw -ltinfo
    fetched_library libsqlite3-dev sqlite -lsqlite3
    fetched_library libmbedtls-dev mbedtls -lmbedcrypto
    fetched_library libssl-dev openssl -lssl -lcrypto
}
# A harness that is part of a program links and runs natively.
case_native_harness() {
    cat >harness.c <<'END'
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("the x");
    heddle_assume(x < 10);
    heddle_atomic_begin();
    heddle_atomic_end();
    heddle_assert(x != 5);
    return x + heddle_range(3, 5, "r");
}
END
    accepts harness.c -o harness
    ./harness
    same 'inputs are zero' $? 3
    HEDDLE_INPUT_the_x=7 HEDDLE_INPUT_r=4 ./harness
    same 'inputs of the environment' $? 11
    HEDDLE_INPUT_the_x=12 ./harness
    same 'a false assumption' $? 0
    HEDDLE_INPUT_the_x=5 ./harness 2>err
    same 'a failed assertion' $? 134
    says 'harness.c:7: main: assertion failed: x != 5' err
    tested 1 --quiet ./harness
    says 'assertion failed: x != 5'
    cc -c harness.c -o harness.o
    if gcc -I"$top/include" harness.c "$(dirname "$HEDDLE")/libheddle.a" -pthread -o other 2>cc.err; then
        HEDDLE_INPUT_the_x=-1 ./other
        same 'with another compiler and C library' $? 2
    else
        bad "gcc: $(first)"
    fi
}
# The example of a whole project, by each build system that is there.
project_built() {
    local folder=$1
    tested 0 --quiet "$folder/harness"
    if "$folder/harness" >/dev/null; then good; else bad "$folder/harness: does not run natively"; fi
    same "$folder/count in the engine" "$(timeout 60 "$HEDDLE" run "$folder/count" -- 1 2 30)" 33
}
one_word() { PATH=$(dirname "$HEDDLE"):$PATH CC=heddle-cc "$@" >make.log 2>&1; }
example() {
    cp -r "$top/examples/project" .
    cd project || exit
    if "$@"; then good; else bad "$*: $(tail -n 3 make.log | tr '\n' ' ')"; fi
}
with_meson() { one_word meson setup build && one_word ninja -j1 -C build && one_word ninja -C build test; }
with_cmake() { one_word cmake -B build && one_word cmake --build build; }
with_autotools() { one_word autoreconf -i && one_word ./configure && one_word make check; }
case_meson() {
    example with_meson
    project_built build
}
case_cmake() {
    example with_cmake
    project_built build
}
case_autotools() {
    example with_autotools
    project_built .
}
case_undeclared() {
    # A configure script of a newer compiler's time: undeclared functions are errors where it asks for that.
    echo 'int main(void) { return undeclared(); }' >try.c
    accepts -c try.c
    fails 'undeclared' -Werror -c try.c
    fails 'undeclared' -Werror=implicit-function-declaration -c try.c
}
case_variables() {
    # Variables that lead other compilers to other libraries do not.
    mkdir -p away
    echo 'broken' >away/stdio.h
    echo '#include <stdio.h>' >try.c
    if CPATH=$PWD/away C_INCLUDE_PATH=$PWD/away cc -c try.c; then good; else bad "CPATH: $(first)"; fi
}

suite "$@"
