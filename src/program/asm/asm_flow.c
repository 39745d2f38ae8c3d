/*
 * asm_flow.c — inline assembly with loops, with jumps around accesses to memory, or with jumps to
 * labels of C (`asm goto`): its instructions become basic blocks of the function. What registers
 * hold where control comes from several places is in local variables, which the optimiser turns
 * into registers. Flags are known behind a label only once an instruction has set them.
 */
#include "program/asm/asm_instructions.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

/* A label of the template, with the index of its instruction. */
typedef struct FlowLabel {
    size_t at;
    LLVMBasicBlockRef block;
} FlowLabel;

typedef struct Flow {
    Assembly *a;
    LLVMValueRef call, fn;
    bool used[ASM_REGISTERS];          /* registers that a label needs to know */
    LLVMValueRef slots[ASM_REGISTERS]; /* their variables */
    AsmState entry;                    /* the state at the beginning */
    LLVMValueRef result;               /* of asm goto: the variable for its results, or NULL */
    LLVMBasicBlockRef first;           /* block of the first instruction */
    LLVMBasicBlockRef out[ASM_OPERANDS_MAX]; /* blocks that lead to labels of C, by operand */
    VEC(FlowLabel) labels;
    VEC(LLVMBasicBlockRef) blocks; /* all, in the order in which they were made */
} Flow;

static bool asm_is_jump(const AsmInstruction *i) {
    return !i->is_label && (i->name[0] == 'j' || !strncmp(i->name, "loop", 4));
}

static LLVMBasicBlockRef flow_block(Flow *f) {
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(f->a->l->context, f->fn, "");
    vec_push(&f->blocks, block);
    return block;
}

/* Makes a variable of the function. Its block is that of the function's first instruction. */
static LLVMValueRef flow_variable(Flow *f, LLVMTypeRef type) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->fn);
    LLVMPositionBuilder(f->a->b, entry, LLVMGetFirstInstruction(entry));
    return LLVMBuildAlloca(f->a->b, type, "");
}

/* --- registers over labels -------------------------------------------------------------------- */

static bool is_vector_register(const Flow *f, int reg) {
    if (reg >= ASM_XMM) return true;
    for (unsigned k = 0; k < f->a->t->noperands; k++)
        if (f->a->t->operands[k].reg == reg && f->a->t->operands[k].vector) return true;
    return false;
}

static LLVMTypeRef slot_type(const Flow *f, int reg) {
    return is_vector_register(f, reg) ? LLVMVectorType(asm_int(f->a, 64), 2) : asm_int(f->a, 64);
}

static void use_register(Flow *f, int reg) {
    if (reg >= 0 && reg < ASM_REGISTERS && (reg < ASM_OPERAND || reg >= ASM_XMM))
        f->used[reg] = true;
}

/* Finds the registers that instructions may change: named ones, those of outputs, and those that
 * instructions use without naming them. An input's own register stays as it was. */
static void flow_registers(Flow *f) {
    static const int implicit[] = {ASM_RAX, ASM_RCX, ASM_RDX, ASM_RBX, ASM_RSI, ASM_RDI};
    const AsmTemplate *t = f->a->t;
    for (size_t k = 0; k < ARRAY_LEN(implicit); k++) f->used[implicit[k]] = true;
    for (unsigned k = 0; k < t->noperands; k++) {
        const AsmOperand *o = &t->operands[k];
        use_register(f, o->reg);
        if (o->output && !o->memory && o->flag == ASM_CC_NONE) f->used[o->reg] = true;
    }
    for (size_t k = 0; k < t->instructions.len; k++)
        for (unsigned n = 0; n < t->instructions.data[k].narguments; n++) {
            const AsmArgument *x = &t->instructions.data[k].arguments[n];
            use_register(f, x->kind == ASM_ARGUMENT_REGISTER ? x->reg : -1);
            use_register(f, x->base);
            use_register(f, x->index);
        }
    for (int r = 0; r < ASM_REGISTERS; r++)
        if (f->used[r]) f->slots[r] = flow_variable(f, slot_type(f, r));
}

/* Writes the registers to their variables. */
static bool flow_save(Flow *f) {
    Assembly *a = f->a;
    for (int r = 0; r < ASM_REGISTERS; r++) {
        if (!f->used[r]) continue;
        LLVMTypeRef type = slot_type(f, r);
        LLVMValueRef v = a->now.registers[r];
        if (!v)
            v = LLVMConstNull(type);
        else
            v = is_vector_register(f, r) ? asm_vector_as(a, v, type) : asm_register(a, r);
        if (!v) return false;
        LLVMBuildStore(a->b, v, f->slots[r]);
    }
    return a->now.npushed == 0;
}

