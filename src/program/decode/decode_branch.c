/*
 * decode_branch.c — control flow: blocks, copies for phis, branches, switches and returns.
 * Comparisons are fused into the branches they decide. Copies for phis are plain moves here;
 * allocate.c coalesces them.
 */
#include "program/decode/decoder.h"
#include <stdlib.h>

uint32_t new_block(Decoder *d) {
    VBlock b = {0};
    vec_push(&d->v.blocks, b);
    return (uint32_t)d->v.blocks.len - 1;
}

uint32_t block_index(Decoder *d, LLVMBasicBlockRef b) {
    return (uint32_t)ptrmap_get(&d->block, b) - 1;
}

static bool has_phis(LLVMBasicBlockRef b) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    return i && LLVMGetInstructionOpcode(i) == LLVMPHI;
}

/* Emits copies into the phis of `to` for the edge from `from`, at the current place. The copies
 * write a second register (`shadow`: the phi's own register + its number of registers). This makes
 * the copies parallel. */
static void phi_copies(Decoder *d, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMGetInstructionOpcode(i) == LLVMPHI;
         i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
            if (LLVMGetIncomingBlock(i, k) != from) continue;
            LLVMValueRef v = LLVMGetIncomingValue(i, k);
            unsigned n = type_registers(LLVMTypeOf(i));
            uint32_t shadow = reg_of(d, i, 0) + n;
            if (LLVMIsConstant(v)) {
                uint64_t *parts = xcalloc(n + 1, sizeof *parts);
                if (LLVMIsAGlobalVariable(v) && ptrmap_get(&d->l->global_tls, v))
                    emit(d, OP_TLSADDR, shadow, 0, 0, ptrmap_get(&d->l->global_tls, v) - 1);
                else if (!LLVMIsUndef(v) && !LLVMIsPoison(v)) {
                    constant_parts(d, v, parts);
                    for (unsigned m = 0; m < n; m++) emit(d, OP_MOVI, shadow + m, 0, 0, parts[m]);
                } else
                    for (unsigned m = 0; m < n; m++) emit(d, OP_MOVI, shadow + m, 0, 0, 0);
                free(parts);
            } else
                for (unsigned m = 0; m < n; m++) emit(d, OP_MOV, shadow + m, reg_of(d, v, m), 0, 0);
            break;
        }
}

/* Registers of phis come in pairs: the phi's own and the one its copies write. */
void decode_phis(Decoder *d) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(d->source);
         i && LLVMGetInstructionOpcode(i) == LLVMPHI; i = LLVMGetNextInstruction(i)) {
        unsigned m = type_registers(LLVMTypeOf(i));
        uint32_t r = reg_of(d, i, 0);
        for (unsigned k = 0; k < m; k++) emit(d, OP_MOV, r + k, r + m + k, 0, 0);
    }
}

/* Returns the block to jump to for an edge out of the block being decoded. If copies are needed, it
 * is a block of its own, written after the block it leaves. */
static uint32_t edge(Decoder *d, LLVMBasicBlockRef to) {
    if (!has_phis(to)) return block_index(d, to);
    PendingEdge p = {new_block(d), d->source, to};
    vec_push(&d->pending, p);
    return p.block;
}

void decode_pending_edges(Decoder *d) {
    for (size_t k = 0; k < d->pending.len; k++) {
        PendingEdge p = d->pending.data[k];
        d->current = p.block;
        d->v.blocks.data[p.block].first = (uint32_t)d->v.code.len;
        vec_push(&d->v.order, p.block);
        if (!p.to) {
            missing(d, "a computed goto to an address that is no label of this function");
            continue;
        }
        phi_copies(d, p.from, p.to);
        emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, p.to));
    }
    d->pending.len = 0;
}

static bool fusible(LLVMValueRef c, LLVMValueRef branch) {
    return LLVMIsAICmpInst(c) && !is_wide(LLVMTypeOf(LLVMGetOperand(c, 0))) && LLVMGetFirstUse(c) &&
           !LLVMGetNextUse(LLVMGetFirstUse(c)) &&
           LLVMGetInstructionParent(c) == LLVMGetInstructionParent(branch);
}

bool is_fused(LLVMValueRef c) {
    LLVMUseRef u = LLVMGetFirstUse(c);
    if (!u || LLVMGetNextUse(u)) return false;
    LLVMValueRef user = LLVMGetUser(u);
    return LLVMIsABranchInst(user) && LLVMIsConditional(user) && LLVMGetCondition(user) == c &&
           fusible(c, user);
}

