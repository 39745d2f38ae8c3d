/*
 * engine.h — the operations that the engine itself executes for code linked into the program under
 * test: the boundary between the runtime (libc, threads library, start-up; all bitcode) and the
 * virtual machine. Every function here is recognised by name when the program is decoded. Error
 * results are errno values (positive) unless said otherwise; nothing sets errno.
 */
#ifndef HEDDLE_RUNTIME_ENGINE_H
#define HEDDLE_RUNTIME_ENGINE_H

typedef unsigned long __heddle_size;

/* Memory. Fresh memory reads as zero. `align` is a power of two, at least 1. NULL when
 * exhausted. */
/* `align` with this bit: memory of the emulated kernel, which the program does not see. */
enum {
    HEDDLE_KERNEL_MEMORY = 1 << 24,
    HEDDLE_KERNEL_TABLE = 1 << 25,    /* others are found through it */
    HEDDLE_UNWRITTEN_MEMORY = 1 << 26 /* the program's, which is to write it before it reads it */
};
void *__heddle_malloc(__heddle_size size, __heddle_size align);
/* NULL is allowed. Frees only blocks of __heddle_malloc; anything else is a finding. */
void __heddle_free(void *block);
/* The size asked for when `block` was allocated; a pointer that is no live block is a finding. */
__heddle_size __heddle_object_size(void *block);

/* Threads. Identifiers are small positive numbers; the main thread is 1. */
int __heddle_thread_create(void (*entry)(void *), void *argument, int detached); /* id, or -errno */
int __heddle_next_thread(void); /* the identifier of the next thread that the calling one creates;
                                   0: there is none left */
_Noreturn void __heddle_thread_exit(void);
int __heddle_thread_join(int thread); /* blocks until it has exited */
int __heddle_thread_detach(int thread);
/* All threads that there ever were, but for the calling one: the first after 0, each after one that
 * was awaited; 0: no more. */
int __heddle_thread_after(int thread);
int __heddle_await_thread(int thread); /* until it has ended; it is still to be joined */
int __heddle_has_destructors(void);    /* the program, for its end */
int __heddle_thread_self(void);
void __heddle_yield(void);

/* Synchronisation objects. Each is named by its address and a `word` that the runtime keeps in the
 * object's memory: in bits 0-7 what an operation needs to know, above them the generation, which
 * tells an object from one that was initialised at the same address before. Zero is right for an
 * object with a static initialiser. */
enum { HEDDLE_SPURIOUS = 32 };
enum {
    HEDDLE_TIMED = 64
}; /* in a word: where the operation would wait it fails with ETIMEDOUT instead */
/* Semaphores: in the place of an initial value that is an input and matters little, and how few
 * make it matter (the engine has the same numbers). */
#define HEDDLE_SEM_MANY 0x80000000u
#define HEDDLE_SEM_FEW 16
int __heddle_generation(void);
int __heddle_as_written(int x);      /* the same, with zero for what was never written */
int __heddle_is_local(void *object); /* whether it lies on a stack, where another object of the same
                                        function may follow it */
/* `kind`: 1 mutex, 2 condition variable, 3 read-write lock, 4 semaphore, 5 barrier. */
int __heddle_destroy(void *object, int word, int kind);

/* Mutexes. Bits of the word: 0-1 normal, recursive, error-checking; 2 robust; 3 spin lock. */
int __heddle_mutex_lock(void *mutex, int word);
int __heddle_mutex_trylock(void *mutex, int word);
int __heddle_mutex_unlock(void *mutex, int word);
int __heddle_mutex_consistent(void *mutex, int word);

/* Condition variables; a timed wait has HEDDLE_TIMED in the word of the mutex, one that may wake
 * spuriously HEDDLE_SPURIOUS. When time passes, and which wait does, is a choice of the
 * strategy. */
int __heddle_cond_wait(void *cond, int word, void *mutex, int mutex_word);
int __heddle_cond_signal(void *cond, int word);
int __heddle_cond_broadcast(void *cond, int word);

