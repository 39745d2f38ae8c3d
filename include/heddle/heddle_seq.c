/*
 * heddle_seq.c — the runtime of a sequentialized program; see heddle_seq.h. It is compiled together
 * with the program, by Heddle, by another symbolic tester, or by a plain compiler. In the last case
 * the inputs come from the environment (HEDDLE_SEQ_RDS=3,5 HEDDLE_SEQ_WRTS=1,4), or, with the
 * drivers of heddle_seq_driver.c, from a stream of bytes (heddle_seq_stream.h).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* kinds of read-write locks, where the library has them */
#endif
#include "heddle_seq.h"
#include "heddle_seq_order.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- the environment -------------------------------------------------------------------------- */

static void note_input(unsigned thread, const char *name);

#if defined HEDDLE_SEQ_STREAM
#include "heddle_seq_stream.h"
/* Only what is no number of a read or a write is chosen by a byte. */
static void choose(unsigned *array, unsigned n, const char *name) {
    note_input(255, name);
    for (unsigned k = 0; k < n; k++) array[k] = stream_byte() & 1;
}
#elif defined __HEDDLE__
#include <heddle/heddle.h>
static void choose(unsigned *array, unsigned n, const char *name) {
    note_input(255, name);
    heddle_symbolic(array, n * sizeof *array, name);
}
#endif

#if defined __HEDDLE__
#include <heddle/heddle.h>
static void end_run(int status) { _Exit(status); }
static void assume(bool holds) { heddle_assume(holds); }
_Noreturn void __heddle_fail(const char *kind, const char *text, const char *file, int line,
                             const char *function);
void __heddle_warn(const char *text);
static void say(const char *text) { __heddle_warn(text); }
static void give_up(const char *text, const HeddleSeqSite *s) {
    char placed[400];
    if (s) snprintf(placed, sizeof placed, "%s (%s:%u)", text, s->file, s->line);
    __heddle_fail("unsupported", s ? placed : text, NULL, 0, NULL);
}
#elif defined HEDDLE_SEQ_STREAM
/* The driver knows what is to be told and where a run ends. */
static _Noreturn void end_run(int status);
static void say(const char *text);
static void give_up(const char *text, const HeddleSeqSite *s);
static void assume(bool holds);
#else
static void say(const char *text) { fprintf(stderr, "heddle_seq: %s\n", text); }
static void give_up(const char *text, const HeddleSeqSite *s) {
    fprintf(stderr, "heddle_seq: %s:%u: %s\n", s ? s->file : "?", s ? s->line : 0, text);
    _Exit(3);
}
#if defined HEDDLE_SEQ_KLEE
void klee_make_symbolic(void *p, size_t size, const char *name);
void klee_silent_exit(int status);
static void end_run(int status) { exit(status); } /* KLEE does not know _Exit */
static void choose(unsigned *array, unsigned n, const char *name) {
    note_input(255, name);
    klee_make_symbolic(array, n * sizeof *array, name);
}
/* Of a condition that is known to be false, klee_assume makes an error. */
static void assume(bool holds) {
    if (!holds) klee_silent_exit(0);
}
#else
static void choose(unsigned *array, unsigned n, const char *name) {
    note_input(255, name);
    char variable[64] = "HEDDLE_SEQ_";
    for (size_t k = 0, at = strlen(variable); name[k] && at + 1 < sizeof variable; k++)
        variable[at++] = name[k] >= 'a' && name[k] <= 'z' ? (char)(name[k] - 32) : name[k];
    const char *s = getenv(variable);
    for (unsigned k = 0; k < n && s; k++) {
        char *end;
        array[k] = (unsigned)strtoul(s, &end, 10);
        s = *end == ',' ? end + 1 : NULL;
    }
}
static void assume(bool holds) {
    if (!holds) {
        fputs("heddle_seq: the inputs lead to no run\n", stderr);
        _Exit(0);
    }
}
static void end_run(int status) { _Exit(status); }
/* Used unless the program has its own. */
__attribute__((weak)) _Noreturn void heddle_assert_failed(const char *text, const char *file,
                                                          int line, const char *function) {
    fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function, text);
    abort();
}
#endif
#endif

/* --- the state -------------------------------------------------------------------------------- */

enum { MAIN, READER, WRITER, OTHER };

unsigned heddle_seq_rds[HEDDLE_SEQ_MOST], heddle_seq_wrts[HEDDLE_SEQ_MOST];
unsigned heddle_seq_thread; /* number of the current thread; 0: main */
bool heddle_seq_stop;

/* Both logs, and their order. The explorer reads it, and the following variables, when the reader
 * fails. */
HeddleSeqOrder heddle_seq_order;
/* By input, in the order of their creation: the number of its thread (255: an input of the
 * runtime), and its name. */
enum { INPUTS = 4096 };
unsigned char heddle_seq_input_threads[INPUTS];
const char *heddle_seq_input_names[INPUTS];
unsigned heddle_seq_inputs;
unsigned heddle_seq_coupled; /* number of non-local reads so far */
unsigned heddle_seq_created; /* number of threads */
/* By number: the thread that created it, and how many that one had created then. */
unsigned char heddle_seq_parents[HEDDLE_SEQ_THREADS], heddle_seq_ordinals[HEDDLE_SEQ_THREADS];
unsigned heddle_seq_role;      /* of the current thread: MAIN, … */
unsigned heddle_seq_number[2]; /* of the reader and the writer; 0: main, or not yet created */
bool heddle_seq_begun;         /* the initialisation is over: the reader runs, or the writer */
bool heddle_seq_writer_ran;
bool heddle_seq_writer_done; /* the last wanted write has happened */
/* The writer does not stop then: the reader will wait for its end. */
bool heddle_seq_runs_out;
/* By number, how a thread ran before the reader and the writer: 1: when it was created, 2: when it
 * was joined; 3: when main had come to its end. */
unsigned char heddle_seq_before[HEDDLE_SEQ_THREADS];

/* Memory that a thread wrote, and its contents for the other thread's turn. */
typedef struct Saved {
    void *at;
    size_t size;
    unsigned char *bytes;
} Saved;
typedef struct Journal {
    Saved saved[2 * HEDDLE_SEQ_EVENTS];
    unsigned n;
} Journal;

typedef struct Routine {
    void *(*routine)(void *);
    void *argument, *result;
    bool ran;
} Routine;

static Routine threads[HEDDLE_SEQ_THREADS]; /* by number of creation, from 1 on */
static unsigned matching[2];
static Journal journals[2];
/* number of reads of the reader, and of writes of the writer, so far */
static unsigned reads, writes;
static unsigned write_number[HEDDLE_SEQ_EVENTS]; /* by event of the writer */
static unsigned last_write, done_at;    /* the last wanted write; number of events up to it */
static const volatile void *first_read; /* address of the read that the first write is for */
static size_t first_size;               /* 0: not known, any write may be the last one */
static unsigned atomic_depth;
static bool glued;            /* nothing comes between the previous event and the next one */
static unsigned writer_holds; /* number of locks */

static void note_input(unsigned thread, const char *name) {
    if (heddle_seq_inputs == INPUTS) return;
    heddle_seq_input_threads[heddle_seq_inputs] = (unsigned char)thread;
    heddle_seq_input_names[heddle_seq_inputs++] = name;
}

static HeddleSeqOrder *const order = &heddle_seq_order;

static bool is_logged(void) { return heddle_seq_role == READER || heddle_seq_role == WRITER; }

/* Called when a thread cannot go on. Whether it is the writer after its wanted writes; then it
 * stops, unless it has to come to its end. */
