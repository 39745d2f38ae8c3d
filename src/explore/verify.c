/*
 * verify.c — see verify.h. The totals are printed when the process ends; HEDDLE_VERIFY_SHOW=N prints the
 * first N missed equalities, too.
 */
#include "explore/verify.h"
#include "program/program.h"
#include "vm/access_log.h"
#include "vm/fingerprint.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_BYTES (1ull << 30) /* of texts; what comes later is not looked at */

/* What a fingerprint was made of, to say where two differ. */
typedef struct Part {
    Fingerprint changes, state;
    uint64_t open;
} Part;

typedef struct Entry {
    Fingerprint fingerprint;
    uint64_t hash; /* of the text */
    char *text, *event;
    Part *parts; /* by thread */
    uint32_t nparts;
} Entry;

/* What a thread touched after one of its events. */
typedef VEC(LogEntry) Touched;

struct Verify {
    Run *run; /* the second machine */
    TrailMark start;
    VEC(Touched) touched; /* by position of the path */
    VEC(Entry) entries;
    uint32_t *by_fingerprint, *by_text; /* open addressing: number + 1 */
    size_t cap;
    uint64_t bytes;
    size_t ordered; /* ordered objects at the start of the pass */
    bool full;
    /* The text being made. */
    StrBuf text;
    VEC(uint32_t) node, input; /* numbers of expressions and inputs in it, by id; 0: none yet */
    VEC(uint32_t) numbered;    /* the ids of inputs in the order of their numbers */
    uint32_t nodes;
    bool shaping;
};

static struct {
    uint64_t events, fingerprints, texts, collisions, missed, failed;
    bool registered, truncated;
} total;

static void tell_totals(void) {
    fprintf(stderr,
            "verify: %llu events, %llu fingerprints, %llu states, %llu collisions, %llu histories that did "
            "not repeat, %llu missed equalities%s\n",
            (unsigned long long)total.events, (unsigned long long)total.fingerprints,
            (unsigned long long)total.texts, (unsigned long long)total.collisions,
            (unsigned long long)total.failed, (unsigned long long)total.missed,
            total.truncated ? " (too many states: not all were looked at)" : "");
    if (total.collisions || total.failed) {
        fflush(NULL);
        _exit(4);
    }
}

/* --- expressions ------------------------------------------------------------------------------------- */

/* Numbers follow the order of appearance, so names of inputs and the history of the pool make no
 * difference. */
static uint32_t *number_of(uint32_t id, void *list) {
    VEC(uint32_t) *v = list;
    while (v->len <= id) vec_push(v, 0);
    return &v->data[id];
}

static void put_expr(Verify *v, const Expr *e) {
    if (e->op == EXPR_CONST) {
        str_addf(&v->text, "%llx%016llx:%u", (unsigned long long)(e->value >> 64),
                 (unsigned long long)e->value, e->width);
        return;
    }
    uint32_t known = *number_of(e->id, &v->node);
    if (known) {
        str_addf(&v->text, "#%u", known);
        return;
    }
    uint32_t number = ++v->nodes;
    *number_of(e->id, &v->node) = number;
    str_addf(&v->text, "#%u=(%u %u %u", number, e->op, e->width, e->index);
    if (e->op == EXPR_READ) {
        uint32_t *input = number_of(e->input->id, &v->input);
        if (!*input && !v->shaping) {
            vec_push(&v->numbered, e->input->id);
            *input = (uint32_t)v->numbered.len;
        }
        str_addf(&v->text, " in%u/%u", *input, e->input->size);
    } else {
        for (int k = 0; k < 3 && e->kid[k]; k++) {
            str_add(&v->text, " ");
            put_expr(v, e->kid[k]);
        }
        for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++) {
            str_add(&v->text, " ");
            put_expr(v, e->table->byte[k]);
        }
    }
    str_add(&v->text, ")");
}

static void forget_nodes(Verify *v) {
    v->nodes = 0;
    if (v->node.len) memset(v->node.data, 0, v->node.len * sizeof *v->node.data);
}

/* An expression as a text of its own. */
static char *expr_text(Verify *v, const Expr *e, bool shaping) {
    StrBuf outer = v->text;
    v->text = (StrBuf){0};
    v->shaping = shaping;
    forget_nodes(v);
    put_expr(v, e);
    v->shaping = false;
    char *text = v->text.data;
    v->text = outer;
    return text;
}