int __heddle_rwlock_rdlock(void *lock, int word);
int __heddle_rwlock_wrlock(void *lock, int word);
int __heddle_rwlock_tryrdlock(void *lock, int word);
int __heddle_rwlock_trywrlock(void *lock, int word);
int __heddle_rwlock_unlock(void *lock, int word);

/* Semaphores; `initial`: the value they were initialised with. */
int __heddle_sem_post(void *semaphore, int word, unsigned initial);
int __heddle_sem_wait(void *semaphore, int word, unsigned initial);
int __heddle_sem_trywait(void *semaphore, int word, unsigned initial);
int __heddle_sem_value(void *semaphore, int word, unsigned initial); /* the value */

int __heddle_barrier_wait(void *barrier, int word,
                          unsigned count); /* -1 for the serial thread, 0 for the others */

int __heddle_once(void *control); /* 1: run the routine and call once_done; 0: it has run */
int __heddle_once_done(void *control);

/* Everything between begin and end happens without another thread in between. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

/* Pieces of system calls, see kernel/kernel.h. What lies between enter and leave happens at once,
 * as one visible operation on the kernel objects given, each by the address of its state word: it
 * waits until ((word ^ expect) & mask) is not zero for one of them, where any mask is set. Words
 * change only in pieces that `write` their object. Returns 1 where `timed` and the time was over
 * first, else 0. At most three objects are written. No symbolic value is looked at within. */
struct __heddle_item {
    void *object;
    unsigned mask, expect, writes, spare;
};
enum { HEDDLE_FOR_EVER = 2 }; /* in place of `timed`: that it waits in vain is no deadlock */
int __heddle_kernel_enter(const struct __heddle_item *items, int n, int timed, const char *what);
void __heddle_kernel_leave(void);

