/* order.c — see order.h. */
#include "impact/order.h"
#include <stdlib.h>

#define MOST_CUTS 64
#define MOST_CREATIONS 100

typedef struct Place {
    uint32_t instance, insn;
} Place;
typedef VEC(Place) Places;

typedef struct Walk {
    const Program *p;
    const PointsTo *t;
    const Instance *instances;
    uint32_t n;
    const CallEdge *calls;
    size_t ncalls;
    uint32_t *from_at, *from; /* per instance: its calls, as indices */
    uint32_t *to_at, *to;     /* per instance: calls of it */
    uint8_t **reached;        /* per instance, per instruction */
    bool *whole;              /* per instance */
    Places todo;
    VEC(uint32_t) enter;
} Walk;

static const Flow *walk_flow(const Walk *w, uint32_t instance) {
    return points_to_flow(w->t, w->instances[instance].function);
}

static uint32_t length_of(const Walk *w, uint32_t instance) {
    return walk_flow(w, instance)->function->code_len;
}

/* --- walks ------------------------------------------------------------------------------------ */

static void clear(Walk *w) {
    for (uint32_t k = 0; k < w->n; k++) memset(w->reached[k], 0, length_of(w, k));
    memset(w->whole, 0, w->n * sizeof *w->whole);
}

/* Marks the instructions of one instance that control reaches from `insn` on, without passing
 * `stop`. */
static void reach_within(Walk *w, uint32_t instance, uint32_t insn, const Places *stop) {
    const Flow *f = walk_flow(w, instance);
    const Function *code = f->function;
    uint8_t *reached = w->reached[instance];
    VEC(uint32_t) todo = {0};
    if (insn < code->code_len) vec_push(&todo, insn);
    while (todo.len) {
        uint32_t k = vec_pop(&todo);
        const FlowBlock *b = &f->blocks[f->block_of[k]];
        bool stopped = false;
        for (; k < b->end && !stopped; k = flow_next(code, k)) {
            stopped = reached[k] & 1;
            if (stopped) break;
            reached[k] |= 1;
            for (size_t s = 0; stop && s < stop->len; s++)
                stopped |= stop->data[s].instance == instance && stop->data[s].insn == k;
        }
        for (uint32_t s = 0; !stopped && s < b->nsuccessors; s++)
            vec_push(&todo, f->blocks[f->edges[b->successors + s]].first);
    }
    vec_free(&todo);
}

static void enter_calls(Walk *w, uint32_t instance, const Place *closed) {
    for (uint32_t k = w->from_at[instance]; k < w->from_at[instance + 1]; k++) {
        const CallEdge *c = &w->calls[w->from[k]];
        if (!w->reached[instance][c->insn] || w->whole[c->callee]) continue;
        if (closed && closed->instance == instance && closed->insn == c->insn) continue;
        w->whole[c->callee] = true;
        vec_push(&w->enter, c->callee);
    }
}

/* Marks the code that can be executed after the call at `from` began, by its thread and those
 * created from there. */
static void reach_after(Walk *w, Place from) {
    clear(w);
    bool *returned = xcalloc(w->n + 1, sizeof *returned);
    vec_push(&w->todo, from);
    while (w->todo.len) {
        Place at = vec_pop(&w->todo);
        /* The callees of this call are entered; the call itself is over. */
        w->reached[at.instance][at.insn] |= 2;
        reach_within(w, at.instance, flow_next(walk_flow(w, at.instance)->function, at.insn), NULL);
        if (returned[at.instance]) continue;
        returned[at.instance] = true;
        for (uint32_t k = w->to_at[at.instance]; k < w->to_at[at.instance + 1]; k++) {
            const CallEdge *c = &w->calls[w->to[k]];
            if (c->kind == CALL_THREAD) continue;
            /* In a list of functions, others may follow. */
            if (c->kind == CALL_LISTED) w->reached[c->instance][c->insn] |= 1;
            Place caller = {c->instance, c->insn};
            if (!(w->reached[c->instance][c->insn] & 4)) {
                w->reached[c->instance][c->insn] |= 4;
                vec_push(&w->todo, caller);
            }
        }
    }
    /* Bit 0 is the result: callers' calls, marked with bit 2, began before. */
    for (uint32_t k = w->from_at[from.instance]; k < w->from_at[from.instance + 1]; k++) {
        const CallEdge *c = &w->calls[w->from[k]];
        if (c->insn != from.insn || w->whole[c->callee]) continue;
        w->whole[c->callee] = true;
        vec_push(&w->enter, c->callee);
    }
    for (uint32_t i = 0; i < w->n; i++) {
        for (uint32_t k = 0, n = length_of(w, i); k < n; k++) w->reached[i][k] &= 1;
        enter_calls(w, i, NULL);
    }
    while (w->enter.len) {
        uint32_t i = vec_pop(&w->enter);
        memset(w->reached[i], 1, length_of(w, i));
        enter_calls(w, i, NULL);
    }
    free(returned);
}