typedef struct Constraint {
    const Expr *e;
    char *shape;
    bool used;
} Constraint;

static int compare_shapes(const void *a, const void *b) {
    return strcmp(((const Constraint *)a)->shape, ((const Constraint *)b)->shape);
}
static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The constraints that are connected with inputs which have numbers. */
static void put_constraints(Verify *v, const Machine *m) {
    VEC(char *) texts = {0};
    VEC(Constraint) all = {0};
    for (uint32_t k = 0; k < m->npath; k++) {
        Constraint c = {m->path.data[k].constraint, NULL, false};
        vec_push(&all, c);
    }
    for (bool changed = true; changed;) {
        VEC(Constraint) next = {0};
        for (size_t k = 0; k < all.len; k++) {
            Constraint *c = &all.data[k];
            const ExprInputs *in = expr_inputs(m->pool, c->e);
            bool connected = false;
            for (uint32_t j = 0; j < in->len && !connected; j++)
                connected = *number_of(in->input[j]->id, &v->input) != 0;
            if (!connected || c->used) continue;
            c->used = true;
            Constraint n = {c->e, expr_text(v, c->e, true), true};
            vec_push(&next, n);
        }
        if (next.len) qsort(next.data, next.len, sizeof *next.data, compare_shapes);
        for (size_t k = 0; k < next.len; k++) {
            vec_push(&texts, expr_text(v, next.data[k].e, false));
            free(next.data[k].shape);
        }
        changed = next.len > 0;
        vec_free(&next);
    }
    if (texts.len) qsort(texts.data, texts.len, sizeof *texts.data, compare_texts);
    for (size_t k = 0; k < texts.len; k++)
        if (!k || strcmp(texts.data[k], texts.data[k - 1]))
            str_addf(&v->text, "constraint %s\n", texts.data[k]);
    for (size_t k = 0; k < texts.len; k++) free(texts.data[k]);
    vec_free(&texts);
    vec_free(&all);
}

/* --- memory ------------------------------------------------------------------------------------------ */

typedef struct Line {
    uint64_t number;
    uint32_t order; /* the largest is the oldest record of the line */
    uint8_t old[64], old_valid[8];
} Line;

typedef VEC(Line) Lines;

static void add_line(void *context, uint64_t number, const uint8_t *old, const uint8_t *old_valid) {
    Lines *lines = context;
    Line n = {.number = number, .order = (uint32_t)lines->len};
    memcpy(n.old, old, sizeof n.old);
    memcpy(n.old_valid, old_valid, sizeof n.old_valid);
    vec_push(lines, n);
}

static int compare_lines(const void *a, const void *b) {
    const Line *x = a, *y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->order > y->order ? -1 : x->order < y->order;
}

static bool is_output(const Machine *m, uint64_t address) {
    for (size_t k = 0; k < m->unlogged.len; k++)
        if (address >= m->unlogged.data[k].start && address < m->unlogged.data[k].end) return true;
    return false;
}

static void put_memory(Verify *v, const Machine *m) {
    Lines lines = {0};
    memory_changed_lines(m->memory, v->start, add_line, &lines);
    if (lines.len) qsort(lines.data, lines.len, sizeof *lines.data, compare_lines);
    for (size_t k = 0; k < lines.len; k++) {
        const Line *l = &lines.data[k];
        if (k && lines.data[k - 1].number == l->number) continue;
        for (unsigned w = 0; w < 8; w++) {
            char bytes[17] = {0};
            bool changed = false;
            for (unsigned b = 0; b < 8; b++) {
                uint64_t at = l->number * 64 + w * 8 + b;
                bool was = l->old_valid[w] >> b & 1, is = m->memory->valid[at >> 3] >> (at & 7) & 1;
                if (is_output(m, at)) was = is = false;
                snprintf(bytes + 2 * b, 3, is ? "%02x" : "--", is ? m->memory->base[at] : 0);
                changed |= was != is || (is && l->old[w * 8 + b] != m->memory->base[at]);
            }
            if (changed)
                str_addf(&v->text, "memory %llx %s\n", (unsigned long long)(l->number * 64 + w * 8), bytes);
        }
    }
    vec_free(&lines);
}

