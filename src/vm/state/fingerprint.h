/*
 * fingerprint.h — incremental fingerprints of states, for cut-off events (Por-SE, section 4.2 and
 * appendix H).
 *
 * A state's fingerprint is a sum of fragments, one for each piece of the state: a word of memory, a
 * lock that is held, where a thread is. Each thread owns the sum of the changes that it made. So
 * the state after the causal history of an event is a sum over the threads, of what each
 * contributed up to its last event in that history. Sums (not xor) let counting operations commute:
 * two increments of a counter by one are linear. Dead registers, dead frames, unaddressable bytes
 * and output buffers do not count. Memory is summed byte by byte, since concurrent operations may
 * change bytes of one word: the contribution of one must not depend on what the other left there.
 */
#ifndef HEDDLE_VM_STATE_FINGERPRINT_H
#define HEDDLE_VM_STATE_FINGERPRINT_H

#include "vm/machine/machine.h"

/* Returns the fragment for the value `value` of the piece `key`. */
static inline Fingerprint fragment(uint64_t key, uint64_t value) {
    uint64_t x = hash_mix(key * 0x9e3779b97f4a7c15ull + value),
             y = hash_mix(x + (value ^ 0x5851f42d4c957f2dull) * 0xda942042e4dd58b5ull + key);
    return (Fingerprint){x, y};
}

/* Returns the fragment of a key times a count, for what commuting operations increment and
 * decrement. */
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
 * fingerprints and texts. In builds that check fingerprints (audit/verify.h),
 * HEDDLE_VERIFY_HIDE=NAME does so, to test that the check finds the omission. */
#ifdef HEDDLE_VERIFY_FINGERPRINTS
bool state_is_hidden(const char *name);
#else
static inline bool state_is_hidden(const char *name) { return (void)name, false; }
#endif

/* Adds the state that a thread has by value (state_table.h), the progress of its instruction, and
 * where its memory goes on. */
void fingerprint_mix_progress(Fingerprint *f, const Thread *t);
/* Adds the state that a frame has by value. */
void fingerprint_mix_frame(Fingerprint *f, const Frame *x);
/* Adds the children that the thread has joined: their numbers in the order in which its next
 * children get them, where their memory goes on, and the children that these have joined. */
void fingerprint_mix_joined(const Machine *m, Fingerprint *f, const Thread *t);
/* Returns what a thread that has ended leaves to the one that gets its number, should it be joined:
 * where its memory goes on, and whom it joined. Both 0: nothing. */
Fingerprint fingerprint_left(const Machine *m, const Thread *t);

/* Kinds of pieces of a state. */
enum {
    PIECE_WORD = 1,
    PIECE_SYMBOLIC,
    PIECE_BLOCK,
    PIECE_CHILD,
    PIECE_ENDED,
    PIECE_END_TIME,
    PIECE_LEFT,
    PIECE_DETACHED,
    PIECE_NOTIFIED,
    PIECE_CONSTRAINT,
    PIECE_TOUCHED,
    PIECE_TIME,
    PIECE_FREED,
    PIECE_DEGREES,
    PIECE_OBJECT, /* and from here on: kinds of synchronisation objects */
};
static inline uint64_t piece(unsigned kind, uint64_t what) { return what << 8 | kind; }

/* Returns the contribution of bytes that are at an address from the beginning. */
Fingerprint fingerprint_bytes(uint64_t address, const uint8_t *bytes, uint64_t size);
/* Returns the change of the program's memory since `mark`, the last mark taken. */
Fingerprint fingerprint_memory(const Machine *m, TrailMark mark);
/* The same since any mark: a second way to compute the sum of what the steps added. Slow. */
Fingerprint fingerprint_memory_since(const Machine *m, TrailMark mark);
/* Returns the contribution of heap blocks to the sum of the state, computed anew. */
Fingerprint heap_sum(const Machine *m);
/* Returns the state of a thread: its frames with their live registers, its pending operation, its
 * allocator. */
Fingerprint fingerprint_thread(Machine *m, const Thread *t);
/* Returns the part of this that no concurrent event can change: the frames, and the kind of the
 * operation. */
Fingerprint fingerprint_place(Machine *m, const Thread *t);
/* Calls `visit` for each expression in a live register of the thread, with a number for the place.
 * The thread's fingerprint says only that there is an expression. */
void fingerprint_expressions(Machine *m, const Thread *t,
                             void (*visit)(void *context, uint64_t where, const Expr *e),
                             void *context);
/* Returns a hash of a set of accesses outside of sections. Accesses since a thread's last
 * visible operation can still race; their number and order make no difference. */
uint64_t fingerprint_open_accesses(const LogEntry *all, size_t n);

/* The registers of a function that may still be read when control is before an instruction. */
typedef struct Liveness Liveness;
const uint64_t *liveness_before(Machine *m, const Function *f, const Insn *at);
void liveness_free(Machine *m);

#endif
