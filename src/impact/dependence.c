/*
 * dependence.c — see dependence.h: the nodes of the graph and all edges except those through
 * memory.
 */
#include "impact/graph.h"
#include <stdlib.h>
#include <sys/syscall.h>

/* --- nodes ------------------------------------------------------------------------------------ */

/* The last three nodes of an instance. Those of its instructions, values, blocks and block ends
 * precede them. */
enum { NODE_ENTERED, NODE_RESULT, NODE_RETURNS, NODES_OF_ALL };

static const Flow *instance_flow(const Dependence *d, uint32_t instance) {
    return points_to_flow(d->points_to, d->instances[instance].function);
}

static uint32_t node_of_block(const Dependence *d, uint32_t instance, uint32_t block) {
    const Flow *w = instance_flow(d, instance);
    return d->base[instance] + w->function->code_len + w->nvalues + block;
}

/* Returns the node for whether the call, or other operation that may stop, at a block's end
 * returns. */
static uint32_t node_of_end(const Dependence *d, uint32_t instance, uint32_t block) {
    return node_of_block(d, instance, instance_flow(d, instance)->nblocks + block);
}

/* Returns the node for whether the instance is called, what it returns, or whether it returns. */
static uint32_t node_of_all(const Dependence *d, uint32_t instance, uint32_t which) {
    return node_of_block(d, instance, 2 * instance_flow(d, instance)->nblocks) + which;
}

static bool is_call(const Insn *i) { return i->op == OP_CALL || i->op == OP_CALLI; }

/* Returns the node of a value: that of its instruction, except for results of calls. */
static uint32_t dependence_value_node(const Dependence *d, uint32_t instance, uint32_t value) {
    const Flow *w = instance_flow(d, instance);
    if (!value) return NO_NODE;
    uint32_t insn = w->value_insn[value];
    if (insn != FLOW_NONE && !is_call(&w->function->code[insn])) return d->base[instance] + insn;
    return d->base[instance] + w->function->code_len + value;
}

static uint32_t dependence_use_node(const Dependence *d, uint32_t instance, uint32_t insn,
                                    uint32_t k) {
    const Flow *w = instance_flow(d, instance);
    return dependence_value_node(d, instance, w->use[w->use_at[insn] + k]);
}

/* --- functions that may not return ------------------------------------------------------------ */

static bool returns_here(const Insn *i) {
    unsigned op = insn_op(i);
    return op == OP_RET || op == OP_RETV || op == OP_RETN;
}

/* Whether an instruction is a builtin that may not return. */
static bool may_stay(const Flow *w, uint32_t k) {
    const Insn *i = &w->function->code[k];
    uint64_t number;
    if (flow_builtin(i) != BUILTIN_syscall) return builtin_traits[flow_builtin(i)] & STAYS;
    return !flow_constant(w, w->use[w->use_at[k]], &number) || engine_call_dangers(number) & STAYS;
}

/* Finds the blocks where the function's own code may stop, and calls of functions that may not
 * return, for `may_stop`. Whether there are any. */
static bool find_own_stops(Dependence *d, uint32_t function) {
    const Flow *w = points_to_flow(d->points_to, function);
    const Function *f = w->function;
    bool any = false;
    d->may_stop[function] = xcalloc(w->nblocks + 1, sizeof(bool));
    d->endless[function] = xcalloc(w->nblocks + 1, sizeof(bool));
    d->failing[function] = xcalloc(w->nblocks + 1, sizeof(bool));
    control_failing(w, d->fails, d->failing[function]);
    if (!f->library) control_endless(w, d->endless[function]);
    for (uint32_t b = 0; b < w->nblocks; b++) {
        const Insn *i = &f->code[w->blocks[b].last];
        if (!w->blocks[b].reached || d->failing[function][b]) continue;
        bool stop = d->endless[function][b] || may_stay(w, w->blocks[b].last);
        d->may_stop[function][b] = stop;
        any |= stop || (flow_ends(i) && !returns_here(i) && insn_op(i) != OP_JMP &&
                        insn_op(i) != OP_SWITCH);
    }
    return any;
}

