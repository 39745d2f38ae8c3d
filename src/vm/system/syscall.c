/*
 * syscall.c — system calls that the engine answers itself. These are calls without a state that
 * threads share (identity, the thread's virtual time, the end of the process) and requests of the
 * emulated kernel (runtime/kernel). All others return ENOSYS and are listed as an assumption.
 *
 * Writes to stdout and stderr commute. The output is kept per state and never mixed into Heddle's
 * own output.
 */
#include "runtime/engine.h"
#include "vm/system/interrupt.h"
#include "vm/memory/range.h"
#include "vm/symbolic/undefined.h"
#include "vm/state/thread_time.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#define OUTPUT_MAX (16u << 20)

/* The time of day when a process starts. */
#define EPOCH_SECONDS 1700000000ull
/* The resolution of a coarse clock. */
#define COARSE_NANOSECONDS 4000000ull
/* The number of the process and of its first thread; other threads have the next numbers. */
#define PROCESS 1000
/* The time on a monotonic clock at the start of a process. */
#define UPTIME_SECONDS 100000ull

static void syscall_output(Machine *m, uint64_t descriptor, const uint8_t *bytes, uint64_t n) {
    if (m->hooks.output) {
        m->hooks.output(m->hooks.context, (unsigned)descriptor, bytes, n);
        return;
    }
    if (m->output_len + n > OUTPUT_MAX) {
        if (m->hooks.warning)
            m->hooks.warning(m->hooks.context, "output beyond 16 MiB of one run is not kept");
        return;
    }
    /* The descriptor of each byte is kept in a byte. */
    invariant(descriptor <= 255);
    vec_reserve(&m->output, m->output_len + n);
    memcpy(m->output.data + m->output_len, bytes, n);
    m->output_len += (uint32_t)n;
    vec_reserve(&m->output_to, m->output_len);
    memset(m->output_to.data + m->output_len - n, (int)descriptor, n);
}

/* Output is not part of the state, so an example of symbolic bytes is enough. */
static StepResult write_out(Machine *m, Thread *t, uint64_t descriptor, uint64_t address,
                            uint64_t n) {
    if (!range_check(m, t, address, n, false)) return STEP_STOP;
    if (!undefined_may_leave(m, t, address, n)) return STEP_STOP;
    uint8_t *bytes = xmalloc(n);
    StepResult s = range_read(m, t, address, bytes, n, NULL);
    if (s != STEP_STOP) syscall_output(m, descriptor, bytes, n);
    free(bytes);
    return s;
}

/* Whether Linux has the clock: one with a name, or the processor time of this process or thread. */
static bool clock_exists(const Thread *t, int32_t clock) {
    if (clock >= 0) return clock <= CLOCK_TAI && clock != 10; /* 10 is reserved */
    int32_t id = ~(clock >> 3);
    bool of_thread = clock & 4;
    if ((clock & 3) == 3) return false; /* the clock of a device */
    return !id || id == (of_thread ? PROCESS + thread_slot(t) : PROCESS);
}

static uint64_t clock_began(int32_t clock) {
    if (clock < 0) return 0;
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return EPOCH_SECONDS;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return UPTIME_SECONDS;
    }
}

/* Whose time the clock shows, as in thread_time.h. */
static int clock_of(int32_t clock) {
    if (clock < 0) return clock & 4 ? TIME_OF_THREAD : TIME_OF_PROCESS;
    return clock == CLOCK_PROCESS_CPUTIME_ID  ? TIME_OF_PROCESS
           : clock == CLOCK_THREAD_CPUTIME_ID ? TIME_OF_THREAD
                                              : TIME_OF_DAY;
}

static StepResult put_time(Machine *m, Thread *t, uint64_t address, int32_t clock, bool micro,
                           int64_t *result) {
    uint64_t now = thread_time_looked(m, t, clock_of(clock)), since = clock_began(clock),
             w[2] = {since + now / 1000000000, now % 1000000000 / (micro ? 1000 : 1)};
    *result = 0;
    return range_write(m, t, address, w, sizeof w);
}

