/*
 * builtins.c — the engine operations that bitcode calls by name, as rows of a table: memory
 * functions, and proposals of thread operations. Code in os/operations.c carries out a proposal
 * once a strategy has chosen it.
 */
#include "vm/interpreter/builtins.h"
#include "runtime/engine.h"
#include "vm/system/interrupt.h"
#include "vm/symbolic/lifting.h"
#include "vm/interpreter/lists/special.h"
#include "vm/symbolic/undefined.h"
#include <stdlib.h>
#include <sys/syscall.h>

/* --- memory ----------------------------------------------------------------------------------- */

static StepResult copy_or_set(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t to;
    StepResult s = memory_function(m, t, c->i, c->i->b == BUILTIN_memset, &to);
    return s == STEP_STOP ? s : completed(m, t, to);
}

static StepResult allocate(Machine *m, Thread *t, const BuiltinCall *c) {
    if (!machine_works(m, t, MIN(c->v[0], 1u << 20) + 1024)) return STEP_STOP;
    uint64_t at = heap_allocate(m, t, c->v[0], MAX(c->v[1], 1));
    return t->status == THREAD_READY ? completed(m, t, at) : STEP_STOP;
}

static StepResult builtin_release(Machine *m, Thread *t, const BuiltinCall *c) {
    int owner = 0;
    uint64_t address = c->v[0];
    Block *b = address ? heap_block_at(m, address, &owner) : NULL;
    /* The end of visible bytes is an event even if the block has ended: in another order it may end
     * later. */
    if (b && b->address == address && range_end(m, t, b->address, b->size) == STEP_STOP)
        return STEP_STOP;
    if (address && !heap_free_block(m, t, address, b, owner)) return STEP_STOP;
    return completed(m, t, 0);
}

static StepResult builtin_object_size(Machine *m, Thread *t, const BuiltinCall *c) {
    int owner;
    uint64_t address = c->v[0];
    Block *b = heap_block_at(m, address, &owner);
    bool is_block = b && b->address == address;
    /* The query counts as a read of the first byte, so that it depends on the end of the block. */
    if (is_block && b->size && (b->state == 1 || access_is_visible(m, address, 1))) {
        uint8_t first;
        if (range_read(m, t, address, &first, 1, NULL) == STEP_STOP) return STEP_STOP;
    }
    if (!is_block || b->state != 1) {
        access_vague(m, t, address, false);
        char *where = machine_describe_address(m, address);
        machine_fault(m, t, "memory", "not the address of a live heap block: %s", where);
        free(where);
        return STEP_STOP;
    }
    return completed(m, t, b->size);
}

static StepResult builtin_is_local(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t x = c->v[0];
    return completed(m, t,
                     x >= REGION_BASE && x < MEMORY_LIMIT &&
                         (x - region_start(region_slot(x)) < region_stack(region_slot(x)) ||
                          (t->context && x >= t->context && x < t->context_end)));
}

/* --- synchronisation objects ------------------------------------------------------------------ */

StepResult propose(Machine *m, Thread *t, OperationKind kind, uint64_t object, uint64_t detail,
                   int flags) {
    t->pending = (Operation){.kind = (uint8_t)kind,
                             .flags = (uint8_t)flags,
                             .target = -1,
                             .object = object,
                             .detail = detail,
                             .loc = machine_loc(m, t)};
    range_over(t);
    return STEP_STOP;
}

/* Returns the identity of an object from its address and a word in its memory. The word has type
 * bits, and from bit 8 on the object's generation. */
static uint64_t named_object(uint64_t address, uint64_t word) {
    return object_identity(object_address(address), (uint32_t)word >> 8);
}

/* Propose an operation on an object of a class without operands, or with one. */
static StepResult on_object(Machine *m, Thread *t, const BuiltinCall *c) {
    return propose(m, t, c->operation, named_object(c->v[0], c->v[1]), 0, (int)(c->v[1] & 255));
}

