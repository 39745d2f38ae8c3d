/*
 * operation_table.h — the visible operations, one row each: what exploration, reports and tests
 * know of an operation's kind stands here, and what its class of object knows in one file of
 * src/os.
 *
 * O(NAME, text, class, traits, group)
 *   text    what schedules, tests and the JSON summary call it
 *   class   OBJECT_…: the class of object it works on, and so the row of functions that knows it
 *           (os/class.h)
 *   traits  letters below, or 0
 *   group   GROUP_…: where the summary counts its events
 *
 * Traits:
 *   B  may be pending and not enabled until another thread does something
 *   U  unsettled: whether it is enabled, or its outcome, depends on more than its own thread's past
 *   F  fixed: its order with what it depends on cannot be the other way round
 *   N  a notification: what it can do depends on events that are concurrent with it
 *   C  chooses: several outcomes are possible after one past
 *   X  waits until nobody shares its object
 *
 * The numbers of the kinds go into names of events: rows are only ever added at the end.
 */
// clang-format off
#define OPERATIONS(O) \
    O(NONE,         "none",         NONE,      0,         OTHER) \
    /* START: the first step of a thread; CREATE: `target` is the new one; JOIN may only wait for \
     * the end */ \
    O(START,        "start",        THREAD,    F,         OTHER) \
    O(CREATE,       "create",       THREAD,    F,         OTHER) \
    O(EXIT,         "exit",         THREAD,    F,         OTHER) \
    O(JOIN,         "join",         THREAD,    B | U,     OTHER) \
    O(DETACH,       "detach",       THREAD,    0,         OTHER) \
    O(PROCESS_EXIT, "process-exit", THREAD,    F,         OTHER) \
    /* Mutexes and spin locks. Outcome 1 of the first two: got it, 0: refused (of a timed kind: \
     * too late). UNLOCK: 1 released, 2 for ever, since its owner died and it was not made \
     * consistent. ABANDON: the owner ends */ \
    O(LOCK,         "lock",         MUTEX,     B | U,     MUTEX) \
    O(TRYLOCK,      "trylock",      MUTEX,     U,         MUTEX) \
    O(UNLOCK,       "unlock",       MUTEX,     0,         MUTEX) \
    O(ABANDON,      "abandon",      MUTEX,     0,         MUTEX) \
    /* Condition variables. WAIT releases the mutex and sleeps (its outcome: WAIT_…), TIMEOUT: a \
     * sleeper that nobody notified wakes by itself, WAKE takes the mutex again. SIGNAL: 1 + the \
     * thread woken, or 0 */ \
    O(WAIT,         "wait",         COND,      U | C,     CONDITION) \
    O(TIMEOUT,      "timeout",      COND,      0,         CONDITION) \
    O(WAKE,         "wake",         COND,      B | U,     CONDITION) \
    O(SIGNAL,       "signal",       COND,      U | N | C, CONDITION) \
    O(BROADCAST,    "broadcast",    COND,      U | N,     CONDITION) \
    /* Read-write locks. Outcome 1: got it, 0: refused (RDLOCK, WRLOCK: since it would wait for \
     * itself). RWUNLOCK: 1 of a writer, 2 of a reader, 0 an error */ \
    O(RDLOCK,       "rdlock",       RWLOCK,    B | U,     OTHER) \
    O(WRLOCK,       "wrlock",       RWLOCK,    B | U | X, OTHER) \
    O(TRYRDLOCK,    "tryrdlock",    RWLOCK,    U,         OTHER) \
    O(TRYWRLOCK,    "trywrlock",    RWLOCK,    U,         OTHER) \
    O(RWUNLOCK,     "rwunlock",     RWLOCK,    0,         OTHER) \
    /* Semaphores. SEM_POST: 0 where the value cannot grow; SEM_VALUE: the value */ \
    O(SEM_POST,     "post",         SEMAPHORE, U,         OTHER) \
    O(SEM_WAIT,     "sem-wait",     SEMAPHORE, B | U,     OTHER) \
    O(SEM_TRYWAIT,  "sem-trywait",  SEMAPHORE, U,         OTHER) \
    O(SEM_VALUE,    "sem-value",    SEMAPHORE, U,         OTHER) \
    /* Barriers. LEAVE: of who leaves first 1 + the serial thread; its causes are the arrivals, \
     * always */ \
    O(ARRIVE,       "arrive",       BARRIER,   U,         OTHER) \
    O(LEAVE,        "leave",        BARRIER,   B | U | F | C, OTHER) \
    /* One-time initialisation. ONCE: 1 where it runs the routine; ONCE_DONE: that has returned */ \
    O(ONCE,         "once",         ONCE,      B | U,     OTHER) \
    O(ONCE_DONE,    "once-done",    ONCE,      0,         OTHER) \
    /* The end of a synchronisation object, of class `object_class` */ \
    O(DESTROY,      "destroy",      NONE,      0,         OTHER) \
    /* Visible memory, plain or atomic; FREE: the end of a memory object with visible bytes */ \
    O(LOAD,         "load",         MEMORY,    0,         MEMORY) \
    O(STORE,        "store",        MEMORY,    0,         MEMORY) \
    O(RMW,          "rmw",          MEMORY,    0,         MEMORY) \
    O(FREE,         "free",         MEMORY,    0,         MEMORY) \
    /* Everything of an atomic section */ \
    O(SECTION,      "section",      SECTION,   0,         OTHER) \
    /* A piece of a system call. Outcome 1: its time was over before it could go on */ \
    O(KERNEL,       "syscall",      KERNEL,    B | U,     OTHER) \
    /* Outcome 1: the condition holds */ \
    O(BRANCH,       "branch",       BRANCH,    U | F | C, SYMBOLIC)