void decode_switch(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0);
    if (is_wide(LLVMTypeOf(x))) {
        missing(d, "a switch on a %u-bit integer, which is not supported", int_bits(LLVMTypeOf(x)));
        return;
    }
    unsigned n = LLVMGetNumSuccessors(i) - 1;
    Arena *arena = d->l->program->arena;
    SwitchTable t = {.len = n};
    uint64_t *value = arena_alloc(arena, (n + 1) * sizeof *value);
    uint32_t *target = arena_alloc(arena, (n + 1) * sizeof *target);
    PtrMap made = {0}; /* one edge block per distinct successor */
    LLVMBasicBlockRef otherwise = LLVMGetSwitchDefaultDest(i);
    uint32_t r = reg_of(d, x, 0);
    VEC(uint32_t) successors = {0};
    for (unsigned k = 0; k <= n; k++) {
        LLVMBasicBlockRef to = k < n ? LLVMGetSuccessor(i, k + 1) : otherwise;
        uint32_t e = (uint32_t)ptrmap_get(&made, to);
        if (!e) {
            e = edge(d, to) + 1;
            ptrmap_put(&made, to, e);
            vec_push(&successors, e - 1);
        }
        if (k == n) {
            t.otherwise = e - 1;
            break;
        }
        uint64_t c = 0;
        immediate(d, LLVMGetOperand(i, 2 + 2 * k), &c);
        uint32_t at = k;
        for (; at > 0 && value[at - 1] > c; at--) {
            value[at] = value[at - 1];
            target[at] = target[at - 1];
        }
        value[at] = c;
        target[at] = e - 1;
    }
    t.value = value;
    t.target = target;
    vec_push(&d->l->switches, t);
    emit(d, OP_SWITCH, 0, r, 0, d->l->switches.len - 1);
    for (size_t k = 0; k < successors.len; k++)
        vec_push(&d->v.blocks.data[d->current].successors, successors.data[k]);
    vec_free(&successors);
    ptrmap_free(&made);
}

void decode_indirect_branch(Decoder *d, LLVMValueRef i) {
    Arena *arena = d->l->program->arena;
    unsigned total = LLVMCountBasicBlocks(d->fn), n = 0;
    uint64_t *value = arena_alloc(arena, (total + 1) * sizeof *value);
    uint32_t *target = arena_alloc(arena, (total + 1) * sizeof *target);
    uint32_t r = reg_of(d, LLVMGetOperand(i, 0), 0);
    uint64_t ordinal = 0;
    uint32_t bad = new_block(d);
    VEC(uint32_t) successors = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->fn); b;
         b = LLVMGetNextBasicBlock(b), ordinal++)
        for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++)
            if (LLVMGetSuccessor(i, k) == b) {
                value[n] = LABEL_BASE + ordinal;
                target[n++] = edge(d, b);
                vec_push(&successors, target[n - 1]);
                break;
            }
    SwitchTable t = {.len = n, .value = value, .target = target, .otherwise = bad};
    vec_push(&d->l->switches, t);
    emit(d, OP_SWITCH, 0, r, 0, d->l->switches.len - 1);
    vec_push(&successors, bad);
    for (size_t k = 0; k < successors.len; k++)
        vec_push(&d->v.blocks.data[d->current].successors, successors.data[k]);
    vec_free(&successors);
    PendingEdge p = {bad, NULL, NULL};
    vec_push(&d->pending, p);
}

void decode_return(Decoder *d, LLVMValueRef i) {
    if (LLVMGetNumOperands(i) == 0) {
        emit(d, OP_RET, 0, 0, 0, 0);
        return;
    }
    LLVMValueRef v = LLVMGetOperand(i, 0);
    unsigned n = type_registers(LLVMTypeOf(v));
    if (n == 1) {
        emit(d, OP_RETV, 0, reg_of(d, v, 0), 0, 0);
        return;
    }
    uint32_t *uses = xcalloc(n + 1, sizeof *uses);
    for (unsigned k = 0; k < n; k++) uses[k] = reg_of(d, v, k);
    emit_list(d, OP_RETN, 0, 0, NO_REGISTERS, (Registers){uses, n});
    free(uses);
}

static void jump_to(Decoder *d, LLVMBasicBlockRef to) {
    phi_copies(d, d->source, to);
    emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, to));
}

void decode_branch(Decoder *d, LLVMValueRef i) {
    if (!LLVMIsConditional(i)) {
        jump_to(d, LLVMGetSuccessor(i, 0));
        return;
    }
    LLVMBasicBlockRef yes = LLVMGetSuccessor(i, 0), no = LLVMGetSuccessor(i, 1);
    LLVMValueRef c = LLVMGetCondition(i);
    uint64_t k;
    if (yes == no || immediate(d, c, &k)) {
        jump_to(d, yes == no || k ? yes : no);
        return;
    }
    if (fusible(c, i)) {
        Comparison q = compare_lane(d, c, 0);
        if (q.b.immediate && !fits32((int64_t)q.b.number)) {
            q.b.reg = constant_reg(d, q.b.number);
            q.b.immediate = false;
        }
        uint32_t t = edge(d, yes);
        emit_jump(d, (uint16_t)(OP_BEQ + 2 * q.predicate + q.b.immediate), q.a, q.b.reg,
                  (uint32_t)q.b.number, t);
    } else {
        uint32_t r = reg_of(d, c, 0), t = edge(d, yes);
        emit_jump(d, OP_BR, r, 0, 0, t);
    }
    uint32_t f = edge(d, no);
    emit_jump(d, OP_JMP, 0, 0, 0, f);
}
