/*
 * pthread_arch.h — makes libc find the running thread's block in thread-local storage (self.c),
 * instead of a segment register.
 */
uintptr_t __heddle_thread_pointer(void);

static inline uintptr_t __get_tp(void) { return __heddle_thread_pointer(); }

/* Only signal-delivery code reads this, and none is built; the definition keeps headers
 * complete. */
#define MC_PC gregs[REG_RIP]
