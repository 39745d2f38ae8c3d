/* contended.c — see contended.h. */
#include "event/accesses/contended.h"
#include "base/tables/index.h"
#include <pthread.h>
#include <stdlib.h>

/* An access to more words than this is not looked at word by word, and no more passes than this
 * find that something became contended: all counts as contended from there on. */
#define MOST_WORDS 4096
#define MOST_PASSES 24

/* Who touched a word, by what they did. */
enum { DID_WRITE = 1, DID_ATOMIC = 2, DID_KINDS = 4 };
typedef struct ContendedWord {
    ThreadSet who[DID_KINDS];
} ContendedWord;

/* Words that follow each other. */
#define LINE_WORDS 8
typedef struct ContendedLine {
    uint64_t number;
    ContendedWord word[LINE_WORDS];
} ContendedLine;

struct Contended {
    VEC(ContendedLine) lines;
    Index by_number;
    uint32_t last;                         /* the line that was asked for last */
    ThreadSet creators[THREADS_APART + 1]; /* of each thread, directly or not, and itself */
    ThreadSet seen;                        /* those that accessed anything */
    bool all;
    bool grew;       /* in the pass at hand */
    unsigned passes; /* in which it grew */
    bool locking;
    pthread_mutex_t lock;
};

Contended *contended_new(bool locking) {
    Contended *c = xcalloc(1, sizeof *c);
    c->locking = locking;
    for (uint32_t t = 0; t <= THREADS_APART; t++) c->creators[t] = thread_set(t);
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

void contended_free(Contended *c) {
    if (!c) return;
    vec_free(&c->lines);
    index_free(&c->by_number);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void contended_all(Contended *c) { c->all = true; }

void contended_begin(Contended *c) {
    c->passes += c->grew;
    c->grew = false;
    c->all |= c->passes >= MOST_PASSES;
}

static ContendedWord *contended_word_at(Contended *c, uint64_t word) {
    uint64_t number = word / LINE_WORDS;
    if (c->last >= c->lines.len || c->lines.data[c->last].number != number) {
        c->last = index_find(&c->by_number, hash_mix(number), n, c->lines.data[n].number == number);
        if (c->last == INDEX_NONE) {
            ContendedLine new = {.number = number};
            c->last = (uint32_t)c->lines.len;
            index_add(&c->by_number, hash_mix(number), c->last);
            vec_push(&c->lines, new);
        }
    }
    invariant(c->lines.data[c->last].number == number && c->lines.len == c->by_number.len);
    return &c->lines.data[c->last].word[word % LINE_WORDS];
}

/* The threads that touched the word and may race with this kind of access. */
static ThreadSet against(const ContendedWord *w, unsigned did) {
    ThreadSet who = w->who[DID_WRITE];
    if (!(did & DID_ATOMIC)) who |= w->who[DID_WRITE | DID_ATOMIC];
    if (did & DID_WRITE) who |= w->who[0];
    if (did == DID_WRITE) who |= w->who[DID_ATOMIC];
    return who;
}

/* The set without the thread's own slot, whose threads come before or after it. */
static ThreadSet others(ThreadSet who, uint32_t thread) {
    return thread < THREADS_APART ? who & ~thread_set(thread) : who;
}

static unsigned did(const ContendedAccess *a) {
    return (a->writes ? DID_WRITE : 0) | (a->atomic ? DID_ATOMIC : 0);
}

/* Notes the access to one word; returns the threads that may race with it there. Threads that share
 * a bit may race with each other, so there the first one counts as new: the second would not be
 * seen to be another. */
static ThreadSet note_word(Contended *c, ContendedWord *w, const ContendedAccess *a, bool *new) {
    ThreadSet *who = &w->who[did(a)], self = thread_set(a->thread);
    bool known = *who & self;
    *who |= self;
    ThreadSet others_here = others(against(w, did(a)), a->thread);
    if (!known && others_here) *new = true;
    return others_here;
}

/* The threads, and all that created one of them. */
static ThreadSet with_creators(const Contended *c, ThreadSet who) {
    ThreadSet all = who;
    for (uint32_t t = 0; t <= THREADS_APART; t++)
        if (who >> t & 1) all |= c->creators[t];
    return all;
}

static ThreadSet contended_note_access(Contended *c, const ContendedAccess *a, bool *new) {
    ThreadSet who = 0;
    if (!c->all && a->words > MOST_WORDS) c->all = *new = true;
    if (c->all) return ~0ull;
    c->seen |= thread_set(a->thread);
    for (uint64_t k = 0; k < a->words; k++)
        who |= note_word(c, contended_word_at(c, a->word + k), a, new);
    return who ? with_creators(c, who) : 0;
}

static bool is_apart(Contended *c, const ContendedAccess *a) {
    if (c->all || a->words > MOST_WORDS) return false;
    for (uint64_t k = 0; k < a->words; k++) {
        const ContendedWord *w = contended_word_at(c, a->word + k);
        if (!(w->who[did(a)] & thread_set(a->thread)) || others(against(w, did(a)), a->thread))
            return false;
    }
    return true;
}

#define FEW_WORDS 8

/* An access that was noted and races with nobody's is apart from then on, and no other is. */
static void check_noted(Contended *c, const ContendedAccess *a, ThreadSet who) {
    if (c->all || a->words > FEW_WORDS) return;
    invariant(c->seen & thread_set(a->thread));
    invariant(is_apart(c, a) == !who);
    /* The set has the creators of each thread in it. */
    invariant(with_creators(c, who) == who);
}

/* Invariant: each thread is among its own creators, and the set of creators is transitively
 * closed. */
static void check_creators(const Contended *c) {
    for (uint32_t t = 0; t <= THREADS_APART; t++) {
        invariant(c->creators[t] & thread_set(t));
        invariant(with_creators(c, c->creators[t]) == c->creators[t]);
    }
}

bool contended_is_apart(Contended *c, const ContendedAccess *a) {
    if (c->locking) pthread_mutex_lock(&c->lock);
    bool apart = is_apart(c, a);
    if (c->locking) pthread_mutex_unlock(&c->lock);
    return apart;
}

ThreadSet contended_note(Contended *c, const ContendedAccess *a, bool *new) {
    bool grew = false;
    if (c->locking) pthread_mutex_lock(&c->lock);
    ThreadSet who = contended_note_access(c, a, &grew);
    if (unlikely(base_invariants)) check_noted(c, a, who);
    c->grew |= grew;
    if (c->locking) pthread_mutex_unlock(&c->lock);
    *new |= grew;
    return who;
}

static bool created(Contended *c, ThreadSet thread, ThreadSet creators) {
    bool new = false;
    for (uint32_t t = 0; t <= THREADS_APART; t++) {
        if (!(c->creators[t] & thread) || !(creators & ~c->creators[t])) continue;
        c->creators[t] |= creators;
        new |= c->seen >> t & 1;
    }
    return new && !c->all;
}

bool contended_created(Contended *c, uint32_t thread, uint32_t parent) {
    if (c->locking) pthread_mutex_lock(&c->lock);
    bool new = created(c, thread_set(thread), c->creators[MIN(parent, THREADS_APART)]);
    c->grew |= new;
    if (unlikely(base_invariants)) check_creators(c);
    if (c->locking) pthread_mutex_unlock(&c->lock);
    return new;
}