/* Numbers for __heddle_syscall that no kernel has. */
enum {
    HEDDLE_CALL_TIME = 100000, /* the thread's virtual time in nanoseconds */
    HEDDLE_CALL_PASS,          /* it moves on by (nanoseconds) */
    HEDDLE_CALL_SLEEP,         /* the same, asleep */
    HEDDLE_CALL_PASS_UNTIL,  /* (clock, nanoseconds): it moves on until that clock shows this, by at
                                least one */
    HEDDLE_CALL_SLEEP_UNTIL, /* the same, asleep; not at all where the clock shows it already */
    HEDDLE_CALL_QUIET,       /* (address, size): unordered accesses are no findings */
    HEDDLE_CALL_IS_VISIBLE,  /* (address, size): whether accesses are interleaved */
    HEDDLE_CALL_CONCRETE,    /* (value): the same, a branch for each possible value */
    HEDDLE_CALL_OPTION,      /* (HEDDLE_OPTION_…, detail): its value */
    HEDDLE_CALL_HOST_STAT, /* (path, struct __heddle_host_file *): 0 or -errno; of the folder given
                              with --files */
    HEDDLE_CALL_HOST_READ, /* (path, offset, buffer, size): bytes read or -errno */
    HEDDLE_CALL_HOST_LIST, /* (path, number, buffer, size): the length of the name of that entry, 0
                              after the last */
    HEDDLE_CALL_STDIN,  /* (offset, buffer, size): bytes of the standard input; without buffer: how
                           many there are */
    HEDDLE_CALL_OUTPUT, /* (descriptor, buffer, size): to stdout or stderr */
    HEDDLE_CALL_BLOCK, /* (address): where the live heap block begins that it lies in, 0: in none */
    HEDDLE_CALL_EXTENT,   /* (address): its size, 0: there is none */
    HEDDLE_CALL_UNMAP,    /* (address, size): the end of a part of a small block, which stays */
    HEDDLE_CALL_UNMAPPED, /* (address, size): of a block all of whose parts have ended; it is
                             freed */
    HEDDLE_CALL_SYMBOL,   /* (name): the address of a function or global that the program has under
                             this name for others, 0: it has none */
    HEDDLE_CALL_LEAVES, /* (address, size): bytes are about to leave the program by a system call */
    HEDDLE_CALL_INTERRUPTS,  /* (word, other word, bits): where the thread waits, one of these bits
                                in a state word of the kernel's lets it go on; 1: it is in an atomic
                                section */
    HEDDLE_CALL_OUTPUT_SEEN, /* (whether the program is about to notice what stdout or stderr hold):
                              1: their memory is like any other's; else, where it is about to, an
                              exploration begins again so */
    HEDDLE_CALL_BEYOND,      /* (text): something is not explored */
    HEDDLE_CALL_RANDOM,   /* (address, size): the bytes of the thread's next draw, the same in every
                             run */
    HEDDLE_CALL_STACK,    /* (bytes): the calling thread has so much stack */
    HEDDLE_CALL_STACK_OF, /* (thread): where its stack begins */
    HEDDLE_CALL_SHOW, /* (address, size): accesses are to be interleaved, in the next exploration */
    HEDDLE_CALL_SIGNALS, /* (whether one is about to be sent): 1: threads look for signals; else who
                            sends one goes no further, and an exploration begins again with looks */
};
enum {
    HEDDLE_OPTION_FDS_PER_THREAD,
    HEDDLE_OPTION_ORDERED_OUTPUT,
    HEDDLE_OPTION_FAULTS,
    HEDDLE_OPTION_SYMBOLIC_STDIN,    /* how many bytes of the detail-th piece (from 0), 0: none; so
                                        below */
    HEDDLE_OPTION_SYMBOLIC_STDIN_AT, /* from which one on */
    HEDDLE_OPTION_SYMBOLIC_ARGUMENT, /* number */
    HEDDLE_OPTION_SYMBOLIC_ARGUMENT_AT,
    HEDDLE_OPTION_SYMBOLIC_VARIABLE, /* "NAME=VALUE" */
    HEDDLE_OPTION_SYMBOLIC_VARIABLE_AT,
    HEDDLE_OPTION_SYMBOLIC_RANDOM, /* whether random bytes are inputs */
    HEDDLE_OPTION_WOKEN,           /* signals wake who waits for a semaphore or a thread */
    HEDDLE_OPTION_SIGNALS,         /* how often a timer expires at most; 0: no limit */
};
struct __heddle_host_file {
    unsigned long mode, size, inode, modified; /* nanoseconds since 1970 */
    unsigned long symbolic_at, symbolic;       /* so many bytes from there on are an input */
};

/* System calls: Linux numbers and conventions of x86-64 (a negative errno on failure). */
long __heddle_syscall(long number, long a, long b, long c, long d, long e, long f);

/* Accesses to this memory are neither logged nor interleaved (the buffers of stdout and stderr). */
void __heddle_unlogged(void *p, __heddle_size size);

/* Symbolic inputs and harness operations. */
void __heddle_make_symbolic(void *p, __heddle_size size, const char *name);
void __heddle_assume(int condition);       /* false: this thread stops here, no finding */
_Noreturn void __heddle_silent_exit(void); /* this thread stops here, no finding */
/* A finding of this kind ("assertion", "abort", "api", "memory", …) at the nearest caller outside
 * the runtime. */
_Noreturn void __heddle_fail(const char *kind, const char *message, const char *file, int line,
                             const char *function);
/* Whether the function that asks was called by the program itself, not by libc. */
int __heddle_by_program(void);
/* Whether a value is an input that may have many values. */
int __heddle_has_many_values(unsigned long value);
/* A value to be shown, where nothing that the program itself called takes a result that tells of
 * it: one of those that a symbolic one can have, which it is not bound to. Otherwise the value as
 * it is. */
unsigned long __heddle_example(unsigned long value);
/* A warning in the summary, once per text. */
void __heddle_warn(const char *message);

/* Runs the program's constructors (or destructors) in order. */
void __heddle_constructors(void);
void __heddle_destructors(void);

#endif