static bool writer_stops(void) {
    bool done = heddle_seq_role == WRITER && heddle_seq_writer_done && !heddle_seq_runs_out;
    if (done) heddle_seq_stop = true;
    return done;
}

/* Ends a run in which the current thread cannot go on, unless the writer may stop. */
static void block(void) {
    if (!writer_stops()) assume(false);
}

static void *room(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) abort();
    return p;
}

static void full(void) {
    if (!writer_stops()) give_up("a thread does more than can be logged", NULL);
}

/* --- the log ---------------------------------------------------------------------------------- */

/* Requires that the events so far have an order. */
static void check(void) {
    while (heddle_seq_role == READER && heddle_seq_writer_ran && order->added < order->nreader)
        assume(heddle_seq_order_add(order));
}

/* Limits for loops that wait: a thread that repeats the same few reads this often waits for
 * something. */
enum { SPIN_READS = 4, SPIN_ROUNDS = 64 };
static unsigned rounds[2][SPIN_READS]; /* by thread and number of reads in a round, less one */

static bool is_same_read(const HeddleSeqEvent *a, const HeddleSeqEvent *b) {
    return a->kind == HEDDLE_SEQ_READ && b->kind == HEDDLE_SEQ_READ && a->address == b->address &&
           a->size == b->size && a->site == b->site;
}

/* Updates the counts after the new event `k`. */
static void watch_spinning(const HeddleSeqEvent *log, unsigned k) {
    unsigned *of = rounds[log == order->writer];
    for (unsigned p = 1; p <= SPIN_READS; p++) {
        of[p - 1] = k >= p && is_same_read(&log[k], &log[k - p]) ? of[p - 1] + 1 : 0;
        if (of[p - 1] >= p * SPIN_ROUNDS && !writer_stops())
            give_up("a thread reads the same over and over", &heddle_seq_sites[log[k].site]);
    }
}

static HeddleSeqEvent *append(unsigned kind, const volatile void *at, size_t size, unsigned site) {
    bool reader = heddle_seq_role == READER;
    uint32_t *n = reader ? &order->nreader : &order->nwriter;
    if (*n == HEDDLE_SEQ_EVENTS) {
        full();
        --*n; /* for a writer that stops */
    }
    HeddleSeqEvent *e = reader ? &order->reader[*n] : &order->writer[*n];
    *e = (HeddleSeqEvent){.address = (uintptr_t)at,
                          .size = size,
                          .kind = kind,
                          .site = site,
                          .glued = glued,
                          .source = -1};
    glued = atomic_depth > 0;
    watch_spinning(reader ? order->reader : order->writer, *n);
    ++*n;
    return e;
}

/* Lets the writer stop if it is done and holds no lock that others wait for. */
static void may_stop(void) {
    if (!writer_holds && !atomic_depth) writer_stops();
}

void heddle_seq_atomic_begin(void) { atomic_depth += is_logged(); }
void heddle_seq_atomic_end(void) {
    if (!is_logged() || !atomic_depth) return;
    if (--atomic_depth) return;
    glued = false;
    may_stop();
}

void heddle_seq_section_begin(void) {
    if (!is_logged()) return;
    atomic_depth++;
    append(HEDDLE_SEQ_SECTION, NULL, 0, 0);
    check();
}

/* --- journals --------------------------------------------------------------------------------- */

static void save(const volatile void *at, size_t size) {
    bool reader = heddle_seq_role == READER;
    Journal *j = &journals[!reader];
    if (reader && heddle_seq_writer_ran) return; /* no other turn follows */
    if (j->n == sizeof j->saved / sizeof *j->saved) {
        full();
        j->n--;
    }
    Saved *s = &j->saved[j->n++];
    *s = (Saved){(void *)(uintptr_t)at, size, room(size)};
    memcpy(s->bytes, s->at, size);
}

static void exchange(const Saved *s) {
    unsigned char *other = room(s->size);
    memcpy(other, s->at, s->size);
    memcpy(s->at, s->bytes, s->size);
    memcpy(s->bytes, other, s->size);
    free(other);
}

static void take_back(Journal *j) {
    for (unsigned k = j->n; k-- > 0;) exchange(&j->saved[k]);
}
static void bring_again(Journal *j) {
    for (unsigned k = 0; k < j->n; k++) exchange(&j->saved[k]);
}

/* --- objects ---------------------------------------------------------------------------------- */

/* A block on the heap. */
typedef struct Object {
    char *start;
    size_t size;
    unsigned freed; /* by this thread (READER, WRITER); 0: live */
} Object;
enum { OBJECTS = 1 << 16 };
static Object objects[OBJECTS];
static unsigned nobjects, nfreed;

static void *note_object(void *p, size_t size) {
    if (p && nobjects == OBJECTS)
        say("sequential: there are more blocks on the heap than can be followed");
    else if (p)
        objects[nobjects++] = (Object){p, size, 0};
    return p;
}

static Object *object_at(const void *p) {
    for (unsigned k = nobjects; k-- > 0;)
        if (objects[k].start == p) return &objects[k];
    return NULL;
}

/* Memory that the reader made itself, the newest last. The writer never learns of it, since it
 * reads nothing that the reader wrote. */
typedef struct Own {
    uintptr_t start;
    size_t size;
} Own;
enum { OWN = 1 << 12, OWN_LOOK = 64 };
static Own own[OWN];
static unsigned nown;

static void own_object(const void *p, size_t size) {
    if (heddle_seq_role != READER) return;
    if (nown == OWN) nown = 0; /* the others count as shared from now on */
    own[nown++] = (Own){(uintptr_t)p, size};
}

static void disown_object(const void *p) {
    for (unsigned k = nown; k-- > 0;)
        if (own[k].start == (uintptr_t)p) {
            for (nown--; k < nown; k++) own[k] = own[k + 1];
            return;
        }
}

/* Whether the bytes are in one of the newest of those. */
static bool is_own(const volatile void *at, size_t size) {
    if (heddle_seq_role != READER) return false;
    uintptr_t p = (uintptr_t)at;
    for (unsigned k = nown, look = 0; k-- > 0 && look < OWN_LOOK; look++)
        if (p - own[k].start < own[k].size && size <= own[k].size - (p - own[k].start)) return true;
    return false;
}

/* Checks an access: if the thread itself has freed the memory, the object is freed in fact, so that
 * the access is reported as an error. */
static void touch(const volatile void *at, size_t size) {
    uintptr_t p = (uintptr_t)at;
    for (unsigned k = 0; nfreed && k < nobjects; k++) {
        const Object *o = &objects[k];
        if (o->freed != heddle_seq_role || p >= (uintptr_t)o->start + o->size ||
            (uintptr_t)o->start >= p + size)
            continue;
        free(o->start);
        return;
    }
}

/* --- thread-specific values ------------------------------------------------------------------- */

enum { KEYS = 128 };
static void *values[HEDDLE_SEQ_THREADS][KEYS];
static void (*destructors[KEYS])(void *);
static unsigned nkeys;

int heddle_seq_pthread_key_create(unsigned *key, void (*destructor)(void *), unsigned site) {
    if (nkeys == KEYS) return EAGAIN;
    destructors[nkeys] = destructor;
    heddle_seq_write(key, sizeof *key, site);
    *key = nkeys++;
    heddle_seq_written();
    return 0;
}
void *heddle_seq_pthread_getspecific(unsigned key) {
    return key < nkeys ? values[heddle_seq_thread][key] : NULL;
}
int heddle_seq_pthread_setspecific(unsigned key, const void *value) {
    if (key >= nkeys) return EINVAL;
    values[heddle_seq_thread][key] = (void *)(uintptr_t)value;
    return 0;
}

