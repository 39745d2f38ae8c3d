/*
 * touched_words.h — lists of the words that a thread touched, which the events of the thread share.
 * An event that adds few words to many takes room for few.
 */
#ifndef HEDDLE_EVENT_TOUCHED_WORDS_H
#define HEDDLE_EVENT_TOUCHED_WORDS_H

#include "event/accesses/contended.h"
#include "vm/state/fingerprint.h"

enum { TOUCHED_WRITE = 1, TOUCHED_VAGUE = 2, TOUCHED_ATOMIC = 4 };

/* An access. A word may have several, in their order, none of which makes another superfluous. */
typedef struct TouchedWord {
    uint64_t word;
    ThreadSet others; /* who may race with it, or create who may */
    uint32_t words, epoch;
    uint8_t mask, how;
} TouchedWord;
typedef VEC(TouchedWord) Words;

/* Accesses of one epoch with which the same threads may race: the sum of what they are. In a list
 * that takes the place of entries of older ones, those are subtracted. */
typedef struct TouchedGroup {
    ThreadSet others;
    uint32_t epoch;
    uint32_t end;      /* the number behind the last group of the list with these `others` */
    Fingerprint up_to; /* the sum of this group and of those with these `others` before it */
} TouchedGroup;

/* The accesses of a word are those in the first list that has it. */
typedef struct TouchedWords TouchedWords;
struct TouchedWords {
    uint32_t refs, n;    /* ascending by word */
    uint32_t all;        /* accesses, with those of `older` that count */
    uint32_t latest;     /* the last epoch of an access, of `older` too */
    bool too_many;       /* there are more than MOST_WORDS, and none of them is kept */
    TouchedWords *older; /* of more than twice as many accesses, or NULL */
    /* The sums of all lists are those of the accesses that count. Groups are ascending by `others`,
     * and by epoch among those with the same. */
    TouchedGroup *group;
    uint32_t ngroups;
    TouchedWord word[];
};

/* A thread that touched more words than this comes to a new state with each event. */
#define MOST_WORDS 100000
/* How many lists follow each other at most. */
#define MOST_LISTS 32

void touched_unref(TouchedWords *t);
/* Whether an access adds nothing to what is there (NULL: nothing is): the thread did as much in the
 * same epoch. */
bool touched_is_known(const TouchedWords *t, const TouchedWord *n);
/* The entries of a word, *n of them; NULL: there is none. */
const TouchedWord *touched_entries(const TouchedWords *t, uint64_t word, uint32_t *n);
/* What an access is, apart from its thread and its epoch. */
Fingerprint touched_fingerprint(const TouchedWord *w);
/* What was touched before (NULL: nothing) and the new accesses, at least one, which are sorted for
 * it. `before` must not have too many. */
TouchedWords *touched_extended(TouchedWords *before, Words *new);

/* Goes through the accesses, ascending by word: all that count of the lists in which there are some
 * behind the epoch `known`, so all of those. */
typedef struct WordsReader {
    const TouchedWords *list[MOST_LISTS];
    uint32_t at[MOST_LISTS], n;
} WordsReader;
WordsReader words_reader(const TouchedWords *t, uint32_t known);
/* The *n accesses of the next word. NULL at the end. */
const TouchedWord *words_reader_next(WordsReader *r, uint32_t *n);

#endif
