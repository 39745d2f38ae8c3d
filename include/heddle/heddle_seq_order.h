/*
 * heddle_seq_order.h — decides whether the events that two threads executed alone have a common
 * order. In that order the reader's non-local reads see the writes that they are paired with. Every
 * other read of both threads sees a value of its own thread or the initial one (Razavi, Farzan,
 * Holzer: Bounded-Interference Sequentialization for Testing Concurrent Programs, section 4.2).
 *
 * The constraints of program order, locks and read-write pairs concern pairs of events of different
 * threads, so an order is a path in a grid. In state (i, j) the reader has done i of its events and
 * the writer j; a step goes right (reader) or up (writer). A constraint forbids states, or steps in
 * one direction at some places. An order exists if and only if a path leads from (0, 0) to a state
 * in which the reader has done all of its events. (These read the wanted writes.) That is decided
 * exactly, with bit sets for the rows of each column, and incrementally as the reader goes on. The
 * time is proportional to the product of the two logs over the word size.
 *
 * The paper's formula allows some impossible orders and forbids some possible ones. The intended
 * meaning is implemented instead. A non-local read also requires its write to come after the
 * reader's own last write. The write that is injected into the reader's copy is none that the
 * writer could read. The writer need not go beyond the last paired write. Reads of initial values
 * are protected. A lock held at the end of a log stays held.
 *
 * Included by heddle_seq.c and by other users of the order. Depends on nothing but C.
 */
#ifndef HEDDLE_SEQ_ORDER_H
#define HEDDLE_SEQ_ORDER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum HeddleSeqKind {
    HEDDLE_SEQ_READ,
    HEDDLE_SEQ_WRITE,
    HEDDLE_SEQ_FREE, /* the end of an object: a write after which it must not be used */
    HEDDLE_SEQ_ACQUIRE,
    HEDDLE_SEQ_ACQUIRE_SHARED,
    HEDDLE_SEQ_RELEASE,
    /* beginning of an atomic section, whose other events are glued to it; no constraint */
    HEDDLE_SEQ_SECTION,
    /* the reader cannot take a lock which the writer holds since its event `source` */
    HEDDLE_SEQ_BUSY,
    /* the reader waits for the end of the writer, which has done all of its events */
    HEDDLE_SEQ_JOIN
} HeddleSeqKind;

/* An event of a thread: `size` bytes from `address` on. Locks are identified by their address
 * alone. */
typedef struct HeddleSeqEvent {
    uint64_t address, size;
    uint32_t kind;
    uint32_t site;  /* index into heddle_seq_sites */
    uint32_t glued; /* nothing of the other thread comes between the previous event and this one */
    /* for a non-local read, a busy lock, or a use of what the writer has freed: the writer's event;
     * -1: local */
    int32_t source;
    uint64_t values; /* for a write: address of its bytes (used by the runtime) */
} HeddleSeqEvent;

enum {
    HEDDLE_SEQ_EVENTS = 1984, /* limit on the events of a thread */
    HEDDLE_SEQ_NO_SITE = -1,  /* site of the event of a lock that is held from the beginning on */
    HEDDLE_SEQ_LATE = 2,      /* size of the event of a lock after a wait whose time was over */
    HEDDLE_SEQ_WORDS = HEDDLE_SEQ_EVENTS / 64 + 1,
    HEDDLE_SEQ_ENDS = 4,      /* limit on the places where the writer may stop */
    HEDDLE_SEQ_WINDOWS = 4096 /* limit on the reads of the writer, by what they read */
};

typedef uint64_t HeddleSeqRow[HEDDLE_SEQ_WORDS];

/* A constraint: between these two events of the writer (before: -1) no other thread may write the
 * bytes. */
typedef struct HeddleSeqWindow {
    uint64_t low, high;
    int32_t before, read;
} HeddleSeqWindow;

