/*
 * engine.h — the operations that the engine executes for code linked into the program under test.
 * It is the boundary between the runtime (libc, threads library, start-up; all bitcode) and the
 * virtual machine. Every function here is recognised by name when the program is decoded. Error
 * results are positive errno values unless said otherwise; nothing sets errno.
 */
#ifndef HEDDLE_RUNTIME_ENGINE_H
#define HEDDLE_RUNTIME_ENGINE_H

typedef unsigned long __heddle_size;

/* Memory. Fresh memory reads as zero. `align` is a power of two, at least 1. Returns NULL when
 * exhausted. */
/* Bits that are added to `align`. HEDDLE_KERNEL_MEMORY: memory of the emulated kernel, which the
 * program does not see. */
enum {
    HEDDLE_KERNEL_MEMORY = 1 << 24,
    HEDDLE_KERNEL_TABLE = 1 << 25, /* leads to other blocks of the kernel */
    /* memory of the program, which must write it before reading it */
    HEDDLE_UNWRITTEN_MEMORY = 1 << 26,
    /* memory of the program that the runtime keeps for it: its threads race on it, but it is no
     * leak */
    HEDDLE_RUNTIME_MEMORY = 1 << 27,
    /* never shown to the program, which gets no memory that such a block had; all of one size */
    HEDDLE_HIDDEN_MEMORY = 1 << 28
};
void *__heddle_malloc(__heddle_size size, __heddle_size align);
/* NULL is allowed. Frees only blocks of __heddle_malloc; anything else is a finding. */
void __heddle_free(void *block);
/* Returns the size asked for when `block` was allocated. A pointer to no live block is a
 * finding. */
__heddle_size __heddle_object_size(void *block);

/* Threads. Identifiers are small positive numbers; the main thread is 1. */
/* returns the id, or -errno */
int __heddle_thread_create(void (*entry)(void *), void *argument, int detached);
/* returns the id of the next thread that the calling one creates; 0: there is none left */
int __heddle_next_thread(void);
_Noreturn void __heddle_thread_exit(void);
int __heddle_thread_join(int thread); /* blocks until it has exited */
int __heddle_thread_detach(int thread);
/* Enumerates all threads that ever existed except the calling one: the first after 0, each next one
 * after one that was awaited; 0: no more. */
int __heddle_thread_after(int thread);
int __heddle_await_thread(int thread); /* blocks until it has ended; it must still be joined */
int __heddle_has_destructors(void);    /* of the program, for its end */
int __heddle_thread_self(void);

/* Callers. Returns an address in the function of the program whose call is number `k`, from the
 * innermost one, of those that the thread is in; 0: there are no more. */
unsigned long __heddle_caller(unsigned long k);
/* Returns a character of the name of the function that an address is in: number `k`; 0 behind the
 * name's end, and where no function is. */
int __heddle_name_character(unsigned long address, unsigned long k);

/* Contexts (ucontext.h). getcontext is an engine operation, too, and fills HEDDLE_CONTEXT_WORDS
 * words of the context, from HEDDLE_CONTEXT_AT on. A context with memory of its own has a block
 * that begins with these members. */
enum { HEDDLE_CONTEXT_AT = 40, HEDDLE_CONTEXT_WORDS = 5 };
#define HEDDLE_CONTEXT_MAGIC 0x63747874l /* in the upper half of the first word */
struct __heddle_context {
    unsigned long suspended;  /* where its frames are while no thread runs on it; 0: nowhere */
    unsigned long stack, end; /* the memory of its frames */
    unsigned long limit;      /* the bytes that the program gave it */
};
/* the block of the context that the thread runs on; 0: its own stack */
void *__heddle_context_current(void);
/* the bytes that its frames need while it is suspended */
__heddle_size __heddle_context_room(void);
/* Goes on at a context. The frames of the current one are kept in `room`; 0: nobody comes back to
 * them. A context that has not begun calls `begin` with its block. */
_Noreturn void __heddle_context_switch(const void *context, void *room, void (*begin)(void *));
void __heddle_yield(void);

/* Synchronisation objects. Each is named by its address and a `word` that the runtime keeps in the
 * object's memory. Bits 0-7 of the word are parameters of an operation. The bits above are the
 * generation, which distinguishes an object from an earlier one at the same address. Zero is right
 * for an object with a static initialiser. */
