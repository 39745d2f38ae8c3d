/*
 * heddle_seq.h — the interface between a sequentialized program (heddle seq) and its runtime.
 * `heddle seq` turns a program with threads into a sequential one in which one thread, the reader,
 * is interfered by another one, the writer, at k of its reads. Inputs decide which reads, and by
 * which writes (Razavi, Farzan, Holzer: Bounded-Interference Sequentialization for Testing
 * Concurrent Programs). Its output is ordinary bitcode that refers to the functions below;
 * heddle_seq.c beside this file defines them:
 *
 *     heddle seq program.c --threads=add,stop --bound=2 -o out.bc
 *     heddle test out.bc heddle_seq.c        or        clang-19 out.bc heddle_seq.c -o out
 *
 * The initialisation is the execution of main until it first waits for a thread, or to its end.
 * Then the reader runs. Each of its reads of memory that others may know has a number, from 1 on.
 * Before the read rds[0], the writer runs alone, from its beginning, on memory as the
 * initialisation left it. Each of its writes has a number. It stops after the last of wrts[0..k-1],
 * as soon as it holds no lock. The value of the write wrts[j] becomes that of the read rds[j]. From
 * then on the reader continues only as long as the events of both have an order
 * (heddle_seq_order.h) in which all other reads are local.
 *
 * Both threads work on the same memory, one after the other. The writes of each are kept in a
 * journal and exchanged when the other one's turn begins. This is equivalent to two copies of the
 * shared variables, except that pointers mean the same in both.
 */
#ifndef HEDDLE_SEQ_H
#define HEDDLE_SEQ_H

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <time.h>

/* --- definitions that heddle seq adds to the program ------------------------------------------ */

/* A place of the program that is logged, or that is not supported. */
typedef struct HeddleSeqSite {
    const char *file, *function;
    uint32_t line, column;
} HeddleSeqSite;
extern const HeddleSeqSite heddle_seq_sites[];

/* The largest number of non-local reads; the same for rds and wrts. */
extern unsigned heddle_seq_bound;
/* The start routines of the reader and the writer (null: any), and which thread with this routine
 * each of them is, from 1 on. 0: main. */
extern void *heddle_seq_routines[2];
extern unsigned heddle_seq_numbers[2];
/* Whether the program tries to take locks: then each lock that the writer takes has a number among
 * its writes, and each attempt of the reader one among its reads. */
extern bool heddle_seq_tries;
/* Whether the program frees memory: then each write of the reader to the heap, and each lock that
 * it takes or gives back there, has a number among its reads. */
extern bool heddle_seq_frees;
/* Whether threads other than main may wait for the ends of others. */
extern bool heddle_seq_joins;

/* --- inputs ----------------------------------------------------------------------------------- */

enum { HEDDLE_SEQ_MOST = 16 }; /* the largest bound */
extern unsigned heddle_seq_rds[HEDDLE_SEQ_MOST], heddle_seq_wrts[HEDDLE_SEQ_MOST];

/* --- calls in the program --------------------------------------------------------------------- */

/* The current thread, an index into copies of thread-local variables: 0 main, from 1 on others, by
 * their creation. */
extern unsigned heddle_seq_thread;
enum { HEDDLE_SEQ_THREADS = 16 };
/* Set if the writer is to return from all its functions. */
extern bool heddle_seq_stop;

/* Called before a read of `size` bytes. */
void heddle_seq_read(const volatile void *at, size_t size, unsigned site);
/* Called before and after a write. A compare-and-exchange that fails counts as a write of the old
 * value. */
void heddle_seq_write(volatile void *at, size_t size, unsigned site);
void heddle_seq_written(void);
/* Called after a write of several words, one after the other. */
void heddle_seq_written_range(void);
/* Called before reads of several words, one by one. */
void heddle_seq_read_range(const void *at, size_t size, unsigned site);
/* Replace memmove and memset, word by word. Bits of `shared`: 1: the source, 2: the destination may
 * be known to others. */
