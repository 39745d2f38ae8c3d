/*
 * describe_race.c — describes two accesses that race: their places, the memory they access, and why
 * nothing orders them.
 */
#include "run/describe.h"
#include "vm/interpreter/execution.h"
#include <stdlib.h>

/* The first byte on which the accesses race. */
static uint64_t race_address(const RaceAccess *a, const RaceAccess *b) {
    uint8_t both = a->vague || b->vague ? 255 : a->mask | b->mask;
    return (a->word << 3) + (uint64_t)__builtin_ctz(both);
}

/* The member of a structure that the debug information of one of the accesses names; NULL: none. */
static const char *member_accessed(const Machine *m, const RaceAccess *first,
                                   const RaceAccess *second) {
    const char *member = m->program->locs[second->loc].member;
    return member ? member : m->program->locs[first->loc].member;
}

/* The global variable that contains an address, or NULL. */
static const Global *global_around(const Machine *m, uint64_t address) {
    const Global *g = program_global_at(m->program, address);
    return g && address < g->address + MAX(g->size, 1) ? g : NULL;
}

/* The place of the allocation of the heap block around an address, or NULL. */
static char *allocation_around(const Machine *m, uint64_t address) {
    int owner;
    const Block *b = heap_block_at(m, address, &owner);
    if (!b || address >= b->address + b->capacity * 16ull || !b->loc) return NULL;
    const Loc *at = &m->program->locs[b->loc];
    if (!at->file || !*at->file || !at->line) return NULL;
    return xasprintf("heap block allocated at %s:%u", at->file, at->line);
}

/* The source name of the object around an address, or NULL. */
static char *object_around_address(const Machine *m, uint64_t address) {
    const Global *g = global_around(m, address);
    return g ? xstrdup(g->name) : allocation_around(m, address);
}

/* The source name of the memory on which accesses race, or NULL. */
static char *variable_at(const Machine *m, uint64_t address, const char *member) {
    const Global *g = global_around(m, address);
    const char *last = member ? strrchr(member, '.') : NULL;
    if (g) return xasprintf("%s%s", g->name, last ? last : "");
    if (member) return xstrdup(member);
    return allocation_around(m, address);
}

Finding *describe_race(Run *r, const char *message, const RaceAccess *first,
                       const RaceAccess *second) {
    const Machine *m = r->machine;
    Finding *f = describe_run(r, "race", message, second->thread, second->loc);
    f->has_other = true;
    f->other_place = describe_place(m->program, first->loc);
    f->other_thread = xstrdup(m->slot_names[first->thread]);
    f->volatiles =
        m->program->locs[first->loc].is_volatile && m->program->locs[second->loc].is_volatile;
    f->other_message = xstrdup(first->write ? "the unordered write" : "the unordered read");
    f->reason = race_reason(r, first, second);
    const char *member = member_accessed(m, first, second);
    f->member = member ? xstrdup(member) : NULL;
    f->variable = variable_at(m, race_address(first, second), member);
    f->object = object_around_address(m, race_address(first, second));
    return f;
}

char *describe_race_message(Machine *m, const RaceAccess *first, const RaceAccess *second) {
    Operation o = {.kind = OPERATION_LOAD, .object = race_address(first, second), .target = -1};
    const char *member = member_accessed(m, first, second);
    char *name = global_around(m, o.object) ? NULL : variable_at(m, o.object, member);
    char *object = !name    ? operation_object_text(m, &o)
                   : member ? xasprintf("`%s`", name)
                            : xasprintf("the %s", name);
    free(name);
    char *text = xasprintf("data race on %s: nothing orders this %s and the %s by thread %s",
                           object ? object : "memory", second->write ? "write" : "read",
                           first->write ? "write" : "read", m->slot_names[first->thread]);
    free(object);
    return text;
}
