/*
 * access.c — loads and stores off the fast path: invalid, visible and symbolic memory. Symbolic
 * addresses are in symbolic_access.c.
 */
#include "vm/symbolic/new_inputs.h"
#include "vm/interpreter/execution.h"
#include "vm/symbolic/lifting.h"
#include "vm/symbolic/undefined.h"
#include <assert.h>
#include <stdlib.h>

const VisibleRange *access_visible_after(const Machine *m, uint64_t address) {
    size_t low = 0, high = m->visible.len;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (m->visible.data[mid].end <= address)
            low = mid + 1;
        else
            high = mid;
    }
    return low < m->visible.len ? &m->visible.data[low] : NULL;
}

bool access_is_visible(const Machine *m, uint64_t address, uint64_t size) {
    const VisibleRange *r = access_visible_after(m, address);
    return r && r->start < address + size;
}

void access_fresh(Machine *m, uint64_t address, uint64_t size) {
    for (size_t k = 0; k < m->visible.len; k++) {
        uint64_t from = MAX(address, m->visible.data[k].start),
                 to = MIN(address + size, m->visible.data[k].end);
        if (from >= to) continue;
        memory_touch(m->memory, from, to - from);
        bits_fill(m->memory->plain, from, to - from, false);
    }
}

static void refresh_byte(Machine *m, uint64_t a) {
    Memory *mem = m->memory;
    bool valid = bits_at(mem->valid, a) & 1;
    bool plain = valid && !memory_symbolic(mem, a) && !memory_any_undefined(mem, a, 1) &&
                 !(m->visible.len && access_is_visible(m, a, 1));
    if ((bits_at(mem->plain, a) & 1) == plain) return;
    memory_touch(mem, a, 1);
    bits_fill(mem->plain, a, 1, plain);
}

void access_refresh(Machine *m, uint64_t address, uint64_t size) {
    Memory *mem = m->memory;
    bool visible = m->visible.len && access_is_visible(m, address, size);
    for (uint64_t end = address + size; address < end;) {
        uint64_t n = visible ? 0 : memory_concrete(mem, address, end - address);
        if (n) {
            memory_settle(mem, address, n);
            address += n;
        } else {
            refresh_byte(m, address++);
        }
    }
}

#define DEEPEST 8 /* functions of libc that the emulated kernel calls go less deep */

/* Whether one of the `most` innermost functions of the thread is one of the emulated kernel. */
static bool is_within_kernel(const Machine *m, const Thread *t, unsigned most) {
    static const char folder[] = "heddle/runtime/kernel/";
    uint32_t locs[DEEPEST];
    const char *functions[DEEPEST];
    unsigned n = machine_stack_locs(m, t, locs, functions, most);
    for (unsigned k = 0; k < n; k++) {
        const char *file = m->program->locs[locs[k]].file;
        if (file && !strncmp(file, folder, sizeof folder - 1)) return true;
    }
    return false;
}

/* Whether the thread executes code of the emulated kernel. */
static bool in_kernel(const Machine *m, const Thread *t) { return is_within_kernel(m, t, 1); }

/* The same, or a function of libc for it. */
static bool works_for_kernel(const Machine *m, const Thread *t) {
    return t->frames[t->top].function->library && is_within_kernel(m, t, DEEPEST);
}

void access_vague(Machine *m, Thread *t, uint64_t address, bool write) {
    if (m->log_accesses && address >= 4096 && address < MEMORY_LIMIT - 16)
        log_vague(m, t, address, write);
}

#ifdef HEDDLE_VERIFY_DOOR
void access_check_piece(const Machine *m, const Thread *t, uint64_t address, uint64_t size) {
    if (m->nthreads < 2 || !t->section || !m->visible.len || !access_is_visible(m, address, size) ||
        !in_kernel(m, t) || machine_is_quiet(m, address))
        return;
    base_fatal("a piece of a system call of thread %s touches visible memory at 0x%llx", t->name,
               (unsigned long long)address);
}
#endif

