/*
 * builtins.c — the engine operations that bitcode calls by name: memory, inputs, and the proposals of thread
 * operations (which os/operations.c carries out once a strategy has chosen them).
 */
#include "vm/range.h"
#include <stdio.h>
#include <stdlib.h>

/* --- inputs ------------------------------------------------------------------------------------------ */

/* Names of inputs are (name, thread, n-th of that thread): `x`, `x#2`, `x@0.1`, … `again`: the one that was
 * named last. */
static char *input_name(Machine *m, Thread *t, const char *base, bool again) {
    uint32_t n = 0;
    for (InputUse *u = t->inputs; u && !n; u = u->previous)
        if (!strcmp(u->base, base)) n = u->count;
    if (!again) {
        InputUse *u = arena_alloc(m->arena, sizeof *u);
        u->previous = t->inputs;
        u->base = arena_strdup(m->arena, base);
        u->count = ++n;
        t->inputs = u;
    }
    StrBuf b = {0};
    str_add(&b, base);
    if (strcmp(t->name, "0")) str_addf(&b, "@%s", t->name);
    if (n > 1) str_addf(&b, "#%u", n);
    return b.data;
}

static const Input *input_named(Machine *m, const char *name, uint64_t size) {
    const Input *old = expr_input_find(m->pool, name);
    if (!old || old->size == size) return expr_input(m->pool, name, (uint32_t)size);
    /* Another size on another path: another input. */
    char *other = xasprintf("%s[%llu]", name, (unsigned long long)size);
    const Input *input = expr_input(m->pool, other, (uint32_t)size);
    free(other);
    return input;
}

/* What a replay is given instead. */
static Step write_given(Machine *m, Thread *t, uint64_t address, uint64_t size, const char *name) {
    uint8_t *bytes = xcalloc(1, size);
    for (size_t k = 0; k < m->options.ngiven; k++)
        if (!strcmp(m->options.given[k].name, name))
            memcpy(bytes, m->options.given[k].bytes, MIN(size, m->options.given[k].size));
    Step s = range_write(m, t, address, bytes, size);
    free(bytes);
    return s;
}

static Step make_symbolic(Machine *m, Thread *t, const Insn *i) {
    uint64_t address, size, name_address;
    if (!concrete_reg(m, t, use(i, 0), &address) || !concrete_reg(m, t, use(i, 1), &size) ||
        !concrete_reg(m, t, use(i, 2), &name_address))
        return STEP_STOP;
    if (!size || size > 1 << 20) {
        machine_fault(m, t, "api", "a symbolic input of %llu bytes (1 byte to 1 MiB is possible)",
                      (unsigned long long)size);
        return STEP_STOP;
    }
    if (!range_check(m, t, address, size, true)) return STEP_STOP;
    char *base = name_address ? NULL : xstrdup("input");
    if (!base && range_string(m, t, name_address, &base) == STEP_STOP) return STEP_STOP;
    if (!base) {
        machine_fault(m, t, "api", "the name of a symbolic input is no readable string");
        return STEP_STOP;
    }
    /* It has its name from before its first byte is written, however many steps that takes. */
    bool again = t->holding;
    char *name = input_name(m, t, base, again);
    free(base);
    t->holding = true;
    t->held = 0;
    t->held_expr = NULL;
    Step s;
    if (m->options.replaying)
        s = write_given(m, t, address, size, name);
    else {
        const Input *input = input_named(m, name, size);
        if (!again) {
            trail_save(m->memory, &m->ninputs, sizeof m->ninputs);
            if (m->ninputs == m->inputs.cap) {
                free(name);
                machine_limit(m, t, "a thread was stopped at more than 16,777,216 inputs in one run");
                return STEP_STOP;
            }
            m->inputs.data[m->ninputs++] = input;
        }
        s = range_write_input(m, t, address, input);
    }
    free(name);
    if (s == STEP_STOP) return s;
    complete(m, t, 0);
    return STEP_NEXT;
}

