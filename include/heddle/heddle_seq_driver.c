/*
 * heddle_seq_driver.c — drivers of sequentialized programs: what heddle seq --driver compiles with
 * the program in place of heddle_seq.c. One of these macros says which driver it is:
 *
 *     HEDDLE_SEQ_RANDOM     runs by random bytes until one fails
 *     HEDDLE_SEQ_LIBFUZZER  LLVMFuzzerTestOneInput
 *     HEDDLE_SEQ_KLEE       KLEE's intrinsics; the program's main stays
 *     none of them          one run, by the bytes of a file or of standard input (main, afl)
 *
 * The bytes are those of heddle_seq_stream.h. The random driver and libFuzzer's make each run in a
 * process of its own, so that no run depends on what an earlier one left in memory.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef HEDDLE_SEQ_KLEE
#define HEDDLE_SEQ_STREAM
#endif
#include "heddle_seq.c"

/* --- inputs ----------------------------------------------------------------------------------- */

#if defined HEDDLE_SEQ_KLEE
void klee_assume(uintptr_t condition);
static void fresh(void *p, size_t size, const char *name) { klee_make_symbolic(p, size, name); }
static int fresh_range(int low, int high, const char *name) {
    int value;
    fresh(&value, sizeof value, name);
    assume((low <= value) & (value < high));
    return value;
}
static bool fresh_bool(const char *name) {
    unsigned char value;
    fresh(&value, 1, name);
    klee_assume(value <= 1);
    return value != 0;
}
#else
static void fresh(void *p, size_t size, const char *name) {
    stream_input(p, size);
    stream_note(heddle_seq_thread, p, size, name);
}
static int fresh_range(int low, int high, const char *name) {
    unsigned value;
    assume(low < high);
    stream_input(&value, sizeof value);
    int in_range = (int)((unsigned)low + value % ((unsigned)high - (unsigned)low));
    stream_note(heddle_seq_thread, &in_range, sizeof in_range, name);
    return in_range;
}
static bool fresh_bool(const char *name) {
    unsigned char value;
    stream_input(&value, 1);
    value &= 1;
    stream_note(heddle_seq_thread, &value, 1, name);
    return value;
}
#endif
#include "heddle_inputs.h"

#if defined __HEDDLE__

/* heddle seq --convert: the stream is there when main begins. */
__attribute__((constructor)) static void begin_with_stream(void) { stream_begin(); }

#else

/* --- other functions of harnesses ------------------------------------------------------------- */

#if defined HEDDLE_SEQ_KLEE
_Noreturn void klee_report_error(const char *file, int line, const char *message,
                                 const char *suffix);
#endif
static _Noreturn void fails(const char *text, const char *file, int line, const char *function) {
#if defined HEDDLE_SEQ_KLEE
    (void)function;
    klee_report_error(file ? file : "?", line, text, "assert.err");
#endif
    fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file ? file : "?", line,
            function ? function : "?", text);
    abort();
}
OPEN _Noreturn void heddle_assert_failed(const char *text, const char *file, int line,
                                         const char *function) {
    fails(text, file, line, function);
}
_Noreturn void reach_error(void);
OPEN _Noreturn void reach_error(void) { fails("reach_error called", NULL, 0, NULL); }
_Noreturn void __VERIFIER_error(void);
OPEN _Noreturn void __VERIFIER_error(void) { fails("__VERIFIER_error called", NULL, 0, NULL); }
void __VERIFIER_assert(int condition);
OPEN void __VERIFIER_assert(int condition) {
    if (!condition) fails("__VERIFIER_assert failed", NULL, 0, NULL);
}
int heddle_is_symbolic(uintptr_t value);
OPEN int heddle_is_symbolic(uintptr_t value) { return (void)value, 0; }
uintptr_t heddle_concrete(uintptr_t value);
OPEN uintptr_t heddle_concrete(uintptr_t value) { return value; }
void heddle_print_value(const char *message, uintptr_t value);
OPEN void heddle_print_value(const char *message, uintptr_t value) { (void)message, (void)value; }
void heddle_print_range(const char *message, uintptr_t value);
OPEN void heddle_print_range(const char *message, uintptr_t value) { (void)message, (void)value; }
size_t heddle_object_size(const void *object);
OPEN size_t heddle_object_size(const void *object) { return (void)object, 0; }
void heddle_yield(void);
OPEN void heddle_yield(void) {}