static int compare_blocks(const void *a, const void *b) {
    const OverlayBlock *x = *(OverlayBlock *const *)a, *y = *(OverlayBlock *const *)b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void put_symbolic_memory(Verify *v, const Machine *m) {
    VEC(OverlayBlock *) blocks = {0};
    for (size_t k = 0; k < m->memory->overlay_cap; k++)
        if (m->memory->overlay[k]) vec_push(&blocks, m->memory->overlay[k]);
    if (blocks.len) qsort(blocks.data, blocks.len, sizeof *blocks.data, compare_blocks);
    for (size_t k = 0; k < blocks.len; k++)
        for (unsigned b = 0; b < 256; b++) {
            if (!blocks.data[k]->byte[b]) continue;
            str_addf(&v->text, "symbolic %llx ", (unsigned long long)(blocks.data[k]->number << 8 | b));
            put_expr(v, blocks.data[k]->byte[b]);
            str_add(&v->text, "\n");
        }
    vec_free(&blocks);
}

/* --- threads ----------------------------------------------------------------------------------------- */

/* Whether a register of a frame may still be read. `call`: the call that the frame waits for, NULL in the top
 * frame. */
static bool is_live(Machine *m, const Thread *t, uint32_t index, const Insn *call, unsigned r) {
    const Function *g = t->frames[index].function;
    const uint64_t *live;
    if (!call)
        live = liveness_before(m, g, t->pc);
    else if (t->frames[index + 1].ending == 2)
        live = liveness_before(m, g, call);
    else {
        for (unsigned k = 0; k < call->d; k++)
            if (insn_slots(call)[k] == r) return false;
        live = liveness_before(m, g, insn_next_list(call));
    }
    return live[r >> 6] >> (r & 63) & 1;
}

/* Dead registers may hold anything. */
static void overwrite_dead(Machine *m, Thread *t) {
    if (t->status != THREAD_READY) return;
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        for (unsigned r = 0; r < f->function->nregs; r++) {
            if (is_live(m, t, k, call, r)) continue;
            t->regs[f->base + r] = 0xdeadbeefdeadbeefull;
            if (f->symbolic) t->sym[f->base + r] = NULL;
        }
    }
}

static void put_frames(Verify *v, Machine *m, const Thread *t) {
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        str_addf(&v->text, "frame %s.%u %s+%td memory %llx stack %llx ending %u:", t->name, k,
                 f->function->name, (call ? call : t->pc) - f->function->code, (unsigned long long)f->memory,
                 (unsigned long long)f->stack, f->ending);
        for (unsigned r = 0; r < f->function->nregs; r++) {
            if (!is_live(m, t, k, call, r)) continue;
            str_addf(&v->text, " r%u=", r);
            const Expr *e = f->symbolic ? t->sym[f->base + r] : NULL;
            if (e)
                put_expr(v, e);
            else
                str_addf(&v->text, "%llx", (unsigned long long)t->regs[f->base + r]);
        }
        str_add(&v->text, "\n");
    }
}

static void put_pending(Verify *v, const Thread *t) {
    const Operation *o = &t->pending;
    str_addf(&v->text, "pending %s %s type %u size %u object %llx %llx", t->name, operation_names[o->kind],
             o->type, o->size, (unsigned long long)o->object, (unsigned long long)o->object2);
    if (o->kind == OPERATION_JOIN || o->kind == OPERATION_DETACH || o->kind == OPERATION_PROCESS_EXIT)
        str_addf(&v->text, " target %d", o->target);
    if (o->kind == OPERATION_WAKE)
        str_add(&v->text, t->notified_by < 0                                              ? " asleep"
                          : t->notified_by == thread_slot(t) && o->type & OPERATION_TIMED ? " timed out"
                                                                                          : " notified");
    if (o->kind == OPERATION_WAKE || o->kind == OPERATION_TIMEOUT)
        str_addf(&v->text, " depth %u", t->waited_count);
    if (o->kind == OPERATION_BRANCH) {
        str_add(&v->text, " condition ");
        put_expr(v, o->condition);
    }
    str_add(&v->text, "\n");
}

static void put_heap(Verify *v, const Thread *t) {
    const Heap *h = t->heap;
    str_addf(&v->text, "heap %s top %llx", t->name, (unsigned long long)h->top);
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        if (h->head[c]) str_addf(&v->text, " class %u:", c);
        for (uint32_t k = h->head[c]; k; k = t->blocks[k - 1].next)
            str_addf(&v->text, " %llx", (unsigned long long)t->blocks[k - 1].address);
    }
    str_add(&v->text, "\n");
}

