/*
 * test_state.c — the table of the state (vm/state/state_table.h) against what is made of it. In the states
 * that runs of small programs come through, each member of each thread, frame, heap, block, object and of the
 * machine is changed in turn. What is state must then give another fingerprint, another control state and
 * another text; what the table says nobody can tell must change none of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "small_program.h"
#include "audit/state_text.h"
#include "os/operations.h"
#include "program/code_name.h"
#include "vm/state/control.h"
#include "vm/state/fingerprint.h"

static uint64_t seed = 5;
static uint64_t draw(uint64_t n) { return next_random(&seed) % n; }

/* Where a change shows. */
enum { IN_FINGERPRINT = 1, IN_CONTROL = 2, IN_TEXT = 4, EVERYWHERE = 7 };

/* The rows, by number. */
typedef enum Row {
#define OF_THREAD(type, name) THREAD_##name,
#define OF_FRAME(type, name) FRAME_##name,
#define OF_HEAP(type, name) HEAP_##name,
#define OF_BLOCK(type, name) BLOCK_##name,
#define OF_SYNC(type, name) SYNC_##name,
#define OF_MACHINE(type, name) MACHINE_##name,
#define ALL(table, ROW) table(ROW, ROW, ROW, ROW, ROW, ROW)
    ALL(THREAD_STATE, OF_THREAD) ALL(FRAME_STATE, OF_FRAME) ALL(HEAP_STATE, OF_HEAP)
        ALL(BLOCK_STATE, OF_BLOCK) ALL(SYNC_STATE, OF_SYNC) ALL(MACHINE_STATE, OF_MACHINE) ROWS
} Row;

static const char *const row_names[] = {
#define NAME(type, name) #name,
    ALL(THREAD_STATE, NAME) ALL(FRAME_STATE, NAME) ALL(HEAP_STATE, NAME) ALL(BLOCK_STATE, NAME)
        ALL(SYNC_STATE, NAME) ALL(MACHINE_STATE, NAME)};

typedef enum Kind { KIND_VALUE, KIND_CODED, KIND_NUMBER, KIND_DERIVED, KIND_COUNTED, KIND_MOMENT } Kind;
static const uint8_t row_kinds[] = {
#define IS_VALUE(type, name) KIND_VALUE,
#define IS_CODED(type, name) KIND_CODED,
#define IS_NUMBER(type, name) KIND_NUMBER,
#define IS_DERIVED(type, name) KIND_DERIVED,
#define IS_COUNTED(type, name) KIND_COUNTED,
#define IS_MOMENT(type, name) KIND_MOMENT,
#define KINDS(table) table(IS_VALUE, IS_CODED, IS_NUMBER, IS_DERIVED, IS_COUNTED, IS_MOMENT)
    KINDS(THREAD_STATE) KINDS(FRAME_STATE) KINDS(HEAP_STATE) KINDS(BLOCK_STATE) KINDS(SYNC_STATE)
        KINDS(MACHINE_STATE)};

/* How often each row was changed. */
static unsigned long changed[ROWS];

/* A run, and where it is looked at. */
typedef struct Subject {
    Machine *m;
    StateText text;
    CodeNames *names;
    Thread *t;
} Subject;

typedef struct Seen {
    Fingerprint fingerprint, control;
    char *text;
} Seen;

static Seen look(Subject *s) {
    Seen x;
    /* Frames below the top are not expected to change under the hands of the engine. */
    for (uint32_t k = 0; k < s->t->top; k++) s->t->frames[k].chained = false;
    x.fingerprint = fingerprint_thread(s->m, s->t);
    x.control = control_thread(s->m, s->names, s->t);
    state_text_put(&s->text);
    x.text = s->text.text.data;
    s->text.text = (StrBuf){0};
    return x;
}

/* Whether the state differs from what was seen before exactly where it should. */
static void demand(Subject *s, const Seen *before, Row row, unsigned wanted, unsigned either) {
    Seen now = look(s);
    unsigned shown = (fingerprint_same(now.fingerprint, before->fingerprint) ? 0u : IN_FINGERPRINT) |
                     (fingerprint_same(now.control, before->control) ? 0u : IN_CONTROL) |
                     (strcmp(now.text, before->text) ? (unsigned)IN_TEXT : 0u);
    if ((shown | either) != (wanted | either))
        print_message("a change of %s in row %d shows in %u, not %u\n%s\n%s\n", row_names[row], (int)row,
                      shown, wanted, before->text, now.text);
    assert_int_equal(shown | either, wanted | either);
    changed[row]++;
    free(now.text);
}

