/* pool.c — the pool: hash-consing of nodes and tables, inputs by name. Its memory is an arena;
 * nothing is freed alone. */
#include "expr/pool.h"
#include <stdlib.h>

const Expr expr_several = {.op = EXPR_CONST};

ExprPool *expr_pool_new(void) {
    ExprPool *p = xcalloc(1, sizeof(*p));
    p->arena = arena_new();
    p->simplify = true;
    return p;
}

void expr_pool_free(ExprPool *p) {
    if (!p) return;
    expr_memo_free(&p->main);
    expr_memo_free(&p->trial);
    vec_free(&p->inputs);
    vec_free(&p->stack);
    index_free(&p->node_index);
    vec_free(&p->nodes);
    vec_free(&p->negations);
    index_free(&p->table_index);
    vec_free(&p->tables);
    index_free(&p->input_index);
    free(p->support);
    free(p->inputs_of);
    free(p->visited);
    vec_free(&p->vectors);
    vec_free(&p->vector_of);
    arena_free(p->arena);
    free(p);
}

void expr_pool_set_simplify(ExprPool *p, bool on) { p->simplify = on; }
uint32_t expr_pool_count(const ExprPool *p) { return (uint32_t)p->nodes.len; }

/* Inputs */

static uint64_t pool_input_hash(const char *name, uint32_t size) {
    return hash_combine(hash_string(name), size);
}

const Input *expr_input_find(const ExprPool *p, const char *name) {
    uint32_t found =
        index_find(&p->input_index, hash_string(name), n, !strcmp(p->inputs.data[n]->name, name));
    return found == INDEX_NONE ? NULL : p->inputs.data[found];
}

const Input *expr_input_by_id(const ExprPool *p, uint32_t id) {
    return id < p->inputs.len ? p->inputs.data[id] : NULL;
}

static const Input *input_of_kind(ExprPool *p, const char *name, uint32_t size, bool undefined) {
    uint32_t found =
        index_find(&p->input_index, hash_string(name), n,
                   p->inputs.data[n]->size == size && p->inputs.data[n]->undefined == undefined &&
                       !strcmp(p->inputs.data[n]->name, name));
    if (found != INDEX_NONE) return p->inputs.data[found];
    Input *in = arena_alloc(p->arena, sizeof(*in));
    in->name = arena_strdup(p->arena, name);
    in->size = size;
    in->undefined = undefined;
    in->id = (uint32_t)p->inputs.len;
    in->hash = pool_input_hash(name, size);
    vec_push(&p->inputs, in);
    index_add(&p->input_index, hash_string(name), in->id);
    return in;
}

const Input *expr_input(ExprPool *p, const char *name, uint32_t size) {
    return input_of_kind(p, name, size, false);
}

const Input *expr_undefined(ExprPool *p, const char *name, uint32_t size) {
    return input_of_kind(p, name, size, true);
}

/* Tables */

static bool table_equal(const ExprTable *t, uint64_t hash, const Expr *const *bytes, uint32_t len) {
    return t->hash == hash && t->len == len && memcmp(t->byte, bytes, len * sizeof(*bytes)) == 0;
}

const ExprTable *expr_intern_table(ExprPool *p, const Expr *const *bytes, uint32_t len) {
    uint64_t hash = hash_mix(len);
    for (uint32_t i = 0; i < len; i++) hash = hash_combine(hash, bytes[i]->hash);
    uint32_t found =
        index_find(&p->table_index, hash, n, table_equal(p->tables.data[n], hash, bytes, len));
    if (found != INDEX_NONE) return p->tables.data[found];
    ExprTable *t = arena_alloc(p->arena, sizeof(*t) + len * sizeof(t->byte[0]));
    t->len = len;
    t->id = (uint32_t)p->tables.len;
    t->hash = hash;
    memcpy(t->byte, bytes, len * sizeof(*bytes));
    index_add(&p->table_index, hash, t->id);
    vec_push(&p->tables, t);
    return t;
}

/* Nodes */

static bool same(const Expr *a, const Expr *b) {
    if (a->hash != b->hash || a->op != b->op || a->width != b->width || a->index != b->index)
        return false;
    switch ((ExprOp)a->op) {
    case EXPR_CONST: return a->value == b->value;
    case EXPR_READ: return a->input == b->input;
    default:
        return a->kid[0] == b->kid[0] && a->kid[1] == b->kid[1] && a->kid[2] == b->kid[2] &&
               a->table == b->table;
    }
}