static int compare_touched(const void *a, const void *b) {
    const LogEntry *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    if (x->words != y->words) return x->words < y->words ? -1 : 1;
    return (x->vague * 2 + x->section) - (y->vague * 2 + y->section);
}

/* What a thread touched since its last operation that is no branch: accesses that can still race. */
static void put_open(Verify *v, const Run *r, uint32_t thread) {
    const History *h = &r->history;
    Touched all = {0};
    for (const Event *e = history_last(h, thread); e;
         e = e->action.op.kind == OPERATION_BRANCH ? history_before(h, e) : NULL) {
        const Touched *t = &v->touched.data[e->position];
        for (size_t k = 0; k < t->len; k++) vec_push(&all, t->data[k]);
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_touched);
    for (size_t k = 0; k < all.len;) {
        LogEntry x = all.data[k];
        for (k++; k < all.len && !compare_touched(&x, &all.data[k]); k++) {
            x.reads |= all.data[k].reads;
            x.writes |= all.data[k].writes;
        }
        /* A read of what is written as well adds no race. */
        x.reads &= (uint8_t)~x.writes;
        str_addf(&v->text, "open %u: %llx words %llu reads %02x writes %02x%s%s\n", thread,
                 (unsigned long long)(x.word << 3), (unsigned long long)x.words, x.reads, x.writes,
                 x.vague ? " vague" : "", x.section ? " section" : "");
    }
    vec_free(&all);
}

static void put_thread(Verify *v, Run *r, uint32_t slot) {
    Machine *m = r->machine;
    const Thread *t = m->threads[slot];
    bool claimed = t->detached || t->joined;
    if (t->status == THREAD_EXITED && claimed) return;
    static const char *const names[] = {"unused", "ready", "ended", "stopped"};
    str_addf(&v->text, "thread %s %s%s\n", t->name, names[t->status], claimed ? " claimed" : "");
    if (t->status == THREAD_STOPPED) put_open(v, r, slot);
    if (t->status != THREAD_READY) return;
    if (m->tells_time) str_addf(&v->text, "time %llu ", (unsigned long long)t->time);
    str_addf(&v->text, "state %s section %u stack %llx done %llx mutexes %u %u decisions", t->name,
             t->section, (unsigned long long)t->stack, (unsigned long long)t->done, t->robust, t->owned);
    for (uint32_t k = 0; k < t->ndecisions; k++) str_addf(&v->text, " %u", t->decisions[k]);
    for (const RangeBytes *x = t->got; x; x = x->before)
        for (uint32_t k = 0; k < x->len; k++)
            str_addf(&v->text, " got %x", x->byte[k] & RANGE_SYMBOLIC ? RANGE_SYMBOLIC : x->byte[k]);
    if (t->holding) {
        str_add(&v->text, " holding ");
        if (t->held_expr)
            put_expr(v, t->held_expr);
        else
            str_addf(&v->text, "%llx", (unsigned long long)t->held);
    }
    str_add(&v->text, "\n");
    put_pending(v, t);
    put_frames(v, m, t);
    put_heap(v, t);
    put_open(v, r, slot);
}

/* Blocks in use, and blocks that another thread freed as long as the owner may come to know of it. */
static void put_blocks(Verify *v, const Machine *m) {
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        for (uint32_t b = 0; t && b < t->heap->nblocks; b++) {
            const Block *x = &t->blocks[b];
            if (x->state == 1)
                str_addf(&v->text, "block %llx size %llu from %u\n", (unsigned long long)x->address,
                         (unsigned long long)x->size, x->loc);
            else if (x->state == 3 && (t->status == THREAD_READY || m->exited))
                str_addf(&v->text, "freed %llx size %llu\n", (unsigned long long)x->address,
                         (unsigned long long)x->size);
        }
    }
}

/* --- objects ----------------------------------------------------------------------------------------- */

static int compare_objects(const void *a, const void *b) {
    const SyncObject *x = *(SyncObject *const *)a, *y = *(SyncObject *const *)b;
    if (x->tag != y->tag) return x->tag < y->tag ? -1 : 1;
    return x->identity < y->identity ? -1 : x->identity > y->identity;
}