/* Where a change of a member by value shows. */
static unsigned where_shown(Kind kind) {
    switch (kind) {
    case KIND_VALUE: return EVERYWHERE;
    case KIND_NUMBER: return IN_CONTROL;
    case KIND_DERIVED: return IN_TEXT;
    case KIND_CODED:
    case KIND_COUNTED:
    case KIND_MOMENT: break;
    }
    return 0;
}

/* Changes the lowest bit of a member whose value is what counts, or nothing. */
static void change_by_value(Subject *s, const Seen *before, Row row, void *member, size_t size) {
    Kind kind = row_kinds[row];
    if (kind == KIND_CODED) return;
    uint8_t kept = *(uint8_t *)member;
    assert_true(size > 0);
    *(uint8_t *)member ^= 1;
    /* What a member is derived from may be looked up by it. */
    demand(s, before, row, where_shown(kind), kind == KIND_DERIVED ? IN_FINGERPRINT | IN_CONTROL : 0);
    *(uint8_t *)member = kept;
}

/* --- what is coded ----------------------------------------------------------------------------------- */

#define CHANGE(place, value, row, wanted, either) \
    do {                                          \
        __typeof__(place) kept_value = (place);   \
        (place) = (value);                        \
        demand(s, before, row, wanted, either);   \
        (place) = kept_value;                     \
    } while (0)

/* Another call instruction of the function that calls frame `k`. */
static const Insn *other_call(const Thread *t, uint32_t k) {
    const Function *f = t->frames[k - 1].function;
    for (const Insn *i = f->code; i < f->code + f->code_len; i++)
        if (i->op == t->frames[k].call->op && i != t->frames[k].call && i->d == t->frames[k].call->d)
            return i;
    return NULL;
}

static void change_frames(Subject *s, const Seen *before) {
    Thread *t = s->t;
    Frame *top = &t->frames[t->top];
    const Program *p = s->m->program;
    if (t->pc != top->function->code) CHANGE(t->pc, top->function->code, THREAD_pc, EVERYWHERE, 0);
    if (!t->top) return;
    const Insn *pc = t->pc;
    t->pc = top->call;
    CHANGE(t->top, t->top - 1, THREAD_top, EVERYWHERE, 0);
    for (const Function *f = p->functions; f < p->functions + p->nfunctions; f++) {
        if (f == top->function || !f->code || f->nregs > top->function->nregs || !strcmp(f->name, "main"))
            continue;
        t->pc = f->code;
        /* Functions that do the same have one name in control states. */
        CHANGE(top->function, f, FRAME_function, EVERYWHERE, IN_CONTROL);
        break;
    }
    t->pc = pc;
    const Insn *call = other_call(t, t->top);
    if (call) CHANGE(top->call, call, FRAME_call, EVERYWHERE, IN_CONTROL);
}

/* Threads that were not joined count where there is a bound on them. */
static void change_unjoined(Subject *s) {
    Thread *t = s->t;
    s->m->options.max_threads = 7;
    Seen bounded = look(s);
    const Seen *before = &bounded;
    CHANGE(t->unjoined, t->unjoined + 1, THREAD_unjoined, EVERYWHERE, 0);
    free(bounded.text);
    s->m->options.max_threads = 0;
}

