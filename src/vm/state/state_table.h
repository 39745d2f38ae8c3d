/*
 * state_table.h — the members of a thread, a frame, a heap and a synchronisation object, and the
 * scalars of a machine. Each has one row, which says what it has to do with the state of the
 * program. The structures themselves, what the trail saves, fingerprints, control states, texts of
 * states and redo are made from these rows. tests/unit/test_state.c changes each member. A member
 * outside of the table is not saved, so it cannot be part of a state.
 *
 * The kinds of rows, each a macro of a type and a name:
 * VALUE    state: its value counts as it is
 * CODED    state in a form of its own, by code in fingerprint.c, control.c and state_text.c, or by
 *          the effects of operations (os/, heap.c): the comment says which
 * NUMBER   numbers what comes later (names of children): no two states differ by names alone, but
 *          summaries refer to names, so it belongs to control states
 * DERIVED  follows from the rest of the state; the text has it, so that the check of fingerprints
 *          (audit/verify.h) finds cases in which it does not
 * COUNTED  not observable for the program: names, texts of findings, caches, and limits, which are
 *          reported if they decide anything
 * MOMENT   zero whenever a thread stands before an operation (machine_check.c checks that)
 */
#ifndef HEDDLE_VM_STATE_STATE_TABLE_H
#define HEDDLE_VM_STATE_STATE_TABLE_H