enum { HEDDLE_SPURIOUS = 32 };
enum { HEDDLE_TIMED = 64 }; /* in a word: the operation fails with ETIMEDOUT instead of waiting */
/* Semaphores with a large input as initial value: HEDDLE_SEM_MANY stands for that value. It matters
 * after HEDDLE_SEM_FEW posts or waits. (The engine uses the same numbers.) */
#define HEDDLE_SEM_MANY 0x80000000u
#define HEDDLE_SEM_FEW 16
int __heddle_generation(void);
int __heddle_as_written(int x); /* returns x, with zero for uninitialised bits */
/* whether it lies on a stack, where another object of the same function may follow it */
int __heddle_is_local(void *object);
/* `kind`: 1 mutex, 2 condition variable, 3 read-write lock, 4 semaphore, 5 barrier. */
int __heddle_destroy(void *object, int word, int kind);

/* Mutexes. Bits of the word: 0-1 normal, recursive, error-checking; 2 robust; 3 spin lock. */
int __heddle_mutex_lock(void *mutex, int word);
int __heddle_mutex_trylock(void *mutex, int word);
int __heddle_mutex_unlock(void *mutex, int word);
int __heddle_mutex_consistent(void *mutex, int word);

/* Condition variables. A timed wait has HEDDLE_TIMED in the word of the mutex, one that may wake
 * spuriously HEDDLE_SPURIOUS. The strategy chooses when time passes, and which wait ends by
 * that. */
int __heddle_cond_wait(void *cond, int word, void *mutex, int mutex_word);
int __heddle_cond_signal(void *cond, int word);
int __heddle_cond_broadcast(void *cond, int word);

/* Read-write locks. HEDDLE_GATE in the word: the gate of a lock that prefers writers, which lies
 * HEDDLE_GATE_AT bytes behind the begin of the lock. An unlock returns HEDDLE_WROTE where the
 * thread held the lock for writing. */
enum { HEDDLE_GATE = 16, HEDDLE_GATE_AT = 24, HEDDLE_WROTE = -1 };
int __heddle_rwlock_rdlock(void *lock, int word);
int __heddle_rwlock_wrlock(void *lock, int word);
int __heddle_rwlock_tryrdlock(void *lock, int word);
int __heddle_rwlock_trywrlock(void *lock, int word);
int __heddle_rwlock_unlock(void *lock, int word);

/* Semaphores; `initial` is the value they were initialised with. */
int __heddle_sem_post(void *semaphore, int word, unsigned initial);
int __heddle_sem_wait(void *semaphore, int word, unsigned initial);
int __heddle_sem_trywait(void *semaphore, int word, unsigned initial);
int __heddle_sem_value(void *semaphore, int word, unsigned initial); /* returns the value */

int __heddle_barrier_wait(void *barrier, int word,
                          unsigned count); /* returns -1 in the serial thread, 0 in the others */

int __heddle_once(void *control); /* returns 1: run the routine and call once_done; 0: it has run */
int __heddle_once_done(void *control, int given_up); /* 1: it has not returned, and never will */

/* No other thread runs between begin and end. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

/* Pieces of system calls, see kernel/kernel.h. The code between enter and leave is one visible
 * operation on the given kernel objects, each named by the address of its state word. If any mask
 * is set, the operation waits until ((word ^ expect) & mask) is not zero for one of the objects.
 * Words change only in pieces that `write` their object. Returns 1 if `timed` and the time was over
 * first, else 0. At most three objects are written. No symbolic value is read in a piece. */
struct __heddle_item {
    void *object;
    unsigned mask, expect, writes, spare;
};
enum { HEDDLE_FOR_EVER = 2 }; /* in place of `timed`: waiting in vain is no deadlock */
int __heddle_kernel_enter(const struct __heddle_item *items, int n, int timed, const char *what);
void __heddle_kernel_leave(void);

