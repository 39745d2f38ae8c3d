/* reads.c — see reads.h. */
#include "solver/reads.h"
#include <stdlib.h>

/* Orders reads by the names and sizes of inputs, which are the same in every pool. */
static int compare_input_names(const void *a, const void *b) {
    const Expr *x = *(const Expr *const *)a, *y = *(const Expr *const *)b;
    if (x->input != y->input) {
        int names = strcmp(x->input->name, y->input->name);
        return names ? names : x->input->size < y->input->size ? -1 : 1;
    }
    return x->index < y->index ? -1 : x->index > y->index;
}

Model *reads_overlay(const Model *base, const Expr *const *reads, size_t n, const uint8_t *byte) {
    Model *m = model_ref(base);
    uint8_t *buffer = NULL;
    for (size_t i = 0; i < n;) {
        const Input *in = reads[i]->input;
        buffer = xrealloc(buffer, in->size ? in->size : 1);
        model_bytes(m, in, buffer);
        for (; i < n && reads[i]->input == in; i++) buffer[reads[i]->index] = byte[i];
        Model *next = model_with(m, in, buffer);
        model_unref(m);
        m = next;
    }
    free(buffer);
    return m;
}

void reads_of(ExprPool *pool, ExprList constraints, Reads *r) {
    for (size_t i = 0; i < constraints.len; i++)
        expr_reads(pool, constraints.data[i], i == 0, &r->read, &r->len, &r->cap);
    if (r->len) qsort(r->read, r->len, sizeof(*r->read), compare_input_names);
    r->byte = xcalloc(r->len + 1, 1);
}

void reads_free(Reads *r) {
    free(r->read);
    free(r->byte);
}

void reads_from(Reads *r, const Model *m) {
    for (size_t i = 0; i < r->len; i++)
        r->byte[i] = model_byte(m, r->read[i]->input, r->read[i]->index);
}

bool reads_are_word(const Expr *e, size_t *n) {
    for (; e->op == EXPR_CONCAT; e = e->kid[1]) {
        if (e->kid[0]->op != EXPR_READ) return false;
        ++*n;
    }
    ++*n;
    return e->op == EXPR_READ;
}

void reads_set_word(const Expr *e, uint64_t value, const Expr *const *read, uint8_t *byte) {
    for (;; e = e->kid[1]) {
        const Expr *part = e->op == EXPR_CONCAT ? e->kid[0] : e;
        size_t at = 0;
        while (read[at] != part) at++;
        byte[at] = (uint8_t)(value >> (e->width - 8));
        if (part == e) return;
    }
}
