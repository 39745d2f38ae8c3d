/* door.c — see door.h. */
#include "audit/door.h"
#include "base/tables/hash_set.h"
#include "vm/memory/visible.h"

typedef struct Door {
    const Machine *m;
    const Action *a;
    HashSet written; /* bytes, + 1 */
} Door;

static bool is_logged(const Door *d, uint64_t address) {
    const AccessLog *log = d->m->threads[d->a->thread]->log;
    if (hash_set_has(&d->written, address + 1)) return true;
    for (size_t k = 0; k < log->entries.len; k++) {
        const LogEntry *l = &log->entries.data[k];
        if ((l->words > 1 || l->vague) && l->writes && address >> 3 >= l->word &&
            address >> 3 < l->word + l->words)
            return true;
    }
    return false;
}

/* Whether a byte belongs to the operation: visible bytes change only as part of it. */
static bool is_of_operation(const Door *d, uint64_t address) {
    const Operation *o = &d->a->op;
    if (o->kind == OPERATION_SECTION) return true;
    /* A piece of a system call depends on other pieces, not on accesses of the program: it must not
     * touch memory that those read. */
    if (o->kind == OPERATION_KERNEL && machine_is_quiet(d->m, address)) return true;
    return operation_on_memory(o) && o->kind != OPERATION_LOAD && address >= o->object &&
           address < o->object + operation_extent(o);
}

static void changed(void *context, uint64_t line, const MemoryLine *old) {
    Door *d = context;
    const Memory *mem = d->m->memory;
    for (unsigned k = 0; k < 64; k++) {
        uint64_t address = line * 64 + k;
        if (!(old->valid[k >> 3] >> (k & 7) & 1) || !(bits_at(mem->valid, address) & 1) ||
            old->data[k] == mem->base[address])
            continue;
        if (machine_is_unlogged(d->m, address & ~7ull, (address | 7) + 1) ||
            is_of_operation(d, address))
            continue;
        if (!access_is_visible(d->m, address, 1) && is_logged(d, address)) continue;
        base_fatal("memory at 0x%llx changed beside the door, in a step of thread %s after %s",
                   (unsigned long long)address, d->m->slot_names[d->a->thread],
                   operation_names[d->a->op.kind]);
    }
}

static void door_executed(Run *r, const Action *a, TrailMark mark) {
    const Machine *m = r->machine;
    if (!m->log_accesses) return;
    Door d = {.m = m, .a = a};
    const AccessLog *log = m->threads[a->thread]->log;
    for (size_t k = 0; k < log->entries.len; k++) {
        const LogEntry *l = &log->entries.data[k];
        for (unsigned b = 0; b < 8; b++)
            if (l->words == 1 && l->writes >> b & 1)
                hash_set_add(&d.written, (l->word << 3) + b + 1);
    }
    memory_changed_lines(m->memory, mark, changed, &d);
    hash_set_free(&d.written);
}

const RunObserver door_observer = {.executed = door_executed};