/* A barrier counts up for ever: what matters is who stands where in which generation, relative to the last
 * one left. */
static void put_barrier(Verify *v, const Machine *m, const SyncObject *x) {
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.kind != OPERATION_LEAVE ||
            t->pending.object != x->identity)
            continue;
        str_addf(&v->text, "barrier %llx thread %s generation %d arrived %lld%s\n",
                 (unsigned long long)x->identity, t->name, (int)(t->pending.step - x->state),
                 (long long)((int64_t)x->count - (int64_t)(x->state * t->pending.object2)),
                 t->notified_by < 0 ? ""
                 : t->notified_step ? " let go, serial"
                                    : " let go");
    }
}

static void put_objects(Verify *v, const Machine *m) {
    VEC(const SyncObject *) all = {0};
    for (size_t k = 0; k < m->all_objects.len; k++) vec_push(&all, m->all_objects.data[k]);
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_objects);
    for (size_t k = 0; k < all.len; k++) {
        const SyncObject *x = all.data[k];
        if ((x->tag & 255) == OBJECT_BARRIER)
            put_barrier(v, m, x);
        else if (x->owner >= 0 || x->count || x->state)
            str_addf(&v->text, "object %u.%u %llx owner %d count %d state %u\n", x->tag & 255, x->tag >> 8,
                     (unsigned long long)x->identity, x->owner, x->count, x->state);
    }
    vec_free(&all);
}

/* The whole state of the second machine. */
static void put_state(Verify *v) {
    Machine *m = v->run->machine;
    v->text = (StrBuf){0};
    v->numbered.len = 0;
    if (v->input.len) memset(v->input.data, 0, v->input.len * sizeof *v->input.data);
    forget_nodes(v);
    if (m->exited) str_addf(&v->text, "exited %d\n", m->exit_status);
    put_memory(v, m);
    put_symbolic_memory(v, m);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status != THREAD_UNUSED) put_thread(v, v->run, k);
    put_blocks(v, m);
    put_objects(v, m);
    put_constraints(v, m);
}

/* --- execution --------------------------------------------------------------------------------------- */

static Verify *verify_new(const Run *r) {
    Verify *v = xcalloc(1, sizeof *v);
    const Machine *m = r->machine;
    RunHooks hooks = {.context = r->hooks.context, .interrupted = r->hooks.interrupted};
    v->run = run_new(m->program, &m->options, &hooks, m->pool, m->solver);
    if (!total.registered) atexit(tell_totals);
    total.registered = true;
    verify_clear(v);
    return v;
}

static size_t count_ordered(const Machine *m) {
    size_t n = 0;
    for (size_t k = 0; k < m->notes.len; k++) n += m->notes.data[k].ordered;
    return n;
}

static void cut_back(Verify *v, size_t length) {
    run_undo(v->run, length);
    while (v->touched.len > length) {
        vec_free(&vec_last(&v->touched));
        v->touched.len--;
    }
}

void verify_clear(Verify *v) {
    if (!v) return;
    cut_back(v, 0);
    for (size_t k = 0; k < v->entries.len; k++) {
        free(v->entries.data[k].text);
        free(v->entries.data[k].event);
        free(v->entries.data[k].parts);
    }
    v->entries.len = 0;
    v->bytes = 0;
    v->full = false;
    free(v->by_fingerprint);
    free(v->by_text);
    v->by_fingerprint = v->by_text = NULL;
    v->cap = 0;
    v->start = SIZE_MAX;
}

void verify_free(Verify *v) {
    if (!v) return;
    verify_clear(v);
    run_free(v->run);
    vec_free(&v->touched);
    vec_free(&v->entries);
    vec_free(&v->node);
    vec_free(&v->input);
    vec_free(&v->numbered);
    free(v);
}

/* Puts the second machine up for a pass: the same numbers of threads, the same visible bytes and ordered
 * objects. */
static void begin_pass(Verify *v, const Machine *m) {
    Machine *own = v->run->machine;
    own->notes.len = 0;
    for (size_t k = 0; k < m->notes.len; k++) vec_push(&own->notes, m->notes.data[k]);
    own->patient = m->patient;
    run_start(v->run, m->visible.data, m->visible.len);
    v->start = memory_mark(own->memory);
    v->ordered = count_ordered(m);
}

