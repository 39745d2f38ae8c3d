/*
 * asm_instructions.c — translates machine instructions into LLVM's. It covers those that programs
 * use in inline assembly because C has no equivalent, and the ones commonly used around them.
 * Locked instructions become atomic operations. Without a lock, an instruction that reads and
 * writes memory is a load and a store.
 *
 * This file has the table of instructions, the search by name and arguments, and the instructions
 * that do not compute. The others are in asm_arithmetic.c, asm_moves.c and asm_bits.c.
 */
#include "program/asm/asm_instructions.h"
#include <stdio.h>

/* --- the machine ------------------------------------------------------------------------------ */

static bool nothing(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    return true;
}
static bool full_fence(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    return asm_fence(a);
}

/* Reports basic leaves up to 1 and no features, so that programs take the ways written in C. */
static bool asm_cpuid(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    LLVMValueRef leaf = asm_register_low(a, ASM_RAX, 32), none = asm_number(a, 64, 0);
    if (!leaf) return false;
    a->now.registers[ASM_RAX] = LLVMBuildZExt(a->b, asm_is_zero(a, leaf), asm_int(a, 64), "");
    a->now.registers[ASM_RBX] = a->now.registers[ASM_RCX] = a->now.registers[ASM_RDX] = none;
    return true;
}

/* Reads virtual time; `what`: also the number of the processor. */
static bool read_time(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    LLVMValueRef v = asm_call(a, "llvm.readcyclecounter", asm_int(a, 64), NULL, 0);
    a->now.registers[ASM_RDX] = LLVMBuildLShr(a->b, v, asm_number(a, 64, 32), "");
    a->now.registers[ASM_RAX] = LLVMBuildAnd(a->b, v, asm_number(a, 64, 0xffffffff), "");
    if (row->what) a->now.registers[ASM_RCX] = asm_number(a, 64, 0);
    return true;
}

static bool read_extended_state(Assembly *a, const AsmInstruction *i, unsigned bits,
                                const AsmRow *row) {
    a->now.registers[ASM_RAX] = a->now.registers[ASM_RDX] = asm_number(a, 64, 0);
    return true;
}

/* Linux's calling convention; the statement says which registers besides %rax it changes. */
static bool asm_system_call(Assembly *a, const AsmInstruction *i, unsigned bits,
                            const AsmRow *row) {
    static const int registers[] = {ASM_RAX, ASM_RDI, ASM_RSI, ASM_RDX, ASM_R10, ASM_R8, ASM_R9};
    LLVMValueRef arguments[ARRAY_LEN(registers)];
    for (size_t k = 0; k < ARRAY_LEN(registers); k++) {
        bool given = a->now.registers[registers[k]];
        arguments[k] = given ? asm_register(a, registers[k]) : asm_number(a, 64, 0);
        if (!arguments[k]) return false;
    }
    asm_acts(a);
    a->now.registers[ASM_RAX] = asm_call(a, "__heddle_syscall_instruction", asm_int(a, 64),
                                         arguments, ARRAY_LEN(arguments));
    asm_forget_flags(a);
    return true;
}

static bool trap(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    asm_acts(a);
    asm_call(a, "llvm.trap", LLVMVoidTypeInContext(a->l->context), NULL, 0);
    return true;
}

static bool set_carry(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    a->now.carry = asm_number(a, 1, (uint64_t)row->what);
    return true;
}

/* --- strings ---------------------------------------------------------------------------------- */

static LLVMValueRef pointer_in(Assembly *a, int reg) {
    LLVMValueRef v = a->now.registers[reg];
    LLVMTypeRef pointer = LLVMPointerTypeInContext(a->l->context, 0);
    if (!v) return NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) return v;
    v = asm_register(a, reg);
    return v ? LLVMBuildIntToPtr(a->b, v, pointer, "") : NULL;
}