/* Finds functions that fail whenever they are called. */
static void find_failing(Dependence *d) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < d->ninstances; k++) {
            uint32_t f = d->instances[k].function;
            const Flow *w = points_to_flow(d->points_to, f);
            if (d->fails[f] || !w->nblocks) continue;
            bool *failing = xcalloc(w->nblocks + 1, sizeof *failing);
            control_failing(w, d->fails, failing);
            again |= d->fails[f] = failing[0];
            free(failing);
        }
    }
}

static void find_stopping_blocks(Dependence *d) {
    size_t ncalls;
    find_failing(d);
    const CallEdge *calls = points_to_calls(d->points_to, &ncalls);
    for (uint32_t k = 0; k < d->ninstances; k++) {
        uint32_t f = d->instances[k].function;
        if (!d->may_stop[f]) d->stops[f] = find_own_stops(d, f);
    }
    for (bool again = true; again;) {
        again = false;
        for (size_t k = 0; k < ncalls; k++) {
            uint32_t caller = d->instances[calls[k].instance].function;
            if (calls[k].kind == CALL_THREAD || !d->stops[d->instances[calls[k].callee].function])
                continue;
            bool *stop =
                &d->may_stop[caller][points_to_flow(d->points_to, caller)->block_of[calls[k].insn]];
            again |= !*stop || !d->stops[caller];
            *stop = d->stops[caller] = true;
        }
    }
    for (uint32_t k = 0; k < d->ninstances; k++) {
        uint32_t f = d->instances[k].function;
        if (!d->control[f])
            d->control[f] =
                control_of(points_to_flow(d->points_to, f), d->may_stop[f], d->failing[f]);
    }
}

/* --- synchronisation -------------------------------------------------------------------------- */

/* Whether an operation orders only streams: their locks, and the kernel operations for the standard
 * input and output. Dependences of the data read follow from the offset in memory. */
static bool orders_streams(const Program *p, const Function *f, uint32_t k) {
    static const char *const files[] = {"/stdio_lock.c", "/kernel/output.c"};
    const Loc *loc = &p->locs[f->loc[k]];
    while (loc->inlined_at) loc = &p->locs[loc->inlined_at];
    const char *file = loc->file;
    size_t n = strlen(file);
    for (size_t q = 0; f->library && q < ARRAY_LEN(files); q++) {
        size_t m = strlen(files[q]);
        if (n >= m && !strcmp(file + n - m, files[q])) return true;
    }
    return false;
}

static bool is_thread_operation(Builtin b) {
    return b == BUILTIN_thread_create || b == BUILTIN_thread_join || b == BUILTIN_await_thread ||
           b == BUILTIN_thread_detach;
}

static bool insn_synchronises(const Program *p, const Function *f, uint32_t k, unsigned depth) {
    const Insn *i = &f->code[k];
    if (builtin_traits[flow_builtin(i)] & ORDERS) return !orders_streams(p, f, k);
    if (is_thread_operation(flow_builtin(i))) return true;
    if (i->op != OP_CALL) return false;
    const Function *g = &p->functions[i->imm];
    if (g->atomic) return true;
    if (!g->library || depth > 4 || points_to_is_input(g)) return false;
    for (uint32_t q = 0; q < g->code_len; q = flow_next(g, q))
        if (insn_synchronises(p, g, q, depth + 1)) return true;
    return false;
}

bool dependence_synchronises(const Program *p, const Function *f, uint32_t k) {
    return insn_synchronises(p, f, k, 0);
}

/* --- one instance ----------------------------------------------------------------------------- */

static bool may_stop_at_end(const Insn *i) { return is_call(i) || i->op == OP_BUILTIN; }

