/*
 * code_name.h — names for the code that follows a place, derived from its content. Two places of
 * two versions of a program have one name if the instructions that can be executed from there on
 * are the same up to the numbers of registers. Those instructions include the ones of called
 * functions. Results of exploring from one place therefore hold for the other, without a comparison
 * of the versions.
 *
 * Both versions have their functions and globals at the same addresses (layout_table.h), since
 * these are constants in the code.
 */
#ifndef HEDDLE_PROGRAM_CODE_NAME_H
#define HEDDLE_PROGRAM_CODE_NAME_H

#include "program/program.h"

typedef struct CodeNames CodeNames;

typedef struct CodeName {
    uint64_t a, b;
    uint64_t own_a, own_b; /* of the function's own code from there on: called functions count by
                              their names, not by what they do */
    uint32_t nregs;        /* number of registers that occur from there on */
    const uint16_t *reg;   /* the register with each canonical number: nregs of them */
} CodeName;

CodeNames *code_names_new(const Program *p);
void code_names_free(CodeNames *c);
/* From now on `alias` decides the names of the places that it knows: it returns true and sets
 * *name, whose registers are the place's own. */
void code_names_alias(CodeNames *c,
                      bool (*alias)(void *context, const Function *f, const Insn *at,
                                    const Insn *call, CodeName *name),
                      void *context);
/* Returns the name of the code that follows `at`, an instruction of `f`. With `call`, it is the
 * code that follows once that call has returned: `at` is its next instruction, and its results are
 * the first registers. Owned by `c`. */
const CodeName *code_name_at(CodeNames *c, const Function *f, const Insn *at, const Insn *call);

/* Names all code of a function by itself: called functions count by their names. Where this is the
 * same in two versions, a call does the same up to what the functions do that it calls. */
void code_name_body(CodeNames *c, const Function *f, uint64_t *a, uint64_t *b);

#endif