static char *action_text(const Machine *m, const Action *a) {
    char *object = operation_object_text(m, &a->op);
    const Loc *l = &m->program->locs[a->op.loc];
    char *text = xasprintf("%u:%s%s%s=%u of thread %s at %s:%u", a->index, operation_names[a->op.kind],
                           object ? " of " : "", object ? object : "", a->outcome, m->slot_names[a->thread],
                           l->file && *l->file ? l->file : "?", l->line);
    free(object);
    return text;
}

/* Executes one event; NULL, or what went differently (the caller frees). */
static char *repeat(Verify *v, const Machine *first, const Event *e) {
    Run *r = v->run;
    Machine *m = r->machine;
    const Action *want = &e->action;
    Thread *t = m->threads[want->thread];
    if (!t || t->status != THREAD_READY || t->pending.kind != want->op.kind)
        return xasprintf("thread %s is before %s", first->slot_names[want->thread],
                         t && t->status == THREAD_READY ? operation_names[t->pending.kind] : "nothing");
    if (!operation_enabled(m, want->thread)) return xasprintf("it is not enabled");
    TrailMark mark = memory_mark(m->memory);
    bool run;
    t->log->entries.len = 0;
    Action a = operation_apply(m, want->thread, want->outcome, &run);
    if (a.op.kind == OPERATION_NONE) {
        memory_undo(m->memory, mark);
        return xasprintf("it is not feasible");
    }
    StepMark step = {mark, 0};
    vec_push(&r->marks, step);
    Event *n = history_event(&r->history, &a);
    history_push(&r->history, n);
    if (run && m->options.max_steps && t->steps >= m->options.max_steps)
        machine_stop_thread(m, t);
    else if (run)
        machine_run(m, want->thread);
    Touched touched = {0};
    for (size_t k = 0; k < t->log->entries.len; k++) vec_push(&touched, t->log->entries.data[k]);
    vec_push(&v->touched, touched);
    log_boundary(t);
    t->log->entries.len = 0;
    overwrite_dead(m, t);
    if (n->name != e->name) {
        char *text = action_text(m, &a), *why = xasprintf("it is another event: %s", text);
        free(text);
        return why;
    }
    return NULL;
}

/* --- comparing --------------------------------------------------------------------------------------- */

static void grow(Verify *v) {
    v->cap = v->cap ? v->cap * 2 : 1024;
    free(v->by_fingerprint);
    free(v->by_text);
    v->by_fingerprint = xcalloc(v->cap, sizeof *v->by_fingerprint);
    v->by_text = xcalloc(v->cap, sizeof *v->by_text);
    for (size_t k = 0; k < v->entries.len; k++) {
        const Entry *e = &v->entries.data[k];
        size_t i = e->fingerprint.a & (v->cap - 1), j = e->hash & (v->cap - 1);
        while (v->by_fingerprint[i]) i = (i + 1) & (v->cap - 1);
        while (v->by_text[j]) j = (j + 1) & (v->cap - 1);
        v->by_fingerprint[i] = v->by_text[j] = (uint32_t)k + 1;
    }
}

/* The first lines of two texts that differ. */
static char *difference(const char *a, const char *b) {
    while (*a && *b) {
        size_t x = strcspn(a, "\n"), y = strcspn(b, "\n");
        if (x != y || memcmp(a, b, x)) break;
        a += x + (a[x] == '\n');
        b += y + (b[y] == '\n');
    }
    return xasprintf("'%.*s' or '%.*s'", (int)MIN(strcspn(a, "\n"), 600), a, (int)MIN(strcspn(b, "\n"), 600),
                     b);
}

static void tell_missed(const Machine *m, const Entry *x, const Entry *y) {
    static uint64_t shown;
    const char *show = getenv("HEDDLE_VERIFY_SHOW");
    if (!show || shown >= strtoull(show, NULL, 10)) return;
    shown++;
    fprintf(stderr, "verify: one state, two fingerprints: after %s and after %s;", x->event, y->event);
    Fingerprint all = {0, 0};
    for (uint32_t k = 0; k < MAX(x->nparts, y->nparts); k++) {
        const Part none = {0}, *p = k < x->nparts ? &x->parts[k] : &none,
                   *q = k < y->nparts ? &y->parts[k] : &none;
        all.a += p->changes.a - q->changes.a;
        uint64_t position = p->state.a - p->changes.a, other = q->state.a - q->changes.a;
        if (p->open != q->open)
            fprintf(stderr, " open accesses of %s differ;", m->slot_names[k]);
        else if (position != other)
            fprintf(stderr, " positions of %s differ;", m->slot_names[k]);
    }
    fprintf(stderr, " the sums of changes are %s\n", all.a ? "not equal" : "equal");
}

