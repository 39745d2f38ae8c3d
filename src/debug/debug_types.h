/*
 * debug_types.h — the types and variables of a program, as a debugger needs them: what
 * Program.debug says, in arrays. Not for other rooms.
 */
#ifndef HEDDLE_DEBUG_DEBUG_TYPES_H
#define HEDDLE_DEBUG_DEBUG_TYPES_H

#include "program/debug_text.h"
#include "program/program.h"

typedef struct DebugType DebugType;

typedef struct DebugMember {
    const char *name; /* "": an unnamed structure or union */
    uint64_t offset, bits;
    const DebugType *type;
    bool bitfield;
} DebugMember;

typedef struct DebugEnumerator {
    const char *name;
    int64_t value;
} DebugEnumerator;

struct DebugType {
    char kind; /* DEBUG_… */
    const char *name;
    uint64_t bits;
    const DebugType *target; /* what it points to, its elements, what it is a name for */
    uint64_t count;          /* of an array: elements, 0 if unknown */
    bool named;              /* an alias with a name of the program */
    VEC(DebugMember) members;
    VEC(DebugEnumerator) enumerators;
};

/* A part of a local variable in registers of its frame. */
typedef struct DebugPlace {
    uint64_t offset, bits; /* of the variable; bits 0: all of it */
    bool address;          /* the registers hold the address */
    uint16_t known;        /* register: the others are set */
    uint16_t registers[8];
    unsigned nregisters;
} DebugPlace;

typedef struct DebugVariable {
    const char *name;
    const DebugType *type;
    uint32_t function; /* index; UINT32_MAX: a global variable */
    uint32_t line;
    /* Of global variables. */
    uint64_t address;
    bool thread_local_;
    const char *within; /* the function that it is a static variable of, or "" */
    VEC(DebugPlace) places;
} DebugVariable;

typedef struct DebugTypes {
    Arena *arena;
    VEC(DebugType *) types; /* by number; 0 is void */
    VEC(DebugVariable) variables;
    const DebugType *signed_long, *unsigned_long, *int_, *unsigned_, *double_; /* of expressions */
} DebugTypes;

/* Reads Program.debug. Never fails: lines that make no sense are left out. */
DebugTypes *debug_types_new(const Program *p);
void debug_types_free(DebugTypes *t);

/* Returns a type without its names and qualifiers. */
const DebugType *debug_plain(const DebugType *t);
/* Returns the type named so ("int", "struct list", "count_t"), or NULL. */
const DebugType *debug_type_named(const DebugTypes *t, const char *name);
/* Returns a type that points to `t`, or an array of `n` of them. */
const DebugType *debug_pointer_to(DebugTypes *all, const DebugType *t);
const DebugType *debug_array_of(DebugTypes *all, const DebugType *t, uint64_t n);
/* Returns the size in bytes. */
uint64_t debug_size(const DebugType *t);
bool debug_is_integer(const DebugType *t);
bool debug_is_signed(const DebugType *t);
/* Returns the member of this name, also of unnamed structures within, with its offset in *bits. */
const DebugMember *debug_member(const DebugType *t, const char *name, uint64_t *bits);
/* Appends a type as C writes it: "struct list *", "int[3]". */
void debug_type_text(const DebugType *t, StrBuf *out);

#endif
