/*
 * paths.c — see paths.h. With PATHS_NEW each mark of the coverage (Machine.cover) is attributed to
 * the event behind which it was set first. The first path with that event that ends without an
 * error gets a test, in whatever order paths are explored.
 */
#include "explore/paths.h"
#include "base/tables/hash_set.h"
#include "explore/internal.h"
#include "explore/own_cover.h"
#include <stdlib.h>

/* Marks that no test covers so far: some bits of a byte of the coverage, and the event behind which
 * they were set. */
typedef struct FreshMarks {
    uint64_t event; /* its name */
    size_t at;
    uint8_t bits;
} FreshMarks;
typedef VEC(FreshMarks) FreshList;

struct Paths {
    const CampaignCallbacks *callbacks;
    PathTests wanted;
    size_t size;          /* of the coverage, in bytes */
    OwnCover own;         /* the parts of it that belong to the program's own functions */
    pthread_mutex_t lock; /* guards what follows */
    uint64_t told;        /* paths reported in this pass */
    uint8_t *seen;
    FreshList fresh;
    FreshList dropped; /* those of the pass before */
};

Paths *paths_new(const Program *program, PathTests wanted, const CampaignCallbacks *callbacks) {
    if (wanted == PATHS_NONE || !callbacks || !callbacks->path) return NULL;
    Paths *p = xcalloc(1, sizeof *p);
    p->callbacks = callbacks;
    p->wanted = wanted;
    p->size = 2 * (size_t)program->ninsns;
    p->seen = xcalloc(p->size + 1, 1);
    own_cover_find(program, &p->own);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void paths_free(Paths *p) {
    if (!p) return;
    pthread_mutex_destroy(&p->lock);
    vec_free(&p->own);
    vec_free(&p->fresh);
    vec_free(&p->dropped);
    free(p->seen);
    free(p);
}

void paths_begin_pass(Paths *p) {
    if (!p) return;
    FreshList dropped = p->dropped;
    p->dropped = p->fresh;
    p->fresh = dropped;
    p->fresh.len = 0;
    for (size_t k = 0; k < p->dropped.len; k++)
        p->seen[p->dropped.data[k].at] &= (uint8_t)~p->dropped.data[k].bits;
    /* Paths that covered something new remain; the others come again. */
    if (p->wanted == PATHS_ALL && p->told) {
        p->callbacks->paths_again(p->callbacks->context);
        p->told = 0;
    }
}

void paths_begin_worker(Campaign *c) {
    const Paths *p = c->shared->paths;
    if (!p || p->wanted != PATHS_NEW) return;
    if (!c->covered_before) c->covered_before = xcalloc(p->size + 1, 1);
    uint8_t *cover = c->run->machine->cover;
    for (size_t k = 0; k < p->dropped.len; k++) {
        const FreshMarks *f = &p->dropped.data[k];
        cover[f->at] &= (uint8_t)~f->bits;
        c->covered_before[f->at] &= (uint8_t)~f->bits;
    }
}

static void note_fresh(Paths *p, const Event *e, size_t at, uint8_t bits) {
    pthread_mutex_lock(&p->lock);
    bits &= (uint8_t)~p->seen[at];
    p->seen[at] |= bits;
    if (bits) vec_push(&p->fresh, ((FreshMarks){e->name, at, bits}));
    pthread_mutex_unlock(&p->lock);
}

void paths_step(Campaign *c) {
    Paths *p = c->shared->paths;
    if (!p || p->wanted != PATHS_NEW) return;
    const uint8_t *cover = c->run->machine->cover;
    uint8_t *before = c->covered_before;
    if (!before) return; /* a hunt, which reports no paths */
    for (size_t k = 0; k < p->own.len; k++) {
        ByteRange r = p->own.data[k];
        for (size_t at = r.start; (at = own_cover_next(cover, before, at, r.end)) < r.end; at++) {
            uint8_t bits = cover[at] & (uint8_t)~before[at];
            before[at] |= bits;
            note_fresh(p, vec_last(&c->run->history.path), at, bits);
        }
    }
}

/* Removes the marks that were set behind events of the path. False if there are none. */
static bool take_fresh(Paths *p, const History *h) {
    HashSet names = {0};
    size_t left = 0;
    if (!p->fresh.len) return false;
    hash_set_reserve(&names, h->path.len);
    for (size_t k = 0; k < h->path.len; k++)
        if (h->path.data[k]->name) hash_set_insert(&names, h->path.data[k]->name);
    for (size_t k = 0; k < p->fresh.len; k++)
        if (!hash_set_has(&names, p->fresh.data[k].event)) p->fresh.data[left++] = p->fresh.data[k];
    bool any = left < p->fresh.len;
    p->fresh.len = left;
    hash_set_free(&names);
    return any;
}

void paths_leaf(Campaign *c) {
    Paths *p = c->shared->paths;
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    bool fresh = p->wanted == PATHS_NEW && take_fresh(p, &c->run->history);
    bool told = fresh || p->wanted == PATHS_ALL || !p->told;
    if (told) {
        Finding *f = describe_path(c->run);
        p->told++;
        /* The callbacks of findings and paths do not overlap. */
        pthread_mutex_lock(&c->shared->findings->lock);
        p->callbacks->path(p->callbacks->context, f);
        pthread_mutex_unlock(&c->shared->findings->lock);
        finding_free(f);
    }
    pthread_mutex_unlock(&p->lock);
}
