/* answers.c — see answers.h. */
#include "solver/answers.h"
#include <stdlib.h>

enum { ANSWERS_LIMIT = 1 << 16, ASKED_LIMIT = 1 << 14 };

/* Constraints that are unsatisfiable together. */
typedef struct Core {
    uint32_t n;
    uint32_t id[];
} Core;

static void answers_clear_slices(Answers *a) {
    for (size_t i = 0; i < a->list.len; i++) {
        model_unref(a->list.data[i]->model);
        free(a->list.data[i]);
    }
    a->list.len = 0;
    index_clear(&a->index);
}

static void answers_clear_cores(Answers *a) {
    for (size_t i = 0; i < a->core_cap; i++) {
        for (size_t k = 0; k < a->cores[i].len; k++) free(a->cores[i].data[k].core);
        vec_free(&a->cores[i]);
    }
    a->core_count = 0;
}

static void answers_clear_asked(Answers *a) {
    for (size_t k = 0; k < a->asked.len; k++) {
        model_unref(a->asked.data[k].hint);
        model_unref(a->asked.data[k].model);
    }
    a->asked.len = 0;
    index_clear(&a->asked_index);
}

static void answers_clear_values(Answers *a) {
    a->values.len = 0;
    index_clear(&a->values_index);
}

void answers_clear(Answers *a) {
    answers_clear_values(a);
    answers_clear_slices(a);
    answers_clear_asked(a);
    answers_clear_cores(a);
}

void answers_free(Answers *a) {
    answers_clear(a);
    vec_free(&a->list);
    index_free(&a->index);
    vec_free(&a->asked);
    index_free(&a->asked_index);
    vec_free(&a->values);
    index_free(&a->values_index);
    free(a->cores);
}

static void key_add(QuestionKey *key, uint64_t x) {
    uint64_t mixed = hash_mix(x);
    key->a += mixed;
    key->b += hash_mix(mixed ^ 0x5851f42d4c957f2dull);
}

QuestionKey question_key(const Expr *const *constraints, size_t n, const Expr *query) {
    QuestionKey key = {0, 0};
    for (size_t k = 0; k < n; k++) key_add(&key, 2ull * constraints[k]->id);
    key_add(&key, 2ull * query->id + 1);
    return key;
}

static bool keys_are_equal(QuestionKey x, QuestionKey y) { return x.a == y.a && x.b == y.b; }

static uint32_t asked_at(const Answers *a, QuestionKey key) {
    return index_find(&a->asked_index, key.a, n, keys_are_equal(a->asked.data[n].key, key));
}

const Asked *answers_find_asked(const Answers *a, QuestionKey key) {
    uint32_t found = asked_at(a, key);
    return found == INDEX_NONE ? NULL : &a->asked.data[found];
}

void answers_add_asked(Answers *a, QuestionKey key, const Model *hint, bool sat,
                       const Model *model) {
    Asked new = {key, model_ref(hint), model_ref(model), sat};
    uint32_t found = asked_at(a, key);
    if (found != INDEX_NONE) {
        Asked *old = &a->asked.data[found];
        invariant(old->sat == sat);
        model_unref(old->hint);
        model_unref(old->model);
        *old = new;
        return;
    }
    if (a->asked.len >= ASKED_LIMIT) answers_clear_asked(a);
    index_add(&a->asked_index, key.a, (uint32_t)a->asked.len);
    vec_push(&a->asked, new);
}

static bool values_are(const ValuesAnswer *v, QuestionKey key, ValuesKind kind) {
    return keys_are_equal(v->key, key) && v->kind == kind;
}

const ValueRange *answers_find_values(const Answers *a, QuestionKey key, ValuesKind kind) {
    uint32_t found =
        index_find(&a->values_index, key.a, n, values_are(&a->values.data[n], key, kind));
    return found == INDEX_NONE ? NULL : &a->values.data[found].range;
}

