#!/bin/bash
# Programs that load plugins with dlopen (--plugin). What they see is compared with musl's dynamic linker:
# programs that print it run natively with shared libraries, and in the engine with --plugin.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() { declare -F | sed -n 's/^declare -f case_//p'; }
one() { "case_$1"; }

# tested STATUS ARGUMENTS…: heddle test ends with this status.
tested() {
    local want=$1 status
    shift
    timeout 60 "$HEDDLE" test --cache=off --out=out "$@" >out.txt 2>err.txt
    status=$?
    [ "$status" = "$want" ] && good ||
        bad "test $*: exit status $status, not $want: $(tail -n 3 err.txt out.txt | tr '\n' ' ')"
}
# tells FILE PATTERN: a line of this file has this pattern.
tells() { grep -q -e "$2" "$1" && good || bad "$1 has no '$2': $(head -n 6 "$1" | tr '\n' '|')"; }
tells_not() { grep -q -e "$2" "$1" && bad "$1 has '$2': $(head -n 6 "$1" | tr '\n' '|')" || good; }

# native PROGRAM.c PLUGIN.c…: leaves in ./native what it writes natively, where NAME.c is NAME.so.
native() {
    local program=$1 plugin
    shift
    mkdir -p real
    for plugin; do
        musl-gcc -w -shared -fPIC "$plugin" -o "real/${plugin%.c}.so" || bad "$plugin: natively"
    done
    musl-gcc -w -I"$top/include" -rdynamic "$program" -o real/program || bad "$program: natively"
    (cd real && timeout 20 ./program >../native 2>&1)
    native_status=$?
}
# once PROGRAM OPTIONS…: one run in the engine writes the same, and ends with the same status.
once() {
    local status
    timeout 60 "$HEDDLE" run --cache=off "$@" >engine 2>&1
    status=$?
    cmp -s native engine && good || bad "run $*: $(diff native engine | head -n 6 | tr '\n' ' ')"
    same "run $*: exit status" "$status" "$native_status"
}

# Two modules with the same names, as servers have them: each has its own functions and variables, and both
# use those of the program.
modules() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
int registered;
int state = 1000;
int module_init(int x) { return -1; }
void registers(const char *who) { printf("%s is number %d\n", who, ++registered); }
int main(void) {
    void *a = dlopen("./a.so", RTLD_NOW), *b = dlopen("./b.so", RTLD_LAZY),
         *again = dlopen("./a.so", RTLD_NOW);
    printf("%d %d %d\n", a && b, a == b, a == again);
    int (*f)(int) = (int (*)(int))dlsym(a, "module_init"), (*g)(int) = (int (*)(int))dlsym(b, "module_init");
    printf("%d\n", f(1));
    printf("%d\n", g(1));
    printf("%d\n", f(2));
    int *x = dlsym(a, "module_state"), *y = dlsym(b, "module_state");
    printf("%d %d %d %d\n", *x, *y, state, registered);
    int *of_alias = dlsym(a, "module_alias");
    printf("%d\n", of_alias == x);
    return 0;
}
E
    local m
    for m in a b; do
        cat >$m.c <<E
#include <stdio.h>
void registers(const char *);
extern int registered;
int module_state = $([ $m = a ] && echo 10 || echo 20);
extern int module_alias __attribute__((alias("module_state")));
static int calls;
static int state = 1;
static void count(void) { calls++; }
__attribute__((constructor(102))) static void second(void) { printf("$m: second\n"); }
__attribute__((constructor(101))) static void first(void) { printf("$m: first\n"); }
__attribute__((destructor(101))) static void later(void) { printf("$m: later\n"); }
__attribute__((destructor(102))) static void sooner(void) { printf("$m: sooner, %d\n", calls); }
__attribute__((visibility("hidden"))) int inside(int x) { return x + module_state + state; }
int module_init(int x) { count(); registers("$m"); return module_state = inside(x); }
E
    done
}

case_modules() {
    modules
    native main.c a.c b.c
    tells native '^a: first$'
    once main.c --plugin=a.c --plugin=b.c
    once main.c --plugin=b.c --plugin=a.c --no-optimisation
    tested 0 main.c --plugin=a.c --plugin=b.c
}

