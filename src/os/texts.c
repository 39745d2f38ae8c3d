/* texts.c — objects and blocked threads in words, for findings and schedules. */
#include "os/objects.h"

static char *address_text(const Machine *m, const char *what, uint64_t address) {
    address = object_address(address);
    const Global *g = program_global_at(m->program, address);
    if (g && address < g->address + MAX(g->size, 1)) {
        if (address == g->address) return xasprintf("the %s `%s`", what, g->name);
        return xasprintf("the %s at `%s` + %llu", what, g->name, (unsigned long long)(address - g->address));
    }
    return xasprintf("the %s at 0x%llx", what, (unsigned long long)address);
}

char *operation_object_text(const Machine *m, const Operation *o) {
    static const char *const names[OBJECT_CLASSES] = {[OBJECT_MUTEX] = "mutex",
                                                      [OBJECT_COND] = "condition variable",
                                                      [OBJECT_RWLOCK] = "read-write lock",
                                                      [OBJECT_SEMAPHORE] = "semaphore",
                                                      [OBJECT_BARRIER] = "barrier",
                                                      [OBJECT_ONCE] = "once control"};
    unsigned class = operation_class(o);
    if (class == OBJECT_MUTEX && o->kind != OPERATION_DESTROY && o->type & MUTEX_SPIN)
        return address_text(m, "spin lock", o->object);
    if (class && class < OBJECT_CLASSES) return address_text(m, names[class], o->object);
    switch ((OperationKind)o->kind) {
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW: return address_text(m, "variable", o->object);
    case OPERATION_CREATE:
    case OPERATION_JOIN:
    case OPERATION_DETACH: return o->target >= 0 ? xasprintf("thread %s", m->slot_names[o->target]) : NULL;
    case OPERATION_KERNEL: return xasprintf("the system call: %s", o->call->what);
    default: return NULL;
    }
}

unsigned operation_waits_for(const Machine *m, int thread, int *threads) {
    const Thread *t = m->threads[thread];
    const Operation *o = &t->pending;
    int one = -1;
    if (t->status != THREAD_READY) return 0;
    switch (o->kind) {
    case OPERATION_LOCK: one = operation_mutex_owner(m, o->object); break;
    case OPERATION_WAKE:
        if (t->notified_by >= 0) one = operation_mutex_owner(m, o->object2);
        break;
    case OPERATION_JOIN: one = o->target; break;
    case OPERATION_ONCE: one = operation_once_runner(m, o->object); break;
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK: return operation_rwlock_holders(m, o->object, threads);
    default: break;
    }
    if (one < 0) return 0;
    threads[0] = one;
    return 1;
}

char *operation_blocked_text(const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    const Operation *o = &t->pending;
    char *object = operation_object_text(m, o), *text;
    int *threads = xcalloc(m->nslots + 1, sizeof *threads);
    unsigned n = operation_waits_for(m, thread, threads);
    StrBuf who = {0};
    for (unsigned k = 0; k < n; k++)
        str_addf(&who, "%s%s%s",
                 !k           ? n > 1 ? "threads " : "thread "
                 : k + 1 == n ? " and "
                              : ", ",
                 m->slot_names[threads[k]], threads[k] == thread ? " (itself)" : "");
    str_add(&who, "");
    if (n && (o->kind == OPERATION_LOCK || o->kind == OPERATION_RDLOCK || o->kind == OPERATION_WRLOCK))
        text = xasprintf("blocked: waits for %s, held by %s", object, who.data);
    else if (o->kind == OPERATION_WAKE && t->notified_by < 0)
        text = xasprintf("blocked: waits on %s and nobody signals it", object);
    else if (o->kind == OPERATION_WAKE)
        text = xasprintf("blocked: woken on %s, but the mutex is held by %s", object,
                         n ? who.data : "another thread");
    else if (o->kind == OPERATION_JOIN)
        text = xasprintf("blocked: joins %s, which has not ended", object);
    else if (o->kind == OPERATION_ONCE && n)
        text = xasprintf("blocked: waits for %s, whose routine is run by %s", object, who.data);
    else if (o->kind == OPERATION_SEM_WAIT)
        text = xasprintf("blocked: waits for %s and nobody posts it", object);
    else if (o->kind == OPERATION_KERNEL)
        text = xasprintf("blocked: waits in a system call: %s", o->call->what);
    else if (o->kind == OPERATION_LEAVE)
        text = xasprintf("blocked: waits at %s for %u threads to arrive", object, (unsigned)o->object2);
    else
        text =
            xasprintf("before %s%s%s", operation_names[o->kind], object ? " of " : "", object ? object : "");
    vec_free(&who);
    free(threads);
    free(object);
    return text;
}
