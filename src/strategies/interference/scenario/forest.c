/* forest.c — see forest.h. */
#include "strategies/interference/scenario/forest.h"
#include <stdlib.h>

void forest_init(Forest *f) {
    ForestNode none = {0};
    *f = (Forest){0};
    vec_push(&f->nodes, none);
}

void forest_free(Forest *f) {
    for (size_t k = 0; k < f->lists.len; k++) vec_free(&f->lists.data[k].nodes);
    vec_free(&f->lists);
    vec_free(&f->nodes);
    vec_free(&f->sources);
    index_free(&f->by_label);
    index_free(&f->by_key);
    hash_set_free(&f->reused);
}

bool forest_follows(const Forest *f, NodeId id, NodeId before) {
    const ForestNode *n = forest_node(f, id), *b = forest_node(f, before);
    if (n->root != b->root) return false;
    while (n->action.index > b->action.index) n = forest_node(f, n->parent);
    return n == b;
}

bool forest_ends_section(const Forest *f, NodeId id, NodeId from) {
    if (id == from || forest_node(f, id)->section != SECTION_OUTSIDE ||
        !forest_follows(f, id, from))
        return false;
    NodeId n = forest_node(f, id)->parent;
    while (n != from && forest_node(f, n)->section == SECTION_OPEN) n = forest_node(f, n)->parent;
    return n == from && forest_node(f, n)->section == SECTION_OPEN;
}

bool forest_is_hidden(const Forest *f, NodeId store) {
    const ForestNode *s = forest_node(f, store), *n = s;
    while (n->section == SECTION_OPEN && n->first_child) {
        n = forest_node(f, n->first_child);
        if (n->sibling || !n->executed) return false; /* there may be other ways */
        if (forest_writes(n) && forest_touches(n, s->action.op.object) &&
            forest_touches(n, s->action.op.object + operation_extent(&s->action.op) - 1))
            return true;
    }
    return false;
}

const NodeId *forest_sources(const Forest *f, const ForestNode *node, uint32_t *n) {
    bool piece = node->action.op.kind == OPERATION_KERNEL;
    *n = piece ? node->action.op.call->n : 1;
    return piece ? f->sources.data + node->sources : &node->source;
}

NodeId forest_piece(const Forest *f, NodeId id) {
    if (forest_node(f, id)->section != SECTION_OUTSIDE) return 0;
    while (operation_is_part(&forest_node(f, id)->action.op)) id = forest_node(f, id)->parent;
    return forest_node(f, id)->action.op.kind == OPERATION_KERNEL ? id : 0;
}

HoldChange forest_mutex_change(const ForestNode *n) {
    if (n->nested) return (HoldChange){0, HOLD_STAYS};
    switch (n->action.op.kind) {
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
    case OPERATION_UNLOCK:
    case OPERATION_ABANDON:
    case OPERATION_WAIT:
    case OPERATION_WAKE: return operation_hold_change(&n->action);
    default: return (HoldChange){0, HOLD_STAYS};
    }
}

static uint64_t pair_of(NodeId access, NodeId end) { return (uint64_t)access << 32 | end; }
void forest_note_reuse(Forest *f, NodeId access, NodeId end) {
    hash_set_add(&f->reused, pair_of(access, end));
}
bool forest_is_reuse(const Forest *f, NodeId access, NodeId end) {
    return hash_set_has(&f->reused, pair_of(access, end));
}

/* --- lists ------------------------------------------------------------------------------------ */

static const NodeList *find_list(const Forest *f, uint64_t key) {
    uint32_t k = index_find(&f->by_key, hash_mix(key), n, f->lists.data[n].key == key);
    return k == INDEX_NONE ? NULL : &f->lists.data[k];
}

static void list_add(Forest *f, uint64_t key, NodeId id) {
    NodeList *l = (NodeList *)find_list(f, key);
    if (!l) {
        NodeList n = {.key = key};
        index_add(&f->by_key, hash_mix(key), (uint32_t)f->lists.len);
        vec_push(&f->lists, n);
        l = &vec_last(&f->lists);
    }
    vec_push(&l->nodes, id);
}

/* Keys of lists: words of memory are below 2^37. */
#define EXITS (1ull << 60)
#define LOADERS (1ull << 59)
const NodeList *forest_loaders(const Forest *f, uint64_t word) {
    return find_list(f, LOADERS + word);
}
const NodeList *forest_writers(const Forest *f, uint64_t word) { return find_list(f, word); }
const NodeList *forest_exits(const Forest *f, int thread) {
    return find_list(f, EXITS + (uint64_t)thread);
}
static uint64_t users_key(uint64_t object) { return hash_combine(object, 1) | 1ull << 63; }
const NodeList *forest_users(const Forest *f, uint64_t object) {
    return find_list(f, users_key(object));
}