static char *invalid_access_text(const Machine *m, uint64_t address, uint64_t size, bool write) {
    const char *what = write ? "write" : "read", *plural = size == 1 ? "" : "s";
    if (address < 4096)
        return xasprintf("null pointer dereference: %s of %llu byte%s at address %llu", what,
                         (unsigned long long)size, plural, (unsigned long long)address);
    uint64_t bad = address;
    if (address < MEMORY_LIMIT && size < MEMORY_LIMIT - address)
        bad = memory_first_invalid(m->memory, address, size);
    if (bad == address + size) bad = address; /* the memory exists, but must not be written */
    char *where = machine_describe_address(m, bad);
    bool readonly =
        write && address >= m->memory->readonly_start && address < m->memory->readonly_end;
    char *text = readonly ? xasprintf("write to read-only memory: %s", where)
                          : xasprintf("invalid %s of %llu byte%s: %s", what,
                                      (unsigned long long)size, plural, where);
    free(where);
    return text;
}

void access_fault(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write) {
    access_vague(m, t, address, write);
    /* Another thread closed the object during the system call. The race on the descriptor makes the
     * next pass tell the two apart. */
    int owner;
    const Block *b = heap_block_at(m, address, &owner);
    if (b && b->kernel && b->state != 1 && address < b->address + b->capacity * 16ull &&
        works_for_kernel(m, t)) {
        if (m->hooks.incomplete)
            m->hooks.incomplete(
                m->hooks.context,
                "a system call used an object of the emulated kernel after its end");
        machine_stop_thread(m, t);
        return;
    }
    if (m->names_loads && m->system->behind_errors && !m->lifting) {
        /* A replay goes on behind it. */
        if (m->hooks.incomplete)
            m->hooks.incomplete(m->hooks.context, "a thread met an invalid access, behind which "
                                                  "interference scenarios do not go on");
        machine_stop_thread(m, t);
        return;
    }
    char *text = invalid_access_text(m, address, size, write);
    machine_fault_at(m, t, "memory", address, "%s", text);
    free(text);
}

/* Reports an invalid access behind which the thread goes on. */
static void tell_invalid_access(Machine *m, Thread *t, uint64_t address, uint64_t size,
                                bool write) {
    access_vague(m, t, address, write);
    char *text = invalid_access_text(m, address, size, write);
    Mistake x = {.kind = "memory",
                 .ended = address,
                 .effect = write ? "behind an invalid write: nothing was written"
                                 : "behind an invalid read: the value may be any"};
    machine_mistake(m, t, x, "%s", text);
    free(text);
}

bool access_goes_on(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write) {
    bool told = m->system->keep_going == KEEP_GOING_ALL;
    if ((!told && !m->system->behind_errors) || m->lifting || m->names_loads || in_kernel(m, t))
        return false;
    if (told) tell_invalid_access(m, t, address, size, write);
    if (told || !m->hooks.assumption) return true;
    const Loc *at = &m->program->locs[machine_loc(m, t)];
    char *text =
        xasprintf("what happens behind an error that is not told: an invalid %s at %s:%u %s",
                  write ? "write" : "read", at->file && *at->file ? at->file : "?", at->line,
                  write ? "is dropped" : "gives any value");
    m->hooks.assumption(m->hooks.context, text);
    free(text);
    return true;
}

bool access_granted(Thread *t, OperationKind kind, uint64_t address, uint64_t extent) {
    bool granted = t->granted == kind && t->granted_at == address && t->granted_extent == extent;
    /* An instruction asks again for the operation that was granted. Without assertions, another one
     * is proposed. */
    assert(!t->granted || granted);
    t->granted = OPERATION_NONE;
    return granted;
}

