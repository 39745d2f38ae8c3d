/* touches.c — see touches.h. */
#include "strategies/interference/touches.h"
#include <stdlib.h>

/* Touches of more words than this are kept as a whole. */
#define WORDS_ALONE 256

void touches_free(Touches *t) {
    for (size_t k = 0; k < t->words.len; k++) vec_free(&t->words.data[k].touches);
    vec_free(&t->words);
    vec_free(&t->ranges);
    index_free(&t->by_word);
}

/* Whether the slice of a thread after `a` comes before the whole thread of `b`, which was created
 * later, or never occurs together with it. */
static bool before_creation(const Forest *f, NodeId a, NodeId b) {
    for (NodeId root = forest_node(f, b)->root, creator; (creator = forest_node(f, root)->creator);
         root = forest_node(f, creator)->root)
        if (forest_node(f, creator)->root == forest_node(f, a)->root)
            return !forest_follows(f, a, creator);
    return false;
}

/* Reports the common bytes of two touches if one of them writes and nothing orders them. */
static void tell_common_bytes(Touches *t, const Forest *f, const Touch *a, const Touch *b) {
    uint64_t from = MAX(a->word, b->word), to = MIN(a->word + a->words, b->word + b->words);
    uint8_t both = (uint8_t)((a->writes & (b->reads | b->writes)) | (a->reads & b->writes));
    /* Threads with the same name never exist together. */
    if (from >= to || !both || (a->in_piece && b->in_piece) ||
        forest_node(f, a->node)->action.thread == forest_node(f, b->node)->action.thread)
        return;
    if (before_creation(f, a->node, b->node) || before_creation(f, b->node, a->node)) return;
    uint64_t low = (uint64_t)__builtin_ctz(both), high = 32 - (uint64_t)__builtin_clz(both);
    if (to - from > 1) low = 0, high = 8;
    t->shared(t->context, (from << 3) + low, ((to - 1) << 3) + high);
}

/* Keeps a touch. On one path of a thread only the newest node is kept: what is ordered with it is
 * ordered with all nodes before it. */
static void touches_keep(TouchVec *all, const Forest *f, const Touch *x) {
    for (size_t k = 0; k < all->len; k++) {
        Touch *own = &all->data[k];
        if (own->word != x->word || own->words != x->words || own->in_piece != x->in_piece ||
            !forest_follows(f, x->node, own->node))
            continue;
        own->node = x->node;
        own->reads |= x->reads;
        own->writes |= x->writes;
        return;
    }
    vec_push(all, *x);
}

static TouchList *touches_find_word(Touches *t, uint64_t word) {
    uint32_t k = index_find(&t->by_word, hash_mix(word), n, t->words.data[n].word == word);
    if (k == INDEX_NONE) {
        TouchList new = {.word = word};
        k = (uint32_t)t->words.len;
        index_add(&t->by_word, hash_mix(word), k);
        vec_push(&t->words, new);
    }
    return &t->words.data[k];
}

static void touches_add_word(Touches *t, const Forest *f, const Touch *x) {
    TouchList *list = touches_find_word(t, x->word);
    for (size_t k = 0; k < list->touches.len; k++)
        tell_common_bytes(t, f, x, &list->touches.data[k]);
    for (size_t k = 0; k < t->ranges.len; k++) tell_common_bytes(t, f, x, &t->ranges.data[k]);
    touches_keep(&list->touches, f, x);
}

void touches_add(Touches *t, const Forest *f, Touch x) {
    if (x.words <= WORDS_ALONE) {
        for (uint64_t w = 0; w < x.words; w++)
            touches_add_word(t, f, &(Touch){x.word + w, 1, x.node, x.reads, x.writes, x.in_piece});
        return;
    }
    for (size_t k = 0; k < t->ranges.len; k++) tell_common_bytes(t, f, &x, &t->ranges.data[k]);
    for (size_t k = 0; k < t->words.len; k++) {
        const TouchList *list = &t->words.data[k];
        if (list->word - x.word >= x.words) continue;
        for (size_t j = 0; j < list->touches.len; j++)
            tell_common_bytes(t, f, &x, &list->touches.data[j]);
    }
    touches_keep(&t->ranges, f, &x);
}
