/*
 * known_calls.h — effects of calls of library functions, as far as a transformation of the program
 * needs them.
 */
#ifndef HEDDLE_ANALYSIS_KNOWN_CALLS_H
#define HEDDLE_ANALYSIS_KNOWN_CALLS_H

#include <stdbool.h>

typedef enum CallEffect {
    CALL_HARMLESS,      /* nothing that another thread could notice */
    CALL_MEMORY,        /* reads and writes memory that its arguments point to */
    CALL_COPY,          /* memmove and the like */
    CALL_FILL,          /* memset */
    CALL_REPLACED,      /* replaced in a sequentialized program by a function of its own: `other` */
    CALL_REPLACED_INIT, /* the same, with a null pointer as an additional argument */
    CALL_NOTHING,       /* does nothing there, and returns zero */
    CALL_INPUT,         /* makes an input; its memory as above */
    CALL_PRINTS,        /* prints by the format in the argument `arguments` */
    CALL_WAITS,         /* waits for other threads */
    CALL_FAILS,         /* is an error */
    CALL_ENDS           /* ends the process */
} CallEffect;

/* An effect on the memory that an argument points to. Numbers of arguments count from 0; -1:
 * none. */
typedef struct MemoryEffect {
    signed char argument;
    signed char size; /* the argument with the number of bytes */
    /* reads: it is a string (0), of at most that size; writes: the argument whose string determines
     * the length, including its end */
    signed char string;
    bool writes;
} MemoryEffect;

typedef struct KnownCall {
    const char *name; /* a final * matches any rest */
    CallEffect effect;
    const char *other;
    unsigned arguments;     /* number of arguments of `other`, before the place */
    bool placed;            /* the place of the call is an argument */
    bool tries;             /* it fails where another thread holds a lock */
    bool frees;             /* it ends the life of memory */
    MemoryEffect memory[3]; /* reads first, then writes; unused: argument -1 */
} KnownCall;

/* Returns the row for a name, or NULL. */
const KnownCall *known_call(const char *name);

#endif