/* Whether the access has to be an event of its own first; then the operation is proposed. */
static bool proposes(Machine *m, Thread *t, OperationKind kind, uint64_t address, unsigned size) {
    if (m->nthreads < 2 || access_is_enclosed(m, t) || !m->visible.len ||
        !access_is_visible(m, address, size))
        return false;
    if (access_granted(t, kind, address, size)) return false;
    t->pending = (Operation){.kind = (uint8_t)kind,
                             .size = (uint8_t)size,
                             .flags = machine_is_quiet(m, address) ? MEMORY_OF_KERNEL : 0,
                             .target = -1,
                             .object = address,
                             .loc = machine_loc(m, t),
                             .within = t->section ? &operation_section : NULL};
    return true;
}

bool access_ends_visibly(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    if (m->nthreads < 2 || access_is_enclosed(m, t) || !m->visible.len || !size ||
        !access_is_visible(m, address, size))
        return false;
    if (access_granted(t, OPERATION_FREE, address, size)) return false;
    t->pending = (Operation){.kind = OPERATION_FREE,
                             .flags = machine_is_quiet(m, address) ? MEMORY_OF_KERNEL : 0,
                             .target = -1,
                             .object = address,
                             .extent = size,
                             .loc = machine_loc(m, t),
                             .within = t->section ? &operation_section : NULL};
    return true;
}

const Expr *access_byte(Machine *m, uint64_t address) {
    if (memory_any_undefined(m->memory, address, 1)) return undefined_byte(m, address);
    const Expr *e = memory_symbolic(m->memory, address);
    return e ? e : expr_const(m->pool, 8, m->memory->base[address]);
}

Access access_load_raw(Machine *m, Thread *t, uint64_t address, unsigned size) {
    Memory *mem = m->memory;
    m->loaded = 0;
    m->loaded_expr = NULL;
    memcpy(&m->loaded, mem->base + address, size);
    bool any = memory_any_undefined(mem, address, size);
    if (!any && !mem->symbolic_bytes) return ACCESS_OK;
    for (unsigned k = 0; k < size && !any; k++) any = memory_symbolic(mem, address + k) != NULL;
    if (!any) return ACCESS_OK;
    const Expr *e = NULL;
    for (unsigned k = 0; k < size; k++) {
        const Expr *b = access_byte(m, address + k);
        e = e ? expr_concat(m->pool, b, e) : b;
    }
    e = expr_zext(m->pool, e, 64);
    if (expr_is_const(e))
        m->loaded = (uint64_t)e->value;
    else
        m->loaded_expr = e;
    return ACCESS_OK;
}

bool access_logs_visible(const Machine *m, const Thread *t) {
    return (m->logs_always && (m->nthreads < 2 || t->section)) || access_in_checked_piece(m, t);
}

/* Logs the invisible bytes of an access. The access to its visible bytes is an event. */
static void log_plain(Machine *m, Thread *t, uint64_t address, unsigned size, bool write) {
    access_check_piece(m, t, address, size);
    const VisibleRange *r = access_logs_visible(m, t) ? NULL : access_visible_after(m, address);
    if (!r || r->start >= address + size) {
        log_access(m, t, address, size, write);
        return;
    }
    if (r->start <= address && address + size <= r->end) return;
    for (unsigned k = 0; k < size; k++)
        if (!access_is_visible(m, address + k, 1)) log_access(m, t, address + k, 1, write);
}

void access_name_load(Machine *m, Thread *t, unsigned size) {
    if (!m->names_loads) return;
    const Expr *value = m->loaded_expr ? m->loaded_expr : expr_const(m->pool, 64, m->loaded);
    const Expr *e = m->hooks.loaded(m->hooks.context, m, t, size, value);
    bool constant = expr_is_const(e);
    m->loaded = constant ? (uint64_t)e->value : 0;
    m->loaded_expr = constant ? NULL : e;
}

Access access_load(Machine *m, Thread *t, uint64_t address, unsigned size) {
    bool event = t->granted == OPERATION_LOAD;
    /* A visible access is an event even if the object has ended: in another order it may end
     * later. */
    if (proposes(m, t, OPERATION_LOAD, address, size)) return ACCESS_STOP;
    if (!memory_is_valid(m->memory, address, size)) {
        if (access_goes_on(m, t, address, size, false))
            return input_load_anything(m, t, size) ? ACCESS_OK : ACCESS_STOP;
        access_fault(m, t, address, size, false);
        return ACCESS_STOP;
    }
    if (m->log_accesses) log_plain(m, t, address, size, false);
    access_load_raw(m, t, address, size);
    if (event) access_name_load(m, t, size);
    return ACCESS_OK;
}