static void connect_control(Dependence *d, uint32_t instance) {
    const Flow *w = instance_flow(d, instance);
    const Function *f = w->function;
    uint32_t index = d->instances[instance].function;
    const Control *c = d->control[index];
    for (uint32_t b = 0; b < w->nblocks; b++) {
        if (!w->blocks[b].reached) continue;
        uint32_t node = node_of_block(d, instance, b);
        graph_edge(d, node_of_all(d, instance, NODE_ENTERED), node);
        for (uint32_t k = w->blocks[b].first; k < w->blocks[b].end; k = flow_next(f, k))
            graph_edge(d, node, d->base[instance] + k);
        for (uint32_t k = c->at[b]; k < c->at[b + 1]; k++) {
            const FlowBlock *of = &w->blocks[c->parent[k].of];
            unsigned op = insn_op(&f->code[of->last]);
            /* A jump back in a loop decides nothing: the block's own parents do. */
            uint32_t decides = op == OP_JMP || of->nsuccessors < 2
                                   ? node_of_block(d, instance, c->parent[k].of)
                                   : d->base[instance] + of->last;
            if (may_stop_at_end(&f->code[of->last]))
                decides = node_of_end(d, instance, c->parent[k].of);
            graph_edge(d, decides, node);
        }
    }
}

/* Connects the places where a block may end the thread to NODE_RETURNS. */
static void connect_ends(Dependence *d, uint32_t instance) {
    const Flow *w = instance_flow(d, instance);
    const Function *f = w->function;
    uint32_t index = d->instances[instance].function,
             returns = node_of_all(d, instance, NODE_RETURNS);
    for (uint32_t b = 0; b < w->nblocks; b++) {
        const FlowBlock *at = &w->blocks[b];
        const Insn *i = &f->code[at->last];
        unsigned op = insn_op(i);
        if (!at->reached || d->failing[index][b]) continue;
        if (d->endless[index][b]) graph_edge(d, node_of_block(d, instance, b), returns);
        bool ends = flow_ends(i) && op != OP_JMP && op != OP_SWITCH;
        uint32_t insn = d->base[instance] + at->last, end = node_of_end(d, instance, b);
        if (may_stop_at_end(i)) graph_edge(d, insn, end);
        if (d->may_stop[index][b] && may_stop_at_end(i)) graph_edge(d, end, returns);
        if (ends) graph_edge(d, insn, returns);
    }
}

static void connect_builtin(Dependence *d, uint32_t instance, uint32_t k) {
    const Flow *w = instance_flow(d, instance);
    uint32_t node = d->base[instance] + k;
    Builtin b = flow_builtin(&w->function->code[k]);
    if (builtin_traits[b] & ORDERS && !orders_streams(d->program, w->function, k)) {
        graph_edge(d, node, d->sync);
        graph_edge(d, d->sync, node);
    }
    if (b == BUILTIN_thread_exit) graph_edge(d, node, d->ended);
    if (b == BUILTIN_thread_join || b == BUILTIN_await_thread) graph_edge(d, d->ended, node);
    if (b == BUILTIN_longjmp) graph_edge(d, node, d->jumped);
    if (b != BUILTIN_setjmp) return;
    graph_edge(d, d->jumped, node);
    for (uint32_t q = 0; q < w->nblocks; q++) graph_edge(d, node, node_of_block(d, instance, q));
}

static void connect_data(Dependence *d, uint32_t instance, const uint8_t *resolved) {
    const Flow *w = instance_flow(d, instance);
    const Function *f = w->function;
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
        for (uint32_t q = w->phi_at[p]; q < w->phi_at[p + 1]; q++)
            graph_edge(d, dependence_value_node(d, instance, w->phi_arg[q]),
                       dependence_value_node(d, instance, w->first_phi + p));
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        uint32_t node = d->base[instance] + k, uses = w->use_at[k + 1] - w->use_at[k];
        const Insn *i = &f->code[k];
        if (!w->blocks[w->block_of[k]].reached) continue;
        /* Arguments of a resolved call are connected to the parameters. */
        if (is_call(i) && resolved[k]) uses = i->op == OP_CALLI;
        for (uint32_t q = 0; q < uses; q++)
            graph_edge(d, dependence_use_node(d, instance, k, q), node);
        for (uint32_t v = w->def_at[k]; v < w->def_at[k + 1]; v++)
            graph_edge(d, node, dependence_value_node(d, instance, v));
        if (returns_here(i)) graph_edge(d, node, node_of_all(d, instance, NODE_RESULT));
        if (i->op == OP_BUILTIN) connect_builtin(d, instance, k);
    }
}

