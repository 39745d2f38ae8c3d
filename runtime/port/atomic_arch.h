/*
 * atomic_arch.h — libc's internal atomics as plain C. No code built from libc synchronises with
 * them: its locks are engine mutexes (stdio_lock.c), its threads and semaphores are not built. The
 * remaining code already holds a lock, so that plain accesses suffice.
 */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int desired) {
    int old = *p;
    if (old == expected) *p = desired;
    return old;
}

#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *expected, void *desired) {
    void *volatile *cell = (void *volatile *)p;
    void *old = *cell;
    if (old == expected) *cell = desired;
    return old;
}

#define a_swap a_swap
static inline int a_swap(volatile int *p, int v) {
    int old = *p;
    *p = v;
    return old;
}

#define a_barrier a_barrier
static inline void a_barrier(void) {}

#define a_ctz_32 a_ctz_32
static inline int a_ctz_32(uint32_t x) { return __builtin_ctz(x); }
#define a_ctz_64 a_ctz_64
static inline int a_ctz_64(uint64_t x) { return __builtin_ctzl(x); }
#define a_clz_64 a_clz_64
static inline int a_clz_64(uint64_t x) { return __builtin_clzl(x); }

#define a_crash a_crash
static inline void a_crash(void) { __builtin_trap(); }