/* Runs the destructors at the end of a thread. */
static void destroy_values(void) {
    for (unsigned round = 0; round < 4; round++)
        for (unsigned k = 0; k < nkeys && !heddle_seq_stop; k++) {
            void *value = values[heddle_seq_thread][k];
            values[heddle_seq_thread][k] = NULL;
            if (value && destructors[k]) destructors[k](value);
        }
}

/* --- the writer ------------------------------------------------------------------------------- */

static bool exiting;      /* the current thread stops because it exits */
static bool writer_ended; /* it has come to its end */

static void end_parent_writer(void);

static void run_thread(unsigned number, unsigned role) {
    unsigned before = heddle_seq_thread, role_before = heddle_seq_role;
    heddle_seq_thread = number;
    heddle_seq_role = role;
    threads[number].ran = true;
    void *result = threads[number].routine(threads[number].argument);
    if (!heddle_seq_stop) threads[number].result = result;
    if (!heddle_seq_stop || exiting) {
        heddle_seq_stop = exiting = false;
        destroy_values();
        writer_ended |= heddle_seq_role == WRITER && !heddle_seq_stop;
    }
    heddle_seq_stop = exiting = false;
    if (role == OTHER && heddle_seq_role == WRITER) end_parent_writer();
    if (role == OTHER && heddle_seq_role == READER) end_run(0);
    heddle_seq_thread = before;
    heddle_seq_role = role_before;
}

/* Whether an event of the writer has a number among its writes. Where locks are tried, taking one
 * is something that the reader can see. */
static bool has_number(const HeddleSeqEvent *e) {
    return heddle_seq_stores(e) || (heddle_seq_tries && heddle_seq_acquires(e));
}

/* Returns the larger of two numbers, without a branch. */
static unsigned larger(unsigned a, unsigned b) { return a ^ ((a ^ b) & -(unsigned)(a < b)); }

/* A writer that has come to its end has done all that was wanted: where it had to come there, or,
 * with a stream, if more was wanted. */
static void count_end(void) {
    if (heddle_seq_writer_done || !writer_ended) return;
#if defined HEDDLE_SEQ_STREAM
    for (done_at = order->nwriter; done_at && !has_number(&order->writer[done_at - 1]);) done_at--;
#else
    if (!heddle_seq_runs_out) return;
    done_at = order->nwriter;
#endif
    heddle_seq_writer_done = true;
}

enum { NO_WRITE = 0 };

/* The writer begins. Its write number `last` is wanted, for the read of `size` bytes at `at`; it
 * then goes on until it holds no lock. NO_WRITE: none is wanted. */
static void begin_writer(unsigned last, const volatile void *at, size_t size) {
    first_read = at;
    first_size = size;
    last_write = last;
    take_back(&journals[0]);
    glued = false;
    atomic_depth = 0;
}

/* The writer has stopped: its writes are undone. */
static void end_writer(void) {
    take_back(&journals[1]);
    bring_again(&journals[0]);
    count_end();
    assume(heddle_seq_writer_done);
    heddle_seq_writer_ran = true;
    heddle_seq_order_start(order, heddle_seq_runs_out ? order->nwriter : done_at);
    if (order->overflow) say("sequential: not every place where the writer may stop was looked at");
    check();
}

static void run_writer_until(unsigned last, const volatile void *at, size_t size) {
    bool was_glued = glued;
    unsigned depth = atomic_depth;
    begin_writer(last, at, size);
    run_thread(heddle_seq_number[1], WRITER);
    glued = was_glued;
    atomic_depth = depth;
    end_writer();
}

/* Returns the last of the wanted writes. */
static unsigned last_wanted(void) {
    unsigned last = heddle_seq_bound ? heddle_seq_wrts[0] : NO_WRITE;
    for (unsigned k = 1; k < heddle_seq_bound; k++) last = larger(last, heddle_seq_wrts[k]);
    return last;
}

/* A function of its own, so that no input is stored. */
#if !defined HEDDLE_SEQ_STREAM
__attribute__((noinline)) static void run_out(void) { heddle_seq_runs_out = true; }
#endif

/* Where the reader may wait for the end of the writer, that comes to its end or not. */
static void choose_end(void) {
#if !defined HEDDLE_SEQ_STREAM
    if (heddle_seq_numbers[0] && !heddle_seq_joins) return;
    unsigned ends = 0;
    choose(&ends, 1, "ends");
    if (ends == 1) run_out();
#endif
}

/* Runs the writer for a read. */
static void run_writer(const volatile void *at, size_t size) {
    choose_end();
    run_writer_until(last_wanted(), at, size);
}

/* Numbers a write of the writer, or a lock that it takes, its newest event. */
static void number_write(void) {
    unsigned k = order->nwriter - 1;
    HeddleSeqEvent *e = &order->writer[k];
    write_number[k] = ++writes;
    if (heddle_seq_stores(e)) {
        unsigned char *bytes = room(e->size);
        memcpy(bytes, (const void *)(uintptr_t)e->address, e->size);
        e->values = (uintptr_t)bytes;
    }
    /* If only one write is wanted, it must be for the current read. */
    uintptr_t first = (uintptr_t)first_read;
    bool may =
        heddle_seq_bound > 1 || !first_size || heddle_seq_overlap(e, first, first + first_size);
    if (!heddle_seq_writer_done && may && last_write == writes) {
        heddle_seq_writer_done = true;
        done_at = order->nwriter;
    }
    may_stop();
}

/* --- reads ------------------------------------------------------------------------------------ */

/* What the reader reads: bytes; if `lock`, whether it can take the lock at `at`; if `life`, whether
 * the bytes are still there. */
typedef struct Sight {
    uintptr_t at;
    size_t size;
    bool lock, shared, life;
} Sight;

/* Whether an event of the writer is something to be seen there. */
static bool fits(const HeddleSeqEvent *w, const Sight *s) {
    if (s->life && w->kind != HEDDLE_SEQ_FREE) return false;
    if (!s->lock) return heddle_seq_stores(w) && heddle_seq_overlap(w, s->at, s->at + s->size);
    return w->address == s->at &&
           (w->kind == HEDDLE_SEQ_ACQUIRE || (w->kind == HEDDLE_SEQ_ACQUIRE_SHARED && !s->shared));
}

/* Whether the writer did anything to be seen there, by an event that may be paired. */
static bool has_candidates(const Sight *s) {
    for (unsigned k = 0; k < done_at; k++)
        if (fits(&order->writer[k], s)) return true;
    return false;
}

/* The bytes low..high of a read get the value that the writer's event `k` wrote. */
static void inject_bytes(uintptr_t low, uintptr_t high, unsigned k, unsigned site) {
    const HeddleSeqEvent *w = &order->writer[k];
    if (w->kind == HEDDLE_SEQ_WRITE)
        memcpy((void *)low, (const unsigned char *)(uintptr_t)w->values + (low - w->address),
               high - low);
    append(HEDDLE_SEQ_READ, (const void *)low, high - low, site)->source = (int32_t)k;
}

enum { READ_MOST = 64 }; /* of the bytes of one read behind these, all are of one write */

/* Lets the read take the value of the writer's event `k`, but for the bytes in the set `taken`,
 * which it has from other writes: those came later. Returns whether it has all bytes now. */