static StepResult host_call(Machine *m, Thread *t, uint64_t number, const uint64_t *a,
                            int64_t *result) {
    char *path;
    if (range_string(m, t, a[0], &path) == STEP_STOP) return STEP_STOP;
    StepResult s = STEP_NEXT;
    *result = -EFAULT;
    if (path && number == HEDDLE_CALL_HOST_STAT) {
        uint64_t out[7];
        *result = host_stat(m, path, out);
        if (*result >= 0) s = range_write(m, t, a[1], out, sizeof out);
    } else if (path && number == HEDDLE_CALL_HOST_READ) {
        const uint8_t *data = NULL;
        *result = host_read(m, path, a[1], &data, a[3]);
        if (*result > 0) s = range_write(m, t, a[2], data, (uint64_t)*result);
    } else if (path) {
        const char *name = host_entry(m, path, a[1]);
        uint64_t n = name ? strlen(name) : 0;
        *result = n < a[3] ? (int64_t)n : -ENAMETOOLONG;
        if (*result > 0) s = range_write(m, t, a[2], name, n + 1);
    }
    free(path);
    return s;
}

/* Draws random bytes, which are a function of the thread's name and of the number of earlier draws.
 * So they differ from draw to draw, and are the same whatever the order of threads. */
static StepResult draw(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    if (!range_check(m, t, address, size, true)) return STEP_STOP;
    if (m->hooks.assumption)
        m->hooks.assumption(
            m->hooks.context,
            "random bytes are one fixed sequence; --symbolic=random makes them inputs");
    uint64_t seed = hash_combine(hash_string(t->name), t->draws);
    uint8_t *bytes = xmalloc(size + 8);
    for (uint64_t k = 0; k < size; k += 8) {
        uint64_t word = hash_combine(seed, k);
        memcpy(bytes + k, &word, sizeof word);
    }
    StepResult s = range_write(m, t, address, bytes, size);
    free(bytes);
    if (s != STEP_STOP) t->draws++;
    return s;
}

/* Returns how many bytes are an input (0: none) or, with `at`, the offset of the first one. */
static int64_t symbolic_part(const Machine *m, SymbolicKind kind, uint64_t number, const char *name,
                             bool at) {
    const SymbolicData *d = system_symbolic(m->system, kind, (uint32_t)number, name);
    return !d ? 0 : at ? d->offset : d->size;
}

/* The same for a variable of the environment, "NAME=VALUE". */
static StepResult symbolic_variable(Machine *m, Thread *t, uint64_t address, bool at,
                                    int64_t *result) {
    char *name;
    if (range_string(m, t, address, &name) == STEP_STOP) return STEP_STOP;
    if (name && strchr(name, '=')) *strchr(name, '=') = 0;
    *result = symbolic_part(m, SYMBOLIC_VARIABLE, 0, name ? name : "", at);
    free(name);
    return STEP_NEXT;
}

/* Returns a member of the detail-th group of optional arguments; 0: there is no such group. */
static int64_t optional_part(const SystemOptions *s, uint64_t which, uint64_t detail) {
    if (detail >= s->optional.len) return 0;
    const OptionalArguments *o = &s->optional.data[detail];
    return which == HEDDLE_OPTION_OPTIONAL_FIRST   ? o->first
           : which == HEDDLE_OPTION_OPTIONAL_LEAST ? o->least
                                                   : o->most;
}

static StepResult option(Machine *m, Thread *t, uint64_t which, uint64_t detail, int64_t *result) {
    const SystemOptions *s = m->system;
    switch (which) {
    case HEDDLE_OPTION_FDS_PER_THREAD: *result = s->fds_per_thread; break;
    case HEDDLE_OPTION_ORDERED_OUTPUT: *result = s->ordered_output; break;
    case HEDDLE_OPTION_SYMBOLIC_RANDOM: *result = s->symbolic_random; break;
    case HEDDLE_OPTION_WOKEN: *result = s->woken; break;
    case HEDDLE_OPTION_NO_PROCESSES: *result = s->no_processes; break;
    case HEDDLE_OPTION_REAL: *result = s->real; break;
    case HEDDLE_OPTION_FAULTS: *result = s->max_faults; break;
    case HEDDLE_OPTION_SIGNALS:
        *result = s->no_signals ? 0 : s->max_signals ? (int64_t)s->max_signals : -1;
        break;
    case HEDDLE_OPTION_SYMBOLIC_STDIN:
    case HEDDLE_OPTION_SYMBOLIC_STDIN_AT:
        *result = symbolic_part(m, SYMBOLIC_STDIN, detail, NULL,
                                which == HEDDLE_OPTION_SYMBOLIC_STDIN_AT);
        break;
    case HEDDLE_OPTION_SYMBOLIC_ARGUMENT:
    case HEDDLE_OPTION_SYMBOLIC_ARGUMENT_AT:
        *result = symbolic_part(m, SYMBOLIC_ARGUMENT, detail, "",
                                which == HEDDLE_OPTION_SYMBOLIC_ARGUMENT_AT);
        break;
    case HEDDLE_OPTION_ARGUMENT_COUNTED: {
        const SymbolicData *d = system_symbolic(s, SYMBOLIC_ARGUMENT, (uint32_t)detail, "");
        *result = d ? d->counted : 0;
        break;
    }
    case HEDDLE_OPTION_OPTIONAL_FIRST:
    case HEDDLE_OPTION_OPTIONAL_LEAST:
    case HEDDLE_OPTION_OPTIONAL_MOST: *result = optional_part(s, which, detail); break;
    case HEDDLE_OPTION_SYMBOLIC_VARIABLE:
    case HEDDLE_OPTION_SYMBOLIC_VARIABLE_AT:
        return symbolic_variable(m, t, detail, which == HEDDLE_OPTION_SYMBOLIC_VARIABLE_AT, result);
    default: *result = 0;
    }
    return STEP_NEXT;
}

