/*
 * kernel_call.c — the machine's side of the emulated kernel. The kernel itself is C in
 * runtime/kernel, linked into the program under test. Its tables are ordinary memory of the state:
 * saved, undone and fingerprinted like the program's own. A system call is made of pieces, each of
 * which happens at once and works on some of the kernel's objects. The first word of an object has
 * the bits that a piece can wait for.
 */
#include "vm/interpreter/execution.h"
#include <stdlib.h>

#define KERNEL_CALLS (1u << 14)

static int by_object(const void *a, const void *b) {
    const KernelItem *x = a, *y = b;
    return x->object < y->object ? -1 : x->object > y->object;
}

const KernelCall *machine_kernel_call(Machine *m, const KernelItem *items, uint32_t n,
                                      const char *what) {
    KernelCall *c = arena_alloc(m->arena, sizeof *c + n * sizeof *items);
    c->n = n;
    c->waits = c->writes = false;
    for (uint32_t k = 0; k < n; k++) {
        /* Copies field by field, since padding must not count. */
        memset(&c->item[k], 0, sizeof c->item[k]);
        c->item[k].object = items[k].object;
        c->item[k].mask = items[k].mask;
        c->item[k].expect = items[k].expect & items[k].mask;
        c->item[k].writes = items[k].writes;
        c->waits |= items[k].mask != 0;
        c->writes |= items[k].writes;
    }
    qsort(c->item, n, sizeof *c->item, by_object);
    /* Two names may be one object. Dependence looks at the first item of an object. */
    for (uint32_t k = 1; k < n; k++)
        if (c->item[k].object == c->item[k - 1].object) c->item[k].writes |= c->item[k - 1].writes;
    for (uint32_t k = n; k-- > 1;)
        if (c->item[k].object == c->item[k - 1].object) c->item[k - 1].writes = c->item[k].writes;
    c->hash = hash_string(what);
    for (uint32_t k = 0; k < n; k++)
        c->hash = hash_combine(hash_combine(c->hash, c->item[k].object * 2 + c->item[k].writes),
                               (uint64_t)c->item[k].mask << 32 | c->item[k].expect);
    if (!m->kernel_calls) m->kernel_calls = xcalloc(KERNEL_CALLS, sizeof *m->kernel_calls);
    KernelCall **at = &m->kernel_calls[c->hash & (KERNEL_CALLS - 1)];
    for (KernelCall *x = *at; x; x = x->next)
        if (x->hash == c->hash && x->n == n && !memcmp(x->item, c->item, n * sizeof *c->item) &&
            !strcmp(x->what, what))
            return x;
    c->what = arena_strdup(m->arena, what);
    c->next = *at;
    *at = c;
    return c;
}

bool machine_kernel_ready(const Machine *m, const KernelCall *call) {
    for (uint32_t k = 0; k < call->n; k++) {
        const KernelItem *i = &call->item[k];
        if ((machine_kernel_word(m, i->object) ^ i->expect) & i->mask) return true;
    }
    return !call->waits;
}

void machine_check_words(const Machine *m, const KernelCall *call) {
    for (uint32_t k = 0; m->memory->symbolic_bytes && k < call->n; k++)
        for (unsigned at = 0; at < sizeof(uint32_t); at++)
            if (memory_symbolic(m->memory, call->item[k].object + at) && m->hooks.incomplete)
                m->hooks.incomplete(m->hooks.context,
                                    "whether a system call waits depends on inputs in a way that "
                                    "is not followed");
}

/* Returns the block of the emulated kernel that contains a word, or NULL. */
static const Block *kernel_block(const Machine *m, uint64_t address) {
    int owner;
    const Block *b = heap_block_at(m, address, &owner);
    return b && b->kernel && address + 8 > b->address && address < b->address + b->capacity * 16ull
               ? b
               : NULL;
}

bool machine_is_table(const Machine *m, uint64_t address, VisibleRange *whole) {
    for (size_t k = 0; k < m->quiet.len; k++)
        if (address + 8 > m->quiet.data[k].start && address < m->quiet.data[k].end) return true;
    const Block *b = kernel_block(m, address);
    if (!b || !b->table) return false;
    if (whole) *whole = (VisibleRange){b->address, b->address + b->size};
    return true;
}

bool machine_is_quiet(const Machine *m, uint64_t address) {
    return machine_is_table(m, address, NULL) || kernel_block(m, address);
}
