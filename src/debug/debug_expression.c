/*
 * debug_expression.c — a recursive descent over the text, which evaluates as it goes. Conversions
 * are those of C.
 */
#include "debug/debug_expression.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#define MOST_NESTING 100

typedef struct Parser {
    const DebugScope *scope;
    const char *at;
    unsigned depth;
    bool skips; /* what is read does not count: the other side of && || ?: */
} Parser;

static DebugValue ternary(Parser *p);
static DebugValue unary(Parser *p);

/* --- words ------------------------------------------------------------------------------------ */

static void skip_space(Parser *p) {
    while (isspace((unsigned char)*p->at)) p->at++;
}

/* Takes an operator; `not_before` are letters with which it would be another one. */
static bool take(Parser *p, const char *word, const char *not_before) {
    skip_space(p);
    size_t n = strlen(word);
    if (strncmp(p->at, word, n) != 0 || (p->at[n] && strchr(not_before, p->at[n]))) return false;
    p->at += n;
    return true;
}

static bool is_name_start(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$'; }

/* Takes a name; NULL if there is none. */
static const char *take_name(Parser *p) {
    skip_space(p);
    const char *start = p->at;
    if (!is_name_start(*p->at)) return NULL;
    while (is_name_start(*p->at) || isdigit((unsigned char)*p->at)) p->at++;
    char *out = arena_alloc(p->scope->arena, (size_t)(p->at - start) + 1);
    memcpy(out, start, (size_t)(p->at - start));
    return out;
}

/* --- names ------------------------------------------------------------------------------------ */

/* The line at which a frame is; 0: unknown. */
static uint32_t line_of_frame(const DebugScope *s, const Function *f) {
    const Thread *t = s->machine->threads[s->thread];
    const Insn *pc = s->frame == t->top ? t->pc : t->frames[s->frame + 1].call;
    return pc && pc >= f->code && pc < f->code + f->code_len
               ? s->machine->program->locs[f->loc[pc - f->code]].line
               : 0;
}

const DebugVariable *debug_find_variable(const DebugScope *s, const char *name) {
    const DebugVariable *best = NULL, *global = NULL, *any = NULL;
    const Program *program = s->machine->program;
    const Function *f =
        s->thread >= 0 ? s->machine->threads[s->thread]->frames[s->frame].function : NULL;
    uint32_t number = f ? (uint32_t)(f - program->functions) : UINT32_MAX - 1;
    uint32_t line = f ? line_of_frame(s, f) : 0;
    for (size_t k = 0; k < s->types->variables.len; k++) {
        const DebugVariable *v = &s->types->variables.data[k];
        if (strcmp(v->name, name) != 0) continue;
        if (v->function == number) {
            /* Of several in nested blocks, the last one declared before the place. */
            if (!best || (v->line <= line && (best->line > line || v->line >= best->line)))
                best = v;
        } else if (v->function == UINT32_MAX) {
            bool within = f && *v->within && symbol_is_named(f->name, v->within);
            if (within) return best ? best : v;
            if (!*v->within) global = v;
            any = v;
        }
    }
    return best ? best : global ? global : any;
}

static DebugValue named_value(Parser *p, const char *name) {
    const DebugScope *s = p->scope;
    const DebugVariable *v = debug_find_variable(s, name);
    if (v) return debug_variable_value(s, v);
    for (size_t k = 0; k < s->types->types.len; k++) {
        const DebugType *t = s->types->types.data[k];
        for (size_t e = 0; t && e < t->enumerators.len; e++)
            if (!strcmp(t->enumerators.data[e].name, name))
                return debug_number(s, t, (uint64_t)t->enumerators.data[e].value);
    }
    if (!strcmp(name, "true") || !strcmp(name, "false") || !strcmp(name, "NULL"))
        return debug_number(s, s->types->int_, *name == 't');
    const Program *program = s->machine->program;
    for (uint32_t k = 0; k < program->nfunctions; k++)
        if ((program->functions[k].external || !program->functions[k].library) &&
            symbol_is_named(program->functions[k].name, name))
            return debug_number(s, debug_pointer_to(s->types, s->types->types.data[0]),
                                program->functions[k].address);
    return debug_error(s, "there is no `%s` here", name);
}

/* --- arithmetic ------------------------------------------------------------------------------- */

static bool is_pointer(const DebugType *t) {
    char kind = debug_plain(t)->kind;
    return kind == DEBUG_POINTER || kind == DEBUG_ARRAY;
}

static bool is_real(const DebugType *t) { return debug_plain(t)->kind == DEBUG_FLOAT; }

static const char *why_not(DebugBytes how) {
    switch (how) {
    case DEBUG_BYTES_OUTSIDE: return "it is outside of memory";
    case DEBUG_BYTES_UNWRITTEN: return "it is not initialised";
    case DEBUG_BYTES_WIDE: return "it does not fit into 64 bits";
    default: return "it has no value here";
    }
}

/* Makes arrays pointers. */
static DebugValue decayed(const DebugScope *s, DebugValue v) {
    if (!v.type || debug_plain(v.type)->kind != DEBUG_ARRAY) return v;
    if (!v.in_memory) return debug_error(s, "the array is in registers and has no address");
    return debug_number(s, debug_pointer_to(s->types, debug_plain(v.type)->target), v.address);
}

/* Converts to an integer of 64 bits, signed or not; 0 if it fits into neither. */
static uint64_t whole_part(double real) {
    if (real >= 0x1p63) return real < 0x1p64 ? (uint64_t)real : 0;
    return real >= -0x1p63 ? (uint64_t)(int64_t)real : 0;
}

/* Reads a number. False with *error set. */
static bool number_of(const DebugScope *s, const DebugValue *v, uint64_t *out, DebugValue *error) {
    if (!v->type) {
        *error = *v;
        return false;
    }
    if (!debug_is_integer(v->type) && !is_pointer(v->type) && !is_real(v->type)) {
        *error = debug_error(s, "it is no number");
        return false;
    }
    double real = 0;
    DebugBytes how = is_real(v->type) ? debug_read_real(s, v, &real) : debug_read_number(s, v, out);
    if (is_real(v->type)) *out = whole_part(real);
    if (how != DEBUG_BYTES_KNOWN) *error = debug_error(s, "%s", why_not(how));
    return how == DEBUG_BYTES_KNOWN;
}

static bool real_of(const DebugScope *s, const DebugValue *v, double *out, DebugValue *error) {
    uint64_t x;
    if (v->type && is_real(v->type)) {
        DebugBytes how = debug_read_real(s, v, out);
        if (how != DEBUG_BYTES_KNOWN) *error = debug_error(s, "%s", why_not(how));
        return how == DEBUG_BYTES_KNOWN;
    }
    if (!number_of(s, v, &x, error)) return false;
    *out = debug_is_signed(v->type) ? (double)(int64_t)x : (double)x;
    return true;
}

static DebugValue truth_value(const DebugScope *s, bool x) {
    return debug_number(s, s->types->int_, x);
}

static DebugValue compute_reals(const DebugScope *s, const char *op, double x, double y) {
    if (!strcmp(op, "+")) return debug_real(s, x + y);
    if (!strcmp(op, "-")) return debug_real(s, x - y);
    if (!strcmp(op, "*")) return debug_real(s, x * y);
    if (!strcmp(op, "/")) return debug_real(s, x / y);
    if (!strcmp(op, "<")) return truth_value(s, x < y);
    if (!strcmp(op, "<=")) return truth_value(s, x <= y);
    if (!strcmp(op, ">")) return truth_value(s, x > y);
    if (!strcmp(op, ">=")) return truth_value(s, x >= y);
    if (!strcmp(op, "==")) return truth_value(s, x == y);
    if (!strcmp(op, "!=")) return truth_value(s, x != y);
    return debug_error(s, "`%s` is not for floating point", op);
}

static DebugValue divided(const DebugScope *s, const DebugType *t, bool remainder, uint64_t x,
                          uint64_t y) {
    if (!y) return debug_error(s, "division by zero");
    if (!debug_is_signed(t)) return debug_number(s, t, remainder ? x % y : x / y);
    if (y == UINT64_MAX) return debug_number(s, t, remainder ? 0 : 0 - x);
    return debug_number(s, t,
                        (uint64_t)(remainder ? (int64_t)x % (int64_t)y : (int64_t)x / (int64_t)y));
}

/* The type of a number in expressions: a narrow bit-field is an int. */
static const DebugType *promoted(const DebugScope *s, const DebugValue *v) {
    return v->width && v->width < 32 ? s->types->int_ : v->type;
}

/* Converts a number to a type of 32 or 64 bits. */
static uint64_t of_type(const DebugType *t, uint64_t x) {
    if (debug_size(t) > 4) return x;
    return debug_is_signed(t) ? (uint64_t)(int64_t)(int32_t)x : (uint32_t)x;
}

/* Applies an operator to numbers of type `t`. */
static DebugValue compute(const DebugScope *s, const char *op, const DebugType *t, uint64_t x,
                          uint64_t y) {
    bool is_signed = debug_is_signed(t);
    bool below = is_signed ? (int64_t)x < (int64_t)y : x < y;
    if (op[1] == '=' || ((*op == '<' || *op == '>') && !op[1])) {
        if (*op == '=') return truth_value(s, x == y);
        if (*op == '!') return truth_value(s, x != y);
        if (*op == '<') return truth_value(s, below || (op[1] && x == y));
        return truth_value(s, op[1] ? !below : !below && x != y);
    }
    switch (*op) {
    case '+': return debug_number(s, t, x + y);
    case '-': return debug_number(s, t, x - y);
    case '*': return debug_number(s, t, x * y);
    case '/': return divided(s, t, false, x, y);
    case '%': return divided(s, t, true, x, y);
    case '&': return debug_number(s, t, x & y);
    case '|': return debug_number(s, t, x | y);
    case '^': return debug_number(s, t, x ^ y);
    case '<': return debug_number(s, t, y < 64 ? x << y : 0);
    default:
        if (is_signed) return debug_number(s, t, (uint64_t)((int64_t)x >> MIN(y, 63)));
        return debug_number(s, t, y < 64 ? x >> y : 0);
    }
}

/* Adds or subtracts where an operand is a pointer. */
static DebugValue compute_pointers(const DebugScope *s, const char *op, const DebugValue *x,
                                   const DebugValue *y, uint64_t a, uint64_t b) {
    bool first = is_pointer(x->type), second = is_pointer(y->type);
    const DebugType *t = first ? x->type : y->type;
    uint64_t size = MAX(debug_size(debug_plain(t)->target), 1);
    if (*op == '+' && !op[1] && first != second)
        return debug_number(s, t, first ? a + b * size : a * size + b);
    if (*op == '-' && !op[1] && first)
        return second ? debug_number(s, s->types->signed_long,
                                     (uint64_t)((int64_t)(a - b) / (int64_t)size))
                      : debug_number(s, t, a - b * size);
    if (strchr("<>=!", *op) && (op[1] == '=' || (!op[1] && *op != '!')))
        return compute(s, op, s->types->unsigned_long, a, b);
    return debug_error(s, "`%s` is not for pointers", op);
}

/* The type in which two integers are computed. */
static const DebugType *common_type(const DebugScope *s, const DebugType *x, const DebugType *y) {
    bool is_signed = (debug_is_signed(x) || debug_size(x) < MAX(debug_size(y), 4)) &&
                     (debug_is_signed(y) || debug_size(y) < MAX(debug_size(x), 4));
    if (debug_size(x) <= 4 && debug_size(y) <= 4)
        return is_signed ? s->types->int_ : s->types->unsigned_;
    return is_signed ? s->types->signed_long : s->types->unsigned_long;
}

static DebugValue apply(const Parser *p, const char *op, DebugValue x, DebugValue y) {
    const DebugScope *s = p->scope;
    if (p->skips) return truth_value(s, false);
    x = decayed(s, x);
    y = decayed(s, y);
    DebugValue error;
    uint64_t a, b;
    if (x.type && y.type && (is_real(x.type) || is_real(y.type))) {
        double u, v;
        if (!real_of(s, &x, &u, &error) || !real_of(s, &y, &v, &error)) return error;
        return compute_reals(s, op, u, v);
    }
    if (!number_of(s, &x, &a, &error) || !number_of(s, &y, &b, &error)) return error;
    if (is_pointer(x.type) || is_pointer(y.type)) return compute_pointers(s, op, &x, &y, a, b);
    if (MAX(debug_size(x.type), debug_size(y.type)) > sizeof a)
        return debug_error(s, "`%s` is not for integers of 128 bits", op);
    /* The type of a shift is that of what is shifted. */
    bool shifts = !strcmp(op, "<<") || !strcmp(op, ">>");
    const DebugType *first = promoted(s, &x),
                    *t = common_type(s, first, shifts ? first : promoted(s, &y));
    return compute(s, op, t, of_type(t, a), shifts ? b : of_type(t, b));
}

/* --- casts ------------------------------------------------------------------------------------ */

/* Takes a type's name with its stars, as in a cast. NULL, with nothing taken, if it is none. */
static const DebugType *take_type(Parser *p) {
    const char *start = p->at;
    StrBuf words = {0};
    const DebugType *t = NULL;
    for (const char *before = p->at, *w; (w = take_name(p)); before = p->at) {
        if (!strcmp(w, "const") || !strcmp(w, "volatile")) continue;
        size_t len = words.len;
        if (len) str_addc(&words, ' ');
        str_add(&words, w);
        const DebugType *longer = debug_type_named(p->scope->types, words.data);
        bool partial = !strcmp(w, "struct") || !strcmp(w, "union") || !strcmp(w, "enum") ||
                       !strcmp(w, "unsigned") || !strcmp(w, "signed") || !strcmp(w, "long") ||
                       !strcmp(w, "short");
        if (longer) t = longer;
        if (!longer && !partial) {
            p->at = before;
            break;
        }
    }
    if (words.len && !t && !strcmp(words.data, "unsigned"))
        t = debug_type_named(p->scope->types, "unsigned int");
    vec_free(&words);
    if (!t) {
        p->at = start;
        return NULL;
    }
    while (take(p, "*", "=")) t = debug_pointer_to(p->scope->types, t);
    return t;
}

static DebugValue converted(const DebugScope *s, const DebugType *t, DebugValue v) {
    v = decayed(s, v);
    if (!v.type) return v;
    const DebugType *plain = debug_plain(t);
    DebugValue error;
    uint64_t x;
    if (plain->kind == DEBUG_FLOAT) {
        double real;
        if (!real_of(s, &v, &real, &error)) return error;
        float narrow = (float)real;
        DebugValue out = debug_real(s, real);
        if (debug_size(t) == 4) memcpy(out.bytes, &narrow, sizeof narrow);
        if (debug_size(t) <= 8) out.type = t;
        return out;
    }
    if (!debug_is_integer(t) && plain->kind != DEBUG_POINTER)
        return debug_error(s, "casts are to numbers and pointers");
    if (!number_of(s, &v, &x, &error)) return error;
    return debug_number(s, t, plain->kind == DEBUG_BOOL ? x != 0 : x);
}

/* --- the grammar ------------------------------------------------------------------------------ */

static DebugValue character(Parser *p) {
    static const char escapes[] = "abtnvfr";
    unsigned char c = (unsigned char)*p->at++;
    if (c == '\\' && *p->at) {
        const char *named = strchr(escapes, *p->at);
        char *end = (char *)(p->at + 1);
        if (named)
            c = (unsigned char)(7 + (named - escapes));
        else if (isdigit((unsigned char)*p->at))
            c = (unsigned char)strtoul(p->at, &end, 8);
        else
            c = (unsigned char)*p->at;
        p->at = end;
    }
    if (*p->at != '\'') return debug_error(p->scope, "a character without its end");
    p->at++;
    return debug_number(p->scope, p->scope->types->int_, (uint64_t)(int64_t)(signed char)c);
}

static DebugValue literal(Parser *p) {
    char *end, *real_end;
    const char *start = p->at;
    errno = 0;
    unsigned long long x = strtoull(p->at, &end, 0);
    double real = strtod(p->at, &real_end);
    bool hex = p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
    if (real_end > end && !hex) {
        p->at = real_end;
        if (*p->at == 'f' || *p->at == 'F') p->at++;
        return debug_real(p->scope, real);
    }
    bool is_unsigned = false, is_long = false;
    for (p->at = end; *p->at && strchr("uUlL", *p->at); p->at++) {
        is_unsigned |= *p->at == 'u' || *p->at == 'U';
        is_long |= *p->at == 'l' || *p->at == 'L';
    }
    /* C17 6.4.4.1: without u, a decimal number is never unsigned while a signed type holds it. */
    bool either = is_unsigned || start[0] == '0';
    const DebugTypes *t = p->scope->types;
    return debug_number(p->scope,
                        !is_long && !is_unsigned && x <= INT32_MAX ? t->int_
                        : !is_long && either && x <= UINT32_MAX    ? t->unsigned_
                        : !is_unsigned && x <= INT64_MAX           ? t->signed_long
                                                                   : t->unsigned_long,
                        x);
}

static DebugValue primary(Parser *p) {
    skip_space(p);
    if (take(p, "(", "")) {
        DebugValue v = ternary(p);
        return !v.type || take(p, ")", "") ? v : debug_error(p->scope, "`)` is missing");
    }
    if (take(p, "'", "")) return character(p);
    if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1])))
        return literal(p);
    const char *name = take_name(p);
    if (name) return named_value(p, name);
    if (!*p->at) return debug_error(p->scope, "the expression ends too early");
    return debug_error(p->scope, "`%c` is not understood", *p->at);
}