/* Ends a part of a mapping like an object, but keeps the block, which goes with the last part. */
static StepResult unmap_part(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    /* Also what has ended already: whether it has depends on other threads. */
    StepResult s = range_end(m, t, address, size);
    if (s == STEP_STOP) return s;
    memory_forbid(m->memory, address, memory_first_invalid(m->memory, address, size) - address);
    return STEP_NEXT;
}

static StepResult symbol(Machine *m, Thread *t, uint64_t name, int64_t *result) {
    char *text;
    if (range_string(m, t, name, &text) == STEP_STOP) return STEP_STOP;
    *result = text ? (int64_t)program_symbol(m->program, text) : 0;
    free(text);
    return STEP_NEXT;
}

/* Tells the exploration a text: through `told`, or if that is NULL, nobody. */
static StepResult tell_text(Machine *m, Thread *t, uint64_t text,
                            void (*told)(void *context, const char *text)) {
    char *what;
    if (range_string(m, t, text, &what) == STEP_STOP) return STEP_STOP;
    if (what && told) told(m->hooks.context, what);
    free(what);
    return STEP_NEXT;
}

/* Lets the thread sleep for so many nanoseconds. */
static StepResult sleep_for(Machine *m, Thread *t, uint64_t nanoseconds) {
    if (m->system->max_sleeps && t->sleeps >= m->system->max_sleeps) {
        if (m->hooks.incomplete)
            m->hooks.incomplete(m->hooks.context,
                                "more sleeps of one thread were not explored (see --max-sleeps)");
        machine_stop_thread(m, t);
        return STEP_STOP;
    }
    t->sleeps++;
    thread_time_passes(m, t, nanoseconds);
    return STEP_NEXT;
}

/* Returns how long it is until the clock shows the thread this time, in nanoseconds. The thread
 * does not learn it. */
static int64_t time_left(const Thread *t, uint64_t clock, uint64_t time) {
    return (int64_t)(time - clock_began((int32_t)clock) * 1000000000 - t->time);
}

/* Sets the thread's deadline: to a number of nanoseconds from now, to when a clock shows a time, or
 * back to what an earlier call returned. Returns the deadline before. */
static int64_t set_deadline(Machine *m, Thread *t, uint64_t how, uint64_t x, uint64_t time) {
    if (!m->system->real) return 0;
    uint64_t before = t->deadline;
    thread_time_executed(m, t);
    switch (how) {
    case HEDDLE_DEADLINE_IN: thread_time_deadline(m, t, (int64_t)x); break;
    case HEDDLE_DEADLINE_AT: thread_time_deadline(m, t, time_left(t, x, time)); break;
    case HEDDLE_DEADLINE_BACK: t->deadline = x; break;
    case HEDDLE_DEADLINE_LEFT: return (int64_t)(MAX(t->deadline, t->time) - t->time);
    default: break;
    }
    return (int64_t)before;
}

