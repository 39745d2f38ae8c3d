/* points_to_nodes.c — nodes, objects, locations and memory of points-to sets: how they are made,
 * and how constraints and edges are added. */
#include "impact/pointers/points_to_internal.h"
#include <stdlib.h>

#define MANY_OFFSETS 128 /* of one object; beyond that, offsets are not distinguished */

/* --- nodes, objects, locations ---------------------------------------------------------------- */

uint32_t node_new(PointsTo *t, uint32_t n) {
    uint32_t first = (uint32_t)t->nodes.len;
    for (uint32_t k = 0; k < n; k++) {
        PointsToNode x = {.standing = first + k,
                          .rank = UINT32_MAX,
                          .loaded = POINTS_TO_NONE,
                          .stored = POINTS_TO_NONE};
        vec_push(&t->nodes, x);
    }
    return first;
}

uint32_t node_standing(const PointsTo *t, uint32_t node) {
    PointsToNode *nodes = t->nodes.data;
    while (nodes[node].standing != node)
        node = nodes[node].standing = nodes[nodes[node].standing].standing;
    return node;
}

uint32_t object_of(PointsTo *t, ObjectKind kind, uint32_t number, uint32_t instance,
                   uint64_t size) {
    uint64_t hash = hash_combine(hash_combine(kind, number), instance);
    uint32_t found =
        index_find(&t->object_index, hash, n,
                   t->objects.data[n].kind == kind && t->objects.data[n].number == number &&
                       t->objects.data[n].instance == instance);
    if (found != INDEX_NONE) return found;
    uint32_t object = (uint32_t)t->objects.len;
    PointsToObject x = {kind, number, instance, size};
    ObjectParts parts = {.anywhere = UINT32_MAX};
    vec_push(&t->objects, x);
    vec_push(&t->parts, parts);
    index_add(&t->object_index, hash, object);
    uint32_t anywhere = location_of(t, object, ANYWHERE);
    t->parts.data[object].anywhere = anywhere;
    if (kind == OBJECT_GLOBAL) t->global_found(t, object);
    return object;
}

uint32_t location_of(PointsTo *t, uint32_t object, int64_t offset) {
    const PointsToObject *o = &t->objects.data[object];
    if (o->kind == OBJECT_FUNCTION || o->kind == OBJECT_OUTSIDE || offset < 0 || offset > 65536 ||
        (uint64_t)offset > o->size)
        offset = ANYWHERE;
    uint64_t hash = hash_combine(object, (uint64_t)offset);
    uint32_t found =
        index_find(&t->location_index, hash, n,
                   t->locations.data[n].object == object && t->locations.data[n].offset == offset);
    if (found != INDEX_NONE) return found;
    if (offset != ANYWHERE && ++t->parts.data[object].noffsets > MANY_OFFSETS)
        return t->parts.data[object].anywhere;
    Location x = {object, (int32_t)offset};
    vec_push(&t->locations, x);
    index_add(&t->location_index, hash, (uint32_t)t->locations.len - 1);
    return (uint32_t)t->locations.len - 1;
}

uint32_t location_moved(PointsTo *t, uint32_t location, int32_t by) {
    Location at = t->locations.data[location];
    if (!by || at.offset == ANYWHERE) return location;
    return by == ANYWHERE ? t->parts.data[at.object].anywhere
                          : location_of(t, at.object, (int64_t)at.offset + by);
}

void node_enqueue(PointsTo *t, uint32_t node) {
    if (t->nodes.data[node].queued) return;
    t->nodes.data[node].queued = true;
    vec_push(&t->queue, node);
}

void node_point(PointsTo *t, uint32_t node, uint32_t location) {
    node = node_standing(t, node);
    Location at = t->locations.data[location];
    PointsToNode *n = &t->nodes.data[node];
    if (number_set_has(&n->any, at.object)) return;
    bool any = at.offset == ANYWHERE || n->blurred;
    if (any ? number_set_put(&n->any, at.object) : number_set_put(&n->set, location))
        node_enqueue(t, node);
}

void node_point_to_all(PointsTo *t, uint32_t node, const NumberSet *any, const NumberSet *set,
                       int32_t by) {
    node = node_standing(t, node);
    PointsToNode *n = &t->nodes.data[node];
    bool more = number_set_add(&n->any, any);
    if (!by && !n->blurred) more |= number_set_add(&n->set, set);
    if (more) node_enqueue(t, node);
    if (!by && !n->blurred) return;
    FOR_EACH_NUMBER(location, set) node_point(t, node, location_moved(t, (uint32_t)location, by));
}