static Step assume(Machine *m, Thread *t, const Insn *i) {
    const Expr *e = reg_expr(t, use(i, 0));
    bool holds;
    if (e) {
        Decision d = machine_decide(
            m, t,
            expr_not(m->pool, expr_eq(m->pool, expr_trunc(m->pool, e, 32), expr_const(m->pool, 32, 0))));
        if (d == DECIDE_STOP) return STEP_STOP;
        holds = d == DECIDE_TRUE;
    } else
        holds = (uint32_t)frame_regs(t)[use(i, 0)] != 0;
    if (!holds) {
        /* Inside an atomic section nothing of it may be seen: it waits for ever before its beginning. */
        if (t->section) memory_restore(m->memory, m->memory->newest_mark);
        machine_stop_thread(m, t);
        return STEP_STOP;
    }
    complete(m, t, 0);
    return STEP_NEXT;
}

static Step fail(Machine *m, Thread *t, const Insn *i) {
    const uint64_t *r = frame_regs(t);
    char *kind, *message;
    if (range_string(m, t, r[use(i, 0)], &kind) == STEP_STOP) return STEP_STOP;
    if (range_string(m, t, r[use(i, 1)], &message) == STEP_STOP) {
        free(kind);
        return STEP_STOP;
    }
    static const char *const kinds[] = {"assertion", "abort",       "api",        "memory",
                                        "race",      "deadlock",    "arithmetic", "leak",
                                        "hang",      "unreachable", "unsupported"};
    const char *known = "assertion";
    for (size_t k = 0; kind && k < ARRAY_LEN(kinds); k++)
        if (!strcmp(kinds[k], kind)) known = kinds[k];
    machine_fault(m, t, known, "%s%s",
                  !strcmp(known, "assertion") && message && strncmp(message, "reach_error", 11)
                      ? "assertion failed: "
                      : "",
                  message ? message : "failed");
    free(kind);
    free(message);
    return STEP_STOP;
}

/* --- setjmp ------------------------------------------------------------------------------------------ */

/* A jump buffer holds a magic number, the frame it was made in (index and stack pointer) and the
 * instruction. */
#define JUMP_MAGIC 0x68656464ull

static Step set_jump(Machine *m, Thread *t, const Insn *i) {
    uint64_t words[4] = {JUMP_MAGIC << 32 | (uint32_t)thread_slot(t), t->top, t->frames[t->top].stack,
                         (uint64_t)(i - t->frames[t->top].function->code)},
             buffer;
    if (!concrete_reg(m, t, use(i, 0), &buffer) ||
        range_write(m, t, buffer, words, sizeof words) == STEP_STOP)
        return STEP_STOP;
    complete(m, t, 0);
    return STEP_NEXT;
}

static Step long_jump(Machine *m, Thread *t, const Insn *i) {
    uint64_t words[4], buffer, value;
    bool symbolic;
    if (!concrete_reg(m, t, use(i, 0), &buffer) || !concrete_reg(m, t, use(i, 1), &value)) return STEP_STOP;
    if (range_read(m, t, buffer, words, sizeof words, &symbolic) == STEP_STOP) return STEP_STOP;
    if (symbolic || words[0] != (JUMP_MAGIC << 32 | (uint32_t)thread_slot(t)) || words[1] > t->top ||
        t->frames[words[1]].stack != words[2] || words[3] >= t->frames[words[1]].function->code_len) {
        machine_fault(
            m, t, "memory",
            "longjmp to a buffer that setjmp did not fill in a function still active in this thread");
        return STEP_STOP;
    }
    /* The frames that it leaves end together: as one operation, where any of them is visible. */
    uint64_t start = words[1] < t->top ? t->frames[words[1] + 1].stack : t->stack;
    if (access_ends_visibly(m, t, start, t->stack - start)) return range_stop(m, t);
    while (t->top > words[1]) {
        if (t->frames[t->top].ending == 1) t->section--;
        frame_leave(m, t);
    }
    t->pc = t->frames[t->top].function->code + words[3];
    complete(m, t, (uint32_t)value ? (uint32_t)value : 1);
    return STEP_NEXT;
}

/* --- proposals of thread operations ------------------------------------------------------------------ */

static Step propose(Machine *m, Thread *t, OperationKind kind, uint64_t object, uint64_t object2, int type) {
    t->pending = (Operation){.kind = (uint8_t)kind,
                             .type = (uint8_t)type,
                             .target = -1,
                             .object = object,
                             .object2 = object2,
                             .loc = machine_loc(m, t)};
    range_over(t);
    return STEP_STOP;
}

/* An object is named by its address and a word from its memory: type bits, and from bit 8 on its
 * generation. */
