/*
 * traits.h — what instructions, engine calls, system calls and library functions can do, as far as
 * a verdict depends on it. Each of them has its traits where it is listed: instructions in
 * opcodes.h, calls that the engine carries out in engine_calls.h, functions of libc and the runtime
 * in library_functions.h. Nothing else in the engine decides by a name.
 *
 * A function or call without a row is unsafe: it may have any danger, and none of the promises
 * holds.
 */
#ifndef HEDDLE_PROGRAM_TRAITS_H
#define HEDDLE_PROGRAM_TRAITS_H

#include <stdint.h>

enum {
    /* Dangers: absent only if known to be absent. */
    SHOWS_TIME = 1 << 0, /* a result, or memory that it writes, depends on a clock */
    /* … on which thread executes it, other than by the thread's own addresses */
    SHOWS_THREAD = 1 << 1,
    ORDERS = 1 << 2, /* synchronises with other threads */
    STAYS = 1 << 3,  /* may wait for the end of a thread, or end its own one or the process */
    SHOWS_OUTPUT = 1 << 14, /* … on what was printed before; no system call has this danger */
    ANY_DANGER = SHOWS_TIME | SHOWS_THREAD | ORDERS | STAYS,

    /* Promises: present only if known to hold. */
    REGISTERS_ONLY = 1 << 4, /* changes nothing but registers */
    ANY_THREAD = 1 << 5,     /* does the same whichever thread executes it */
    NO_RETURN = 1 << 6,      /* never returns */
    SLEEPS = 1 << 7, /* does nothing but let its time pass, or let other threads run first */
    /* takes a lock and returns zero, or changes nothing and returns non-zero */
    TRIES_LOCK = 1 << 8,
    REPORTS_END = 1 << 9,    /* ends the thread with a report that is the same for every thread */
    KEEPS_THREAD = 1 << 10,  /* passes what it learns of the thread to nothing but the runtime */
    ALL_REGISTERS = 1 << 11, /* reads arguments from registers that some calls leave unset */
    /* the engine calls it without a call in the program (src/vm/system/interrupt.c) */
    CALLED_BY_ENGINE = 1 << 12,
    /* reveals, of a stream that is only printed to, at most whether that failed */
    ONLY_PRINTS = 1 << 15,
    /* waits on a condition variable; `__heddle_looking_NAME` does so, too, but does not wake
     * without a signal */
    WAITS = 1 << 16,
    /* Printed text can be read at the address in argument 1, unless that is null. */
    TAKES_BUFFER = 1 << 17,
    /* creates or joins threads: identifiers.c follows where their handles go */
    USES_HANDLE = 1 << 13,
    /* writes to its first argument an input: any value, whichever thread executes it, though the
     * name of the input tells the thread */
    DRAWS_INPUT = 1 << 18,
    LOCKS_MUTEX = 1 << 19, /* locks the mutex at its only argument, and does nothing else */

    /* What makes and ends processes (prepare/children.c). */
    MAKES_CHILD = 1 << 20,     /* returns twice, 0 in a child, and takes no argument */
    LENDS_MEMORY = 1 << 21,    /* … which has the parent's memory, not a copy */
    FORK_HANDLERS = 1 << 22,   /* … and runs handlers of pthread_atfork */
    EXITS = 1 << 23,           /* ends the process with the status that is its only argument */
    EXITS_AT_ONCE = 1 << 24,   /* … and does nothing before */
    BECOMES_PROGRAM = 1 << 25, /* the process becomes another program, or goes on */
    /* changes nothing but the calling process: its memory where the arguments point, what it may
     * do, its own descriptors, signals, folder and environment; waits for nobody */
    KEEPS_TO_PROCESS = 1 << 26,
    ONLY_READS = 1 << 27,     /* stores nothing where its arguments point */
    CHANGES_MEMORY = 1 << 28, /* … changes memory to which no argument points */
    OPENS_FILE = 1 << 29,     /* open(): with some flags it makes or empties a file */
    CONTROLS_FILE = 1 << 30   /* fcntl(): some commands are about what others have open, too */
};

typedef uint32_t Traits;

/* Facts about a function of libc or the runtime, known by its name. */
typedef struct LibraryFunction {
    const char *name;
    Traits traits;
    int8_t file,
        line; /* numbers of the arguments with the source position of a failure; -1: none */
} LibraryFunction;

/* Returns the row of library_functions.h, or NULL. Only for functions that are not the program's
 * own. */
const LibraryFunction *library_function(const char *name);
/* Returns the first row of library_functions.h behind `after` (NULL: from the beginning) that has
 * all of these promises, or NULL. */
const LibraryFunction *library_function_with(Traits promises, const LibraryFunction *after);
/* Whether the row has all of these promises; false if there is no row. */
int library_function_has(const char *name, Traits promises);
/* Returns the dangers of a call that the engine carries out (a system call or HEDDLE_CALL_…), by
 * number. */
Traits engine_call_dangers(uint64_t number);

#endif