static bool returns(const Walk *w, uint32_t instance) {
    const Function *f = walk_flow(w, instance)->function;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        unsigned op = insn_op(&f->code[k]);
        if ((op == OP_RET || op == OP_RETV || op == OP_RETN) && w->reached[instance][k])
            return true;
    }
    return false;
}

/* Finds the calls that always pass the cut before they return, and the cut itself. */
static void find_passing_calls(Walk *w, Place cut, Places *stop) {
    vec_push(stop, cut);
    for (size_t done = 0; done < stop->len && stop->len < 64; done++) {
        uint32_t instance = stop->data[done].instance;
        clear(w);
        reach_within(w, instance, 0, stop);
        if (returns(w, instance)) continue;
        for (uint32_t k = w->to_at[instance]; k < w->to_at[instance + 1]; k++) {
            const CallEdge *c = &w->calls[w->to[k]];
            uint32_t others = 0;
            for (uint32_t q = w->from_at[c->instance]; q < w->from_at[c->instance + 1]; q++)
                others += w->calls[w->from[q]].insn == c->insn;
            bool known = c->kind != CALL_DIRECT || others != 1;
            for (size_t q = 0; q < stop->len; q++)
                known |= stop->data[q].instance == c->instance && stop->data[q].insn == c->insn;
            Place caller = {c->instance, c->insn};
            if (!known) vec_push(stop, caller);
        }
    }
}

/* Marks the code that can be executed before the call at `cut` begins. */
static void reach_before(Walk *w, Place cut, uint32_t start) {
    Places stop = {0};
    find_passing_calls(w, cut, &stop);
    clear(w);
    w->whole[start] = true;
    vec_push(&w->enter, start);
    while (w->enter.len) {
        uint32_t i = vec_pop(&w->enter);
        reach_within(w, i, 0, &stop);
        enter_calls(w, i, &cut);
    }
    vec_free(&stop);
}

/* --- cuts ------------------------------------------------------------------------------------- */

/* Returns the call in the program's own code that leads to the creation. */
static Place own_call(const Walk *w, Place at) {
    while (walk_flow(w, at.instance)->function->library &&
           w->instances[at.instance].parent != POINTS_TO_NONE)
        at = (Place){w->instances[at.instance].parent, w->instances[at.instance].call};
    return at;
}

static void add_place(Places *out, Place at) {
    for (size_t k = 0; k < out->len; k++)
        if (out->data[k].instance == at.instance && out->data[k].insn == at.insn) return;
    if (out->len < MOST_CUTS) vec_push(out, at);
}

static void choose_cuts(const Walk *w, Places *cuts, Places *creations) {
    for (size_t k = 0; k < w->ncalls; k++)
        if (w->calls[k].kind == CALL_THREAD) {
            Place at = {w->calls[k].instance, w->calls[k].insn};
            vec_push(creations, at);
            add_place(cuts, own_call(w, at));
        }
    for (size_t k = 0; k < w->ncalls; k++) {
        const Function *f = walk_flow(w, w->calls[k].instance)->function;
        Place at = {w->calls[k].instance, w->calls[k].insn};
        if (!f->library && !strcmp(f->name, w->p->entry_name)) add_place(cuts, at);
    }
}

