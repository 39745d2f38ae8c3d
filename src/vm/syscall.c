/*
 * syscall.c — the system calls that a program without files needs: output, standard input, the clock on virtual
 * time, identity, the end of the process. Everything else answers ENOSYS and is listed as an assumption.
 *
 * Writes to stdout and stderr commute; what was written is kept per state and never mixed into our own output.
 */
#include "vm/internal.h"
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>

#define OUTPUT_MAX (16u << 20)

static void output(Machine *m, uint64_t descriptor, const uint8_t *bytes, uint64_t n) {
    if (m->output_len + n > OUTPUT_MAX) return;
    vec_reserve(&m->output, m->output_len + n);
    memcpy(m->output.data + m->output_len, bytes, n);
    m->output_len += (uint32_t)n;
    vec_reserve(&m->output_to, m->output_len);
    memset(m->output_to.data + m->output_len - n, (int)descriptor, n);
}

static bool write_out(Machine *m, uint64_t descriptor, uint64_t address, uint64_t n) {
    if (!memory_is_valid(m->memory, address, n)) return false;
    if (!m->memory->symbolic_bytes) {
        output(m, descriptor, m->memory->base + address, n);
        return true;
    }
    for (uint64_t k = 0; k < n; k++) {
        const Expr *e = memory_symbolic(m->memory, address + k);
        /* Output is not part of the state: an example of it is enough. */
        uint8_t b = e ? (uint8_t)expr_eval(m->pool, e, m->model) : m->memory->base[address + k];
        output(m, descriptor, &b, 1);
    }
    return true;
}

static uint64_t word_at(Machine *m, uint64_t address) {
    uint64_t x;
    memory_peek(m->memory, address, &x, 8);
    return x;
}

static void put_time(Machine *m, uint64_t address, bool micro) {
    uint64_t w[2] = {m->clock_ns / 1000000000, m->clock_ns % 1000000000 / (micro ? 1000 : 1)};
    memory_poke(m->memory, address, w, 16);
}

Step syscall_execute(Machine *m, Thread *t, uint64_t number, const uint64_t *a, int64_t *result) {
    switch (number) {
    case SYS_write:
        if (a[0] != 1 && a[0] != 2) {
            *result = -EBADF;
            return STEP_NEXT;
        }
        *result = write_out(m, a[0], a[1], a[2]) ? (int64_t)a[2] : -EFAULT;
        return STEP_NEXT;
    case SYS_writev: {
        if (a[0] != 1 && a[0] != 2) {
            *result = -EBADF;
            return STEP_NEXT;
        }
        int64_t total = 0;
        for (uint64_t k = 0; k < a[2]; k++) {
            if (!memory_is_valid(m->memory, a[1] + 16 * k, 16) || !write_out(m, a[0], word_at(m, a[1] + 16 * k), word_at(m, a[1] + 16 * k + 8))) {
                *result = -EFAULT;
                return STEP_NEXT;
            }
            total += (int64_t)word_at(m, a[1] + 16 * k + 8);
        }
        *result = total;
        return STEP_NEXT;
    }
    case SYS_read:
    case SYS_readv: {
        if (a[0] != 0) {
            *result = -EBADF;
            return STEP_NEXT;
        }
        uint64_t pieces = number == SYS_readv ? a[2] : 1;
        int64_t total = 0;
        for (uint64_t k = 0; k < pieces; k++) {
            uint64_t at = number == SYS_readv ? word_at(m, a[1] + 16 * k) : a[1], n = number == SYS_readv ? word_at(m, a[1] + 16 * k + 8) : a[2];
            n = MIN(n, m->stdin_size - m->stdin_at);
            if (!n) continue;
            if (!memory_is_valid(m->memory, at, n)) {
                *result = -EFAULT;
                return STEP_NEXT;
            }
            memory_poke(m->memory, at, m->stdin_data + m->stdin_at, n);
            access_refresh(m, at, n);
            m->stdin_at += (uint32_t)n;
            total += (int64_t)n;
        }
        *result = total;
        return STEP_NEXT;
    }
    case SYS_exit_group:
        t->pending = (Operation){.kind = OPERATION_PROCESS_EXIT, .target = (int32_t)a[0], .loc = machine_loc(m, t)};
        return STEP_STOP;
    case SYS_clock_gettime:
        if (!memory_is_valid(m->memory, a[1], 16)) {
            *result = -EFAULT;
            return STEP_NEXT;
        }
        put_time(m, a[1], false);
        return STEP_NEXT;
    case SYS_gettimeofday:
        if (a[0] && memory_is_valid(m->memory, a[0], 16)) put_time(m, a[0], true);
        return STEP_NEXT;
    case SYS_time: *result = (int64_t)(m->clock_ns / 1000000000); return STEP_NEXT;
    case SYS_clock_getres:
        if (a[1] && memory_is_valid(m->memory, a[1], 16)) {
            uint64_t w[2] = {0, 1};
            memory_poke(m->memory, a[1], w, 16);
        }
        return STEP_NEXT;
    /* Sleeping only lets others go first: every order is explored anyway. */
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_sched_yield: return STEP_NEXT;
    case SYS_getpid:
    case SYS_getpgrp: *result = 1000; return STEP_NEXT;
    case SYS_getppid: *result = 999; return STEP_NEXT;
    case SYS_gettid: *result = 1000 + (int64_t)(t->region / REGION_SIZE) - 1; return STEP_NEXT;
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid: *result = 1000; return STEP_NEXT;
    case SYS_set_tid_address: *result = 1000; return STEP_NEXT;
    case SYS_ioctl: *result = -ENOTTY; return STEP_NEXT;
    case SYS_rt_sigprocmask:
    case SYS_rt_sigaction:
    case SYS_madvise: return STEP_NEXT;
    case SYS_close: *result = a[0] <= 2 ? 0 : -EBADF; return STEP_NEXT;
    case SYS_lseek: *result = -ESPIPE; return STEP_NEXT;
    default: {
        char text[100];
        snprintf(text, sizeof text, "system call %llu is not supported and returned ENOSYS", (unsigned long long)number);
        if (m->hooks.assumption) m->hooks.assumption(m->hooks.context, text);
        *result = -ENOSYS;
        return STEP_NEXT;
    }
    }
}
