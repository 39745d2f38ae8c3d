/* debug_value.c — see debug_value.h. */
#include "debug/debug_value.h"
#include "vm/memory/memory.h"
#include "vm/symbolic/given.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* --- making ----------------------------------------------------------------------------------- */

DebugValue debug_error(const DebugScope *s, const char *format, ...) {
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return (DebugValue){.error = arena_strdup(s->arena, text)};
}

DebugValue debug_number(const DebugScope *s, const DebugType *t, uint64_t number) {
    u128 whole = debug_is_signed(t) ? (u128)(int64_t)number : number;
    DebugValue v = {.type = t, .bytes = arena_alloc(s->arena, sizeof whole)};
    memcpy(v.bytes, &whole, sizeof whole);
    return v;
}

DebugValue debug_real(const DebugScope *s, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return debug_number(s, s->types->double_, bits);
}

DebugValue debug_in_memory(const DebugType *t, uint64_t address) {
    return (DebugValue){.type = t, .in_memory = true, .address = address};
}

/* Reads a byte with an expression. False: it depends on memory that was never written. */
static bool byte_value(const DebugScope *s, const Expr *e, uint8_t *out) {
    const Expr *value = given_value(s->machine, e);
    *out = expr_is_const(value) ? (uint8_t)value->value : 0;
    return expr_is_const(value);
}

static void set_part(const DebugScope *s, DebugValue *v, uint64_t size, uint64_t k, const Expr *e) {
    if (!v->parts) v->parts = arena_alloc(s->arena, (size + 8) * sizeof *v->parts);
    v->parts[k] = expr_is_const(e) ? NULL : e;
}

/* Copies the registers of a part of a variable into its bytes. */
static void copy_registers(const DebugScope *s, const Frame *f, const DebugPlace *p, uint64_t size,
                           DebugValue *v, uint8_t *known) {
    const Thread *t = s->machine->threads[s->thread];
    const uint64_t *registers = t->regs + f->base;
    uint64_t first = p->offset / 8, n = p->bits ? (p->bits + 7) / 8 : size;
    for (uint64_t k = 0; k < n && first + k < size; k++) {
        uint64_t r = k / 8;
        if (r >= p->nregisters) break;
        const Expr *e = f->symbolic ? t->sym[f->base + p->registers[r]] : NULL;
        if (e) {
            e = expr_extract(s->machine->pool, e, 8 * (k % 8), 8);
            known[first + k] = byte_value(s, e, &v->bytes[first + k]);
            set_part(s, v, size, first + k, e);
            continue;
        }
        v->bytes[first + k] = (uint8_t)(registers[p->registers[r]] >> 8 * (k % 8));
        known[first + k] = 1;
    }
}

static DebugValue local_value(const DebugScope *s, const DebugVariable *v) {
    const Thread *t = s->machine->threads[s->thread];
    const Frame *f = &t->frames[s->frame];
    uint64_t size = debug_size(v->type);
    DebugValue out = {.type = v->type, .bytes = arena_alloc(s->arena, size + 8)};
    uint8_t *known = arena_alloc(s->arena, size + 8);
    out.known = known;
    for (size_t k = 0; k < v->places.len; k++) {
        const DebugPlace *p = &v->places.data[k];
        if (!t->regs[f->base + p->known]) continue;
        if (p->address && !p->bits)
            return debug_in_memory(v->type, t->regs[f->base + p->registers[0]]);
        if (!p->address) copy_registers(s, f, p, size, &out, known);
    }
    return out;
}

DebugValue debug_variable_value(const DebugScope *s, const DebugVariable *v) {
    if (v->function != UINT32_MAX) return local_value(s, v);
    if (!v->thread_local_) return debug_in_memory(v->type, v->address);
    if (s->thread < 0)
        return debug_error(s, "`%s` is thread-local, and no thread is chosen", v->name);
    return debug_in_memory(v->type, s->machine->threads[s->thread]->region + v->address);
}

/* --- reading ---------------------------------------------------------------------------------- */

