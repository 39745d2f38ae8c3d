/*
 * state_table.h — the members of a thread, a frame, a heap and a synchronisation object, and the
 * scalars of a machine: each once, with what it has to do with the state of the program. The
 * structures themselves, what the trail saves, fingerprints, control states, texts of states and
 * redo are made from these rows, and tests/unit/test_state.c changes each of them. What is not in
 * the table is not saved, so that it cannot be part of a state.
 *
 * The kinds of rows, each a macro of a type and a name:
 * VALUE    state: its value counts as it is
 * CODED    state in a form of its own, by code in fingerprint.c, control.c and state_text.c, or by
 *          the effects of operations (os/, heap.c): the comment says which
 * NUMBER   numbers what comes later (names of children): no two states differ by names alone, but
 *          summaries refer to names, so it belongs to control states
 * DERIVED  follows from the rest of the state; the text has it, so that the check of fingerprints
 *          (audit/verify.h) finds where it does not
 * COUNTED  nothing in the program can tell: names, what findings say, caches, and limits, which are
 *          told where they decide anything
 * MOMENT   zero whenever a thread stands before an operation (machine_check.c looks)
 */
#ifndef HEDDLE_VM_STATE_STATE_TABLE_H
#define HEDDLE_VM_STATE_STATE_TABLE_H

// clang-format off
#define THREAD_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(uint8_t, status) \
    CODED(bool, detached)      /* who may join it: os/threads.c */ \
    CODED(bool, joined) \
    COUNTED(bool, failed)      /* stopped by a finding */ \
    COUNTED(bool, looping)     /* stopped: it repeats its state without a visible operation */ \
    /* The kind of the operation that its instruction may now execute (an access, the end of an \
     * object, a section), and the bytes that it is for. */ \
    MOMENT(uint8_t, granted) \
    COUNTED(uint64_t, granted_at) COUNTED(uint64_t, granted_extent) \
    VALUE(uint16_t, section)   /* depth of atomic sections */ \
    COUNTED(const KernelCall *, piece) /* of a system call, if it began the section */ \
    DERIVED(int32_t, parent) DERIVED(int32_t, ordinal) /* its name */ \
    NUMBER(int32_t, children) \
    /* Its children that were joined: a list by next_joined, of slots + 1. */ \
    CODED(int32_t, first_joined) COUNTED(int32_t, last_joined) CODED(int32_t, joined_children) \
    CODED(int32_t, notified_by) /* WAKE: the thread whose notification woke it, -1: none yet; \
                                 * os/cond.c */ \
    COUNTED(uint32_t, notified_step) /* and which of its visible operations that was */ \
    CODED(uint32_t, waited_count) /* how often a recursive mutex was held when the wait released \
                                   * it */ \
    DERIVED(uint32_t, robust) DERIVED(uint32_t, owned) /* mutexes that it owns: robust ones, \
                                                        * others */ \
    CODED(uint32_t, top)       /* index of the top frame */ \
    CODED(const Insn *, pc) \
    VALUE(uint64_t, stack)     /* next free address of its stack */ \
    DERIVED(uint64_t, tls) \
    CODED(uint64_t, time)      /* virtual, in nanoseconds since the start of the process: \
                                * thread_time.h */ \
    CODED(uint64_t, passed)    /* where it passed, for this thread or one that it has its time \
                                * from */ \
    CODED(uint64_t, began_at)  /* what of its time and draws belonged to the state when it was \
                                * created: os/threads.c */ \
    COUNTED(uint32_t, timeouts) COUNTED(uint32_t, sleeps) /* of system calls, so far: limits */ \
    /* What interrupts it where it waits: bits of words of the emulated kernel (0: none). */ \
    VALUE(uint64_t, own_signals) VALUE(uint64_t, process_signals) VALUE(uint32_t, signal_bits) \
    /* The condition variable on which it woke by itself (0: none) and looks for a signal, as \
     * interrupt.h says, and whether somebody notified those who wait there since: such wake-ups \
     * are no cut-offs. */ \
    VALUE(uint64_t, awake_on) COUNTED(bool, missed) \
    VALUE(bool, looked)        /* whether a signal is there, before the instruction at hand: \
                                * interrupt.h */ \
    VALUE(uint32_t, draws)     /* of random bytes, so far */ \
    VALUE(uint64_t, stack_limit) /* bytes of its stack, where its attributes say so; 0: they do \
                                  * not */ \
    /* How far the instruction went through ranges of memory and what it read there, where it \
     * stopped between visible pieces (range.h), and the piece in flight of a copy. `holding` is \
     * also set once an input that is being written has its name. */ \
    VALUE(uint64_t, done) \
    CODED(const RangeBytes *, got) \
    CODED(uint64_t, held) CODED(const Expr *, held_expr) CODED(bool, holding) \
    COUNTED(uint32_t, steps)   /* visible operations done, branches included */ \
    COUNTED(uint32_t, ordinal_op) /* the same without branches: numbers entries of schedules */ \
    CODED(Operation, pending)  /* `pending` is its next visible operation: most of it follows from \
                                * `pc` */ \
    CODED(uint32_t, ndecisions) \
    COUNTED(uint32_t, decided) /* instructions done that asked something about inputs */ \
    COUNTED(bool, asked)       /* the one at hand did */ \
    /* Of the instruction at hand: what was asked last about a value that may depend on memory \
     * never written, and how often. */ \
    COUNTED(const Expr *, witness) COUNTED(uint32_t, witnesses) \
    COUNTED(InputUse *, inputs) /* names of inputs */

