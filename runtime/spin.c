/*
 * spin.c — spin locks: the engine's mutexes under another name, so that spinning is waiting. The
 * one word of the object holds its generation and, in the low bits, a mark. Zero is an initialised
 * lock.
 */
#include "pthread_impl.h"
#include "runtime.h"

enum { SPIN = 8, MARK_LIVE = 0x80 | SPIN, MARK_DEAD = 0x70, MARK_MASK = 0xff };

static int word_of(const pthread_spinlock_t *s) {
    look_for_signals();
    int word = *(const int *)s;
    if (word && (word & MARK_MASK) != MARK_LIVE)
        __heddle_bad_object(word == MARK_DEAD ? MARK_DESTROYED : 0, "spin lock");
    return (word & ~MARK_MASK) | SPIN;
}

PUBLIC int pthread_spin_init(pthread_spinlock_t *s, int shared) {
    int old = *(int *)s, live = old && (old & MARK_MASK) == MARK_LIVE;
    /* The object has no room for its home. */
    ObjectBefore before = {1, live, __heddle_home(s)};
    *(int *)s = __heddle_new_word((void *)s, before, 1, "spin lock") | MARK_LIVE;
    return 0;
}
PUBLIC int pthread_spin_destroy(pthread_spinlock_t *s) {
    int error = __heddle_destroy((void *)s, word_of(s), 1);
    *(int *)s = MARK_DEAD;
    return error;
}
PUBLIC int pthread_spin_lock(pthread_spinlock_t *s) {
    return __heddle_mutex_lock((void *)s, word_of(s));
}
PUBLIC int pthread_spin_trylock(pthread_spinlock_t *s) {
    return __heddle_mutex_trylock((void *)s, word_of(s));
}
PUBLIC int pthread_spin_unlock(pthread_spinlock_t *s) {
    return __heddle_mutex_unlock((void *)s, word_of(s));
}