/* Reads the registers from their variables, at the beginning of a block. */
static void flow_load(Flow *f) {
    Assembly *a = f->a;
    a->now = f->entry;
    for (int r = 0; r < ASM_REGISTERS; r++)
        if (f->used[r])
            a->now.registers[r] = LLVMBuildLoad2(a->b, slot_type(f, r), f->slots[r], "");
}

static void flow_go_to(Flow *f, LLVMBasicBlockRef block) {
    LLVMPositionBuilderAtEnd(f->a->b, block);
}

/* --- jumps ------------------------------------------------------------------------------------ */

static void flow_labels(Flow *f) {
    const AsmTemplate *t = f->a->t;
    for (size_t k = 0; k < t->instructions.len; k++)
        if (t->instructions.data[k].is_label)
            vec_push(&f->labels, ((FlowLabel){.at = k, .block = flow_block(f)}));
}

/* Returns the block that an argument of instruction `at` names, or NULL. */
static LLVMBasicBlockRef flow_leads_to(Flow *f, size_t at, const AsmArgument *to) {
    if (to->kind != ASM_ARGUMENT_LABEL) return NULL;
    if (to->operand >= 0) {
        if (!f->out[to->operand]) f->out[to->operand] = flow_block(f);
        return f->out[to->operand];
    }
    bool named = to->number >= ASM_NAMED_LABEL;
    LLVMBasicBlockRef last = NULL;
    for (size_t k = 0; k < f->labels.len; k++) {
        const FlowLabel *l = &f->labels.data[k];
        if (f->a->t->instructions.data[l->at].label != to->number) continue;
        if (named || (!to->back && l->at > at)) return l->block;
        if (l->at < at) last = l->block;
    }
    return to->back ? last : NULL;
}

/* Returns the condition of a jump, or NULL if it is unknown. */
static LLVMValueRef jump_condition(Assembly *a, const char *name) {
    bool counts = !strcmp(name, "loop");
    if (counts || !strcmp(name, "jrcxz") || !strcmp(name, "jecxz")) {
        LLVMValueRef n = asm_register(a, ASM_RCX);
        if (n && counts)
            a->now.registers[ASM_RCX] = n = LLVMBuildSub(a->b, n, asm_number(a, 64, 1), "");
        if (n && name[1] == 'e') n = LLVMBuildTrunc(a->b, n, asm_int(a, 32), "");
        LLVMValueRef none = n ? asm_is_zero(a, n) : NULL;
        return none && counts ? LLVMBuildNot(a->b, none, "") : none;
    }
    AsmCondition c = name[0] == 'j' ? asm_condition(name + 1) : ASM_CC_NONE;
    return c != ASM_CC_NONE ? asm_holds(a, c) : NULL;
}

static bool flow_jump(Flow *f, size_t at) {
    Assembly *a = f->a;
    const AsmInstruction *i = &a->t->instructions.data[at];
    bool always = !strcmp(i->name, "jmp");
    if (i->lock || i->repeat || i->narguments != 1) return false;
    LLVMBasicBlockRef target = flow_leads_to(f, at, &i->arguments[0]);
    LLVMValueRef taken = target && !always ? jump_condition(a, i->name) : NULL;
    if (!target || (!taken && !always) || !flow_save(f)) return false;
    LLVMBasicBlockRef next = flow_block(f);
    if (always)
        LLVMBuildBr(a->b, target);
    else
        LLVMBuildCondBr(a->b, taken, target, next);
    flow_go_to(f, next);
    return true;
}

static bool flow_label(Flow *f, size_t at) {
    for (size_t k = 0; k < f->labels.len; k++) {
        const FlowLabel *l = &f->labels.data[k];
        if (l->at != at) continue;
        if (!flow_save(f)) return false;
        LLVMBuildBr(f->a->b, l->block);
        flow_go_to(f, l->block);
        flow_load(f);
        return true;
    }
    return false;
}

/* --- the statement in its function ------------------------------------------------------------ */

/* Gives the results of asm goto and leaves for `to`, a block of the program. */
static bool leave_for(Flow *f, LLVMBasicBlockRef to) {
    LLVMValueRef all = NULL;
    if (!asm_results(f->a, f->call, &all)) return false;
    if (all && f->result) LLVMBuildStore(f->a->b, all, f->result);
    LLVMBuildBr(f->a->b, to);
    return true;
}

/* Completes asm goto: the way behind its last instruction, and those to labels of C. */
static bool leave_goto(Flow *f) {
    unsigned successor = 0;
    if (!leave_for(f, LLVMGetSuccessor(f->call, successor++))) return false;
    for (unsigned k = 0; k < f->a->t->noperands; k++) {
        if (!f->a->t->operands[k].label) continue;
        if (successor == LLVMGetNumSuccessors(f->call)) return false;
        LLVMBasicBlockRef to = LLVMGetSuccessor(f->call, successor++);
        if (!f->out[k]) continue;
        flow_go_to(f, f->out[k]);
        flow_load(f);
        if (!leave_for(f, to)) return false;
    }
    return true;
}