static StepResult engine_call(Machine *m, Thread *t, uint64_t number, const uint64_t *a,
                              int64_t *result) {
    switch (number) {
    case HEDDLE_CALL_TIME:
        *result = (int64_t)thread_time_looked(m, t, a[0] ? TIME_OF_FILE : TIME_OF_DAY);
        return STEP_NEXT;
    case HEDDLE_CALL_BUSY:
        *result = (int64_t)thread_time_looked(m, t, a[0] ? TIME_OF_PROCESS : TIME_OF_THREAD);
        return STEP_NEXT;
    case HEDDLE_CALL_DEADLINE: *result = set_deadline(m, t, a[0], a[1], a[2]); return STEP_NEXT;
    case HEDDLE_CALL_PASS: thread_time_passes(m, t, a[0]); return STEP_NEXT;
    case HEDDLE_CALL_PASS_UNTIL:
        thread_time_passes(m, t, (uint64_t)MAX(time_left(t, a[0], a[1]), 0));
        return STEP_NEXT;
    case HEDDLE_CALL_SLEEP_UNTIL: {
        int64_t left = time_left(t, a[0], a[1]);
        return left > 0 ? sleep_for(m, t, (uint64_t)left) : STEP_NEXT;
    }
    case HEDDLE_CALL_SLEEP: return sleep_for(m, t, a[0]);
    case HEDDLE_CALL_QUIET: {
        VisibleRange range = {a[0], a[0] + a[1]};
        if (!machine_is_quiet(m, a[0])) vec_push(&m->quiet, range);
        return STEP_NEXT;
    }
    case HEDDLE_CALL_IS_VISIBLE:
        *result = m->visible.len && access_is_visible(m, a[0], a[1]);
        return STEP_NEXT;
    case HEDDLE_CALL_CONCRETE:
        *result = (int64_t)a[0];
        return STEP_NEXT; /* operands are concrete by now */
    case HEDDLE_CALL_OPTION: return option(m, t, a[0], a[1], result);
    case HEDDLE_CALL_HOST_STAT:
    case HEDDLE_CALL_HOST_READ:
    case HEDDLE_CALL_HOST_LIST: return host_call(m, t, number, a, result);
    case HEDDLE_CALL_STDIN: {
        uint64_t left = a[0] < m->stdin_size ? m->stdin_size - a[0] : 0, n = MIN(left, a[2]);
        *result = (int64_t)(a[1] ? n : left);
        return !a[1] || !m->stdin_data ? STEP_NEXT
                                       : range_write(m, t, a[1], m->stdin_data + a[0], n);
    }
    case HEDDLE_CALL_BLOCK:
    case HEDDLE_CALL_EXTENT: {
        int owner;
        const Block *b = heap_block_at(m, a[0], &owner);
        /* Whether there is one depends on its end. */
        if (b && number == HEDDLE_CALL_BLOCK && access_look(m, t, a[0]) == ACCESS_STOP)
            return STEP_STOP;
        bool within = b && b->state == 1 && a[0] < b->address + MAX(b->size, 1);
        *result = within ? (int64_t)(number == HEDDLE_CALL_BLOCK ? b->address : b->size) : 0;
        return STEP_NEXT;
    }
    case HEDDLE_CALL_UNMAP: return unmap_part(m, t, a[0], a[1]);
    case HEDDLE_CALL_UNMAPPED:
        memory_allow(m->memory, a[0], a[1], true);
        access_fresh(m, a[0], a[1]);
        heap_free(m, t, a[0]);
        return STEP_NEXT;
    case HEDDLE_CALL_SYMBOL: return symbol(m, t, a[0], result);
    case HEDDLE_CALL_LEAVES: return undefined_may_leave(m, t, a[0], a[1]) ? STEP_NEXT : STEP_STOP;
    case HEDDLE_CALL_INTERRUPTS:
        t->own_signals = a[0];
        t->process_signals = a[1];
        t->signal_bits = (uint32_t)a[2];
        *result = t->section > 0;
        return STEP_NEXT;
    case HEDDLE_CALL_MAINS: *result = interrupt_bits_of_main(m); return STEP_NEXT;
    case HEDDLE_CALL_STACK: t->stack_limit = a[0]; return STEP_NEXT;
    case HEDDLE_CALL_STACK_OF:
        *result = (int64_t)thread_stack(m, (uint32_t)a[0] - 1);
        return STEP_NEXT;
    case HEDDLE_CALL_SHOW:
        if (m->hooks.show) m->hooks.show(m->hooks.context, (VisibleRange){a[0], a[0] + a[1]});
        return STEP_NEXT;
    case HEDDLE_CALL_OUTPUT_SEEN:
        *result = m->output_is_state;
        if (a[0] && !m->output_is_state && m->hooks.show)
            m->hooks.show(m->hooks.context, OUTPUT_MARK);
        return STEP_NEXT;
    case HEDDLE_CALL_RANDOM: return draw(m, t, a[0], a[1]);
    case HEDDLE_CALL_SIGNALS: return interrupt_asked(m, t, a[0] != 0, result);
    case HEDDLE_CALL_BEYOND: return tell_text(m, t, a[0], m->hooks.incomplete);
    case HEDDLE_CALL_RESTS_ON: return tell_text(m, t, a[0], m->hooks.assumption);
    case HEDDLE_CALL_OUTPUT:
        *result = (int64_t)a[2];
        return a[2] ? write_out(m, t, a[0], a[1], a[2]) : STEP_NEXT;
    default: return STEP_NEXT;
    }
}