static void check_event(Verify **at, Run *r, Fingerprint f) {
    History *h = &r->history;
    const Machine *first = r->machine;
    if (!*at) *at = verify_new(r);
    Verify *v = *at;
    Machine *m = v->run->machine;
    if (v->full) return;
    for (uint32_t k = m->nslots; k < first->nslots; k++) machine_add_slot(m, first->slot_names[k]);
    if (v->start == SIZE_MAX) begin_pass(v, first);
    /* What happens now depends on more than the events: this pass is given up, and another one will know. */
    if (r->raced || count_ordered(first) != v->ordered) return;
    const Event *e = vec_last(&h->path);
    size_t done = 0;
    bool common = true;
    char *why = NULL;
    total.events++;
    for (size_t k = 0; k < h->path.len && !why; k++) {
        const Event *x = h->path.data[k];
        if (!event_precedes(x, e)) continue;
        common =
            common && done < v->run->history.path.len && v->run->history.path.data[done]->name == x->name;
        if (!common) {
            if (v->run->history.path.len > done) cut_back(v, done);
            why = repeat(v, first, x);
            if (why) {
                char *a = action_text(first, &e->action), *b = action_text(first, &x->action);
                fprintf(stderr, "verify: the causal history of %s does not repeat: at %s: %s\n", a, b, why);
                free(a);
                free(b);
            }
        }
        done++;
    }
    if (why) {
        free(why);
        total.failed++;
        cut_back(v, 0);
        return;
    }
    cut_back(v, done);
    put_state(v);
    uint64_t hash = hash_bytes(v->text.data, v->text.len, 7);
    if ((v->entries.len + 1) * 2 > v->cap) grow(v);
    size_t i = f.a & (v->cap - 1), j = hash & (v->cap - 1);
    const Entry *same = NULL, *equal = NULL;
    for (; v->by_fingerprint[i]; i = (i + 1) & (v->cap - 1)) {
        const Entry *x = &v->entries.data[v->by_fingerprint[i] - 1];
        if (x->fingerprint.a == f.a && x->fingerprint.b == f.b && (!same || !strcmp(x->text, v->text.data)))
            same = x;
    }
    for (; v->by_text[j] && !equal; j = (j + 1) & (v->cap - 1)) {
        const Entry *x = &v->entries.data[v->by_text[j] - 1];
        if (x->hash == hash && !strcmp(x->text, v->text.data)) equal = x;
    }
    if (same && same == equal) {
        free(v->text.data);
        return;
    }
    Entry n = {
        f,        hash, v->text.data, action_text(first, &e->action), xcalloc(e->nclock, sizeof *n.parts),
        e->nclock};
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const Event *x = last ? history_own(h, u, last) : NULL;
        if (x) n.parts[u] = (Part){x->changes, x->state, x->open};
    }
    if (same && strcmp(same->text, n.text)) {
        char *what = difference(same->text, n.text);
        fprintf(stderr, "verify: one fingerprint, two states: after %s and after %s: %s\n", same->event,
                n.event, what);
        free(what);
        total.collisions++;
    } else if (!same)
        total.fingerprints++;
    if (!equal)
        total.texts++;
    else if (!same) {
        total.missed++;
        tell_missed(first, equal, &n);
    }
    v->bytes += v->text.len;
    vec_push(&v->entries, n);
    while (v->by_fingerprint[i]) i = (i + 1) & (v->cap - 1);
    while (v->by_text[j]) j = (j + 1) & (v->cap - 1);
    v->by_fingerprint[i] = v->by_text[j] = (uint32_t)v->entries.len;
    if (v->bytes > MAX_BYTES) v->full = total.truncated = true;
}

void verify_event(Verify **at, Run *r, Fingerprint f) {
    /* For the totals; speed is no matter here. */
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    check_event(at, r, f);
    pthread_mutex_unlock(&lock);
}