static uint64_t named_object(uint64_t address, uint64_t word) {
    return object_identity(object_address(address), (uint32_t)word >> 8);
}

static Step propose_on(Machine *m, Thread *t, OperationKind kind, uint64_t address, uint64_t word,
                       uint64_t object2) {
    return propose(m, t, kind, named_object(address, word), object2, (int)(word & 255));
}

static Step propose_on_cond(Machine *m, Thread *t, OperationKind kind, uint64_t address, uint64_t word,
                            uint64_t mutex, uint64_t mutex_word) {
    uint64_t cond = named_object(address, word);
    if (kind == OPERATION_WAIT) machine_waits_with(m, cond, mutex);
    unsigned alone = kind == OPERATION_WAIT && (mutex_word & OPERATION_TIMED || m->options.spurious_wakeups)
                         ? OPERATION_ALONE
                         : 0;
    propose(m, t, kind, cond, mutex, (int)(mutex_word & 127) | (int)alone);
    t->pending.weak = machine_is_ordered(m, cond);
    return STEP_STOP;
}

/* The initialisations of a thread between two of its visible operations share a number: nothing can have been
 * done with an object between them. Branches do not count, since a replay has none. A number has 24 bits: of
 * threads that are numbered high, fewer of them count operations. */
static uint64_t generation_of(const Thread *t) {
    uint64_t slot = (uint64_t)thread_slot(t) + 1;
    if (slot < 1u << (OBJECT_GENERATION - 1 - OBJECT_STEPS))
        return slot << OBJECT_STEPS | (t->ordinal_op & ((1u << OBJECT_STEPS) - 1));
    return 1u << (OBJECT_GENERATION - 1) | slot << OBJECT_FEW_STEPS |
           (t->ordinal_op & ((1u << OBJECT_FEW_STEPS) - 1));
}
_Static_assert(MAX_THREADS + 1 < 1 << (OBJECT_GENERATION - 1 - OBJECT_FEW_STEPS),
               "every thread can number objects");

/* Items of 24 bytes: object, mask, expect, whether it is changed. */
#define KERNEL_ITEM 24
#define KERNEL_ITEMS 4096

static Step kernel_enter(Machine *m, Thread *t, const uint64_t *v) {
    uint64_t items = v[0], n = v[1];
    if (n > KERNEL_ITEMS) {
        machine_fault(m, t, "unsupported", "a system call on %llu files at once", (unsigned long long)n);
        return STEP_STOP;
    }
    struct {
        uint64_t object;
        uint32_t mask, expect, writes, spare;
    } *from = xmalloc((n + 1) * KERNEL_ITEM);
    _Static_assert(sizeof *from == KERNEL_ITEM, "items are as in the runtime");
    char *what = NULL;
    if (range_read(m, t, items, from, n * KERNEL_ITEM, NULL) == STEP_STOP ||
        range_string(m, t, v[3], &what) == STEP_STOP) {
        free(from);
        return STEP_STOP;
    }
    KernelItem *list = xmalloc((n + 1) * sizeof *list);
    uint32_t len = 0;
    for (uint64_t k = 0; k < n; k++) {
        KernelItem item = {from[k].object, from[k].mask, from[k].expect & from[k].mask, from[k].writes != 0};
        /* Two descriptors may be of one object: what is waited for adds up (both expect the same of it). */
        uint32_t j = 0;
        while (j < len && list[j].object != item.object) j++;
        if (j < len) {
            list[j].mask |= item.mask;
            list[j].expect |= item.expect;
            list[j].writes |= item.writes;
        } else
            list[len++] = item;
    }
    const KernelCall *call = machine_kernel_call(m, list, len, what ? what : "a system call");
    free(what);
    free(list);
    free(from);
    bool ready = machine_kernel_ready(m, call);
    if (m->nthreads < 2 && ready) {
        t->section++;
        log_boundary(t);
        complete(m, t, 0);
        return STEP_NEXT;
    }
    propose(m, t, OPERATION_KERNEL, len ? call->item[0].object : 0, 0, v[2] ? OPERATION_TIMED : 0);
    t->pending.call = call;
    return STEP_STOP;
}