/* Whether a block's address is taken, or, for those behind asm goto, a value depends on the way by
 * which it was entered. */
static bool has_its_address_taken(LLVMBasicBlockRef block) {
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u))
        if (LLVMIsABlockAddress(LLVMGetUser(u))) return true;
    return false;
}

static bool can_be_parted(const Flow *f) {
    if (LLVMIsACallInst(f->call)) return !has_its_address_taken(LLVMGetInstructionParent(f->call));
    for (unsigned k = 0; k < LLVMGetNumSuccessors(f->call); k++)
        if (LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(f->call, k)))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(f->call); u; u = LLVMGetNextUse(u))
        if (LLVMIsAPHINode(LLVMGetUser(u))) return false;
    return true;
}

/* Puts the blocks in the place of asm goto, which ends its block. */
static void replace_goto(Flow *f) {
    LLVMBuilderRef b = f->a->b;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(f->call);
    for (LLVMUseRef u; (u = LLVMGetFirstUse(f->call));) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMPositionBuilderBefore(b, user);
        LLVMValueRef v = LLVMBuildLoad2(b, LLVMTypeOf(f->call), f->result, "");
        for (int k = 0; k < LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, (unsigned)k) == f->call) LLVMSetOperand(user, (unsigned)k, v);
    }
    LLVMInstructionEraseFromParent(f->call);
    LLVMPositionBuilderAtEnd(b, from);
    LLVMBuildBr(b, f->first);
}

/* Puts the blocks in the place of a statement, the last of which is `last`. What precedes it moves
 * to a block of its own, which takes over the ways into the statement's block. */
static void replace_statement(Flow *f, LLVMBasicBlockRef last) {
    LLVMBuilderRef b = f->a->b;
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(f->call);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(f->call),
                      head = LLVMInsertBasicBlockInContext(f->a->l->context, rest, "");
    LLVMPositionBuilderAtEnd(b, head);
    LLVMSetCurrentDebugLocation2(b, NULL); /* what moves keeps its place */
    for (LLVMValueRef i; (i = LLVMGetFirstInstruction(rest)) != f->call;) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(b, i);
    }
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f->fn); k; k = LLVMGetNextBasicBlock(k)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(k);
        for (unsigned n = 0; end && n < LLVMGetNumSuccessors(end); n++)
            if (LLVMGetSuccessor(end, n) == rest) LLVMSetSuccessor(end, n, head);
    }
    LLVMSetCurrentDebugLocation2(b, where);
    LLVMBuildBr(b, f->first);
    LLVMPositionBuilderAtEnd(b, last);
    LLVMBuildBr(b, rest);
    LLVMInstructionEraseFromParent(f->call);
}

/* Removes everything that was made. */
static void take_back_flow(Flow *f) {
    for (size_t k = 0; k < f->blocks.len; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.data[k]);
        if (end) LLVMInstructionEraseFromParent(end);
    }
    for (size_t k = f->blocks.len; k-- > 0;) LLVMDeleteBasicBlock(f->blocks.data[k]);
    for (int r = 0; r < ASM_REGISTERS; r++)
        if (f->slots[r]) LLVMInstructionEraseFromParent(f->slots[r]);
    if (f->result) LLVMInstructionEraseFromParent(f->result);
}

static bool flow_body(Flow *f) {
    Assembly *a = f->a;
    bool known = asm_take_operands(a, f->call);
    f->entry = a->now;
    for (size_t k = 0; k < a->t->instructions.len && known; k++) {
        const AsmInstruction *i = &a->t->instructions.data[k];
        known = i->is_label      ? flow_label(f, k)
                : asm_is_jump(i) ? flow_jump(f, k)
                                 : asm_instruction(a, i);
    }
    return known && !a->failed;
}

void asm_flow(Assembly *a, LLVMValueRef call) {
    bool ends = !LLVMIsACallInst(call), jumps = ends;
    for (size_t k = 0; k < a->t->instructions.len; k++)
        jumps |= asm_is_jump(&a->t->instructions.data[k]);
    Flow f = {.a = a, .call = call, .fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))};
    if (!jumps || !can_be_parted(&f)) return;
    LLVMValueRef all = NULL;
    flow_registers(&f);
    if (ends && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        f.result = flow_variable(&f, LLVMTypeOf(call));
    f.first = flow_block(&f);
    flow_labels(&f);
    flow_go_to(&f, f.first);
    bool known = flow_body(&f) && (ends ? leave_goto(&f) : asm_results(a, call, &all));
    if (!known) {
        take_back_flow(&f);
    } else if (ends) {
        replace_goto(&f);
    } else {
        LLVMBasicBlockRef last = LLVMGetInsertBlock(a->b);
        if (all) LLVMReplaceAllUsesWith(call, all);
        replace_statement(&f, last);
    }
    vec_free(&f.labels);
    vec_free(&f.blocks);
}
