/* test_runtime.c — invariants of the runtime (runtime/runtime.h): one that is broken ends the engine where it
 * checks its own, and looking changes nothing that is explored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "small_program.h"
#include <sys/wait.h>

#define INCLUDES "#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n#include <sys/eventfd.h>\n"

/* The first enabled thread goes on until none can. Returns the number of steps. */
static unsigned run_to_end(SmallRun *s) {
    unsigned steps = 0;
    int threads[MAX_THREADS];
    run_start(s->run, s->visible, s->nvisible);
    for (; run_enabled(s->run, threads); steps++)
        if (!run_step(s->run, threads[0], 0)) return 0;
    return s->run->machine->exited ? steps : 0;
}

/* Runs the program of this text in a process of its own, and reads what that tells on standard error. Returns
 * its exit status. */
static int run_program(const char *text, char *told, size_t size) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    Program *p = small_program(text, false);
    pid_t child = fork();
    if (!child) {
        RunHooks hooks = {0};
        SmallRun s = small_run(p, &hooks);
        dup2(ends[1], 2);
        _exit(run_to_end(&s) ? 0 : 1);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t part; n < size - 1 && (part = read(ends[0], told + n, size - 1 - n)) > 0;) n += (size_t)part;
    told[n] = 0;
    close(ends[0]);
    program_free(p);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Each program damages what the runtime keeps of its own, and uses that; `file` is where it shows. */
typedef struct Damage {
    const char *text, *file;
} Damage;
static const Damage damages[] = {
    /* an open file without descriptors */
    {INCLUDES "extern struct { int *file; int closes; } __heddle_slots[];\n"
              "int main(void) { int p[2]; pipe(p); __heddle_slots[p[0]].file[1] = 0; return close(p[0]); }",
     "runtime/kernel/descriptors.c"},
    /* a stream of three ends */
    {INCLUDES
     "extern struct { char *file; int closes; } __heddle_slots[];\n"
     "int main(void) { int p[2]; pipe(p); char *stream = *(char **)(__heddle_slots[p[0]].file + 32);\n"
     "*(int *)(stream + 56) = 3; return (int)write(p[1], p, 1); }",
     "runtime/kernel/stream.c"},
    /* a counter beyond the kernel's limit */
    {INCLUDES
     "extern struct { char *file; int closes; } __heddle_slots[];\n"
     "int main(void) { int e = eventfd(2, 0); char *counter = *(char **)(__heddle_slots[e].file + 32);\n"
     "*(long *)(counter + 8) = -1; return eventfd_write(e, 0); }",
     "runtime/kernel/counters.c"},
    /* a stream of C that is both read and written */
    {INCLUDES "int main(void) { ((char **)stdin)[5] = (char *)stdin; flockfile(stdin); return getchar(); }",
     "runtime/stdio_lock.c"},
    /* what any code of the program says */
    {"extern void __heddle_check(int) __attribute__((weak));\n"
     "int main(void) { if (__heddle_check) __heddle_check(0); return 0; }",
     "small.c"},
};

static void a_broken_one_ends_the_engine(void **state) {
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(damages); k++) {
        char told[4096];
        int status = run_program(damages[k].text, told, sizeof told);
        if (status != 4 || !strstr(told, "internal error: a broken invariant of the runtime at ") ||
            !strstr(told, damages[k].file)) {
            print_message("program %zu: exit status %d: %s\n", k, status, told);
            fail();
        }
    }
}

/* A program of several kinds of objects. */
static const char whole[] = INCLUDES
    "#include <semaphore.h>\n#include <sys/epoll.h>\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static sem_t s; static int p[2];\n"
    "static pthread_key_t key; static pthread_barrier_t b;\n"
    "static void *f(void *x) { pthread_setspecific(key, x); pthread_mutex_lock(&m); write(p[1], \"a\", 1);\n"
    "  pthread_mutex_unlock(&m); sem_post(&s); pthread_barrier_wait(&b); return x; }\n"
    "int main(void) { pthread_t t; char c; struct epoll_event e = {.events = EPOLLIN};\n"
    "  pipe(p); sem_init(&s, 0, 0); pthread_barrier_init(&b, 0, 2); pthread_key_create(&key, 0);\n"
    "  int set = epoll_create1(0); epoll_ctl(set, EPOLL_CTL_ADD, p[0], &e);\n"
    "  pthread_create(&t, 0, f, 0); sem_wait(&s); epoll_wait(set, &e, 1, -1); read(p[0], &c, 1);\n"
    "  FILE *file = fopen(\"/tmp/x\", \"w+\"); fputs(\"ab\", file); rewind(file); ungetc(getc(file), file);\n"
    "  fclose(file); pthread_barrier_wait(&b); pthread_join(t, 0); close(p[0]); close(p[1]);\n"
    "  return close(set); }";

/* Steps and the fingerprint of the state at the end, with and without invariants of the runtime. */
static void looking_changes_nothing(void **state) {
    (void)state;
    unsigned steps[2];
    uint64_t instructions[2];
    Fingerprint ends[2];
    for (int checks = 0; checks < 2; checks++) {
        base_invariants = checks;
        Program *p = small_program(whole, false);
        base_invariants = true;
        RunHooks hooks = {0};
        SmallRun s = small_run(p, &hooks);
        steps[checks] = run_to_end(&s);
        ends[checks] = s.run->machine->engine_change;
        instructions[checks] = s.run->machine->instructions;
        small_run_free(&s);
        program_free(p);
    }
    assert_true(steps[0] > 20);
    assert_int_equal(steps[0], steps[1]);
    assert_memory_equal(&ends[0], &ends[1], sizeof *ends);
    assert_true(instructions[0] < instructions[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_broken_one_ends_the_engine),
                                       cmocka_unit_test(looking_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
