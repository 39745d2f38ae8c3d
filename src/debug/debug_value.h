/*
 * debug_value.h — values of a program under test: a type and where its bytes are, in memory or in
 * registers. They can be taken apart and written as text. Not for other rooms.
 */
#ifndef HEDDLE_DEBUG_DEBUG_VALUE_H
#define HEDDLE_DEBUG_DEBUG_VALUE_H

#include "debug/debug_types.h"
#include "vm/machine/machine.h"

/* Where names are looked up: a frame of a thread, or only global variables. */
typedef struct DebugScope {
    DebugTypes *types;
    Machine *machine;
    int thread;     /* slot; -1: none */
    uint32_t frame; /* index into the thread's frames; the innermost is Thread.top */
    Arena *arena;   /* of values and texts; the caller's */
} DebugScope;

typedef struct DebugValue {
    const DebugType *type; /* NULL: there is no value, and `error` says why */
    const char *error;
    bool in_memory; /* at `address`; else `bytes` has the value */
    uint64_t address;
    uint8_t *bytes;
    const uint8_t *known; /* for each of the bytes: it has a value. NULL: all have */
    const Expr *
        *parts; /* for each of the bytes: how it came from inputs, or NULL. NULL: none did */
    /* A bit-field: bits from `shift` on, 0: none. */
    uint8_t shift, width;
} DebugValue;

/* Why bytes cannot be shown. */
typedef enum DebugBytes {
    DEBUG_BYTES_KNOWN,
    DEBUG_BYTES_OUTSIDE,   /* not addressable */
    DEBUG_BYTES_UNWRITTEN, /* not initialised */
    DEBUG_BYTES_GONE,      /* in registers, but not at this place */
    DEBUG_BYTES_WIDE       /* as a number, it does not fit into 64 bits */
} DebugBytes;

DebugValue debug_error(const DebugScope *s, const char *format, ...) PRINTF_LIKE(2, 3);
/* A number of a type, and a value in memory. */
DebugValue debug_number(const DebugScope *s, const DebugType *t, uint64_t number);
DebugValue debug_real(const DebugScope *s, double number);
DebugValue debug_in_memory(const DebugType *t, uint64_t address);
/* The value of a variable in a frame; one of a register that was not set yet has no known bytes. */
DebugValue debug_variable_value(const DebugScope *s, const DebugVariable *v);

/* Reads the bytes of a value: at most `n`, the rest is zero. */
DebugBytes debug_read(const DebugScope *s, const DebugValue *v, uint8_t *out, uint64_t n);
/* Returns how a value of up to 8 bytes came from the inputs of the finding: an expression over
 * them; NULL: it did not. */
const Expr *debug_expression_of(const DebugScope *s, const DebugValue *v);
/* Reads an integer, a pointer or a truth value, extended to 64 bits. */
DebugBytes debug_read_number(const DebugScope *s, const DebugValue *v, uint64_t *out);
/* The same of a float or double. */
DebugBytes debug_read_real(const DebugScope *s, const DebugValue *v, double *out);

/* The parts of a value: members, elements, or what a pointer points to. The number of parts; part
 * `k` with its name, which is in the scope's arena. */
uint64_t debug_parts(const DebugScope *s, const DebugValue *v);
DebugValue debug_part(const DebugScope *s, const DebugValue *v, uint64_t k, const char **name);
/* A member by its name, and an element by its index, which may be outside. */
DebugValue debug_member_value(const DebugScope *s, const DebugValue *v, const char *name);
DebugValue debug_element(const DebugScope *s, const DebugValue *v, int64_t k);

/* Writes a value in one line; what is inside of structures and arrays as far as it is short. */
void debug_value_text(const DebugScope *s, const DebugValue *v, StrBuf *out);

#endif
