/*
 * replay_engine.c — the engine's operations that harnesses use (runtime/harness.c), in a normal
 * process: inputs have the values of the test, an error ends the process.
 */
#define _GNU_SOURCE
#include "replay.h"
#include "../../runtime/engine.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How often a thread asked for an input of a name. */
typedef struct Asked {
    struct Asked *next;
    char *base;
    unsigned count;
} Asked;
static _Thread_local Asked *asked;

static unsigned count_of(const char *base) {
    for (Asked *a = asked; a; a = a->next)
        if (!strcmp(a->base, base)) return ++a->count;
    Asked *a = malloc(sizeof *a);
    if (!a) abort();
    *a = (Asked){asked, strdup(base), 1};
    asked = a;
    return 1;
}

/* Inputs have the names that the engine gives them: see input_new_name. */
void __heddle_make_symbolic(void *p, __heddle_size size, const char *base) {
    char name[1024], *thread = "", times[24] = "";
    const char *mine = replay_thread_name();
    unsigned n = count_of(base);
    if (n > 1) snprintf(times, sizeof times, "#%u", n);
    if (strcmp(mine, "0")) thread = "@";
    snprintf(name, sizeof name, "%s%s%s%s", base, thread, *thread ? mine : "", times);
    replay_input(name, p, size);
}

void replay_signal(int number) {
    long result, thread = gettid();
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"((long)SYS_tkill), "D"(thread), "S"((long)number)
                     : "rcx", "r11", "memory");
}

static _Noreturn void stop(void) {
    replay_signal(SIGABRT);
    signal(SIGABRT, SIG_DFL);
    for (;;) replay_signal(SIGABRT);
}

_Noreturn void __heddle_native_abort(void);
_Noreturn void __heddle_native_abort(void) { stop(); }
_Noreturn void __heddle_native___assert_fail(const char *text, const char *file, int line,
                                             const char *function);
_Noreturn void __heddle_native___assert_fail(const char *text, const char *file, int line,
                                             const char *function) {
    fprintf(stderr, "Assertion failed: %s (%s: %s: %d)\n", text, file, function, line);
    stop();
}

void __heddle_assume(int condition) {
    if (condition) return;
    __heddle_silent_exit();
}

_Noreturn void __heddle_silent_exit(void) {
    replay_end_thread();
    for (;;) pause();
}

_Noreturn void __heddle_fail(const char *kind, const char *message, const char *file, int line,
                             const char *function) {
    (void)function;
    fflush(stdout);
    if (file)
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, kind, message ? message : "failed");
    else
        fprintf(stderr, "%s: %s\n", kind, message ? message : "failed");
    stop();
}

/* The threads run one at a time: a section ends before another thread goes on. */
void __heddle_atomic_begin(void) { replay_may_take("section", NULL); }
void __heddle_atomic_end(void) {}
void __heddle_yield(void) {}
int __heddle_is_symbolic(unsigned long value) { return (void)value, 0; }
void __heddle_warn(const char *message) { (void)message; }
void __heddle_assumed(const char *message) { (void)message; }
__heddle_size __heddle_extent(const void *object) { return (void)object, 0; }
void __heddle_tell(const char *message, unsigned long value, int what) {
    (void)what;
    fprintf(stderr, "%s %lu\n", message, value);
}
/* HEDDLE_CALL_CONCRETE: the value itself. HEDDLE_CALL_SYMBOL: nothing finds the names of an
 * executable that is linked statically. */
long __heddle_syscall(long number, long a, long b, long c, long d, long e, long f) {
    (void)b, (void)c, (void)d, (void)e, (void)f;
    return number == HEDDLE_CALL_SYMBOL ? 0 : a;
}