static DebugBytes read_memory(const DebugScope *s, uint64_t address, uint8_t *out, uint64_t n) {
    const Memory *m = s->machine->memory;
    if (!memory_is_valid(m, address, n)) return DEBUG_BYTES_OUTSIDE;
    memcpy(out, m->base + address, n);
    if (m->tracks_undefined && bits_any(m->undefined, address, n)) return DEBUG_BYTES_UNWRITTEN;
    for (uint64_t k = 0; m->symbolic_bytes && k < n; k++) {
        const Expr *e = memory_symbolic(m, address + k);
        if (e && !byte_value(s, e, &out[k])) return DEBUG_BYTES_UNWRITTEN;
    }
    return DEBUG_BYTES_KNOWN;
}

/* Returns the expression of byte `k` of a value; a constant where it came from no input. */
static const Expr *byte_expression(const DebugScope *s, const DebugValue *v, uint64_t k) {
    const Memory *m = s->machine->memory;
    const Expr *e = v->in_memory ? memory_symbolic(m, v->address + k)
                    : v->parts   ? v->parts[k]
                                 : NULL;
    if (e) return e;
    uint8_t byte = v->in_memory ? m->base[v->address + k] : v->bytes[k];
    return expr_const(s->machine->pool, 8, byte);
}

const Expr *debug_expression_of(const DebugScope *s, const DebugValue *v) {
    ExprPool *pool = s->machine->pool;
    uint64_t size = debug_size(v->type);
    char kind = debug_plain(v->type)->kind;
    if (kind == DEBUG_STRUCT || kind == DEBUG_UNION || kind == DEBUG_ARRAY) return NULL;
    if (!size || size > 8 || (!v->in_memory && !v->parts)) return NULL;
    if (v->in_memory && (!s->machine->memory->symbolic_bytes ||
                         !memory_is_valid(s->machine->memory, v->address, size)))
        return NULL;
    const Expr *e = byte_expression(s, v, 0);
    for (uint64_t k = 1; k < size; k++) e = expr_concat(pool, byte_expression(s, v, k), e);
    if (v->width) e = expr_extract(pool, e, v->shift, v->width);
    return expr_is_const(e) ? NULL : e;
}

DebugBytes debug_read(const DebugScope *s, const DebugValue *v, uint8_t *out, uint64_t n) {
    uint64_t size = MIN(n, v->width ? (v->shift + v->width + 7u) / 8 : debug_size(v->type));
    memset(out, 0, n);
    if (v->in_memory) return read_memory(s, v->address, out, size);
    memcpy(out, v->bytes, size);
    for (uint64_t k = 0; v->known && k < size; k++)
        if (!v->known[k]) return DEBUG_BYTES_GONE;
    return DEBUG_BYTES_KNOWN;
}

static uint64_t extended(uint64_t x, unsigned bits, bool is_signed) {
    if (!bits || bits >= 64) return x;
    x &= (1ull << bits) - 1;
    return is_signed && x >> (bits - 1) ? x | ~0ull << bits : x;
}

DebugBytes debug_read_number(const DebugScope *s, const DebugValue *v, uint64_t *out) {
    u128 whole;
    DebugBytes how = debug_read(s, v, (uint8_t *)&whole, sizeof whole);
    uint64_t bits = v->width ? v->width : debug_size(v->type) * 8;
    bool is_signed = debug_is_signed(v->type);
    whole >>= v->shift;
    *out = extended((uint64_t)whole, (unsigned)MIN(bits, 64), is_signed);
    bool fits = bits <= 64 || whole == (is_signed ? (u128)(int64_t)*out : *out);
    return how == DEBUG_BYTES_KNOWN && !fits ? DEBUG_BYTES_WIDE : how;
}

DebugBytes debug_read_real(const DebugScope *s, const DebugValue *v, double *out) {
    uint8_t bytes[16];
    DebugBytes how = debug_read(s, v, bytes, sizeof bytes);
    uint64_t size = debug_size(v->type);
    float narrow;
    long double wide = 0;
    memcpy(&narrow, bytes, sizeof narrow);
    memcpy(out, bytes, sizeof *out);
    memcpy(&wide, bytes, 10);
    if (size == 4) *out = (double)narrow;
    if (size == 16) *out = (double)wide;
    return how;
}