static const Expr *intern(ExprPool *p, const Expr *e) {
    uint32_t found = index_find(&p->node_index, e->hash, n, same(p->nodes.data[n], e));
    if (found != INDEX_NONE) return p->nodes.data[found];
    if (p->nodes.len >= UINT32_MAX - 1) base_fatal("more than 2^32 expressions in one pool");
    Expr *n = arena_alloc(p->arena, sizeof(*n));
    *n = *e;
    n->id = (uint32_t)p->nodes.len;
    if (n->op == EXPR_READ) n->only = n;
    index_add(&p->node_index, e->hash, n->id);
    vec_push(&p->nodes, n);
    return n;
}

static uint64_t head_hash(ExprOp op, unsigned width, uint32_t index) {
    return hash_mix(((uint64_t)op << 40 | (uint64_t)width << 32 | index) + 0x2545f4914f6cdd1dull);
}

const Expr *expr_node_const(ExprPool *p, unsigned width, u128 value) {
    assert(width >= 1 && width <= 128);
    Expr e = {.op = EXPR_CONST, .width = (uint8_t)width};
    e.value = value & bits_ones(width);
    e.hash = hash_combine(hash_combine(head_hash(EXPR_CONST, width, 0), (uint64_t)e.value),
                          (uint64_t)(e.value >> 64));
    return intern(p, &e);
}

const Expr *expr_read(ExprPool *p, const Input *input, uint32_t index) {
    if (index >= input->size)
        base_fatal("byte %u of input '%s' of %u bytes", index, input->name, input->size);
    Expr e = {.op = EXPR_READ, .width = 8, .index = index, .undefined = input->undefined};
    e.input = input;
    e.hash = hash_combine(head_hash(EXPR_READ, 8, index), input->hash);
    return intern(p, &e);
}

static uint16_t above(unsigned depth) {
    return depth >= UINT16_MAX ? UINT16_MAX : (uint16_t)(depth + 1);
}

/* Returns the only byte that an expression depends on whose operands depend on these. */
static inline const Expr *only_of(const Expr *a, const Expr *b) {
    return !a || a == b ? b : !b ? a : &expr_several;
}

/* Interns a node with operands, after computing its hash and depth. */
static inline const Expr *intern_with_kids(ExprPool *p, Expr *e) {
    assert(e->width >= 1 && e->width <= 128);
    unsigned depth = e->kid[0]->depth;
    e->undefined = e->kid[0]->undefined;
    e->only = e->kid[0]->only;
    e->hash = hash_combine(head_hash(e->op, e->width, e->index), e->kid[0]->hash);
    if (e->kid[1]) {
        e->hash = hash_combine(e->hash, e->kid[1]->hash);
        depth = MAX(depth, e->kid[1]->depth);
        e->undefined |= e->kid[1]->undefined;
        e->only = only_of(e->only, e->kid[1]->only);
    }
    if (e->kid[2]) {
        e->hash = hash_combine(e->hash, e->kid[2]->hash);
        depth = MAX(depth, e->kid[2]->depth);
        e->undefined |= e->kid[2]->undefined;
        e->only = only_of(e->only, e->kid[2]->only);
    }
    e->depth = above(depth);
    return intern(p, e);
}

const Expr *expr_node(ExprPool *p, ExprOp op, unsigned width, const Expr *a, const Expr *b,
                      const Expr *c) {
    Expr e = {.op = (uint8_t)op, .width = (uint8_t)width};
    e.kid[0] = a;
    e.kid[1] = b;
    e.kid[2] = c;
    e.table = NULL;
    return intern_with_kids(p, &e);
}

const Expr *expr_node_extract(ExprPool *p, const Expr *a, unsigned offset, unsigned width) {
    Expr e = {.op = EXPR_EXTRACT, .width = (uint8_t)width, .index = offset};
    e.kid[0] = a;
    e.kid[1] = e.kid[2] = NULL;
    e.table = NULL;
    return intern_with_kids(p, &e);
}

const Expr *expr_node_table(ExprPool *p, const Expr *index, const ExprTable *table) {
    Expr e = {.op = EXPR_TABLE, .width = 8};
    e.kid[0] = index;
    e.kid[1] = e.kid[2] = NULL;
    e.table = table;
    e.hash = hash_combine(hash_combine(head_hash(EXPR_TABLE, 8, 0), index->hash), table->hash);
    unsigned depth = index->depth;
    e.undefined = index->undefined;
    e.only = index->only;
    for (uint32_t i = 0; i < table->len; i++) {
        depth = MAX(depth, table->byte[i]->depth);
        e.undefined |= table->byte[i]->undefined;
        e.only = only_of(e.only, table->byte[i]->only);
    }
    e.depth = above(depth);
    return intern(p, &e);
}