typedef struct HeddleSeqOrder {
    HeddleSeqEvent reader[HEDDLE_SEQ_EVENTS], writer[HEDDLE_SEQ_EVENTS];
    uint32_t nreader, nwriter;
    uint32_t added; /* number of events of the reader in the columns */
    uint32_t words; /* number of words of a row in use */
    /* Possible numbers of the writer's events at its end, ascending: reads beyond do not count. */
    uint32_t end[HEDDLE_SEQ_ENDS], nends;
    uint32_t nwindows;
    /* there was no room for some windows or ends: orders that they allow are missed */
    bool overflow;
    HeddleSeqWindow window[HEDDLE_SEQ_WINDOWS];
    HeddleSeqRow moving;                       /* rows in which the reader may step */
    HeddleSeqRow locked;                       /* rows that the reader's locks forbid */
    HeddleSeqRow up[HEDDLE_SEQ_EVENTS + 1];    /* by column: possible steps of the writer */
    HeddleSeqRow state[HEDDLE_SEQ_EVENTS + 1]; /* by column: possible states */
    /* by end and event of the reader: rows in which it can happen */
    HeddleSeqRow right[HEDDLE_SEQ_ENDS][HEDDLE_SEQ_EVENTS + 1];
    HeddleSeqRow reach[HEDDLE_SEQ_ENDS]
                      [HEDDLE_SEQ_EVENTS + 1]; /* by end and column: states on a path */
} HeddleSeqOrder;

static inline void heddle_seq_bit_clear(uint64_t *row, uint32_t k) {
    row[k / 64] &= ~(1ull << k % 64);
}
static inline bool heddle_seq_bit(const uint64_t *row, uint32_t k) {
    return row[k / 64] >> k % 64 & 1;
}

/* Clears the bits low..high, both included. */
static void heddle_seq_clear(uint64_t *row, uint32_t words, uint32_t low, uint32_t high) {
    for (uint32_t w = low / 64; w < words && w <= high / 64; w++) {
        uint64_t mask = ~0ull;
        if (w == low / 64) mask &= ~0ull << low % 64;
        if (w == high / 64) mask &= ~0ull >> (63 - high % 64);
        row[w] &= ~mask;
    }
}

static inline bool heddle_seq_overlap(const HeddleSeqEvent *e, uint64_t low, uint64_t high) {
    return e->address < high && low < e->address + e->size;
}
static inline bool heddle_seq_stores(const HeddleSeqEvent *e) {
    return e->kind == HEDDLE_SEQ_WRITE || e->kind == HEDDLE_SEQ_FREE;
}
static inline bool heddle_seq_acquires(const HeddleSeqEvent *e) {
    return e->kind == HEDDLE_SEQ_ACQUIRE || e->kind == HEDDLE_SEQ_ACQUIRE_SHARED;
}
static inline bool heddle_seq_accesses(const HeddleSeqEvent *e) {
    return e->kind == HEDDLE_SEQ_READ || heddle_seq_stores(e);
}

/* Whether the reader writes, frees or locks what the writer has freed: an error. */
static inline bool heddle_seq_meets_free(const HeddleSeqEvent *e) {
    return e->source >= 0 && e->kind != HEDDLE_SEQ_READ && e->kind != HEDDLE_SEQ_BUSY;
}

/* --- the writer's side ------------------------------------------------------------------------ */

/* Adds windows for the values of the bytes low..high before the writer's read `read`, by its first
 * `from` events. */
static void heddle_seq_windows(HeddleSeqOrder *o, uint64_t low, uint64_t high, uint32_t from,
                               uint32_t read) {
    while (from-- > 0) {
        const HeddleSeqEvent *e = &o->writer[from];
        if (!heddle_seq_stores(e) || !heddle_seq_overlap(e, low, high)) continue;
        if (low < e->address) heddle_seq_windows(o, low, e->address, from, read);
        if (e->address + e->size < high)
            heddle_seq_windows(o, e->address + e->size, high, from, read);
        low = low > e->address ? low : e->address;
        high = high < e->address + e->size ? high : e->address + e->size;
        break;
    }
    if (o->nwindows == HEDDLE_SEQ_WINDOWS) {
        o->overflow = true;
        return;
    }
    o->window[o->nwindows++] =
        (HeddleSeqWindow){low, high, from == UINT32_MAX ? -1 : (int32_t)from, (int32_t)read};
}

/* Returns the release that ends the critical section begun by the writer's event `k`, or nwriter if
 * it has no end. */