# What the program links is one thing, what the plugin is another: C, bitcode, an object, an archive, a shared
# library, under its own name or another one.
case_kinds() {
    modules
    native main.c a.c b.c
    "$HEDDLE" cc -w -shared -fPIC a.c -o a.so || bad 'cc -shared a.c'
    "$HEDDLE" cc -w -fPIC -c b.c -o b.o || bad 'cc -c b.c'
    "$HEDDLE" cc -w main.c -rdynamic -o program -ldl || bad 'cc main.c'
    once program --plugin=a.so --plugin=b.o
    mkdir -p deep/er && mv a.so deep/er/
    once program --plugin=deep/er/a.so --plugin="$PWD/b.o"
    ar rcs libb.a b.o
    once program --plugin=deep/er/a.so --plugin=b.so=libb.a
    clang-19 -w -g -O1 -emit-llvm --target=x86_64-linux-musl -c b.c -o b.bc &&
        once main.c --plugin=a.c --plugin=b.bc
    cp a.c other.c
    once main.c --plugin=a.so=other.c --plugin=b.c
}

# A plugin of several files, one of which uses what another one has for itself.
case_parts() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
int twice(int x) { return -1; }
int main(void) {
    int (*f)(int) = (int (*)(int))dlsym(dlopen("/lib/mods/m.so", RTLD_NOW), "f");
    printf("%d\n", f ? f(4) : 0);
    return 0;
}
E
    printf 'int twice(int);\nint f(int x) { return twice(x) + 1; }\n' >one.c
    printf 'int twice(int x) { return 2 * x; }\n' >two.c
    echo 9 >native
    native_status=0
    once main.c --plugin=m.so=one.c --plugin=m.so=two.c
    "$HEDDLE" cc -c two.c && ar rcs libtwo.a two.o && once main.c --plugin=m.so=libtwo.a --plugin=m.so=one.c
    "$HEDDLE" cc -shared one.c two.c -o m.so && once main.c --plugin=m.so
    # What a linker gathers is gathered in each plugin, and in the program.
    cat >set.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
__attribute__((section("numbers"), used)) static int own[] = {1, 2};
extern int __start_numbers[], __stop_numbers[];
int main(void) {
    int (*f)(void) = (int (*)(void))dlsym(dlopen("p.so", RTLD_NOW), "count");
    printf("%d %d\n", (int)(__stop_numbers - __start_numbers), f());
    return 0;
}
E
    cat >p.c <<'E'
__attribute__((section("numbers"), used)) static int own[] = {1, 2, 3};
extern int __start_numbers[], __stop_numbers[];
int count(void) { return (int)(__stop_numbers - __start_numbers); }
E
    echo '2 3' >native
    once set.c --plugin=p.c
}

# The dynamic linker's answers, where something is missing or odd.
case_answers() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int shared = 5;
static void is(const char *what, const void *p) {
    const char *error = dlerror();
    printf("%s: %s, %s\n", what, p ? "found" : "NULL", error ? "an error" : "no error");
    printf("%s\n", dlerror() ? "still an error" : "taken");
}
int main(void) {
    is("nothing was done", 0);
    void *self = dlopen(NULL, RTLD_NOW), *none, *a, *g;
    is("self", self);
    is("main", dlsym(self, "main"));
    is("none", dlopen("./none.so", RTLD_NOW));
    is("not loaded yet", dlopen("./a.so", RTLD_NOW | RTLD_NOLOAD));
    a = dlopen("./a.so", RTLD_NOW | RTLD_LOCAL);
    is("a", a);
    is("loaded", dlopen("./a.so", RTLD_NOW | RTLD_NOLOAD));
    is("of a", dlsym(a, "of_a"));
    is("of a, elsewhere", dlsym(RTLD_DEFAULT, "of_a"));
    is("of a, in the program", dlsym(self, "of_a"));
    is("main, of a", dlsym(a, "main"));
    is("hidden", dlsym(a, "hidden"));
    is("static", dlsym(a, "own"));
    is("shared", dlsym(RTLD_DEFAULT, "shared"));
    g = dlopen("./g.so", RTLD_NOW | RTLD_GLOBAL);
    is("g", g);
    is("of g, elsewhere", dlsym(RTLD_DEFAULT, "of_g"));
    is("of g, in the program", dlsym(self, "of_g"));
    is("of both", dlsym(self, "of_both"));
    printf("%d\n", dlsym(self, "of_both") == dlsym(g, "of_both"));
    is("a, for all", dlopen("./a.so", RTLD_NOW | RTLD_GLOBAL));
    is("of a, elsewhere", dlsym(RTLD_DEFAULT, "of_a"));
    printf("%d\n", dlsym(self, "of_both") == dlsym(g, "of_both"));
    printf("%d\n", ((int (*)(void))dlsym(a, "of_a"))());
    printf("%d\n", ((int (*)(void))dlsym(g, "of_g"))());
    for (int k = 0; k < 4; k++) {
        int failed = dlclose(k < 3 ? a : g);
        is(failed ? "not closed" : "closed", 0);
    }
    return 3;
}
E
    cat >a.c <<'E'
