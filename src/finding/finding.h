/*
 * finding.h — what is told of one thing found wrong: the data that test files, diagnostics,
 * summaries and replay share. Plain data without behaviour; every string and array belongs to the
 * finding.
 */
#ifndef HEDDLE_FINDING_FINDING_H
#define HEDDLE_FINDING_FINDING_H

#include "base/base.h"

typedef struct SourcePlace {
    char *file, *function;
    uint32_t line, column;
} SourcePlace;

/* One thread at the moment of the finding. */
typedef struct ThreadReport {
    char *name; /* "0", "0.1", … */
    /* "running", "exited", "stopped", "blocked: waits for the mutex `m`, held by thread 0.2" … */
    char *status;
    SourcePlace *stack; /* innermost first */
    size_t depth;
    SourcePlace place; /* the innermost one outside libraries; without file: not known */
} ThreadReport;

typedef struct InputReport {
    char *name;
    uint8_t *bytes;
    uint32_t size;
} InputReport;

/* One visible operation in the order of execution. Branches are not part of a schedule: the inputs
 * decide them. */
typedef struct ScheduleStep {
    char *thread;     /* name */
    char *kind;       /* operation_names: "lock", "load", … */
    uint64_t object;  /* address, 0 where none */
    uint32_t ordinal; /* this thread's n-th visible operation, branches not counted, from 1 */
    uint32_t outcome; /* as in Operation */
    uint32_t rounds;  /* of the loop that the thread is in after it, done without further looks; see
                         counted.h */
    SourcePlace place;
    char *object_name; /* for people: "`m`", "4 bytes of the global `x`", … */
} ScheduleStep;

/* A load that the finding needs to read what another thread wrote: numbers of steps of the
 * schedule. */
typedef struct InterferenceReport {
    size_t load, store;
} InterferenceReport;

typedef struct ByteRange {
    uint64_t start, end;
} ByteRange;

/* A lock that a thread held, and where it took it. */
typedef struct LockReport {
    char *name; /* "the mutex `m`" */
    SourcePlace place;
} LockReport;

/* How a thread came to one of the accesses of a race. */
typedef struct AccessReport {
    SourcePlace *stack; /* innermost first */
    size_t depth;       /* 0: not known, nor are the locks */
    LockReport *locks;
    size_t nlocks;
} AccessReport;

typedef struct Finding {
    char *kind;    /* assertion, memory, race, deadlock, api, abort, arithmetic, leak, hang,
                      unreachable, uninitialised, unsupported */
    char *message; /* one line */
    SourcePlace place;
    char *thread; /* name */
    /* A race has a second access. */
    bool has_other;
    SourcePlace other_place;
    char *other_thread, *other_message;
    AccessReport access, other_access;
    /* What raced, or was never written, by name: `x`, `s.n` of a structure, in memory of the heap
     * the member ("struct list.head") or the place where the block was allocated. NULL: it has no
     * name. */
    char *variable;
    char *reason; /* of a race that every run orders: where that is not by happens-before; NULL: not
                     known */
    char *member; /* "struct list.head"; NULL: none, or not known */
    bool volatiles; /* a race: both accesses are to volatile memory */
    ThreadReport *threads;
    size_t nthreads;
    InputReport *inputs;
    size_t ninputs;
    ScheduleStep *schedule;
    size_t nschedule;
    InterferenceReport *interferences; /* where the strategy knows them */
    size_t ninterferences;
    ByteRange *visible; /* the bytes that were interleaved */
    size_t nvisible;
    char **slots; /* thread names by slot, in the order replay must give them */
    size_t nslots;
    char *output; /* what the program had written to stdout and stderr: output_len bytes, zeros
                     among them */
    size_t output_len;
    uint64_t
        patience; /* instructions after which silent threads were parked; 0: none was in this run */
    uint64_t program_hash;
    uint64_t occurrences;
    char *test;       /* path of the test file, once written */
    bool unconfirmed; /* a limit came before the finding was executed again to make sure */
    bool hunted;      /* found by a run beside the systematic exploration */
    bool met; /* then: the exploration has come across it, too, and `occurrences` are its own */
} Finding;

/* A copy of its own; place_free frees what a place owns. */
SourcePlace place_copy(const SourcePlace *p);
void place_free(SourcePlace *p);
void finding_free(Finding *f);
/* Two findings with the same key are the same bug: kind, places (and message for kinds whose place
 * is vague). */
char *finding_key(const Finding *f);
/* The same where they may be of two versions of a program: names of files and numbers of lines do
 * not count. */
char *finding_key_across(const Finding *f);
/* Swaps where they say that something is in the sources of the program: the place, the other one,
 * and where threads are. */
void finding_swap_places(Finding *f, Finding *other);
/* Gives `f` (NULL: nothing happens) what `other`, the same race, knows of how the threads came to
 * their accesses. */
void finding_take_accesses(Finding *f, Finding *other);
/* Whether its thread went no further: what would follow was not explored. */
bool finding_stops(const Finding *f);
/* Whether two findings are deadlocks and the threads blocked in `part` are blocked at the same
 * places in `whole`. */
bool finding_covers(const Finding *whole, const Finding *part);

#endif