// clang-format off
#define THREAD_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(uint8_t, status) \
    CODED(bool, detached)      /* whether it can be joined: os/threads.c */ \
    CODED(bool, joined) \
    COUNTED(bool, lets_go)     /* nobody joins it, as it knows itself: created so, or by its own \
                                * doing */ \
    COUNTED(bool, failed)      /* stopped by a finding */ \
    COUNTED(bool, looping)     /* stopped: it repeats its state without a visible operation */ \
    /* The kind of the operation that its instruction may now execute (an access, the end of an \
     * object, a section), and the bytes of the operation. */ \
    MOMENT(uint8_t, granted) \
    COUNTED(uint64_t, granted_at) COUNTED(uint64_t, granted_extent) \
    VALUE(uint16_t, section)   /* depth of atomic sections */ \
    COUNTED(const KernelCall *, piece) /* of a system call, if a piece began the section */ \
    DERIVED(int32_t, parent) DERIVED(int32_t, ordinal) /* they make its name */ \
    COUNTED(const Function *, routine) /* that it was created for; NULL: not known. For texts */ \
    NUMBER(int32_t, children) \
    CODED(uint32_t, unjoined)  /* children that it did not join: only with a bound on them */ \
    /* How much it had decided when it made its last child, and how many it made in a row that it \
     * had asked about inputs before. */ \
    COUNTED(uint32_t, decided_before_child) COUNTED(uint32_t, asked_children) \
    /* Joined children: a list by next_joined, of slots + 1. */ \
    CODED(int32_t, first_joined) COUNTED(int32_t, last_joined) CODED(int32_t, joined_children) \
    CODED(int32_t, notified_by) /* WAKE: the thread that notified it, -1: none yet; os/cond.c */ \
    COUNTED(uint32_t, notified_step) /* the number of the notifying operation in that thread */ \
    CODED(uint32_t, waited_count) /* how often a recursive mutex was held when the wait released \
                                   * it */ \
    DERIVED(uint32_t, robust) DERIVED(uint32_t, owned) /* mutexes that it owns: robust ones, \
                                                        * others */ \
    CODED(uint32_t, top)       /* index of the top frame */ \
    CODED(const Insn *, pc) \
    VALUE(uint64_t, stack)     /* next free address of its stack */ \
    DERIVED(uint64_t, tls) \
    /* The context that it runs on (contexts.c), 0: its own stack; the first frame there; where \
     * its memory ends; the next free address and the limit of the thread's own stack \
     * meanwhile. */ \
    VALUE(uint64_t, context) VALUE(uint32_t, context_base) VALUE(uint64_t, context_end) \
    VALUE(uint64_t, own_stack) VALUE(uint64_t, own_limit) \
    CODED(uint64_t, time)      /* virtual, in nanoseconds since the start of the process: \
                                * thread_time.h */ \
    /* In a real run: nanoseconds that its code took; when the time of its operation is over. */ \
    COUNTED(uint64_t, busy) COUNTED(uint64_t, deadline) \
    COUNTED(bool, woken)       /* what it waited for came, and it has not gone on since */ \
    CODED(uint64_t, passed)    /* places where it passed, for this thread or threads that it has \
                                * its time from */ \
    COUNTED(uint32_t, passes)  /* how often it passed */ \
    COUNTED(uint32_t, looked_at) /* the number of its visible operation after which it last looked \
                                  * at a clock */ \
    CODED(uint64_t, began_at)  /* the part of its time that belonged to the state at its \
                                * creation, and what an earlier thread of its number left: \
                                * os/threads.c */ \
    COUNTED(uint32_t, timeouts) COUNTED(uint32_t, sleeps) /* in system calls, so far: limits */ \
    /* Signals that interrupt its waits: two words of the emulated kernel, and the bits of them \
     * (0: none). */ \
    VALUE(uint64_t, own_signals) VALUE(uint64_t, process_signals) VALUE(uint32_t, signal_bits) \
    /* The condition variable on which it woke without a notification (0: none) to look for a \
     * signal, see interrupt.h; and whether waiters there were notified since. Such wake-ups are \
     * no cut-offs. */ \
    VALUE(uint64_t, awake_on) COUNTED(bool, missed) \
    VALUE(bool, looked)        /* it has looked for a signal before the current instruction: \
                                * interrupt.h */ \
    VALUE(uint32_t, draws)     /* the number of draws of random bytes */ \
    VALUE(uint64_t, stack_limit) /* bytes of its stack, if its attributes give a size; else 0 */ \
    /* The progress of the instruction in ranges of memory and what it read there, if it stopped \
     * between visible pieces (range.h); and the piece that a copy holds. `holding` is also set \
     * once an input that is being written has its name. */ \
    VALUE(uint64_t, done) \
    CODED(const RangeBytes *, got) \
    CODED(uint64_t, held) CODED(const Expr *, held_expr) CODED(bool, holding) \
    COUNTED(uint32_t, steps)   /* the number of its visible operations, with branches */ \
    /* How often it numbered objects, and before which operation it did last (ordinal_op + 1). */ \
    COUNTED(uint32_t, numberings) COUNTED(uint32_t, numbered_before) \
    COUNTED(uint32_t, ordinal_op) /* the same without branches: numbers entries of schedules */ \
    CODED(Operation, pending)  /* its next visible operation, most of which follows from `pc` */ \
    CODED(uint32_t, ndecisions) \
    COUNTED(uint32_t, decided) /* the number of instructions that asked something about inputs */ \
    COUNTED(bool, asked)       /* the current instruction did */ \
    /* The last question of the current instruction about a value that may depend on memory never \
     * written, and the number of questions. */ \
    COUNTED(const Expr *, witness) COUNTED(uint32_t, witnesses) \
    COUNTED(InputUse *, inputs) /* names of inputs */

#define FRAME_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(const Function *, function) \
    CODED(const Insn *, call)  /* the caller's call instruction; NULL for the first frame of a \
                                * thread */ \
    DERIVED(uint32_t, base)    /* index of its first register */ \
    /* Effect of its return besides: 0 none, 1 ends an atomic section, 2 repeats the call, 3 \
     * repeats an interrupted instruction, which is no call: interrupt.c */ \
    VALUE(uint8_t, ending) \
    VALUE(uint64_t, memory)    /* address of its memory, 0: none */ \
    VALUE(uint64_t, stack)     /* the thread's stack pointer before the call */ \
    VALUE(uint32_t, listed)    /* calls made so far by its instruction, which calls a list of
                                  functions */

/* Live blocks, and those that another thread freed, are counted where they change (heap.c). Free
 * blocks and their order are in `queues`. */
