/*
 * generator.h — random small concurrent programs: the text that belongs to a seed, and what is known of it.
 */
#ifndef HEDDLE_ORACLE_GENERATOR_H
#define HEDDLE_ORACLE_GENERATOR_H

#include "explore/campaign.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the statements of a program are drawn from. */
enum {
    PLAIN = 1,
    LOCKS = 2,
    TRYLOCK = 4,
    CONDITION = 8,
    ATOMICS = 16,
    INPUTS = 32,
    ASSERTIONS = 64,
    ASSUMPTIONS = 128,
    SECTIONS = 256,
    RECURSIVE = 512,
    NESTED_CREATE = 1024,
    RWLOCKS = 2048,
    SEMAPHORES = 4096,
    BARRIERS = 8192,
    ONCE = 16384,
    TIMED = 32768, /* variants of the others */
    ROBUST = 65536,
    SPIN = 131072,
    DETACH = 262144,
    PIPES = 1 << 19, /* from here on: objects of the emulated kernel */
    COUNTERS = 1 << 20,
    SOCKETS = 1 << 21,
    POLLS = 1 << 22,
    EPOLLS = 1 << 23,
    FILES = 1 << 24,
    DESCRIPTORS = 1 << 25, /* opened, duplicated: what number they get */
    INPUT = 1 << 26,       /* the standard one */
    CLOSES = 1 << 27,      /* of descriptors that other threads use */
    WIDTHS = 1 << 28,      /* atomics of all widths on overlapping bytes */
    INDICES = 1 << 29,     /* inputs and shared values that choose what is accessed */
    KEYS = 1 << 30,        /* of thread-specific data, with a destructor */
};
/* What does not fit into an int. */
#define EXITS (1ull << 31) /* pthread_exit, also with mutexes held */
#define JUMPS (1ull << 32) /* setjmp and longjmp, over shared buffers too */
#define FREES (1ull << 33) /* of blocks large and small that others use */
#define ENGINE \
    (1ull << 34) /* what the engine itself reads or writes: clocks, inputs, output, the standard input */
#define TYPED (1ull << 35)     /* misuse of objects, and now and then an error-checking mutex */
#define CROSSWISE (1ull << 36) /* threads write, read what others write, and by that wait for something */
#define LOCALS (1ull << 37)    /* thread-local variables with initial values */
#define STRUCTS (1ull << 38)   /* copied as a whole, read by pieces */
#define ATTRIBUTES \
    (1ull << 39) /* threads are made with attributes, and decide by what they are told of them */
#define ALL_FEATURES ((1ull << 40) - 1)
#define KERNEL (0xfffffffull & ~(uint64_t)(PIPES - 1))
/* Of the program at hand only. */
#define ONCE_LOCKS (1ull << 40)
#define NESTED_JOIN (1ull << 41)
#define COUPLED (1ull << 42)   /* threads meet at few places: see statements_coupled.c */
#define ALIKE (1ull << 44)     /* threads that run the same routine: see symmetry.h of the engine */
#define SIGNALLED (1ull << 45) /* signals and cancellation: see statements_signals.c */
#define UNWRITTEN \
    (1ull << 46)             /* threads share memory that nothing has written, and decide by what is there */
#define PASSES (1ull << 47)  /* threads let time pass, and look at clocks */
#define PRINTS (1ull << 48)  /* they print, and look at what the stream holds */
#define RANDOM (1ull << 49)  /* they draw random numbers, and decide by them */
#define REPEATS (1ull << 50) /* one text is asserted at several places of a routine */
#define SILENT (1ull << 51)  /* threads do nothing visible for long, see statements_silent.c */
#define SECTIONED (1ull << 52) /* threads decide by what is in atomic sections, see statements_sections.c */
#define WAITS (1ull << 43)     /* loops without end that wait by looking: see statements_waits.c */

#define MAX_SPOTS 3 /* places that coupled threads meet at */
#define MAX_SITES 2 /* places where an input is read */
#define INPUT_VALUES 4

/* A program, and where its generator is while its text is being made. */
typedef struct Generator {
    uint64_t random;
    StrBuf text;
    uint64_t features;
    unsigned plain, atomics, mutexes;
    unsigned children;
    unsigned routines; /* the last threads run that of the first one where there are fewer than children */
    unsigned sites;
    bool shares_input;         /* the first place is in main, and what is read there is for all threads */
    unsigned held;             /* mutexes the thread at hand holds at this place, one bit each */
    bool reads, writes, spins; /* the same for the read-write lock and the spin lock */
    int indent;
    bool checked;       /* the first mutex checks for errors */
    bool sleeps;        /* some thread waits on a condition variable */
    const char *fd[10]; /* variables with descriptors */
    unsigned nfds;
    bool kernel; /* about objects of the emulated kernel */
    bool named_pipe;
    bool edges;       /* epoll tells changes */
    bool undefined;   /* the real machine may do anything */
    unsigned thread;  /* whose text is being made; 0: main */
    unsigned handles; /* threads that exist for sure at this place, and are not joined: h1, h2, … */
    bool cancels;     /* threads are cancelled */
    /* Where coupled threads meet; whether each does little more than read there, or write, several times in a
     * row. */
    char spot[MAX_SPOTS][12];
    unsigned spots;
    bool series;
    unsigned decisions;         /* of the thread at hand about what sections read */
    unsigned members;           /* of the structs that are copied */
    unsigned claims, claims_of; /* at places of their own so far, and the text of most of them */
    bool asserts;               /* all claims are those of the C library */
    /* Alike threads share a block of main's, on its heap or on its stack, and another one is there, too. */
    enum { BLOCK_NONE, BLOCK_HEAP, BLOCK_STACK } block;
    bool longer; /* threads have more statements than brute force can go through */
    enum { MEETS_POSTS, MEETS_BROADCASTS, MEETS_SIGNALS } meets; /* how main lets threads go on that dozed */
    bool gives_back; /* threads free main's block, and else take mutexes only; `gave`: one did */
    bool gave;
    bool counts; /* variables are only counted up; `told_count`: but one that is told in the end */
    bool told_count;
    bool forgets; /* of endless.c: there are counters without a bound and kept inputs */
    bool endless; /* threads are created without end, up to a bound; `another` creates itself */
    bool another;
    /* Of wakes.c: threads may remember what they saw before they wait; the mutex is 1 recursive, 2
     * error-checking. */
    bool remembers;
    unsigned steps; /* 1 or 2: a thread changes x0 and x1, or x1 and x0, in two sections */
    unsigned mutex_type;
    unsigned detached; /* threads that were created so, one bit each */
    SystemOptions system;
} Generator;

/* One program in sixteen may be large. */
bool is_large(uint64_t seed);

/* The program of a seed, with no other features than those allowed: its text is in `text`, which the caller
 * frees. `longer`: threads have more statements than brute force can go through. */
void generate(Generator *g, uint64_t seed, uint64_t allowed, bool longer);

#endif