/* movs and stos; with `rep`, repeated %rcx times. runtime/string_units.c implements them. */
static bool string(Assembly *a, const AsmInstruction *i, unsigned bits, bool fills) {
    LLVMValueRef unit = asm_number(a, 64, bits / 8), n = asm_number(a, 64, 1),
                 to = pointer_in(a, ASM_RDI),
                 from = fills ? asm_register(a, ASM_RAX) : pointer_in(a, ASM_RSI);
    if (i->repeat == ASM_REPEAT) n = asm_register(a, ASM_RCX);
    if (!to || !from || !n || i->lock || i->repeat == ASM_REPEAT_NOT_EQUAL) return false;
    asm_acts(a);
    asm_call(a, fills ? "__heddle_fill_units" : "__heddle_move_units",
             LLVMVoidTypeInContext(a->l->context), (LLVMValueRef[]){to, from, n, unit}, 4);
    LLVMValueRef bytes = LLVMBuildMul(a->b, n, unit, "");
    a->now.registers[ASM_RDI] = LLVMBuildGEP2(a->b, asm_int(a, 8), to, &bytes, 1, "");
    if (!fills) a->now.registers[ASM_RSI] = LLVMBuildGEP2(a->b, asm_int(a, 8), from, &bytes, 1, "");
    if (i->repeat == ASM_REPEAT) a->now.registers[ASM_RCX] = asm_number(a, 64, 0);
    return true;
}

static unsigned bits_of_suffix(char c) {
    return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' ? 32 : c == 'q' ? 64 : 0;
}

/* Returns the flag as it was if no unit was looked at, which leaves the flags alone. */
static LLVMValueRef unless_none(Assembly *a, LLVMValueRef n, LLVMValueRef before,
                                LLVMValueRef after) {
    return before ? LLVMBuildSelect(a->b, asm_is_zero(a, n), before, after, "") : after;
}

/* scas and cmps; with `repe` or `repne` as long as units are equal or differ, at most %rcx of them.
 * The flags are those of the last comparison, of which only carry and zero are known. */
static bool compare_string(Assembly *a, const AsmInstruction *i, unsigned bits, bool scans) {
    LLVMTypeRef word = asm_int(a, 64);
    LLVMValueRef unit = asm_number(a, 64, bits / 8), n = asm_number(a, 64, 1),
                 to = pointer_in(a, ASM_RDI),
                 from = scans ? asm_register(a, ASM_RAX) : pointer_in(a, ASM_RSI);
    if (i->repeat) n = asm_register(a, ASM_RCX);
    if (!to || !from || !n || i->lock) return false;
    asm_acts(a);
    LLVMValueRef until = asm_number(a, 64, i->repeat == ASM_REPEAT_NOT_EQUAL),
                 found = asm_call(a, scans ? "__heddle_scan_units" : "__heddle_compare_units", word,
                                  (LLVMValueRef[]){to, from, n, unit, until}, 5);
    LLVMValueRef relation = LLVMBuildAnd(a->b, found, asm_number(a, 64, 3), ""),
                 units = LLVMBuildLShr(a->b, found, asm_number(a, 64, 2), ""),
                 bytes = LLVMBuildMul(a->b, units, unit, "");
    a->now.registers[ASM_RDI] = LLVMBuildGEP2(a->b, asm_int(a, 8), to, &bytes, 1, "");
    if (!scans) a->now.registers[ASM_RSI] = LLVMBuildGEP2(a->b, asm_int(a, 8), from, &bytes, 1, "");
    if (i->repeat) a->now.registers[ASM_RCX] = LLVMBuildSub(a->b, n, units, "");
    LLVMValueRef zero = asm_is_zero(a, relation),
                 carry = LLVMBuildICmp(a->b, LLVMIntEQ, relation, asm_number(a, 64, 1), "");
    a->now.zero = unless_none(a, n, a->now.zero, zero);
    a->now.carry = unless_none(a, n, a->now.carry, carry);
    a->now.sign = a->now.overflow = NULL;
    return true;
}

