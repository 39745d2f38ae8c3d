/*
 * semaphore.c — semaphores, unnamed and named. The object holds its initial value, its mark (see
 * runtime.h) and its generation. The engine keeps the current value.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include "runtime.h"

#define INITIAL(s) ((s)->__val[0])
#define MARK(s) ((s)->__val[1])
#define WORD(s) ((s)->__val[2])
#define HOME(s) ((s)->__val[4])
#define INPUT(s) ((s)->__val[3]) /* the initial value, if INITIAL is HEDDLE_SEM_MANY */

static int plain_word(const sem_t *s) {
    if (MARK(s) != MARK_SEMAPHORE && (INITIAL(s) || MARK(s)))
        __heddle_bad_object(MARK(s), "semaphore");
    return WORD(s);
}
static int word_of(const sem_t *s) {
    look_for_signals();
    return plain_word(s);
}

static int status(int error) {
    if (!error) return 0;
    errno = error;
    return -1;
}

PUBLIC int sem_init(sem_t *s, int shared, unsigned value) {
    if (value > SEM_VALUE_MAX) return status(EINVAL);
    ObjectBefore before = {WORD(s), MARK(s), HOME(s)};
    int word = __heddle_new_word(s, before, MARK_SEMAPHORE, "semaphore");
    *s = (sem_t){0};
    INITIAL(s) = (int)value;
    /* Small values, and those near the maximum, matter one by one. The others are equivalent as
     * long as the semaphore is posted or awaited only a few times. */
    if (__heddle_has_many_values(value) && value >= HEDDLE_SEM_FEW &&
        value <= SEM_VALUE_MAX - HEDDLE_SEM_FEW) {
        INITIAL(s) = (int)HEDDLE_SEM_MANY;
        INPUT(s) = (int)value;
    }
    invariant(!(word & 255));
    invariant((peek(INITIAL(s)) >= 0) | ((unsigned)peek(INITIAL(s)) == HEDDLE_SEM_MANY));
    MARK(s) = MARK_SEMAPHORE;
    HOME(s) = __heddle_home(s);
    WORD(s) = word;
    return 0;
}

static int destroy(sem_t *s) {
    int word = word_of(s);
    int error = __heddle_destroy(s, word, 4);
    INITIAL(s) = WORD(s) = 0;
    MARK(s) = MARK_DESTROYED;
    return error;
}

PUBLIC int sem_destroy(sem_t *s) { return status(destroy(s)); }
/* Defined if the program sends signals (kernel/delivery.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_tell_post(void);

PUBLIC int sem_post(sem_t *s) {
    int word = word_of(s);
    int error = __heddle_sem_post(s, word, (unsigned)INITIAL(s));
    if (__heddle_tell_post) __heddle_tell_post();
    return status(error);
}
extern __attribute__((__weak__, __visibility__("hidden"))) int __heddle_waits_are_woken(void);
extern __attribute__((__weak__, __visibility__("hidden"))) int
__heddle_await_post(unsigned *seen, int waits, int timed);
extern __attribute__((__weak__, __visibility__("hidden"))) int __heddle_signal_is_there(void);
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_deliver_after(void);
extern __attribute__((__weak__, __visibility__("hidden"))) int __heddle_interrupted(int always);

/* Whether a signal ends the call. A signal that arrives while the thread waits does so, unless its
 * handler has SA_RESTART, whatever the handler does to the semaphore. No other thread sees whether
 * this one waits already. So a second look for signals after the first stands for the time of
 * waiting, if the semaphore cannot be taken then. */
static int ends_by_signal(sem_t *s, int word, int *error) {
    while (__heddle_signal_is_there && __heddle_signal_is_there()) {
        *error = __heddle_sem_trywait(s, word | HEDDLE_TIMED, (unsigned)INITIAL(s));
        if (*error != ETIMEDOUT) {
            __heddle_deliver_after();
            return 1;
        }
        *error = EINTR;
        if (__heddle_interrupted(0) > 1) return 1;
    }
    return 0;
}

/* Waits in a run in which no other order is explored: signals wake waiting threads there. */
static int wait_woken(sem_t *s, int word, int timed) {
    unsigned seen = 0;
    int error = __heddle_await_post(&seen, 0, timed);
    while (!error && (error = __heddle_sem_trywait(s, word, (unsigned)INITIAL(s))) == EAGAIN)
        error = __heddle_await_post(&seen, 1, timed);
    return error;
}

PUBLIC int sem_wait(sem_t *s) {
    cancellation_point();
    int word = plain_word(s), error;
    if (__heddle_waits_are_woken && __heddle_waits_are_woken())
        return status(wait_woken(s, word, 0));
    if (ends_by_signal(s, word, &error)) return status(error);
    error = __heddle_sem_wait(s, word, (unsigned)INITIAL(s));
    invariant((error != EAGAIN) & (error != ETIMEDOUT)); /* it waits, without a limit */
    return status(error);
}
PUBLIC int sem_trywait(sem_t *s) {
    int word = word_of(s), error = __heddle_sem_trywait(s, word, (unsigned)INITIAL(s));
    invariant((error == 0) | (error == EAGAIN));
    return status(error);
}