static bool inject(uintptr_t at, size_t size, unsigned k, unsigned site, uint64_t *taken) {
    const HeddleSeqEvent *w = &order->writer[k];
    uintptr_t low = at > w->address ? at : (uintptr_t)w->address, high = at + size, from = low;
    if (high > w->address + w->size) high = (uintptr_t)(w->address + w->size);
    bool any = false, all = size <= READ_MOST || (low == at && high == at + size);
    for (uintptr_t p = low; p < high && p - at < READ_MOST; p++) {
        if (!(*taken >> (p - at) & 1)) continue;
        if (from < p) inject_bytes(from, p, k, site);
        any |= from < p;
        from = p + 1;
    }
    if (from < high) inject_bytes(from, high, k, site);
    assume(any || from < high);
    for (uintptr_t p = low; p < high && p - at < READ_MOST; p++) *taken |= 1ull << (p - at);
    for (size_t p = 0; p < size && p < READ_MOST; p++) all &= *taken >> p & 1;
    heddle_seq_coupled++;
    check();
    if (w->kind == HEDDLE_SEQ_FREE) free((void *)(uintptr_t)w->address);
    return all;
}

#if defined HEDDLE_SEQ_STREAM
/* Whether the stream wants the next pair to be of this read, which could be paired. */
static bool is_wanted(unsigned number) {
    unsigned *skips = &stream_skips[heddle_seq_coupled];
    if (!heddle_seq_writer_ran) return false;
    if (*skips) {
        --*skips;
        return false;
    }
    heddle_seq_rds[heddle_seq_coupled] = number;
    return true;
}

/* Chooses the write for a read that is wanted, among those before the writer's end, the newest
 * first. */
static void want_write(const Sight *s) {
    unsigned fitting = 0;
    for (unsigned k = 0; k < done_at; k++) fitting += fits(&order->writer[k], s);
    unsigned passed = stream_picks[heddle_seq_coupled] % fitting;
    for (unsigned k = done_at; k-- > 0;) {
        if (!fits(&order->writer[k], s) || passed-- > 0) continue;
        heddle_seq_wrts[heddle_seq_coupled] = write_number[k];
        return;
    }
}
#else
static bool is_wanted(unsigned number) { return heddle_seq_rds[heddle_seq_coupled] == number; }
static void want_write(const Sight *s) { (void)s; }
#endif

/* Whether the read of this number is to be paired. Then the writer has run. */
static bool is_paired(unsigned number, const Sight *s) {
    if (heddle_seq_coupled == heddle_seq_bound || (heddle_seq_writer_ran && !has_candidates(s)) ||
        !is_wanted(number))
        return false;
    if (!heddle_seq_writer_ran) run_writer((const volatile void *)s->at, s->size);
    want_write(s);
    return true;
}

/* Returns the writer's event with which a read is paired; -1: that is nothing to be seen there. */
static int wanted_event(const Sight *s) {
    for (unsigned k = 0; k < done_at; k++)
        if (fits(&order->writer[k], s) && heddle_seq_wrts[heddle_seq_coupled] == write_number[k])
            return (int)k;
    assume(false);
    return -1;
}

void heddle_seq_read(const volatile void *at, size_t size, unsigned site) {
    if (!is_logged() || !size || is_own(at, size)) return;
    touch(at, size);
    if (heddle_seq_role == WRITER) {
        append(HEDDLE_SEQ_READ, at, size, site);
        return;
    }
    unsigned number = ++reads;
    const Sight sight = {.at = (uintptr_t)at, .size = size};
    bool all = false;
    uint64_t taken = 0;
    heddle_seq_atomic_begin();
    while (!all && is_paired(number, &sight)) {
        int k = wanted_event(&sight);
        all = k < 0 || inject(sight.at, size, (unsigned)k, site, &taken);
    }
    if (!all) append(HEDDLE_SEQ_READ, at, size, site);
    /* The events are one read, and do not begin a section. */
    if (!--atomic_depth) glued = false;
    check();
}

void heddle_seq_read_string(const char *s, size_t most, unsigned site) {
    if (!is_logged()) return;
    size_t known = 0;
    for (;;) {
        size_t n = known;
        while (n < most && s[n]) n++;
        if (n < most) n++;
        if (n <= known) return;
        heddle_seq_read_range(s + known, n - known, site);
        /* The value read may make the string longer, or end it. */
        known = n;
        if (!s[n - 1]) return;
    }
}

/* Whether the bytes are in a block on the heap. */
static bool is_on_heap(const volatile void *at) {
    uintptr_t p = (uintptr_t)at;
    for (unsigned k = nobjects; k-- > 0;)
        if (p - (uintptr_t)objects[k].start < objects[k].size) return true;
    return false;
}

/* The reader is about to do something to memory, by an event of this kind. It may find that the
 * writer has freed that: then the memory is freed in fact, so that what follows is an error.
 * Returns whether it did. */
static bool meet_freed(const volatile void *at, size_t size, unsigned kind, unsigned site) {
    const Sight sight = {.at = (uintptr_t)at, .size = size, .life = true};
    if (!heddle_seq_frees || heddle_seq_role != READER || heddle_seq_coupled == heddle_seq_bound ||
        !is_on_heap(at) || !is_paired(++reads, &sight))
        return false;
    int k = wanted_event(&sight);
    if (k < 0) return false;
    append(kind, at, size, site)->source = k;
    heddle_seq_coupled++;
    check();
    free((void *)(uintptr_t)order->writer[k].address);
    return true;
}

/* --- writes ----------------------------------------------------------------------------------- */

static const volatile void *pending_at;
static size_t pending_size;
static unsigned pending_site;

void heddle_seq_write(volatile void *at, size_t size, unsigned site) {
    pending_size = 0;
    if (!is_logged() || is_own(at, size)) return;
    touch(at, size);
    if (meet_freed(at, size, HEDDLE_SEQ_WRITE, site)) return; /* the write fails */
    save(at, size);
    pending_at = at;
    pending_size = size;
    pending_site = site;
}

static void log_write(const volatile void *at, size_t size) {
    append(HEDDLE_SEQ_WRITE, at, size, pending_site);
    if (heddle_seq_role == WRITER)
        number_write();
    else
        check();
}

void heddle_seq_written(void) {
    if (is_logged() && pending_size) log_write(pending_at, pending_size);
}

/* --- ranges ----------------------------------------------------------------------------------- */

/* Returns the size of a part: parts end at word borders. */
static size_t piece_at(uintptr_t at, size_t left) {
    size_t n = 8 - at % 8;
    return n < left ? n : left;
}

void heddle_seq_read_range(const void *at, size_t size, unsigned site) {
    const char *p = at;
    for (size_t n; size && is_logged(); p += n, size -= n) {
        n = piece_at((uintptr_t)p, size);
        heddle_seq_read(p, n, site);
    }
}

void heddle_seq_written_range(void) {
    const volatile char *p = pending_at;
    for (size_t n, left = is_logged() ? pending_size : 0; left && !heddle_seq_stop;
         p += n, left -= n) {
        n = piece_at((uintptr_t)p, left);
        log_write(p, n);
    }
}