/* Numbers for __heddle_syscall that no kernel has. */
enum {
    HEDDLE_CALL_TIME = 100000, /* (for a file): returns the thread's virtual time in nanoseconds */
    HEDDLE_CALL_PASS,          /* (nanoseconds): advances it */
    HEDDLE_CALL_SLEEP,         /* the same, asleep */
    /* (clock, nanoseconds): advances it until that clock shows this, by at least one nanosecond */
    HEDDLE_CALL_PASS_UNTIL,
    /* the same, asleep; does nothing if the clock already shows that time */
    HEDDLE_CALL_SLEEP_UNTIL,
    HEDDLE_CALL_QUIET,      /* (address, size): unordered accesses are no findings */
    HEDDLE_CALL_IS_VISIBLE, /* (address, size): returns whether accesses are interleaved */
    HEDDLE_CALL_CONCRETE,   /* (value): returns it, with a branch for each possible value */
    HEDDLE_CALL_OPTION,     /* (HEDDLE_OPTION_…, detail): returns the option's value */
    /* (path, struct __heddle_host_file *): returns 0 or -errno; for the folder given with
     * --files */
    HEDDLE_CALL_HOST_STAT,
    /* (path, offset, buffer, size): returns the number of bytes read or -errno */
    HEDDLE_CALL_HOST_READ,
    /* (path, number, buffer, size): returns the length of that entry's name, 0 after the last */
    HEDDLE_CALL_HOST_LIST,
    /* (offset, buffer, size): reads the standard input; without buffer, returns the number of
     * bytes */
    HEDDLE_CALL_STDIN,
    HEDDLE_CALL_OUTPUT, /* (descriptor, buffer, size): writes to stdout or stderr */
    HEDDLE_CALL_BLOCK, /* (address): returns the beginning of the live heap block around it, or 0 */
    HEDDLE_CALL_EXTENT,   /* (address): returns the size of a block, or 0 */
    HEDDLE_CALL_UNMAP,    /* (address, size): ends a part of a small block, which stays */
    HEDDLE_CALL_UNMAPPED, /* (address, size): frees a block all of whose parts have ended */
    /* (name): returns the address of the program's function or global visible under this name, or
     * 0 */
    HEDDLE_CALL_SYMBOL,
    HEDDLE_CALL_LEAVES, /* (address, size): bytes are about to leave the program by a system call */
    /* (word, other word, bits): while the thread waits, any of these bits in one of these two words
     * lets it continue; returns 1 in an atomic section */
    HEDDLE_CALL_INTERRUPTS,
    /* (whether the program is about to notice what stdout or stderr hold): returns 1 if their
     * memory is like any other. Otherwise, if the program is about to notice, an exploration begins
     * again so. */
    HEDDLE_CALL_OUTPUT_SEEN,
    HEDDLE_CALL_BEYOND, /* (text): reports something that is not explored */
    /* (address, size): fills in the thread's next random bytes, the same in every run */
    HEDDLE_CALL_RANDOM,
    HEDDLE_CALL_STACK,    /* (bytes): sets the size of the calling thread's stack */
    HEDDLE_CALL_STACK_OF, /* (thread): returns the beginning of its stack */
    HEDDLE_CALL_SHOW, /* (address, size): accesses are to be interleaved, in the next exploration */
    /* (whether a signal is about to be sent): returns 1 if threads look for signals; otherwise the
     * sender stops, and an exploration begins again with looks */
    HEDDLE_CALL_SIGNALS,
    /* (whether of the process): returns the processor time of the thread, in nanoseconds */
    HEDDLE_CALL_BUSY,
    /* (HEDDLE_DEADLINE_…, …): in a real run, sets the time at which the thread's next operation
     * with a time limit waits in vain, and returns the one before; otherwise does nothing and
     * returns 0 */
    HEDDLE_CALL_DEADLINE,
    HEDDLE_CALL_MAINS,    /* returns the bits of signals for the process that main handles */
    HEDDLE_CALL_RESTS_ON, /* (text): reports an assumption on which the verdict rests */
};
enum {
    HEDDLE_DEADLINE_IN,   /* (nanoseconds from now; at once: 0) */
    HEDDLE_DEADLINE_AT,   /* (clock, nanoseconds that it shows) */
    HEDDLE_DEADLINE_BACK, /* (what the call returned) */
    HEDDLE_DEADLINE_SAME, /* it stays */
    HEDDLE_DEADLINE_LEFT  /* it stays; returns the nanoseconds left, at least 0 */
};
enum {
    HEDDLE_OPTION_FDS_PER_THREAD,
    HEDDLE_OPTION_ORDERED_OUTPUT,
    HEDDLE_OPTION_FAULTS,
    /* number of symbolic bytes of the detail-th part (from 0), 0: none; likewise below */
    HEDDLE_OPTION_SYMBOLIC_STDIN,
    HEDDLE_OPTION_SYMBOLIC_STDIN_AT, /* the first of them */
    HEDDLE_OPTION_SYMBOLIC_ARGUMENT, /* detail: the argument's number */
    HEDDLE_OPTION_SYMBOLIC_ARGUMENT_AT,
    HEDDLE_OPTION_SYMBOLIC_VARIABLE, /* detail: "NAME=VALUE" */
    HEDDLE_OPTION_SYMBOLIC_VARIABLE_AT,
    HEDDLE_OPTION_SYMBOLIC_RANDOM,  /* whether random bytes are inputs */
    HEDDLE_OPTION_WOKEN,            /* signals wake threads that wait for a semaphore or a thread */
    HEDDLE_OPTION_NO_PROCESSES,     /* no process can be made */
    HEDDLE_OPTION_REAL,             /* what waits for a time goes on when it has come */
    HEDDLE_OPTION_SIGNALS,          /* how often a timer may expire; -1: no limit */
    HEDDLE_OPTION_ARGUMENT_COUNTED, /* the argument's number among those of sym-args, or 0 */
    /* the detail-th group of arguments (from 0) that may be missing: the number of its first one,
     * 0: there is no such group; and how many there are */
    HEDDLE_OPTION_OPTIONAL_FIRST,
    HEDDLE_OPTION_OPTIONAL_LEAST,
    HEDDLE_OPTION_OPTIONAL_MOST,
};
struct __heddle_host_file {
    unsigned long mode, size, inode, modified; /* nanoseconds since 1970 */
    unsigned long symbolic_at, symbolic;       /* offset and number of bytes that are an input */
    unsigned long made;                        /* the file is in no folder (sym-files) */
};

