/*
 * contexts.c — getcontext and the switch between contexts (ucontext.h, runtime/context.c).
 *
 * The frames of the thread's own stack stay where they are. Those of the context that it runs on
 * are above them. While a context is suspended its frames are words in memory of the program: so
 * they belong to the state, go back with it, and race like other memory. Registers that may still
 * be read are kept, and expressions in them are symbolic bytes. The variables of its functions stay
 * at their addresses, in the block of the context.
 */
#include "vm/interpreter/builtins.h"
#include "vm/interpreter/lists/special.h"
#include "vm/state/fingerprint.h"
#include "vm/symbolic/lifting.h"
#include "runtime/engine.h"
#include <stdlib.h>

/* The words of a context. */
typedef struct ContextWords {
    uint64_t magic; /* and the slot of the thread that filled it */
    uint64_t frame; /* index from the first frame of its stack */
    uint64_t stack; /* the stack pointer of that frame */
    uint64_t insn;  /* getcontext's, in the code of the frame; CONTEXT_BEGINS: not begun */
    uint64_t block; /* 0: the thread's own stack */
} ContextWords;
_Static_assert(sizeof(ContextWords) == HEDDLE_CONTEXT_WORDS * sizeof(uint64_t), "as the runtime");
#define CONTEXT_BEGINS UINT64_MAX

/* A frame in memory: these words, then its registers. */
typedef struct FrameWords {
    uint64_t function, call, memory, stack, ending;
} FrameWords;
/* Before the frames: their number, the stack pointer, the place of the last one in its code. */
typedef struct SuspendedWords {
    uint64_t frames, stack, insn;
} SuspendedWords;
#define FRAME_WORDS (sizeof(FrameWords) / sizeof(uint64_t))
#define SUSPENDED_WORDS (sizeof(SuspendedWords) / sizeof(uint64_t))

static uint32_t first_frame(const Thread *t) { return t->context ? t->context_base : 0; }

StepResult builtin_context_current(Machine *m, Thread *t, const BuiltinCall *c) {
    (void)c;
    return completed(m, t, t->context);
}

StepResult builtin_context_room(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t words = SUSPENDED_WORDS;
    (void)c;
    for (uint32_t k = first_frame(t); k <= t->top; k++)
        words += FRAME_WORDS + t->frames[k].function->nregs;
    return completed(m, t, words * sizeof(uint64_t));
}

StepResult builtin_get_context(Machine *m, Thread *t, const BuiltinCall *c) {
    ContextWords w = {(uint64_t)HEDDLE_CONTEXT_MAGIC << 32 | (uint32_t)thread_slot(t),
                      t->top - first_frame(t), t->frames[t->top].stack,
                      (uint64_t)(c->i - t->frames[t->top].function->code), t->context};
    if (range_write(m, t, c->v[0] + HEDDLE_CONTEXT_AT, &w, sizeof w) == STEP_STOP) return STEP_STOP;
    return completed(m, t, 0);
}

static StepResult context_fault(Machine *m, Thread *t, const char *why) {
    machine_fault(m, t, "api", "%s", why);
    return STEP_STOP;
}

/* --- frames as words -------------------------------------------------------------------------- */

typedef struct Words {
    VEC(uint64_t) data;
    VEC(const Expr *) expr; /* parallel: NULL: a number */
} Words;

static void put_word(Words *w, uint64_t x, const Expr *e) {
    vec_push(&w->data, x);
    vec_push(&w->expr, e);
}
static void words_free(Words *w) {
    vec_free(&w->data);
    vec_free(&w->expr);
}

/* Whether register `r` of frame `k` may still be read. What a call is about to return is not. */
static bool register_counts(const uint64_t *live, const Insn *call, unsigned r) {
    for (unsigned n = 0; call && n < call->d; n++)
        if (insn_slots(call)[n] == r) return false;
    return live[r >> 6] >> (r & 63) & 1;
}

static void put_frame(Machine *m, const Thread *t, uint32_t k, Words *out) {
    const Frame *f = &t->frames[k];
    const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
    bool again = call && t->frames[k + 1].ending >= 2, begins = k == t->context_base;
    const uint64_t *live = liveness_before(m, f->function,
                                           !call   ? t->pc
                                           : again ? call
                                                   : insn_next_list(call));
    FrameWords w = {(uint64_t)(f->function - m->program->functions),
                    begins ? 0 : (uint64_t)(f->call - f[-1].function->code), f->memory, f->stack,
                    (uint64_t)f->listed << 8 | f->ending};
    for (size_t n = 0; n < FRAME_WORDS; n++) put_word(out, ((const uint64_t *)&w)[n], NULL);
    for (unsigned r = 0; r < f->function->nregs; r++) {
        bool counts = register_counts(live, again ? NULL : call, r);
        const Expr *e = counts && f->symbolic ? t->sym[f->base + r] : NULL;
        put_word(out, counts && !e ? t->regs[f->base + r] : 0, e);
    }
}