static uint32_t heddle_seq_released(const HeddleSeqOrder *o, uint32_t k) {
    uint32_t r = k + 1;
    while (r < o->nwriter && (o->writer[r].kind != HEDDLE_SEQ_RELEASE ||
                              o->writer[r].address != o->writer[k].address))
        r++;
    return r;
}

/* Begins when the writer has stopped; `wanted` of its events must have happened in the end. The
 * reader's events are added by heddle_seq_order_add from the first on. */
static inline void heddle_seq_order_start(HeddleSeqOrder *o, uint32_t wanted) {
    o->added = 0;
    o->words = o->nwriter / 64 + 1;
    o->nwindows = 0;
    o->nends = 0;
    o->overflow = false;
    for (uint32_t w = 0; w < o->words; w++) {
        o->moving[w] = ~0ull;
        o->locked[w] = 0;
    }
    for (uint32_t j = 0; j < o->nwriter; j++) {
        const HeddleSeqEvent *e = &o->writer[j];
        if (e->glued) heddle_seq_bit_clear(o->moving, j);
        if (e->kind == HEDDLE_SEQ_READ)
            heddle_seq_windows(o, e->address, e->address + e->size, j, j);
    }
    /* Going beyond the wanted events is only useful for releasing locks. */
    bool gives = false;
    for (uint32_t j = wanted; j <= o->nwriter; j++) {
        bool inside = j < o->nwriter && o->writer[j].glued, first = o->nends == 0;
        gives |= j > wanted && o->writer[j - 1].kind == HEDDLE_SEQ_RELEASE;
        if (inside || (!first && !gives)) continue;
        gives = false;
        if (o->nends == HEDDLE_SEQ_ENDS) {
            o->overflow = true;
            o->nends--; /* the last one counts */
        }
        o->end[o->nends++] = j;
    }
    for (uint32_t w = 0; w < o->words; w++) {
        o->up[0][w] = ~0ull;
        o->state[0][w] = ~0ull;
    }
}

/* --- the reader's side ------------------------------------------------------------------------ */

/* Forbids writes of the bytes by the writer while the reader is in the columns first..last. */
static void heddle_seq_protect(HeddleSeqOrder *o, uint64_t low, uint64_t high, uint32_t first,
                               uint32_t last) {
    for (uint32_t j = 0; j < o->nwriter; j++)
        if (heddle_seq_stores(&o->writer[j]) && heddle_seq_overlap(&o->writer[j], low, high))
            for (uint32_t i = first; i <= last; i++) heddle_seq_bit_clear(o->up[i], j);
}

/* Requires that the writer has done from low to high of its events when the reader's event `k`
 * happens. */
static void heddle_seq_between(HeddleSeqOrder *o, uint32_t k, uint32_t low, uint32_t high) {
    for (uint32_t x = 0; x < o->nends; x++) {
        if (low) heddle_seq_clear(o->right[x][k], o->words, 0, low - 1);
        if (high < o->nwriter) heddle_seq_clear(o->right[x][k], o->words, high + 1, o->nwriter);
    }
}

/* Returns the writer's first write of the bytes from its event `from` on, or nwriter if there is
 * none. */
static uint32_t heddle_seq_next(const HeddleSeqOrder *o, uint64_t low, uint64_t high,
                                uint32_t from) {
    while (from < o->nwriter && !(heddle_seq_stores(&o->writer[from]) &&
                                  heddle_seq_overlap(&o->writer[from], low, high)))
        from++;
    return from;
}

/* Requires that the reader's own writes of the bytes before its event `from` come before the
 * writer's event `source`. */
static uint32_t heddle_seq_overwritten(HeddleSeqOrder *o, uint64_t low, uint64_t high,
                                       uint32_t from, uint32_t source) {
    uint32_t least = from;
    for (uint32_t k = 0; k < from; k++)
        if (heddle_seq_stores(&o->reader[k]) && heddle_seq_overlap(&o->reader[k], low, high)) {
            heddle_seq_between(o, k, 0, source);
            least = least < k ? least : k;
        }
    return least;
}

/* Adds the constraints on the value of the bytes low..high in the reader's read `read`, by its
 * first `from` events; the read itself is the last. Returns the first column that changed. */