/* --- parts ------------------------------------------------------------------------------------ */

/* A pointer to something with a size: not to void, a function or an incomplete type. */
static bool points_to_value(const DebugType *t) {
    if (t->kind != DEBUG_POINTER) return false;
    const DebugType *target = debug_plain(t->target);
    return target->kind != DEBUG_VOID && target->kind != DEBUG_FUNCTION && debug_size(target);
}

uint64_t debug_parts(const DebugScope *s, const DebugValue *v) {
    if (!v->type) return 0;
    const DebugType *t = debug_plain(v->type);
    uint64_t address;
    switch (t->kind) {
    case DEBUG_STRUCT:
    case DEBUG_UNION: return t->members.len;
    case DEBUG_ARRAY: return t->count;
    case DEBUG_POINTER:
        return points_to_value(t) && debug_read_number(s, v, &address) == DEBUG_BYTES_KNOWN &&
               memory_is_valid(s->machine->memory, address, 1);
    default: return 0;
    }
}

/* Returns `bits` bits of a value from bit `at` on, as another type. */
static DebugValue slice(const DebugScope *s, const DebugValue *v, const DebugType *t, uint64_t at) {
    DebugValue out = {.type = t, .in_memory = v->in_memory, .address = v->address + at / 8};
    if (v->in_memory) return out;
    uint64_t whole = debug_size(v->type), first = at / 8, n = debug_size(t);
    uint8_t *known = arena_alloc(s->arena, n + 8);
    out.bytes = arena_alloc(s->arena, n + 8);
    for (uint64_t k = 0; k < n && first + k < whole; k++) {
        out.bytes[k] = v->bytes[first + k];
        known[k] = v->known ? v->known[first + k] : 1;
        if (v->parts && v->parts[first + k]) set_part(s, &out, n, k, v->parts[first + k]);
    }
    out.known = known;
    return out;
}

static DebugValue member_value(const DebugScope *s, const DebugValue *v, const DebugMember *m,
                               uint64_t bits) {
    DebugValue out = slice(s, v, m->type, m->bitfield ? bits & ~7ull : bits);
    if (m->bitfield) {
        out.shift = (uint8_t)(bits % 8);
        out.width = (uint8_t)m->bits;
    }
    return out;
}

DebugValue debug_element(const DebugScope *s, const DebugValue *v, int64_t k) {
    const DebugType *t = debug_plain(v->type), *element = t->target;
    uint64_t address = v->address, size;
    if (t->kind == DEBUG_POINTER) {
        if (!points_to_value(t)) return debug_error(s, "it points to no type with a size");
        if (debug_read_number(s, v, &address) != DEBUG_BYTES_KNOWN)
            return debug_error(s, "the pointer has no value here");
    } else if (t->kind != DEBUG_ARRAY) {
        return debug_error(s, "it is neither an array nor a pointer");
    }
    size = debug_size(element);
    if (t->kind == DEBUG_POINTER || v->in_memory)
        return debug_in_memory(element, address + (uint64_t)k * size);
    if (k < 0 || (uint64_t)k >= t->count) return debug_error(s, "no such element");
    return slice(s, v, element, (uint64_t)k * size * 8);
}

DebugValue debug_member_value(const DebugScope *s, const DebugValue *v, const char *name) {
    uint64_t bits = 0;
    const DebugMember *m = debug_member(v->type, name, &bits);
    if (!m) return debug_error(s, "there is no member `%s`", name);
    return member_value(s, v, m, bits);
}

DebugValue debug_part(const DebugScope *s, const DebugValue *v, uint64_t k, const char **name) {
    const DebugType *t = debug_plain(v->type);
    char text[32];
    if (t->kind == DEBUG_STRUCT || t->kind == DEBUG_UNION) {
        const DebugMember *m = &t->members.data[k];
        *name = *m->name ? m->name : "(unnamed)";
        return member_value(s, v, m, m->offset);
    }
    snprintf(text, sizeof text, t->kind == DEBUG_POINTER ? "*" : "[%llu]", (unsigned long long)k);
    *name = arena_strdup(s->arena, text);
    return debug_element(s, v, (int64_t)k);
}

