/*
 * print_c.c — expressions as a C programmer would write them, for debuggers. What the simplifier
 * made of arithmetic (appended bits, cut numbers) becomes arithmetic again where both are equal
 * modulo the width.
 */
#include "expr/pool.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct CPrinter {
    StrBuf text;
    size_t limit;
} CPrinter;

/* The parts of nested concatenations, the highest first. */
typedef VEC(const Expr *) ExprParts;

static void list_concatenated(const Expr *e, ExprParts *out) {
    for (; e->op == EXPR_CONCAT; e = e->kid[1]) list_concatenated(e->kid[0], out);
    vec_push(out, e);
}

/* Prints text whose value in C is equal to the expression modulo its width, if inputs are signed
 * numbers. */
static void print_c(CPrinter *p, const Expr *e);

/* Returns the type of C with a number of bits, or NULL. */
static const char *type_of(unsigned width, bool is_signed) {
    switch (width) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned";
    case 64: return is_signed ? "long" : "unsigned long";
    default: return NULL;
    }
}

static void print_cast(CPrinter *p, unsigned width, bool is_signed) {
    const char *type = type_of(width, is_signed);
    if (type)
        str_addf(&p->text, "(%s)", type);
    else
        str_addf(&p->text, "(%sint%u)", is_signed ? "" : "u", width);
}

/* Prints a number with its sign, as text of a signed type: where C would take it for an unsigned
 * one, comparisons with it would be others. */
static void print_number(CPrinter *p, const Expr *e) {
    i128 s = bits_signed(e->value, e->width);
    if (e->width == 1)
        str_addf(&p->text, "%u", (unsigned)e->value);
    else if (s > -100000 && s < 100000)
        str_addf(&p->text, "%d", (int)s);
    else if (e->width == 32 && s == INT32_MIN)
        str_add(&p->text, "(int)0x80000000");
    else if (e->width == 64 && s < 0 && !(e->value & 0xff)) /* as of a mask */
        str_addf(&p->text, "(long)0x%llx", (unsigned long long)e->value);
    else if (e->width <= 64 && s < 0)
        str_addf(&p->text, "%lld", (long long)s);
    else
        str_addf(&p->text, "0x%llx", (unsigned long long)e->value);
}

/* --- bytes and bits in a row ------------------------------------------------------------------ */

/* Returns the lowest byte of parts that are consecutive bytes of one input, of which the highest
 * may be cut; NULL: they are not. */
static const Expr *lowest_byte(const ExprParts *parts) {
    const Expr *low = vec_last(parts);
    if (low->op == EXPR_EXTRACT && !low->index && parts->len == 1) low = low->kid[0];
    for (size_t k = 0; k < parts->len; k++) {
        const Expr *e = parts->data[k];
        if (!k && e->op == EXPR_EXTRACT && !e->index) e = e->kid[0];
        if (e->op != EXPR_READ || low->op != EXPR_READ || e->input != low->input ||
            e->index != low->index + (parts->len - 1 - k))
            return NULL;
    }
    return low;
}

/* Prints bytes of an input: its name for a number or its low bits, else which they are. */
static void print_bytes(CPrinter *p, const Expr *low, size_t n) {
    const Input *in = low->input;
    str_add(&p->text, in->name);
    if (in->size == n || (in->size <= 8 && (in->size & (in->size - 1)) == 0 && !low->index)) return;
    if (n == 1)
        str_addf(&p->text, "[%u]", low->index);
    else
        str_addf(&p->text, "[%u..%zu]", low->index, low->index + n - 1);
}

/* Whether parts are a whole input, a number. */
static bool is_whole_input(const ExprParts *parts) {
    const Expr *low = lowest_byte(parts);
    return low && !low->index && parts->data[0]->op == EXPR_READ &&
           low->input->size == parts->len && type_of(8 * low->input->size, true);
}

