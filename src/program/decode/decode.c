/*
 * decode.c — turns each LLVM function into virtual code, block by block. The instructions are in
 * decode_*.c by kind; decoder.h has the declarations they share.
 */
#include "program/decode/decoder.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static void decode_instruction(Decoder *d, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMRet: decode_return(d, i); break;
    case LLVMBr: decode_branch(d, i); break;
    case LLVMSwitch: decode_switch(d, i); break;
    case LLVMIndirectBr: decode_indirect_branch(d, i); break;
    case LLVMUnreachable: emit(d, OP_UNREACHABLE, 0, 0, 0, 0); break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: decode_binary(d, i, op); break;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: decode_float_binary(d, i, op); break;
    case LLVMFNeg: decode_fneg(d, i); break;
    case LLVMAlloca: decode_alloca(d, i); break;
    case LLVMLoad: decode_load(d, i); break;
    case LLVMStore: decode_store(d, i); break;
    case LLVMGetElementPtr: decode_gep(d, i); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: decode_cast(d, i, op); break;
    case LLVMICmp:
        if (!is_fused(i)) decode_icmp(d, i);
        break;
    case LLVMFCmp: decode_fcmp(d, i); break;
    case LLVMSelect: decode_select(d, i); break;
    case LLVMCall: decode_call(d, i); break;
    case LLVMFreeze: decode_freeze(d, i); break;
    case LLVMExtractElement: decode_vector_element(d, i, false); break;
    case LLVMInsertElement: decode_vector_element(d, i, true); break;
    case LLVMShuffleVector: decode_shuffle(d, i); break;
    case LLVMExtractValue: decode_aggregate(d, i, false); break;
    case LLVMInsertValue: decode_aggregate(d, i, true); break;
    case LLVMFence:
        /* atomic_signal_fence: orders nothing between threads */
        if (LLVMIsAtomicSingleThread(i)) break;
        emit_list(d, OP_ATOMIC, ATOMIC_FENCE, LLVMGetOrdering(i), NO_REGISTERS, NO_REGISTERS);
        break;
    case LLVMAtomicCmpXchg: decode_cmpxchg(d, i); break;
    case LLVMAtomicRMW: decode_rmw(d, i); break;
    case LLVMCallBr: missing(d, "asm goto, which is not supported"); break;
    default: missing_instruction(d, i); break;
    }
}

/* Resets the decoder for the next function. */
static void begin_function(Decoder *d, LLVMValueRef fn, Function *out) {
    d->fn = fn;
    d->out = out;
    d->v.code.len = d->v.list.len = 0;
    for (size_t k = 0; k < d->v.blocks.len; k++) vec_free(&d->v.blocks.data[k].successors);
    d->v.blocks.len = 0;
    d->v.nvregs = 1;
    d->v.first_switch = (uint32_t)d->l->switches.len;
    d->v.order.len = 0;
    d->v.returns_twice = false;
    ptrmap_clear(&d->reg);
    ptrmap_clear(&d->block);
    ptrmap_clear(&d->address);
    d->addresses.len = 0;
    d->objects.len = 0;
    d->pending.len = 0;
    d->zero = 0;
    d->va_area = 0;
    d->va_most = (ArgumentCursor){0};
    d->frame_bytes = 0;
    d->frame_align = 16;
    d->function_loc = function_location(d->l, fn, out->name);
}

static void give_registers_to_parameters(Decoder *d) {
    Function *out = d->out;
    for (unsigned k = 0, n = LLVMCountParams(d->fn); k < n; k++) {
        LLVMValueRef p = LLVMGetParam(d->fn, k);
        ptrmap_put(&d->reg, p, d->v.nvregs);
        d->v.nvregs += MAX(type_registers(LLVMTypeOf(p)), 1);
    }
    if (out->vararg) d->va_area = new_reg(d);
    d->v.nparams = d->v.nvregs - 1;
    out->nparams = (uint16_t)d->v.nparams;
    out->nresults = (uint16_t)type_registers(LLVMGetReturnType(LLVMGlobalGetValueType(d->fn)));
}

/* Block 0 is the prologue: copies of arguments passed by value, the zero register. */
static void decode_prologue(Decoder *d) {
    uint32_t prologue = new_block(d);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->fn); b; b = LLVMGetNextBasicBlock(b))
        ptrmap_put(&d->block, b, new_block(d) + 1);
    d->current = prologue;
    d->loc = d->function_loc;
    vec_push(&d->v.order, prologue);
    emit(d, OP_MOVI, 0, 0, 0, 0); /* becomes the zero register, or nothing */
    for (unsigned k = 0, n = LLVMCountParams(d->fn); k < n; k++) {
        LLVMTypeRef by = byval_type(d->fn, k);
        if (!by) continue;
        LLVMValueRef p = LLVMGetParam(d->fn, k);
        uint64_t size = LLVMABISizeOfType(d->l->layout, by);
        uint32_t copy = new_reg(d);
        emit(d, OP_STACKADDR, copy, 0, 0,
             frame_object(d, size, LLVMABIAlignmentOfType(d->l->layout, by), NULL));
        emit_list(d, OP_MISC, MISC_MEMCPY, 0, NO_REGISTERS,
                  REGISTERS(copy, reg_of(d, p, 0), constant_reg(d, size)));
        ptrmap_put(&d->reg, p, copy);
    }
    begin_debug_variables(d);
    emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, LLVMGetEntryBasicBlock(d->fn)));
}