#include <stdio.h>
extern int shared;
__attribute__((visibility("hidden"))) int hidden = 1;
static int own = 2;
int of_both(void) { return 1; }
int of_a(void) { return hidden + own + shared++; }
__attribute__((destructor)) static void end(void) { printf("the end of a\n"); }
E
    cat >g.c <<'E'
#include <stdio.h>
extern int shared;
int of_both(void) { return 2; }
int of_g(void) { return shared++; }
__attribute__((destructor)) static void end(void) { printf("the end of g\n"); }
E
    native main.c a.c g.c
    tells native 'of both: found'
    once main.c --plugin=g.c --plugin=a.c
}

# A plugin may use what another one exports, if that one was loaded for all.
case_each_other() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
    void *user = dlopen("./user.so", RTLD_NOW);
    printf("%s\n", user ? "found" : "NULL");
    if (!user) printf("%s\n", dlerror() ? "an error" : "no error");
    dlopen("./base.so", RTLD_NOW);
    printf("%s\n", dlopen("./user.so", RTLD_NOW) ? "found" : "NULL");
    int *number = dlsym(dlopen("./base.so", RTLD_NOW | RTLD_GLOBAL), "base_number");
    user = dlopen("./user.so", RTLD_NOW);
    printf("%s\n", user ? "found" : "NULL");
    printf("%d\n", ((int (*)(void))dlsym(user, "use"))());
    printf("%d\n", *number);
    return 0;
}
E
    printf 'int base_number = 7;\nint base_call(int x) { return x + base_number; }\n' >base.c
    cat >user.c <<'E'
int base_call(int);
extern int base_number;
int use(void) { base_number++; return base_call(100); }
E
    native main.c base.c user.c
    tells native '^108$'
    once main.c --plugin=user.c --plugin=base.c
    once main.c --plugin=base.c --plugin=user.c
}

# Constructors and destructors that load others, exit with handlers, a pthread_exit of main.
case_constructors() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void handler(void) { printf("handler\n"); }
__attribute__((destructor)) static void end(void) { printf("the end of main\n"); }
static void *thread(void *x) { return x; }
int main(int argc, char **argv) {
    atexit(handler);
    printf("main\n");
    void *h = dlopen("./outer.so", RTLD_NOW);
    printf("%d\n", *(int *)dlsym(h, "inner_found"));
    dlclose(h);
    h = dlopen("./outer.so", RTLD_NOW);
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
#ifdef LEAVES
    pthread_exit(NULL);
#endif
    pthread_join(t, NULL);
    return 0;
}
E
    cat >outer.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
int inner_found;
__attribute__((constructor)) static void begin(void) {
    printf("outer\n");
    inner_found = dlopen("./inner.so", RTLD_NOW) != NULL && dlopen("./outer.so", RTLD_NOW) != NULL;
}
__attribute__((destructor)) static void end(void) { printf("the end of outer\n"); }
E
    cat >inner.c <<'E'
#include <stdio.h>
__attribute__((constructor)) static void begin(void) { printf("inner\n"); }
__attribute__((destructor)) static void end(void) { printf("the end of inner\n"); }
E
    native main.c outer.c inner.c
    tells native 'the end of outer'
    once main.c --plugin=outer.c --plugin=inner.c
    tested 0 main.c --plugin=outer.c --plugin=inner.c
    sed -i '1i #define LEAVES' main.c
    native main.c outer.c inner.c
    once main.c --plugin=outer.c --plugin=inner.c
    tested 0 main.c --plugin=outer.c --plugin=inner.c
}

