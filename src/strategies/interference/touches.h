/*
 * touches.h — accesses of threads without a visible operation, over all runs of con2colic testing.
 * Memory that two threads touch, one of them writing, is shared and must be visible, unless all
 * accesses of one thread come before the creation of the other. (Joins do not count: what a thread
 * leaves for the thread that joins it is part of scenarios.) Memory of the emulated kernel may be
 * shared by pieces of system calls, but not with what is outside of them.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_TOUCHES_H
#define HEDDLE_STRATEGIES_INTERFERENCE_TOUCHES_H

#include "strategies/interference/scenario/forest.h"

/* The words that a thread touched after a node, and the bytes of them. */
typedef struct Touch {
    uint64_t word, words;
    NodeId node;
    uint8_t reads, writes;
    bool in_piece; /* memory of the emulated kernel, in a piece of a system call */
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
/* Notes the accesses of a thread after an executed node, and reports shared bytes. */
void touches_add(Touches *t, const Forest *f, Touch x);

#endif
