/* print.c — expressions as text for people. */
#include "base/floats.h"
#include "expr/pool.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct Printer {
    StrBuf text;
    size_t limit;
} Printer;

static const char *infix(ExprOp op) {
    switch (op) {
    case EXPR_ADD: return "+";
    case EXPR_SUB: return "-";
    case EXPR_MUL: return "*";
    case EXPR_UDIV: return "u/";
    case EXPR_SDIV: return "s/";
    case EXPR_UREM: return "u%";
    case EXPR_SREM: return "s%";
    case EXPR_AND: return "&";
    case EXPR_OR: return "|";
    case EXPR_XOR: return "^";
    case EXPR_SHL: return "<<";
    case EXPR_LSHR: return "u>>";
    case EXPR_ASHR: return "s>>";
    case EXPR_EQ: return "==";
    case EXPR_ULT: return "u<";
    case EXPR_ULE: return "u<=";
    case EXPR_SLT: return "s<";
    case EXPR_SLE: return "s<=";
    case EXPR_FADD: return "f+";
    case EXPR_FSUB: return "f-";
    case EXPR_FMUL: return "f*";
    case EXPR_FDIV: return "f/";
    case EXPR_FEQ: return "f==";
    case EXPR_FLT: return "f<";
    case EXPR_FLE: return "f<=";
    default: return "?";
    }
}

/* Returns the name of an operation of floating point that is written as a function, or NULL. */
static const char *function_name(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_FMA: return "fma";
    case EXPR_FSQRT: return "sqrt";
    case EXPR_FFLOOR: return "floor";
    case EXPR_FCEIL: return "ceil";
    case EXPR_FTRUNC: return "trunc";
    case EXPR_FRINT: return "rint";
    case EXPR_FROUND: return "round";
    case EXPR_FCONVERT:
    case EXPR_SITOF: return e->width == 32 ? "float" : "double";
    case EXPR_UITOF: return e->width == 32 ? "ufloat" : "udouble";
    case EXPR_FTOSI: return e->width == 32 ? "int32" : "int64";
    default: return NULL;
    }
}

void expr_put_float(StrBuf *out, const Expr *e) {
    double d = e->width == 32 ? as_float((uint64_t)e->value) : as_double((uint64_t)e->value);
    char text[40];
    if (isnan(d)) {
        str_addf(out, "nan(0x%llx)", (unsigned long long)e->value);
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, d);
        double back = strtod(text, NULL);
        if (e->width == 32 ? (float)back == (float)d : back == d) break;
    }
    str_addf(out, "%s%s", text, strpbrk(text, ".en") ? "" : ".0");
}

/* Prints small magnitudes in decimal (negative ones, too: nobody reads 4294967295 as -1), others in
 * hexadecimal. */
static void print_const(Printer *pr, const Expr *e) {
    i128 s = bits_signed(e->value, e->width);
    if (e->width == 1)
        str_addf(&pr->text, "%u", (unsigned)e->value);
    else if (s > -100000 && s < 100000)
        str_addf(&pr->text, "%d", (int)s);
    else if (e->value >> 64)
        str_addf(&pr->text, "0x%llx%016llx", (unsigned long long)(e->value >> 64),
                 (unsigned long long)e->value);
    else
        str_addf(&pr->text, "0x%llx", (unsigned long long)e->value);
}

/* Returns the number of bytes if `e` is consecutive bytes of one input, with the lowest in *first;
 * else 0. */
static uint32_t bytes_in_row(const Expr *e, const Expr **first) {
    uint32_t n = 1;
    const Expr *high = e->op == EXPR_CONCAT ? e->kid[0] : e;
    if (high->op != EXPR_READ) return 0;
    *first = high;
    while (e->op == EXPR_CONCAT) {
        e = e->kid[1];
        const Expr *next = e->op == EXPR_CONCAT ? e->kid[0] : e;
        if (next->op != EXPR_READ || next->input != (*first)->input ||
            next->index + 1 != (*first)->index)
            return 0;
        *first = next;
        n++;
    }
    return n;
}

static void print(Printer *pr, const Expr *e);