static DebugValue pointed_to(const DebugScope *s, DebugValue v) {
    v = decayed(s, v);
    if (!v.type) return v;
    if (!is_pointer(v.type)) return debug_error(s, "it is no pointer");
    return debug_element(s, &v, 0);
}

static DebugValue postfix(Parser *p) {
    const DebugScope *s = p->scope;
    DebugValue v = primary(p);
    while (v.type) {
        if (take(p, "[", "")) {
            DebugValue k = ternary(p), error;
            uint64_t n;
            if (!take(p, "]", "")) return k.type ? debug_error(s, "`]` is missing") : k;
            if (!number_of(s, &k, &n, &error)) return p->skips ? k : error;
            v = debug_element(s, &v, (int64_t)n);
        } else if (take(p, "->", "") || take(p, ".", "")) {
            bool arrow = p->at[-1] == '>';
            const char *name = take_name(p);
            if (!name) return debug_error(s, "the name of a member is missing");
            if (arrow) v = pointed_to(s, v);
            if (v.type) v = debug_member_value(s, &v, name);
        } else if (take(p, "(", "")) {
            return debug_error(s, "calls are not made: expressions only read");
        } else if (take(p, "++", "") || take(p, "--", "")) {
            return debug_error(s, "expressions only read");
        } else {
            return v;
        }
    }
    return v;
}