static uint32_t heddle_seq_view(HeddleSeqOrder *o, uint64_t low, uint64_t high, uint32_t from,
                                uint32_t read) {
    uint32_t least = read;
    while (from-- > 0) {
        const HeddleSeqEvent *e = &o->reader[from];
        bool coupled = e->kind == HEDDLE_SEQ_READ && e->source >= 0;
        if ((!coupled && !heddle_seq_stores(e)) || !heddle_seq_overlap(e, low, high)) continue;
        if (low < e->address) {
            uint32_t x = heddle_seq_view(o, low, e->address, from, read);
            least = x < least ? x : least;
        }
        if (e->address + e->size < high) {
            uint32_t x = heddle_seq_view(o, e->address + e->size, high, from, read);
            least = x < least ? x : least;
        }
        low = low > e->address ? low : e->address;
        high = high < e->address + e->size ? high : e->address + e->size;
        if (coupled) {
            uint32_t source = (uint32_t)e->source;
            heddle_seq_between(o, read, source + 1, heddle_seq_next(o, low, high, source + 1));
            if (from == read) {
                uint32_t x = heddle_seq_overwritten(o, low, high, read, source);
                least = x < least ? x : least;
            }
        } else {
            heddle_seq_protect(o, low, high, from + 1, read);
            least = from < least ? from : least;
        }
        return least;
    }
    heddle_seq_between(o, read, 0, heddle_seq_next(o, low, high, 0)); /* the initial value */
    return least;
}

/* Adds the constraints of a write of the reader: the writer must not still need the old value. */
static void heddle_seq_respect(HeddleSeqOrder *o, const HeddleSeqEvent *e, uint32_t k) {
    for (uint32_t n = 0; n < o->nwindows; n++) {
        const HeddleSeqWindow *w = &o->window[n];
        if (!heddle_seq_overlap(e, w->low, w->high)) continue;
        for (uint32_t x = 0; x < o->nends; x++)
            if ((uint32_t)w->read < o->end[x])
                heddle_seq_clear(o->right[x][k], o->words, (uint32_t)(w->before + 1),
                                 (uint32_t)w->read);
    }
}

/* Adds the constraints of lifetimes: neither thread may use memory that the other one has freed. */
static void heddle_seq_lifetime(HeddleSeqOrder *o, const HeddleSeqEvent *e, uint32_t k) {
    for (uint32_t j = 0; j < o->nwriter; j++) {
        const HeddleSeqEvent *w = &o->writer[j];
        if (!heddle_seq_accesses(w) || !heddle_seq_overlap(w, e->address, e->address + e->size))
            continue;
        if (w->kind == HEDDLE_SEQ_FREE && e->source != (int32_t)j) heddle_seq_between(o, k, 0, j);
        if (e->kind != HEDDLE_SEQ_FREE) continue;
        for (uint32_t x = 0; x < o->nends; x++)
            if (j < o->end[x]) heddle_seq_clear(o->right[x][k], o->words, 0, j);
    }
}

/* Computes the rows in which the writer holds a lock that the reader takes or releases. */
static void heddle_seq_exclude(HeddleSeqOrder *o) {
    for (uint32_t w = 0; w < o->words; w++) o->locked[w] = 0;
    for (uint32_t k = 0; k <= o->added; k++) {
        const HeddleSeqEvent *e = &o->reader[k];
        if (!heddle_seq_acquires(e)) continue;
        bool held = true;
        for (uint32_t r = k + 1; r <= o->added && held; r++)
            held = o->reader[r].kind != HEDDLE_SEQ_RELEASE || o->reader[r].address != e->address;
        for (uint32_t j = 0; held && j < o->nwriter; j++) {
            const HeddleSeqEvent *w = &o->writer[j];
            bool exclusive =
                w->kind == HEDDLE_SEQ_ACQUIRE ||
                (w->kind == HEDDLE_SEQ_ACQUIRE_SHARED && e->kind == HEDDLE_SEQ_ACQUIRE);
            if (!exclusive || w->address != e->address) continue;
            for (uint32_t row = j + 1, last = heddle_seq_released(o, j); row <= last; row++)
                o->locked[row / 64] |= 1ull << row % 64;
        }
    }
}