/* Takes a semaphore that is available at once even if the deadline is invalid. */
static int timedwait(sem_t *s, int clock, const struct timespec *at) {
    cancellation_point();
    int word = plain_word(s), error, bad = at->tv_nsec < 0 || at->tv_nsec >= 1000000000L;
    if (!bad && __heddle_waits_are_woken && __heddle_waits_are_woken()) {
        __heddle_deadline(clock, at);
        return status(wait_woken(s, word, 1));
    }
    if (!bad && ends_by_signal(s, word, &error)) return status(error);
    __heddle_deadline(clock, at);
    error = __heddle_sem_trywait(s, word | HEDDLE_TIMED, (unsigned)INITIAL(s));
    return status(error == ETIMEDOUT && bad ? EINVAL : error);
}

PUBLIC int sem_timedwait(sem_t *restrict s, const struct timespec *restrict at) {
    return timedwait(s, 0, at);
}
PUBLIC int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict at) {
    return __heddle_is_clock(clock) ? timedwait(s, clock, at) : status(EINVAL);
}

PUBLIC int sem_getvalue(sem_t *restrict s, int *restrict value) {
    int word = word_of(s);
    *value = __heddle_sem_value(s, word, (unsigned)INITIAL(s));
    if ((unsigned)INITIAL(s) == HEDDLE_SEM_MANY) *value += INPUT(s) - (int)HEDDLE_SEM_MANY;
    return 0;
}

/* Named semaphores are in this table, guarded by a lock of the engine, as in a file system. An
 * unlinked semaphore stays usable by threads that have it open. */
#define NAMED_MAX 32
static struct named {
    char name[NAME_MAX + 1];
    int linked, users;
    sem_t semaphore;
} named[NAMED_MAX];
static int named_lock;

/* Checks an entry of the table, whose lock is held. */
CHECK void check_named(const struct named *n) {
    invariant((peek(n->linked) & ~1) == 0);
    invariant(peek(n->users) >= 0);
}

static struct named *find(const char *name) {
    for (int i = 0; i < NAMED_MAX; i++) {
        if (__heddle_check) check_named(&named[i]);
        if (named[i].linked && !strcmp(named[i].name, name)) return &named[i];
    }
    return 0;
}

/* Returns the name without its slashes at the start, or NULL with errno set. */
static const char *plain_name(const char *name) {
    while (*name == '/') name++;
    size_t length = strlen(name);
    if (length && length <= NAME_MAX && !strchr(name, '/')) return name;
    errno = length > NAME_MAX ? ENAMETOOLONG : EINVAL;
    return 0;
}

static void forget(struct named *n) {
    invariant(peek(n->users) >= 0);
    if (n->linked || n->users) return;
    MARK(&n->semaphore) = INITIAL(&n->semaphore) = WORD(&n->semaphore) = 0;
}

static struct named *create(const char *name, unsigned value) {
    for (int i = 0; i < NAMED_MAX; i++) {
        if (named[i].linked || named[i].users) continue;
        strcpy(named[i].name, name);
        named[i].linked = 1;
        sem_init(&named[i].semaphore, 1, value);
        return &named[i];
    }
    errno = ENOSPC;
    return 0;
}

PUBLIC sem_t *sem_open(const char *name, int flags, ...) {
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, mode_t);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    if (!(name = plain_name(name))) return SEM_FAILED;
    __heddle_mutex_lock(&named_lock, 0);
    struct named *n = find(name);
    if (n && (flags & O_CREAT) && (flags & O_EXCL)) {
        errno = EEXIST;
        n = 0;
    } else if (!n && !(flags & O_CREAT)) {
        errno = ENOENT;
    } else if (!n && value > SEM_VALUE_MAX) {
        errno = EINVAL;
    } else if (!n) {
        n = create(name, value);
    }
    if (n) n->users++;
    __heddle_mutex_unlock(&named_lock, 0);
    return n ? &n->semaphore : SEM_FAILED;
}

PUBLIC int sem_close(sem_t *s) {
    int error = EINVAL;
    __heddle_mutex_lock(&named_lock, 0);
    for (int i = 0; i < NAMED_MAX; i++)
        if (&named[i].semaphore == s && named[i].users) {
            named[i].users--;
            forget(&named[i]);
            error = 0;
        }
    __heddle_mutex_unlock(&named_lock, 0);
    return status(error);
}

PUBLIC int sem_unlink(const char *name) {
    if (!(name = plain_name(name))) return -1;
    __heddle_mutex_lock(&named_lock, 0);
    struct named *n = find(name);
    if (n) {
        n->linked = 0;
        forget(n);
    }
    __heddle_mutex_unlock(&named_lock, 0);
    return status(n ? 0 : ENOENT);
}