/* --- text ------------------------------------------------------------------------------------- */

#define MOST_DEPTH 3        /* of structures in structures */
#define MOST_SHOWN 10       /* elements or members */
#define MOST_LETTERS 60     /* of a string */
#define MOST_EXPRESSION 200 /* letters of an expression over inputs */

static void put_char(StrBuf *out, unsigned char c, char quote) {
    static const char letters[] = "abtnvfr";
    if (c >= 7 && c <= 13)
        str_addf(out, "\\%c", letters[c - 7]);
    else if (c == (unsigned char)quote || c == '\\')
        str_addf(out, "\\%c", c);
    else if (c < 32 || c >= 127)
        str_addf(out, "\\%03o", c);
    else
        str_addc(out, (char)c);
}

/* Writes the string at an address, as far as it can be read. Of an array, at most `most` bytes. */
static void put_string_text(const DebugScope *s, DebugValue v, uint64_t most, StrBuf *out) {
    str_addc(out, '"');
    for (uint64_t k = 0;; k++) {
        uint64_t c = 0;
        DebugValue x = k < most ? debug_element(s, &v, (int64_t)k) : (DebugValue){0};
        if (!x.type || debug_read_number(s, &x, &c) != DEBUG_BYTES_KNOWN || !(uint8_t)c) break;
        if (k == MOST_LETTERS) {
            str_add(out, "\"…");
            return;
        }
        put_char(out, (uint8_t)c, '"');
    }
    str_addc(out, '"');
}

static bool is_letters(const DebugType *t) {
    char kind = debug_plain(t)->kind;
    return kind == DEBUG_CHAR || kind == DEBUG_BYTE;
}

static void put_pointer(const DebugScope *s, const DebugValue *v, uint64_t address, StrBuf *out) {
    const DebugType *t = debug_plain(v->type);
    const Program *p = s->machine->program;
    str_addf(out, "0x%llx", (unsigned long long)address);
    const Function *f = program_function_at(p, address);
    const Global *g = f ? NULL : program_global_at(p, address);
    if (f) {
        str_addf(out, " <%s>", f->name);
    } else if (is_letters(t->target) && debug_parts(s, v)) {
        str_addc(out, ' ');
        put_string_text(s, *v, UINT64_MAX, out);
    } else if (g && address >= g->address && address < g->address + MAX(g->size, 1)) {
        str_addf(out, " <%s", g->name);
        if (address > g->address)
            str_addf(out, "+%llu", (unsigned long long)(address - g->address));
        str_addc(out, '>');
    }
}

static void put_real(const DebugScope *s, const DebugValue *v, StrBuf *out) {
    double x;
    debug_read_real(s, v, &x);
    char text[64];
    int digits = debug_size(v->type) == 4 ? 9 : 17;
    /* The shortest text that is this number. */
    for (int n = 1; n <= digits; n++) {
        snprintf(text, sizeof text, "%.*g", n, x);
        if (isnan(x) || (digits == 9 ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x))
            break;
    }
    str_add(out, text);
    if (!strpbrk(text, ".en")) str_add(out, ".0");
}

/* Writes an integer of 128 bits. */
static void put_wide(const DebugScope *s, const DebugValue *v, StrBuf *out) {
    u128 x;
    char digits[40];
    size_t n = sizeof digits;
    debug_read(s, v, (uint8_t *)&x, sizeof x);
    bool negative = debug_is_signed(v->type) && x >> 127;
    if (negative) x = -x;
    for (; x; x /= 10) digits[--n] = (char)('0' + (int)(x % 10));
    str_addf(out, "%s%.*s", negative ? "-" : "", (int)(sizeof digits - n), digits + n);
}