static void connect_call(Dependence *d, const CallEdge *c) {
    const Flow *w = instance_flow(d, c->instance), *callee = instance_flow(d, c->callee);
    const Insn *i = &w->function->code[c->insn];
    const Function *f = callee->function;
    uint32_t node = d->base[c->instance] + c->insn, first = c->kind == CALL_POINTER,
             n = i->a - first;
    invariant(c->instance < d->ninstances && c->callee < d->ninstances);
    invariant(c->insn < w->function->code_len && (c->kind == CALL_DIRECT) <= (i->op == OP_CALL));
    uint32_t entered = node_of_all(d, c->callee, NODE_ENTERED);
    graph_edge(d, node, entered);
    if (f->atomic) graph_edge(d, entered, d->sync);
    if (c->kind == CALL_THREAD && f->nparams)
        graph_edge(d, dependence_use_node(d, c->instance, c->insn, 1),
                   dependence_value_node(d, c->callee, 1));
    if (c->kind == CALL_THREAD) {
        graph_edge(d, node_of_all(d, c->callee, NODE_RESULT), d->ended);
        return;
    }
    /* Code behind the call depends on whether the callee returns. */
    if (d->stops[d->instances[c->callee].function])
        graph_edge(d, node_of_all(d, c->callee, NODE_RETURNS),
                   node_of_end(d, c->instance, w->block_of[c->insn]));
    if (c->kind == CALL_LISTED) return;
    bool placed = c->kind == CALL_POINTER && i->b;
    if (placed) n = MIN(n - 1, (uint32_t)(f->nparams - f->vararg));
    for (uint32_t k = 0; k < n && k < f->nparams; k++)
        graph_edge(d, dependence_use_node(d, c->instance, c->insn, first + k),
                   dependence_value_node(d, c->callee, k + 1));
    if (placed && f->vararg)
        graph_edge(d, dependence_use_node(d, c->instance, c->insn, i->a - 1u),
                   dependence_value_node(d, c->callee, f->nparams));
    for (uint32_t v = w->def_at[c->insn]; v < w->def_at[c->insn + 1]; v++)
        graph_edge(d, node_of_all(d, c->callee, NODE_RESULT),
                   dependence_value_node(d, c->instance, v));
}

/* --- the whole graph -------------------------------------------------------------------------- */

static void place_nodes(Dependence *d) {
    d->base = xcalloc(d->ninstances + 1, sizeof *d->base);
    for (uint32_t k = 0; k < d->ninstances; k++) {
        const Flow *w = instance_flow(d, k);
        d->base[k] = d->nnodes;
        d->nnodes += w->function->code_len + w->nvalues + 2 * w->nblocks + NODES_OF_ALL;
    }
    d->sync = graph_node(d);
    d->ended = graph_node(d);
    d->jumped = graph_node(d);
}

/* Connects all instances. `resolved` says per instance and instruction whether a callee is
 * known. */
static void connect_instances(Dependence *d) {
    size_t ncalls;
    const CallEdge *calls = points_to_calls(d->points_to, &ncalls);
    uint8_t **resolved = xcalloc(d->ninstances + 1, sizeof *resolved);
    for (uint32_t k = 0; k < d->ninstances; k++)
        resolved[k] = xcalloc(instance_flow(d, k)->function->code_len + 1, 1);
    for (size_t k = 0; k < ncalls; k++) {
        resolved[calls[k].instance][calls[k].insn] = 1;
        connect_call(d, &calls[k]);
    }
    for (uint32_t k = 0; k < d->ninstances; k++) {
        connect_control(d, k);
        connect_ends(d, k);
        connect_data(d, k, resolved[k]);
        free(resolved[k]);
    }
    free(resolved);
}