/* System calls: Linux numbers and conventions of x86-64 (a negative errno on failure). */
long __heddle_syscall(long number, long a, long b, long c, long d, long e, long f);

/* Invariants of the runtime (runtime.h). `check` is defined where the engine checks its own
 * invariants; an argument of 0 is an internal error. `peek` returns up to 8 bytes of memory, which
 * is neither an access nor an operation. For what is symbolic both take an example. */
extern __attribute__((__weak__)) void __heddle_check(int holds);
unsigned long __heddle_peek(const volatile void *p, __heddle_size size);

/* Accesses to this memory are neither logged nor interleaved (the buffers of stdout and stderr). */
void __heddle_unlogged(void *p, __heddle_size size);

/* Symbolic inputs and harness operations. */
void __heddle_make_symbolic(void *p, __heddle_size size, const char *name);
void __heddle_assume(int condition);       /* false: this thread stops here, without a finding */
_Noreturn void __heddle_silent_exit(void); /* this thread stops here, without a finding */
/* Reports a finding of this kind ("assertion", "abort", "api", "memory", …) at the nearest caller
 * outside the runtime. */
_Noreturn void __heddle_fail(const char *kind, const char *message, const char *file, int line,
                             const char *function);
/* Reports a finding behind which the thread goes on, unless it is to stop at each finding. Its
 * message is `what` and `is` in a row; `effect` says what is assumed of what follows; `ended` is an
 * object that was used after its destruction, or a null pointer. It changes no memory. */
void __heddle_mistake(const char *kind, const char *what, const char *is, const char *effect,
                      const void *ended);
/* Whether the calling function was called by the program itself, not by libc. */
int __heddle_by_program(void);
/* Whether a value is an input that may have many values. */
int __heddle_has_many_values(unsigned long value);
/* Whether a value depends on inputs. In a replay no value does. */
int __heddle_is_symbolic(unsigned long value);
/* Adds a warning to the summary: a message, and what the engine knows of a value, or where the
 * thread is. */
enum { HEDDLE_TELL_EXPRESSION, HEDDLE_TELL_RANGE, HEDDLE_TELL_STACK };
void __heddle_tell(const char *message, unsigned long value, int what);
/* Returns the size of the live object (heap block, global or local variable) that begins at this
 * address, or 0 if none does. */
__heddle_size __heddle_extent(const void *object);
/* Returns a value to be printed. For a symbolic value it is an example, to which the value is not
 * bound. But if the program uses the result of the library function that it called, the value is
 * returned unchanged, like one that is not symbolic. */
unsigned long __heddle_example(unsigned long value);
/* Adds to what the verdict rests on, once per text, that the program got something else than a
 * machine gives; heddle run prints it. */
void __heddle_warn(const char *message);
/* The same for what holds in the runs that are explored, and could be otherwise in others. */
void __heddle_assumed(const char *message);

/* Runs the program's constructors (or destructors) in order. */
void __heddle_constructors(void);
void __heddle_destructors(void);

#endif
