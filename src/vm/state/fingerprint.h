/*
 * fingerprint.h — incremental fingerprints of states, for cut-off events (Por-SE, section 4.2 and
 * appendix H).
 *
 * A state's fingerprint is a sum of fragments, one for each piece of it: a word of memory, a lock
 * that is held, where a thread is. Each thread owns the sum of the changes it made, so that the
 * state after the causal history of an event is the sum over the threads of what each had
 * contributed up to its last event in that history. Sums (not xor) let operations commute that
 * count: two increments of a counter by one are linear. Dead registers, dead frames, unaddressable
 * bytes and output buffers count as nothing. Memory is summed up byte by byte, since concurrent
 * operations may change bytes of one word: what one of them adds must not depend on what the other
 * left there.
 */
#ifndef HEDDLE_VM_STATE_FINGERPRINT_H
#define HEDDLE_VM_STATE_FINGERPRINT_H

#include "vm/machine/machine.h"

/* The sum of a fragment for the value `value` of the piece `key`. */
static inline Fingerprint fragment(uint64_t key, uint64_t value) {
    uint64_t x = hash_mix(key * 0x9e3779b97f4a7c15ull + value),
             y = hash_mix(x + (value ^ 0x5851f42d4c957f2dull) * 0xda942042e4dd58b5ull + key);
    return (Fingerprint){x, y};
}

/* Counts times a key: for what commuting operations increment and decrement. */
static inline Fingerprint fragment_linear(uint64_t key, uint64_t count) {
    Fingerprint f = fragment(key, 0x11ea2);
    return (Fingerprint){f.a * count, f.b * count};
}

static inline void fingerprint_add(Fingerprint *f, Fingerprint x) {
    f->a += x.a;
    f->b += x.b;
}
static inline void fingerprint_subtract(Fingerprint *f, Fingerprint x) {
    f->a -= x.a;
    f->b -= x.b;
}

/* Adds one word to a sequence of words: unlike in a sum, their order counts. */
static inline void fingerprint_mix(Fingerprint *f, uint64_t x) {
    f->a = hash_combine(f->a, x);
    f->b = hash_combine(f->b ^ 0x2127599bf4325c37ull, x);
}

static inline bool fingerprint_same(Fingerprint x, Fingerprint y) {
    return x.a == y.a && x.b == y.b;
}

/* Whether this part of the state ("time", "output", or a VALUE row of state_table.h) is left out of
 * fingerprints and texts. In builds that check fingerprints (audit/verify.h)
 * HEDDLE_VERIFY_HIDE=NAME does that, to see that the check finds it. */
#ifdef HEDDLE_VERIFY_FINGERPRINTS
bool state_is_hidden(const char *name);
#else
static inline bool state_is_hidden(const char *name) { return (void)name, false; }
#endif

/* Adds the state that a thread has by value (state_table.h), how far its instruction came, and
 * where its memory goes on. */
void fingerprint_mix_progress(Fingerprint *f, const Thread *t);
/* The state that a frame has by value. */
void fingerprint_mix_frame(Fingerprint *f, const Frame *x);
/* The children that the thread has joined: numbers that its next ones get, and where they go on. */
void fingerprint_mix_joined(Machine *m, Fingerprint *f, const Thread *t);

/* Names the pieces of a state apart. */
enum {
    PIECE_WORD = 1,
    PIECE_SYMBOLIC,
    PIECE_BLOCK,
    PIECE_CHILD,
    PIECE_ENDED,
    PIECE_END_TIME,
    PIECE_DETACHED,
    PIECE_NOTIFIED,
    PIECE_CONSTRAINT,
    PIECE_TOUCHED,
    PIECE_OBJECT, /* and from here on: kinds of synchronisation objects */
};
static inline uint64_t piece(unsigned kind, uint64_t what) { return what << 8 | kind; }

/* What bytes add to the sum that are at an address from the beginning. */
Fingerprint fingerprint_bytes(uint64_t address, const uint8_t *bytes, uint64_t size);
/* What the memory of the program changed since `mark`, the last mark taken. */
Fingerprint fingerprint_memory(const Machine *m, TrailMark mark);
/* The same since any mark: a second way to come to the sum of what each step added. Slow. */
Fingerprint fingerprint_memory_since(const Machine *m, TrailMark mark);
/* What the blocks of the heap add to the sum of the state, counted again. */
Fingerprint heap_sum(const Machine *m);
/* Where a thread is: its frames with their live registers, its pending operation, its allocator. */
Fingerprint fingerprint_thread(Machine *m, const Thread *t);
/* Of these, what nothing that happens concurrently can change: its frames, and the kind of its
 * operation. */
Fingerprint fingerprint_place(Machine *m, const Thread *t);
/* Calls `visit` for each expression in a live register of the thread (its fingerprint says only
 * that there is one), with a number for the place. */
void fingerprint_expressions(Machine *m, const Thread *t,
                             void (*visit)(void *context, uint64_t where, const Expr *e),
                             void *context);
/* A hash of a set of accesses outside of sections: what a thread touched since its last visible
 * operation can still race. How often and in which order makes no difference. */
uint64_t fingerprint_open_accesses(const LogEntry *all, size_t n);

/* The registers of a function that may still be read when control is before an instruction. */
typedef struct Liveness Liveness;
const uint64_t *liveness_before(Machine *m, const Function *f, const Insn *at);
void liveness_free(Machine *m);

#endif
