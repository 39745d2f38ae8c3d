/*
 * runtime.h — shared by the files of this folder. They are compiled to bitcode with libc's own
 * internal headers, one member each, and linked lazily: a member comes in when the program needs a
 * symbol it defines.
 *
 * Everything that a program might define itself is PUBLIC: a weak definition, so that the program's
 * own wins and members with several functions never clash with it.
 */
#ifndef HEDDLE_RUNTIME_RUNTIME_H
#define HEDDLE_RUNTIME_RUNTIME_H

#include <stdint.h>
#include "engine.h"

#define PUBLIC __attribute__((__weak__))

/* Where the program sends signals: whether one is there for the calling thread, whose handler runs
 * then (kernel/delivery.c). It is asked before whatever other threads can notice. `cancels`: at a
 * cancellation point. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_signal_look(int cancels);
static inline void look_for_signals(void) {
    if (__heddle_signal_look) __heddle_signal_look(0);
}
static inline void cancellation_point(void) {
    if (__heddle_signal_look) __heddle_signal_look(1);
}

/* In a run of which no other order is explored, a thread that sleeps or yields may be waiting, in a
 * loop, for memory that another one writes: a step of its own, on no object, lets that one have its
 * turn. */
static inline void __heddle_others_go_on(const char *what) {
    if (!__heddle_syscall(HEDDLE_CALL_OPTION, HEDDLE_OPTION_WOKEN, 0, 0, 0, 0, 0)) return;
    __heddle_kernel_enter((void *)0, 0, 0, what);
    __heddle_kernel_leave();
}

/* The most threads one execution may create (thread identifiers index a table in thread.c). */
#define HEDDLE_THREADS_MAX 10368

/* The size of a stack that nobody chose: as glibc's, by the usual limit of a process. */
#define HEDDLE_USUAL_STACK (8ul << 20)

/* Set once the main thread has left through pthread_exit: from then on each leaving thread flushes
 * stdout. */
extern int __heddle_main_left;

/* stdout and stderr get locks: before there are threads, or in every run. */
void __heddle_lock_output(void);

/* Runs this thread's destructors of thread-specific data. Defined weakly empty where no key is ever
 * made. */
void __heddle_run_tsd_destructors(void);

/* Marks in objects. An initialiser writes the word of engine.h and a mark that says of which kind
 * the object is; a destroyed object has another mark. The static initialisers of our headers leave
 * a mark, too (see build-libc.sh); all bytes zero, or zero where the word and the mark are, is one
 * that nobody may have written, and an initialisation may follow. The marks are ordinary memory: an
 * initialisation or destruction that nothing orders against a use is a data race.
 *
 * An initialiser also writes where the object is (its home): what was copied with a structure is no
 * object, and may be initialised. */
enum {
    MARK_MUTEX = 0x4d757401,
    MARK_COND,
    MARK_RWLOCK,
    MARK_SEMAPHORE,
    MARK_BARRIER,
    MARK_DESTROYED = 0x44656164,
    MARK_STATIC = 0x40 /* with one of the kinds */
};

/* What an object at this address has as its home: the same in alike threads, which are 4 GiB
 * apart. */
static inline int __heddle_home(const volatile void *object) { return (int)(uintptr_t)object; }

/* What an object has in it that is about to be initialised. */
typedef struct ObjectBefore {
    int word, mark, home;
} ObjectBefore;

/* Its word from then on; `name` as in "mutex". */
int __heddle_new_word(void *object, ObjectBefore before, int kind_mark, const char *name);
/* What is wrong with a use of an object that has neither its mark nor zeros. */
_Noreturn void __heddle_bad_object(int mark, const char *name);

static inline int __heddle_is_static(int word, int mark, int kind_mark) {
    return !word && mark == (kind_mark | MARK_STATIC);
}

static inline int __heddle_word(int word, int mark, int kind_mark, const char *name) {
    if (mark != kind_mark && (word || mark) && !__heddle_is_static(word, mark, kind_mark))
        __heddle_bad_object(mark, name);
    return word;
}

/* The words of a mutex: its word and mark, and the place where static initialisers of glibc's
 * headers (in programs preprocessed with them) put the kind. */
static inline int __heddle_foreign_kind(const int *m) {
    return !m[0] && !m[1] && (m[4] == 1 || m[4] == 2) ? m[4] : 0;
}

static inline int __heddle_mutex_word(const int *m) {
    int kind = __heddle_foreign_kind(m);
    return kind ? kind : __heddle_word(m[0], m[1], MARK_MUTEX, "mutex");
}

#endif