/* lods without a prefix. */
static bool load_string(Assembly *a, const AsmInstruction *i, unsigned bits) {
    LLVMValueRef from = pointer_in(a, ASM_RSI), unit = asm_number(a, 64, bits / 8);
    if (!from || i->lock || i->repeat) return false;
    LLVMValueRef v = asm_load_plain(a, from, bits);
    a->now.registers[ASM_RSI] = LLVMBuildGEP2(a->b, asm_int(a, 8), from, &unit, 1, "");
    return asm_set_register(a, ASM_RAX, v);
}

static bool is_string(Assembly *a, const AsmInstruction *i, bool *known) {
    static const char *const names[] = {"movs", "stos", "scas", "cmps", "lods"};
    size_t k = 0;
    while (k < ARRAY_LEN(names) && strncmp(i->name, names[k], 4) != 0) k++;
    unsigned bits = k < ARRAY_LEN(names) && i->name[4] ? bits_of_suffix(i->name[4]) : 0;
    if (!bits || i->narguments || i->name[5]) return false;
    *known = k < 2   ? string(a, i, bits, k == 1)
             : k < 4 ? compare_string(a, i, bits, k == 2)
                     : load_string(a, i, bits);
    return true;
}

/* --- finding an instruction ------------------------------------------------------------------- */

static const AsmRow rows[] = {
    {"add", asm_arithmetic, ADD, false, 2, 2},
    {"adc", asm_arithmetic, ADC, false, 2, 2},
    {"sub", asm_arithmetic, SUB, false, 2, 2},
    {"sbb", asm_arithmetic, SBB, false, 2, 2},
    {"cmp", asm_arithmetic, CMP, false, 2, 2},
    {"and", asm_arithmetic, AND, false, 2, 2},
    {"or", asm_arithmetic, OR, false, 2, 2},
    {"xor", asm_arithmetic, XOR, false, 2, 2},
    {"test", asm_arithmetic, TEST, false, 2, 2},
    {"inc", asm_unary, INC, false, 1, 1},
    {"dec", asm_unary, DEC, false, 1, 1},
    {"neg", asm_unary, NEG, false, 1, 1},
    {"not", asm_unary, NOT, false, 1, 1},
    {"shl", asm_shift, SHL, false, 1, 2},
    {"sal", asm_shift, SHL, false, 1, 2},
    {"shr", asm_shift, SHR, false, 1, 2},
    {"sar", asm_shift, SAR, false, 1, 2},
    {"rol", asm_shift, ROL, false, 1, 2},
    {"ror", asm_shift, ROR, false, 1, 2},
    {"rcl", asm_rotate_through_carry, SHL, false, 1, 2},
    {"rcr", asm_rotate_through_carry, SHR, false, 1, 2},
    {"shld", asm_double_shift, SHL, false, 3, 3},
    {"shrd", asm_double_shift, SHR, false, 3, 3},
    {"div", asm_divide, false, false, 1, 1},
    {"idiv", asm_divide, true, false, 1, 1},
    {"mul", asm_multiply, false, false, 1, 1},
    {"imul", asm_multiply, true, false, 1, 3},
    {"mov", asm_move, 0, false, 2, 2},
    {"movabs", asm_move, 0, false, 2, 2},
    {"movnti", asm_move, 0, false, 2, 2},
    {"lea", asm_load_address, 0, false, 2, 2},
    {"xchg", asm_swap, 0, false, 2, 2},
    {"xadd", asm_exchange_add, 0, false, 2, 2},
    {"cmpxchg", asm_compare_and_exchange, 0, false, 2, 2},
    {"cmpxchg8b", asm_compare_and_exchange_pair, 32, true, 1, 1},
    {"cmpxchg16b", asm_compare_and_exchange_pair, 64, true, 1, 1},
    {"push", asm_push, 0, true, 1, 1},
    {"pushq", asm_push, 0, true, 1, 1},
    {"pop", asm_pop, 0, true, 1, 1},
    {"popq", asm_pop, 0, true, 1, 1},
    {"cbtw", asm_widen, 8, true, 0, 0},
    {"cwtl", asm_widen, 16, true, 0, 0},
    {"cltq", asm_widen, 32, true, 0, 0},
    {"cwtd", asm_spread_sign, 16, true, 0, 0},
    {"cltd", asm_spread_sign, 32, true, 0, 0},
    {"cqto", asm_spread_sign, 64, true, 0, 0},
    {"bt", asm_bit, BIT_TEST, false, 2, 2},
    {"bts", asm_bit, BIT_SET, false, 2, 2},
    {"btr", asm_bit, BIT_RESET, false, 2, 2},
    {"btc", asm_bit, BIT_COMPLEMENT, false, 2, 2},
    {"bsf", asm_scan, FORWARD, false, 2, 2},
    {"bsr", asm_scan, REVERSE, false, 2, 2},
    {"tzcnt", asm_scan, TRAILING, false, 2, 2},
    {"lzcnt", asm_scan, LEADING, false, 2, 2},
    {"popcnt", asm_scan, POPULATION, false, 2, 2},
    {"bswap", asm_swap_bytes, 0, false, 1, 1},
    {"nop", nothing, 0, true, 0, 1},
    {"nopw", nothing, 0, true, 0, 1},
    {"nopl", nothing, 0, true, 0, 1},
    {"pause", nothing, 0, true, 0, 0},
    {"endbr64", nothing, 0, true, 0, 0},
    {"cld", nothing, 0, true, 0, 0},
    {"prefetcht0", nothing, 0, true, 1, 1},
    {"prefetcht1", nothing, 0, true, 1, 1},
    {"prefetcht2", nothing, 0, true, 1, 1},
    {"prefetchnta", nothing, 0, true, 1, 1},
    {"prefetchw", nothing, 0, true, 1, 1},
    {"prefetch", nothing, 0, true, 1, 1},
    {"clflush", nothing, 0, true, 1, 1},
    {"clflushopt", nothing, 0, true, 1, 1},
    {"clwb", nothing, 0, true, 1, 1},
    {".p2align", nothing, 0, true, 1, 3},
    {".align", nothing, 0, true, 1, 3},
    {"mfence", full_fence, 0, true, 0, 0},
    {"lfence", full_fence, 0, true, 0, 0},
    {"sfence", full_fence, 0, true, 0, 0},
    {"cpuid", asm_cpuid, 0, true, 0, 0},
    {"rdtsc", read_time, 0, true, 0, 0},
    {"rdtscp", read_time, 1, true, 0, 0},
    {"xgetbv", read_extended_state, 0, true, 0, 0},
    {"syscall", asm_system_call, 0, true, 0, 0},
    {"ud2", trap, 0, true, 0, 0},
    {"int3", trap, 0, true, 0, 0},
    {"clc", set_carry, 0, true, 0, 0},
    {"stc", set_carry, 1, true, 0, 0},
};