# Which plugin a name means, where several have it.
case_paths() {
    mkdir -p one two
    printf 'int number = 1;\n' >one/m.c
    printf 'int number = 2;\n' >two/m.c
    cat >main.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    static const char *const names[] = {"/usr/lib/mods/one/m.so", "two/m.so", "./one/m.so",
                                        "m.so", "em.so", ""};
    for (int k = 0; k < 6; k++) {
        void *h = dlopen(names[k], RTLD_NOW);
        if (h) printf("%s %d\n", names[k], *(int *)dlsym(h, "number"));
        else printf("%s\n", strstr(dlerror(), "several") ? "several" : "none");
    }
    return 0;
}
E
    printf '/usr/lib/mods/one/m.so 1\ntwo/m.so 2\n./one/m.so 1\nseveral\nnone\nnone\n' >native
    native_status=0
    once main.c --plugin=one/m.c --plugin=two/m.c
    once main.c --plugin=one/m.so=one/m.c --plugin=two/m.so=two/m.c
    sed -i 's/several/m.so 1/' native
    once main.c --plugin=m.so=one/m.c --plugin=two/m.c
}

# A file that no option names: NULL, an error that says so, and a line of the summary, once.
case_missing() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    for (int k = 0; k < 2; k++) {
        heddle_assert(!dlopen("/usr/lib/modules/mod_rewrite.so", RTLD_NOW));
        const char *error = dlerror();
        heddle_assert(strstr(error, "mod_rewrite.so") && strstr(error, "--plugin"));
    }
    return 0;
}
E
    printf 'int nothing;\n' >other.c
    tested 0 main.c --summary=s.json
    tells err.txt 'this rests on: .*mod_rewrite.so.*--plugin'
    same 'assumptions' "$(jq -r '.assumptions | length' s.json)" 1
    tested 0 main.c --plugin=other.c --summary=s.json
    same 'assumptions' "$(jq -r '.assumptions | length' s.json)" 1
    tested 2 main.c --plugin=absent.so
    tells err.txt 'absent.so: No such file'
    tested 2 main.c --plugin=
    tested 2 main.c --plugin=x.so=
    gcc -w -shared -fPIC other.c -o other.so
    tested 2 main.c --plugin=other.so
    tells err.txt 'other.so: holds no bitcode'
    printf 'int main(void) { return undeclared; }\n' >broken.c
    tested 2 main.c --plugin=broken.c
    tells err.txt "undeclared identifier"
    printf 'int f(void) { extern int nowhere; return nowhere; }\n' >undefined.c
    tested 2 main.c --plugin=undefined.c
    tells err.txt 'nowhere'
}

# A race on a plugin's own variable: found, told with its name, and replayed without the option.
case_race() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <pthread.h>
static void *thread(void *f) {
    ((void (*)(void))f)();
    return NULL;
}
int main(void) {
    void *h = dlopen("/opt/mods/counter.so", RTLD_NOW), *f = dlsym(h, "hit");
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, thread, f);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
E
    mkdir -p mods
    cat >mods/counter.c <<'E'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int hits;