/* Proposes the unlock of a mutex. */
static StepResult on_unlock(Machine *m, Thread *t, const BuiltinCall *c) {
    on_object(m, t, c);
    if (m->system->keep_going == KEEP_GOING_NONE) t->pending.flags |= MUTEX_STOPS;
    return STEP_STOP;
}

static StepResult on_object_with_value(Machine *m, Thread *t, const BuiltinCall *c) {
    return propose(m, t, c->operation, named_object(c->v[0], c->v[1]), (uint32_t)c->v[2],
                   (int)(c->v[1] & 255));
}

/* Returns the flags of a wait, with OPERATION_SPURIOUS if it may wake spuriously. Some calls are of
 * threads that only look while they hold the mutex (prepare/waits.c): there it makes no difference.
 * But it does where others try mutexes, or where the owner of a robust one ended: who wakes learns
 * that by the wait, who comes later by the lock. A lock of an error-checking one may have been
 * refused, since the thread had it already. What is left out all the same is reported. */
static unsigned may_wake_spuriously(const Machine *m, unsigned flags) {
    const RunSettings *s = &m->options.run;
    const Program *p = m->program;
    const char *assumed = NULL;
    if (s->no_spurious_wakeups)
        assumed = "waits on condition variables do not wake spuriously";
    else if (s->spurious_wakeups || flags & MUTEX_ROBUST ||
             (flags & MUTEX_KIND) == MUTEX_ERROR_CHECKING || (p->tries_locks && !p->counts_wakes))
        flags |= OPERATION_SPURIOUS;
    else if (!(flags & OPERATION_SPURIOUS) && p->counts_wakes)
        assumed = p->tries_locks ? "waits in loops that look again do not wake spuriously, though "
                                   "mutexes are tried (--spurious-wakeups lets them)"
                                 : "waits in loops that count their rounds do not wake spuriously "
                                   "(--spurious-wakeups lets them)";
    if (assumed && m->hooks.assumption) m->hooks.assumption(m->hooks.context, assumed);
    return s->no_spurious_wakeups ? flags & ~(unsigned)OPERATION_SPURIOUS : flags;
}

/* Proposes a wait on a condition variable with a mutex, or a notification. */
static StepResult on_condition(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t cond = named_object(c->v[0], c->v[1]), mutex = 0, mutex_word = 0;
    unsigned how = 0;
    if (c->operation == OPERATION_WAIT) {
        mutex_word = c->v[3];
        mutex = named_object(c->v[2], mutex_word);
        if (machine_mutex_is_nested(m, thread_slot(t), mutex)) {
            machine_fault(
                m, t, "api",
                "waits on a condition variable with a recursive mutex that it has locked more than "
                "once, so the mutex stays locked");
            return STEP_STOP;
        }
        machine_waits_with(m, cond, mutex);
        how = mutex_word & 127;
        if (mutex_word & OPERATION_TIMED || m->look) how |= OPERATION_ALONE;
        how = may_wake_spuriously(m, how);
        if (interrupt_wakes(m, t, cond, mutex, (uint8_t)how)) return STEP_STOP;
    }
    propose(m, t, c->operation, cond, mutex, (int)how);
    t->pending.ordered = machine_is_ordered(m, cond);
    return STEP_STOP;
}

static StepResult on_barrier(Machine *m, Thread *t, const BuiltinCall *c) {
    if (!(uint32_t)c->v[2]) {
        machine_fault(m, t, "api", "a barrier for no threads");
        return STEP_STOP;
    }
    on_object_with_value(m, t, c);
    t->pending.ordered = machine_is_ordered(m, t->pending.object);
    return STEP_STOP;
}

static StepResult on_once(Machine *m, Thread *t, const BuiltinCall *c) {
    bool given_up = c->operation == OPERATION_ONCE_DONE && (int)c->v[1];
    return propose(m, t, c->operation, object_address(c->v[0]), given_up, 0);
}