/* Returns the row for the first `n` letters of a name, or NULL. */
static const AsmRow *asm_find_row(const char *name, size_t n) {
    for (size_t k = 0; k < ARRAY_LEN(rows); k++)
        if (strlen(rows[k].name) == n && !memcmp(rows[k].name, name, n)) return &rows[k];
    return NULL;
}

/* "setnz %al" */
static bool set_on_condition(Assembly *a, const AsmInstruction *i) {
    AsmCondition c = asm_condition(i->name + 3);
    LLVMValueRef v = c != ASM_CC_NONE && i->narguments == 1 && !i->lock ? asm_holds(a, c) : NULL;
    return v && asm_write(a, &i->arguments[0], LLVMBuildZExt(a->b, v, asm_int(a, 8), ""));
}

/* "cmovzl %eax, %ebx"; the suffix may be missing. */
static bool move_on_condition(Assembly *a, const AsmInstruction *i) {
    char name[20];
    if (i->narguments != 2 || i->lock) return false;
    unsigned bits = asm_width(a, &i->arguments[1]);
    snprintf(name, sizeof name, "%s", i->name + 4);
    AsmCondition c = asm_condition(name);
    size_t n = strlen(name);
    if (c == ASM_CC_NONE && n > 1) {
        bits = bits_of_suffix(name[n - 1]);
        name[n - 1] = 0;
        c = asm_condition(name);
    }
    LLVMValueRef holds = c != ASM_CC_NONE ? asm_holds(a, c) : NULL;
    if (!holds || bits < 16 || asm_in_memory(&i->arguments[1])) return false;
    LLVMValueRef x = asm_read(a, &i->arguments[0], bits), old = asm_read(a, &i->arguments[1], bits);
    return x && old && asm_write(a, &i->arguments[1], LLVMBuildSelect(a->b, holds, x, old, ""));
}