/* Computes the reachable states of a column: by steps from the previous column, and by the writer's
 * steps from there. Whether there are any. */
static bool heddle_seq_column(HeddleSeqOrder *o, uint32_t x, uint32_t column) {
    uint64_t carry = 0, any = 0, seed, *reach = o->reach[x][column];
    const uint64_t *state = o->state[column], *up = o->up[column];
    for (uint32_t w = 0; w < o->words; w++) {
        seed = column ? o->reach[x][column - 1][w] & o->right[x][column - 1][w] : w == 0;
        seed &= state[w];
        /* Steps into possible states, up to the end. */
        uint64_t next = state[w] >> 1 | (w + 1 < o->words ? state[w + 1] << 63 : 0);
        uint64_t steps = up[w] & next;
        if (o->end[x] / 64 < w)
            steps = 0;
        else if (o->end[x] / 64 == w)
            steps &= (1ull << o->end[x] % 64) - 1;
        /* An addition carries each seed up through all connected steps. A row reached from the word
         * below is a seed, too. */
        seed |= carry;
        uint64_t sum = steps + (seed & steps);
        carry = sum < steps;
        reach[w] = seed | (sum ^ steps);
        any |= reach[w];
    }
    return any;
}

/* Adds the reader's next event, reader[added]. Whether an order still exists. */
static inline bool heddle_seq_order_add(HeddleSeqOrder *o) {
    uint32_t k = o->added, least = k;
    const HeddleSeqEvent *e = &o->reader[k];
    for (uint32_t x = 0; x < o->nends; x++)
        for (uint32_t w = 0; w < o->words; w++) o->right[x][k][w] = o->moving[w];
    if (e->glued)
        for (uint32_t w = 0; w < o->words; w++) o->up[k][w] = 0;
    if (heddle_seq_accesses(e)) heddle_seq_lifetime(o, e, k);
    if (e->kind == HEDDLE_SEQ_READ)
        least = heddle_seq_view(o, e->address, e->address + e->size, k + 1, k);
    else if (heddle_seq_stores(e))
        heddle_seq_respect(o, e, k);
    else if (e->kind == HEDDLE_SEQ_BUSY)
        heddle_seq_between(o, k, (uint32_t)e->source + 1,
                           heddle_seq_released(o, (uint32_t)e->source));
    else if (e->kind == HEDDLE_SEQ_JOIN)
        heddle_seq_between(o, k, o->nwriter, o->nwriter);
    else
        heddle_seq_exclude(o);
    if (heddle_seq_meets_free(e)) heddle_seq_between(o, k, (uint32_t)e->source + 1, o->nwriter);
    for (uint32_t w = 0; w < o->words; w++) {
        o->up[k + 1][w] = ~0ull;
        o->state[k + 1][w] = ~o->locked[w];
    }
    o->added++;
    bool any = false;
    for (uint32_t x = 0; x < o->nends; x++) {
        bool alive = true;
        for (uint32_t column = least; column <= o->added; column++)
            alive = heddle_seq_column(o, x, column) && alive;
        any |= alive;
    }
    return any;
}

/* Computes how many events the writer has done when each event of the reader happens, as
 * before[0..added), and in the end, as the result. The numbers are minimal. Returns -1 if there is
 * no order. */
static inline int32_t heddle_seq_order_path(const HeddleSeqOrder *o, uint32_t *before) {
    for (uint32_t x = 0; x < o->nends; x++) {
        uint32_t row = 0, last;
        while (row <= o->end[x] && !heddle_seq_bit(o->reach[x][o->added], row)) row++;
        if (row > o->end[x]) continue;
        last = row;
        for (uint32_t column = o->added; column > 0; column--) {
            /* Down to the row where the reader's event happens. */
            const uint64_t *reach = o->reach[x][column - 1], *right = o->right[x][column - 1];
            while (!(heddle_seq_bit(reach, row) && heddle_seq_bit(right, row))) row--;
            before[column - 1] = row;
        }
        return (int32_t)last;
    }
    return -1;
}

#endif
