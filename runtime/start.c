/*
 * start.c — code before main. libc's globals are set as its own start-up code sets them from the
 * kernel's stack. Then the program's constructors and main run, and exit ends the process.
 */
#include <unistd.h>
#include "pthread_impl.h"
#include "stdio_impl.h"
#include "libc.h"
#include "runtime.h"

/* Defined by libc's stdout.c and stderr.c, if anything uses them. */
extern __attribute__((__weak__)) FILE __stdout_FILE, __stderr_FILE;

/* Defined if the program works with descriptors. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_kernel_start(void);

/* Defined if it reads, writes or closes any. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_output_start(void);

extern __attribute__((__weak__, __visibility__("hidden"))) const char *__heddle_input_data;

/* Defined if threads end. */
extern __attribute__((__weak__)) int __heddle_main_left;

int main();

/* Defined if the program asks for entries of the auxiliary vector (auxv.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) size_t *__heddle_auxv(void);
/* The end of the auxiliary vector: no entries. */
static size_t empty_auxv[2];

/* Excludes an output stream from locking, from the state and from race detection, since the output
 * of threads commutes. This holds as long as the program cannot read it. If it may, by its code or
 * since it closed or replaced a descriptor, the streams are like others. */
static void unlog(FILE *f) {
    if (!f) return;
    __heddle_unlogged(f, sizeof *f);
    __heddle_unlogged(f->buf - UNGET, f->buf_size + UNGET);
}

/* Gives the output streams locks like other streams, if other threads may run while something is
 * printed. */
void __heddle_lock_output(void) {
    if (&__stdout_FILE) __stdout_FILE.lock = 0;
    if (&__stderr_FILE) __stderr_FILE.lock = 0;
}

static long option(int which, long detail) {
    return __heddle_syscall(HEDDLE_CALL_OPTION, which, detail, 0, 0, 0, 0);
}

/* Chooses how many of the arguments that may be missing there are, and removes the others. */
static void choose_arguments(char **argv) {
    long first;
    for (long k = 0; (first = option(HEDDLE_OPTION_OPTIONAL_FIRST, k)); k++) {
        long least = option(HEDDLE_OPTION_OPTIONAL_LEAST, k),
             most = option(HEDDLE_OPTION_OPTIONAL_MOST, k);
        int n;
        __heddle_make_symbolic(&n, sizeof n, "n_args");
        __heddle_assume((least <= n) & (n <= most));
        n = (int)__heddle_syscall(HEDDLE_CALL_CONCRETE, n, 0, 0, 0, 0, 0);
        for (long i = n; i < most; i++) argv[first + i] = 0;
    }
}

/* Closes the gaps of arguments that are missing. Returns the number of arguments. */
static int close_gaps(int argc, char **argv) {
    int n = 0;
    for (int k = 0; k < argc; k++)
        if (argv[k]) argv[n++] = argv[k];
    argv[n] = 0;
    return n;
}

/* Makes data symbolic on request: the engine has left room for them. */
static void make_inputs(int argc, char **argv, char **envp) {
    long n = option(HEDDLE_OPTION_SYMBOLIC_STDIN, 0);
    if (n && &__heddle_input_data) {
        long all = __heddle_syscall(HEDDLE_CALL_STDIN, 0, 0, 0, 0, 0, 0);
        char *data = __heddle_malloc((unsigned long)all, 16 | HEDDLE_KERNEL_MEMORY);
        __heddle_syscall(HEDDLE_CALL_STDIN, 0, (long)data, all, 0, 0, 0);
        for (long k = 0; (n = option(HEDDLE_OPTION_SYMBOLIC_STDIN, k)); k++)
            __heddle_make_symbolic(data + option(HEDDLE_OPTION_SYMBOLIC_STDIN_AT, k),
                                   (unsigned long)n, "stdin");
        __heddle_input_data = data;
    }
    for (int k = 1; k < argc; k++) {
        n = option(HEDDLE_OPTION_SYMBOLIC_ARGUMENT, k);
        if (!n || !argv[k]) continue;
        /* Arguments of sym-args are counted from "arg00" on, as in KLEE. */
        int counted = (int)option(HEDDLE_OPTION_ARGUMENT_COUNTED, k), m = counted ? counted - 1 : k;
        char name[] = {'a', 'r', 'g', '0' + m / 10, '0' + m % 10, 0};
        if (m < 10 && !counted) name[3] = '0' + m, name[4] = 0;
        long at = option(HEDDLE_OPTION_SYMBOLIC_ARGUMENT_AT, k);
        __heddle_make_symbolic(argv[k] + at, (unsigned long)n, name);
    }
    for (; *envp; envp++) {
        n = option(HEDDLE_OPTION_SYMBOLIC_VARIABLE, (long)*envp);
        if (!n) continue;
        char *value = *envp, *name;
        while (*value != '=') value++;
        name = __heddle_malloc((unsigned long)(value - *envp) + 1, 1 | HEDDLE_KERNEL_MEMORY);
        for (long k = 0; k < value - *envp; k++) name[k] = (*envp)[k];
        long at = option(HEDDLE_OPTION_SYMBOLIC_VARIABLE_AT, (long)*envp);
        __heddle_make_symbolic(value + 1 + at, (unsigned long)n, name);
    }
}

void __heddle_start(int argc, char **argv, char **envp) {
    __environ = envp;
    libc.auxv = empty_auxv;
    libc.page_size = 4096;
    libc.can_do_threads = 1;
    /* Streams opened from now on get a lock, as in a process that already has threads. */
    libc.threaded = 1;
    char *name = argc > 0 && argv[0] ? argv[0] : "";
    __progname = __progname_full = name;
    for (char *p = name; *p; p++)
        if (*p == '/') __progname = p + 1;
    if (__heddle_syscall(HEDDLE_CALL_OUTPUT_SEEN, 0, 0, 0, 0, 0, 0)) {
        __heddle_lock_output();
    } else {
        unlog(&__stdout_FILE);
        unlog(&__stderr_FILE);
    }
    /* At the start, so that unlogged memory does not depend on the schedule. */
    if (&__heddle_main_left) __heddle_unlogged(&__heddle_main_left, sizeof __heddle_main_left);
    if (option(HEDDLE_OPTION_ORDERED_OUTPUT, 0) || option(HEDDLE_OPTION_FAULTS, 0))
        __heddle_lock_output();
    if (__heddle_kernel_start)
        __heddle_kernel_start();
    else if (__heddle_output_start)
        __heddle_output_start();
    int optional = option(HEDDLE_OPTION_OPTIONAL_FIRST, 0) != 0;
    if (optional) choose_arguments(argv);
    make_inputs(argc, argv, envp);
    if (optional) argc = close_gaps(argc, argv);
    if (__heddle_auxv) libc.auxv = __heddle_auxv();
    __heddle_constructors();
    /* The program's main may declare 0, 2 or 3 parameters: more are passed than it may take. */
    int (*entry)(int, char **, char **) = (int (*)(int, char **, char **))main;
    exit(entry(argc, argv, envp));
}