void *heddle_seq_copy(void *to, const void *from, size_t size, unsigned shared, unsigned site) {
    if (!is_logged()) return memmove(to, from, size);
    /* Words are read one after the other, and each is written before the next one is read. If the
     * ranges overlap, all of the source is read first. */
    char *d = to;
    const char *s = from;
    bool apart = d + size <= s || s + size <= d;
    if (!apart && shared & 1) heddle_seq_read_range(from, size, site);
    unsigned char *all = apart ? NULL : room(size);
    if (all) memcpy(all, from, size);
    for (size_t at = 0, n; at < size && !heddle_seq_stop; at += n) {
        n = piece_at((uintptr_t)(shared & 2 ? d : s) + at, size - at);
        if (apart && shared & 1)
            n = piece_at((uintptr_t)s + at, n), heddle_seq_read(s + at, n, site);
        if (shared & 2) heddle_seq_write(d + at, n, site);
        memcpy(d + at, all ? (char *)all + at : s + at, n);
        if (shared & 2) heddle_seq_written();
    }
    free(all);
    return to;
}

void *heddle_seq_fill(void *at, int byte, size_t size, unsigned site) {
    if (!is_logged()) return memset(at, byte, size);
    char *p = at;
    for (size_t n; size && !heddle_seq_stop; p += n, size -= n) {
        n = piece_at((uintptr_t)p, size);
        heddle_seq_write(p, n, site);
        memset(p, byte, n);
        heddle_seq_written();
    }
    return at;
}

/* --- locals and the heap ---------------------------------------------------------------------- */

void *heddle_seq_local(size_t size) {
    void *p = calloc(1, size ? size : 1);
    if (!p) abort();
    own_object(p, size);
    return p;
}
/* Frees a local variable, unless the writer owns it: the reader may still receive its address. */
void heddle_seq_local_end(void *p) {
    if (heddle_seq_role == WRITER) return;
    disown_object(p);
    free(p);
}

/* Notes a block on the heap. */
static void *made(void *p, size_t size) {
    if (p) own_object(p, size);
    return note_object(p, size);
}

void *heddle_seq_malloc(size_t size) { return made(malloc(size), size); }
void *heddle_seq_calloc(size_t n, size_t size) { return made(calloc(n, size), n * size); }
void *heddle_seq_aligned_alloc(size_t align, size_t size) {
    return made(aligned_alloc(align, size), size);
}
int heddle_seq_posix_memalign(void **p, size_t align, size_t size, unsigned site) {
    void *block = NULL;
    int e = posix_memalign(&block, align, size);
    if (e) return e;
    heddle_seq_write(p, sizeof *p, site);
    *p = made(block, size);
    heddle_seq_written();
    return 0;
}
char *heddle_seq_strdup(const char *s, unsigned site) {
    heddle_seq_read_string(s, SIZE_MAX, site);
    char *p = heddle_seq_malloc(strlen(s) + 1);
    return p ? strcpy(p, s) : NULL;
}

void heddle_seq_free(void *p, unsigned site) {
    Object *o = object_at(p);
    if (!p) return;
    if (!is_logged() || !o || o->freed == heddle_seq_role) {
        if (o && !is_logged()) *o = objects[--nobjects];
        if (o && is_logged()) free(p); /* for the second time */
        free(p);
        return;
    }
    if (heddle_seq_role == READER && is_own(p, o->size)) {
        disown_object(p);
        *o = objects[--nobjects];
        free(p);
        return;
    }
    if (meet_freed(p, o->size, HEDDLE_SEQ_FREE, site)) {
        free(p); /* for the second time */
        return;
    }
    append(HEDDLE_SEQ_FREE, p, o->size, site);
    if (!o->freed) nfreed++;
    o->freed = heddle_seq_role;
    if (heddle_seq_role == WRITER)
        number_write();
    else
        check();
}

void *heddle_seq_realloc(void *p, size_t size, unsigned site) {
    Object *o = object_at(p);
    if (!is_logged() || !o) {
        void *q = realloc(p, size);
        if (!o) return note_object(q, size);
        if (q) *o = (Object){q, size, 0};
        return q;
    }
    size_t common = o->size < size ? o->size : size;
    void *q = heddle_seq_malloc(size);
    if (!q) return NULL;
    heddle_seq_copy(q, p, common, 1, site);
    heddle_seq_free(p, site);
    return q;
}

/* --- locks ------------------------------------------------------------------------------------ */

enum { NORMAL, RECURSIVE, CHECKED };
typedef struct Lock {
    const void *lock;
    int type;
    bool shared[HEDDLE_SEQ_THREADS];
    unsigned depth[HEDDLE_SEQ_THREADS]; /* by thread */
} Lock;
enum { LOCKS = 1 << 12 };
static Lock locks[LOCKS];
static unsigned nlocks;

static Lock *lock_at(const void *lock) {
    for (unsigned k = nlocks; k-- > 0;)
        if (locks[k].lock == lock) return &locks[k];
    if (nlocks == LOCKS) {
        give_up("the program has more locks than can be logged", NULL);
        nlocks--;
    }
    locks[nlocks] = (Lock){.lock = lock};
    return &locks[nlocks++];
}

int heddle_seq_pthread_mutex_init(void *m, const void *attr) {
    Lock *l = lock_at(m);
    *l = (Lock){.lock = m};
    int type = PTHREAD_MUTEX_NORMAL;
    if (attr) pthread_mutexattr_gettype((const pthread_mutexattr_t *)attr, &type);
    if (type == PTHREAD_MUTEX_RECURSIVE) l->type = RECURSIVE;
    if (type == PTHREAD_MUTEX_ERRORCHECK) l->type = CHECKED;
    int robust = PTHREAD_MUTEX_STALLED;
    if (attr) pthread_mutexattr_getrobust((const pthread_mutexattr_t *)attr, &robust);
    if (robust == PTHREAD_MUTEX_ROBUST) say("sequential: robust mutexes are taken as others");
    return 0;
}

/* A writer that waits keeps out who would read, which no event of a log says. */
static void say_writers_first(bool prefers_writers) {
    if (prefers_writers) say("sequential: locks that prefer writers are taken as others");
}

/* Whether a lock has an initialiser, or attributes, by which it prefers writers. */
static bool begins_with_writers(const void *m, const void *attr) {
    bool prefers = false;
#ifdef PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
    static const pthread_rwlock_t first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    int kind = PTHREAD_RWLOCK_DEFAULT_NP;
    prefers = m && !memcmp(m, &first, sizeof first);
    if (attr) pthread_rwlockattr_getkind_np((const pthread_rwlockattr_t *)attr, &kind);
    prefers |= kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
#else
    (void)m, (void)attr;
#endif
    return prefers;
}

int heddle_seq_pthread_rwlock_init(void *m, const void *attr) {
    *lock_at(m) = (Lock){.lock = m};
    say_writers_first(begins_with_writers(NULL, attr));
    return 0;
}

/* Whether main is the reader (0) or the writer (1). */
static bool is_main(unsigned k) { return heddle_seq_numbers[k] == 0; }

/* Whether a thread is the reader or the writer; of main, once both exist. */
static bool is_one_of_two(unsigned number) {
    return number == heddle_seq_number[0] || number == heddle_seq_number[1];
}

/* Logs the locks that a thread holds when its log begins. The other one does nothing before that.
 */
static void log_held(unsigned number) {
    for (unsigned k = 0; k < nlocks; k++) {
        const Lock *l = &locks[k];
        if (!l->depth[number]) continue;
        glued = true;
        append(l->shared[number] ? HEDDLE_SEQ_ACQUIRE_SHARED : HEDDLE_SEQ_ACQUIRE, l->lock, 1,
               HEDDLE_SEQ_NO_SITE);
        if (heddle_seq_role != WRITER) continue;
        writer_holds++;
        if (heddle_seq_tries) number_write();
    }
    glued = false;
    check();
}