/* "movzbl %al, %eax", "movzb", "movslq"; `is_signed` by the name. */
static bool asm_extend(Assembly *a, const AsmInstruction *i) {
    const char *suffix = i->name + 4;
    bool is_signed = i->name[3] == 's';
    if (i->narguments != 2 || i->lock) return false;
    unsigned from = *suffix == 'x' ? asm_width(a, &i->arguments[0]) : bits_of_suffix(*suffix),
             to = asm_width(a, &i->arguments[1]);
    if (*suffix && suffix[1]) to = bits_of_suffix(suffix[1]);
    if ((*suffix && suffix[1] && suffix[2]) || !from || from >= to) return false;
    LLVMValueRef v = asm_read(a, &i->arguments[0], from);
    if (!v) return false;
    v = is_signed ? LLVMBuildSExt(a->b, v, asm_int(a, to), "")
                  : LLVMBuildZExt(a->b, v, asm_int(a, to), "");
    return asm_write(a, &i->arguments[1], v);
}

/* `.byte`: instructions that assemblers did not know when the program was written. */
static bool bytes(Assembly *a, const AsmInstruction *i) {
    static const struct {
        uint8_t code[5];
        unsigned n;
        AsmHandler *write;
    } known[] = {{{0x0f, 0x01, 0xd0}, 3, read_extended_state},
                 {{0xf3, 0x90}, 2, nothing},
                 {{0x90}, 1, nothing},
                 {{0x66, 0x90}, 2, nothing},
                 {{0x0f, 0x1f, 0x00}, 3, nothing},
                 {{0x0f, 0x1f, 0x40, 0x00}, 4, nothing},
                 {{0x0f, 0x1f, 0x44, 0x00, 0x00}, 5, nothing}};
    for (size_t k = 0; k < ARRAY_LEN(known); k++)
        if (i->nbytes == known[k].n && !memcmp(i->bytes, known[k].code, known[k].n))
            return known[k].write(a, i, 0, NULL);
    return false;
}

/* "jnz 1f": instructions up to the label take effect only if the condition is false. */
static bool asm_jump(Assembly *a, const AsmInstruction *i) {
    AsmCondition c = asm_condition(i->name + 1);
    const AsmArgument *to = &i->arguments[0];
    if (a->skips || i->lock || i->repeat || i->narguments != 1 || to->back || to->operand >= 0 ||
        to->kind != ASM_ARGUMENT_LABEL)
        return false;
    a->skips = c != ASM_CC_NONE ? asm_holds(a, c) : NULL;
    a->skips_to = to->number;
    a->at_jump = a->now;
    return a->skips;
}

static LLVMValueRef either(Assembly *a, LLVMValueRef jumped, LLVMValueRef fell) {
    if (jumped == fell) return fell;
    return jumped && fell ? LLVMBuildSelect(a->b, a->skips, jumped, fell, "") : NULL;
}

/* Handles a label that a jump may lead to. */
static bool asm_arrive(Assembly *a, int64_t label) {
    if (!a->skips || a->skips_to != label) return !a->skips;
    AsmState fell = a->now;
    for (int r = 0; r < ASM_REGISTERS; r++) {
        if (a->at_jump.registers[r] == fell.registers[r]) continue;
        a->now = a->at_jump;
        LLVMValueRef x = asm_register(a, r);
        a->now = fell;
        LLVMValueRef y = asm_register(a, r);
        if (!x || !y) return false;
        fell.registers[r] = either(a, x, y);
    }
    fell.carry = either(a, a->at_jump.carry, fell.carry);
    fell.zero = either(a, a->at_jump.zero, fell.zero);
    fell.sign = either(a, a->at_jump.sign, fell.sign);
    fell.overflow = either(a, a->at_jump.overflow, fell.overflow);
    bool same = a->at_jump.npushed == fell.npushed &&
                !memcmp(a->at_jump.pushed, fell.pushed, fell.npushed * sizeof *fell.pushed);
    a->now = fell;
    a->skips = NULL;
    return same;
}