#if !defined HEDDLE_SEQ_KLEE

_Noreturn void klee_report_error(const char *file, int line, const char *message,
                                 const char *suffix);
OPEN _Noreturn void klee_report_error(const char *file, int line, const char *message,
                                      const char *suffix) {
    (void)suffix;
    fails(message, file, line, NULL);
}
_Noreturn void klee_assert_failed(const char *text, const char *file, int line,
                                  const char *function);
OPEN _Noreturn void klee_assert_failed(const char *text, const char *file, int line,
                                       const char *function) {
    fails(text, file, line, function);
}
_Noreturn void klee_abort(void);
OPEN _Noreturn void klee_abort(void) { fails("klee_abort called", NULL, 0, NULL); }
_Noreturn void klee_silent_exit(int status);
OPEN _Noreturn void klee_silent_exit(int status) { end_run(((void)status, 0)); }
void klee_warning(const char *message);
OPEN void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message);
OPEN void klee_warning_once(const char *message) { (void)message; }
void klee_prefer_cex(void *object, uintptr_t condition);
OPEN void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
unsigned klee_is_symbolic(uintptr_t value);
OPEN unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }

/* --- one run ---------------------------------------------------------------------------------- */

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_RUN = 0, GAVE_UP = 3, MOST_SECONDS = 1 };

/* What a run in a process of its own leaves to the driver. */
typedef struct Left {
    char gave_up[400]; /* the first thing that could not be made sequential */
    unsigned char stream[HEDDLE_SEQ_STREAM_MOST];
    unsigned size;
    unsigned long led_nowhere; /* number of runs whose choices lead to no run */
} Left;
static Left *left; /* NULL: the driver makes one run */

int heddle_seq_program(int argc, char **argv, char **environment);

static void say(const char *text) {
    if (!left) fprintf(stderr, "heddle_seq: %s\n", text);
}
static void give_up(const char *text, const HeddleSeqSite *s) {
    char line[sizeof left->gave_up];
    snprintf(line, sizeof line, "%s:%u: %s", s ? s->file : "?", s ? s->line : 0, text);
    if (!left)
        fprintf(stderr, "heddle_seq: %s\n", line);
    else if (!left->gave_up[0])
        memcpy(left->gave_up, line, sizeof line);
    end_run(GAVE_UP);
}
static void assume(bool holds) {
    if (holds) return;
    if (left) left->led_nowhere++;
    if (!left) fputs("heddle_seq: the bytes lead to no run\n", stderr);
    end_run(NO_RUN);
}

extern char **environ;
/* exit() of the program gets to no handler that was there before the run. */
static void end_by_exit(void) { end_run(0); }
static _Noreturn void run_program(void) {
    static char name[] = "program", *arguments[] = {name, NULL};
    atexit(end_by_exit);
    stream_begin();
    heddle_seq_program(1, arguments, environ);
    end_run(0);
}

static void take_stream(const unsigned char *bytes, size_t size) {
    heddle_seq_stream_size =
        size < HEDDLE_SEQ_STREAM_MOST ? (unsigned)size : HEDDLE_SEQ_STREAM_MOST;
    if (size) memcpy(heddle_seq_stream, bytes, heddle_seq_stream_size);
}

#if defined HEDDLE_SEQ_RANDOM || defined HEDDLE_SEQ_LIBFUZZER

static void begin_child(bool shown) {
    static const int usual[] = {SIGABRT, SIGSEGV, SIGBUS,  SIGILL,  SIGFPE, SIGALRM,
                                SIGINT,  SIGTERM, SIGXFSZ, SIGUSR1, SIGUSR2};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) signal(usual[k], SIG_DFL);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    alarm(MOST_SECONDS);
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) return;
    dup2(nowhere, 0);
    if (shown) return;
    dup2(nowhere, 1);
    dup2(nowhere, 2);
}

static void share(void) {
    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (left != MAP_FAILED) return;
    perror("heddle_seq: mmap");
    exit(2);
}

/* Runs the program in a process of its own. Returns its status, as waitpid has it. `shown`: with
 * what it prints. */