/* Returns the group or the session of a process. */
static int64_t process_group_of(uint64_t call, int32_t process) {
    if (process && process != PROCESS && process != PROCESS - 1) return -ESRCH;
    return call == SYS_getsid || process == PROCESS - 1 ? PROCESS - 1 : PROCESS;
}

void syscall_exit(Machine *m, Thread *t, int32_t status, const Expr *value) {
    t->pending = (Operation){
        .kind = OPERATION_PROCESS_EXIT, .status = status, .value = value, .loc = machine_loc(m, t)};
}

StepResult syscall_execute(Machine *m, Thread *t, uint64_t number, const uint64_t *a,
                           int64_t *result) {
    if (number >= HEDDLE_CALL_TIME) return engine_call(m, t, number, a, result);
    switch (number) {
    case SYS_exit_group: syscall_exit(m, t, (int32_t)a[0], NULL); return STEP_STOP;
    case SYS_clock_gettime:
        *result = -EINVAL;
        return clock_exists(t, (int32_t)a[0]) ? put_time(m, t, a[1], (int32_t)a[0], false, result)
                                              : STEP_NEXT;
    case SYS_clock_settime:
        *result = (int32_t)a[0] == CLOCK_REALTIME ? -EPERM : -EINVAL;
        return STEP_NEXT;
    case SYS_settimeofday: *result = -EPERM; return STEP_NEXT;
    case SYS_gettimeofday:
        if (!a[0]) return STEP_NEXT;
        return put_time(m, t, a[0], CLOCK_REALTIME, true, result);
    case SYS_time:
        *result = (int64_t)(EPOCH_SECONDS + thread_time_looked(m, t, TIME_OF_DAY) / 1000000000);
        return a[0] ? range_write(m, t, a[0], result, sizeof *result) : STEP_NEXT;
    case SYS_clock_getres: {
        bool coarse =
            (int32_t)a[0] == CLOCK_REALTIME_COARSE || (int32_t)a[0] == CLOCK_MONOTONIC_COARSE;
        uint64_t w[2] = {0, coarse ? COARSE_NANOSECONDS : 1};
        *result = clock_exists(t, (int32_t)a[0]) ? 0 : -EINVAL;
        return *result || !a[1] ? STEP_NEXT : range_write(m, t, a[1], w, sizeof w);
    }
    case SYS_sched_yield: return STEP_NEXT;
    case SYS_getpid:
    case SYS_getpgrp: *result = PROCESS; return STEP_NEXT;
    case SYS_getpgid:
    case SYS_getsid: *result = process_group_of(number, (int32_t)a[0]); return STEP_NEXT;
    /* The process leads a group, like one that a shell starts, and no session. */
    case SYS_setsid: *result = -EPERM; return STEP_NEXT;
    case SYS_setpgid:
        *result = a[0] && a[0] != PROCESS   ? -ESRCH
                  : (int32_t)a[1] < 0       ? -EINVAL
                  : a[1] && a[1] != PROCESS ? -EPERM
                                            : 0;
        return STEP_NEXT;
    case SYS_getppid: *result = PROCESS - 1; return STEP_NEXT;
    case SYS_gettid: *result = PROCESS + thread_slot(t); return STEP_NEXT;
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid: *result = 1000; return STEP_NEXT;
    case SYS_getgroups: return STEP_NEXT;
    case SYS_set_tid_address: *result = 1000; return STEP_NEXT;
    case SYS_mlockall:
        *result = !a[0] || a[0] & ~7ull || a[0] == 4 ? -EINVAL : 0; /* the flags that exist */
        return STEP_NEXT;
    case SYS_mlock:
    case SYS_munlock:
    case SYS_munlockall: return STEP_NEXT;
    default: {
        char text[120];
        const char *name = syscall_name(number);
        snprintf(text, sizeof text,
                 "system call %s (%llu) "
                 "is not supported and returned ENOSYS",
                 name ? name : "of unknown number", (unsigned long long)number);
        if (m->hooks.deviation) m->hooks.deviation(m->hooks.context, text);
        *result = -ENOSYS;
        return STEP_NEXT;
    }
    }
}