/* Whether the reader finds that the writer holds the lock. The writer itself, which sees nothing of
 * the reader, never does the other way round. */
static bool is_busy(const void *m, bool shared, unsigned site) {
    if (heddle_seq_role != READER) return false;
    const Sight sight = {.at = (uintptr_t)m, .size = 1, .lock = true, .shared = shared};
    if (!is_paired(++reads, &sight)) return false;
    int k = wanted_event(&sight);
    if (k < 0) return false;
    append(HEDDLE_SEQ_BUSY, m, 1, site)->source = k;
    heddle_seq_coupled++;
    check();
    return true;
}

/* Looks at the memory of a lock, which may be freed. */
static void look_at_lock(const void *m, unsigned kind, unsigned site) {
    if (!is_logged()) return;
    touch(m, 1);
    meet_freed(m, 1, kind, site);
    (void)*(const volatile char *)m;
}

/* Takes a lock. If that is not possible, fails with the error `busy`; 0: waits. */
static int acquire(const void *m, bool shared, int busy, unsigned site) {
    look_at_lock(m, shared ? HEDDLE_SEQ_ACQUIRE_SHARED : HEDDLE_SEQ_ACQUIRE, site);
    if (shared) say_writers_first(begins_with_writers(m, NULL));
    Lock *l = lock_at(m);
    unsigned me = heddle_seq_thread;
    if (l->depth[me] && (l->type == RECURSIVE || (shared && l->shared[me]))) {
        l->depth[me]++;
        return 0;
    }
    /* What the other one of the two holds is in its log. All others do not go on. */
    bool held = l->depth[me];
    for (unsigned k = 0; k < HEDDLE_SEQ_THREADS; k++)
        held |= l->depth[k] && !(shared && l->shared[k]) && !(is_logged() && is_one_of_two(k));
    if (held && l->depth[me] && l->type == CHECKED && busy != EBUSY) return EDEADLK;
    if (held && busy) return busy;
    if (held) {
        block();
        return 0;
    }
    if (busy && is_busy(m, shared, site)) return busy;
    l->depth[me] = 1;
    l->shared[me] = shared;
    if (!is_logged()) return 0;
    append(shared ? HEDDLE_SEQ_ACQUIRE_SHARED : HEDDLE_SEQ_ACQUIRE, m, 1, site);
    writer_holds += heddle_seq_role == WRITER;
    if (heddle_seq_role == WRITER && heddle_seq_tries) number_write();
    check();
    return 0;
}

int heddle_seq_pthread_mutex_unlock(void *m, unsigned site) {
    look_at_lock(m, HEDDLE_SEQ_RELEASE, site);
    Lock *l = lock_at(m);
    unsigned me = heddle_seq_thread;
    if (!l->depth[me]) {
        if (l->type == RECURSIVE || l->type == CHECKED) return EPERM;
        say("sequential: a lock was given back by a thread that does not hold it");
        return 0;
    }
    if (--l->depth[me] || !is_logged()) return 0;
    append(HEDDLE_SEQ_RELEASE, m, 1, site);
    writer_holds -= heddle_seq_role == WRITER;
    check();
    may_stop();
    return 0;
}

int heddle_seq_pthread_mutex_lock(void *m, unsigned site) { return acquire(m, false, 0, site); }
int heddle_seq_pthread_mutex_trylock(void *m, unsigned site) {
    return acquire(m, false, EBUSY, site);
}
int heddle_seq_pthread_rwlock_rdlock(void *m, unsigned site) { return acquire(m, true, 0, site); }
int heddle_seq_pthread_rwlock_tryrdlock(void *m, unsigned site) {
    return acquire(m, true, EBUSY, site);
}

/* The error of an attempt up to a time that fails. */
static int error_of(const struct timespec *until) {
    enum { SECOND = 1000000000 };
    return until->tv_nsec >= 0 && until->tv_nsec < SECOND ? ETIMEDOUT : EINVAL;
}

/* Of such an attempt, the time is over where the lock is held. */
static int acquire_until(const void *m, bool shared, const struct timespec *until, unsigned site) {
    return acquire(m, shared, error_of(until), site);
}
int heddle_seq_pthread_mutex_timedlock(void *m, const struct timespec *until, unsigned site) {
    return acquire_until(m, false, until, site);
}
int heddle_seq_pthread_mutex_clocklock(void *m, int clock, const struct timespec *until,
                                       unsigned site) {
    (void)clock;
    return acquire_until(m, false, until, site);
}
int heddle_seq_pthread_rwlock_timedrdlock(void *m, const struct timespec *until, unsigned site) {
    return acquire_until(m, true, until, site);
}
int heddle_seq_pthread_rwlock_clockrdlock(void *m, int clock, const struct timespec *until,
                                          unsigned site) {
    (void)clock;
    return acquire_until(m, true, until, site);
}

/* Whether the thread has only read what it knew since this wait took the lock again. */
static bool waits_again(const void *m, unsigned site) {
    bool reader = heddle_seq_role == READER;
    const HeddleSeqEvent *log = reader ? order->reader : order->writer;
    unsigned k = reader ? order->nreader : order->nwriter;
    while (k > 0 && log[k - 1].kind == HEDDLE_SEQ_READ && log[k - 1].source < 0) k--;
    const HeddleSeqEvent *e = &log[k - !!k];
    return k && e->kind == HEDDLE_SEQ_ACQUIRE && e->address == (uintptr_t)m && e->site == site;
}

enum { WAKES = 3 }; /* in a row, without reading anything new */

/* A wait is the lock given back and taken again. What woke the thread is seen by what it reads
 * then; what wakes spuriously, as POSIX allows, reads the same as before. `late`: the time was
 * over. */
static int wait_with(void *m, unsigned site, bool late) {
    static unsigned waits[2];
    unsigned *count = &waits[heddle_seq_role == WRITER];
    *count = waits_again(m, site) ? *count + 1 : 0;
    if (*count > WAKES) {
        say("sequential: threads that wait in a loop wake at most 3 times without reading anything "
            "new");
        block();
        return 0;
    }
    heddle_seq_pthread_mutex_unlock(m, site);
    if (heddle_seq_stop) return 0;
    acquire(m, false, 0, site);
    if (!late || heddle_seq_stop) return 0;
    HeddleSeqEvent *log = heddle_seq_role == READER ? order->reader : order->writer;
    log[(heddle_seq_role == READER ? order->nreader : order->nwriter) - 1].size = HEDDLE_SEQ_LATE;
    return ETIMEDOUT;
}

/* A thread that is none of the two runs to its end at once, so nobody notifies it. */
int heddle_seq_pthread_cond_wait(void *c, void *m, unsigned site) {
    (void)c;
    if (is_logged()) return wait_with(m, site, false);
    if (heddle_seq_role == OTHER)
        block();
    else
        heddle_seq_waits("pthread_cond_wait", site);
    return 0;
}

static bool is_late(void) {
    unsigned late = 0;
    choose(&late, 1, "late");
    return late == 1;
}

int heddle_seq_pthread_cond_timedwait(void *c, void *m, unsigned site) {
    (void)c;
    if (is_logged()) return wait_with(m, site, is_late());
    if (heddle_seq_role == OTHER) return ETIMEDOUT;
    heddle_seq_waits("pthread_cond_timedwait", site);
    return 0;
}

