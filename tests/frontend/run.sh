#!/bin/bash
# Ways into the engine: bitcode that a compiler optimised, assembly, several files, entries, arguments,
# standard input, preprocessed C, what is refused. Bitcode of several levels of optimisation: tests/conform.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$top/tests/native.sh"
resource=$HEDDLE_BUILD/resource

names() { declare -F | sed -n 's/^declare -f case_//p'; }
one() { "case_$1"; }

# want STATUS OUTPUT ARGUMENTS…: a run whose exit status and echoed output (blanks and line ends as one blank)
# are known.
want() {
    local want=$1 output=$2 status
    shift 2
    timeout 60 "$HEDDLE" test --quiet --echo-output --out=out "$@" >out.txt 2>err.txt
    status=$?
    if [ "$status" -ne "$want" ]; then
        bad "$*: exit status $status, not $want: $(tail -n 2 err.txt | tr '\n' ' ')"
    elif [ "$(tr -s ' \n' '  ' <out.txt | sed 's/ $//')" != "$output" ]; then
        bad "$*: wrote '$(head -c 300 out.txt)', not '$output'"
    else
        good
    fi
}
# tells PATTERN: after want, about standard error.
tells() {
    if grep -q -e "$1" err.txt; then
        good
    else
        bad "standard error has no '$1': $(head -n 3 err.txt | tr '\n' '|')"
    fi
}

# Several files, as C, bitcode, assembly and preprocessed; macros, include folders, arguments, entries.
case_files() {
    mkdir -p include
    cat >include/shared.h <<'END'
extern int counter;
int next(void);
static inline int twice(int x) { return 2 * x; }
END
    cat >one.c <<'END'
#include <stdio.h>
#include <shared.h>
int counter = 10;
static int hidden(void) { return 1; }
static int state = 100;
int main(int argc, char **argv) {
    printf("%d %d %d %d\n", hidden() + state, next(), twice(counter), FACTOR);
    for (int i = 1; i < argc; i++) printf("[%s]", argv[i]);
    printf("%d\n", argc);
    return 0;
}
int other(void) {
    puts("other entry");
    return 4;
}
END
    cat >two.c <<'END'
#include <shared.h>
static int hidden(void) { return 2; }
static int state = 200;
int next(void) { return counter += hidden() + state++; }
END
    want 0 '101 212 424 7 1' -Iinclude -DFACTOR=7 one.c two.c
    want 0 '101 212 424 7 1' -I include -D FACTOR=7 two.c one.c
    want 0 '101 212 424 8 [a][b c][]4' --include=include --define=FACTOR=8 one.c two.c -- a 'b c' ''
    want 0 'other entry' --entry=other -Iinclude -DFACTOR=7 one.c two.c
    tells 'exit status 4'
    to_llvm -O1 -Iinclude -DFACTOR=9 -c one.c -o one.bc && to_llvm -O0 -Iinclude -S two.c -o two.ll &&
        want 0 '101 212 424 9 1' one.bc two.ll
    want 0 '101 212 424 9 1' -Iinclude one.bc two.c
    clang-19 -E -nostdinc -isystem "$resource/include" -Iinclude two.c -o two.i 2>/dev/null &&
        want 0 '101 212 424 9 1' one.bc two.i
}

# What a program gets from outside: arguments, environment, standard input; constructors.
case_surroundings() {
    echo 'int main() { return 3; }' >none.c
    want 0 '' none.c && tells 'exit status 3'
    cat >three.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv, char **envp) {
    int n = 0;
    while (envp[n]) n++;
    printf("%d %d %s %s\n", argc, n, n ? envp[0] : "-", getenv("HOME") ? getenv("HOME") : "nowhere");
    return argv[argc] == NULL ? 0 : 1;
}
END
    want 0 '1 0 - nowhere' three.c
    want 0 '2 2 HOME=/home/x /home/x' --env=HOME=/home/x --env=A=b three.c -- y
    cat >reads.c <<'END'