static int run_apart(const unsigned char *bytes, size_t size, bool shown) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        begin_child(shown);
        take_stream(bytes, size);
        run_program();
    }
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) break;
    if (pid > 0) return status;
    perror("heddle_seq: fork");
    exit(2);
}

/* Whether a run failed: a signal ended it, but for the one of the time limit. */
static bool has_failed(int status) { return WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM; }

#endif

#if defined HEDDLE_SEQ_LIBFUZZER

/* --- libFuzzer -------------------------------------------------------------------------------- */

/* The counters of covered edges, which the compiler adds to what it is told to instrument. A run
 * hands its own over, since they are in its own process. */
extern uint8_t __start___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
static uint8_t *counters;

static size_t number_of_counters(void) {
    return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
}

static void hand_over(void) {
    if (counters) memcpy(counters, __start___sancov_cntrs, number_of_counters());
}

static _Noreturn void end_run(int status) {
    hand_over();
    _exit(status);
}

/* Pipes to and from the server: a process that makes the runs. It is made before libFuzzer has much
 * memory, which each fork would have to copy the tables of. */
static int to_server, from_server;

static _Noreturn void serve(int in, int out) {
    for (char shown; read(in, &shown, 1) == 1;) {
        int status = run_apart(left->stream, left->size, shown);
        if (write(out, &status, sizeof status) != sizeof status) break;
    }
    _exit(0);
}

/* Lets the server make a run of the bytes in `left`. Returns its status, as waitpid has it. */
static int run_by_server(char shown) {
    int status;
    if (write(to_server, &shown, 1) == 1 &&
        read(from_server, &status, sizeof status) == (ssize_t)sizeof status)
        return status;
    fputs("heddle_seq: the process that makes the runs has ended\n", stderr);
    _exit(2);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    int there[2], back[2];
    size_t n = number_of_counters();
    share();
    if (n) counters = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED) counters = NULL;
    pid_t pid = pipe(there) || pipe(back) ? -1 : fork();
    if (pid < 0) {
        perror("heddle_seq: fork");
        exit(2);
    }
    if (pid == 0) {
        close(there[1]);
        close(back[0]);
        if (n) memset(__start___sancov_cntrs, 0, n);
        serve(there[0], back[1]);
    }
    close(there[0]);
    close(back[1]);
    to_server = there[1];
    from_server = back[0];
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static bool told;
    size_t n = counters ? number_of_counters() : 0;
    left->size = size < HEDDLE_SEQ_STREAM_MOST ? (unsigned)size : HEDDLE_SEQ_STREAM_MOST;
    if (size) memcpy(left->stream, bytes, left->size);
    if (counters) memset(counters, 0, n);
    int status = run_by_server(0);
    for (size_t k = 0; k < n; k++) __start___sancov_cntrs[k] |= counters[k];
    if (left->gave_up[0] && !told) {
        fprintf(stderr, "heddle_seq: some runs cannot be followed: %s\n", left->gave_up);
        told = true;
    }
    if (!has_failed(status)) return 0;
    run_by_server(1);
    abort();
}

#elif defined HEDDLE_SEQ_RANDOM

/* --- random bytes ----------------------------------------------------------------------------- */

#include <time.h>

static _Noreturn void end_run(int status) { _exit(status); }

static uint64_t random_state; /* 0: nothing is invented */

static unsigned random_below(unsigned n) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (unsigned)((random_state * 0x2545f4914f6cdd1dull) >> 33) % n;
}

static void invent_byte(unsigned byte) {
    if (heddle_seq_stream_size == HEDDLE_SEQ_STREAM_MOST) return;
    heddle_seq_stream[heddle_seq_stream_size++] = (unsigned char)byte;
    left->stream[left->size++] = (unsigned char)byte;
}

/* Small numbers are more likely: a number has any of up to 8 bits, seldom of up to 12. */
static void invent_number(void) {
    unsigned bits = random_below(16) ? random_below(8) : random_below(13),
             number = bits ? random_below(1u << bits) : 0;
    if (number < STREAM_TWO_BYTES) {
        invent_byte(number);
        return;
    }
    number -= STREAM_TWO_BYTES;
    invent_byte(STREAM_TWO_BYTES + (number >> 8));
    invent_byte(number & 255);
}