static Step claim(Machine *m, Thread *t, OperationKind kind, uint64_t identifier) {
    int target = (int)(int32_t)identifier - 1;
    if (target < 0 || target >= (int)m->nslots || !m->threads[target] ||
        m->threads[target]->status == THREAD_UNUSED) {
        complete(m, t, 3 /* ESRCH */);
        return STEP_NEXT;
    }
    propose(m, t, kind, 0, 0, 0);
    t->pending.target = target;
    return STEP_STOP;
}

/* The thread that comes after `id` (0: none yet) where all are told in the order of their names, those that
 * `id` created first, without the one that asks. 0 after the last. What is looked at of other threads is
 * theirs for good once they have ended. */
static uint64_t thread_after(const Machine *m, const Thread *self, uint64_t id) {
    if (!id) return 1;
    int from = 0; /* the children of `parent` from number from + 1 on */
    for (int parent = (int)id - 1; parent >= 0;) {
        const Thread *t = m->threads[parent];
        int best = -1;
        for (uint32_t k = 0; k < m->nslots; k++) {
            const Thread *c = m->threads[k];
            if (!c || c == self || c->status == THREAD_UNUSED || c->parent != parent || c->ordinal <= from)
                continue;
            if (best < 0 || c->ordinal < m->threads[best]->ordinal) best = (int)k;
        }
        if (best >= 0) return (uint64_t)best + 1;
        from = t->ordinal;
        parent = t->parent;
    }
    return 0;
}

static Step run_list(Machine *m, Thread *t, const Insn *i, const uint32_t *list, uint32_t n) {
    /* One call at a time; each returns to this instruction. */
    Frame *caller = &t->frames[t->top];
    if (caller->listed < n) {
        uint32_t f = list[caller->listed++];
        if (!frame_enter(m, t, &m->program->functions[f], NULL)) return STEP_STOP;
        t->frames[t->top].call = i;
        t->frames[t->top].ending = 2;
        memset(frame_regs(t), 0,
               m->program->functions[f].nparams * sizeof(uint64_t)); /* it is given nothing */
        t->pc = m->program->functions[f].code;
        return STEP_NEXT;
    }
    caller->listed = 0;
    complete(m, t, 0);
    return STEP_NEXT;
}

/* The thread's variables end: before it exits, so that who joins it has that behind it. */
static Step thread_exit(Machine *m, Thread *t) {
    uint64_t robust = t->robust ? machine_robust_mutex(m, thread_slot(t)) : 0;
    if (robust) return propose(m, t, OPERATION_ABANDON, robust, 0, MUTEX_ROBUST);
    if (machine_end_objects(m, t) == STEP_STOP) return STEP_STOP;
    return propose(m, t, OPERATION_EXIT, 0, 0, 0);
}