static DebugValue address_of_value(const DebugScope *s, DebugValue v) {
    if (!v.type) return v;
    if (!v.in_memory || v.width) return debug_error(s, "it has no address");
    return debug_number(s, debug_pointer_to(s->types, v.type), v.address);
}

static DebugValue size_of(Parser *p) {
    const char *start = p->at;
    const DebugType *t = NULL;
    if (take(p, "(", "")) {
        t = take_type(p);
        if (t && !take(p, ")", "")) t = NULL;
    }
    if (!t) {
        p->at = start;
        DebugValue v = unary(p);
        if (!v.type) return v;
        t = v.type;
    }
    return debug_number(p->scope, p->scope->types->unsigned_long, debug_size(t));
}

static DebugValue negated(Parser *p) {
    return apply(p, "-", debug_number(p->scope, p->scope->types->int_, 0), unary(p));
}

static DebugValue unary(Parser *p) {
    const DebugScope *s = p->scope;
    if (++p->depth > MOST_NESTING) return debug_error(s, "the expression is nested too deeply");
    DebugValue v, error;
    uint64_t x;
    skip_space(p);
    const char *start = p->at;
    if (take(p, "++", "") || take(p, "--", "")) {
        v = debug_error(s, "expressions only read");
    } else if (take(p, "*", "")) {
        v = pointed_to(s, unary(p));
    } else if (take(p, "&", "&")) {
        v = address_of_value(s, unary(p));
    } else if (take(p, "-", "")) {
        v = negated(p);
    } else if (take(p, "+", "")) {
        v = unary(p);
    } else if (take(p, "!", "=")) {
        v = decayed(s, unary(p));
        v = number_of(s, &v, &x, &error) ? truth_value(s, !x) : error;
    } else if (take(p, "~", "")) {
        v = apply(p, "^", unary(p), debug_number(s, s->types->int_, UINT64_MAX));
    } else if (take(p, "sizeof", "_abcdefghijklmnopqrstuvwxyz0123456789")) {
        v = size_of(p);
    } else {
        const DebugType *t = take(p, "(", "") ? take_type(p) : NULL;
        if (t && take(p, ")", "")) {
            v = converted(s, t, unary(p));
        } else {
            p->at = start;
            v = postfix(p);
        }
    }
    p->depth--;
    return v;
}