/* An input is a small number, its complement, or any bytes. */
static void invent_input(size_t size) {
    unsigned kind = random_below(4), small = random_below(1u << (1 + random_below(7)));
    if (kind == 2) small = ~small;
    for (size_t k = 0; k < size; k++) {
        unsigned byte = kind == 3   ? random_below(256)
                        : k < 4     ? small >> 8 * k
                        : kind == 2 ? 255
                                    : 0;
        invent_byte(byte & 255);
    }
}

static void stream_invent(bool number, size_t size) {
    if (!random_state) return;
    if (number)
        invent_number();
    else
        invent_input(size);
}

typedef struct RandomOptions {
    unsigned long seed, runs;
    double seconds;
} RandomOptions;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Writes the bytes of the run that failed, and says so. */
static int tell_failure(unsigned long run, int status, double seconds) {
    char name[64];
    unsigned hash = 2166136261u;
    for (unsigned k = 0; k < left->size; k++) hash = (hash ^ left->stream[k]) * 16777619u;
    snprintf(name, sizeof name, "crash-%08x", hash);
    FILE *f = fopen(name, "wb");
    bool fine = f && fwrite(left->stream, 1, left->size, f) == left->size;
    fine = f && fclose(f) == 0 && fine;
    if (!fine) perror(name);
    printf("heddle_seq: run %lu fails (%s) after %.2f s%s%s\n", run, strsignal(WTERMSIG(status)),
           seconds, fine ? "; its bytes are in " : "", fine ? name : "");
    random_state = 0;
    run_apart(left->stream, left->size, true);
    return 1;
}

static int run_randomly(const RandomOptions *o) {
    double began = now();
    unsigned long run = 0, too_long = 0, given_up = 0;
    while ((!o->runs || run < o->runs) && (!o->seconds || now() - began < o->seconds)) {
        /* Neighbouring seeds are to give other numbers. */
        random_state = (o->seed * 0x9e3779b97f4a7c15ull + ++run) * 0xbf58476d1ce4e5b9ull | 1;
        for (unsigned k = 0; k < 4; k++) random_below(2);
        left->size = 0;
        int status = run_apart(NULL, 0, false);
        if (has_failed(status)) return tell_failure(run, status, now() - began);
        too_long += WIFSIGNALED(status) != 0;
        given_up += WIFEXITED(status) && WEXITSTATUS(status) == GAVE_UP;
    }
    printf("heddle_seq: %lu runs, none fails; %lu had choices that lead to no run, %lu took more "
           "than %d "
           "s, %lu could not be followed%s%s\n",
           run, left->led_nowhere, too_long, MOST_SECONDS, given_up, left->gave_up[0] ? ": " : "",
           left->gave_up);
    return 0;
}

/* Parses NAME=NUMBER. */
static bool is_option(const char *word, const char *name, double *value) {
    size_t n = strlen(name);
    char *end;
    if (strncmp(word, name, n) != 0) return false;
    *value = strtod(word + n, &end);
    return end != word + n && !*end && *value >= 0;
}

int main(int argc, char **argv) {
    RandomOptions o = {.seed = 1};
    for (int k = 1; k < argc; k++) {
        double value;
        if (is_option(argv[k], "--seed=", &value)) {
            o.seed = (unsigned long)value;
        } else if (is_option(argv[k], "--runs=", &value)) {
            o.runs = (unsigned long)value;
        } else if (is_option(argv[k], "--seconds=", &value)) {
            o.seconds = value;
        } else {
            fprintf(stderr, "usage: %s [--seed=N] [--runs=N] [--seconds=N]\n", argv[0]);
            return 2;
        }
    }
    share();
    return run_randomly(&o);
}

#else

/* --- the bytes of a file ---------------------------------------------------------------------- */

static _Noreturn void end_run(int status) { _exit(status); }

int main(int argc, char **argv) {
    static unsigned char bytes[HEDDLE_SEQ_STREAM_MOST];
    if (argc > 2) {
        fprintf(stderr, "usage: %s [FILE]     without FILE: standard input\n", argv[0]);
        return 2;
    }
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : stdin;
    if (!f) {
        perror(argv[1]);
        return 2;
    }
    size_t n = fread(bytes, 1, sizeof bytes, f);
    if (f != stdin) fclose(f);
    take_stream(bytes, n);
    run_program();
}

#endif
#endif
#endif