static void print_parts(CPrinter *p, const ExprParts *parts) {
    const Expr *low = lowest_byte(parts);
    if (low) {
        print_bytes(p, low, parts->len);
        return;
    }
    if (parts->len > 1) str_addc(&p->text, '(');
    for (size_t k = 0; k < parts->len; k++) {
        if (k) str_add(&p->text, " ++ ");
        print_c(p, parts->data[k]);
    }
    if (parts->len > 1) str_addc(&p->text, ')');
}

/* Returns the number of low bits of a concatenation that are known; 0: none. */
static unsigned known_low_bits(const ExprParts *parts) {
    const Expr *low = vec_last(parts);
    return parts->len > 1 && expr_is_const(low) && low->width < 63 ? low->width : 0;
}

/* Prints a concatenation. Low bits that are known are a multiplication and an addition. */
static void print_concatenation(CPrinter *p, const Expr *e) {
    ExprParts parts = {0};
    list_concatenated(e, &parts);
    unsigned bits = known_low_bits(&parts);
    uint64_t low = bits ? (uint64_t)vec_last(&parts)->value : 0;
    parts.len -= bits > 0;
    if (low) str_addc(&p->text, '(');
    if (bits == 31 && e->width == 32)
        str_add(&p->text, "((int)0x80000000 * ");
    else if (bits)
        str_addf(&p->text, "(%llu * ", 1ull << bits);
    if (bits && e->width > 32) str_add(&p->text, "(long)");
    print_parts(p, &parts);
    if (bits) str_addc(&p->text, ')');
    if (low) str_addf(&p->text, " + %llu)", (unsigned long long)low);
    vec_free(&parts);
}

/* Prints a concatenation of a width that C does not have, extended to 64 bits, as a multiplication.
 * False: it is none. */
static bool print_extended_product(CPrinter *p, const Expr *e, bool is_signed) {
    ExprParts parts = {0};
    list_concatenated(e, &parts);
    unsigned bits = type_of(e->width, true) ? 0 : known_low_bits(&parts);
    uint64_t low = bits ? (uint64_t)vec_last(&parts)->value : 0;
    parts.len -= bits > 0;
    bool fits = bits && is_whole_input(&parts);
    if (fits) {
        str_addf(&p->text, low ? "((%llu * (long)" : "(%llu * (long)", 1ull << bits);
        if (!is_signed) print_cast(p, e->width - bits, false);
        print_parts(p, &parts);
        str_addc(&p->text, ')');
        if (low) str_addf(&p->text, " + %llu)", (unsigned long long)low);
    }
    vec_free(&parts);
    return fits;
}

/* --- operations ------------------------------------------------------------------------------- */

typedef struct COperator {
    const char *text;
    bool is_unsigned; /* its operands are */
} COperator;

static const COperator operators[EXPR_OP_COUNT] = {
    [EXPR_ADD] = {"+", false},   [EXPR_SUB] = {"-", false},  [EXPR_MUL] = {"*", false},
    [EXPR_UDIV] = {"/", true},   [EXPR_SDIV] = {"/", false}, [EXPR_UREM] = {"%", true},
    [EXPR_SREM] = {"%", false},  [EXPR_AND] = {"&", false},  [EXPR_OR] = {"|", false},
    [EXPR_XOR] = {"^", false},   [EXPR_SHL] = {"<<", false}, [EXPR_LSHR] = {">>", true},
    [EXPR_ASHR] = {">>", false}, [EXPR_EQ] = {"==", false},  [EXPR_ULT] = {"<", true},
    [EXPR_ULE] = {"<=", true},   [EXPR_SLT] = {"<", false},  [EXPR_SLE] = {"<=", false},
    [EXPR_FADD] = {"+", false},  [EXPR_FSUB] = {"-", false}, [EXPR_FMUL] = {"*", false},
    [EXPR_FDIV] = {"/", false},  [EXPR_FEQ] = {"==", false}, [EXPR_FLT] = {"<", false},
    [EXPR_FLE] = {"<=", false}};

static const char *const functions[EXPR_OP_COUNT] = {
    [EXPR_FMA] = "fma",      [EXPR_FSQRT] = "sqrt", [EXPR_FFLOOR] = "floor", [EXPR_FCEIL] = "ceil",
    [EXPR_FTRUNC] = "trunc", [EXPR_FRINT] = "rint", [EXPR_FROUND] = "round"};

