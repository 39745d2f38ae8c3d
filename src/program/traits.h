/*
 * traits.h — what instructions, engine calls, system calls and library functions can do, as far as
 * a verdict depends on it. Each of them has its traits where it is listed: instructions in
 * opcodes.h, what the engine itself carries out in engine_calls.h, functions of libc and the
 * runtime in library_functions.h. Nothing else in the engine decides by a name.
 *
 * What has no row is unsafe: it may show anything, and none of the promises holds.
 */
#ifndef HEDDLE_PROGRAM_TRAITS_H
#define HEDDLE_PROGRAM_TRAITS_H

#include <stdint.h>

enum {
    /* Dangers: absent only where it is known that there is none. */
    SHOWS_TIME = 1 << 0, /* a result, or memory that it writes, depends on a clock */
    SHOWS_THREAD =
        1 << 1,      /* … on which thread executes it, other than by the thread's own addresses */
    ORDERS = 1 << 2, /* synchronises with other threads */
    STAYS = 1 << 3,  /* may wait for the end of a thread, or end the process */
    SHOWS_OUTPUT = 1 << 14, /* … on what was printed before; no system call looks there */
    ANY_DANGER = SHOWS_TIME | SHOWS_THREAD | ORDERS | STAYS,

    /* Promises: present only where it is known that they hold. */
    REGISTERS_ONLY = 1 << 4, /* it changes nothing but registers */
    ANY_THREAD = 1 << 5,     /* it does the same whichever thread executes it */
    NO_RETURN = 1 << 6,      /* control never comes behind it */
    SLEEPS = 1 << 7,         /* it does nothing but let its time pass, or others go first */
    TRIES_LOCK =
        1
        << 8, /* it takes a lock and returns zero, or changes nothing and returns another number */
    REPORTS_END = 1 << 9, /* it ends the thread with a report that is the same for every thread */
    KEEPS_THREAD =
        1 << 10, /* what its code learns of the thread goes no further than the runtime */
    ALL_REGISTERS = 1 << 11, /* its arguments are read from registers that some calls leave unset */
    CALLED_BY_ENGINE = 1 << 12, /* the engine calls it by itself (src/vm/system/interrupt.c) */
    ONLY_PRINTS =
        1 << 15, /* of a stream that is only printed to it tells at most whether that failed */
    /* It waits on a condition variable; `__heddle_looking_NAME` does, too, but does not wake by
     * itself. */
    WAITS = 1 << 16,
    /* What is printed can be read where argument 1 points; the null pointer gives no such place. */
    TAKES_BUFFER = 1 << 17,
    USES_HANDLE =
        1 << 13 /* creates or joins threads: identifiers.c follows where their handles go */
};

typedef uint32_t Traits;

/* What is known of a function of libc or the runtime by its name. */
typedef struct LibraryFunction {
    const char *name;
    Traits traits;
    int8_t file,
        line; /* the arguments that say where in the sources a failure is told; -1: none do */
} LibraryFunction;

/* The row of library_functions.h; NULL: nothing is known. Only for functions that are not the
 * program's own. */
const LibraryFunction *library_function(const char *name);
/* The first row of library_functions.h behind `after` that has all of these promises (NULL: of
 * all); NULL: there is none. */
const LibraryFunction *library_function_with(Traits promises, const LibraryFunction *after);
/* Whether the row has all of these promises; false where there is no row. */
int library_function_has(const char *name, Traits promises);
/* The dangers of a call that the engine carries out (a system call or HEDDLE_CALL_…), by number. */
Traits engine_call_dangers(uint64_t number);

#endif
