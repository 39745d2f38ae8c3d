/*
 * code_name.h — names for what code does from a place on, by its content: two places of two
 * versions of a program have one name if the instructions that can be executed from there on, those
 * of called functions included, are the same up to the numbers of registers. What was explored from
 * a place is so known to hold for the other without asking what was changed where.
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
    uint32_t nregs;      /* how many registers occur from there on */
    const uint16_t *reg; /* the register with each canonical number: nregs of them */
} CodeName;

CodeNames *code_names_new(const Program *p);
void code_names_free(CodeNames *c);
/* From now on places that `alias` knows have the name that it gives (its registers are the place's
 * own). */
void code_names_alias(CodeNames *c,
                      bool (*alias)(void *context, const Function *f, const Insn *at,
                                    const Insn *call, CodeName *name),
                      void *context);
/* The name of what follows from `at`, an instruction of `f`; with `call`, of what follows once that
 * call (its next instruction is `at`) has returned: its results are the first registers. Owned by
 * `c`. */
const CodeName *code_name_at(CodeNames *c, const Function *f, const Insn *at, const Insn *call);

#endif
