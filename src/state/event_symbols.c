/* event_symbols.c — see event_symbols.h. */
#include "state/event_symbols.h"
#include "vm/state/fingerprint.h"

bool event_symbols_same(const Event *x, const Event *y) {
    const EventSymbols *a = x->symbols, *b = y->symbols;
    uint32_t n = a ? a->nmemory + a->nregisters : 0, m = b ? b->nmemory + b->nregisters : 0;
    bool same = n == m;
    for (uint32_t k = 0; same && k < n; k++)
        same = a->piece[k].where == b->piece[k].where && a->piece[k].value == b->piece[k].value &&
               a->piece[k].count == b->piece[k].count;
    return same;
}

void piece_add(Fingerprint *sum, const SymbolicPiece *p) {
    Fingerprint x = fragment(p->where, p->value->id);
    uint64_t count = (uint64_t)(int64_t)p->count;
    fingerprint_add(sum, (Fingerprint){x.a * count, x.b * count});
}

EventSymbols *event_symbols_new(const SymbolicPieces *pieces, size_t nmemory, Fingerprint memory) {
    EventSymbols *n = xmalloc(sizeof *n + pieces->len * sizeof n->piece[0]);
    n->nmemory = (uint32_t)nmemory;
    n->nregisters = (uint32_t)(pieces->len - nmemory);
    memcpy(n->piece, pieces->data, pieces->len * sizeof n->piece[0]);
    n->memory = n->sum = memory;
    for (size_t k = nmemory; k < pieces->len; k++) piece_add(&n->sum, &pieces->data[k]);
    if (unlikely(base_invariants)) {
        Fingerprint all = {0, 0};
        for (size_t k = 0; k < nmemory; k++) piece_add(&all, &pieces->data[k]);
        invariant(fingerprint_same(all, memory));
    }
    return n;
}

static bool is_after(const SymbolicPiece *x, const SymbolicPiece *y) {
    return x->where != y->where ? x->where > y->where : x->value->id > y->value->id;
}

/* The end of the longest sorted run from piece `at` on. */
static size_t sorted_run_end(const SymbolicPiece *p, size_t at, size_t n) {
    for (at++; at < n && !is_after(&p[at - 1], &p[at]);) at++;
    return MIN(at, n);
}

/* Merges two sorted runs that follow each other; `first` is room for the first one. */
static void merge_runs(SymbolicPiece *p, size_t middle, size_t n, SymbolicPiece *first) {
    memcpy(first, p, middle * sizeof *p);
    for (size_t k = 0, x = 0, y = middle; x < middle; k++)
        p[k] = y < n && is_after(&first[x], &p[y]) ? p[y++] : first[x++];
}

static void sort_pieces(SymbolicPieces *pieces, SymbolicPieces *runs) {
    SymbolicPiece *p = pieces->data;
    size_t n = pieces->len;
    vec_reserve(runs, n);
    while (sorted_run_end(p, 0, n) < n)
        for (size_t at = 0, middle, end; at < n; at = end) {
            middle = sorted_run_end(p, at, n);
            end = sorted_run_end(p, middle, n);
            merge_runs(p + at, middle - at, end - at, runs->data);
        }
}

void pieces_merge(SymbolicPieces *pieces, SymbolicPieces *runs) {
    SymbolicPiece *p = pieces->data;
    size_t n = pieces->len, kept = 0;
    sort_pieces(pieces, runs);
    for (size_t k = 0; k < n;) {
        SymbolicPiece sum = p[k];
        for (k++; k < n && p[k].where == sum.where && p[k].value == sum.value; k++)
            sum.count += p[k].count;
        if (sum.count) p[kept++] = sum;
    }
    pieces->len = kept;
}