static void change_progress(Subject *s, const Seen *before) {
    Thread *t = s->t;
    static union {
        RangeBytes bytes;
        char room[sizeof(RangeBytes) + 2];
    } read;
    read.bytes.hash = 77;
    read.bytes.len = 1;
    read.bytes.byte[0] = 3;
    if (!t->got) CHANGE(t->got, &read.bytes, THREAD_got, EVERYWHERE, 0);
    if (t->holding || t->ndecisions) return;
    CHANGE(t->holding, true, THREAD_holding, EVERYWHERE, 0);
    t->holding = true;
    Seen holding = look(s);
    const Seen *plain = before;
    before = &holding;
    CHANGE(t->held, t->held + 1, THREAD_held, EVERYWHERE, 0);
    const Input *in = expr_input(s->m->pool, "held", 8);
    CHANGE(t->held_expr, expr_read(s->m->pool, in, 0), THREAD_held_expr, EVERYWHERE, 0);
    free(holding.text);
    t->holding = false;
    before = plain;
    t->decisions[0] ^= 1;
    CHANGE(t->ndecisions, 1, THREAD_ndecisions, EVERYWHERE, 0);
    t->decisions[0] ^= 1;
}

/* What a creation adds to the state has the time and the draws that the child begins with. */
static void change_creation(Subject *s) {
    Thread *t = s->t;
    if (t->pending.kind != OPERATION_START || t->parent < 0) return;
    Action create = {.thread = t->parent,
                     .op = {.kind = OPERATION_CREATE, .target = t->slot, .object = 1, .argument = 2}};
    Fingerprint x = operation_changes(s->m, &create, NULL);
    t->began_at ^= 1;
    assert_false(fingerprint_same(x, operation_changes(s->m, &create, NULL)));
    t->began_at ^= 1;
    changed[THREAD_began_at]++;
}

static void change_coded(Subject *s, const Seen *before) {
    Thread *t = s->t;
    Machine *m = s->m;
    Operation *o = &t->pending;
    CHANGE(t->status, THREAD_STOPPED, THREAD_status, EVERYWHERE, 0);
    /* Operations say in the fingerprint who may still be joined. */
    if (!t->joined) CHANGE(t->detached, !t->detached, THREAD_detached, IN_CONTROL | IN_TEXT, 0);
    if (!t->detached) CHANGE(t->joined, !t->joined, THREAD_joined, IN_CONTROL | IN_TEXT, 0);
    if (t->joined_children > 1) {
        CHANGE(t->first_joined, m->threads[t->first_joined - 1]->next_joined, THREAD_first_joined, EVERYWHERE,
               0);
        CHANGE(t->joined_children, t->joined_children - 1, THREAD_joined_children, EVERYWHERE, 0);
    }
    if (o->kind == OPERATION_WAKE) {
        bool timed = o->flags & OPERATION_TIMED;
        CHANGE(t->notified_by, t->notified_by < 0 ? t->slot : -1, THREAD_notified_by, IN_TEXT,
               timed ? IN_FINGERPRINT | IN_CONTROL : 0);
        CHANGE(t->waited_count, t->waited_count + 1, THREAD_waited_count, EVERYWHERE, 0);
    }
    CHANGE(o->kind, o->kind == OPERATION_LOCK ? OPERATION_UNLOCK : OPERATION_LOCK, THREAD_pending, EVERYWHERE,
           0);
    if (m->tells_time) {
        uint64_t exact = m->exact_time;
        m->exact_time = UINT64_MAX;
        Seen timed = look(s);
        const Seen *blurred = before;
        before = &timed;
        CHANGE(t->time, t->time + 1, THREAD_time, EVERYWHERE, 0);
        CHANGE(t->passed, t->passed ^ 2, THREAD_passed, IN_FINGERPRINT | IN_TEXT, IN_CONTROL);
        free(timed.text);
        before = blurred;
        m->exact_time = exact;
    }
    change_frames(s, before);
    change_unjoined(s);
    change_progress(s, before);
    change_creation(s);
}