#define FRAME_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(const Function *, function) \
    CODED(const Insn *, call)  /* the caller's call instruction; NULL for the first frame of a \
                                * thread */ \
    DERIVED(uint32_t, base)    /* index of its first register */ \
    /* What its return does besides: 0 nothing, 1 ends an atomic section, 2 repeats the call, 3 \
     * the same of an instruction that is none, and was interrupted: interrupt.c */ \
    VALUE(uint8_t, ending) \
    VALUE(uint64_t, memory)    /* address of its memory, 0: none */ \
    VALUE(uint64_t, stack)     /* the thread's stack pointer before the call */ \
    VALUE(uint32_t, listed)    /* of its instruction, which calls a list of functions: calls made so
                                * far */

/* Blocks in use, and those that another thread freed, are counted where they change (heap.c); which
 * are free, and in which order, is in `queues`. */
#define HEAP_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    VALUE(uint64_t, top)       /* next fresh address */ \
    CODED(uint32_t, nblocks)   /* ever used */ \
    CODED(HeapClasses, head) COUNTED(HeapClasses, tail) COUNTED(HeapClasses, waiting) \
    COUNTED(HeapOrders, order) /* a hash of each list's blocks in order */ \
    VALUE(uint64_t, queues)    /* of all lists */ \
    CODED(uint32_t, foreign)   /* list of blocks freed by other threads: index + 1 */

#define BLOCK_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(uint64_t, address) CODED(uint64_t, size) \
    COUNTED(uint32_t, capacity) /* in units of 16 bytes */ \
    CODED(uint32_t, next)      /* in its free list: index + 1 */ \
    CODED(uint32_t, loc) COUNTED(uint32_t, free_loc) \
    /* Freed by another thread: which one, and its next visible operation. */ \
    COUNTED(uint32_t, freed_by) COUNTED(uint32_t, freed_before) \
    COUNTED(bool, kernel)      /* of the emulated kernel */ \
    COUNTED(bool, table)       /* of it, a table by which other memory of it is found */ \
    CODED(uint8_t, state)      /* 0 unused, 1 live, 2 freed, 3 freed by another thread */

/* Counted where operations change them: state_count and state_set in os/class.h. */
#define SYNC_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    CODED(uint64_t, identity) \
    CODED(uint32_t, tag)       /* class | slot + 1 of the thread that this part belongs to \
                                * (rwlock: its read locks) << 8 */ \
    CODED(int32_t, owner)      /* slot, -1: none. Mutex; rwlock: the writer; once: who runs the \
                                * routine; barrier: who left first last time */ \
    CODED(int32_t, count)      /* mutex: depth; rwlock: readers; semaphore: posts less waits; \
                                * barrier: arrivals; once: 1 done */ \
    CODED(uint32_t, state)     /* mutex: see os/mutex.c; barrier: generations that were left */ \
    COUNTED(uint32_t, step)    /* barrier: which operation of `owner` that was */

/* Saved with each slice. */
#define MACHINE_STATE(VALUE, CODED, NUMBER, DERIVED, COUNTED, MOMENT) \
    COUNTED(uint32_t, nthreads) /* ever created in this state */ \
    COUNTED(uint32_t, nlive) \
    CODED(bool, exited)        /* the process */ \
    CODED(int32_t, exit_status) /* of a symbolic one an example */ \
    CODED(const Expr *, exit_value) /* the symbolic one; NULL: it is concrete */ \
    COUNTED(uint64_t, heap_bytes) \
    COUNTED(const Model *, model) \
    CODED(uint32_t, nconstraints) /* as far as they are connected with what the state refers to */ \
    COUNTED(uint32_t, ninputs) \
    COUNTED(uint32_t, output_len)

/* L(list, length): the machine's lists that only grow within a slice, and the saved scalar that
 * says how long each of them is. */
#define MACHINE_LISTS(L) \
    L(constraints, nconstraints) L(inputs, ninputs) L(output, output_len) L(output_to, output_len)
// clang-format on

/* As any kind of row: the member itself, or nothing. */
#define STATE_MEMBER(type, name) type name;
#define STATE_NOTHING(type, name)
#define STATE_MEMBERS(table) \
    table(STATE_MEMBER, STATE_MEMBER, STATE_MEMBER, STATE_MEMBER, STATE_MEMBER, STATE_MEMBER)
/* The rows of one kind, of two kinds. */
#define STATE_VALUES(table, ROW) \
    table(ROW, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING)
#define STATE_NUMBERS(table, ROW) \
    table(STATE_NOTHING, STATE_NOTHING, ROW, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING)
#define STATE_MOMENTS(table, ROW) \
    table(STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, STATE_NOTHING, ROW)
/* What the text of a state has by value. */
#define STATE_TOLD(table, ROW) \
    table(ROW, STATE_NOTHING, STATE_NOTHING, ROW, STATE_NOTHING, STATE_NOTHING)

#endif
