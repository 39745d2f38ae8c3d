/*
 * known_calls.h — what calls of library functions do, as far as a transformation of the program has
 * to know.
 */
#ifndef HEDDLE_ANALYSIS_KNOWN_CALLS_H
#define HEDDLE_ANALYSIS_KNOWN_CALLS_H

#include <stdbool.h>

typedef enum CallEffect {
    CALL_HARMLESS,      /* nothing that another thread could notice */
    CALL_MEMORY,        /* reads and writes memory that its arguments lead to */
    CALL_COPY,          /* memmove and the like */
    CALL_FILL,          /* memset */
    CALL_REPLACED,      /* has a function of its own in a sequentialized program: `other` */
    CALL_REPLACED_INIT, /* the same, with a null pointer as one more argument */
    CALL_NOTHING,       /* does nothing there, and returns zero */
    CALL_INPUT,         /* makes an input; its memory as above */
    CALL_WAITS,         /* waits for other threads */
    CALL_FAILS,         /* is an error */
    CALL_ENDS           /* ends the process */
} CallEffect;

/* What happens to the memory that an argument leads to. Numbers of arguments: from 0 on, -1:
 * none. */
typedef struct MemoryEffect {
    signed char argument;
    signed char size;   /* the argument that says how many bytes it is */
    signed char string; /* read: it is a string (0), of at most that size; written: as long as the
                           string that is this argument, and its end */
    bool writes;
} MemoryEffect;

typedef struct KnownCall {
    const char *name; /* a final * stands for any rest */
    CallEffect effect;
    const char *other;
    unsigned arguments;     /* of it, before the place */
    bool placed;            /* it is told the place of the call */
    MemoryEffect memory[3]; /* the reads, then what is written; unused: argument -1 */
} KnownCall;

/* NULL: nothing is known. */
const KnownCall *known_call(const char *name);

#endif