/* Binary operators by rank, the tightest first; and letters behind each with which it is another
 * one. */
static const struct {
    const char *op, *not_before;
    unsigned rank;
} operators[] = {{"*", "=", 0},  {"/", "=", 0},  {"%", "=", 0},  {"+", "=+", 1},
                 {"-", "=-", 1}, {"<<", "=", 2}, {">>", "=", 2}, {"<=", "", 3},
                 {">=", "", 3},  {"<", "<", 3},  {">", ">", 3},  {"==", "", 4},
                 {"!=", "", 4},  {"&", "&=", 5}, {"^", "=", 6},  {"|", "|=", 7}};
#define RANKS 8

static DebugValue binary(Parser *p, unsigned rank) {
    if (rank == 0 && p->depth > MOST_NESTING) return debug_error(p->scope, "nested too deeply");
    DebugValue v = rank ? binary(p, rank - 1) : unary(p);
    for (size_t k = 0; v.type && k < ARRAY_LEN(operators);) {
        if (operators[k].rank != rank || !take(p, operators[k].op, operators[k].not_before)) {
            k++;
            continue;
        }
        DebugValue other = rank ? binary(p, rank - 1) : unary(p);
        v = apply(p, operators[k].op, v, other);
        k = 0;
    }
    return v;
}

