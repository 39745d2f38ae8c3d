/*
 * summaries_chunk.c — summaries as bytes. A chunk is a list of 64-bit numbers: operations,
 * footprints, sleep sets, symbols, expressions with those they are made of before them, and the
 * summaries that refer to these by their place. Whatever is read is checked before it is used.
 */
#include "versions/summaries/summaries.h"
#include <stdlib.h>

#define CHUNK_MAGIC 0x33656c6464656853ull

enum { SYMBOL_WORD, SYMBOL_REGISTER, SYMBOL_ANY };

/* --- writing ---------------------------------------------------------------------------------- */

typedef struct Writer {
    Summaries *s;
    VEC(uint64_t) operations, footprints, sleeps, symbols, exprs;
    uint32_t noperations, nfootprints, nsleeps, nsymbols, nexprs;
    VEC(uint32_t) operation_at, footprint_at, sleep_at, symbol_at,
        expr_at; /* by number or id: place + 1 */
} Writer;

typedef VEC(uint32_t) Places;

static uint32_t *chunk_place(Places *p, uint32_t number) {
    while (p->len <= number) vec_push(p, 0u);
    return &p->data[number];
}
#define PLACE(w, list, number) chunk_place((Places *)&(w)->list, number)
#define PUT(w, list, x)             \
    do {                            \
        uint64_t put_ = (x);        \
        vec_push(&(w)->list, put_); \
    } while (0)

static uint32_t put_operation(Writer *w, uint32_t number) {
    uint32_t *at = PLACE(w, operation_at, number);
    if (*at) return *at - 1;
    const Following *f = &w->s->operations.data[number];
    /* Conditions and calls are of one version's; what is kept refers to nothing of it. */
    invariant(!f->op.condition && f->thread >= 0 && f->op.kind != OPERATION_KERNEL);
    PUT(w, operations, (uint64_t)(uint32_t)f->thread << 32 | f->outcome);
    PUT(w, operations, f->name);
    PUT(w, operations,
        (uint64_t)f->op.kind << 24 | (uint64_t)f->op.size << 16 | (uint64_t)f->op.flags << 8 |
            f->op.order);
    PUT(w, operations, (uint64_t)(uint32_t)f->op.target);
    PUT(w, operations, f->op.object);
    PUT(w, operations, f->op.detail);
    const TouchedList *touched = &w->s->touched.data[number];
    PUT(w, operations, touched->len);
    for (size_t k = 0; k < touched->len; k++) {
        const Touched *t = &touched->data[k];
        PUT(w, operations, t->word);
        PUT(w, operations, t->words);
        PUT(w, operations, (uint64_t)t->reads << 8 | t->writes);
    }
    *at = ++w->noperations;
    return *at - 1;
}

static void put_operations(Writer *w, const BitSet *set) {
    VEC(uint64_t) all = {0};
    for (uint32_t n = 0; n < set->len * 64; n++) {
        uint64_t x = bit_set_has(set, n) ? put_operation(w, n) : UINT64_MAX;
        if (x != UINT64_MAX) vec_push(&all, x);
    }
    PUT(w, footprints, all.len);
    for (size_t n = 0; n < all.len; n++) PUT(w, footprints, all.data[n]);
    vec_free(&all);
}

static uint32_t put_footprint(Writer *w, uint32_t number) {
    uint32_t *at = PLACE(w, footprint_at, number);
    if (*at) return *at - 1;
    const Footprint *f = &w->s->footprints.data[number];
    PUT(w, footprints, f->len);
    for (size_t k = 0; k < f->len; k++) {
        const FootprintEntry *e = &f->data[k];
        PUT(w, footprints, put_operation(w, e->operation));
        put_operations(w, &e->causes);
        put_operations(w, &e->past);
    }
    at = PLACE(w, footprint_at, number);
    *at = ++w->nfootprints;
    return *at - 1;
}

static uint32_t put_sleep_set(Writer *w, uint32_t number) {
    uint32_t *at = PLACE(w, sleep_at, number);
    if (*at) return *at - 1;
    const SleepSet *z = &w->s->sleeps.data[number];
    PUT(w, sleeps, z->len);
    for (size_t k = 0; k < z->len; k++)
        PUT(w, sleeps, (uint64_t)(uint32_t)z->data[k].thread << 32 | z->data[k].outcome);
    *at = ++w->nsleeps;
    return *at - 1;
}

