/*
 * system.h — what the system is like that the program under test runs on: its files, how
 * descriptors are numbered, which of its data are symbolic, what may fail. Each setting is a text
 * NAME=VALUE, the same on the command line and in tests.
 */
#ifndef HEDDLE_VM_SYSTEM_SYSTEM_H
#define HEDDLE_VM_SYSTEM_SYSTEM_H

#include "base/base.h"

typedef enum SymbolicKind {
    SYMBOLIC_STDIN,
    SYMBOLIC_ARGUMENT,
    SYMBOLIC_VARIABLE,
    SYMBOLIC_FILE
} SymbolicKind;

/* Data of the program that are an input. */
typedef struct SymbolicData {
    SymbolicKind kind;
    uint32_t number; /* of an argument, from 1 */
    char *name;      /* of a variable of the environment; absolute path of a file */
    uint32_t size;   /* bytes */
    uint32_t
        offset; /* of the first of them: the bytes around them are what they would be otherwise */
    bool whole; /* no offset was given: of an argument or a variable they are all there is */
} SymbolicData;

typedef struct SystemOptions {
    char *files_path; /* the folder that the program sees as its root, with changes kept to itself;
                         NULL: an empty one */
    bool fds_per_thread; /* descriptors are numbered by thread, instead of the lowest free one */
    bool ordered_output; /* writes to stdout and stderr do not commute */
    bool woken; /* signals wake who waits for a semaphore or a thread: of what is one run only */
    uint32_t max_faults; /* failures of system calls and allocations that are injected in one run */
    uint32_t max_timeouts; /* of system calls, of one thread in one run; 0: no limit */
    uint32_t max_sleeps;   /* the same of sleeps */
    uint32_t max_signals;  /* expirations of one timer in one run; 0: no limit */
    uint32_t max_steps;    /* visible operations of one thread in one run; 0: the usual 20000 */
    bool symbolic_random;  /* random bytes are inputs */
    VEC(SymbolicData) symbolic;
} SystemOptions;

/* Takes a setting: files=FOLDER, fds=posix|per-thread, stdout=independent|ordered,
 * waits=quiet|woken, faults=N, max-timeouts=N, max-sleeps=N, max-signals=N, max-steps=N,
 * symbolic=WHAT:SIZE[@OFFSET] with WHAT stdin, argN, env:NAME or file:PATH, symbolic=random. False
 * with one line in *error (the caller frees). */
bool system_set(SystemOptions *s, const char *setting, char **error);
void system_clear(SystemOptions *s);
/* The data of this kind (with this name or number), or NULL. Of the standard input there may be
 * several pieces: the n-th. */
const SymbolicData *system_symbolic(const SystemOptions *s, SymbolicKind kind, uint32_t number,
                                    const char *name);

#endif