/* Prints an operand; the constants of floating point are numbers. */
static void print_operand(CPrinter *p, const Expr *e, bool floating) {
    if (floating && expr_is_const(e))
        expr_put_float(&p->text, e);
    else
        print_c(p, e);
}

/* Whether print_c prints text of an unsigned type for an expression, or might: levels is how
 * far it looks. Types of less than 32 bits are signed in sums. */
static bool may_be_unsigned(const Expr *e, unsigned levels) {
    switch ((ExprOp)e->op) {
    case EXPR_UDIV:
    case EXPR_UREM:
    case EXPR_LSHR: return true;
    case EXPR_EXTRACT:
        if (type_of(e->width, true) || e->width == 1) return false;
        if (e->index) return true;
        break;
    case EXPR_CONCAT:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_NOT:
    case EXPR_SHL:
    case EXPR_ITE: break;
    default: return false;
    }
    if (!levels) return true;
    for (unsigned k = e->op == EXPR_ITE; k < expr_kid_count(e) - (e->op == EXPR_SHL); k++)
        if (may_be_unsigned(e->kid[k], levels - 1)) return true;
    return false;
}

/* Whether print_c prints text of the type `int` or `long` that has the signed value. */
static bool is_plain_number(const Expr *e) {
    if (e->width == 1) return true;
    if (e->op == EXPR_CONCAT || e->op == EXPR_READ) {
        ExprParts parts = {0};
        list_concatenated(e, &parts);
        bool whole = is_whole_input(&parts);
        vec_free(&parts);
        if (whole) return true;
        if (e->width != 32 || e->op != EXPR_CONCAT) return false;
    }
    return (e->width == 32 || e->width == 64) && !may_be_unsigned(e, 6);
}

/* Prints text that has the signed or unsigned value of an expression. */
static void print_exact(CPrinter *p, const Expr *e, bool is_signed) {
    if (expr_is_const(e) && !is_signed) {
        str_addf(&p->text, e->value < 100000 ? "%llu" : "0x%llx", (unsigned long long)e->value);
        return;
    }
    bool plain = expr_is_const(e) || (is_signed ? is_plain_number(e) : e->width == 1);
    if (!plain) print_cast(p, e->width, is_signed);
    print_c(p, e);
}

/* Whether the result depends on more of the operands than their values modulo the width. */
static bool needs_exact(ExprOp op) {
    switch (op) {
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM:
    case EXPR_LSHR:
    case EXPR_ASHR:
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return true;
    default: return false;
    }
}

static void print_binary(CPrinter *p, const Expr *e, COperator o) {
    const Expr *a = e->kid[0], *b = e->kid[1];
    bool floating = expr_is_float((ExprOp)e->op), exact = needs_exact((ExprOp)e->op);
    i128 s = expr_is_const(b) && !floating ? bits_signed(b->value, b->width) : 0;
    str_addc(&p->text, '(');
    if (exact)
        print_exact(p, a, !o.is_unsigned);
    else
        print_operand(p, a, floating);
    if (e->op == EXPR_SHL && expr_is_const(a) && a->width > 32) str_addc(&p->text, 'L');
    if (e->op == EXPR_ADD && s < 0 && s > -100000) {
        str_addf(&p->text, " - %d", -(int)s);
    } else {
        str_addf(&p->text, " %s ", o.text);
        if (exact || e->op == EXPR_SHL)
            print_exact(p, b, !o.is_unsigned);
        else
            print_operand(p, b, floating);
    }
    str_addc(&p->text, ')');
}

static void print_call(CPrinter *p, const Expr *e, const char *function) {
    str_addf(&p->text, "%s%s(", function, e->width == 32 ? "f" : "");
    for (unsigned k = 0; k < expr_kid_count(e); k++) {
        if (k) str_add(&p->text, ", ");
        print_operand(p, e->kid[k], true);
    }
    str_addc(&p->text, ')');
}