/* A round in which the thread saw nothing new is none: it would wait for longer instead. */
int heddle_seq_looking_cond_wait(void *c, void *m, unsigned site) {
    if (!is_logged() || !waits_again(m, site)) return heddle_seq_pthread_cond_wait(c, m, site);
    block();
    return 0;
}
int heddle_seq_looking_cond_timedwait(void *c, void *m, unsigned site) {
    if (!is_logged() || !waits_again(m, site)) return heddle_seq_pthread_cond_timedwait(c, m, site);
    if (is_late()) return wait_with(m, site, true);
    block();
    return 0;
}

/* --- other objects, as variables that change at once ------------------------------------------ */

static int read_word(void *p, unsigned site) {
    heddle_seq_read(p, sizeof(int), site);
    return *(int *)p;
}
static void write_word(void *p, int value, unsigned site) {
    heddle_seq_write(p, sizeof(int), site);
    *(int *)p = value;
    heddle_seq_written();
}

int heddle_seq_pthread_once(void *control, void (*routine)(void), unsigned site) {
    acquire(control, false, 0, site);
    if (heddle_seq_stop) return 0;
    if (!read_word(control, site)) {
        routine();
        if (heddle_seq_stop) return 0;
        write_word(control, 1, site);
    }
    return heddle_seq_pthread_mutex_unlock(control, site);
}

int heddle_seq_sem_init(void *s, int shared, unsigned value, unsigned site) {
    (void)shared;
    write_word(s, (int)value, site);
    return 0;
}
int heddle_seq_sem_post(void *s, unsigned site) {
    heddle_seq_atomic_begin();
    write_word(s, read_word(s, site) + 1, site);
    heddle_seq_atomic_end();
    return 0;
}
int heddle_seq_sem_wait(void *s, unsigned site) {
    heddle_seq_atomic_begin();
    int value = read_word(s, site);
    if (value <= 0)
        block();
    else
        write_word(s, value - 1, site);
    heddle_seq_atomic_end();
    return 0;
}
/* An attempt that fails reads that there is nothing to take. */
static int try_semaphore(void *s, int error, unsigned site) {
    heddle_seq_atomic_begin();
    int value = read_word(s, site);
    if (value > 0) write_word(s, value - 1, site);
    heddle_seq_atomic_end();
    if (value > 0) return 0;
    *heddle_seq_errno() = error;
    return -1;
}
int heddle_seq_sem_trywait(void *s, unsigned site) { return try_semaphore(s, EAGAIN, site); }
int heddle_seq_sem_timedwait(void *s, const struct timespec *until, unsigned site) {
    return try_semaphore(s, error_of(until), site);
}
int heddle_seq_sem_clockwait(void *s, int clock, const struct timespec *until, unsigned site) {
    (void)clock;
    return try_semaphore(s, error_of(until), site);
}
int heddle_seq_sem_getvalue(void *s, int *value, unsigned site) {
    int now = read_word(s, site);
    write_word(value, now, site);
    return 0;
}

/* --- threads ---------------------------------------------------------------------------------- */

static pthread_t name_of(unsigned number) { return (pthread_t)(uintptr_t)&threads[number]; }
static unsigned number_of(pthread_t name) {
    for (unsigned k = 1; k <= heddle_seq_created; k++)
        if (name_of(k) == name) return k;
    return 0;
}

#if defined HEDDLE_SEQ_STREAM
/* The writer runs first. Where it writes is known before the first read. */
static void choose_pairs(void) {}
static void run_writer_first(void) {
    if (stream_extent && heddle_seq_bound) run_writer_until(stream_extent, NULL, 0);
}
static unsigned last_of_parent(void) { return heddle_seq_bound ? stream_extent : NO_WRITE; }
#else
static void choose_pairs(void) {
    if (!heddle_seq_bound) return;
    choose(heddle_seq_rds, heddle_seq_bound, "rds");
    choose(heddle_seq_wrts, heddle_seq_bound, "wrts");
    assume(heddle_seq_rds[0] >= 1);
    for (unsigned k = 1; k < heddle_seq_bound; k++)
        assume(heddle_seq_rds[k - 1] <= heddle_seq_rds[k]);
}
static void run_writer_first(void) {}
static unsigned last_of_parent(void) {
    unsigned last = last_wanted();
    assume(!heddle_seq_bound || last != NO_WRITE);
    return last;
}
#endif

/* Whether the reader (0) or the writer (1) exists, and has not run. */
static bool is_waiting(unsigned k) {
    unsigned number = heddle_seq_number[k];
    return number ? !threads[number].ran : is_main(k);
}

/* The current thread, which created the other one, goes on as the reader. */
static void begin_as_reader(void) {
    heddle_seq_begun = true;
    choose_pairs();
    heddle_seq_role = READER;
    log_held(heddle_seq_thread);
    run_writer_first();
}

/* The current thread, which created the reader, goes on as the writer: it runs first, which makes
 * no difference, as it sees nothing of the reader. Once it has stopped, the reader runs. */
static void begin_as_writer(void) {
    heddle_seq_begun = true;
    choose_pairs();
    unsigned last = last_of_parent();
    choose_end();
    heddle_seq_role = WRITER;
    begin_writer(last, NULL, 0);
    log_held(heddle_seq_thread);
    if (last != NO_WRITE || heddle_seq_runs_out) return;
    heddle_seq_writer_done = true;
    done_at = order->nwriter;
    may_stop();
}

/* A thread that went on as the writer has stopped. */
static void end_parent_writer(void) {
    heddle_seq_stop = exiting = false;
    glued = false;
    atomic_depth = 0;
    end_writer();
    run_thread(heddle_seq_number[0], READER);
    end_run(0);
}

/* Called after the current thread has created another one, or that one has: if it is one of the
 * two, and the other one exists now, the initialisation is over. */
static void begin_if_parent(void) {
    if (heddle_seq_begun) return;
    unsigned me = heddle_seq_thread;
    for (unsigned k = 0; k < 2; k++) {
        bool current = me ? heddle_seq_number[k] == me : is_main(k);
        if (!current || !is_waiting(!k)) continue;
        if (k == 0)
            begin_as_reader();
        else
            begin_as_writer();
        return;
    }
}

/* Runs the reader when main waits: the initialisation is over if both threads exist. If one of them
 * does, `at_end` of main, it runs, since it may create the other one. */
static void simulate(bool at_end) {
    if (heddle_seq_role != MAIN) return;
    bool reader = is_waiting(0) && !is_main(0), writer = is_waiting(1) && !is_main(1);
    if (reader && writer) {
        heddle_seq_begun = true;
        choose_pairs();
        heddle_seq_role = READER;
        run_writer_first();
        run_thread(heddle_seq_number[0], READER);
        end_run(0);
    }
    if (!at_end) return;
    if (reader || writer) {
        unsigned number = heddle_seq_number[reader ? 0 : 1];
        heddle_seq_before[number] = 3;
        run_thread(number, OTHER);
    }
    if (heddle_seq_routines[0] || heddle_seq_routines[1])
        say("sequential: there are runs in which the two threads do not both exist at a time");
}

/* Whether the thread that was created is the reader or the writer. */
static bool is_chosen(void *(*routine)(void *)) {
    bool any = false;
    for (unsigned k = 0; k < 2; k++) {
        void *wanted = heddle_seq_routines[k];
        if (is_main(k) || (wanted && wanted != (void *)routine)) continue;
        if (++matching[k] != heddle_seq_numbers[k]) continue;
        heddle_seq_number[k] = heddle_seq_created;
        any = true;
    }
    return any;
}