#include <stdio.h>
int main(void) {
    char word[20];
    int n, sum = 0;
    if (scanf("%19s", word) != 1) { puts("empty"); return 0; }
    while (scanf("%d", &n) == 1) sum += n;
    printf("%s %d\n", word, sum);
    return 0;
}
END
    printf 'total\n1 2\n39\n' >numbers
    want 0 'total 42' --stdin=numbers reads.c
    want 0 'empty' reads.c
    cat >constructors.c <<'END'
#include <stdio.h>
__attribute__((constructor)) static void before(void) { printf("before "); }
__attribute__((destructor)) static void after(void) { printf("after "); }
int main(void) { printf("main "); return 0; }
END
    want 0 'before main after' constructors.c
}

# What is no program, in one line, and what is one though it looks odd.
case_refused() {
    printf 'int f(void) { return 1; }\nint main(void) { return f(); }\n' >dup1.c
    printf 'int f(void) { return 2; }\n' >dup2.c
    want 2 '' dup1.c dup2.c
    tells "dup2.c: .*'f'"
    [ "$(wc -l <err.txt)" -eq 1 ] && good || bad "duplicate symbol: $(cat err.txt)"
    printf 'int main(void) { return undeclared_thing; }\n' >error.c
    want 2 '' error.c
    tells "use of undeclared identifier 'undeclared_thing'"
    tells '^heddle: error.c: compilation failed'
    printf 'extern int nowhere;\nint main(void) { return nowhere; }\n' >undefined.c
    want 2 '' undefined.c
    tells 'nowhere'
    printf '#warning beware\nint main(void) { return 0; }\n' >warns.c
    want 0 '' warns.c
    tells 'beware'
    printf 'target triple = "aarch64-linux-gnu"\ndefine i32 @main() {\n  ret i32 0\n}\n' >arm.ll
    want 2 '' arm.ll
    tells 'x86'
    printf 'define i32 @main() {\n  %%x = add i32 1\n}\n' >broken.ll
    want 2 '' broken.ll
    # Debug information that is not sound, or of another version, is left out.
    echo 'int g(int x) { return x + 1; } int main(void) { return g(2); }' >debug.c
    "${HEDDLE_CLANG:-clang-19}" -g -O0 -S -emit-llvm debug.c -o debug.ll
    sed 's/\(call i32 @g.*\), !dbg ![0-9]*$/\1/' debug.ll >no_place.ll
    sed '/Debug Info Version/s/i32 3}/i32 2}/' debug.ll >other_version.ll
    local kind
    for kind in no_place other_version; do
        check "$kind is as it was" [ "$(cmp -s debug.ll $kind.ll; echo $?)" = 1 ]
        want 0 '' $kind.ll
        tells 'exit status 3'
    done
    printf 'define i32 @main() {\n  ret i32 6\n}\n' >small.ll
    want 0 '' small.ll
    tells 'exit status 6'
}

case_bits() {
    # Vectors of single bits in memory: eight of them are a byte.
    cat >bits.ll <<'END'
@from = global <4 x i1> <i1 1, i1 0, i1 1, i1 1>
@to = global i16 0
@format = constant [10 x i8] c"%d %d %d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @main() {
  %v = load <4 x i1>, ptr @from
  %second = extractelement <4 x i1> %v, i32 1
  %third = extractelement <4 x i1> %v, i32 2
  %w = shufflevector <4 x i1> %v, <4 x i1> %v,
       <10 x i32> <i32 0, i32 1, i32 2, i32 3, i32 3, i32 3, i32 1, i32 0, i32 1, i32 0>
  store <10 x i1> %w, ptr @to
  %bits = load i16, ptr @to
  %a = zext i1 %second to i32
  %b = zext i1 %third to i32
  %c = zext i16 %bits to i32
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c)
  ret i32 0
}
END
    want 0 '0 1 701' bits.ll
}

