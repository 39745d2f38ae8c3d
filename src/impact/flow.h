/*
 * flow.h — the control flow of one function's bytecode, with its registers split into values.
 * Registers are reused, so that what an instruction reads depends on the last writes. This is
 * static single assignment form without changing the code.
 */
#ifndef HEDDLE_IMPACT_FLOW_H
#define HEDDLE_IMPACT_FLOW_H

#include "program/program.h"

#define FLOW_NONE UINT32_MAX

/* A block of instructions first … end - 1, of which `last` decides where control goes. */
typedef struct FlowBlock {
    uint32_t first, last, end;
    uint32_t successors, nsuccessors; /* in Flow.edges */
    uint32_t predecessors, npredecessors;
    bool reached; /* from the function's beginning */
} FlowBlock;

/*
 * Values are numbered: 0 is never written; then come the registers of parameters, definitions in
 * the order of instructions, and phis. Instruction k reads the values use[use_at[k] … use_at[k + 1]
 * - 1], in the order of fields a, b, d, imm or of its list. Its definitions begin with number
 * def_at[k].
 */
typedef struct Flow {
    const Function *function;
    FlowBlock *blocks;
    uint32_t nblocks;
    uint32_t *edges;
    uint32_t *block_of; /* per instruction */
    uint32_t *order;    /* reached blocks, each before its successors except in loops */
    uint32_t norder;
    uint32_t nvalues, first_phi;
    uint32_t *use_at, *use, *def_at;
    uint32_t *value_insn; /* per value: its instruction, or FLOW_NONE */
    uint32_t *phi_at,
        *phi_arg;        /* per phi: its arguments are phi_arg[phi_at[p] … phi_at[p + 1] - 1] */
    uint32_t *phi_block; /* FLOW_NONE: a phi of the whole function (returns_twice) */
    bool returns_twice;  /* calls setjmp: any value of a register may be read anywhere */
} Flow;

/* Returns the flow of a function with code; flow_free frees it. */
Flow *flow_of(const Program *p, const Function *f);
void flow_free(Flow *w);

/* Returns the instruction behind instruction k and its slots. */
static inline uint32_t flow_next(const Function *f, uint32_t k) {
    const Insn *i = &f->code[k];
    return op_flags[insn_op(i)] & F_LIST ? k + 1 + insn_slot_count(i) : k + 1;
}
static inline uint32_t flow_target(const Function *f, uint32_t k) {
    return k + (uint32_t)(f->code[k].imm >> 32);
}
/* Whether control never goes behind the instruction: ends, and builtins that do not return. */
bool flow_ends(const Insn *i);
/* Returns the builtin that an instruction is, or BUILTIN_NONE. */
static inline Builtin flow_builtin(const Insn *i) {
    return i->op == OP_BUILTIN ? (Builtin)i->b : BUILTIN_NONE;
}
/* Whether the value is an argument of phi number `p`. */
bool flow_phi_has(const Flow *f, uint32_t p, uint32_t value);
/* Whether a MOVI defines the value; *number is its number. */
bool flow_constant(const Flow *f, uint32_t value, uint64_t *number);

#endif
