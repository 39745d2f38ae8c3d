/*
 * system.h — settings of the system on which the program under test runs: its files, numbers of
 * descriptors, symbolic data, and failures. Each setting is a text NAME=VALUE, the same on the
 * command line and in tests.
 */
#ifndef HEDDLE_VM_SYSTEM_SYSTEM_H
#define HEDDLE_VM_SYSTEM_SYSTEM_H

#include "vm/system/kept_files.h"

typedef enum SymbolicKind {
    SYMBOLIC_STDIN,
    SYMBOLIC_ARGUMENT,
    SYMBOLIC_VARIABLE,
    SYMBOLIC_FILE
} SymbolicKind;

/* Data of the program that become an input. */
typedef struct SymbolicData {
    SymbolicKind kind;
    uint32_t number; /* of an argument, from 1 */
    char *name;      /* of a variable of the environment; absolute path of a file */
    uint32_t size;   /* number of bytes */
    uint32_t
        offset; /* of the first byte; the bytes around the input are as they would be otherwise */
    bool whole; /* no offset was given: the input is all of an argument or a variable */
    bool made;  /* a file that is in no folder (sym-files) */
    uint32_t counted; /* an argument's number among those of sym-args, from 1; 0: it is none */
} SymbolicData;

/* Arguments of which the last ones may be missing. */
typedef struct OptionalArguments {
    uint32_t first, least, most; /* the number of the first one; how many there are */
} OptionalArguments;

typedef struct SystemOptions {
    char *files_path; /* the folder that the program sees as its root, with changes kept to itself;
                         NULL: an empty folder */
    const KeptFiles *kept; /* what that folder and the standard input have; NULL: they are read */
    bool fds_per_thread;   /* descriptors are numbered by thread, instead of the lowest free one */
    bool ordered_output;   /* writes to stdout and stderr do not commute */
    /* Signals wake threads that wait for a semaphore or a thread: for single runs, beside which no
     * other order is explored. */
    bool woken;
    /* Time is one for all threads and goes on with what they execute; what waits for a time goes on
     * then, not before. For single runs, too. */
    bool real;
    bool no_processes; /* fork fails; else a child that is to run a program ends at once */
    bool to_main;      /* a signal for the process goes to main, if main handles it, as on Linux */
    uint32_t max_faults; /* failures of system calls and allocations that are injected in one run */
    uint32_t max_timeouts; /* of system calls of one thread in one run; 0: no limit */
    uint32_t max_sleeps;   /* the same for sleeps */
    uint32_t max_signals;  /* expirations of one timer in one run; 0: no limit, unless no_signals */
    bool no_signals;       /* no timer expires */
    uint32_t max_threads;  /* threads that one thread made and did not join; 0: no limit */
    uint32_t max_steps;    /* visible operations of one thread in one run; 0: the default of
                            20000 */
    enum {
        KEEP_GOING_BENIGN, /* threads go on behind mistakes whose effect is known (machine_mistake)
                            */
        KEEP_GOING_NONE,   /* each finding but a race stops its thread */
        KEEP_GOING_ALL,    /* threads go on behind invalid accesses, too: a read gives any value, a
                              write is dropped */
    } keep_going;
    bool behind_errors;   /* an invalid read gives any value, and an invalid write is dropped: the
                           thread goes on */
    bool symbolic_random; /* random bytes are inputs */
    VEC(SymbolicData) symbolic;
    VEC(OptionalArguments) optional; /* ascending, disjoint */
} SystemOptions;

/* Applies a setting: files=FOLDER, fds=posix|per-thread, stdout=independent|ordered,
 * waits=quiet|woken, time=any|real, signals=any|main, programs=absent|refused, faults=N,
 * max-timeouts=N, max-sleeps=N, max-signals=N, max-steps=N, max-threads=N, behind-errors=stop|any,
 * keep-going=benign|none|all, symbolic=WHAT:SIZE[@OFFSET] with WHAT stdin, argN, env:NAME or
 * file:PATH, symbolic=random, sym-args=FIRST:LEAST:MOST:SIZE (arguments), sym-files=COUNT:SIZE
 * (files A, B, …). False with one line in *error (the caller frees). */
bool system_set(SystemOptions *s, const char *setting, char **error);
void system_clear(SystemOptions *s);
/* Returns the data of this kind with this name or number, or NULL. The standard input may have
 * several pieces, which `number` counts from 0. */
const SymbolicData *system_symbolic(const SystemOptions *s, SymbolicKind kind, uint32_t number,
                                    const char *name);

#endif