static void index_calls(Walk *w) {
    w->from_at = xcalloc(w->n + 2, sizeof *w->from_at);
    w->to_at = xcalloc(w->n + 2, sizeof *w->to_at);
    w->from = xcalloc(w->ncalls + 1, sizeof *w->from);
    w->to = xcalloc(w->ncalls + 1, sizeof *w->to);
    for (size_t k = 0; k < w->ncalls; k++) {
        w->from_at[w->calls[k].instance + 2]++;
        w->to_at[w->calls[k].callee + 2]++;
    }
    for (uint32_t k = 0; k < w->n; k++) {
        w->from_at[k + 2] += w->from_at[k + 1];
        w->to_at[k + 2] += w->to_at[k + 1];
    }
    for (size_t k = 0; k < w->ncalls; k++) {
        w->from[w->from_at[w->calls[k].instance + 1]++] = (uint32_t)k;
        w->to[w->to_at[w->calls[k].callee + 1]++] = (uint32_t)k;
    }
}

static bool jumps_far(const Walk *w) {
    for (uint32_t k = 0; k < w->n; k++)
        if (walk_flow(w, k)->returns_twice) return true;
    return false;
}

static void mark_cuts(Walk *w, Order *o, const Places *cuts, const Places *creations) {
    uint8_t ***after = xcalloc(creations->len + 1, sizeof *after);
    for (size_t c = 0; c < creations->len; c++) {
        reach_after(w, creations->data[c]);
        after[c] = xcalloc(w->n + 1, sizeof **after);
        for (uint32_t i = 0; i < w->n; i++) {
            after[c][i] = xmalloc(length_of(w, i) + 1);
            memcpy(after[c][i], w->reached[i], length_of(w, i));
        }
    }
    for (size_t c = 0; c < cuts->len; c++) {
        Place cut = cuts->data[c];
        reach_after(w, cut);
        for (size_t q = 0; q < creations->len; q++) {
            if (!after[q][cut.instance][cut.insn]) continue;
            for (uint32_t i = 0; i < w->n; i++)
                for (uint32_t k = 0, n = length_of(w, i); k < n; k++)
                    w->reached[i][k] |= after[q][i][k];
        }
        for (uint32_t i = 0; i < w->n; i++)
            for (uint32_t k = 0, n = length_of(w, i); k < n; k++)
                if (!w->reached[i][k]) o->not_after[i][k] |= 1ull << c;
        reach_before(w, cut, 0);
        for (uint32_t i = 0; i < w->n; i++)
            for (uint32_t k = 0, n = length_of(w, i); k < n; k++)
                if (!w->reached[i][k]) o->not_before[i][k] |= 1ull << c;
    }
    for (size_t c = 0; c < creations->len; c++) {
        for (uint32_t i = 0; i < w->n; i++) free(after[c][i]);
        free(after[c]);
    }
    free(after);
}

Order *order_of(const Program *p, const PointsTo *t) {
    Walk w = {.p = p, .t = t};
    w.instances = points_to_instances(t, &w.n);
    w.calls = points_to_calls(t, &w.ncalls);
    Order *o = xcalloc(1, sizeof *o);
    o->n = w.n;
    o->not_before = xcalloc(w.n + 1, sizeof *o->not_before);
    o->not_after = xcalloc(w.n + 1, sizeof *o->not_after);
    w.reached = xcalloc(w.n + 1, sizeof *w.reached);
    w.whole = xcalloc(w.n + 1, sizeof *w.whole);
    for (uint32_t k = 0; k < w.n; k++) {
        o->not_before[k] = xcalloc(length_of(&w, k) + 1, sizeof(uint64_t));
        o->not_after[k] = xcalloc(length_of(&w, k) + 1, sizeof(uint64_t));
        w.reached[k] = xcalloc(length_of(&w, k) + 1, 1);
    }
    index_calls(&w);
    Places cuts = {0}, creations = {0};
    choose_cuts(&w, &cuts, &creations);
    if (!jumps_far(&w) && creations.len <= MOST_CREATIONS) mark_cuts(&w, o, &cuts, &creations);
    for (uint32_t k = 0; k < w.n; k++) free(w.reached[k]);
    free(w.reached);
    free(w.whole);
    free(w.from_at);
    free(w.from);
    free(w.to_at);
    free(w.to);
    vec_free(&w.todo);
    vec_free(&w.enter);
    vec_free(&cuts);
    vec_free(&creations);
    return o;
}

void impact_order_free(Order *o) {
    if (!o) return;
    for (uint32_t k = 0; k < o->n; k++) {
        free(o->not_before[k]);
        free(o->not_after[k]);
    }
    free(o->not_before);
    free(o->not_after);
    free(o);
}