/* Checks that each edge has one place. */
static void check_sorted(const Dependence *d, const uint32_t *at, const uint32_t *to) {
    invariant(at[0] == 0 && at[d->nnodes] == d->edges.len);
    for (uint32_t n = 0; n < d->nnodes; n++) invariant(at[n] <= at[n + 1]);
    for (size_t k = 0; k < d->edges.len; k++) invariant(to[k] < d->nnodes);
}

/* Sorts the edges by their beginning (or end): those of node n are targets[at[n] … at[n + 1] -
 * 1]. */
static void sort_edges(const Dependence *d, bool backward, uint32_t **at_out, uint32_t **out) {
    uint32_t *at = xcalloc(d->nnodes + 3, sizeof *at), *to = xcalloc(d->edges.len + 1, sizeof *to);
    for (size_t k = 0; k < d->edges.len; k++)
        at[(backward ? d->edges.data[k].to : d->edges.data[k].from) + 2]++;
    for (uint32_t n = 0; n < d->nnodes; n++) at[n + 2] += at[n + 1];
    for (size_t k = 0; k < d->edges.len; k++) {
        GraphEdge e = d->edges.data[k];
        to[at[(backward ? e.to : e.from) + 1]++] = backward ? e.from : e.to;
    }
    if (unlikely(base_invariants)) check_sorted(d, at, to);
    *at_out = at;
    *out = to;
}

Dependence *dependence_of(const Program *p, const Stop *stop) {
    PointsTo *points_to = points_to_of(p, stop);
    if (!points_to) return NULL;
    Dependence *d = xcalloc(1, sizeof *d);
    d->program = p;
    d->points_to = points_to;
    d->instances = points_to_instances(d->points_to, &d->ninstances);
    d->stops = xcalloc(p->nfunctions + 1, sizeof *d->stops);
    d->control = xcalloc(p->nfunctions + 1, sizeof(Control *));
    d->may_stop = xcalloc(p->nfunctions + 1, sizeof(bool *));
    d->failing = xcalloc(p->nfunctions + 1, sizeof(bool *));
    d->fails = xcalloc(p->nfunctions + 1, sizeof *d->fails);
    d->endless = xcalloc(p->nfunctions + 1, sizeof(bool *));
    find_stopping_blocks(d);
    place_nodes(d);
    connect_instances(d);
    Order *o = order_of(p, d->points_to);
    graph_memory(d, o);
    impact_order_free(o);
    sort_edges(d, false, &d->forward_at, &d->forward);
    sort_edges(d, true, &d->backward_at, &d->backward);
    vec_free(&d->edges);
    return d;
}

void dependence_free(Dependence *d) {
    if (!d) return;
    for (uint32_t k = 0; k < d->program->nfunctions; k++) {
        control_free(d->control[k]);
        free(d->may_stop[k]);
        free(d->failing[k]);
        free(d->endless[k]);
    }
    free(d->control);
    free(d->may_stop);
    free(d->failing);
    free(d->fails);
    free(d->endless);
    free(d->stops);
    free(d->base);
    free(d->forward_at);
    free(d->forward);
    free(d->backward_at);
    free(d->backward);
    points_to_free(d->points_to);
    free(d);
}

/* --- closures --------------------------------------------------------------------------------- */

/* Checks that no edge leaves the set of reached nodes. */
static void check_reach_closed(const Dependence *d, const uint8_t *seen, const uint32_t *at,
                               const uint32_t *to) {
    for (uint32_t n = 0; n < d->nnodes; n++)
        for (uint32_t k = at[n]; seen[n] && k < at[n + 1]; k++) invariant(seen[to[k]]);
}