void node_edge(PointsTo *t, uint32_t from, uint32_t to, int32_t by) {
    from = node_standing(t, from);
    to = node_standing(t, to);
    if (from == to && !by) return;
    uint64_t key = hash_combine(hash_combine(from, to), (uint32_t)by) | 1;
    if (!hash_set_add(&t->edges, key)) return;
    SetEdge e = {to, by};
    vec_push(&t->nodes.data[from].edges, e);
    t->nedges++;
    if (from == to) {
        node_enqueue(t, from);
        number_set_free(&t->nodes.data[from].any_done);
        number_set_free(&t->nodes.data[from].set_done);
        return;
    }
    /* A queued node passes the rest on later, so that everything it ever points to arrives. */
    invariant(t->nodes.data[from].standing == from && t->nodes.data[to].standing == to);
    node_point_to_all(t, to, &t->nodes.data[from].any_done, &t->nodes.data[from].set_done, by);
}

/* --- memory ----------------------------------------------------------------------------------- */

bool cells_overlap(int32_t content, int32_t view, uint32_t width) {
    if (content == ANYWHERE || view == ANYWHERE) return true;
    return (int64_t)content + 8 > view && (width == ANY_WIDTH || content < (int64_t)view + width);
}

uint32_t node_of_content(PointsTo *t, uint32_t object, int32_t offset) {
    ObjectParts *p = &t->parts.data[object];
    for (size_t k = 0; k < p->contents.len; k++)
        if (p->contents.data[k].offset == offset) return p->contents.data[k].node;
    if (offset != ANYWHERE && p->contents.len > MANY_OFFSETS)
        return node_of_content(t, object, ANYWHERE);
    uint32_t node = node_new(t, 1);
    Part part = {offset, 8, node};
    vec_push(&p->contents, part);
    for (size_t k = 0; k < t->parts.data[object].views.len; k++) {
        Part view = t->parts.data[object].views.data[k];
        if (cells_overlap(offset, view.offset, view.width)) node_edge(t, node, view.node, 0);
    }
    return node;
}

uint32_t node_of_view(PointsTo *t, uint32_t object, int32_t offset, uint32_t width) {
    ObjectParts *p = &t->parts.data[object];
    if (offset == ANYWHERE) width = ANY_WIDTH;
    for (size_t k = 0; k < p->views.len; k++)
        if (p->views.data[k].offset == offset && p->views.data[k].width == width)
            return p->views.data[k].node;
    uint32_t node = node_new(t, 1);
    Part part = {offset, width, node};
    vec_push(&p->views, part);
    for (size_t k = 0; k < t->parts.data[object].contents.len; k++) {
        Part content = t->parts.data[object].contents.data[k];
        if (cells_overlap(content.offset, offset, width)) node_edge(t, content.node, node, 0);
    }
    return node;
}

/* --- constraints ------------------------------------------------------------------------------ */

static void join_constraint(PointsTo *t, uint32_t join, Constraint c) {
    if (c.kind == CONSTRAINT_LOAD)
        node_edge(t, join, c.other, 0);
    else
        node_edge(t, c.other, join, 0);
}

static uint32_t *join_at(PointsTo *t, uint32_t node, ConstraintKind kind) {
    PointsToNode *n = &t->nodes.data[node];
    return kind == CONSTRAINT_LOAD ? &n->loaded : &n->stored;
}

static void join_constraints(PointsTo *t, uint32_t join, ConstraintKind kind, const Constraint *all,
                             size_t n) {
    for (size_t k = 0; k < n; k++)
        if (all[k].kind == kind) join_constraint(t, join, all[k]);
}

static bool has_constraint(const PointsToNode *n, ConstraintKind kind) {
    for (size_t k = 0; k < n->constraints.len; k++)
        if (n->constraints.data[k].kind == kind) return true;
    return false;
}

static bool is_function(const PointsTo *t, uint32_t object) {
    return t->objects.data[object].kind == OBJECT_FUNCTION;
}