void hit(void) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    hits++;
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
}
E
    tested 1 main.c --plugin=mods/counter.c --summary=s.json
    tells err.txt 'mods/counter.c:8'
    tells err.txt 'hits'
    same 'kind' "$(jq -r '.bugs[0].kind' s.json)" race
    timeout 60 "$HEDDLE" replay --native out/*.test.json >native.txt 2>&1
    same 'native replay' $? 1
    tells native.txt 'happened natively'
    (cd / && timeout 60 "$HEDDLE" replay "$OLDPWD"/out/*.test.json >"$OLDPWD/replay.txt" 2>&1)
    same 'replay' $? 1
    timeout 60 "$HEDDLE" show out/*.test.json >show.txt 2>&1
    tells show.txt 'plugins.*mods/counter.c'
    # A name without the plugin's file will do, for suppressions and in the debugger.
    printf 'break hit\nback\nback\nback\nwhere\nprint hits\nprint hit\n' >words
    timeout 60 "$HEDDLE" debug out/*.test.json <words >debug.txt 2>&1
    tells debug.txt '^breakpoint 1: hit$'
    tells debug.txt '^hits = '
    local rule
    for rule in race:hits race:hits@counter.so race:hit race:hit@counter.so; do
        echo $rule >rules
        tested 0 main.c --plugin=mods/counter.c --suppressions=rules
    done
    echo race:hi >rules
    tested 1 main.c --plugin=mods/counter.c --suppressions=rules
    tested 0 main.c --plugin=mods/counter.c -DLOCKED
    # Under another name it is another file.
    tested 1 main.c --plugin=other.so=mods/counter.c -DLOCKED
    tells err.txt 'this rests on: .*counter.so'
}

# Threads that load at once: the constructor runs once and before any of them goes on.
case_at_once() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <heddle/heddle.h>
#include <pthread.h>
static void *thread(void *none) {
    void *h = dlopen("m.so", RTLD_NOW);
    int *begun = dlsym(h, "begun");
    heddle_assert(*begun == 1);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, thread, NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
E
    printf 'int begun;\n__attribute__((constructor)) static void begin(void) { begun++; }\n' >m.c
    tested 0 main.c --plugin=m.c
    tested 0 main.c --plugin=m.c --cutoffs=off --alternatives=optimal
    tested 0 main.c --plugin=m.c --interleave=memory
    tested 0 main.c --plugin=m.c --strategy=dpor
    tested 0 main.c --plugin=m.c --strategy=dfs
    # A lock that the constructor waits for, and whose holder loads: glibc's deadlock.
    cat >held.c <<'E'
#include <dlfcn.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *thread(void *none) {
    pthread_mutex_lock(&lock);
    dlopen("m.so", RTLD_NOW);
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    dlopen("n.so", RTLD_NOW);
    pthread_join(t, NULL);
    return 0;
}
E
    cat >n.c <<'E'
#include <pthread.h>
extern pthread_mutex_t lock;
__attribute__((constructor)) static void begin(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}
E
    tested 1 held.c --plugin=m.c --plugin=n.c
    tells err.txt 'deadlock'
}

# Which plugin is loaded may depend on an input, and what it computes, too.
case_inputs() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <heddle/heddle.h>
int main(void) {
    int which = heddle_int("which"), x = heddle_int("x");
    void *h = dlopen(which ? "a.so" : "b.so", RTLD_NOW);
    int (*f)(int) = (int (*)(int))dlsym(h, "f");
    return f(x);
}
E
    cat >a.c <<'E'
#include <heddle/heddle.h>
int f(int x) { heddle_assert(x * 2 != 42 || x < 0); return 0; }
E
    cat >b.c <<'E'
#include <heddle/heddle.h>
static int k = 41;
int f(int x) { k |= 1; heddle_assert((x & 1) + k + (x == 77 ? 0 : 10) != 42); return 0; }
E
    tested 1 main.c --plugin=a.c --plugin=b.c --summary=s.json
    same 'inputs' "$(jq -r '[.bugs[].inputs.x] | map(tostring) | sort | join(" ")' s.json)" '21 77'
}

# The cache looks at plugins, and a changed one is a changed program.
case_cache() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <stdio.h>
int main(void) { printf("%d\n", *(int *)dlsym(dlopen("m.so", RTLD_NOW), "number")); return 0; }
E
    printf 'int number = 1;\n' >m.c
    local n
    for n in 1 1 2; do
        printf 'int number = %s;\n' $n >m.c
        same "number $n" "$("$HEDDLE" run --cache=cache main.c --plugin=m.c 2>&1)" $n
    done
    "$HEDDLE" cc -shared m.c -o m.so
    same 'a library' "$("$HEDDLE" run --cache=cache main.c --plugin=m.so 2>&1)" 2
    printf 'int number = 3;\n' >m.c
    "$HEDDLE" cc -shared m.c -o m.so
    same 'another library' "$("$HEDDLE" run --cache=cache main.c --plugin=m.so 2>&1)" 3
    timeout 60 "$HEDDLE" run --cache=cache main.c --plugin=n.so=m.so >out.txt 2>&1
    same 'under another name' $? 1
    tells out.txt 'null'
}

# heddle diff: a plugin that changed is a change, and one version may have its own.
case_versions() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    int (*f)(int) = (int (*)(int))dlsym(dlopen("m.so", RTLD_NOW), "f");
    heddle_assert(f(x) != 7);
    return 0;
}
E
    mkdir -p new
    printf 'int g(int x) { return 1; }\nint f(int x) { return x > 0 ? 1 : 2; }\n' >m.c
    printf 'int g(int x) { return 1; }\nint f(int x) { return x > 0 ? x : 2; }\n' >new/m.c
    timeout 60 "$HEDDLE" diff --cache=off --list --old-plugin=m.c --plugin=new/m.c main.c main.c \
        >list.txt 2>&1
    tells list.txt 'f@m.so'
    tells_not list.txt 'g@m.so'
    timeout 60 "$HEDDLE" diff --cache=off --old-plugin=m.c --plugin=new/m.c main.c main.c >diff.txt 2>&1
    same 'a new finding' $? 1
    timeout 60 "$HEDDLE" diff --cache=off --plugin=m.c main.c main.c >diff.txt 2>&1
    same 'no change' $? 0
}

# What changed may be a constructor, a destructor, a variable, or what another plugin exports: each shows in a
# thread that only calls what dlsym found.
case_changes() {
    cat >main.c <<'E'
#include <dlfcn.h>
#include <heddle/heddle.h>
#include <pthread.h>
static void *thread(void *f) {
    ((void (*)(int))f)(heddle_int("x"));
    return NULL;
}
int main(void) {
    pthread_t t[2];
    dlopen("base.so", RTLD_NOW | RTLD_GLOBAL);
    void *f = dlsym(dlopen("m.so", RTLD_NOW), "f");
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, thread, f);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
E
    cat >m.c <<'E'
#include <heddle/heddle.h>
#include <pthread.h>
#ifndef BEGINS
#define BEGINS 1
#endif
#ifndef ENDS
#define ENDS 1
#endif
#ifndef NUMBER
#define NUMBER 1
#endif
int base_call(int);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int begun, number = NUMBER, calls;
__attribute__((constructor)) static void begin(void) { begun = BEGINS; }
__attribute__((destructor)) static void end(void) { heddle_assert(calls + ENDS != 4); }
void f(int x) {
    pthread_mutex_lock(&lock);
    calls++;
    heddle_assert(!(x == 5 && (begun == 2 || number == 2 || base_call(x) == 2)));
    pthread_mutex_unlock(&lock);
}
E
    echo 'int base_call(int x) { return 1; }' >base.c
    echo 'int base_call(int x) { return x == 5 ? 2 : 1; }' >changed.c
    local change
    for change in BEGINS ENDS NUMBER; do
        { echo "#define $change 2" && cat m.c; } >new_$change.c
        diffed 1 $change --old-plugin=m.c --old-plugin=base.c --plugin=m.so=new_$change.c --plugin=base.c
    done
    diffed 1 base --old-plugin=m.c --old-plugin=base.c --plugin=m.c --plugin=base.so=changed.c
    { echo && cat m.c; } >new_none.c
    diffed 0 none --old-plugin=m.c --old-plugin=base.c --plugin=m.so=new_none.c --plugin=base.c
}
# diffed STATUS WHAT OPTIONS…: heddle diff of main.c with itself, from an empty database on
diffed() {
    local want=$1 what=$2 status
    shift 2
    rm -rf diff.db out
    timeout 100 "$HEDDLE" diff --cache=off --fail-on=new --db=diff.db --out=out "$@" main.c main.c \
        >diff.txt 2>&1
    status=$?
    [ $status = "$want" ] && good || bad "$what: exit status $status: $(tail -n 4 diff.txt | tr '\n' ' ')"
}

# A program of tests/detect that is a plugin as a whole has the findings that it has by itself. In three that
# differ it matters that dlsym is there, which may find functions that notice more.
findings_of() {
    timeout 60 "$HEDDLE" test --quiet "${options[@]}" --summary=s.json --out=out "$@" >out.txt 2>&1
    echo "$? $(jq -r '[.bugs[] | "\(.kind):\(.line)"] | unique | join(" ")' s.json)"
}
case_moved() {
    cat >moved.c <<'E'
#include <dlfcn.h>
int main(int argc, char **argv, char **envp) {
    int (*f)(int, char **, char **) =
        (int (*)(int, char **, char **))dlsym(dlopen("p.so", RTLD_NOW), "main");
    return f(argc, argv, envp);
}
E
    local programs first last program options
    mapfile -t programs < <(cd "$top/tests/detect" && grep -L '^/\* long: ' -- *.c | LC_ALL=C sort |
        grep -vxE '(own_symbols|many_registers|gnu_error_threads).c')
    read -r first last < <(part_of ${#programs[@]} 30)
    for program in "${programs[@]:first-1:last-first+1}"; do
        program=$top/tests/detect/$program
        read -ra options < <(sed -n '1,8s:^/\* options\: \(.*\) \*/$:\1:p' "$program")
        same "$program" "$(findings_of moved.c --plugin=p.so="$program")" "$(findings_of "$program")"
    done
}

# A campaign keeps the program with its plugins.
case_campaign() {
    modules
    tested 0 main.c --plugin=a.c --plugin=b.c --db=c.db
    rm a.c b.c
    timeout 60 "$HEDDLE" resume c.db >out.txt 2>&1
    same 'resume' $? 0
}

suite "$@"
