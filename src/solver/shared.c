/* shared.c — see shared.h. */
#include "solver/answers.h"
#include "solver/shared.h"
#include <pthread.h>
#include <stdlib.h>

#define MOST_EXPRESSIONS (1u << 18) /* of the copies; then all are dropped */
#define TRIAL 64                    /* times to look before it is judged */
#define LEAST_FOUND 32              /* one of so many should be found */

struct SharedAnswers {
    pthread_mutex_t lock;
    atomic_uint count;  /* answers so far: without any of others, nobody waits for the lock */
    uint32_t round;     /* how often all was dropped */
    ExprPool *pool;     /* of the copies */
    Slice slice;        /* scratch: a copied slice, ordered */
    uint64_t hash;      /* of it */
    Answers answers;    /* to slices of copies */
    VEC(uint32_t) core; /* scratch */
};

SharedAnswers *shared_answers_new(void) {
    SharedAnswers *a = xcalloc(1, sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    a->pool = expr_pool_new();
    a->slice.pool = a->pool;
    return a;
}

void shared_answers_free(SharedAnswers *a) {
    if (!a) return;
    answers_free(&a->answers);
    slice_free(&a->slice);
    vec_free(&a->core);
    expr_pool_free(a->pool);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

void shared_view_free(SharedView *v) {
    vec_free(&v->copies);
    index_free(&v->by_id);
}

static void drop_all(SharedAnswers *a) {
    answers_free(&a->answers);
    slice_free(&a->slice);
    expr_pool_free(a->pool);
    a->answers = (Answers){0};
    a->pool = expr_pool_new();
    a->slice = (Slice){.pool = a->pool};
    a->round++;
}

static const Expr *shared_copy(SharedView *v, const Expr *e) {
    SharedAnswers *a = v->of;
    if (v->round != a->round) {
        v->copies.len = 0;
        index_clear(&v->by_id);
        v->round = a->round;
    }
    uint64_t hash = hash_mix(e->id);
    uint32_t known = index_find(&v->by_id, hash, n, v->copies.data[n].from == e);
    if (known != INDEX_NONE) return v->copies.data[known].to;
    SharedCopy new = {e, expr_import(a->pool, e)};
    index_add(&v->by_id, hash, (uint32_t)v->copies.len);
    vec_push(&v->copies, new);
    return new.to;
}

/* Copies a slice to a->slice. */
static void copy_slice(SharedView *v, const Slice *slice) {
    SharedAnswers *a = v->of;
    if (expr_pool_count(a->pool) > MOST_EXPRESSIONS) drop_all(a);
    slice_begin(&a->slice);
    for (size_t k = 0; k < slice->list.len; k++)
        slice_add(&a->slice, shared_copy(v, slice->list.data[k]));
    a->hash = slice_order(&a->slice);
}

/* Whether looking is worth while: where hardly anything is found, most questions are left out. */
static bool is_worth_looking(SharedView *v) {
    bool poor = ++v->asked > TRIAL && v->found * LEAST_FOUND < v->asked;
    return !poor || v->asked % LEAST_FOUND == 0 || base_invariants;
}

SolverResult shared_find(SharedView *v, const Slice *slice, Reads *r) {
    SharedAnswers *a = v->of;
    if (!a || atomic_load(&a->count) == v->added || !is_worth_looking(v)) return SOLVER_UNKNOWN;
    SolverResult result = SOLVER_UNKNOWN;
    pthread_mutex_lock(&a->lock);
    copy_slice(v, slice);
    const Answer *found = answers_find(&a->answers, &a->slice, a->hash);
    if (found)
        result = found->sat ? SOLVER_SAT : SOLVER_UNSAT;
    else if (answers_find_core(&a->answers, &a->slice))
        result = SOLVER_UNSAT;
    for (size_t k = 0; result == SOLVER_SAT && k < r->len; k++) {
        const Expr *read = shared_copy(v, r->read[k]);
        r->byte[k] = model_byte(found->model, read->input, read->index);
    }
    pthread_mutex_unlock(&a->lock);
    v->found += result != SOLVER_UNKNOWN;
    return result;
}

/* Returns the place of a constraint in a->slice. */
static uint32_t place_in_copy(const SharedAnswers *a, const Expr *copy) {
    size_t low = 0, high = a->slice.list.len;
    while (high - low > 1) {
        size_t mid = (low + high) / 2;
        if (a->slice.list.data[mid]->id <= copy->id)
            low = mid;
        else
            high = mid;
    }
    invariant(a->slice.list.data[low] == copy);
    return (uint32_t)low;
}

void shared_add(SharedView *v, const Slice *slice, SolverResult answer, const Reads *r,
                const uint32_t *core, size_t n) {
    SharedAnswers *a = v->of;
    if (!a || answer == SOLVER_UNKNOWN) return;
    pthread_mutex_lock(&a->lock);
    copy_slice(v, slice);
    /* Another worker may have found the answer meanwhile. */
    bool known = answers_find(&a->answers, &a->slice, a->hash) != NULL;
    if (!known && answer == SOLVER_SAT) {
        const Expr **reads = xmalloc((r->len + 1) * sizeof *reads);
        for (size_t k = 0; k < r->len; k++) reads[k] = shared_copy(v, r->read[k]);
        Model *m = reads_overlay(NULL, reads, r->len, r->byte);
        answers_add(&a->answers, &a->slice, a->hash, true, m);
        model_unref(m);
        free((void *)reads);
    } else if (!known) {
        answers_add(&a->answers, &a->slice, a->hash, false, NULL);
        a->core.len = 0;
        for (size_t k = 0; k < n; k++)
            vec_push(&a->core, place_in_copy(a, shared_copy(v, slice->list.data[core[k]])));
        answers_add_core(&a->answers, &a->slice, a->core.data, a->core.len);
    }
    if (!known) {
        atomic_fetch_add(&a->count, 1);
        v->added++;
    }
    pthread_mutex_unlock(&a->lock);
}
