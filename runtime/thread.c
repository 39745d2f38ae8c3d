/*
 * thread.c — creating, ending and joining threads. A pthread_t (and thrd_t) is the engine's thread
 * identifier cast to a pointer. So the engine itself detects joining a thread twice, or one that
 * never existed.
 */
#include "attributes.h"
#include "pthread_impl.h"
#include "stdio_impl.h"
#include <signal.h>
#include <threads.h>
#include "runtime.h"

#undef pthread_equal
#undef thrd_equal

int __heddle_main_left;

/* The result of each thread, written by the thread before it exits and read by the joining
 * thread. */
static void *results[HEDDLE_THREADS_MAX];

struct start {
    void *(*posix)(void *);
    int (*c11)(void *);
    void *argument;
    size_t stack;  /* its size if it is less than the usual one; else 0 */
    sigset_t mask; /* signal mask of the creator */
};

/* Defined if the program uses signals. */
extern __attribute__((__weak__)) void __heddle_swap_mask(const sigset_t *new, sigset_t *old);

/* Defined if the program joins threads without waiting forever. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_thread_begins(int thread);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_thread_ends(int thread);
/* Defined if it sends signals. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_forget_signals(int thread);
/* Defined if it makes calls with identifiers of other threads (thread_joined.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_note_joined(int thread);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_note_created(int thread);

extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_tell_end(int thread);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_await_end(int thread);
/* Defined if it asks for processors or names of threads, or sets policies. */
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_inherit_affinity(int thread, unsigned own);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_inherit_name(int thread);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_inherit_policy(int thread);

/* Defined if it asks for the attributes that threads have by default (thread_default.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_default_sizes(pthread_attr_t *a);

/* Defined if it asks for the attributes of threads (thread_told.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_note_attributes(int thread, const pthread_attr_t *attr);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_note_detached(int thread);

static void nothing(void) {}
weak_alias(nothing, __heddle_run_tsd_destructors);

static int id_of(struct __pthread *t) { return (int)(uintptr_t)t; }
static struct __pthread *handle_of(int id) { return (struct __pthread *)(uintptr_t)id; }

extern __attribute__((__weak__)) FILE __stdout_FILE;

/* Flushes stdout only: its writes commute, whichever thread makes them. */
static void flush_stdout(void) {
    FILE *f = &__stdout_FILE;
    if (f && f->wpos != f->wbase) f->write(f, 0, 0);
}

/* Whether stdout has a lock: its writes do not commute (start.c). */
static int has_locked_stdout(void) { return &__stdout_FILE && __stdout_FILE.lock >= 0; }

/* Defined if the program has functions called at its end. */
extern __attribute__((__weak__)) int __cxa_atexit(void (*function)(void *), void *argument,
                                                  void *dso);
_Noreturn void exit(int status);

/* Defined if the program opens plugins, which may have such functions (dl.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) int __heddle_has_plugins(void);

/* Whether the process has to end as if by exit, after main left. */
static int has_end(void) {
    return __cxa_atexit || __heddle_has_destructors() || has_locked_stdout() ||
           (__heddle_has_plugins && __heddle_has_plugins());
}

/* Ends the process as if by exit(0), after main left and the last thread has ended. */
static void end_process(void *unused) {
    for (int thread = 0; (thread = __heddle_thread_after(thread));) __heddle_await_thread(thread);
    exit(0);
}

static _Noreturn void leave(void *result) {
    look_for_signals();
    struct pthread *self = __pthread_self();
    while (self->cancelbuf) {
        struct __ptcb *handler = self->cancelbuf;
        self->cancelbuf = handler->__next;
        handler->__f(handler->__x);
    }
    __heddle_run_tsd_destructors();
    int id = __heddle_thread_self();
    invariant((id > 0) & (id < HEDDLE_THREADS_MAX));
    results[id] = result;
    /* The process continues without main until its last thread ends. No thread knows that it is the
     * last, so each one that ends after main flushes the output. */
    if (id == 1 && has_end()) {
        /* The last thread is not known in advance: an additional thread waits for all. */
        if (!__heddle_thread_after(1)) exit(0);
        if (__heddle_thread_create(end_process, NULL, 1) < 0)
            __heddle_fail("unsupported", "one thread more, which ends the process after main left",
                          NULL, 0, NULL);
    } else if (id == 1) {
        __heddle_main_left = 1;
    }
    if (__heddle_main_left) flush_stdout();
    if (__heddle_thread_ends) __heddle_thread_ends(id);
    if (__heddle_tell_end) __heddle_tell_end(id);
    __heddle_thread_exit();
}

static void thread_main(void *p) {
    struct start s = *(struct start *)p;
    __heddle_free(p);
    if (s.stack) __heddle_syscall(HEDDLE_CALL_STACK, (long)s.stack, 0, 0, 0, 0, 0);
    if (__heddle_swap_mask) __heddle_swap_mask(&s.mask, &s.mask);
    leave(s.posix ? s.posix(s.argument) : (void *)(intptr_t)s.c11(s.argument));
}

/* Returns the new thread's identifier, or a negative errno. It is stored before the thread begins,
 * as in other libraries: C requires that of thrd_create, and the thread could not use it
 * otherwise. */