void answers_add_values(Answers *a, QuestionKey key, ValuesKind kind, ValueRange range) {
    if (a->values.len >= ASKED_LIMIT) answers_clear_values(a);
    index_add(&a->values_index, key.a, (uint32_t)a->values.len);
    vec_push(&a->values, ((ValuesAnswer){key, kind, range}));
}

static bool answer_is(const Answer *e, uint64_t hash, const Slice *s) {
    if (e->hash != hash || e->n != s->list.len) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (e->id[i] != s->list.data[i]->id) return false;
    return true;
}

const Answer *answers_find(const Answers *a, const Slice *s, uint64_t hash) {
    uint32_t found = index_find(&a->index, hash, n, answer_is(a->list.data[n], hash, s));
    return found == INDEX_NONE ? NULL : a->list.data[found];
}

void answers_add(Answers *a, const Slice *s, uint64_t hash, bool sat, const Model *model) {
    if (a->list.len >= ANSWERS_LIMIT) answers_clear_slices(a);
    uint32_t n = (uint32_t)s->list.len;
    Answer *e = xmalloc(sizeof(*e) + n * sizeof(e->id[0]));
    e->hash = hash;
    e->sat = sat;
    e->model = model_ref(model);
    e->n = n;
    for (uint32_t i = 0; i < n; i++) e->id[i] = s->list.data[i]->id;
    index_add(&a->index, hash, (uint32_t)a->list.len);
    vec_push(&a->list, e);
}

static uint64_t id_bit(uint32_t id) { return 1ull << (hash_mix(id) & 63); }

/* Whether all of a core is in the slice, whose ids have these bits. */
static bool contains_core(const Slice *s, uint64_t ids, const ListedCore *c) {
    if (c->ids & ~ids) return false;
    for (uint32_t k = 0; k < c->core->n; k++)
        if (!slice_has(s, c->core->id[k])) return false;
    return true;
}

bool answers_find_core(const Answers *a, const Slice *s) {
    uint64_t ids = 0;
    if (!a->core_count) return false;
    for (size_t i = 0; i < s->list.len; i++) ids |= id_bit(s->list.data[i]->id);
    for (size_t i = 0; i < s->list.len; i++) {
        uint32_t id = s->list.data[i]->id;
        if (id >= a->core_cap) break; /* sorted: the others have larger ids */
        const CoreList *list = &a->cores[id];
        for (size_t k = 0; k < list->len; k++)
            if (contains_core(s, ids, &list->data[k])) return true;
    }
    return false;
}

/* Returns the list for a new core: the shortest one of its constraints, so that a constraint that
 * is part of most cores does not list them all. */
static CoreList *list_for_core(Answers *a, const Core *c) {
    uint32_t top = 0;
    for (uint32_t k = 0; k < c->n; k++) top = MAX(top, c->id[k]);
    if (top >= a->core_cap) {
        size_t cap = (size_t)top + top / 2 + 1024;
        a->cores = xrealloc(a->cores, cap * sizeof *a->cores);
        memset(a->cores + a->core_cap, 0, (cap - a->core_cap) * sizeof *a->cores);
        a->core_cap = cap;
    }
    CoreList *shortest = &a->cores[c->id[0]];
    for (uint32_t k = 1; k < c->n; k++)
        if (a->cores[c->id[k]].len < shortest->len) shortest = &a->cores[c->id[k]];
    return shortest;
}

void answers_add_core(Answers *a, const Slice *s, const uint32_t *place, size_t n) {
    if (!n) return;
    if (a->core_count >= ANSWERS_LIMIT) answers_clear_cores(a);
    Core *c = xmalloc(sizeof(*c) + n * sizeof(c->id[0]));
    ListedCore listed = {.core = c};
    c->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        c->id[i] = s->list.data[place[i]]->id;
        listed.ids |= id_bit(c->id[i]);
    }
    CoreList *list = list_for_core(a, c);
    vec_push(list, listed);
    a->core_count++;
}