/* The frames of the context that the thread runs on. */
static void put_context_frames(Machine *m, const Thread *t, Words *out) {
    const Frame *top = &t->frames[t->top];
    put_word(out, t->top - t->context_base + 1, NULL);
    put_word(out, t->stack, NULL);
    put_word(out, (uint64_t)(t->pc - top->function->code), NULL);
    for (uint32_t k = t->context_base; k <= t->top; k++) put_frame(m, t, k, out);
}

/* Writes words, expressions behind numbers: who reads bytes of them is told of both. */
static StepResult write_words(Machine *m, Thread *t, uint64_t to, const Words *w) {
    if (range_write(m, t, to, w->data.data, w->data.len * sizeof(uint64_t)) == STEP_STOP)
        return STEP_STOP;
    for (size_t k = 0; k < w->expr.len; k++)
        if (w->expr.data[k] &&
            access_store_raw(m, t, to + k * 8, 8, 0, w->expr.data[k]) != ACCESS_OK)
            return STEP_STOP;
    return STEP_NEXT;
}

static StepResult read_words(Machine *m, Thread *t, uint64_t from, uint64_t n, Words *out) {
    uint64_t *data = xmalloc(n * sizeof *data);
    bool symbolic;
    StepResult s = range_read(m, t, from, data, n * sizeof *data, &symbolic);
    for (uint64_t k = 0; s == STEP_NEXT && k < n; k++) {
        const Expr *e = NULL;
        if (symbolic && memory_concrete(m->memory, from + k * 8, 8) < 8) {
            if (access_load_raw(m, t, from + k * 8, 8) != ACCESS_OK) s = STEP_STOP;
            e = m->loaded_expr;
        }
        put_word(out, e ? 0 : data[k], e);
    }
    free(data);
    return s;
}

/* --- the switch ------------------------------------------------------------------------------- */

/* What a switch needs of the program's memory. */
typedef struct ContextSwitch {
    ContextWords to;
    struct __heddle_context block;
    Words frames;
    uint64_t room, begin;
    bool stays; /* in the context that the thread runs on */
} ContextSwitch;

static const FrameWords *frame_words(const Words *w, uint64_t at) {
    return (const FrameWords *)&w->data.data[at];
}

/* Whether the instruction is a getcontext of the function. */
static bool is_getcontext(const Function *f, uint64_t insn) {
    return insn < f->code_len && f->code[insn].op == OP_BUILTIN &&
           f->code[insn].b == BUILTIN_getcontext;
}

/* Whether the context's frame is still there; it is in memory, or (`base`) one of the thread's. */
static bool frame_is_there(Machine *m, const Thread *t, const ContextSwitch *s, uint32_t base,
                           uint32_t top) {
    const ContextWords *w = &s->to;
    if (!s->frames.data.len) {
        const Frame *f = &t->frames[base + w->frame];
        return w->frame <= top - base && f->stack == w->stack &&
               is_getcontext(f->function, w->insn);
    }
    uint64_t at = SUSPENDED_WORDS;
    if (w->frame >= s->frames.data.data[0]) return false;
    for (uint64_t k = 0; k < w->frame; k++)
        at += FRAME_WORDS + m->program->functions[frame_words(&s->frames, at)->function].nregs;
    const FrameWords *f = frame_words(&s->frames, at);
    return f->stack == w->stack && is_getcontext(&m->program->functions[f->function], w->insn);
}

