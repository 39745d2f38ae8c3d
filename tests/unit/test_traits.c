/* test_traits.c — what the engine knows of functions, engine calls and instructions: every function of libc
 * and the runtime is loaded at once, and what is derived of its code is held against what POSIX says it
 * tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "program/library_functions.h"
#include "small_program.h"
#include <sys/syscall.h>

/* --- a program with all of libc and the runtime ------------------------------------------------------- */

typedef struct Symbol {
    char name[256], member[256], kind[16];
} Symbol;
typedef VEC(Symbol) Symbols;

static Symbols read_symbols(const char *library) {
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(n > 0);
    self[n] = 0;
    *strrchr(self, '/') = 0;
    char *path = xasprintf("%s/resource/%s/index", self, library);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    Symbols out = {0};
    for (Symbol s; fscanf(f, "%255s %255s %15s", s.name, s.member, s.kind) == 3;) vec_push(&out, s);
    fclose(f);
    free(path);
    return out;
}

static bool has_symbol(const Symbols *symbols, const char *name) {
    for (size_t k = 0; k < symbols->len; k++)
        if (!strcmp(symbols->data[k].name, name)) return true;
    return false;
}

/* Members of libc of which the runtime has a part cannot be linked beside it. */
static bool is_replaced(const Symbols *runtime, const Symbols *libc, const char *member) {
    for (size_t k = 0; k < libc->len; k++)
        if (!strcmp(libc->data[k].member, member) && has_symbol(runtime, libc->data[k].name)) return true;
    return false;
}

static Program *program_of_all(void) {
    Symbols runtime = read_symbols("runtime"), libc = read_symbols("libc");
    StrBuf text = {0}, table = {0};
    unsigned n = 0;
    for (size_t k = 0; k < runtime.len; k++, n++) {
        str_addf(&text, "extern void f%u(void) __asm__(\"%s\");\n", n, runtime.data[k].name);
        str_addf(&table, "f%u, ", n);
    }
    for (size_t k = 0; k < libc.len; k++) {
        if (is_replaced(&runtime, &libc, libc.data[k].member)) continue;
        str_addf(&text, "extern void f%u(void) __asm__(\"%s\");\n", n, libc.data[k].name);
        str_addf(&table, "f%u, ", n++);
    }
    str_addf(&text, "void (*all[])(void) = {%s};\nint main(void) { return 0; }\n", table.data);
    Program *p = small_program(text.data, false);
    vec_free(&text);
    vec_free(&table);
    vec_free(&runtime);
    vec_free(&libc);
    return p;
}

static Program *all;

static const Function *function_of(const char *name) {
    for (uint32_t k = 0; k < all->nfunctions; k++)
        if (all->functions[k].code && !strcmp(all->functions[k].name, name)) return &all->functions[k];
    return NULL;
}

static int load_all(void **state) {
    (void)state;
    all = program_of_all();
    return 0;
}
static int free_all(void **state) {
    (void)state;
    program_free(all);
    return 0;
}

/* --- tests --------------------------------------------------------------------------------------------- */

static const char *const rows[] = {
#define L(name, traits) #name,
#define P(name, traits, file, line) #name,
    LIBRARY_FUNCTIONS(L, P)
#undef L
#undef P
};

/* A row is found by bisection, and says something of a function that there is. */
static void every_row_is_found(void **state) {
    (void)state;
    Symbols runtime = read_symbols("runtime"), libc = read_symbols("libc");
    for (size_t k = 0; k < ARRAY_LEN(rows); k++) {
        if (k && strcmp(rows[k - 1], rows[k]) >= 0) fail_msg("%s comes behind %s", rows[k], rows[k - 1]);
        const LibraryFunction *f = library_function(rows[k]);
        assert_non_null(f);
        assert_string_equal(f->name, rows[k]);
        if (!function_of(rows[k]) && !has_symbol(&runtime, rows[k]) && !has_symbol(&libc, rows[k]))
            fail_msg("there is no function %s", rows[k]);
    }
    assert_null(library_function("no_such_function"));
    assert_false(library_function_has("no_such_function", SLEEPS));
    vec_free(&runtime);
    vec_free(&libc);
}

/* What POSIX and C have for looking at clocks, and what is made of it. */
static void what_tells_time_is_known(void **state) {
    (void)state;
    static const char *const clocks[] = {"clock",
                                         "clock_gettime",
                                         "gettimeofday",
                                         "time",
                                         "times",
                                         "getrusage",
                                         "timespec_get",
                                         "timer_gettime",
                                         "timer_settime",
                                         "getitimer",
                                         "setitimer",
                                         "timerfd_gettime",
                                         "timerfd_settime",
                                         "alarm",
                                         "ualarm",
                                         "ftime",

                                         "syscall",
                                         "utimensat",
                                         "futimens",
                                         "open",
                                         "dlsym",

                                         "__heddle_syscall_instruction"};
    unsigned seen = 0;
    for (size_t k = 0; k < ARRAY_LEN(clocks); k++) {
        const Function *f = function_of(clocks[k]);
        if (!f) continue; /* an alias of one with another name, or none of this libc's */
        if (!(f->dangers & SHOWS_TIME)) fail_msg("%s is not known to show the time", clocks[k]);
        seen++;
    }
    assert_true(seen > 15);
    assert_true(all->dangers & SHOWS_TIME);
}