static void change_thread(Subject *s, const Seen *before) {
#define TRY_THREAD(type, name) change_by_value(s, before, THREAD_##name, &s->t->name, sizeof s->t->name);
    ALL(THREAD_STATE, TRY_THREAD)
    for (uint32_t k = 0; k <= s->t->top; k++) {
        Frame *f = &s->t->frames[k];
#define TRY_FRAME(type, name) change_by_value(s, before, FRAME_##name, &f->name, sizeof f->name);
        /* How the frame above it returns decides where it goes on. */
        if (f->ending != 2 && f->ending != 3) ALL(FRAME_STATE, TRY_FRAME)
    }
    change_coded(s, before);
    Heap *h = s->t->heap;
#define TRY_HEAP(type, name) change_by_value(s, before, HEAP_##name, &h->name, sizeof h->name);
    ALL(HEAP_STATE, TRY_HEAP)
    for (unsigned k = 0; k < HEAP_CLASSES; k++)
        if (h->head[k] && h->head[k] != h->tail[k]) { /* `queues` has what that comes from */
            CHANGE(h->head[k], h->tail[k], HEAP_head, IN_TEXT, 0);
            Block *first = &s->t->blocks[h->head[k] - 1];
            if (s->t->blocks[first->next - 1].next)
                CHANGE(first->next, s->t->blocks[first->next - 1].next, BLOCK_next, IN_TEXT, 0);
        }
    if (h->nblocks && s->t->blocks[h->nblocks - 1].state == 1)
        CHANGE(h->nblocks, h->nblocks - 1, HEAP_nblocks, IN_TEXT, 0);
    changed[HEAP_foreign] += h->foreign != 0; /* its blocks are in state 3 */
}

/* --- what operations and the allocator count --------------------------------------------------------- */

static void change_blocks(Subject *s, const Seen *before) {
    for (uint32_t k = s->t->heap->nblocks; k-- && k + 6 > s->t->heap->nblocks;) {
        Block *b = &s->t->blocks[k];
#define TRY_BLOCK(type, name) change_by_value(s, before, BLOCK_##name, &b->name, sizeof b->name);
        ALL(BLOCK_STATE, TRY_BLOCK)
        if (b->state != 1) continue;
        CHANGE(b->address, b->address + 16, BLOCK_address, IN_TEXT, 0);
        CHANGE(b->size, b->size + 1, BLOCK_size, IN_TEXT, 0);
        CHANGE(b->loc, b->loc + 1, BLOCK_loc, IN_TEXT, 0);
        CHANGE(b->state, 2, BLOCK_state, IN_TEXT, 0);
    }
}

static void change_objects(Subject *s, const Seen *before) {
    for (size_t k = 0; k < s->m->all_objects.len; k++) {
        SyncObject *x = s->m->all_objects.data[k];
#define TRY_SYNC(type, name) change_by_value(s, before, SYNC_##name, &x->name, sizeof x->name);
        ALL(SYNC_STATE, TRY_SYNC)
        /* A barrier counts for those who stand there; what was never used is no object yet. */
        if ((x->tag & 255) == OBJECT_BARRIER || (x->owner < 0 && !x->count && !x->state)) continue;
        CHANGE(x->identity, x->identity + 16, SYNC_identity, IN_TEXT, 0);
        CHANGE(x->tag, x->tag + 256, SYNC_tag, IN_TEXT, 0);
        CHANGE(x->owner, x->owner + 1, SYNC_owner, IN_TEXT, 0);
        CHANGE(x->count, x->count + 1, SYNC_count, IN_TEXT, 0);
        CHANGE(x->state, x->state + 16, SYNC_state, IN_TEXT, 0);
    }
}

static void change_machine(Subject *s, const Seen *before) {
    Machine *m = s->m;
#define TRY_MACHINE(type, name) change_by_value(s, before, MACHINE_##name, &m->name, sizeof m->name);
    ALL(MACHINE_STATE, TRY_MACHINE)
    CHANGE(m->exited, !m->exited, MACHINE_exited, IN_TEXT, 0);
    if (m->nconstraints) CHANGE(m->nconstraints, 0, MACHINE_nconstraints, 0, IN_TEXT);
    bool exited = m->exited;
    m->exited = true;
    Seen over = look(s);
    const Seen *running = before;
    before = &over;
    CHANGE(m->exit_status, m->exit_status + 1, MACHINE_exit_status, IN_TEXT, 0);
    const Input *in = expr_input(m->pool, "held", 8);
    m->exit_status = 1;
    CHANGE(m->exit_value, expr_read(m->pool, in, 0), MACHINE_exit_value, 0, IN_TEXT);
    m->exit_status = 0;
    free(over.text);
    before = running;
    m->exited = exited;
}

/* --- runs -------------------------------------------------------------------------------------------- */