static void put_number_text(const DebugScope *s, const DebugValue *v, StrBuf *out) {
    const DebugType *t = debug_plain(v->type);
    uint64_t x;
    DebugBytes how = debug_read_number(s, v, &x);
    switch (t->kind) {
    case DEBUG_FLOAT: put_real(s, v, out); return;
    case DEBUG_POINTER: put_pointer(s, v, x, out); return;
    case DEBUG_BOOL: str_add(out, x ? "true" : "false"); return;
    case DEBUG_ENUM:
        for (size_t k = 0; k < t->enumerators.len; k++)
            if ((uint64_t)t->enumerators.data[k].value == x) {
                str_add(out, t->enumerators.data[k].name);
                return;
            }
        break;
    default: break;
    }
    if (how == DEBUG_BYTES_WIDE)
        put_wide(s, v, out);
    else if (debug_is_signed(v->type))
        str_addf(out, "%lld", (long long)x);
    else
        str_addf(out, "%llu", (unsigned long long)x);
    if (!is_letters(t) || v->width) return;
    str_add(out, " '");
    put_char(out, (uint8_t)x, '\'');
    str_addc(out, '\'');
}

/* Writes a value that has no parts. */
static void put_scalar(const DebugScope *s, const DebugValue *v, StrBuf *out) {
    static const char *const why[] = {[DEBUG_BYTES_OUTSIDE] = "<outside of memory>",
                                      [DEBUG_BYTES_UNWRITTEN] = "<uninitialised>",
                                      [DEBUG_BYTES_GONE] = "<no value here>"};
    uint8_t bytes[64];
    uint64_t size = MIN(debug_size(v->type), sizeof bytes);
    DebugBytes how = debug_read(s, v, bytes, size);
    if (how != DEBUG_BYTES_KNOWN) {
        str_add(out, why[how]);
        return;
    }
    char kind = debug_plain(v->type)->kind;
    if ((debug_is_integer(v->type) || kind == DEBUG_FLOAT || kind == DEBUG_POINTER) &&
        debug_size(v->type) <= 16) {
        put_number_text(s, v, out);
        return;
    }
    str_add(out, "0x");
    for (uint64_t k = size; k-- > 0;) str_addf(out, "%02x", bytes[k]);
}

static void put_value(const DebugScope *s, const DebugValue *v, unsigned depth, StrBuf *out) {
    if (!v->type) {
        str_addf(out, "<%s>", v->error);
        return;
    }
    const DebugType *t = debug_plain(v->type);
    uint64_t n = t->kind == DEBUG_POINTER ? 0 : debug_parts(s, v);
    if (t->kind == DEBUG_ARRAY && is_letters(t->target)) {
        put_string_text(s, *v, t->count, out);
        return;
    }
    if (t->kind != DEBUG_ARRAY && t->kind != DEBUG_STRUCT && t->kind != DEBUG_UNION) {
        put_scalar(s, v, out);
        return;
    }
    if (depth == MOST_DEPTH) {
        str_add(out, "{…}");
        return;
    }
    str_addc(out, '{');
    for (uint64_t k = 0; k < n; k++) {
        const char *name;
        if (k) str_add(out, ", ");
        if (k == MOST_SHOWN) {
            str_add(out, "…");
            break;
        }
        DebugValue part = debug_part(s, v, k, &name);
        if (t->kind != DEBUG_ARRAY && *t->members.data[k].name) str_addf(out, "%s = ", name);
        put_value(s, &part, depth + 1, out);
    }
    str_addc(out, '}');
}

/* Whether the first parenthesis of a text is closed by its last letter. */
static bool is_in_parentheses(const char *text) {
    int depth = 0;
    for (const char *c = text; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (!depth) return c > text && !c[1];
    }
    return false;
}

/* Writes how a value came from the inputs, in parentheses. */
static void put_expression(const Expr *e, StrBuf *out) {
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) base_fatal("out of memory while formatting");
    expr_print_c(f, e, MOST_EXPRESSION);
    fclose(f);
    str_addf(out, is_in_parentheses(text) ? " %s" : " (%s)", text);
    free(text);
}

void debug_value_text(const DebugScope *s, const DebugValue *v, StrBuf *out) {
    put_value(s, v, 0, out);
    const Expr *e = v->type ? debug_expression_of(s, v) : NULL;
    if (e) put_expression(e, out);
}
