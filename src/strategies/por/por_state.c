/* por_state.c — see por_state.h. */
#include "strategies/por/por_state.h"
#include <stdlib.h>

/* Bytes under which an event cannot be written, to bound counts before memory is taken. */
#define LEAST_EVENT 60

/* --- writing ---------------------------------------------------------------------------------- */

/* Expressions come first, but are known only after the events were written. */
static void put_with_expressions(Wire *out, ExprWriter *expressions, Wire *body) {
    expr_writer_put(expressions, out);
    wire_put(out, body->data, body->len);
    expr_writer_free(expressions);
    vec_free(body);
}

static void put_choice(Wire *out, const Action *a) {
    wire_put_32(out, (uint32_t)a->thread);
    wire_put_32(out, a->outcome);
}

static void put_sleepers(const Por *p, size_t until, uint32_t more, Wire *out, ExprWriter *e) {
    uint32_t n = 0;
    while (n < p->tree.sleepers.len && p->tree.sleepers.data[n].from <= until) n++;
    wire_put_32(out, n + more);
    for (uint32_t k = 0; k < n; k++) {
        wire_put_32(out, p->tree.sleepers.data[k].from);
        portable_put(out, e, p->tree.sleepers.data[k].event);
    }
}

static void put_alternative(Wire *out, ExprWriter *e, size_t node, const Alternative *a) {
    wire_put_32(out, (uint32_t)node);
    wire_put_8(out, a->partial);
    wire_put_32(out, a->len);
    for (uint32_t k = 0; k < a->len; k++) portable_put(out, e, a->events[k]);
}

static uint32_t count_alternatives(const Por *p, size_t end) {
    uint32_t n = 0;
    for (size_t k = 0; k < p->tree.nodes.len && k < end; k++)
        n += (uint32_t)p->tree.nodes.data[k].alternatives.len;
    return n;
}

void por_state_put(const Por *p, PorNext next, uint32_t waits_for, uint32_t nchildren, Wire *out) {
    ExprWriter expressions = {0};
    Wire body = {0};
    size_t n = p->h->path.len;
    bool known = p->fresh >= n;
    invariant(p->base <= n);
    wire_put_8(&body, next);
    wire_put_8(&body, known);
    wire_put_32(&body, (uint32_t)p->base);
    wire_put_32(&body, (uint32_t)(known ? n : p->fresh));
    wire_put_32(&body, waits_for);
    wire_put_32(&body, nchildren);
    wire_put_32(&body, (uint32_t)n);
    for (size_t k = 0; k < n; k++) put_choice(&body, &p->h->path.data[k]->action);
    put_sleepers(p, n, 0, &body, &expressions);
    wire_put_32(&body, count_alternatives(p, SIZE_MAX));
    for (size_t k = 0; k < p->tree.nodes.len; k++) {
        const AlternativeNode *node = &p->tree.nodes.data[k];
        for (size_t j = 0; j < node->alternatives.len; j++) {
            const Alternative *a = &node->alternatives.data[j];
            wire_put_32(&body, a->task ? a->task->number : POR_NO_CHILD);
            put_alternative(&body, &expressions, k, a);
        }
    }
    put_with_expressions(out, &expressions, &body);
}

void por_state_put_task(const Por *p, size_t at, const Alternative *a, Wire *out) {
    ExprWriter expressions = {0};
    Wire body = {0};
    size_t n = at + a->len;
    wire_put_8(&body, POR_EXTENDS);
    wire_put_8(&body, false);
    wire_put_32(&body, (uint32_t)n);
    wire_put_32(&body, (uint32_t)at);
    wire_put_32(&body, POR_NO_CHILD);
    wire_put_32(&body, 0);
    wire_put_32(&body, (uint32_t)n);
    for (size_t k = 0; k < n; k++)
        put_choice(&body, k < at ? &p->h->path.data[k]->action : &a->events[k - at]->action);
    put_sleepers(p, at, 1, &body, &expressions);
    wire_put_32(&body, (uint32_t)at);
    portable_put(&body, &expressions, p->h->path.data[at]);
    wire_put_32(&body, 0);
    put_with_expressions(out, &expressions, &body);
}

void por_found_put(const Por *p, Wire *out) {
    ExprWriter expressions = {0};
    Wire body = {0};
    wire_put_32(&body, count_alternatives(p, p->base));
    for (size_t k = 0; k < p->tree.nodes.len && k < p->base; k++) {
        const AlternativeNode *node = &p->tree.nodes.data[k];
        for (size_t j = 0; j < node->alternatives.len; j++)
            put_alternative(&body, &expressions, k, &node->alternatives.data[j]);
    }
    put_with_expressions(out, &expressions, &body);
}