#define HEAP_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    VALUE(uint64_t, top)       /* next fresh address */ \
    CODED(uint32_t, nblocks)   /* blocks ever used */ \
    CODED(HeapClasses, head) COUNTED(HeapClasses, tail) COUNTED(HeapClasses, waiting) \
    COUNTED(HeapOrders, order) /* a hash of each list's blocks in order */ \
    VALUE(uint64_t, queues)    /* a hash of all lists */ \
    CODED(uint32_t, foreign)   /* list of blocks freed by other threads: index + 1 */ \
    COUNTED(bool, mixed)       /* others have freed some of its blocks */ \
    COUNTED(bool, full)        /* there was no room for a new block once */

#define BLOCK_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(uint64_t, address) CODED(uint64_t, size) \
    COUNTED(uint32_t, capacity) /* in units of 16 bytes */ \
    CODED(uint32_t, next)      /* in its free list: index + 1 */ \
    CODED(uint32_t, loc) COUNTED(uint32_t, free_loc) \
    /* Freed by another thread: its slot, and its next visible operation. */ \
    COUNTED(uint32_t, freed_by) COUNTED(uint32_t, freed_before) \
    COUNTED(bool, kernel)      /* of the emulated kernel */ \
    COUNTED(bool, table)       /* one of its tables, by which other memory of the kernel is \
                                * found */ \
    COUNTED(bool, hidden)      /* its address is never shown to the program */ \
    CODED(uint8_t, state)      /* 0 unused, 1 live, 2 freed, 3 freed by another thread */

/* Counted where operations change them: state_count and state_set in os/class.h. */
#define SYNC_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(uint64_t, identity) \
    CODED(uint32_t, tag)       /* class | slot + 1 of the thread of this part (rwlock: its read \
                                * locks; mutex: 1: it was taken away from the thread) << 8 */ \
    CODED(int32_t, owner)      /* slot, -1: none. Mutex: the owner; rwlock: the writer; once: the \
                                * thread in the routine; barrier: the thread that left first last \
                                * time */ \
    CODED(int32_t, count)      /* mutex: depth; rwlock: readers; semaphore: posts less waits; \
                                * barrier: arrivals; once: 1 done */ \
    CODED(uint32_t, state)     /* mutex: flags, see object.h; barrier: generations that were \
                                * left */ \
    COUNTED(uint32_t, step)    /* barrier: the number of that operation of `owner` */

/* Saved with each slice. */
#define MACHINE_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    COUNTED(uint32_t, nthreads) /* ever created in this state */ \
    COUNTED(uint32_t, nlive) \
    CODED(bool, exited)        /* the process */ \
    CODED(int32_t, exit_status) /* an example if it is symbolic */ \
    CODED(const Expr *, exit_value) /* the symbolic status; NULL: it is concrete */ \
    COUNTED(uint64_t, heap_bytes) \
    COUNTED(uint64_t, now)     /* in a real run: the time of the last operation of any thread */ \
    COUNTED(uint64_t, busy)    /* and what the code of all threads took */ \
    COUNTED(const Model *, model) \
    CODED(uint32_t, nconstraints) /* counted if they are connected with what the state refers \
                                   * to */ \
    COUNTED(uint32_t, ninputs) \
    COUNTED(uint32_t, output_len)

/* L(list, length): lists of the machine that only grow within a slice, and the saved scalar that
 * has the length of each. */
#define MACHINE_LISTS(L) \
    L(constraints, nconstraints) L(inputs, ninputs) L(output, output_len) L(output_to, output_len)
// clang-format on

/* The member of a row of any kind, or nothing. */
#define STATE_MEMBER(type, name) type name;
#define STATE_NOTHING(type, name)
#define STATE_MEMBERS(table) \
    table(STATE_MEMBER, STATE_MEMBER, STATE_MEMBER, STATE_MEMBER, STATE_MEMBER, STATE_MEMBER)
/* The rows of one kind. */
#define STATE_VALUES(table, ROW) \
    table(ROW, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING)
#define STATE_NUMBERS(table, ROW) \
    table(STATE_NOTHING, STATE_NOTHING, ROW, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING)
#define STATE_MOMENTS(table, ROW) \
    table(STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, ROW)
/* The rows that the text of a state has by value. */
#define STATE_TOLD(table, ROW) \
    table(ROW, STATE_NOTHING, STATE_NOTHING, ROW, STATE_NOTHING, STATE_NOTHING)

#endif