/* Prints a number with more bits. */
static void print_extended(CPrinter *p, const Expr *e) {
    const Expr *kid = e->kid[0];
    bool is_signed = e->op == EXPR_SEXT;
    if (e->width == 64 && kid->op == EXPR_CONCAT && print_extended_product(p, kid, is_signed))
        return;
    if (e->width > 32) print_cast(p, e->width, true);
    if (is_signed && kid->width == 1) str_addc(&p->text, '-');
    print_exact(p, kid, is_signed);
}

/* Prints some bits of a number. A cast leaves the low ones; of other widths all stay, which is
 * equal modulo the width. */
static void print_extract(CPrinter *p, const Expr *e) {
    if (type_of(e->width, true)) print_cast(p, e->width, true);
    if (e->width == 1) str_addc(&p->text, '(');
    if (e->index) {
        str_addc(&p->text, '(');
        print_exact(p, e->kid[0], false);
        str_addf(&p->text, " >> %u)", e->index);
    } else {
        print_c(p, e->kid[0]);
    }
    if (e->width == 1) str_add(&p->text, " & 1)");
}

static void print_table(CPrinter *p, const Expr *e) {
    str_addc(&p->text, '{');
    for (uint32_t k = 0; k < e->table->len && p->text.len <= p->limit; k++) {
        if (k) str_add(&p->text, ", ");
        if (k == 8 && e->table->len > 9) {
            str_addf(&p->text, "... %u in all", e->table->len);
            break;
        }
        print_c(p, e->table->byte[k]);
    }
    str_add(&p->text, "}[");
    print_c(p, e->kid[0]);
    str_addc(&p->text, ']');
}

/* Prints the other forms, each by its sign. */
static void print_other(CPrinter *p, const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_NOT:
        str_addc(&p->text, e->width == 1 ? '!' : '~');
        print_c(p, e->kid[0]);
        return;
    case EXPR_ITE:
        str_addc(&p->text, '(');
        print_c(p, e->kid[0]);
        str_add(&p->text, " ? ");
        print_c(p, e->kid[1]);
        str_add(&p->text, " : ");
        print_c(p, e->kid[2]);
        str_addc(&p->text, ')');
        return;
    case EXPR_FCONVERT:
    case EXPR_SITOF:
    case EXPR_UITOF:
    case EXPR_FTOSI:
        if (e->op == EXPR_FTOSI)
            print_cast(p, e->width, true);
        else
            str_add(&p->text, e->width == 32 ? "(float)" : "(double)");
        if (e->op == EXPR_FCONVERT || e->op == EXPR_FTOSI)
            print_operand(p, e->kid[0], true);
        else
            print_exact(p, e->kid[0], e->op == EXPR_SITOF);
        return;
    default: base_fatal("operation %d has no form in C", (int)e->op);
    }
}

/* Each level prints at least one character before it descends, or makes a concatenation shorter, so
 * the limit bounds the recursion. */
static void print_c(CPrinter *p, const Expr *e) {
    if (p->text.len > p->limit) return;
    switch ((ExprOp)e->op) {
    case EXPR_CONST: print_number(p, e); return;
    case EXPR_READ: print_bytes(p, e, 1); return;
    case EXPR_CONCAT: print_concatenation(p, e); return;
    case EXPR_ZEXT:
    case EXPR_SEXT: print_extended(p, e); return;
    case EXPR_EXTRACT: print_extract(p, e); return;
    case EXPR_TABLE: print_table(p, e); return;
    default: break;
    }
    COperator o = operators[e->op];
    if (o.text)
        print_binary(p, e, o);
    else if (functions[e->op])
        print_call(p, e, functions[e->op]);
    else
        print_other(p, e);
}

void expr_print_c(FILE *out, const Expr *e, size_t limit) {
    CPrinter p = {.limit = limit};
    print_c(&p, e);
    size_t n = MIN(p.text.len, limit);
    fwrite(p.text.data, 1, n, out);
    if (p.text.len > limit) fputs("…", out);
    vec_free(&p.text);
}