case_undefined() {
    # What optimised code leaves undefined is zero, whatever would be nicer: in phis, sums, results.
    cat >undefined.ll <<'END'
define i32 @f(i32 %k) {
  %c = icmp sgt i32 %k, 5
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 5, %a ], [ undef, %0 ]
  %y = add i32 %x, poison
  ret i32 %y
}
END
    cat >uses.c <<'END'
#include <stdio.h>
int f(int);
int main(void) { printf("%d %d\n", f(9), f(1)); return 0; }
END
    want 0 '5 0' undefined.ll uses.c
    want 0 '5 0' --no-optimisation undefined.ll uses.c
}

# Which of several definitions of a function counts.
case_definitions() {
    printf 'int pick(void) { return 2; }\n' >strong.c
    # An inline definition gives way to an external one of another file, and stands in where there is none.
    cat >inline.c <<'END'
#include <stdio.h>
inline int pick(void) { return 1; }
int main(void) { int (*p)(void) = pick; printf("%d\n", p()); return 0; }
END
    printf 'inline int pick(void) { return 1; }\nextern inline int pick(void);\n' >external.c
    want 0 1 inline.c
    want 0 1 inline.c external.c
    want 0 2 --no-optimisation inline.c strong.c
    # A weak function is replaced by a strong one, whichever file comes first.
    cat >weak.c <<'END'
#include <stdio.h>
__attribute__((weak)) int pick(void) { return 1; }
int main(void) { printf("%d\n", pick()); return 0; }
END
    want 0 2 weak.c strong.c
    want 0 2 strong.c weak.c
    want 0 1 weak.c
    # The program's own function wins over libc's.
    cat >own.c <<'END'
#include <stdio.h>
int abs(int x) { return x + 1000; }
int main(void) { printf("%d\n", abs(-1)); return 0; }
END
    want 0 999 -fno-builtin own.c
}

# Preprocessed C as gcc makes it of glibc's headers, with what gcc understands and clang does not.

case_old_c() {
    # Older than C99: warnings in C, nothing in preprocessed C. Places are those of the line markers.
    cat >old.c <<'END'
#define PLUS +
extern int printf(const char *, ...);
extern void *memset(void *, int, unsigned long);
typedef unsigned long thread_t;
extern int pthread_create(thread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(thread_t, void **);
int x;
void work(void *a) { x = 1; }
forward();
main() {
    thread_t t;
    int *p = 1000;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    forward(x PLUS 1);
    later(p);
}
forward(n) int n; { printf("%d\n", n); return; }
int later(int *p) {
    return memset(p, 0, 4);
}
END
    want 1 '2' old.c
    tells '^old.c:20:12: error: .*\[memory\]'
    tells 'old.c:10:1: warning: type specifier missing'
    tells 'old.c:16:5: warning: .*later'
    clang-19 -E old.c -o old.i 2>/dev/null && mkdir -p else && mv old.c else/ && want 1 '2' old.i
    tells '^old.c:20:12: error: .*\[memory\]'
    if grep -q 'warning' err.txt; then bad "old.i: $(grep warning err.txt)"; else good; fi
}

case_gcc_types() {
    # gcc's attributes and types; the second form is what clang itself makes of the same headers.
    cat >types.i <<'END'
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern char *strdup (const char *__s) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
  __attribute__ ((__malloc__ (__builtin_free, 1)));
extern int getpt (int) __attribute__ ((__warn_unused_result__))
  __attribute__ ((__access__ (__write_only__, 1)));
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr);
extern _Complex _Float128 cacosf128 (_Complex _Float128 __z);
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr);
extern _Float64x strtof64x (const char *__restrict __nptr, char **__restrict __endptr);
extern int printf (const char *__restrict __format, ...);
int linux = 3;
int main() { char *p = strdup("x");
  printf("%s %d %d %d %d\n", p, sizeof(_Float32), sizeof(_Float64x), sizeof(_Complex _Float64), linux);
  free(p); return 0; }