Access access_look(Machine *m, Thread *t, uint64_t address) {
    if (proposes(m, t, OPERATION_LOAD, address, 1)) return ACCESS_STOP;
    if (m->log_accesses) log_plain(m, t, address, 1, false);
    return ACCESS_OK;
}

void access_define(Machine *m, uint64_t address, uint64_t size) {
    Memory *mem = m->memory;
    memory_define(mem, address, size);
    if (memory_concrete(mem, address, size) < size ||
        (m->visible.len && access_is_visible(m, address, size)))
        access_refresh(m, address, size);
    else
        bits_fill(mem->plain, address, size, true);
}

bool access_store_fresh(Machine *m, uint64_t address, unsigned size, uint64_t value) {
    Memory *mem = m->memory;
    if (!mem->tracks_undefined || m->visible.len || m->log_accesses || address >= MEMORY_LIMIT ||
        (address & 63) > 64 - size || !mem->dirty[address >> 6] ||
        memory_concrete(mem, address, size) < size)
        return false;
    uint8_t *plain = mem->plain + (address >> 3), *undefined = mem->undefined + (address >> 3);
    unsigned shift = address & 7;
    uint16_t mask = (uint16_t)(((1u << size) - 1) << shift), p, u;
    memcpy(&p, plain, 2);
    memcpy(&u, undefined, 2);
    if (((p | u) & mask) != mask) return false;
    p |= mask;
    u &= (uint16_t)~mask;
    memcpy(plain, &p, 2);
    memcpy(undefined, &u, 2);
    memcpy(mem->base + address, &value, size);
    return true;
}

Access access_store_raw(Machine *m, Thread *t, uint64_t address, unsigned size, uint64_t value,
                        const Expr *expr) {
    Memory *mem = m->memory;
    if (address >= mem->readonly_start && address < mem->readonly_end) {
        if (access_goes_on(m, t, address, size, true)) return ACCESS_OK;
        char *text = invalid_access_text(m, address, size, true);
        machine_fault(m, t, "memory", "%s", text);
        free(text);
        return ACCESS_STOP;
    }
    memory_touch(mem, address, size);
    if (memory_any_undefined(mem, address, size)) access_define(m, address, size);
    if (!expr && memory_concrete(mem, address, size) == size) {
        memcpy(mem->base + address, &value, size);
        return ACCESS_OK;
    }
    for (unsigned k = 0; k < size; k++) {
        const Expr *b = expr ? expr_extract(m->pool, expr, 8 * k, 8) : NULL;
        if (b && expr_is_const(b)) {
            mem->base[address + k] = (uint8_t)b->value;
            b = NULL;
        } else if (!b) {
            mem->base[address + k] = (uint8_t)(value >> (8 * k));
        } else {
            mem->base[address + k] = 0;
        }
        bool was = memory_symbolic(mem, address + k) != NULL;
        if (b || was) {
            memory_set_symbolic(mem, address + k, b);
            bits_fill(mem->plain, address + k, 1,
                      !b && !(m->visible.len && access_is_visible(m, address + k, 1)));
        }
    }
    return ACCESS_OK;
}

Access access_store(Machine *m, Thread *t, uint64_t address, unsigned size, uint64_t value,
                    const Expr *expr) {
    if (proposes(m, t, OPERATION_STORE, address, size)) return ACCESS_STOP;
    if (!memory_is_valid(m->memory, address, size)) {
        if (access_goes_on(m, t, address, size, true)) return ACCESS_OK;
        access_fault(m, t, address, size, true);
        return ACCESS_STOP;
    }
    if (m->log_accesses) log_plain(m, t, address, size, true);
    return access_store_raw(m, t, address, size, value, expr);
}