/* Whether the first argument is the amount of a shift, which has a width of its own. */
static bool has_amount(const AsmInstruction *i, const AsmRow *row) {
    bool one = row->write == asm_shift || row->write == asm_rotate_through_carry;
    return (one && i->narguments == 2) || row->write == asm_double_shift;
}

/* Returns the width that the arguments show, or 0. All that show one must agree, except the amount
 * of a shift. */
static unsigned width_of_arguments(Assembly *a, const AsmInstruction *i, const AsmRow *row) {
    if (row->write == asm_shift) return asm_width(a, asm_last_argument(i));
    unsigned bits = 0;
    for (unsigned k = has_amount(i, row); k < i->narguments; k++) {
        unsigned w = asm_width(a, &i->arguments[k]);
        if (w && bits && w != bits) return 0;
        if (w) bits = w;
    }
    return bits;
}

/* Whether named registers have the instruction's width. Otherwise the program has a mistake, and
 * its treatment by assemblers is not known. */
static bool widths_agree(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row) {
    for (unsigned k = has_amount(i, row); k < i->narguments; k++)
        if (i->arguments[k].kind == ASM_ARGUMENT_REGISTER && i->arguments[k].bits &&
            i->arguments[k].bits != bits)
            return false;
    return true;
}

/* Whether `lock` and `rep` are allowed before the instruction. `rep nop` is a pause. `rep bsf` is
 * bsf on old machines and tzcnt on new ones, which differ for zero only. */
static bool prefixes_fit(const AsmInstruction *i, const AsmRow *row) {
    static AsmHandler *const lockable[] = {asm_arithmetic,
                                           asm_unary,
                                           asm_swap,
                                           asm_exchange_add,
                                           asm_compare_and_exchange,
                                           asm_compare_and_exchange_pair,
                                           asm_bit};
    bool scans = row->write == asm_scan && row->what == FORWARD;
    if (i->repeat) return (row->write == nothing || scans) && i->repeat == ASM_REPEAT;
    if (!i->lock) return true;
    for (size_t k = 0; k < ARRAY_LEN(lockable); k++)
        if (row->write == lockable[k]) return true;
    return false;
}

bool asm_instruction(Assembly *a, const AsmInstruction *i) {
    bool known;
    if (i->is_label) return asm_arrive(a, i->label);
    if (i->nbytes) return !i->lock && !i->repeat && bytes(a, i);
    for (unsigned k = 0; k < i->narguments; k++)
        if (asm_is_vector(a, &i->arguments[k])) return asm_vector_instruction(a, i);
    if (is_string(a, i, &known)) return known;
    size_t n = strlen(i->name);
    const AsmRow *row = asm_find_row(i->name, n);
    unsigned bits = 0;
    if (!row && n > 1 && bits_of_suffix(i->name[n - 1])) {
        row = asm_find_row(i->name, n - 1);
        bits = bits_of_suffix(i->name[n - 1]);
        if (row && row->unsized) row = NULL;
    }
    if (!row && !i->repeat) {
        if (i->name[0] == 'j') return asm_jump(a, i);
        if (!strncmp(i->name, "set", 3)) return set_on_condition(a, i);
        if (!strncmp(i->name, "cmov", 4)) return move_on_condition(a, i);
        if (!strncmp(i->name, "movz", 4) || !strncmp(i->name, "movs", 4)) return asm_extend(a, i);
    }
    if (!row || i->narguments < row->least || i->narguments > row->most || !prefixes_fit(i, row))
        return false;
    if (row->unsized) return row->write(a, i, 0, row);
    if (!bits) bits = width_of_arguments(a, i, row);
    return bits && widths_agree(a, i, bits, row) && row->write(a, i, bits, row);
}