static void mark_reachable(const Dependence *d, uint8_t *seen, bool backward) {
    const uint32_t *at = backward ? d->backward_at : d->forward_at,
                   *to = backward ? d->backward : d->forward;
    uint32_t *stack = xmalloc((d->nnodes + 1) * sizeof *stack), depth = 0;
    for (uint32_t n = 0; n < d->nnodes; n++)
        if (seen[n]) stack[depth++] = n;
    while (depth) {
        uint32_t n = stack[--depth];
        for (uint32_t k = at[n]; k < at[n + 1]; k++)
            if (!seen[to[k]]) {
                seen[to[k]] = 1;
                stack[depth++] = to[k];
            }
    }
    free(stack);
    if (unlikely(base_invariants)) check_reach_closed(d, seen, at, to);
}

/* Whether an argument or a result of a call was reached. */
static bool passes_marked(const Dependence *d, const uint8_t *seen, uint32_t instance, uint32_t k) {
    const Flow *w = instance_flow(d, instance);
    if (!is_call(&w->function->code[k])) return false;
    for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++) {
        uint32_t node = dependence_value_node(d, instance, w->use[q]);
        if (node != NO_NODE && seen[node]) return true;
    }
    for (uint32_t v = w->def_at[k]; v < w->def_at[k + 1]; v++)
        if (seen[dependence_value_node(d, instance, v)]) return true;
    return false;
}

bool dependence_close(const Dependence *d, uint8_t *marks, uint8_t *passing, bool backward) {
    uint8_t *seen = xcalloc(d->nnodes + 1, 1);
    for (uint32_t i = 0; i < d->ninstances; i++) {
        const Function *f = instance_flow(d, i)->function;
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
            seen[d->base[i] + k] = marks[f->first_insn + k];
    }
    mark_reachable(d, seen, backward);
    for (uint32_t i = 0; i < d->ninstances; i++) {
        const Function *f = instance_flow(d, i)->function;
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
            if (seen[d->base[i] + k])
                marks[f->first_insn + k] = 1;
            else if (passing && passes_marked(d, seen, i, k))
                passing[f->first_insn + k] = 1;
    }
    bool order = seen[d->sync];
    free(seen);
    return order;
}

void dependence_readers(const Dependence *d, uint32_t global, uint8_t *marks) {
    size_t n;
    uint32_t nobjects;
    const MemoryAccess *a = points_to_accesses(d->points_to, &n);
    const PointsToObject *objects = points_to_objects(d->points_to, &nobjects);
    for (size_t k = 0; k < n; k++) {
        uint32_t len;
        const uint32_t *set = points_to_set(d->points_to, a[k].node, &len);
        for (uint32_t q = 0; !a[k].write && q < len; q++) {
            const PointsToObject *o = &objects[points_to_location(d->points_to, set[q]).object];
            if (o->kind == OBJECT_GLOBAL && o->number == global)
                marks[instance_flow(d, a[k].instance)->function->first_insn + a[k].insn] = 1;
        }
    }
}

bool dependence_fails(const Dependence *d, uint32_t function) { return d->fails[function]; }

/* Marks a function without an instance, and the functions that it calls. */
static void mark_unreached(const Dependence *d, uint32_t function, bool *seen, uint8_t *marks) {
    VEC(uint32_t) todo = {0};
    vec_push(&todo, function);
    while (todo.len) {
        uint32_t n = vec_pop(&todo);
        const Function *f = &d->program->functions[n];
        if (d->control[n] || seen[n]) continue;
        seen[n] = true;
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
            marks[f->first_insn + k] = 1;
            if (f->code[k].op == OP_CALL) vec_push(&todo, (uint32_t)f->code[k].imm);
        }
    }
    vec_free(&todo);
}

void dependence_unreached(const Dependence *d, uint8_t *marks) {
    uint32_t nobjects;
    const PointsToObject *objects = points_to_objects(d->points_to, &nobjects);
    bool *seen = xcalloc(d->program->nfunctions + 1, sizeof *seen);
    for (uint32_t k = 0; k < nobjects; k++)
        if (objects[k].kind == OBJECT_FUNCTION) mark_unreached(d, objects[k].number, seen, marks);
    free(seen);
}