/* Reads the context and what it leads to. STEP_STOP: it cannot be gone to, or not yet. */
static StepResult look_up_context(Machine *m, Thread *t, uint64_t context, ContextSwitch *s) {
    const ContextWords *w = &s->to;
    bool symbolic;
    if (range_read(m, t, context + HEDDLE_CONTEXT_AT, &s->to, sizeof s->to, &symbolic) == STEP_STOP)
        return STEP_STOP;
    if (symbolic || w->magic >> 32 != HEDDLE_CONTEXT_MAGIC)
        return context_fault(m, t, "a context that neither getcontext nor makecontext filled in");
    if (t->section) return context_fault(m, t, "another context is gone to in an atomic section");
    s->stays = w->block == t->context && w->insn != CONTEXT_BEGINS;
    if (!w->block && (uint32_t)w->magic != (uint32_t)thread_slot(t))
        return context_fault(m, t, "a thread goes on at a context on the stack of another thread");
    if (w->block && w->block == t->context && !s->stays)
        return context_fault(m, t, "a context begins on the stack that its thread runs on");
    if (s->stays || !w->block) return STEP_NEXT;
    if (range_read(m, t, w->block, &s->block, sizeof s->block, NULL) == STEP_STOP) return STEP_STOP;
    if (w->insn == CONTEXT_BEGINS) return STEP_NEXT;
    if (!s->block.suspended)
        return context_fault(m, t, "a context whose function has ended, or that a thread runs on");
    uint64_t n;
    if (range_read(m, t, s->block.suspended, &n, sizeof n, NULL) == STEP_STOP) return STEP_STOP;
    invariant(n && n < m->options.max_frames);
    return STEP_NEXT;
}

/* The number of words of suspended frames. */
static StepResult read_suspended(Machine *m, Thread *t, ContextSwitch *s) {
    uint64_t at = s->block.suspended, words = SUSPENDED_WORDS;
    SuspendedWords head;
    if (range_read(m, t, at, &head, sizeof head, NULL) == STEP_STOP) return STEP_STOP;
    for (uint64_t k = 0; k < head.frames; k++) {
        uint64_t function;
        if (range_read(m, t, at + words * 8, &function, 8, NULL) == STEP_STOP) return STEP_STOP;
        words += FRAME_WORDS + m->program->functions[function].nregs;
    }
    return read_words(m, t, at, words, &s->frames);
}

const Insn *contexts_leave(Machine *m, Thread *t) {
    if (!t->context) return t->pc;
    const Insn *at = t->frames[t->context_base].call;
    while (t->top >= t->context_base) {
        t->top--;
        if (t->top >= t->low_water) continue;
        t->low_water = t->top;
        frame_save(m, t, t->top);
        t->frames[t->top].chained = false;
    }
    t->stack = t->own_stack;
    t->stack_limit = t->own_limit;
    t->context = t->context_end = t->own_stack = t->own_limit = t->context_base = 0;
    t->pc = at;
    return at;
}

static void enter_context(Thread *t, const ContextSwitch *s) {
    t->own_stack = t->stack;
    t->own_limit = t->stack_limit;
    t->context = s->to.block;
    t->context_base = t->top + 1;
    t->context_end = s->block.end;
    t->stack_limit = s->block.limit;
}

/* Puts suspended frames above those of the thread's own stack. */
static void bring_frames(Machine *m, Thread *t, const ContextSwitch *s, const Insn *call) {
    const Words *w = &s->frames;
    uint64_t at = SUSPENDED_WORDS;
    for (uint64_t k = 0; k < w->data.data[0]; k++) {
        const FrameWords *f = frame_words(w, at);
        const Frame *below = &t->frames[t->top];
        const Function *function = &m->program->functions[f->function];
        t->frames[t->top + 1] = (Frame){.function = function,
                                        .call = k ? below->function->code + f->call : call,
                                        .base = below->base + below->function->nregs,
                                        .ending = (uint8_t)f->ending,
                                        .listed = (uint32_t)(f->ending >> 8),
                                        .memory = f->memory,
                                        .stack = f->stack};
        t->top++;
        invariant(t->frames[t->top].base + function->nregs <= m->register_room);
        at += FRAME_WORDS;
        bool symbolic = false;
        for (unsigned r = 0; r < function->nregs; r++) symbolic |= w->expr.data[at + r] != NULL;
        if (symbolic) frame_make_symbolic(t);
        for (unsigned r = 0; r < function->nregs; r++, at++)
            if (w->expr.data[at])
                set_reg_expr(m, t, r, w->expr.data[at]);
            else
                set_reg(t, r, w->data.data[at]);
    }
    t->stack = w->data.data[1];
}

/* Goes on behind the getcontext of the context, in the frames that are there now. The frames above
 * end. */
static StepResult arrive(Machine *m, Thread *t, const ContextSwitch *s) {
    uint32_t index = first_frame(t) + (uint32_t)s->to.frame;
    while (t->top > index) frame_leave(m, t);
    t->pc = t->frames[t->top].function->code + s->to.insn;
    return completed(m, t, 0);
}