static void decode_block(Decoder *d, LLVMBasicBlockRef b) {
    uint32_t index = block_index(d, b);
    d->current = index;
    d->source = b;
    d->v.blocks.data[index].first = (uint32_t)d->v.code.len;
    vec_push(&d->v.order, index);
    decode_phis(d);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMGetInstructionOpcode(i) == LLVMPHI || decode_debug_call(d, i)) continue;
        LLVMMetadataRef where = LLVMInstructionGetDebugLoc(i);
        /* Line 0 marks code that LLVM merged from several lines: the preceding place is nearer. */
        if (!where || LLVMDILocationGetLine(where))
            d->loc = where ? location_index(d->l, where, d->out->name) : d->function_loc;
        if (where && is_marked_volatile(d->l, i) &&
            LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic)
            d->l->locs.data[d->loc].is_volatile = true;
        decode_instruction(d, i);
        if (d->l->error) break;
    }
    decode_pending_edges(d);
}

static void finish_frame(Decoder *d) {
    Function *out = d->out;
    place_variadic(d);
    /* too large for any stack, like the original size */
    out->frame_bytes = d->objects.len ? (uint32_t)MIN(d->frame_bytes + 16, UINT32_MAX & ~15ull) : 0;
    out->frame_align = (uint32_t)d->frame_align;
    StackObject *objects =
        arena_alloc(d->l->program->arena, (d->objects.len + 1) * sizeof *objects);
    if (d->objects.len) memcpy(objects, d->objects.data, d->objects.len * sizeof *objects);
    out->objects = objects;
    out->nobjects = (uint32_t)d->objects.len;
}

static void decode_function(Decoder *d, LLVMValueRef fn, Function *out) {
    begin_function(d, fn, out);
    give_registers_to_parameters(d);
    decode_prologue(d);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && !d->l->error;
         b = LLVMGetNextBasicBlock(b))
        decode_block(d, b);
    if (d->l->error) return;
    if (d->zero) d->v.code.data[0].d = d->zero;
    finish_frame(d);
    allocate_registers(d->l, &d->v, out, d->scratch);
    if (!d->l->error) end_debug_variables(d);
    arena_reset(d->scratch);
}

static Builtin builtin_named(const char *name) {
    static const struct {
        const char *name;
        Builtin builtin;
    } of_c[] = {
#define N(name, builtin) {#name, BUILTIN_##builtin},
        C_BUILTIN_NAMES(N)
#undef N
    };
    if (starts(name, "__heddle_"))
        for (unsigned k = 1; builtin_names[k]; k++)
            if (!strcmp(name + 9, builtin_names[k])) return (Builtin)k;
    for (size_t k = 0; k < ARRAY_LEN(of_c); k++)
        if (!strcmp(name, of_c[k].name)) return of_c[k].builtin;
    return BUILTIN_NONE;
}

void decode_functions(Loader *l) {
    Program *p = l->program;
    /* If the addresses of another version are kept, some numbers may be unused. */
    for (uint32_t k = 0; k < p->nfunctions; k++)
        p->functions[k] = (Function){
            .name = "", .library = true, .address = FUNCTION_BASE + (uint64_t)k * FUNCTION_STEP};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        Function *out = &p->functions[ptrmap_get(&l->function_index, f) - 1];
        out->name = arena_strdup(p->arena, LLVMGetValueName(f));
        out->vararg = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
        out->library = !ptrmap_get(&l->own, f);
        out->on_streams = out->library && hash_set_has(&l->streams, hash_string(out->name) | 1);
        out->external = is_external(f);
        out->atomic = starts(out->name, "__VERIFIER_atomic_") &&
                      strcmp(out->name, "__VERIFIER_atomic_begin") &&
                      strcmp(out->name, "__VERIFIER_atomic_end");
        if (LLVMIsDeclaration(f)) out->builtin = builtin_named(out->name);
    }
    Decoder d = {.l = l, .scratch = arena_new()};
    begin_debug_information(l);
    vec_push(&l->locs, ((Loc){.file = "", .function = ""}));
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f && !l->error;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            decode_function(&d, f, &p->functions[ptrmap_get(&l->function_index, f) - 1]);
    arena_free(d.scratch);
    for (size_t k = 0; k < d.v.blocks.len; k++) vec_free(&d.v.blocks.data[k].successors);
    vec_free(&d.v.blocks);
    vec_free(&d.v.code);
    vec_free(&d.v.list);
    vec_free(&d.v.order);
    vec_free(&d.addresses);
    vec_free(&d.objects);
    vec_free(&d.pending);
    vec_free(&d.parts);
    vec_free(&d.fragments);
    vec_free(&d.v.kept);
    ptrmap_free(&d.reg);
    ptrmap_free(&d.block);
    ptrmap_free(&d.address);
}