int heddle_seq_pthread_create(pthread_t *thread, const void *attr, void *(*routine)(void *),
                              void *argument, unsigned site) {
    static unsigned char children[HEDDLE_SEQ_THREADS];
    unsigned me = heddle_seq_thread;
    (void)attr;
    if (heddle_seq_created + 1 >= HEDDLE_SEQ_THREADS) {
        give_up("the program creates more threads than can be sequentialized",
                &heddle_seq_sites[site]);
        return EAGAIN;
    }
    unsigned number = ++heddle_seq_created;
    threads[number] = (Routine){.routine = routine, .argument = argument};
    heddle_seq_parents[number] = (unsigned char)me;
    heddle_seq_ordinals[number] = ++children[me];
    heddle_seq_write(thread, sizeof *thread, site);
    *thread = name_of(number);
    heddle_seq_written();
    /* Of what the two create nothing runs. */
    if (heddle_seq_begun || heddle_seq_stop) return 0;
    /* The others run to their ends before the two, or not before those are done. */
    unsigned before = 0;
    if (!is_chosen(routine)) choose(&before, 1, "before");
    if (before == 1) {
        heddle_seq_before[number] = 1;
        run_thread(number, OTHER);
    }
    begin_if_parent();
    return 0;
}

/* The reader waits for the end of the writer, which runs there if it has not run yet. That all of
 * it comes before is no read. */
static void join_writer(unsigned site) {
    if (!heddle_seq_writer_ran) {
        heddle_seq_runs_out = true;
        run_writer_until(NO_WRITE, NULL, 0);
    }
    assume(writer_ended);
    heddle_seq_order_start(order, order->nwriter);
    append(HEDDLE_SEQ_JOIN, NULL, 0, site);
    check();
}

int heddle_seq_pthread_join(pthread_t thread, void **result, unsigned site) {
    unsigned number = number_of(thread);
    if (!number && thread == name_of(0)) {
        heddle_seq_unsupported("pthread_join of main", site);
        return 0;
    }
    if (!number) return ESRCH;
    if (number == heddle_seq_thread) return EDEADLK;
    bool chosen = is_one_of_two(number);
    if (heddle_seq_begun) {
        if (heddle_seq_role == READER && number == heddle_seq_number[1])
            join_writer(site);
        else if (chosen || !threads[number].ran)
            block();
    } else if (!threads[number].ran) {
        /* The thread waits for one that runs only now, or until the two are done. */
        unsigned before = 0;
        if (!chosen && is_waiting(0) && is_waiting(1)) choose(&before, 1, "before");
        if (before != 1) simulate(false);
        heddle_seq_before[number] = 2;
        run_thread(number, OTHER);
        begin_if_parent();
    }
    if (result && !heddle_seq_stop) {
        heddle_seq_write(result, sizeof *result, site);
        *result = threads[number].result;
        heddle_seq_written();
    }
    return 0;
}

int heddle_seq_pthread_detach(pthread_t thread) { return number_of(thread) ? 0 : ESRCH; }
int *heddle_seq_errno(void) {
    static int errors[HEDDLE_SEQ_THREADS];
    return heddle_seq_thread ? &errors[heddle_seq_thread] : &errno;
}
pthread_t heddle_seq_pthread_self(void) { return name_of(heddle_seq_thread); }
int heddle_seq_pthread_equal(pthread_t a, pthread_t b) { return a == b; }

/* By itself, or since it stops as the writer. Other threads may call this, too. */
void heddle_seq_main_ends(void) {
    if (heddle_seq_thread) return;
    if (heddle_seq_role == WRITER) {
        writer_ended |= !heddle_seq_stop;
        end_parent_writer();
    }
    if (heddle_seq_role == READER) end_run(0);
    simulate(true);
}

void heddle_seq_pthread_exit(void *result) {
    heddle_seq_main_ends();
    if (!heddle_seq_thread) end_run(0);
    threads[heddle_seq_thread].result = result;
    heddle_seq_stop = exiting = true;
}

/* --- output ----------------------------------------------------------------------------------- */

/* A conversion of a format: its letters for the length, or 0, how often there are two, and its own.
 */
typedef struct Conversion {
    char length, letter;
    int precision; /* -1: none */
} Conversion;

/* Reads a conversion behind its percent sign, and what of it is an argument. */
static const char *conversion_at(const char *f, Conversion *c, va_list *list) {
    *c = (Conversion){.precision = -1};
    for (; *f && strchr("-+ #0123456789*.", *f); f++) {
        if (*f == '.') c->precision = 0;
        int given = *f == '*' ? va_arg(*list, int) : 0;
        if (*f == '*' && c->precision == 0) c->precision = given < 0 ? -1 : given;
        if (c->precision >= 0 && *f >= '0' && *f <= '9')
            c->precision = 10 * c->precision + (*f - '0');
    }
    for (; *f && strchr("hljztL", *f); f++) c->length = *f;
    c->letter = *f;
    return *f ? f + 1 : f;
}

/* Skips the argument of a conversion that is no text. */
static void skip_argument(const Conversion *c, va_list *list) {
    if (strchr("aAeEfFgG", c->letter)) {
        if (c->length == 'L')
            (void)va_arg(*list, long double);
        else
            (void)va_arg(*list, double);
    } else if (c->letter == 'p' || c->letter == 's') {
        (void)va_arg(*list, void *);
    } else if (strchr("ljzt", c->length) && c->length) {
        (void)va_arg(*list, long);
    } else {
        (void)va_arg(*list, int);
    }
}

void heddle_seq_vprint(unsigned site, const char *format, va_list arguments) {
    va_list list;
    Conversion c;
    if (!is_logged()) return;
    va_copy(list, arguments);
    for (const char *f = format; *f && !heddle_seq_stop;) {
        if (*f++ != '%') continue;
        f = conversion_at(f, &c, &list);
        if (c.letter == '%' || !c.letter) continue;
        if (!strchr("diouxXcaAeEfFgGps", c.letter)) {
            heddle_seq_unsupported("a format with this conversion", site);
            break;
        }
        if (c.letter != 's' || c.length) {
            skip_argument(&c, &list);
            continue;
        }
        const char *s = va_arg(list, const char *);
        if (s) heddle_seq_read_string(s, c.precision < 0 ? SIZE_MAX : (size_t)c.precision, site);
    }
    va_end(list);
}

void heddle_seq_print(unsigned site, const char *format, ...) {
    va_list list;
    va_start(list, format);
    heddle_seq_vprint(site, format, list);
    va_end(list);
}

/* --- other calls ------------------------------------------------------------------------------ */

time_t heddle_seq_time(time_t *at, unsigned site) {
    time_t now = time(NULL);
    if (!at) return now;
    heddle_seq_write(at, sizeof *at, site);
    *at = now;
    heddle_seq_written();
    return now;
}

void heddle_seq_input(const char *name) { note_input(heddle_seq_thread, name); }

void heddle_seq_fails(void) { writer_stops(); }

void heddle_seq_assume(int64_t holds) {
    if (heddle_seq_role == WRITER && heddle_seq_writer_done && !heddle_seq_runs_out) {
        if (!holds) heddle_seq_stop = true;
    } else {
        assume(holds != 0);
    }
}

static void cannot_follow(const char *what, unsigned site) {
    if (writer_stops()) return;
    char text[200];
    snprintf(text, sizeof text, "%s cannot be sequentialized", what);
    give_up(text, &heddle_seq_sites[site]);
}

void heddle_seq_unsupported(const char *what, unsigned site) {
    if (heddle_seq_role != MAIN) cannot_follow(what, site);
}

void heddle_seq_waits(const char *what, unsigned site) {
    simulate(true);
    cannot_follow(what, site);
}