Step builtin_execute(Machine *m, Thread *t, const Insn *i) {
    const uint64_t *r = frame_regs(t);
    uint64_t v[7] = {0};
    switch ((Builtin)i->b) {
    case BUILTIN_make_symbolic: return make_symbolic(m, t, i);
    case BUILTIN_assume: return assume(m, t, i);
    case BUILTIN_fail: return fail(m, t, i);
    case BUILTIN_setjmp: return set_jump(m, t, i);
    case BUILTIN_longjmp: return long_jump(m, t, i);
    case BUILTIN_silent_exit: machine_stop_thread(m, t); return STEP_STOP;
    case BUILTIN_memcpy:
    case BUILTIN_memmove:
    case BUILTIN_memset: {
        uint64_t to, from, size;
        if (!concrete_reg(m, t, use(i, 0), &to) || !concrete_reg(m, t, use(i, 2), &size)) return STEP_STOP;
        Step s;
        if (i->b == BUILTIN_memset)
            s = range_set(m, t, to, size, r[use(i, 1)], reg_expr(t, use(i, 1)));
        else {
            if (!concrete_reg(m, t, use(i, 1), &from)) return STEP_STOP;
            s = range_copy(m, t, to, from, size);
        }
        if (s == STEP_STOP) return s;
        complete(m, t, to);
        return STEP_NEXT;
    }
    default: break;
    }
    /* The rest takes concrete operands; each value of a symbolic one is a branch. */
    for (unsigned k = 0; k < i->a && k < ARRAY_LEN(v); k++)
        if (!concrete_reg(m, t, use(i, k), &v[k])) return STEP_STOP;
    switch ((Builtin)i->b) {
    case BUILTIN_malloc: {
        if (!machine_works(m, t, MIN(v[0], 1u << 20) + 1024)) return STEP_STOP;
        uint64_t at = heap_allocate(m, t, v[0], MAX(v[1], 1));
        if (t->status != THREAD_READY) return STEP_STOP;
        complete(m, t, at);
        return STEP_NEXT;
    }
    case BUILTIN_free: {
        int owner;
        const Block *b = v[0] ? heap_block_at(m, v[0], &owner) : NULL;
        /* An event where it is visible, even where the block has ended: the end may come later. */
        if (b && b->address == v[0] && range_end(m, t, b->address, b->size) == STEP_STOP) return STEP_STOP;
        if (v[0] && !heap_free(m, t, v[0])) return STEP_STOP;
        complete(m, t, 0);
        return STEP_NEXT;
    }
    case BUILTIN_object_size: {
        int owner;
        Block *b = heap_block_at(m, v[0], &owner);
        bool is_block = b && b->address == v[0];
        /* It reads the block, as far as the end of that is concerned. */
        if (is_block && b->size && (b->state == 1 || access_is_visible(m, v[0], 1))) {
            uint8_t first;
            if (range_read(m, t, v[0], &first, 1, NULL) == STEP_STOP) return STEP_STOP;
        }
        if (!is_block || b->state != 1) {
            access_vague(m, t, v[0], false);
            char *where = machine_describe_address(m, v[0]);
            machine_fault(m, t, "memory", "not the address of a live heap block: %s", where);
            free(where);
            return STEP_STOP;
        }
        complete(m, t, b->size);
        return STEP_NEXT;
    }
    case BUILTIN_thread_self: complete(m, t, (uint64_t)thread_slot(t) + 1); return STEP_NEXT;
    case BUILTIN_yield: complete(m, t, 0); return STEP_NEXT;
    case BUILTIN_thread_create: return propose(m, t, OPERATION_CREATE, v[0], v[1], (int)v[2]);
    case BUILTIN_thread_exit: return thread_exit(m, t);
    case BUILTIN_thread_join: return claim(m, t, OPERATION_JOIN, v[0]);
    case BUILTIN_thread_detach: return claim(m, t, OPERATION_DETACH, v[0]);
    case BUILTIN_generation: complete(m, t, generation_of(t)); return STEP_NEXT;
    case BUILTIN_is_local:
        complete(m, t,
                 v[0] >= REGION_BASE && v[0] < MEMORY_LIMIT &&
                     v[0] - region_start(region_slot(v[0])) < region_stack(region_slot(v[0])));
        return STEP_NEXT;
    case BUILTIN_destroy:
        return propose(m, t, OPERATION_DESTROY, named_object(v[0], v[1]), 0,
                       v[2] < OBJECT_STATEFUL ? (int)v[2] : OBJECT_NONE);
    case BUILTIN_mutex_lock: return propose_on(m, t, OPERATION_LOCK, v[0], v[1], 0);
    case BUILTIN_mutex_trylock: return propose_on(m, t, OPERATION_TRYLOCK, v[0], v[1], 0);
    case BUILTIN_mutex_unlock: return propose_on(m, t, OPERATION_UNLOCK, v[0], v[1], 0);
    case BUILTIN_mutex_consistent:
        complete(m, t, (uint64_t)machine_mutex_consistent(m, thread_slot(t), named_object(v[0], v[1])));
        return STEP_NEXT;
    case BUILTIN_cond_wait:
        return propose_on_cond(m, t, OPERATION_WAIT, v[0], v[1], named_object(v[2], v[3]), v[3]);
    case BUILTIN_cond_signal: return propose_on_cond(m, t, OPERATION_SIGNAL, v[0], v[1], 0, 0);
    case BUILTIN_cond_broadcast: return propose_on_cond(m, t, OPERATION_BROADCAST, v[0], v[1], 0, 0);
    case BUILTIN_rwlock_rdlock: return propose_on(m, t, OPERATION_RDLOCK, v[0], v[1], 0);
    case BUILTIN_rwlock_wrlock: return propose_on(m, t, OPERATION_WRLOCK, v[0], v[1], 0);
    case BUILTIN_rwlock_tryrdlock: return propose_on(m, t, OPERATION_TRYRDLOCK, v[0], v[1], 0);
    case BUILTIN_rwlock_trywrlock: return propose_on(m, t, OPERATION_TRYWRLOCK, v[0], v[1], 0);
    case BUILTIN_rwlock_unlock: return propose_on(m, t, OPERATION_RWUNLOCK, v[0], v[1], 0);
    case BUILTIN_sem_post: return propose_on(m, t, OPERATION_SEM_POST, v[0], v[1], (uint32_t)v[2]);
    case BUILTIN_sem_wait: return propose_on(m, t, OPERATION_SEM_WAIT, v[0], v[1], (uint32_t)v[2]);
    case BUILTIN_sem_trywait: return propose_on(m, t, OPERATION_SEM_TRYWAIT, v[0], v[1], (uint32_t)v[2]);
    case BUILTIN_sem_value: return propose_on(m, t, OPERATION_SEM_VALUE, v[0], v[1], (uint32_t)v[2]);
    case BUILTIN_barrier_wait:
        if (!(uint32_t)v[2]) {
            machine_fault(m, t, "api", "a barrier for no threads");
            return STEP_STOP;
        }
        propose_on(m, t, OPERATION_ARRIVE, v[0], v[1], (uint32_t)v[2]);
        t->pending.weak = machine_is_ordered(m, t->pending.object);
        return STEP_STOP;
    case BUILTIN_once: return propose(m, t, OPERATION_ONCE, object_address(v[0]), 0, 0);
    case BUILTIN_once_done: return propose(m, t, OPERATION_ONCE_DONE, object_address(v[0]), 0, 0);
    case BUILTIN_atomic_begin:
        if (t->section == 0 && m->nthreads > 1) {
            if (!access_granted(t, OPERATION_SECTION, 0, 0)) return propose(m, t, OPERATION_SECTION, 0, 0, 0);
        }
        t->section++;
        log_boundary(t);
        complete(m, t, 0);
        return STEP_NEXT;
    case BUILTIN_kernel_enter: return kernel_enter(m, t, v);
    case BUILTIN_kernel_leave:
        if (t->section) t->section--;
        log_boundary(t);
        complete(m, t, 0);
        return STEP_NEXT;
    case BUILTIN_atomic_end:
        if (t->section) t->section--;
        log_boundary(t);
        complete(m, t, 0);
        return STEP_NEXT;
    case BUILTIN_syscall: {
        int64_t result = 0;
        Step s = syscall_execute(m, t, v[0], v + 1, &result);
        if (s == STEP_STOP) return s;
        complete(m, t, (uint64_t)result);
        return STEP_NEXT;
    }
    case BUILTIN_unlogged: {
        bool known = false;
        for (size_t k = 0; k < m->unlogged.len; k++) known |= m->unlogged.data[k].start == v[0];
        VisibleRange range = {v[0], v[0] + v[1]};
        if (!known) vec_push(&m->unlogged, range);
        complete(m, t, 0);
        return STEP_NEXT;
    }
    case BUILTIN_warn: {
        char *text;
        if (range_string(m, t, v[0], &text) == STEP_STOP) return STEP_STOP;
        if (text && m->hooks.assumption) m->hooks.assumption(m->hooks.context, text);
        free(text);
        complete(m, t, 0);
        return STEP_NEXT;
    }
    case BUILTIN_thread_after: complete(m, t, thread_after(m, t, v[0])); return STEP_NEXT;
    case BUILTIN_await_thread: {
        Step s = claim(m, t, OPERATION_JOIN, v[0]);
        if (s == STEP_STOP) t->pending.type = 1;
        return s;
    }
    case BUILTIN_has_destructors: complete(m, t, m->program->ndestructors != 0); return STEP_NEXT;
    case BUILTIN_next_thread: complete(m, t, (uint64_t)(machine_coming_child(m, t) + 1)); return STEP_NEXT;
    case BUILTIN_by_program:
        complete(m, t, t->top > 0 && !t->frames[t->top - 1].function->library);
        return STEP_NEXT;
    case BUILTIN_constructors: return run_list(m, t, i, m->program->constructors, m->program->nconstructors);
    case BUILTIN_destructors: return run_list(m, t, i, m->program->destructors, m->program->ndestructors);
    default:
        machine_fault(m, t, "unsupported", "call of `%s`, which this version does not support",
                      m->program->functions[i->imm].name);
        return STEP_STOP;
    }
}