/* Whether the frames that a switch leaves for ever, those above the context's own, have visible
 * variables: their end is an event first. */
static bool ends_first(Machine *m, Thread *t, const ContextSwitch *s) {
    uint64_t start, end;
    if (s->frames.data.len) {
        uint64_t at = SUSPENDED_WORDS, n = s->frames.data.data[0];
        end = start = s->frames.data.data[1];
        for (uint64_t k = 0; k < n && k <= s->to.frame + 1; k++) {
            const FrameWords *f = frame_words(&s->frames, at);
            if (k == s->to.frame + 1) start = f->stack;
            at += FRAME_WORDS + m->program->functions[f->function].nregs;
        }
    } else {
        bool own = !s->to.block;
        uint32_t top = own && t->context ? t->context_base - 1 : t->top,
                 index = (own ? 0 : t->context_base) + (uint32_t)s->to.frame;
        end = own && t->context ? t->own_stack : t->stack;
        start = index < top ? t->frames[index + 1].stack : end;
    }
    return access_ends_visibly(m, t, start, end - start);
}

/* The memory of a context that begins has no variables yet, whoever had it before. */
static bool begins_after_event(Machine *m, Thread *t, const ContextSwitch *s) {
    uint64_t size = s->block.end - s->block.stack;
    if (access_ends_visibly(m, t, s->block.stack, size)) return true;
    range_log_end(m, t, s->block.stack, size);
    memory_forbid(m->memory, s->block.stack, size);
    return false;
}

/* Keeps the frames of the current context, and notes that those of the other one are in use. */
static StepResult suspend(Machine *m, Thread *t, const ContextSwitch *s) {
    StepResult result = STEP_NEXT;
    if (t->context && s->room) {
        Words w = {0};
        put_context_frames(m, t, &w);
        result = write_words(m, t, s->room, &w);
        words_free(&w);
    }
    if (result == STEP_NEXT && t->context)
        result = range_write(m, t, t->context, &s->room, sizeof s->room);
    uint64_t none = 0;
    if (result == STEP_NEXT && s->to.block) result = range_write(m, t, s->to.block, &none, 8);
    return result;
}

/* Whether the other context's frames fit on top of the thread's own. */
static bool frames_fit(const Machine *m, const Thread *t, const ContextSwitch *s) {
    uint64_t own = t->context ? t->context_base : t->top + 1,
             n = s->frames.data.len ? s->frames.data.data[0] : 1;
    return own + n < m->options.max_frames;
}

static StepResult go_to(Machine *m, Thread *t, ContextSwitch *s) {
    bool begins = s->to.insn == CONTEXT_BEGINS;
    if (!s->stays && s->to.block && !begins && read_suspended(m, t, s) == STEP_STOP)
        return STEP_STOP;
    uint32_t base = s->to.block ? t->context_base : 0,
             top = !s->to.block && t->context ? t->context_base - 1 : t->top;
    if (!begins && !frame_is_there(m, t, s, base, top))
        return context_fault(m, t, "a context in a function that has returned");
    if (!frames_fit(m, t, s)) return context_fault(m, t, "a context begins too deep in calls");
    if (!s->stays && suspend(m, t, s) == STEP_STOP) return STEP_STOP;
    if (begins ? begins_after_event(m, t, s) : ends_first(m, t, s)) return range_stop(m, t);
    if (s->stays) return arrive(m, t, s);
    const Insn *call = contexts_leave(m, t);
    if (!s->to.block) return arrive(m, t, s);
    enter_context(t, s);
    if (!begins) {
        bring_frames(m, t, s, call);
        return arrive(m, t, s);
    }
    const Function *f = program_function_at(m->program, s->begin);
    t->stack = s->block.stack;
    if (!frame_enter(m, t, f, call)) return STEP_STOP;
    frame_regs(t)[0] = s->to.block;
    t->pc = f->code;
    range_over(t);
    return STEP_NEXT;
}

StepResult builtin_switch_context(Machine *m, Thread *t, const BuiltinCall *c) {
    ContextSwitch s = {.room = c->v[1], .begin = c->v[2]};
    lifting_fail(m);
    StepResult result = look_up_context(m, t, c->v[0], &s);
    if (result == STEP_NEXT) result = go_to(m, t, &s);
    words_free(&s.frames);
    return result;
}