/* Prints an operand of an operation on floating-point numbers. */
static void print_float_operand(Printer *pr, const Expr *e) {
    if (e->op == EXPR_CONST)
        expr_put_float(&pr->text, e);
    else
        print(pr, e);
}

/* Whether the operation is one of floating point; then it is printed. */
static bool print_float_operation(Printer *pr, const Expr *e) {
    const char *function = function_name(e);
    if (!expr_is_float((ExprOp)e->op)) return false;
    bool of_integer = e->op == EXPR_SITOF || e->op == EXPR_UITOF;
    str_add(&pr->text, function ? function : "");
    str_addc(&pr->text, '(');
    for (unsigned k = 0; k < expr_kid_count(e); k++) {
        if (k && function)
            str_add(&pr->text, ", ");
        else if (k)
            str_addf(&pr->text, " %s ", infix((ExprOp)e->op));
        if (of_integer)
            print(pr, e->kid[k]);
        else
            print_float_operand(pr, e->kid[k]);
    }
    str_addc(&pr->text, ')');
    return true;
}

/* Each level prints at least one character before it descends, so the limit also bounds the
 * recursion. */
static void print(Printer *pr, const Expr *e) {
    if (pr->text.len > pr->limit) return;
    const Expr *first;
    uint32_t n = bytes_in_row(e, &first);
    if (n) {
        str_add(&pr->text, first->input->name);
        if (n == 1 && first->input->size > 1)
            str_addf(&pr->text, "[%u]", first->index);
        else if (n > 1 && n < first->input->size)
            str_addf(&pr->text, "[%u..%u]", first->index, first->index + n - 1);
        return;
    }
    if (print_float_operation(pr, e)) return;
    switch ((ExprOp)e->op) {
    case EXPR_CONST: print_const(pr, e); return;
    case EXPR_NOT:
        str_addc(&pr->text, e->width == 1 ? '!' : '~');
        print(pr, e->kid[0]);
        return;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        str_addf(&pr->text, "%s%u(", e->op == EXPR_ZEXT ? "zext" : "sext", e->width);
        print(pr, e->kid[0]);
        str_addc(&pr->text, ')');
        return;
    case EXPR_EXTRACT:
        str_addc(&pr->text, '(');
        print(pr, e->kid[0]);
        str_addf(&pr->text, "){%u:%u}", e->index + e->width - 1, e->index);
        return;
    case EXPR_CONCAT:
        str_addc(&pr->text, '(');
        print(pr, e->kid[0]);
        str_add(&pr->text, " ++ ");
        print(pr, e->kid[1]);
        str_addc(&pr->text, ')');
        return;
    case EXPR_ITE:
        str_addc(&pr->text, '(');
        print(pr, e->kid[0]);
        str_add(&pr->text, " ? ");
        print(pr, e->kid[1]);
        str_add(&pr->text, " : ");
        print(pr, e->kid[2]);
        str_addc(&pr->text, ')');
        return;
    case EXPR_TABLE:
        str_addc(&pr->text, '{');
        for (uint32_t i = 0; i < e->table->len && pr->text.len <= pr->limit; i++) {
            if (i == 8 && e->table->len > 9) {
                str_addf(&pr->text, ", ... %u in all", e->table->len);
                break;
            }
            if (i) str_add(&pr->text, ", ");
            print(pr, e->table->byte[i]);
        }
        str_add(&pr->text, "}[");
        print(pr, e->kid[0]);
        str_addc(&pr->text, ']');
        return;
    default:
        str_addc(&pr->text, '(');
        print(pr, e->kid[0]);
        str_addf(&pr->text, " %s ", infix((ExprOp)e->op));
        print(pr, e->kid[1]);
        str_addc(&pr->text, ')');
        return;
    }
}

void expr_print(FILE *out, const Expr *e, size_t limit) {
    Printer pr = {.limit = limit};
    print(&pr, e);
    if (pr.text.len > limit) {
        fwrite(pr.text.data, 1, limit, out);
        fputs("…", out);
    } else {
        fwrite(pr.text.data, 1, pr.text.len, out);
    }
    vec_free(&pr.text);
}