static StepResult builtin_destroy(Machine *m, Thread *t, const BuiltinCall *c) {
    return propose(m, t, OPERATION_DESTROY, named_object(c->v[0], c->v[1]), 0,
                   c->v[2] < OBJECT_STATEFUL ? (int)c->v[2] : OBJECT_NONE);
}

static StepResult mutex_consistent(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t mutex = named_object(c->v[0], c->v[1]);
    return completed(m, t, (uint64_t)machine_mutex_consistent(m, thread_slot(t), mutex));
}

/* --- sections and the emulated kernel --------------------------------------------------------- */

static StepResult begin_section(Machine *m, Thread *t, const BuiltinCall *c) {
    if (t->section == 0 && m->nthreads > 1 && !access_granted(t, OPERATION_SECTION, 0, 0))
        return propose(m, t, OPERATION_SECTION, 0, 0, 0);
    t->section++;
    log_boundary(t);
    return completed(m, t, 0);
}

static StepResult end_section(Machine *m, Thread *t, const BuiltinCall *c) {
    if (t->section) t->section--;
    if (!t->section && t->piece) machine_check_words(m, t->piece);
    if (!t->section) t->piece = NULL;
    log_boundary(t);
    return completed(m, t, 0);
}

/* Items of 24 bytes: object, mask, expect, whether the piece changes the object. */
#define KERNEL_ITEM 24
#define KERNEL_ITEMS 4096

/* An item as the runtime has it. */
typedef struct EnteredItem {
    uint64_t object;
    uint32_t mask, expect, writes, spare;
} EnteredItem;
_Static_assert(sizeof(EnteredItem) == KERNEL_ITEM, "items are as in the runtime");

/* Chooses a value for each word of an item in memory that depends on inputs. False: the thread
 * stopped for a decision. */
static bool settle_item(Machine *m, Thread *t, uint64_t address, EnteredItem *item) {
    uint32_t *const words[] = {&item->mask, &item->expect, &item->writes};
    for (unsigned k = 0; k < ARRAY_LEN(words); k++) {
        uint64_t at = address + offsetof(EnteredItem, mask) + k * sizeof *words[k], value;
        const Expr *e = access_byte(m, at);
        for (unsigned j = 1; j < sizeof *words[k]; j++)
            e = expr_concat(m->pool, access_byte(m, at + j), e);
        if (!concretise(m, t, e, &value)) return false;
        *words[k] = (uint32_t)value;
    }
    return true;
}