static uint32_t put_symbol(Writer *w, const Input *input) {
    uint32_t *at = PLACE(w, symbol_at, input->id);
    if (*at) return *at - 1;
    const Symbol *s = lifter_symbol(w->s->lifter, input);
    /* What is no symbol stands for every value, and its bytes have to be readable as one number. */
    invariant(s ? input->size == 8 : input->size >= 1 && input->size <= 8);
    if (!s) {
        PUT(w, symbols, SYMBOL_ANY);
        PUT(w, symbols, input->size);
    } else if (s->is_register) {
        PUT(w, symbols, SYMBOL_REGISTER | (uint64_t)(uint32_t)s->slot << 32);
        PUT(w, symbols, (uint64_t)s->frame << 32 | s->number);
    } else {
        PUT(w, symbols, SYMBOL_WORD);
        PUT(w, symbols, s->word);
    }
    *at = ++w->nsymbols;
    return *at - 1;
}

static uint32_t chunk_put_expr(Writer *w, const Expr *e) {
    uint32_t *at = PLACE(w, expr_at, e->id);
    if (*at) return *at - 1;
    uint64_t words[3] = {0};
    unsigned n = expr_kid_count(e);
    VEC(uint32_t) bytes = {0};
    for (unsigned k = 0; k < n; k++) words[k] = chunk_put_expr(w, e->kid[k]);
    for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++) {
        uint32_t b = chunk_put_expr(w, e->table->byte[k]);
        vec_push(&bytes, b);
    }
    if (e->op == EXPR_CONST) {
        words[0] = (uint64_t)e->value;
        words[1] = (uint64_t)(e->value >> 64);
    } else if (e->op == EXPR_READ)
        words[0] = put_symbol(w, e->input);
    /* What it is made of stands before it, so that it can be made in one go. */
    for (unsigned k = 0; k < n; k++) invariant(words[k] < w->nexprs);
    uint32_t index = e->op == EXPR_READ || e->op == EXPR_EXTRACT ? e->index : 0;
    PUT(w, exprs, (uint64_t)index << 32 | (uint64_t)e->width << 8 | e->op);
    for (unsigned k = 0; k < 3; k++) PUT(w, exprs, words[k]);
    if (e->op == EXPR_TABLE) {
        PUT(w, exprs, bytes.len);
        for (size_t k = 0; k < bytes.len; k++) PUT(w, exprs, bytes.data[k]);
    }
    vec_free(&bytes);
    at = PLACE(w, expr_at, e->id);
    *at = ++w->nexprs;
    return *at - 1;
}

typedef VEC(uint64_t) Words;

static void chunk_append(Words *out, uint64_t count, const uint64_t *data, size_t n) {
    vec_push(out, count);
    for (size_t k = 0; k < n; k++) vec_push(out, data[k]);
}

/* The first number as it is, the others seven bits a byte, the lowest first: most are small. */
static void *packed(const Words *words, size_t *size) {
    VEC(uint8_t) out = {0};
    vec_reserve(&out, words->len * 3 + 16);
    for (unsigned k = 0; k < 8; k++) vec_push(&out, (uint8_t)(words->data[0] >> (8 * k)));
    for (size_t n = 1; n < words->len; n++) {
        uint64_t x = words->data[n];
        for (; x > 127; x >>= 7) vec_push(&out, (uint8_t)(x | 128));
        vec_push(&out, (uint8_t)x);
    }
    *size = out.len;
    return out.data;
}

static Words unpacked(const uint8_t *bytes, size_t size) {
    Words out = {0};
    uint64_t x = 0;
    unsigned shift = 0;
    vec_push(&out, CHUNK_MAGIC);
    for (size_t k = 8; k < size; k++) {
        if (shift < 64) x |= (uint64_t)(bytes[k] & 127) << shift;
        shift += 7;
        if (bytes[k] & 128) continue;
        vec_push(&out, x);
        x = shift = 0;
    }
    return out;
}

/* What was packed is what is unpacked. */
static void check_packed(const Words *words, const uint8_t *bytes, size_t size) {
    Words again = unpacked(bytes, size);
    invariant(again.len == words->len);
    invariant(!memcmp(again.data, words->data, words->len * sizeof *words->data));
    vec_free(&again);
}