static bool is_true(Parser *p, DebugValue v, bool *out, DebugValue *error) {
    uint64_t x;
    v = decayed(p->scope, v);
    if (!number_of(p->scope, &v, &x, error)) return false;
    double real;
    *out = is_real(v.type) ? real_of(p->scope, &v, &real, error) && real != 0 : x != 0;
    return true;
}

/* && and ||: the second operand is read, and counts only where the first does not decide. */
static DebugValue logical(Parser *p, bool conjunction) {
    DebugValue v = conjunction ? binary(p, RANKS - 1) : logical(p, true), error;
    while (v.type && take(p, conjunction ? "&&" : "||", "")) {
        bool first, second, skipped = p->skips;
        if (!is_true(p, v, &first, &error)) return error;
        p->skips |= first != conjunction;
        DebugValue other = conjunction ? binary(p, RANKS - 1) : logical(p, true);
        bool decided = p->skips && !skipped;
        p->skips = skipped;
        if (decided)
            v = truth_value(p->scope, first);
        else if (!is_true(p, other, &second, &error))
            return error;
        else
            v = truth_value(p->scope, second);
    }
    return v;
}

static DebugValue ternary(Parser *p) {
    DebugValue v = logical(p, false), error;
    if (!v.type || !take(p, "?", "")) return v;
    bool first;
    if (!is_true(p, v, &first, &error)) return error;
    DebugValue yes = ternary(p);
    if (!take(p, ":", "")) return yes.type ? debug_error(p->scope, "`:` is missing") : yes;
    DebugValue no = ternary(p), chosen = first ? yes : no;
    /* Both have the type of the whole, as far as the other one has a value at all. */
    bool numbers = yes.type && no.type && debug_is_integer(yes.type) && debug_is_integer(no.type);
    if (!numbers || p->skips) return chosen;
    return converted(
        p->scope, common_type(p->scope, promoted(p->scope, &yes), promoted(p->scope, &no)), chosen);
}

DebugValue debug_evaluate(const DebugScope *s, const char *text) {
    Parser p = {.scope = s, .at = text};
    DebugValue v = ternary(&p);
    skip_space(&p);
    if (!v.type || !*p.at) return v;
    if (*p.at == '=') return debug_error(s, "nothing is assigned: expressions only read");
    return debug_error(s, "`%s` is not understood", p.at);
}

bool debug_holds(const DebugScope *s, const char *condition, const char **error) {
    DebugValue v = debug_evaluate(s, condition), wrong = v;
    Parser p = {.scope = s};
    bool holds = false;
    *error = NULL;
    if (is_true(&p, v, &holds, &wrong)) return holds;
    *error = wrong.error;
    return false;
}