END
    want 0 'x 4 16 16 3' -DNAME=3 -D p=q -D main=x types.i
    cat >typedefs.i <<'END'
typedef float _Float32;
typedef _Complex float __cfloat128 __attribute__ ((__mode__ (__TC__)));
typedef __float128 _Float128;
typedef double _Float64;
typedef double _Float32x;
typedef long double _Float64x;
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr);
extern int printf (const char *__restrict __format, ...);
int main() { printf("%d %d\n", sizeof(_Float32), sizeof(_Float64x)); return 0; }
END
    want 0 '4 16' typedefs.i
}

case_gcc_atomics() {
    # The expansions of gcc's <stdatomic.h>.
    cat >atomic.i <<'END'
typedef _Atomic int atomic_int;
typedef _Atomic struct
{
  _Bool __val;
} atomic_flag;
atomic_int x;
int *_Atomic q;
int a[4] = {0, 1, 2, 3};
extern int printf (const char *__restrict __format, ...);
int main() {
  atomic_flag f = { 0 };
  volatile atomic_int v = 1;
  __extension__ ({ __auto_type __atomic_store_ptr = (&x);
    __typeof__ ((void)0, *__atomic_store_ptr) __atomic_store_tmp = (3);
    __atomic_store (__atomic_store_ptr, &__atomic_store_tmp, (5)); });
  int n = __extension__ ({ __auto_type __atomic_load_ptr = (&x);
    __typeof__ ((void)0, *__atomic_load_ptr) __atomic_load_tmp;
    __atomic_load (__atomic_load_ptr, &__atomic_load_tmp, (5)); __atomic_load_tmp; });
  n += __atomic_fetch_add ((&x), (1), 5);
  _Bool differs = __extension__ ({ __auto_type __p = (&x); __typeof__ ((void)0, *__p) __tmp = (7);
    __atomic_compare_exchange (__p, (&n), &__tmp, 0, (5), (5)); });
  int old = __extension__ ({ __auto_type __p = (&v); __typeof__ ((void)0, *__p) __val = (8);
    __typeof__ ((void)0, *__p) __tmp; __atomic_exchange (__p, &__val, &__tmp, (5)); __tmp; });
  __atomic_store_n (&q, a + 2, 5);
  int first = __atomic_test_and_set (&f, 5), second = __atomic_test_and_set (&f, 5);
  printf("%d %d %d %d %d %d %d %d\n", n, differs, x, old, v, *q, first, second);
  printf("%d %d\n", __sync_fetch_and_add (&x, 2), __sync_sub_and_fetch (&v, 1));
  return 0;
}
END
    want 0 '4 0 4 1 8 2 0 1 4 7' atomic.i
}

case_fortified() {
    # Fortified functions: the inline copies of variadic ones give way to libc's. The name told is the given
    # one.
    cat >'it'\''s "fortified".i' <<'END'
extern __inline __attribute__ ((__always_inline__)) __attribute__ ((__gnu_inline__)) int
printf (const char *__restrict __fmt, ...)
{
  if (*__fmt == '}' && *__fmt == '"') { return 0; } /* } " */
  return __printf_chk (1, __fmt, __builtin_va_arg_pack ());
}
extern __inline __attribute__ ((__always_inline__)) __attribute__ ((__gnu_inline__)) void *
memcpy (void *__dest, const void *__src, unsigned long __len)
{
  return __builtin___memcpy_chk (__dest, __src, __len, __builtin_object_size (__dest, 0));
}
int five() { return 5; }
int main() { int a[2], b[2] = {1, 2}; memcpy(a, b, 8); printf("{%d %d}\n", a[1], five());
  memcpy(a, b, 4 + five()); return 0; }
END
    want 1 '{2 5}' 'it'\''s "fortified".i'
    tells '^it.s "fortified".i:14:3: error: .*invalid .* 9 bytes'
    sed 's/4 + five()/3 + five()/' 'it'\''s "fortified".i' >right.i
    want 0 '{2 5}' right.i
}