void *summaries_chunk(Summaries *s, size_t *size) {
    if (s->unsaved >= s->all.len) return NULL;
    Writer w = {.s = s};
    Words rows = {0}, out = {0};
    uint64_t count = 0;
    for (; s->unsaved < s->all.len; s->unsaved++) {
        Summary *x = &s->all.data[s->unsaved];
        if (x->saved) continue;
        x->saved = true;
        vec_push(&rows, x->control.a);
        vec_push(&rows, x->control.b);
        uint64_t parts[3] = {chunk_put_expr(&w, x->condition), put_footprint(&w, x->follows),
                             put_sleep_set(&w, x->asleep)};
        for (unsigned k = 0; k < 3; k++) vec_push(&rows, parts[k]);
        const KeySet *found = &s->found.data[x->findings];
        chunk_append(&rows, found->len, found->data, found->len);
        uint64_t unsettled = x->unsettled;
        vec_push(&rows, unsettled);
        count++;
    }
    vec_push(&out, CHUNK_MAGIC);
    vec_push(&out, program_thread_image(s->machine->program));
    chunk_append(&out, w.noperations, w.operations.data, w.operations.len);
    chunk_append(&out, w.nfootprints, w.footprints.data, w.footprints.len);
    chunk_append(&out, w.nsleeps, w.sleeps.data, w.sleeps.len);
    chunk_append(&out, w.nsymbols, w.symbols.data, w.symbols.len);
    chunk_append(&out, w.nexprs, w.exprs.data, w.exprs.len);
    chunk_append(&out, count, rows.data, rows.len);
    vec_free(&w.operations);
    vec_free(&w.footprints);
    vec_free(&w.sleeps);
    vec_free(&w.symbols);
    vec_free(&w.exprs);
    vec_free(&w.operation_at);
    vec_free(&w.footprint_at);
    vec_free(&w.sleep_at);
    vec_free(&w.symbol_at);
    vec_free(&w.expr_at);
    vec_free(&rows);
    void *bytes = count ? packed(&out, size) : NULL;
    if (unlikely(base_invariants) && bytes) check_packed(&out, bytes, *size);
    invariant(s->unsaved == s->all.len);
    vec_free(&out);
    return bytes;
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct Reader {
    Summaries *s;
    const uint64_t *at, *end;
    bool bad;
    VEC(uint32_t) operations; /* their numbers here */
    VEC(Footprint) footprints;
    VEC(SleepSet) sleeps;
    VEC(const Input *) symbols;
    VEC(const Expr *) exprs;
} Reader;

static uint64_t chunk_take(Reader *r) {
    if (r->at >= r->end) {
        r->bad = true;
        return 0;
    }
    return *r->at++;
}

/* A place in a list of `len` elements. */
static uint32_t take_place(Reader *r, size_t len) {
    uint64_t x = chunk_take(r);
    if (x >= len) r->bad = true;
    return r->bad ? 0 : (uint32_t)x;
}

static void read_operations(Reader *r) {
    for (uint64_t n = chunk_take(r); n && !r->bad; n--) {
        uint64_t who = chunk_take(r), name = chunk_take(r), what = chunk_take(r),
                 target = chunk_take(r), object = chunk_take(r), detail = chunk_take(r);
        Following f = {.thread = (int32_t)(who >> 32),
                       .outcome = (uint32_t)who,
                       .name = name,
                       .op = {.kind = (uint8_t)(what >> 24),
                              .size = (uint8_t)(what >> 16),
                              .flags = (uint8_t)(what >> 8),
                              .order = (uint8_t)what,
                              .target = (int32_t)target,
                              .object = object,
                              .detail = detail}};
        if (f.op.kind >= OPERATION_KINDS || f.op.kind == OPERATION_KERNEL || f.thread < 0 ||
            f.thread >= MAX_THREADS)
            r->bad = true;
        if (r->bad) return;
        uint32_t number = summaries_operation(r->s, &f);
        for (uint64_t k = chunk_take(r); k && !r->bad; k--) {
            Touched t = {.word = chunk_take(r), .words = chunk_take(r)};
            uint64_t masks = chunk_take(r);
            t.reads = (uint8_t)(masks >> 8);
            t.writes = (uint8_t)masks;
            if (!r->bad) summaries_touch(r->s, number, &t);
        }
        vec_push(&r->operations, number);
    }
}

static void read_set(Reader *r, BitSet *out) {
    for (uint64_t n = chunk_take(r); n && !r->bad; n--) {
        uint32_t place = take_place(r, r->operations.len);
        if (!r->bad) bit_set_add(out, r->operations.data[place]);
    }
}

static void read_footprints(Reader *r) {
    for (uint64_t n = chunk_take(r); n && !r->bad; n--) {
        Footprint f = {0};
        for (uint64_t k = chunk_take(r); k && !r->bad; k--) {
            uint32_t operation = take_place(r, r->operations.len);
            BitSet causes = {0}, past = {0};
            read_set(r, &causes);
            read_set(r, &past);
            if (!r->bad) footprint_add(&f, r->operations.data[operation], &causes, &past);
            vec_free(&causes);
            vec_free(&past);
        }
        vec_push(&r->footprints, f);
    }
}

static void read_sleep_sets(Reader *r) {
    for (uint64_t n = chunk_take(r); n && !r->bad; n--) {
        SleepSet z = {0};
        for (uint64_t k = chunk_take(r); k && !r->bad; k--) {
            uint64_t x = chunk_take(r);
            Asleep a = {(int32_t)(x >> 32), (uint32_t)x};
            vec_push(&z, a);
        }
        vec_push(&r->sleeps, z);
    }
}

static void read_symbols(Reader *r) {
    for (uint64_t n = chunk_take(r); n && !r->bad; n--) {
        uint64_t kind = chunk_take(r), what = chunk_take(r);
        const Input *input = NULL;
        if ((uint32_t)kind == SYMBOL_ANY && what >= 1 && what <= 8)
            input = summaries_any_input(r->s, (uint32_t)what);
        else if ((uint32_t)kind == SYMBOL_REGISTER && kind >> 32 < MAX_THREADS)
            input = lifter_input(r->s->lifter, &(Symbol){.is_register = true,
                                                         .slot = (int32_t)(kind >> 32),
                                                         .frame = (uint32_t)(what >> 32),
                                                         .number = (uint32_t)what});
        else if (kind == SYMBOL_WORD)
            input = lifter_input(r->s->lifter, &(Symbol){.word = what});
        else
            r->bad = true;
        vec_push(&r->symbols, input);
    }
}

/* Whether operands of these widths make an expression of the width. */
static bool widths_fit(unsigned op, unsigned width, uint32_t index, const Expr *const *kid) {
    if (expr_is_float((ExprOp)op)) return expr_float_fits((ExprOp)op, width, kid);
    switch (op) {
    case EXPR_NOT: return kid[0]->width == width;
    case EXPR_ZEXT:
    case EXPR_SEXT: return kid[0]->width <= width;
    case EXPR_EXTRACT: return index + width <= kid[0]->width;
    case EXPR_CONCAT: return kid[0]->width + kid[1]->width == (int)width;
    case EXPR_ITE: return kid[0]->width == 1 && kid[1]->width == width && kid[2]->width == width;
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return kid[0]->width == kid[1]->width && width == 1;
    default: return kid[0]->width == width && kid[1]->width == width;
    }
}

static const Expr *make_table(Reader *r, const Expr *index) {
    uint64_t n = chunk_take(r);
    VEC(const Expr *) bytes = {0};
    for (uint64_t k = 0; k < n && !r->bad; k++) {
        const Expr *b = r->exprs.len ? r->exprs.data[take_place(r, r->exprs.len)] : NULL;
        if (!b || b->width != 8) r->bad = true;
        vec_push(&bytes, b);
    }
    const Expr *e =
        r->bad || !n ? NULL : expr_table(r->s->machine->pool, index, bytes.data, (uint32_t)n);
    vec_free(&bytes);
    return e;
}

static const Expr *read_expr(Reader *r) {
    ExprPool *pool = r->s->machine->pool;
    uint64_t head = chunk_take(r), words[3] = {chunk_take(r), chunk_take(r), chunk_take(r)};
    unsigned op = head & 255, width = head >> 8 & 255;
    uint32_t index = (uint32_t)(head >> 32);
    if (r->bad || op >= EXPR_OP_COUNT || width < 1 || width > 128) return NULL;
    if (op == EXPR_CONST) return expr_const(pool, width, (u128)words[1] << 64 | words[0]);
    if (op == EXPR_READ) {
        if (words[0] >= r->symbols.len || index >= r->symbols.data[words[0]]->size || width != 8)
            return NULL;
        return expr_read(pool, r->symbols.data[words[0]], index);
    }
    const Expr *kid[3] = {0};
    unsigned n = expr_kid_count(&(Expr){.op = (uint8_t)op});
    for (unsigned k = 0; k < n; k++) {
        if (words[k] >= r->exprs.len) return NULL;
        kid[k] = r->exprs.data[words[k]];
    }
    if (op == EXPR_TABLE) return width == 8 ? make_table(r, kid[0]) : NULL;
    if (!widths_fit(op, width, index, kid)) return NULL;
    if (expr_is_float((ExprOp)op)) return expr_float(pool, (ExprOp)op, width, kid);
    switch (op) {
    case EXPR_NOT: return expr_not(pool, kid[0]);
    case EXPR_ZEXT: return expr_zext(pool, kid[0], width);
    case EXPR_SEXT: return expr_sext(pool, kid[0], width);
    case EXPR_EXTRACT: return expr_extract(pool, kid[0], index, width);
    case EXPR_CONCAT: return expr_concat(pool, kid[0], kid[1]);
    case EXPR_ITE: return expr_ite(pool, kid[0], kid[1], kid[2]);
    default: return expr_binary(pool, (ExprOp)op, kid[0], kid[1]);
    }
}

static void read_rows(Reader *r) {
    for (uint64_t n = chunk_take(r); n && !r->bad; n--) {
        Fingerprint control = {chunk_take(r), chunk_take(r)};
        uint32_t e = take_place(r, r->exprs.len), f = take_place(r, r->footprints.len),
                 z = take_place(r, r->sleeps.len);
        KeySet found = {0};
        for (uint64_t k = chunk_take(r); k && !r->bad; k--) key_set_add(&found, chunk_take(r));
        bool unsettled = chunk_take(r);
        if (!r->bad && (r->exprs.data[e]->width != 1 || expr_is_false(r->exprs.data[e])))
            r->bad = true; /* no summary has such a condition */
        if (!r->bad && summaries_add(r->s, control, r->exprs.data[e], &r->footprints.data[f],
                                     &r->sleeps.data[z], &found, unsettled))
            vec_last(&r->s->all).saved = true;
        vec_free(&found);
    }
}

bool summaries_is_chunk(const void *chunk, size_t size) {
    uint64_t magic = 0;
    if (size >= sizeof magic) memcpy(&magic, chunk, sizeof magic);
    return magic == CHUNK_MAGIC;
}

bool summaries_read(Summaries *s, const void *chunk, size_t size) {
    if (!summaries_is_chunk(chunk, size)) return false;
    Words words = unpacked(chunk, size);
    Reader r = {.s = s, .at = words.data, .end = words.data + words.len};
    if (chunk_take(&r) != CHUNK_MAGIC) r.bad = true;
    /* No part of the state before a slice says what threads that it creates begin with. */
    if (chunk_take(&r) != program_thread_image(s->machine->program)) r.bad = true;
    if (!r.bad) read_operations(&r);
    if (!r.bad) read_footprints(&r);
    if (!r.bad) read_sleep_sets(&r);
    if (!r.bad) read_symbols(&r);
    for (uint64_t n = r.bad ? 0 : chunk_take(&r); n && !r.bad; n--) {
        const Expr *e = read_expr(&r);
        if (!e) r.bad = true;
        vec_push(&r.exprs, e);
    }
    if (!r.bad) read_rows(&r);
    for (size_t k = 0; k < r.footprints.len; k++) footprint_clear(&r.footprints.data[k]);
    for (size_t k = 0; k < r.sleeps.len; k++) vec_free(&r.sleeps.data[k]);
    vec_free(&r.operations);
    vec_free(&r.footprints);
    vec_free(&r.sleeps);
    vec_free(&r.symbols);
    vec_free(&r.exprs);
    vec_free(&words);
    return !r.bad;
}