void *heddle_seq_copy(void *to, const void *from, size_t size, unsigned shared, unsigned site);
void *heddle_seq_fill(void *at, int byte, size_t size, unsigned site);
/* Called before reads of a string that ends with zero, of at most `most` bytes. */
void heddle_seq_read_string(const char *s, size_t most, unsigned site);
/* Called before a call prints by a format: reads the strings among the arguments. */
void heddle_seq_print(unsigned site, const char *format, ...);
void heddle_seq_vprint(unsigned site, const char *format, va_list arguments);
/* Begin and end events between which the other thread does nothing. */
void heddle_seq_atomic_begin(void);
void heddle_seq_atomic_end(void);
/* The same, as a section of the program; ends with heddle_seq_atomic_end. */
void heddle_seq_section_begin(void);
/* Returns memory for a local variable whose address others may know. */
void *heddle_seq_local(size_t size);
void heddle_seq_local_end(void *p);
/* Called before the program fails on purpose (a failed assertion, abort). */
void heddle_seq_fails(void);
/* Called for an assumption. */
void heddle_seq_assume(int64_t holds);
/* Called for an unsupported call: ends the run with a message, unless only main runs yet. */
void heddle_seq_unsupported(const char *what, unsigned site);
/* Called for an unsupported way of waiting for other threads; if main waits, its threads run. */
void heddle_seq_waits(const char *what, unsigned site);
/* Called when the current thread makes an input with this name. */
void heddle_seq_input(const char *name);
/* Called when main returns, or ends the process or itself. */
void heddle_seq_main_ends(void);

/* Replace the functions of libc with these names. */
void *heddle_seq_malloc(size_t size);
void *heddle_seq_calloc(size_t n, size_t size);
void *heddle_seq_realloc(void *p, size_t size, unsigned site);
void *heddle_seq_aligned_alloc(size_t align, size_t size);
int heddle_seq_posix_memalign(void **p, size_t align, size_t size, unsigned site);
char *heddle_seq_strdup(const char *s, unsigned site);
void heddle_seq_free(void *p, unsigned site);
int heddle_seq_pthread_create(pthread_t *thread, const void *attr, void *(*routine)(void *),
                              void *argument, unsigned site);
int heddle_seq_pthread_join(pthread_t thread, void **result, unsigned site);
int heddle_seq_pthread_detach(pthread_t thread);
pthread_t heddle_seq_pthread_self(void);
int *heddle_seq_errno(void);
int heddle_seq_pthread_equal(pthread_t a, pthread_t b);
void heddle_seq_pthread_exit(void *result);
int heddle_seq_pthread_mutex_init(void *m, const void *attr);
int heddle_seq_pthread_rwlock_init(void *m, const void *attr);
int heddle_seq_pthread_mutex_lock(void *m, unsigned site);
int heddle_seq_pthread_mutex_trylock(void *m, unsigned site);
int heddle_seq_pthread_mutex_unlock(void *m, unsigned site);
int heddle_seq_pthread_rwlock_rdlock(void *m, unsigned site);
int heddle_seq_pthread_rwlock_tryrdlock(void *m, unsigned site);
int heddle_seq_pthread_mutex_timedlock(void *m, const struct timespec *until, unsigned site);
int heddle_seq_pthread_mutex_clocklock(void *m, int clock, const struct timespec *until,
                                       unsigned site);
int heddle_seq_pthread_rwlock_timedrdlock(void *m, const struct timespec *until, unsigned site);
int heddle_seq_pthread_rwlock_clockrdlock(void *m, int clock, const struct timespec *until,
                                          unsigned site);
int heddle_seq_pthread_cond_wait(void *c, void *m, unsigned site);
/* The same in a loop that looks at its condition before and after the wait, and does nothing else.
 */
int heddle_seq_looking_cond_wait(void *c, void *m, unsigned site);
int heddle_seq_pthread_cond_timedwait(void *c, void *m, unsigned site);
int heddle_seq_looking_cond_timedwait(void *c, void *m, unsigned site);
int heddle_seq_pthread_once(void *control, void (*routine)(void), unsigned site);
int heddle_seq_pthread_key_create(unsigned *key, void (*destructor)(void *), unsigned site);
void *heddle_seq_pthread_getspecific(unsigned key);
int heddle_seq_pthread_setspecific(unsigned key, const void *value);
int heddle_seq_sem_init(void *s, int shared, unsigned value, unsigned site);
int heddle_seq_sem_post(void *s, unsigned site);
int heddle_seq_sem_wait(void *s, unsigned site);
int heddle_seq_sem_trywait(void *s, unsigned site);
int heddle_seq_sem_timedwait(void *s, const struct timespec *until, unsigned site);
int heddle_seq_sem_clockwait(void *s, int clock, const struct timespec *until, unsigned site);
int heddle_seq_sem_getvalue(void *s, int *value, unsigned site);
time_t heddle_seq_time(time_t *at, unsigned site);

#endif
