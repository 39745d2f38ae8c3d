/*
 * decode_aggregate.c — takes apart and builds structs, arrays and vectors, and selects between
 * values.
 */
#include "program/decode/decoder.h"

void decode_select(Decoder *d, LLVMValueRef i) {
    LLVMValueRef c = LLVMGetOperand(i, 0), x = LLVMGetOperand(i, 1), y = LLVMGetOperand(i, 2);
    unsigned n = type_registers(LLVMTypeOf(i));
    uint32_t dst = reg_of(d, i, 0);
    bool lanes = is_vector(LLVMTypeOf(c));
    unsigned per = lanes ? n / lanes_of(LLVMTypeOf(i)) : n;
    for (unsigned k = 0; k < n; k++)
        emit_select(d, dst + k, reg_of(d, c, lanes ? k / per : 0), reg_of(d, x, k),
                    reg_of(d, y, k));
}

void decode_freeze(Decoder *d, LLVMValueRef i) {
    for (unsigned k = 0; k < type_registers(LLVMTypeOf(i)); k++)
        emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, LLVMGetOperand(i, 0), k), 0, 0);
}

void decode_vector_element(Decoder *d, LLVMValueRef i, bool insert) {
    LLVMValueRef v = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, insert ? 2 : 1);
    unsigned n = lanes_of(LLVMTypeOf(v)), per = type_registers(lane_type(LLVMTypeOf(v)));
    uint64_t c;
    bool constant = immediate(d, index, &c);
    if (per != 1) {
        missing(d, "a vector of parts wider than 64 bits, which is not supported");
        return;
    }
    for (unsigned k = 0; k < n; k++) {
        if (insert) {
            uint32_t dst = reg_of(d, i, k);
            LLVMValueRef x = LLVMGetOperand(i, 1);
            if (constant) {
                emit(d, OP_MOV, dst, k == c ? reg_of(d, x, 0) : reg_of(d, v, k), 0, 0);
            } else {
                uint32_t is = new_reg(d);
                emit(d, OP_CEQI, is, reg_of(d, index, 0), 0, k);
                emit_select(d, dst, is, reg_of(d, x, 0), reg_of(d, v, k));
            }
        } else if (constant) {
            if (k == 0 && c >= n) emit(d, OP_MOVI, reg_of(d, i, 0), 0, 0, 0);
            if (k == c) emit(d, OP_MOV, reg_of(d, i, 0), reg_of(d, v, k), 0, 0);
        } else {
            uint32_t is = new_reg(d), dst = reg_of(d, i, 0);
            if (k == 0) {
                emit(d, OP_MOV, dst, reg_of(d, v, 0), 0, 0);
                continue;
            }
            emit(d, OP_CEQI, is, reg_of(d, index, 0), 0, k);
            emit_select(d, dst, is, reg_of(d, v, k), dst);
        }
    }
}

void decode_shuffle(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    unsigned n = lanes_of(LLVMTypeOf(x)), m = LLVMGetNumMaskElements(i);
    for (unsigned k = 0; k < m; k++) {
        int s = LLVMGetMaskValue(i, k);
        uint32_t dst = reg_of(d, i, k);
        if (s == LLVMGetUndefMaskElem())
            emit(d, OP_MOVI, dst, 0, 0, 0);
        else
            emit(d, OP_MOV, dst,
                 (unsigned)s < n ? reg_of(d, x, (unsigned)s) : reg_of(d, y, (unsigned)s - n), 0, 0);
    }
}

void decode_aggregate(Decoder *d, LLVMValueRef i, bool insert) {
    LLVMValueRef v = LLVMGetOperand(i, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned at = 0;
    const unsigned *index = LLVMGetIndices(i);
    for (unsigned k = 0; k < LLVMGetNumIndices(i); k++) {
        LLVMTypeRef et;
        at += element_registers(t, index[k], &et);
        t = et;
    }
    unsigned n = type_registers(t);
    if (!insert) {
        for (unsigned k = 0; k < n; k++)
            emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, v, at + k), 0, 0);
        return;
    }
    LLVMValueRef x = LLVMGetOperand(i, 1);
    unsigned total = type_registers(LLVMTypeOf(i));
    bool undef = LLVMIsUndef(v) || LLVMIsPoison(v);
    for (unsigned k = 0; k < total; k++) {
        bool inside = k >= at && k < at + n;
        if (inside)
            emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, x, k - at), 0, 0);
        else if (undef)
            emit(d, OP_MOVI, reg_of(d, i, k), 0, 0, 0);
        else
            emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, v, k), 0, 0);
    }
}