case_line_markers() {
    # Line markers that end more files than began, a pragma, what looks like a trigraph.
    cat >cut.i <<'END'
# 1 "cut.c"
# 1 "a.h" 1
#pragma pack(1)
struct s { char c; int i; };
#pragma pack()
# 7 "b.h" 2 3
extern int printf (const char *__restrict __format, ...);
# 10 "cut.c" 2
int main(void) {
# 20 "cut.c"
  printf("%d %s\n", (int)sizeof(struct s), "??/n");
  return 1 / *"";
}
END
    want 1 '5 ??/n' -std=c99 cut.i
    tells '^cut.c:21:12: error: .*division by zero'
}

case_brackets() {
    # Whatever the brackets: a complaint, no crash.
    printf 'int main(void) { return __builtin_va_arg_pack(); \n' >open.i
    want 2 '' open.i
    tells '^heddle: open.i: compilation failed'
    printf '}}{{__builtin_va_arg_pack}}"\n/* __malloc__ ' >noise.i
    want 2 '' noise.i
}

case_glibc_headers() {
    # Whole programs against the headers of this machine's C library, where gcc and those are there.
    local program
    for program in atomics_builtin string_builder qsort_many union_nested_bitfields float_bits; do
        if gcc -E -O2 -D_FORTIFY_SOURCE=2 "$top/tests/conform/$program.c" -o "$program.i" 2>/dev/null; then
            timeout 60 "$HEDDLE" test --quiet --echo-output --strategy=dfs --out=out \
                "$top/tests/conform/$program.c" >expected.txt 2>err.txt
            want 0 "$(tr -s ' \n' '  ' <expected.txt | sed 's/ $//')" "$program.i"
        else
            good
        fi
    done
}

# Headers of the kernel are searched behind those of musl. Where the package is missing that is told, and what
# was loaded without is not taken from the cache once it is there.
case_kernel_headers() {
    local h without=$PWD/resource
    [ -d /usr/include/linux ] || { good; return; }
    cat >kernel.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <sys/epoll.h>
#include <asm/types.h>
#include <linux/futex.h>
#include <linux/if_packet.h>
#include <linux/perf_event.h>
#include <linux/stat.h>
#include <linux/types.h>
#include <sys/kd.h>
#include <sys/prctl.h>
#include <linux/prctl.h>
#ifdef FIRST
#include <linux/kernel.h>
#endif
#include <sys/sysinfo.h>
#include <linux/kernel.h>
int main(void) {
    struct sysinfo i[2] = {{.procs = 0}, {.procs = 77}};
    struct prctl_mm_map map = {0};
    if (sysinfo(i) || i[0].procs != 1 || i[1].procs != 77 || map.exe_fd) return 1;
    __u32 x = FUTEX_WAIT_PRIVATE;
    struct statx s = {.stx_mask = STATX_SIZE};
    printf("%u %d %d\n", x, S_ISREG(0100644), (int)sizeof s);
}
END
    want 0 "128 1 256" kernel.c
    want 0 "128 1 256" -DFIRST kernel.c
    # Not one of musl's headers is shadowed.
    for h in "$resource"/kernel-include/*/; do
        h=$(basename "$h")
        if [ "$h" != scsi ] && [ -d "$resource/include/$h" ]; then bad "$h shadows musl"; fi
    done
    mkdir "$without"
    for h in "$(realpath "$resource")"/*; do
        [ "${h##*/}" = kernel-include ] || ln -s "$h" "$without/"
    done
    HEDDLE_RESOURCE_DIR=$without want 2 "" kernel.c
    tells "compilation failed.*linux-libc-dev"
    HEDDLE_RESOURCE_DIR=$without "$HEDDLE" cc -c kernel.c 2>err.txt
    same "the status of heddle cc" $? 1
    tells "linux-libc-dev"
    "$HEDDLE" cc -c kernel.c 2>err.txt
    same "the status of heddle cc" $? 0
    cat >asks.c <<'END'