/* Applies the loads (or stores) of a node to objects that it points into at any offset. */
static void apply_anywhere(PointsTo *t, uint32_t node, const NumberSet *any, ConstraintKind kind) {
    if (!any->len || !has_constraint(&t->nodes.data[node], kind)) return;
    uint32_t join = *join_at(t, node, kind);
    if (join == POINTS_TO_NONE) {
        join = node_new(t, 1);
        *join_at(t, node, kind) = join;
        for (size_t k = 0; k < t->nodes.data[node].constraints.len; k++)
            join_constraints(t, join, kind, &t->nodes.data[node].constraints.data[k], 1);
    }
    FOR_EACH_NUMBER(object, any) {
        if (is_function(t, (uint32_t)object)) continue;
        if (kind == CONSTRAINT_LOAD)
            node_edge(t, node_of_view(t, (uint32_t)object, ANYWHERE, ANY_WIDTH), join, 0);
        else
            node_edge(t, join, node_of_content(t, (uint32_t)object, ANYWHERE), 0);
    }
}

static void apply_call(PointsTo *t, uint32_t object, Constraint c) {
    if (is_function(t, object)) t->call_found(t, c.other, c.width, t->objects.data[object].number);
}

static void apply_to_location(PointsTo *t, uint32_t location, Constraint c) {
    Location at = t->locations.data[location];
    if (c.kind == CONSTRAINT_CALL || is_function(t, at.object)) {
        if (c.kind == CONSTRAINT_CALL) apply_call(t, at.object, c);
        return;
    }
    location = location_moved(t, location, c.offset);
    at = t->locations.data[location];
    if (c.kind == CONSTRAINT_LOAD)
        node_edge(t, node_of_view(t, at.object, at.offset, c.width), c.other, 0);
    else
        node_edge(t, c.other, node_of_content(t, at.object, c.width > 8 ? ANYWHERE : at.offset), 0);
}

/* Applies one constraint to what does not go through the joining nodes. */
static void apply_one(PointsTo *t, const NumberSet *any, const NumberSet *set, Constraint c) {
    if (c.kind == CONSTRAINT_CALL) FOR_EACH_NUMBER(object, any) apply_call(t, (uint32_t)object, c);
    FOR_EACH_NUMBER(location, set) apply_to_location(t, (uint32_t)location, c);
}

void node_apply_to_all(PointsTo *t, uint32_t node, const NumberSet *any, const NumberSet *set) {
    apply_anywhere(t, node, any, CONSTRAINT_LOAD);
    apply_anywhere(t, node, any, CONSTRAINT_STORE);
    for (size_t k = 0; k < t->nodes.data[node].constraints.len; k++)
        apply_one(t, any, set, t->nodes.data[node].constraints.data[k]);
}

void node_constrain(PointsTo *t, uint32_t node, Constraint c) {
    node = node_standing(t, node);
    vec_push(&t->nodes.data[node].constraints, c);
    NumberSet any = {0}, set = {0};
    number_set_add(&any, &t->nodes.data[node].any_done);
    number_set_add(&set, &t->nodes.data[node].set_done);
    apply_one(t, &any, &set, c);
    if (c.kind != CONSTRAINT_CALL) {
        uint32_t join = *join_at(t, node, c.kind);
        if (join == POINTS_TO_NONE)
            apply_anywhere(t, node, &any, c.kind);
        else
            join_constraint(t, join, c);
    }
    number_set_free(&any);
    number_set_free(&set);
}

void node_take_constraints(PointsTo *t, uint32_t into, const PointsToNode *from) {
    static const ConstraintKind kinds[] = {CONSTRAINT_LOAD, CONSTRAINT_STORE};
    for (unsigned k = 0; k < ARRAY_LEN(kinds); k++) {
        uint32_t *join = join_at(t, into, kinds[k]),
                 other = kinds[k] == CONSTRAINT_LOAD ? from->loaded : from->stored;
        if (*join != POINTS_TO_NONE) {
            join_constraints(t, *join, kinds[k], from->constraints.data, from->constraints.len);
        } else if (other != POINTS_TO_NONE) {
            *join = other;
            const PointsToNode *n = &t->nodes.data[into];
            join_constraints(t, other, kinds[k], n->constraints.data, n->constraints.len);
        }
    }
    for (size_t k = 0; k < from->constraints.len; k++)
        vec_push(&t->nodes.data[into].constraints, from->constraints.data[k]);
}