/* What is promised of a function is not against what its code can do. */
static void promises_and_code_agree(void **state) {
    (void)state;
    for (uint32_t k = 0; k < all->nfunctions; k++) {
        const Function *f = &all->functions[k];
        if (f->code && function_keeps(f, TRIES_LOCK) && !(f->dangers & ORDERS))
            fail_msg("%s is said to take a lock", f->name);
    }
    /* Where no signals are sent nothing of these looks at a clock. */
    Program *p = small_program("#include <pthread.h>\n#include <semaphore.h>\n#include <stdio.h>\n"
                               "#include <stdlib.h>\n#include <string.h>\n#include <threads.h>\n"
                               "#include <time.h>\n#include <unistd.h>\n"
                               "int main(int n, char **a) {\n"
                               "    static pthread_mutex_t m;\n    static sem_t s;\n"
                               "    struct timespec t = {n, 0};\n"
                               "    sleep(1);\n    usleep(1);\n    nanosleep(&t, &t);\n"
                               "    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0);\n"
                               "    thrd_sleep(&t, 0);\n    pthread_mutex_lock(&m);\n    sem_wait(&s);\n"
                               "    sem_timedwait(&s, &t);\n    printf(\"%zu\\n\", strlen(a[0]));\n"
                               "    free(malloc(3));\n    return 0;\n}\n",
                               false);
    assert_false(p->dangers & SHOWS_TIME);
    program_free(p);
}

static void who_one_is_is_known(void **state) {
    (void)state;
    static const char *const asking[] = {"pthread_self",   "thrd_current", "gettid",      "thrd_create",
                                         "pthread_create", "syscall",      "pthread_kill"};
    for (size_t k = 0; k < ARRAY_LEN(asking); k++) {
        const Function *f = function_of(asking[k]);
        if (f && !(f->dangers & SHOWS_THREAD)) fail_msg("%s is not known to show the thread", asking[k]);
    }
}

/* Functions on streams show what stdout holds, unless they are known not to. */
static void what_tells_output_is_known(void **state) {
    (void)state;
    static const char *const telling[] = {"fwide",         "ferror", "__fpending", "freopen",
                                          "putc_unlocked", "fputwc", "__fpurge",   "__fwriting"};
    static const char *const printing[] = {"printf", "puts", "fwrite", "fflush", "fopen", "fgets"};
    unsigned streams = 0;
    for (uint32_t k = 0; k < all->nfunctions; k++)
        streams += all->functions[k].code && all->functions[k].on_streams;
    assert_true(streams > 100);
    assert_true(all->dangers & SHOWS_OUTPUT);
    for (size_t k = 0; k < ARRAY_LEN(telling); k++) {
        const Function *f = function_of(telling[k]);
        if (!f || !f->on_streams || function_keeps(f, ONLY_PRINTS)) fail_msg("%s only prints", telling[k]);
    }
    for (size_t k = 0; k < ARRAY_LEN(printing); k++) {
        const Function *f = function_of(printing[k]);
        if (!f || !f->on_streams || !function_keeps(f, ONLY_PRINTS)) fail_msg("%s tells", printing[k]);
    }
    Program *p = small_program(
        "#include <stdio.h>\nint main(void) { printf(\"%d\", fflush(stdout)); return 0; }\n", false);
    assert_false(p->dangers & SHOWS_OUTPUT);
    program_free(p);
    p = small_program("#include <stdio.h>\n#include <wchar.h>\nint (*how)(FILE *, int) = fwide;\n"
                      "int main(void) { return how(stdout, 0); }\n",
                      false);
    assert_true(p->dangers & SHOWS_OUTPUT);
    program_free(p);
}

/* What has no row is unsafe. */
static void unknown_is_unsafe(void **state) {
    (void)state;
    assert_int_equal(engine_call_dangers(99999), ANY_DANGER);
    assert_int_equal(engine_call_dangers(UINT64_MAX), ANY_DANGER);
    assert_int_equal(engine_call_dangers(SYS_clock_gettime), SHOWS_TIME);
    assert_int_equal(engine_call_dangers(SYS_getpid), 0);
    Program *p =
        small_program("long __heddle_syscall(long, long, long, long, long, long, long);\n"
                      "int main(int n, char **a) { return (int)__heddle_syscall(n, 0, 0, 0, 0, 0, 0);"
                      " }\n",
                      false);
    assert_int_equal(p->dangers & ANY_DANGER, ANY_DANGER);
    program_free(p);
    p = small_program("int main(void) { return 0; }\n", false);
    assert_false(p->dangers & (SHOWS_TIME | SHOWS_THREAD));
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_found),         cmocka_unit_test(what_tells_time_is_known),
        cmocka_unit_test(promises_and_code_agree),    cmocka_unit_test(who_one_is_is_known),
        cmocka_unit_test(what_tells_output_is_known), cmocka_unit_test(unknown_is_unsafe),
    };
    return cmocka_run_group_tests(tests, load_all, free_all);
}
