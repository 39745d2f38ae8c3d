/*
 * meaning.h — what numbers and instructions of two versions of a program stand for, whatever their
 * addresses: functions and globals are known by their names, constants without a name by what they
 * hold. Two things mean the same where their 64-bit meanings are equal.
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
    uint64_t *content[2]; /* per global: of its size and initial bytes; 0: not known yet, 1: being
                             found */
} Meanings;

/* Finds counterparts: by names, where several differ only in a number that the linker added by
 * file, contents and order. Freed with meanings_free. */
Meanings *meanings_of(const Program *old, const Program *new);
void meanings_free(Meanings *m);

/* Whether a global has no name of its own (a string): it is known by its content. */
bool meaning_is_anonymous(const Global *g);
/* Of a number, which may be an address. An integer in the range of addresses of globals or
 * functions cannot be told from an address. */
uint64_t meaning_of_number(Meanings *m, Side side, uint64_t number);
/* Of the initial bytes and the size of a global. */
uint64_t meaning_of_content(Meanings *m, Side side, uint32_t global);
/* Of an instruction without its registers and without where it leads to. */
uint64_t meaning_of_insn(Meanings *m, Side side, const Function *f, uint32_t k);
/* The thread-local global at this offset in the block; NULL: there is none. */
const Global *meaning_thread_local(const Program *p, uint64_t offset);
/* The memory object of a function's frame that an offset lies in; -1: none. */
int meaning_stack_object(const Function *f, uint64_t offset);

#endif