/* --- reading ---------------------------------------------------------------------------------- */

static void stored_alternative_free(StoredAlternative *a) {
    for (uint32_t k = 0; k < a->of.len; k++) free(a->of.events[k]);
    free(a->of.events);
}

void por_state_free(PorState *s) {
    vec_free(&s->path);
    for (size_t k = 0; k < s->task.sleepers.len; k++) free(s->task.sleepers.data[k].event);
    vec_free(&s->task.sleepers);
    for (size_t k = 0; k < s->alternatives.len; k++)
        stored_alternative_free(&s->alternatives.data[k]);
    vec_free(&s->alternatives);
}

static StoredAlternative get_alternative(WireReader *r, const Por *p, const ExprList *expressions) {
    StoredAlternative a = {.child = POR_NO_CHILD};
    a.of.node = wire_get_32(r);
    a.of.partial = wire_get_8(r);
    uint32_t n = wire_get_count(r, LEAST_EVENT);
    if (!n) r->wrong = true;
    a.of.events = xcalloc(n + 1, sizeof *a.of.events);
    for (; a.of.len < n && !r->wrong; a.of.len++)
        a.of.events[a.of.len] = portable_get(r, p->m, expressions);
    return a;
}

static void get_path(WireReader *r, const Por *p, PorState *s) {
    uint32_t n = wire_get_count(r, sizeof(Choice));
    for (uint32_t k = 0; k < n; k++) {
        Choice c = {(int32_t)wire_get_32(r), 0};
        c.outcome = wire_get_32(r);
        if (c.thread < 0 || (uint32_t)c.thread >= p->m->nslots) r->wrong = true;
        vec_push(&s->path, c);
    }
}

static void get_sleepers(WireReader *r, const Por *p, const ExprList *expressions, PorState *s) {
    uint32_t n = wire_get_count(r, LEAST_EVENT), before = 0;
    for (uint32_t k = 0; k < n && !r->wrong; k++) {
        PortableSleeper x = {.from = wire_get_32(r)};
        if (x.from < before || x.from > s->path.len) r->wrong = true;
        before = x.from;
        x.event = portable_get(r, p->m, expressions);
        vec_push(&s->task.sleepers, x);
    }
}

static void get_alternatives(WireReader *r, const Por *p, const ExprList *expressions,
                             PorState *s) {
    uint32_t n = wire_get_count(r, LEAST_EVENT), before = 0;
    for (uint32_t k = 0; k < n && !r->wrong; k++) {
        uint32_t child = wire_get_32(r);
        StoredAlternative a = get_alternative(r, p, expressions);
        a.child = child;
        if (a.of.node < before || a.of.node > s->path.len ||
            (child != POR_NO_CHILD && child >= s->nchildren))
            r->wrong = true;
        before = a.of.node;
        vec_push(&s->alternatives, a);
    }
}

/* Whether the parts of a state fit together. */
static bool is_consistent(const PorState *s) {
    bool extends = s->next == POR_EXTENDS, waits = s->next == POR_TAKES_BACK;
    return s->next <= POR_TAKES_BACK && s->base <= s->path.len && s->task.node <= s->path.len &&
           (!extends || (!s->alternatives.len && s->base == s->path.len)) &&
           (waits ? s->waits_for < s->nchildren : s->waits_for == POR_NO_CHILD);
}

bool por_state_get(WireReader *r, const Por *p, PorState *s) {
    ExprList expressions = {0};
    *s = (PorState){0};
    expr_list_get(r, p->m->pool, &expressions);
    s->next = (PorNext)wire_get_8(r);
    s->all_known = wire_get_8(r);
    s->base = wire_get_32(r);
    s->task.node = wire_get_32(r);
    s->waits_for = wire_get_32(r);
    s->nchildren = wire_get_32(r);
    get_path(r, p, s);
    get_sleepers(r, p, &expressions, s);
    get_alternatives(r, p, &expressions, s);
    vec_free(&expressions);
    if (wire_is_read(r) && is_consistent(s)) return true;
    por_state_free(s);
    *s = (PorState){0};
    return false;
}

bool por_found_keep(Por *p, WireReader *r) {
    ExprList expressions = {0};
    expr_list_get(r, p->m->pool, &expressions);
    uint32_t n = wire_get_count(r, LEAST_EVENT);
    for (uint32_t k = 0; k < n && !r->wrong; k++) {
        StoredAlternative a = get_alternative(r, p, &expressions);
        if (a.of.node >= p->h->path.len) r->wrong = true;
        if (!r->wrong) por_keep_portable(p, &a.of);
        stored_alternative_free(&a);
    }
    vec_free(&expressions);
    return wire_is_read(r);
}
