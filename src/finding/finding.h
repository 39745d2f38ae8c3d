/*
 * finding.h — the report of one error: the data shared by test files, diagnostics, summaries and
 * replay. Plain data without behaviour; every string and array belongs to the finding.
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
    char *name;    /* "0", "0.1", … */
    char *routine; /* the function that it runs; NULL: not known */
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
    char *thread;     /* its name */
    char *kind;       /* operation_names: "lock", "load", … */
    uint64_t object;  /* address, or 0 */
    uint32_t ordinal; /* this thread's n-th visible operation, branches not counted, from 1 */
    uint32_t outcome; /* as in Operation */
    /* rounds of the loop that the thread is in afterwards, made without further looks; see
     * counted.h */
    uint32_t rounds;
    SourcePlace place;
    char *object_name; /* for people: "`m`", "4 bytes of the global `x`", … */
} ScheduleStep;

/* A load that the finding needs to read another thread's store: numbers of steps of the
 * schedule. */
typedef struct InterferenceReport {
    size_t load, store;
} InterferenceReport;

typedef struct ByteRange {
    uint64_t start, end;
} ByteRange;

/* A lock that a thread held, and the place where it took it. */
typedef struct LockReport {
    char *name; /* "the mutex `m`" */
    SourcePlace place;
} LockReport;

/* How a thread reached one of the accesses of a race. */
typedef struct AccessReport {
    SourcePlace *stack; /* innermost first */
    size_t depth;       /* 0: unknown, and so are the locks */
    LockReport *locks;
    size_t nlocks;
} AccessReport;

/* Whether an earlier version of the program has a finding, as far as heddle diff asked. */
typedef enum Baseline { BASELINE_NONE, BASELINE_NEW, BASELINE_STILL } Baseline;

/* The kind of what is no finding: a path that ended without an error, of which there is a test. */
#define FINDING_PATH "path"
/* The message of a hang of threads that wait by looking. */
#define STANDSTILL_MESSAGE \
    "the thread waits in a loop for ever: no thread is left that could change what it looks at"

/* The end of the name of an object that was used after its end: its address. */
#define ENDED_BEFORE " (0x"
#define ENDED_AT ENDED_BEFORE "%llx)"

typedef struct Finding {
    /* assertion, memory, race, deadlock, api, abort, arithmetic, leak, hang, unreachable,
     * uninitialised, unsupported */
    char *kind;
    char *message; /* one line */
    SourcePlace place;
    char *thread; /* its name */
    /* A race has a second access. */
    bool has_other;
    SourcePlace other_place;
    char *other_thread, *other_message;
    AccessReport access, other_access;
    /* The raced or uninitialised variable by name: `x`, or `s.n` for a structure. For heap memory,
     * the member ("struct list.head") or the place of the allocation. NULL: it has no name. */
    char *variable;
    /* for a race that every run orders: why that is not happens-before; NULL: unknown */
    char *reason;
    /* For a race: the key of another one, on a word by which the data of this one is handed over:
     * with an order there, these accesses would be ordered. NULL: none. */
    char *follows;
    /* for a race: the whole object by name, or the place of its allocation; for the use of an
     * object after its end: that object, the place where it ended, and ENDED_AT; NULL: it has none
     */
    char *object;
    char *member;   /* "struct list.head"; NULL: none, or unknown */
    bool goes_on;   /* its thread went on; for kinds that usually stop it */
    bool partial;   /* if so: not everything behind it was explored */
    bool volatiles; /* for a race: both accesses are to volatile memory */
    ThreadReport *threads;
    size_t nthreads;
    InputReport *inputs;
    size_t ninputs;
    ScheduleStep *schedule;
    size_t nschedule;
    InterferenceReport *interferences; /* if the strategy knows them */
    size_t ninterferences;
    ByteRange *visible; /* the interleaved bytes */
    size_t nvisible;
    char **slots; /* thread names by slot, in the order that a replay must use */
    size_t nslots;
    /* output of the program to stdout and stderr: output_len bytes, which may contain zeros */
    char *output;
    size_t output_len;
    /* number of instructions after which silent threads were parked; 0: no thread was parked in
     * this run */
    uint64_t patience;
    uint64_t program_hash;
    uint64_t occurrences;
    Baseline baseline;
    char *test;       /* path of the test file, once written */
    bool unconfirmed; /* a limit prevented the confirmation by another execution */
    bool hunted;      /* found by a single run beside the systematic exploration */
    bool tentative;   /* met with fewer checks than its replay has, which may stop before it */
    bool met; /* if hunted: the exploration has found it, too, and `occurrences` are its own */
} Finding;

/* Returns a copy; place_free frees the contents of a place. */
SourcePlace place_copy(const SourcePlace *p);
void place_free(SourcePlace *p);
/* Frees the contents. */
void thread_report_clear(ThreadReport *t);
void schedule_step_clear(ScheduleStep *s);
/* Whether the thread could not go on at the moment of the finding. */
bool thread_report_blocked(const ThreadReport *t);
/* Whether two threads are at one place of the program, as finding_key tells places apart. */
bool thread_reports_same_place(const ThreadReport *a, const ThreadReport *b);
void finding_free(Finding *f);
/* Drops the schedule, the inputs and the output. */
void finding_forget_run(Finding *f);
/* Returns the key of a finding; the caller frees it. Findings with the same key are the same bug:
 * it has the kind and places (and the message for assertions and where the place is vague). */
char *finding_key(const Finding *f);
/* The same for findings of two versions of a program: names of files and numbers of lines do not
 * count. */
char *finding_key_across(const Finding *f);
/* Returns Finding.object or another name without the address of what was used after its end. The
 * caller frees it. */
char *finding_object_name(const char *object);
/* Swaps the source places of two findings: the place, the other place, and the stacks of the
 * threads. */
void finding_swap_places(Finding *f, Finding *other);
/* Gives `f` (NULL: nothing happens) the calls and locks of the threads from `other`, the same
 * race. */
void finding_take_accesses(Finding *f, Finding *other);
/* Whether the code behind the finding was not explored, since it ended its thread, or only in
 * part. */
bool finding_stops(const Finding *f);
/* Whether two findings are deadlocks and the threads blocked in `part` are blocked at the same
 * places in `whole`. */
bool finding_covers(const Finding *whole, const Finding *part);
/* Returns what the finding has of a thread; NULL: nothing. */
const ThreadReport *finding_thread(const Finding *f, const char *name);
/* Whether the finding is about this thread: it met the error, accessed what raced, or is blocked in
 * the deadlock. */
bool finding_is_about(const Finding *f, const char *thread);
/* Whether it is a hang of threads that wait by looking (run/standstill.h). It is told where both
 * hangs and deadlocks are. */
bool finding_is_standstill(const Finding *f);
/* Whether it is no finding but a path that ended without an error. */
bool finding_is_path(const Finding *f);

#endif