static int create(struct __pthread **where, void *(*posix)(void *), int (*c11)(void *),
                  void *argument, const pthread_attr_t *attr) {
    unsigned own = attr ? (unsigned)PROCESSORS(attr) & 3 : 0; /* of the two that there are */
    if (attr && PROCESSORS(attr) && !own) return -EINVAL;
    int detached = attr && attr->_a_detach == PTHREAD_CREATE_DETACHED;
    look_for_signals();
    struct start *s = __heddle_malloc(sizeof *s, 16 | HEDDLE_HIDDEN_MEMORY);
    if (!s) return -ENOMEM;
    s->posix = posix;
    s->c11 = c11;
    s->argument = argument;
    s->stack = attr && attr->_a_stacksize < HEDDLE_USUAL_STACK ? attr->_a_stacksize : 0;
    if (__heddle_swap_mask) __heddle_swap_mask(NULL, &s->mask);
    if (attr && MASK(attr)) *(unsigned long *)&s->mask = MASK(attr) & ~MASK_IS_SET;
    int id = __heddle_next_thread();
    if (id > 0) *where = handle_of(id);
    if (id > 0 && __heddle_thread_begins) __heddle_thread_begins(id);
    if (id > 0 && __heddle_note_created) __heddle_note_created(id);
    if (id > 0 && __heddle_forget_signals) __heddle_forget_signals(id);
    if (id > 0 && __heddle_inherit_affinity) __heddle_inherit_affinity(id, own);
    if (id > 0 && __heddle_inherit_name) __heddle_inherit_name(id);
    if (id > 0 && __heddle_inherit_policy) __heddle_inherit_policy(id);
    if (id > 0 && __heddle_note_attributes) __heddle_note_attributes(id, attr);
    id = __heddle_thread_create(thread_main, s, detached);
    /* That this is the number told above is not asked here: it would be kept until then, so that
     * the creating thread would be in another state for each thread that it creates. */
    invariant(id != __heddle_thread_self());
    if (id < 0)
        __heddle_free(s);
    else if (id >= HEDDLE_THREADS_MAX)
        __heddle_fail("api", "more threads in one execution than the runtime supports", NULL, 0,
                      NULL);
    return id;
}

PUBLIC int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr,
                          void *(*routine)(void *), void *restrict argument) {
    if (attr && attr->_a_sched == PTHREAD_EXPLICIT_SCHED && attr->_a_policy != SCHED_OTHER)
        return EPERM;
    int id;
    if (!attr && __heddle_default_sizes) {
        pthread_attr_t usual = {0};
        __heddle_default_sizes(&usual);
        id = create(thread, routine, NULL, argument, &usual);
    } else
        id = create(thread, routine, NULL, argument, attr);
    return id == -ENOMEM ? EAGAIN : id < 0 ? -id : 0;
}

PUBLIC int pthread_join(pthread_t thread, void **result) {
    cancellation_point();
    if (__heddle_await_end) __heddle_await_end(id_of(thread));
    int error = __heddle_thread_join(id_of(thread));
    if (error) return error;
    if (__heddle_note_joined) __heddle_note_joined(id_of(thread));
    if (result) *result = results[id_of(thread)];
    return 0;
}

PUBLIC int pthread_detach(pthread_t thread) {
    look_for_signals();
    int error = __heddle_thread_detach(id_of(thread));
    if (!error && __heddle_note_detached) __heddle_note_detached(id_of(thread));
    return error;
}
PUBLIC _Noreturn void pthread_exit(void *result) { leave(result); }
PUBLIC pthread_t pthread_self(void) { return handle_of(__heddle_thread_self()); }
/* libc's own gettid reads it from a field that the engine does not set. */
PUBLIC pid_t gettid(void) { return (pid_t)__heddle_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0); }
PUBLIC int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

PUBLIC void _pthread_cleanup_push(struct __ptcb *handler, void (*function)(void *),
                                  void *argument) {
    struct pthread *self = __pthread_self();
    handler->__f = function;
    handler->__x = argument;
    handler->__next = self->cancelbuf;
    self->cancelbuf = handler;
}

PUBLIC void _pthread_cleanup_pop(struct __ptcb *handler, int run) {
    __pthread_self()->cancelbuf = handler->__next;
    if (run) handler->__f(handler->__x);
}

PUBLIC int sched_yield(void) {
    look_for_signals();
    __heddle_yield();
    __heddle_others_go_on("yield");
    return 0;
}

PUBLIC int pthread_yield(void) { return sched_yield(); }

PUBLIC int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
    int id = create(thread, NULL, routine, argument, NULL);
    return id == -ENOMEM ? thrd_nomem : id < 0 ? thrd_error : thrd_success;
}

PUBLIC int thrd_join(thrd_t thread, int *result) {
    cancellation_point();
    if (__heddle_await_end) __heddle_await_end(id_of(thread));
    if (__heddle_thread_join(id_of(thread))) return thrd_error;
    if (__heddle_note_joined) __heddle_note_joined(id_of(thread));
    if (result) *result = (int)(intptr_t)results[id_of(thread)];
    return thrd_success;
}

PUBLIC int thrd_detach(thrd_t thread) { return pthread_detach(thread) ? thrd_error : thrd_success; }

PUBLIC _Noreturn void thrd_exit(int result) { leave((void *)(intptr_t)result); }
PUBLIC thrd_t thrd_current(void) { return handle_of(__heddle_thread_self()); }
PUBLIC int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
PUBLIC void thrd_yield(void) { sched_yield(); }

PUBLIC int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
    int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
    return error == 0 ? 0 : error == EINTR ? -1 : -2;
}