static StepResult kernel_enter(Machine *m, Thread *t, const BuiltinCall *c) {
    const uint64_t *v = c->v;
    uint64_t items = v[0], n = v[1];
    if (n > KERNEL_ITEMS) {
        machine_fault(m, t, "unsupported", "a system call on %llu files at once",
                      (unsigned long long)n);
        return STEP_STOP;
    }
    EnteredItem *from = xmalloc((n + 1) * KERNEL_ITEM);
    char *what = NULL;
    bool symbolic, stopped = range_read(m, t, items, from, n * KERNEL_ITEM, &symbolic) == STEP_STOP;
    for (uint64_t k = 0; k < n && !stopped && symbolic; k++)
        stopped = !settle_item(m, t, items + k * KERNEL_ITEM, &from[k]);
    if (stopped || range_string(m, t, v[3], &what) == STEP_STOP) {
        free(from);
        return STEP_STOP;
    }
    KernelItem *list = xmalloc((n + 1) * sizeof *list);
    uint32_t len = 0;
    for (uint64_t k = 0; k < n; k++) {
        KernelItem item = {from[k].object, from[k].mask, from[k].expect & from[k].mask,
                           from[k].writes != 0};
        /* Two descriptors may refer to one object. Then the masks add up, and both items expect the
         * same of it. */
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
    machine_check_words(m, call);
    bool ready = machine_kernel_ready(m, call);
    if (m->nthreads < 2 && ready) {
        t->section++;
        log_boundary(t);
        return completed(m, t, 0);
    }
    propose(m, t, OPERATION_KERNEL, len ? call->item[0].object : 0, 0,
            (v[2] & 1 ? OPERATION_TIMED : 0) | (v[2] & HEDDLE_FOR_EVER ? OPERATION_ALONE : 0));
    t->pending.call = call;
    return STEP_STOP;
}

/* --- the rest --------------------------------------------------------------------------------- */

/* Calls the functions of a list, one at each execution; each returns to this instruction. */
static StepResult run_list(Machine *m, Thread *t, const Insn *i, const uint32_t *list, uint32_t n) {
    Frame *caller = &t->frames[t->top];
    if (caller->listed < n) {
        uint32_t f = list[caller->listed++];
        if (!frame_enter(m, t, &m->program->functions[f], NULL)) return STEP_STOP;
        t->frames[t->top].call = i;
        t->frames[t->top].ending = 2;
        memset(frame_regs(t), 0,
               m->program->functions[f].nparams * sizeof(uint64_t)); /* the function gets no
                                                                        arguments */
        t->pc = m->program->functions[f].code;
        return STEP_NEXT;
    }
    caller->listed = 0;
    return completed(m, t, 0);
}

static StepResult builtin_do_nothing(Machine *m, Thread *t, const BuiltinCall *c) {
    return completed(m, t, 0);
}

static StepResult silent_exit(Machine *m, Thread *t, const BuiltinCall *c) {
    machine_stop_thread(m, t);
    return STEP_STOP;
}

static StepResult builtin_system_call(Machine *m, Thread *t, const BuiltinCall *c) {
    int64_t result = 0;
    uint64_t v[7] = {0};
    /* No code of the process looks at its exit status, so the values of a symbolic status are no
     * branches. */
    const Expr *value = reg_expr(t, use(c->i, 1));
    if (value && value->undefined &&
        !(value = undefined_resolve_for(m, t, value, "the exit status")))
        return STEP_STOP;
    if (!reg_expr(t, use(c->i, 0)) && frame_regs(t)[use(c->i, 0)] == SYS_exit_group && value) {
        syscall_exit(m, t, 0, value);
        return STEP_STOP;
    }
    for (unsigned k = 0; k < c->i->a && k < ARRAY_LEN(v); k++)
        if (!concrete_reg(m, t, use(c->i, k), &v[k])) return STEP_STOP;
    StepResult s = syscall_execute(m, t, v[0], v + 1, &result);
    return s == STEP_STOP ? s : completed(m, t, (uint64_t)result);
}

/* Notes an output buffer; accesses to it are not logged. */
static StepResult unlogged(Machine *m, Thread *t, const BuiltinCall *c) {
    bool known = false;
    for (size_t k = 0; k < m->unlogged.len; k++) known |= m->unlogged.data[k].start == c->v[0];
    VisibleRange range = {c->v[0], c->v[0] + c->v[1]};
    if (!known) {
        if (!m->unlogged.len) m->unlogged_start = range.start;
        m->unlogged_start = MIN(m->unlogged_start, range.start);
        m->unlogged_end = MAX(m->unlogged_end, range.end);
        vec_push(&m->unlogged, range);
    }
    return completed(m, t, 0);
}

static StepResult tell_string(Machine *m, Thread *t, const BuiltinCall *c,
                              void (*tell)(void *context, const char *text)) {
    char *text;
    if (range_string(m, t, c->v[0], &text) == STEP_STOP) return STEP_STOP;
    if (text && tell) tell(m->hooks.context, text);
    free(text);
    return completed(m, t, 0);
}

static StepResult warn(Machine *m, Thread *t, const BuiltinCall *c) {
    return tell_string(m, t, c, m->hooks.deviation);
}

static StepResult assumed(Machine *m, Thread *t, const BuiltinCall *c) {
    return tell_string(m, t, c, m->hooks.assumption);
}

#define MANY_VALUES 64

static StepResult has_many_values(Machine *m, Thread *t, const BuiltinCall *c) {
    const Expr *e = reg_expr(t, use(c->i, 0));
    ValueRange range = {0, 0};
    if (e) lifting_fail(m);
    if (e && !m->names_loads && !m->lifting && !m->options.given_symbolic) {
        size_t n;
        const Expr **facts = causal_facts(m, thread_slot(t), e, &n);
        if (!solver_range(m->solver, facts, n, e, m->model, &range))
            range = (ValueRange){0, UINT64_MAX};
        free(facts);
    }
    return completed(m, t, range.high - range.low >= MANY_VALUES);
}

/* Returns a value from memory that is about to be initialised: undefined bytes count as zero. */
static StepResult as_written(Machine *m, Thread *t, const BuiltinCall *c) {
    const Insn *i = c->i;
    const Expr *e = reg_expr(t, use(i, 0));
    uint64_t value = frame_regs(t)[use(i, 0)];
    if (!e) return completed(m, t, value);
    if (i->d) set_reg_expr(m, t, def(i, 0), undefined_as_zero(m, e));
    return end_list(t, i);
}

/* Returns an example of a symbolic value that is printed. If the program uses the result of the
 * printing call, such as a length, the value stays symbolic. */
static StepResult example(Machine *m, Thread *t, const BuiltinCall *c) {
    const Insn *i = c->i;
    const Expr *e = reg_expr(t, use(i, 0));
    uint64_t value = frame_regs(t)[use(i, 0)];
    if (e && e->undefined && !(e = undefined_resolve_for(m, t, e, "what is printed")))
        return STEP_STOP;
    if (e) {
        uint32_t k = t->top;
        while (k > 0 && t->frames[k - 1].function->library) k--;
        bool looked_at = k == 0 || t->frames[k].call->d != 0;
        if (looked_at) {
            if (i->d) set_reg_expr(m, t, def(i, 0), e);
            return end_list(t, i);
        }
        lifting_fail(m);
        value = (uint64_t)expr_eval(m->pool, e, m->model);
        if (m->hooks.warning)
            m->hooks.warning(m->hooks.context,
                             "of symbolic values that are printed the output shows an example");
    }
    return completed(m, t, value);
}

/* --- invariants of the runtime ---------------------------------------------------------------- */

/* Returns an operand. For a symbolic one it is the example at hand, which is not told. */
static uint64_t operand_example(Machine *m, const Thread *t, const Insn *i, unsigned k) {
    const Expr *e = reg_expr(t, use(i, k));
    return e ? (uint64_t)expr_eval(m->pool, undefined_as_zero(m, e), m->model)
             : frame_regs(t)[use(i, k)];
}

/* A symbol of a slice that is lifted has no example: such a slice was checked before. */
static StepResult builtin_check(Machine *m, Thread *t, const BuiltinCall *c) {
    const char *function;
    uint32_t loc = 0;
    if ((int32_t)operand_example(m, t, c->i, 0) || m->lifting) return completed(m, t, 0);
    machine_stack_locs(m, t, &loc, &function, 1);
    const Loc *at = &m->program->locs[loc];
    base_fatal("a broken invariant of the runtime at %s:%u (%s)", at->file ? at->file : "?",
               at->line, function ? function : "?");
}

static StepResult builtin_peek(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t address = operand_example(m, t, c->i, 0), value = 0;
    unsigned size = (unsigned)MIN(operand_example(m, t, c->i, 1), sizeof value);
    if (!memory_is_valid(m->memory, address, size)) return completed(m, t, 0);
    for (unsigned k = 0; k < size; k++) {
        const Expr *e = memory_symbolic(m->memory, address + k);
        uint64_t byte =
            e ? (uint64_t)expr_eval(m->pool, e, m->model) : m->memory->base[address + k];
        value |= byte << (8 * k);
    }
    return completed(m, t, value);
}

static StepResult has_destructors(Machine *m, Thread *t, const BuiltinCall *c) {
    return completed(m, t, m->program->ndestructors != 0);
}

static StepResult constructors(Machine *m, Thread *t, const BuiltinCall *c) {
    return run_list(m, t, c->i, m->program->constructors, m->program->nconstructors);
}

static StepResult destructors(Machine *m, Thread *t, const BuiltinCall *c) {
    return run_list(m, t, c->i, m->program->destructors, m->program->ndestructors);
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct {
    BuiltinHandler *handle;
    OperationKind operation;
    bool from_registers; /* the handler takes its operands itself, symbolic ones unchanged */
} builtins[] = {
    [BUILTIN_memcpy] = {copy_or_set, .from_registers = true},
    [BUILTIN_memmove] = {copy_or_set, .from_registers = true},
    [BUILTIN_memset] = {copy_or_set, .from_registers = true},
    [BUILTIN_malloc] = {allocate},
    [BUILTIN_free] = {builtin_release},
    [BUILTIN_object_size] = {builtin_object_size},
    [BUILTIN_is_local] = {builtin_is_local},
    [BUILTIN_make_symbolic] = {builtin_make_symbolic, .from_registers = true},
    [BUILTIN_assume] = {builtin_assume, .from_registers = true},
    [BUILTIN_fail] = {builtin_fail, .from_registers = true},
    [BUILTIN_mistake] = {builtin_mistake, .from_registers = true},
    [BUILTIN_setjmp] = {builtin_set_jump, .from_registers = true},
    [BUILTIN_longjmp] = {builtin_long_jump, .from_registers = true},
    [BUILTIN_getcontext] = {builtin_get_context},
    [BUILTIN_context_switch] = {builtin_switch_context},
    [BUILTIN_context_room] = {builtin_context_room},
    [BUILTIN_context_current] = {builtin_context_current},
    [BUILTIN_silent_exit] = {silent_exit, .from_registers = true},
    [BUILTIN_thread_create] = {builtin_create_thread},
    [BUILTIN_thread_exit] = {builtin_exit_thread},
    [BUILTIN_thread_join] = {builtin_claim_thread, OPERATION_JOIN},
    [BUILTIN_await_thread] = {builtin_await_thread, OPERATION_JOIN},
    [BUILTIN_thread_detach] = {builtin_claim_thread, OPERATION_DETACH},
    [BUILTIN_thread_self] = {builtin_thread_self},
    [BUILTIN_next_thread] = {builtin_next_thread},
    [BUILTIN_thread_after] = {builtin_thread_after},
    [BUILTIN_generation] = {builtin_generation},
    [BUILTIN_by_program] = {builtin_by_program},
    [BUILTIN_caller] = {builtin_caller},
    [BUILTIN_name_character] = {builtin_name_character},
    [BUILTIN_has_many_values] = {has_many_values, .from_registers = true},
    [BUILTIN_check] = {builtin_check, .from_registers = true},
    [BUILTIN_peek] = {builtin_peek, .from_registers = true},
    [BUILTIN_is_symbolic] = {builtin_is_symbolic, .from_registers = true},
    [BUILTIN_tell] = {builtin_tell, .from_registers = true},
    [BUILTIN_extent] = {builtin_extent},
    [BUILTIN_as_written] = {as_written, .from_registers = true},
    [BUILTIN_example] = {example, .from_registers = true},
    [BUILTIN_yield] = {builtin_do_nothing},
    [BUILTIN_destroy] = {builtin_destroy},
    [BUILTIN_mutex_lock] = {on_object, OPERATION_LOCK},
    [BUILTIN_mutex_trylock] = {on_object, OPERATION_TRYLOCK},
    [BUILTIN_mutex_unlock] = {on_unlock, OPERATION_UNLOCK},
    [BUILTIN_mutex_consistent] = {mutex_consistent},
    [BUILTIN_cond_wait] = {on_condition, OPERATION_WAIT},
    [BUILTIN_cond_signal] = {on_condition, OPERATION_SIGNAL},
    [BUILTIN_cond_broadcast] = {on_condition, OPERATION_BROADCAST},
    [BUILTIN_rwlock_rdlock] = {on_object, OPERATION_RDLOCK},
    [BUILTIN_rwlock_wrlock] = {on_object, OPERATION_WRLOCK},
    [BUILTIN_rwlock_tryrdlock] = {on_object, OPERATION_TRYRDLOCK},
    [BUILTIN_rwlock_trywrlock] = {on_object, OPERATION_TRYWRLOCK},
    [BUILTIN_rwlock_unlock] = {on_object, OPERATION_RWUNLOCK},
    [BUILTIN_sem_post] = {on_object_with_value, OPERATION_SEM_POST},
    [BUILTIN_sem_wait] = {on_object_with_value, OPERATION_SEM_WAIT},
    [BUILTIN_sem_trywait] = {on_object_with_value, OPERATION_SEM_TRYWAIT},
    [BUILTIN_sem_value] = {on_object_with_value, OPERATION_SEM_VALUE},
    [BUILTIN_barrier_wait] = {on_barrier, OPERATION_ARRIVE},
    [BUILTIN_once] = {on_once, OPERATION_ONCE},
    [BUILTIN_once_done] = {on_once, OPERATION_ONCE_DONE},
    [BUILTIN_atomic_begin] = {begin_section},
    [BUILTIN_atomic_end] = {end_section},
    [BUILTIN_kernel_enter] = {kernel_enter},
    [BUILTIN_kernel_leave] = {end_section},
    [BUILTIN_syscall] = {builtin_system_call, .from_registers = true},
    [BUILTIN_unlogged] = {unlogged},
    [BUILTIN_warn] = {warn},
    [BUILTIN_assumed] = {assumed},
    [BUILTIN_has_destructors] = {has_destructors},
    [BUILTIN_constructors] = {constructors},
    [BUILTIN_destructors] = {destructors},
};

/* Whether a builtin's result depends on its thread's progress, or on the state of other threads or
 * objects. */
static bool looks_around(unsigned builtin) {
    return builtin == BUILTIN_generation || builtin == BUILTIN_mutex_consistent ||
           builtin == BUILTIN_next_thread || builtin == BUILTIN_thread_after;
}

/* Whether a builtin depends on the contents of heaps. */
static bool uses_heap(unsigned builtin) {
    return builtin == BUILTIN_malloc || builtin == BUILTIN_free || builtin == BUILTIN_object_size ||
           builtin == BUILTIN_destroy || builtin == BUILTIN_constructors ||
           builtin == BUILTIN_destructors || builtin == BUILTIN_has_destructors ||
           builtin == BUILTIN_unlogged || builtin == BUILTIN_extent;
}

StepResult builtin_execute(Machine *m, Thread *t, const Insn *i) {
    if (looks_around(i->b)) lifting_fail(m);
    if (m->lifting && uses_heap(i->b)) m->lifting->around = true;
    BuiltinHandler *handle = i->b < ARRAY_LEN(builtins) ? builtins[i->b].handle : NULL;
    BuiltinCall c = {.i = i};
    if (handle) c.operation = builtins[i->b].operation;
    if (handle && builtins[i->b].from_registers) return handle(m, t, &c);
    /* The other handlers take concrete operands; each value of a symbolic operand is a branch. */
    for (unsigned k = 0; k < i->a && k < ARRAY_LEN(c.v); k++)
        if (!concrete_reg(m, t, use(i, k), &c.v[k])) return STEP_STOP;
    if (handle) return handle(m, t, &c);
    machine_fault(m, t, "unsupported", "call of `%s`, which this version does not support",
                  m->program->functions[i->imm].name);
    return STEP_STOP;
}
