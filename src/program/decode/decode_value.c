/*
 * decode_value.c — the registers of values and the emission of instructions, used by all of the
 * decoder.
 */
#include "program/decode/decoder.h"
#include <stdio.h>
#include <stdlib.h>

unsigned type_registers(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMLabelTypeKind: return 0;
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) > 64 ? 2 : 1;
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind: return 2;
    case LLVMStructTypeKind: {
        unsigned n = 0;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            n += type_registers(LLVMStructGetTypeAtIndex(t, i));
        return n;
    }
    case LLVMArrayTypeKind:
        return (unsigned)LLVMGetArrayLength2(t) * type_registers(LLVMGetElementType(t));
    case LLVMVectorTypeKind: return LLVMGetVectorSize(t) * type_registers(LLVMGetElementType(t));
    default: return 1;
    }
}

unsigned int_bits(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t);
    case LLVMFloatTypeKind: return 32;
    case LLVMX86_FP80TypeKind: return 80;
    case LLVMFP128TypeKind: return 128;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 16;
    default: return 64;
    }
}

unsigned element_registers(LLVMTypeRef t, unsigned index, LLVMTypeRef *type) {
    unsigned n = 0;
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < index; i++) n += type_registers(LLVMStructGetTypeAtIndex(t, i));
        *type = LLVMStructGetTypeAtIndex(t, index);
    } else {
        *type = LLVMGetElementType(t);
        n = index * type_registers(*type);
    }
    return n;
}

bool is_wide_vector(Decoder *d, LLVMTypeRef t) {
    if (!is_vector(t) || type_registers(lane_type(t)) == 1) return false;
    missing(d, "a vector of parts wider than 64 bits, which is not supported");
    return true;
}

bool is_opaque_float(Decoder *d, LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(lane_type(t));
    if (k != LLVMHalfTypeKind && k != LLVMBFloatTypeKind && k != LLVMFP128TypeKind) return false;
    missing(d, k == LLVMFP128TypeKind ? "128-bit floating point, which is not supported"
                                      : "half-precision floating point, which is not supported");
    return true;
}

VInsn *emit(Decoder *d, uint16_t op, uint32_t dst, uint32_t a, uint32_t b, uint64_t imm) {
    VInsn i = {.op = op, .d = dst, .a = a, .b = b, .imm = imm, .loc = d->loc};
    vec_push(&d->v.code, i);
    d->v.blocks.data[d->current].len++;
    return &vec_last(&d->v.code);
}

VInsn *emit_list(Decoder *d, uint16_t op, uint16_t sub, uint64_t imm, Registers defs,
                 Registers uses) {
    uint32_t at = (uint32_t)d->v.list.len;
    for (unsigned i = 0; i < defs.n; i++) vec_push(&d->v.list, defs.at[i]);
    for (unsigned i = 0; i < uses.n; i++) vec_push(&d->v.list, uses.at[i]);
    VInsn *i = emit(d, op, 0, 0, 0, imm);
    i->sub = sub;
    i->list = at;
    i->nd = defs.n;
    i->nu = uses.n;
    return i;
}

void emit_jump(Decoder *d, uint16_t op, uint32_t a, uint32_t b, uint64_t imm, uint32_t target) {
    emit(d, op, 0, a, b, imm)->target = target;
    vec_push(&d->v.blocks.data[d->current].successors, target);
}

void missing(Decoder *d, const char *format, ...) {
    char text[300];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    vec_push(&d->l->messages, arena_strdup(d->l->program->arena, text));
    emit_list(d, OP_MISSING, 0, d->l->messages.len - 1, NO_REGISTERS, NO_REGISTERS);
}

void missing_instruction(Decoder *d, LLVMValueRef i) {
    char *text = LLVMPrintValueToString(i), *end = strstr(text, ", !");
    if (end) *end = 0; /* metadata */
    missing(d, "the instruction `%.200s`, which is not supported", text + strspn(text, " "));
    LLVMDisposeMessage(text);
}

uint32_t constant_reg(Decoder *d, uint64_t value) {
    uint32_t r = new_reg(d);
    emit(d, OP_MOVI, r, 0, 0, value);
    return r;
}

void emit_select(Decoder *d, uint32_t dst, uint32_t c, uint32_t x, uint32_t y) {
    emit(d, OP_SELECT, dst, c, x, 0)->c = y;
}

void constant_parts(Decoder *d, LLVMValueRef c, uint64_t *out) {
    LLVMTypeRef t = LLVMTypeOf(c);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind || k == LLVMVectorTypeKind) {
        unsigned n = k == LLVMStructTypeKind  ? LLVMCountStructElementTypes(t)
                     : k == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(t)
                                              : LLVMGetVectorSize(t);
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef et;
            unsigned at = element_registers(t, i, &et);
            if (LLVMIsNull(c) || LLVMIsUndef(c) || LLVMIsPoison(c))
                memset(out + at, 0, type_registers(et) * sizeof *out);
            else
                constant_parts(d, LLVMGetAggregateElement(c, i), out + at);
        }
        return;
    }
    uint64_t low, high;
    constant_value(d->l, c, &low, &high);
    out[0] = low;
    if (type_registers(t) == 2) out[1] = high;
}

bool immediate(Decoder *d, LLVMValueRef v, uint64_t *out) {
    if (!LLVMIsConstant(v) || type_registers(LLVMTypeOf(v)) != 1 || is_vector(LLVMTypeOf(v)))
        return false;
    return constant_value(d->l, v, out, NULL);
}

uint32_t reg_of(Decoder *d, LLVMValueRef v, unsigned k) {
    if (LLVMIsConstant(v)) {
        uint64_t offset = LLVMIsAGlobalVariable(v) ? ptrmap_get(&d->l->global_tls, v) : 0;
        if (offset) {
            uint32_t r = new_reg(d);
            emit(d, OP_TLSADDR, r, 0, 0, offset - 1);
            return r;
        }
        unsigned n = type_registers(LLVMTypeOf(v));
        uint64_t *parts = xcalloc(n + 1, sizeof *parts);
        constant_parts(d, v, parts);
        uint64_t value = parts[k];
        free(parts);
        return constant_reg(d, value);
    }
    uint64_t r = ptrmap_get(&d->reg, v);
    if (!r) {
        /* Used before its block was decoded (loops): registers are given on demand. */
        r = d->v.nvregs;
        d->v.nvregs += MAX(type_registers(LLVMTypeOf(v)), 1) * (LLVMIsAPHINode(v) ? 2 : 1);
        ptrmap_put(&d->reg, v, r);
    }
    return (uint32_t)r + k;
}

uint32_t contiguous(Decoder *d, LLVMValueRef v) {
    if (!LLVMIsConstant(v)) return reg_of(d, v, 0);
    unsigned n = type_registers(LLVMTypeOf(v));
    if (n == 1) return reg_of(d, v, 0);
    uint64_t *parts = xcalloc(n + 1, sizeof *parts);
    constant_parts(d, v, parts);
    uint32_t first = d->v.nvregs;
    d->v.nvregs += n;
    for (unsigned i = 0; i < n; i++) emit(d, OP_MOVI, first + i, 0, 0, parts[i]);
    free(parts);
    return first;
}

uint32_t zero_reg(Decoder *d) {
    if (!d->zero) d->zero = new_reg(d);
    return d->zero;
}