bool forest_is_stateful(const Operation *o) {
    switch (operation_class(o)) {
    case OBJECT_MUTEX: return o->kind != OPERATION_DESTROY && o->flags & MUTEX_ROBUST;
    case OBJECT_COND:
    case OBJECT_RWLOCK:
    case OBJECT_SEMAPHORE:
    case OBJECT_BARRIER:
    case OBJECT_ONCE: return true;
    default: return false;
    }
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* Whether a thread holds a mutex after a node. */
static bool node_holds_mutex(const Forest *f, NodeId id, uint64_t mutex) {
    for (; id; id = forest_node(f, id)->parent) {
        HoldChange c = forest_mutex_change(forest_node(f, id));
        if (c.key == mutex && c.change != HOLD_STAYS) return c.change == HOLD_BEGINS;
    }
    return false;
}

/* An operation as others see it. */
static uint64_t hash_operation(const Action *a) {
    const Operation *o = &a->op;
    uint64_t h =
        (uint64_t)o->kind << 48 | (uint64_t)o->size << 40 | (uint64_t)o->flags << 32 | a->outcome;
    h = hash_combine(h, o->object);
    h = hash_combine(h, o->detail);
    return hash_combine(h, (uint64_t)(uint32_t)o->target << 32 | (uint32_t)a->thread);
}

/* What a node knows of those before it: they came to the forest earlier, its parent is the
 * operation of its thread before it, and mutexes are held as its tree says. */
static void forest_check_node(const Forest *f, NodeId id) {
    const ForestNode *n = forest_node(f, id);
    invariant(n->parent < id && n->creator < id && n->source < id && n->first_child == 0);
    const ForestNode *p = forest_node(f, n->parent);
    uint32_t held = 0;
    if (n->parent) {
        invariant(p->action.thread == n->action.thread && p->action.index + 1 == n->action.index);
        invariant(p->root == n->root && forest_follows(f, id, n->parent));
        invariant(p->first_child == id && n->sibling < id);
    } else
        invariant(n->root == id);
    for (NodeId x = id; x; x = forest_node(f, x)->parent)
        held += !forest_node(f, x)->nested &&
                forest_mutex_change(forest_node(f, x)).change == HOLD_BEGINS;
    invariant(n->held <= held);
    invariant(index_find(&f->by_label, n->label, k, f->nodes.data[k].label == n->label) == id);
    invariant(f->by_label.len + 1 == f->nodes.len);
}

/* What comes before a node in other threads, but for its thread's creation. */
static uint64_t hash_sources(const Forest *f, NodePast past, const Action *a) {
    uint64_t h = forest_node(f, past.source)->label;
    if (a->op.kind != OPERATION_KERNEL) return h;
    for (uint32_t k = 0; k < a->op.call->n; k++)
        h = hash_combine(h, past.sources ? forest_node(f, past.sources[k])->label : 0);
    return h;
}

static NodeId make(Forest *f, NodePast past, const Action *a, uint64_t label) {
    NodeId parent = past.parent;
    NodeId id = (NodeId)f->nodes.len;
    ForestNode n = {.label = label,
                    .parent = parent,
                    .creator = past.creator,
                    .source = past.source,
                    .sources = (uint32_t)f->sources.len,
                    .action = *a};
    for (uint32_t k = 0; a->op.kind == OPERATION_KERNEL && k < a->op.call->n; k++) {
        NodeId source = past.sources ? past.sources[k] : 0;
        vec_push(&f->sources, source);
    }
    n.interface = parent ? forest_node(f, parent)->interface : forest_node(f, past.creator)->label;
    if (a->op.kind != OPERATION_BRANCH)
        n.interface =
            hash_combine(hash_combine(n.interface, hash_operation(a)), hash_sources(f, past, a));
    n.root = parent ? forest_node(f, parent)->root : id;
    n.held = parent ? forest_node(f, parent)->held : 0;
    HoldChange c = forest_mutex_change(&n);
    n.nested = c.change == HOLD_BEGINS && n.held && node_holds_mutex(f, parent, c.key);
    if (c.change == HOLD_BEGINS && !n.nested) n.held++;
    if (c.change == HOLD_ENDS && n.held) n.held--;
    vec_push(&f->nodes, n);
    index_add(&f->by_label, label, id);
    if (parent) {
        forest_node(f, id)->sibling = forest_node(f, parent)->first_child;
        forest_node(f, parent)->first_child = id;
    }
    if (unlikely(base_invariants)) forest_check_node(f, id);
    return id;
}

NodeId forest_add(Forest *f, NodePast past, const Action *a, bool *new) {
    uint64_t own = forest_node(f, past.parent ? past.parent : past.creator)->label;
    uint64_t label = hash_combine(hash_combine(own, hash_sources(f, past, a)), hash_operation(a));
    label = hash_combine(label, operation_content(&a->op));
    uint32_t known = index_find(&f->by_label, label, n, f->nodes.data[n].label == label);
    if (new) *new = known == INDEX_NONE;
    return known != INDEX_NONE ? known : make(f, past, a, label);
}

NodeId forest_add_other(Forest *f, NodeId parent, const Action *a, bool *new) {
    NodeId id = forest_add(f, (NodePast){.parent = parent}, a, new);
    forest_node(f, id)->any_other = true;
    return id;
}

void forest_executed(Forest *f, NodeId id) {
    ForestNode *n = forest_node(f, id);
    const Operation *o = &n->action.op;
    invariant(!n->executed); /* the lists have each node once */
    n->executed = true;
    n->any_other = false; /* where one value is left, it is that */
    if (o->kind == OPERATION_EXIT) list_add(f, EXITS + (uint64_t)n->action.thread, id);
    if (forest_is_stateful(o)) list_add(f, users_key(o->object), id);
    HoldChange h = forest_mutex_change(n);
    if (h.change == HOLD_BEGINS) list_add(f, users_key(h.key), id);
    NodeId piece = forest_piece(f, id);
    const KernelCall *call = piece ? forest_node(f, piece)->action.op.call : NULL;
    for (uint32_t k = 0; call && k < call->n; k++)
        if (call->item[k].writes) list_add(f, users_key(call->item[k].object), id);
    bool writes = forest_writes(n), loads = forest_loads(n);
    if (!writes && !loads) return;
    uint64_t last = (o->object + MAX(operation_extent(o), 1) - 1) >> 3;
    for (uint64_t w = o->object >> 3; w <= last; w++) {
        if (writes) list_add(f, w, id);
        if (loads) list_add(f, LOADERS + w, id);
    }
}
