/*
 * meaning.h — the meaning of numbers and instructions in two versions of a program, independent of
 * their addresses. Functions and globals are identified by their names, unnamed constants by their
 * contents. Two things mean the same if their 64-bit meanings are equal.
 */
#ifndef HEDDLE_IMPACT_MATCH_MEANING_H
#define HEDDLE_IMPACT_MATCH_MEANING_H

#include "program/program.h"

#define MEANING_NONE UINT32_MAX

typedef enum Side { SIDE_OLD, SIDE_NEW } Side;

typedef struct Meanings {
    const Program *program[2];
    uint32_t *function_to[2]; /* per function of a side: its counterpart, or MEANING_NONE */
    uint32_t *global_to[2];
    uint64_t *function_name[2], *global_name[2]; /* equal for counterparts */
    /* per global: hash of its size and initial bytes; 0: not yet known, 1: being computed */
    uint64_t *content[2];
} Meanings;

/* Finds counterparts by names. If several names differ only in a number that the linker added, the
 * file, the contents and the order decide. Freed with meanings_free. */
Meanings *meanings_of(const Program *old, const Program *new);
void meanings_free(Meanings *m);

/* Whether a global has no name of its own (a string): it is identified by its content. */
bool meaning_is_anonymous(const Global *g);
/* Returns the meaning of a number, which may be an address. An integer in the range of addresses of
 * globals or functions cannot be distinguished from an address. */
uint64_t meaning_of_number(Meanings *m, Side side, uint64_t number);
/* Returns the meaning of the initial bytes and the size of a global. */
uint64_t meaning_of_content(Meanings *m, Side side, uint32_t global);
/* Returns the meaning of an instruction without its registers and without its target. */
uint64_t meaning_of_insn(Meanings *m, Side side, const Function *f, uint32_t k);
/* Returns the thread-local global at this offset in the block, or NULL. */
const Global *meaning_thread_local(const Program *p, uint64_t offset);
/* Returns the memory object of a function's frame that an offset lies in, or -1. */
int meaning_stack_object(const Function *f, uint64_t offset);

#endif
