/*
 * operation_table.h — the visible operations, one row each. A row has what exploration, reports and
 * tests know of a kind of operation; one file of src/os has what the class of its object knows.
 *
 * O(NAME, text, class, traits, group, words)
 *   text    the name in schedules, tests and the JSON summary
 *   class   OBJECT_…: the class of the object, which selects a row of functions (os/class.h)
 *   traits  letters below, or 0
 *   group   GROUP_…: where the summary counts its events
 *   words   what a thread does by it, for reports; the object is where the * is, or at the end
 *
 * Traits:
 *   B  may be pending and not enabled until another thread does something
 *   U  unsettled: whether it is enabled, or its outcome, depends on more than its own thread's past
 *   F  fixed: its order with operations that it depends on cannot be reversed
 *   N  a notification: its possible effects depend on events that are concurrent with it
 *   C  chooses: several outcomes are possible after one past
 *   X  waits until no thread shares its object
 *
 * Names of events contain the numbers of the kinds, so new rows are added only at the end.
 */
// clang-format off
#define OPERATIONS(O) \
    O(NONE,         "none",         NONE,      0,         OTHER,  "") \
    /* START: the first step of a thread; CREATE: `target` is the new one; JOIN may only wait for \
     * the end */ \
    O(START,        "start",        THREAD,    F,         OTHER,  "starts") \
    O(CREATE,       "create",       THREAD,    F,         OTHER,  "creates") \
    O(EXIT,         "exit",         THREAD,    F,         OTHER,  "ends") \
    O(JOIN,         "join",         THREAD,    B | U,     OTHER,  "joins") \
    O(DETACH,       "detach",       THREAD,    0,         OTHER,  "detaches") \
    O(PROCESS_EXIT, "process-exit", THREAD,    F,         OTHER,  "ends the process") \
    /* Mutexes and spin locks. Outcome 1 of the first two: taken, 0: refused (of a timed kind: too \
     * late). UNLOCK: 1 released, 2 released for ever, since its owner died and it was not made \
     * consistent, 3 taken away from its owner, another thread, 0 none of these. ABANDON: its \
     * owner ends */ \
    O(LOCK,         "lock",         MUTEX,     B | U,     MUTEX,  "locks") \
    O(TRYLOCK,      "trylock",      MUTEX,     U,         MUTEX,  "tries to lock") \
    O(UNLOCK,       "unlock",       MUTEX,     U,         MUTEX,  "unlocks") \
    O(ABANDON,      "abandon",      MUTEX,     0,         MUTEX,  "ends while it holds") \
    /* Condition variables. WAIT releases the mutex and sleeps (its outcome: WAIT_…). TIMEOUT \
     * wakes a sleeper that no thread notified; WAKE takes the mutex again. SIGNAL: 1 + the thread \
     * woken, or 0 */ \
    O(WAIT,         "wait",         COND,      U | C,     CONDITION,"waits on") \
    O(TIMEOUT,      "timeout",      COND,      0,         CONDITION,"times out on") \
    O(WAKE,         "wake",         COND,      B | U,     CONDITION,"wakes from") \
    O(SIGNAL,       "signal",       COND,      U | N | C, CONDITION,"signals") \
    O(BROADCAST,    "broadcast",    COND,      U | N,     CONDITION,"broadcasts on") \
    /* Read-write locks. Outcome 1: taken, 0: refused (RDLOCK, WRLOCK: since the thread would wait \
     * for itself). RWUNLOCK: 1 of a writer, 2 of a reader, 0 an error */ \
    O(RDLOCK,       "rdlock",       RWLOCK,    B | U,     OTHER,  "locks * for reading") \
    O(WRLOCK,       "wrlock",       RWLOCK,    B | U | X, OTHER,  "locks * for writing") \
    O(TRYRDLOCK,    "tryrdlock",    RWLOCK,    U,         OTHER,  "tries to lock * for reading") \
    O(TRYWRLOCK,    "trywrlock",    RWLOCK,    U,         OTHER,  "tries to lock * for writing") \
    O(RWUNLOCK,     "rwunlock",     RWLOCK,    0,         OTHER,  "unlocks") \
    /* Semaphores. SEM_POST: 0 if the value cannot grow; SEM_VALUE: the value */ \
    O(SEM_POST,     "post",         SEMAPHORE, U,         OTHER,  "posts") \
    O(SEM_WAIT,     "sem-wait",     SEMAPHORE, B | U,     OTHER,  "waits on") \
    O(SEM_TRYWAIT,  "sem-trywait",  SEMAPHORE, U,         OTHER,  "tries to wait on") \
    O(SEM_VALUE,    "sem-value",    SEMAPHORE, U,         OTHER,  "looks at") \
    /* Barriers. LEAVE: 1 + the serial thread, of the first thread that leaves; its causes are \
     * always the arrivals */ \
    O(ARRIVE,       "arrive",       BARRIER,   U,         OTHER,  "arrives at") \
    O(LEAVE,        "leave",        BARRIER,   B | U | F | C, OTHER,"leaves") \
    /* One-time initialisation. ONCE: 1 if it runs the routine; ONCE_DONE: the routine has \
     * returned, or was given up */ \
    O(ONCE,         "once",         ONCE,      B | U,     OTHER,  "comes to") \
    O(ONCE_DONE,    "once-done",    ONCE,      0,         OTHER,  "has run the routine of") \
    /* The end of a synchronisation object, of class `object_class` */ \
    O(DESTROY,      "destroy",      NONE,      0,         OTHER,  "destroys") \
    /* Visible memory, plain or atomic; FREE: the end of a memory object with visible bytes */ \
    O(LOAD,         "load",         MEMORY,    0,         MEMORY, "reads") \
    O(STORE,        "store",        MEMORY,    0,         MEMORY, "writes") \
    O(RMW,          "rmw",          MEMORY,    0,         MEMORY, "updates") \
    O(FREE,         "free",         MEMORY,    0,         MEMORY, "ends the life of") \
    /* A whole atomic section */ \
    O(SECTION,      "section",      SECTION,   0,         OTHER,  "enters an atomic section") \
    /* A piece of a system call. Outcome 1: its time was over before it could continue */ \
    O(KERNEL,       "syscall",      KERNEL,    B | U,     OTHER,  "makes") \
    /* Outcome 1: the condition holds */ \
    O(BRANCH,       "branch",       BRANCH,    U | F | C, SYMBOLIC,"branches") \
    /* In a real run (system.h), the turn of the others after many instructions. No step of a \
     * schedule */ \
    O(PAUSE,        "pause",        NONE,      0,         OTHER,  "")
