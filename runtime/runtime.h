/*
 * runtime.h — shared by the files of this folder. They are compiled to bitcode with libc's own
 * internal headers, one member each, and linked lazily: a member is linked if the program needs a
 * symbol it defines.
 *
 * Everything that a program might define itself is PUBLIC: a weak definition, so that the program's
 * own wins and members with several functions never clash with it.
 */
#ifndef HEDDLE_RUNTIME_RUNTIME_H
#define HEDDLE_RUNTIME_RUNTIME_H

#include <stdint.h>
#include <time.h>
#include "engine.h"

#define PUBLIC __attribute__((__weak__))

/* Checks an invariant of the runtime's own data. Only debug and sanitizer builds, the unit tests
 * and the oracle do that; otherwise the loader removes it. It must not change what a program does:
 * what it reads of memory that other threads may change it reads by peek(). Without && and ||, the
 * loader leaves nothing of it. */
#define invariant(condition)                                  \
    do {                                                      \
        if (__heddle_check) __heddle_check((condition) != 0); \
    } while (0)
/* A function of such checks is called if (__heddle_check). */
#define CHECK static __attribute__((__noinline__, __unused__))
/* The value of a variable, without an access. */
#define peek(x) ((__typeof__(x))__heddle_peek(&(x), sizeof(x)))

/* Defined if the program sends signals: looks whether one is pending for the calling thread, and
 * runs its handler (kernel/delivery.c). Called before every operation that other threads can
 * notice. `cancels`: at a cancellation point. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_signal_look(int cancels);
static inline void look_for_signals(void) {
    if (__heddle_signal_look) __heddle_signal_look(0);
}
static inline void cancellation_point(void) {
    if (__heddle_signal_look) __heddle_signal_look(1);
}

/* Returns the value of an option of the run (HEDDLE_OPTION_…). */
static inline long __heddle_option(int which) {
    return __heddle_syscall(HEDDLE_CALL_OPTION, which, 0, 0, 0, 0, 0);
}

/* Where time is real (src/vm/system/system.h), sets when the thread's next operation waits in vain:
 * when the clock shows this time, which is valid, or at once. */
static inline void __heddle_deadline(int clock, const struct timespec *at) {
    if (!__heddle_option(HEDDLE_OPTION_REAL)) return;
    int valid = at->tv_sec >= 0 && (unsigned long)at->tv_nsec < 1000000000;
    long most = 4000000000; /* seconds: beyond all times of a run */
    long seconds = !valid ? 0 : at->tv_sec < most ? at->tv_sec : most;
    __heddle_syscall(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_AT, clock,
                     seconds * 1000000000 + (valid ? at->tv_nsec : 0), 0, 0, 0);
}

/* Lets other threads run in a run in which no other order is explored. There, a thread that sleeps
 * or yields may be waiting in a loop for memory that another one writes. A step of its own, on no
 * object, gives that thread its turn. */
static inline void __heddle_others_go_on(const char *what) {
    if (!__heddle_option(HEDDLE_OPTION_WOKEN)) return;
    __heddle_kernel_enter((void *)0, 0, 0, what);
    __heddle_kernel_leave();
}

/* The maximal number of threads of one execution (thread identifiers index a table in thread.c). */
#define HEDDLE_THREADS_MAX 10368

/* Stops a thread that uses the identifier of one that was joined (thread_joined.c). */
void __heddle_check_identifier(unsigned long thread, const char *misuse);

/* The default size of a stack in bytes: as glibc's, by the usual limit of a process. */
#define HEDDLE_USUAL_STACK (8ul << 20)

/* Set once the main thread has left through pthread_exit. From then on each leaving thread flushes
 * stdout. */
extern int __heddle_main_left;

/* Gives stdout and stderr locks. Called before there are threads, or in every run. */
void __heddle_lock_output(void);

/* Runs this thread's destructors of thread-specific data. Weakly defined as empty for programs
 * without keys. */
void __heddle_run_tsd_destructors(void);

/* Marks in objects. An initialiser writes the word of engine.h and a mark for the kind of the
 * object; a destroyed object has another mark. The static initialisers of our headers leave a mark,
 * too (see build-libc.sh). An object whose word and mark are zero may never have been written, and
 * may be initialised. The marks are ordinary memory: an initialisation or destruction that is
 * unordered with a use is a data race.
 *
 * An initialiser also writes the object's address (its home). A copy of an object, made with a
 * structure, has another home; it is no object and may be initialised. */
enum {
    MARK_MUTEX = 0x4d757401,
    MARK_COND,
    MARK_RWLOCK,
    MARK_SEMAPHORE,
    MARK_BARRIER,
    MARK_DESTROYED = 0x44656164,
    MARK_STATIC = 0x40 /* combined with one of the kinds */
};

/* Whether a wait can be measured by the clock: CLOCK_REALTIME or CLOCK_MONOTONIC. */
static inline int __heddle_is_clock(int clock) { return clock == 0 || clock == 1; }

/* Returns the home of an object at this address. It is the same in alike threads, which are 4 GiB
 * apart. */
static inline int __heddle_home(const volatile void *object) { return (int)(uintptr_t)object; }

/* Contents of an object that is about to be initialised. */
typedef struct ObjectBefore {
    int word, mark, home;
} ObjectBefore;

/* Returns its word from then on; `name` as in "mutex". */
int __heddle_new_word(void *object, ObjectBefore before, int kind_mark, const char *name);
/* Reports the use of an object that has neither its mark nor zeros. */
_Noreturn __attribute__((__cold__)) void __heddle_bad_object(int mark, const char *name);
/* Reports the use of a destroyed object that can still be used, as libc does. */
__attribute__((__cold__)) void __heddle_dead_object(const void *object, const char *name);

static inline int __heddle_is_static(int word, int mark, int kind_mark) {
    return !word && mark == (kind_mark | MARK_STATIC);
}

static inline int __heddle_word(const void *object, int word, int mark, int kind_mark,
                                const char *name) {
    if (mark == kind_mark || !(word || mark) || __heddle_is_static(word, mark, kind_mark))
        return word;
    if (mark != MARK_DESTROYED) __heddle_bad_object(mark, name);
    __heddle_dead_object(object, name);
    return word;
}

/* The kind of a mutex that a static initialiser made recursive or error-checking. Its words are its
 * word and mark, and the place where static initialisers of glibc's headers (in preprocessed
 * programs) put the kind. Those of our headers put it where musl has it, and leave a mark. */
static inline int __heddle_static_kind(const int *m) {
    int ours = m[3] == (MARK_MUTEX | MARK_STATIC) ? m[0] : 0;
    int kind = m[0] ? ours : m[4];
    return !m[1] && (kind == 1 || kind == 2) ? kind : 0;
}

static inline int __heddle_mutex_word(const int *m) {
    int kind = __heddle_static_kind(m);
    return kind ? kind : __heddle_word(m, m[0], m[1], MARK_MUTEX, "mutex");
}

#endif
