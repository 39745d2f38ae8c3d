/*
 * touches.h — what threads touched without a visible operation, over all runs of con2colic testing: memory
 * that two threads touch, one of them writing, is shared and has to be visible, unless all that the one does
 * there comes before the other one was created. (Joins do not count: what a thread leaves behind for whoever
 * joins it is part of scenarios.)
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_TOUCHES_H
#define HEDDLE_STRATEGIES_INTERFERENCE_TOUCHES_H

#include "strategies/interference/scenario/forest.h"

/* Words that a thread touched after a node, and which bytes of them. */
typedef struct Touch {
    uint64_t word, words;
    NodeId node;
    uint8_t reads, writes;
} Touch;
typedef VEC(Touch) TouchVec;
typedef struct TouchList {
    uint64_t word;
    TouchVec touches;
} TouchList;

typedef struct Touches {
    VEC(TouchList) words;
    Index by_word;
    TouchVec ranges; /* of many words each */
    void *context;
    void (*shared)(void *context, uint64_t start, uint64_t end); /* bytes that threads share */
} Touches;

void touches_free(Touches *t);
/* Notes what the thread of an executed node touched after it, and tells what is shared. */
void touches_add(Touches *t, const Forest *f, Touch x);

#endif