static const char *const programs[] = {
    "#include <pthread.h>\n#include <time.h>\n#include <unistd.h>\n#include <sys/random.h>\n"
    "#include <stdlib.h>\n#include <heddle/heddle.h>\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
    "static int ready, *shared;\n"
    "static int deep(int n) { usleep(n); pthread_mutex_lock(&m); ready++; pthread_cond_signal(&c);\n"
    "    pthread_mutex_unlock(&m); return n + ready; }\n"
    "static int deeper(int n) { int x = deep(n); return x + deep(n + 1); }\n"
    "static void *waits(void *a) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m);\n"
    "    free(shared); shared = 0; pthread_mutex_unlock(&m); return a; }\n"
    "static void *works(void *a) { unsigned char r; getrandom(&r, 1, 0); return deeper(2) ? a : 0; }\n"
    "int main(void) { pthread_t t, u; shared = malloc(8); int x = heddle_int(\"x\");\n"
    "    for (int k = 0; k < 4; k++) { void *p = malloc(40), *q = malloc(40); free(p); free(q); }\n"
    "    if (x > 3) ready = 1;\n"
    "    pthread_create(&t, 0, waits, 0); pthread_create(&u, 0, works, 0);\n"
    "    struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now);\n"
    "    pthread_join(t, 0); pthread_join(u, 0); return now.tv_nsec == 7; }\n",
    "#include <pthread.h>\n#include <semaphore.h>\n"
    "static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;\nstatic sem_t s;\nstatic int n;\n"
    "static void *one(void *a) { pthread_rwlock_rdlock(&w); int x = n; pthread_rwlock_unlock(&w);\n"
    "    sem_wait(&s); n = x + 1; sem_post(&s); return a; }\n"
    "int main(void) { sem_init(&s, 0, 1);\n"
    "    for (int k = 0; k < 12; k++) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); }\n"
    "    return 0; }\n"};

/* Looks at all threads of the state at hand. */
static void look_around(Subject *s) {
    while (s->text.touched.len < s->text.run->history.path.len) {
        Touched none = {0};
        vec_push(&s->text.touched, none);
    }
    bool first = true;
    for (uint32_t k = 0; k < s->m->nslots; k++) {
        s->t = s->m->threads[k];
        if (!s->t || s->t->status != THREAD_READY) continue;
        Seen before = look(s);
        change_thread(s, &before);
        change_blocks(s, &before);
        if (first) {
            change_objects(s, &before);
            change_machine(s, &before);
        }
        first = false;
        /* All was put back. */
        Seen after = look(s);
        assert_true(fingerprint_same(before.fingerprint, after.fingerprint));
        assert_string_equal(before.text, after.text);
        free(before.text);
        free(after.text);
    }
}

static void walk(const char *text, unsigned walks) {
    Program *p = small_program(text, false);
    RunHooks hooks = {0};
    SmallRun small = small_run(p, &hooks);
    Run *r = small.run;
    Subject s = {.m = r->machine, .text = {.run = r}, .names = code_names_new(p)};
    for (unsigned n = 0; n < walks; n++) {
        run_start(r, NULL, 0);
        s.text.start = memory_mark(r->machine->memory);
        s.text.touched.len = 0;
        for (;;) {
            int threads[MAX_THREADS];
            uint32_t outcomes[MAX_OUTCOMES];
            unsigned count = run_enabled(r, threads);
            if (!count) break;
            int t = threads[draw(count)];
            unsigned x = run_outcomes(r, t, outcomes);
            if (r->machine->threads[t]->pending.kind == OPERATION_BRANCH) {
                outcomes[0] = (uint32_t)draw(2);
                x = 1;
            }
            if (run_step(r, t, outcomes[draw(x)]) && !draw(3)) look_around(&s);
        }
    }
    code_names_free(s.names);
    state_text_free(&s.text);
    small_run_free(&small);
    program_free(p);
}

static void each_member_shows(void **state) {
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(programs); k++) walk(programs[k], 6);
    unsigned missing = 0;
    for (unsigned k = 0; k < ROWS; k++) {
        if (changed[k]) continue;
        print_message("%s (row %u) was never changed\n", row_names[k], k);
        missing++;
    }
    assert_int_equal(missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_member_shows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