int puts(const char *);
#if __has_include(<linux/futex.h>)
int main(void) { return puts("there") < 0; }
#else
int main(void) { return puts("missing") < 0; }
#endif
END
    HEDDLE_RESOURCE_DIR=$without want 0 "missing" --cache=kept asks.c
    HEDDLE_RESOURCE_DIR=$without want 0 "missing" --cache=kept asks.c
    ln -s "$(realpath "$resource")/kernel-include" "$without/"
    HEDDLE_RESOURCE_DIR=$without want 0 "there" --cache=kept asks.c
}

# What no instruction of the engine does is told by its name.
case_unsupported_instructions() {
    cat >jumps.c <<'END'
int main(void) {
    asm goto("xbegin %l0" : : : : out);
    return 0;
out:
    return 1;
}
END
    want 3 "" jumps.c
    tells "not complete because: asm goto, which is not supported"
    cat >wraps.ll <<'END'
@x = global i32 0
define i32 @main() {
  %old = atomicrmw uinc_wrap ptr @x, i32 5 seq_cst
  ret i32 %old
}
END
    want 3 "" wraps.ll
    tells "the instruction .%old = atomicrmw uinc_wrap"
}

# Of versions for several processors there is the default one, also in preprocessed C.
case_versions_preprocessed() {
    cat >clones.c <<'END'
__attribute__((target_clones("default", "avx2"))) int next(int x) { return x + 1; }
__attribute__((__target_clones__("default", "avx2"))) static int after(int x) { return x + 1; }
int puts(const char *);
int main(void) { return puts(next(after(1)) == 3 ? "default" : "another") < 0; }
END
    gcc -E clones.c -o clones.i 2>/dev/null || cp clones.c clones.i
    want 0 default clones.i
    want 0 default clones.c
}

# Damaged bitcode: the engine says so in one line and exits with 2, or runs what is still a program; it never
# ends by a signal of its own.
case_damaged() {
    cat >seed.c <<'END'
#include <stdio.h>
#include <pthread.h>
static int x;
static void *w(void *a) { x++; return a; }
int main(int c, char **v) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
    switch (x + c) {
    case 1: return 4;
    case 2: puts("two"); break;
    default: return v[0][0];
    }
    return x - 1;
}
END
    to_llvm -O1 -g -c seed.c -o seed.bc || { bad 'seed.bc'; return; }
    local size status k at n runs=${HEDDLE_LONG:+600}
    size=$(stat -c %s seed.bc)
    runs=${runs:-60}
    RANDOM=4711
    for ((k = 0; k < runs; k++)); do
        cp seed.bc mutant.bc
        case $((k % 3)) in
        0) truncate -s $(((RANDOM * 32768 + RANDOM) % size)) mutant.bc ;;
        *) for ((n = 0; n <= k % 5; n++)); do
            at=$(((RANDOM * 32768 + RANDOM) % size))
            printf "\\x$(printf %02x $((RANDOM % 256)))" |
                dd of=mutant.bc bs=1 seek="$at" conv=notrunc status=none
        done ;;
        esac
        timeout 60 "$HEDDLE" test --quiet --max-time=5 --out=out mutant.bc >out.txt 2>err.txt
        status=$?
        if [ "$status" -gt 3 ]; then
            bad "damaged bitcode $k: exit status $status: $(tail -n 2 err.txt | tr '\n' ' ')"
            [ -z "${HEDDLE_KEEP:-}" ] || cp mutant.bc "mutant$k.bc"
        elif [ "$status" -eq 2 ] && [ "$(grep -c '^heddle: ' err.txt)" -ne 1 ]; then
            # LLVM may have written lines of its own before.
            bad "damaged bitcode $k: not one line of ours: $(head -n 3 err.txt | tr '\n' '|')"
        else
            good
        fi
    done
}

suite "$@"
