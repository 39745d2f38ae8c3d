/* words.c — see words.h. */
#include "debug/words.h"
#include "debug/views.h"
#include "report/text.h"
#include <ctype.h>
#include <stdlib.h>

typedef struct Words {
    Debugger *d;
    DebugSession *s;
    uint32_t frame; /* index into the frames of the thread that is looked at */
    FILE *out;
    bool over;
} Words;

/* --- showing ---------------------------------------------------------------------------------- */

static Thread *current_thread(const Words *w) {
    return view_has_frames(w->s, w->s->thread) ? w->s->run->machine->threads[w->s->thread] : NULL;
}

static void show_place(const Words *w, const SourcePlace *p) {
    char *text = text_place(p), *line = view_source_line(p->file, p->line);
    fprintf(w->out, "  %s in %s\n", text, p->function && *p->function ? p->function : "?");
    if (line) {
        fprintf(w->out, "%6u | ", p->line);
        text_clean(w->out, line);
        fputc('\n', w->out);
    }
    free(text);
    free(line);
}

/* Says where the session stands. */
static void show_now(Words *w) {
    DebugSession *s = w->s;
    char *error = view_error(s);
    size_t steps = session_steps(s);
    if (s->now.insn)
        fprintf(w->out, "in step %zu of %zu", s->now.step + 1, steps);
    else if (session_at_end(s))
        fprintf(w->out, "at the end, behind step %zu", steps);
    else
        fprintf(w->out, "before step %zu of %zu", s->now.step + 1, steps);
    if (!s->now.insn && !session_at_end(s)) {
        char *step = view_step(s, s->now.step);
        fprintf(w->out, ": %s", step);
        free(step);
    }
    fputc('\n', w->out);
    Thread *t = current_thread(w);
    if (t) {
        w->frame = session_own_frame(t);
        SourcePlace p = view_frame_place(s, s->thread, w->frame);
        char *name = view_thread_name(s, s->thread);
        fputs(name, w->out);
        free(name);
        show_place(w, &p);
        place_free(&p);
    }
    if (error) {
        fprintf(w->out, "finding: ");
        text_clean(w->out, error);
        fputc('\n', w->out);
    }
    free(error);
}

static void tell_stop(Words *w, DebugStop how) {
    const Breakpoint *b = debugger_breakpoint(w->d, w->d->hit);
    if (w->d->complaint) fprintf(w->out, "%s\n", w->d->complaint);
    if (how == DEBUG_STOP_LOOK && b) {
        bool watch = b->kind == BREAK_WRITE || b->kind == BREAK_ACCESS;
        fprintf(w->out, "%s %u: %s\n", watch ? "watched value" : "breakpoint", b->id, b->what);
    }
    if (how == DEBUG_STOP_START) fprintf(w->out, "the start of the run\n");
    if (how == DEBUG_STOP_USER) fprintf(w->out, "interrupted\n");
    show_now(w);
}

/* --- commands --------------------------------------------------------------------------------- */

typedef void Command(Words *w, const char *rest);

static void step_by(Words *w, StepKind kind, bool back, const char *rest) {
    unsigned long n = *rest ? strtoul(rest, NULL, 10) : 1;
    DebugStop how = DEBUG_STOP_LOOK;
    for (unsigned long k = 0; k < MAX(n, 1) && how == DEBUG_STOP_LOOK; k++) {
        how = debugger_step(w->d, kind, back, w->s->thread);
        if (w->d->hit) break;
    }
    tell_stop(w, how);
}

static void do_next(Words *w, const char *rest) { step_by(w, STEP_OVER, false, rest); }
static void do_step(Words *w, const char *rest) { step_by(w, STEP_INTO, false, rest); }
static void do_finish(Words *w, const char *rest) { step_by(w, STEP_OUT, false, rest); }
static void do_back(Words *w, const char *rest) { step_by(w, STEP_OVER, true, rest); }
static void do_reverse_step(Words *w, const char *rest) { step_by(w, STEP_INTO, true, rest); }
static void do_reverse_finish(Words *w, const char *rest) { step_by(w, STEP_OUT, true, rest); }

static void do_continue(Words *w, const char *rest) {
    (void)rest;
    tell_stop(w, debugger_continue(w->d, false));
}

static void do_reverse_continue(Words *w, const char *rest) {
    (void)rest;
    tell_stop(w, debugger_continue(w->d, true));
}

static void do_go(Words *w, const char *rest) {
    char *end;
    unsigned long n = strtoul(rest, &end, 10);
    if (!strcmp(rest, "end")) n = session_steps(w->s) + 1, end = (char *)"";
    if (end == rest || *end || !n) {
        fputs("go to which step? `go 3` is before the third, `go end` is the end\n", w->out);
        return;
    }
    session_go(w->s, (DebugMoment){n - 1, 0});
    show_now(w);
}

static void do_until(Words *w, const char *rest) {
    if (isdigit((unsigned char)*rest) && !strchr(rest, ':')) {
        Thread *t = current_thread(w);
        SourcePlace p = t ? view_frame_place(w->s, w->s->thread, w->frame) : (SourcePlace){0};
        unsigned id = debugger_break(w->d, BREAK_LINE, p.file ? p.file : "",
                                     (uint32_t)strtoul(rest, NULL, 10), NULL, NULL);
        do_continue(w, "");
        debugger_delete(w->d, id);
        place_free(&p);
        return;
    }
    fputs("until which line of this file? `until 12`\n", w->out);
}

static void do_where(Words *w, const char *rest) {
    (void)rest;
    Thread *t = current_thread(w);
    if (!t) {
        fputs("no thread runs here\n", w->out);
        return;
    }
    for (uint32_t k = t->top + 1; k-- > 0;) {
        const Function *f = t->frames[k].function;
        if (!f) continue;
        SourcePlace p = view_frame_place(w->s, w->s->thread, k);
        char *text = text_place(&p);
        fprintf(w->out, "%s #%u  %s at %s\n", k == w->frame ? ">" : " ", t->top - k, f->name, text);
        free(text);
        place_free(&p);
    }
}

static void do_frame(Words *w, const char *rest) {
    Thread *t = current_thread(w);
    char *end;
    unsigned long n = strtoul(rest, &end, 10);
    if (!t || end == rest || n > t->top) {
        fputs("which frame? `where` shows their numbers\n", w->out);
        return;
    }
    w->frame = t->top - (uint32_t)n;
    SourcePlace p = view_frame_place(w->s, w->s->thread, w->frame);
    show_place(w, &p);
    place_free(&p);
}

static void do_threads(Words *w, const char *rest) {
    (void)rest;
    const Machine *m = w->s->run->machine;
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status == THREAD_UNUSED) continue;
        char *name = view_thread_name(w->s, (int)k), *status = view_thread_status(w->s, (int)k);
        fprintf(w->out, "%s %s: %s", (int)k == w->s->thread ? ">" : " ", name, status);
        if (view_has_frames(w->s, (int)k)) {
            SourcePlace p = view_frame_place(w->s, (int)k, session_own_frame(m->threads[k]));
            char *text = text_place(&p);
            fprintf(w->out, ", at %s in %s", text, p.function);
            free(text);
            place_free(&p);
        }
        fputc('\n', w->out);
        free(name);
        free(status);
    }
}

static void do_thread(Words *w, const char *rest) {
    int slot = view_thread_named(w->s, !strncmp(rest, "thread ", 7) ? rest + 7 : rest);
    if (slot < 0) {
        fputs("which thread? `threads` shows their names\n", w->out);
        return;
    }
    w->s->thread = slot;
    Thread *t = current_thread(w);
    w->frame = t ? session_own_frame(t) : 0;
    if (!t) {
        fputs("the thread does not run here\n", w->out);
        return;
    }
    SourcePlace p = view_frame_place(w->s, slot, w->frame);
    show_place(w, &p);
    place_free(&p);
}

static DebugScope words_scope(const Words *w, Arena *arena) {
    return debugger_scope(w->d, current_thread(w) ? w->s->thread : -1, w->frame, arena);
}

static void put_named(const Words *w, const DebugScope *scope, const char *name,
                      const DebugValue *v) {
    StrBuf text = {0};
    str_addf(&text, "%s = ", name);
    debug_value_text(scope, v, &text);
    text_clean(w->out, text.data);
    fputc('\n', w->out);
    vec_free(&text);
}

static void do_print(Words *w, const char *rest) {
    Arena *arena = arena_new();
    DebugScope scope = words_scope(w, arena);
    DebugValue v = debug_evaluate(&scope, rest);
    if (v.type)
        put_named(w, &scope, rest, &v);
    else
        fprintf(w->out, "%s: %s\n", rest, v.error);
    arena_free(arena);
}

static void put_variables(Words *w, void (*list)(const DebugScope *scope, ViewVariables *out)) {
    Arena *arena = arena_new();
    DebugScope scope = words_scope(w, arena);
    ViewVariables all = {0};
    list(&scope, &all);
    for (size_t k = 0; k < all.len; k++) {
        DebugValue v = debug_variable_value(&scope, all.data[k]);
        put_named(w, &scope, all.data[k]->name, &v);
    }
    if (!all.len) fputs("there are none\n", w->out);
    vec_free(&all);
    arena_free(arena);
}

static void do_locals(Words *w, const char *rest) {
    (void)rest;
    put_variables(w, view_locals);
}

static void do_globals(Words *w, const char *rest) {
    (void)rest;
    put_variables(w, view_globals);
}

static void do_inputs(Words *w, const char *rest) {
    (void)rest;
    if (!w->s->test->finding->ninputs) fputs("there are none\n", w->out);
    text_inputs(w->out, w->s->test->finding, "");
}

static void do_locks(Words *w, const char *rest) {
    (void)rest;
    ViewLocks all = {0};
    view_locks(w->s, &all);
    for (size_t k = 0; k < all.len; k++)
        fprintf(w->out, "%s: %s\n", all.data[k].name, all.data[k].text);
    if (!all.len) fputs("no lock is held, and nobody waits for one\n", w->out);
    view_locks_free(&all);
}

static void do_steps(Words *w, const char *rest) {
    unsigned long around = *rest ? strtoul(rest, NULL, 10) : 5;
    size_t now = w->s->now.step, n = session_steps(w->s);
    for (size_t k = now > around ? now - around : 0; k < n && k <= now + around; k++) {
        char *step = view_step(w->s, k);
        fprintf(w->out, "%s %4zu  %s\n", k == now ? ">" : " ", k + 1, step);
        free(step);
    }
}

static void do_list(Words *w, const char *rest) {
    (void)rest;
    Thread *t = current_thread(w);
    if (!t) return;
    SourcePlace p = view_frame_place(w->s, w->s->thread, w->frame);
    for (uint32_t k = p.line > 5 ? p.line - 5 : 1; k <= p.line + 5; k++) {
        char *line = view_source_line(p.file, k);
        if (!line) break;
        fprintf(w->out, "%s%5u | ", k == p.line ? ">" : " ", k);
        text_clean(w->out, line);
        fputc('\n', w->out);
        free(line);
    }
    place_free(&p);
}

/* Takes " if CONDITION" off the end of a text. */
static const char *take_condition(char *text) {
    char *at = strstr(text, " if ");
    if (!at) return NULL;
    *at = 0;
    return at + 4;
}

static void tell_breakpoint(const Words *w, const Breakpoint *b) {
    static const char *const kinds[] = {"", "function ", "value ", "value, also read, "};
    fprintf(w->out, "%u: %s%s", b->id, kinds[b->kind], b->what);
    if (b->line && b->kind <= BREAK_FUNCTION) fprintf(w->out, ":%u", b->line);
    if (b->condition) fprintf(w->out, " if %s", b->condition);
    if (b->problem) fprintf(w->out, " (never met: %s)", b->problem);
    fputc('\n', w->out);
}

static void do_break(Words *w, const char *rest) {
    char *text = xstrdup(rest), *colon;
    const char *condition = take_condition(text);
    unsigned id = 0;
    colon = strrchr(text, ':');
    if (colon && isdigit((unsigned char)colon[1])) {
        *colon = 0;
        id = debugger_break(w->d, BREAK_LINE, text, (uint32_t)strtoul(colon + 1, NULL, 10),
                            condition, NULL);
    } else if (isdigit((unsigned char)*text) && current_thread(w)) {
        SourcePlace p = view_frame_place(w->s, w->s->thread, w->frame);
        id = debugger_break(w->d, BREAK_LINE, p.file, (uint32_t)strtoul(text, NULL, 10), condition,
                            NULL);
        place_free(&p);
    } else if (*text) {
        id = debugger_break(w->d, BREAK_FUNCTION, text, 0, condition, NULL);
    }
    if (id)
        tell_breakpoint(w, debugger_breakpoint(w->d, id));
    else
        fputs("where? `break 12`, `break file.c:12`, `break function`, and `if CONDITION` behind "
              "it\n",
              w->out);
    free(text);
}

static void do_watch(Words *w, const char *rest) {
    bool reads = !strncmp(rest, "-r ", 3);
    char *text = xstrdup(reads ? rest + 3 : rest);
    const char *condition = take_condition(text);
    Arena *arena = arena_new();
    DebugScope scope = words_scope(w, arena);
    unsigned id =
        debugger_break(w->d, reads ? BREAK_ACCESS : BREAK_WRITE, text, 0, condition, &scope);
    tell_breakpoint(w, debugger_breakpoint(w->d, id));
    arena_free(arena);
    free(text);
}

static void do_breakpoints(Words *w, const char *rest) {
    (void)rest;
    for (size_t k = 0; k < w->d->breakpoints.len; k++)
        tell_breakpoint(w, &w->d->breakpoints.data[k]);
    if (!w->d->breakpoints.len) fputs("there are none\n", w->out);
}

static void do_delete(Words *w, const char *rest) {
    if (!debugger_delete(w->d, (unsigned)strtoul(rest, NULL, 10)))
        fputs("which one? `breakpoints` shows their numbers\n", w->out);
}

static void do_choose(Words *w, const char *rest) {
    char *error = NULL;
    int slot = view_thread_named(w->s, !strncmp(rest, "thread ", 7) ? rest + 7 : rest);
    if (slot >= 0 && session_choose(w->s, slot, &error)) {
        show_now(w);
        return;
    }
    int threads[MAX_THREADS];
    unsigned n = session_enabled(w->s, threads);
    fprintf(w->out, "%s; these can go on:", error ? error : "which thread?");
    for (unsigned k = 0; k < n; k++)
        fprintf(w->out, " %s", w->s->run->machine->slot_names[threads[k]]);
    fputc('\n', w->out);
    free(error);
}

static void do_save(Words *w, const char *rest) {
    char *error = NULL;
    if (!*rest) {
        fputs("into which file? `save FILE`\n", w->out);
        return;
    }
    Finding *f = session_finding(w->s);
    f->program_hash = w->s->test->finding->program_hash;
    char *path =
        *rest == '/' || !w->s->folder ? xstrdup(rest) : xasprintf("%s/%s", w->s->folder, rest);
    if (test_write(path, &w->s->test->build, f, &error))
        fprintf(w->out, "%s: %s\n", rest, f->message);
    else
        fprintf(w->out, "%s\n", error);
    free(path);
    free(error);
    finding_free(f);
}

static void do_state(Words *w, const char *rest) {
    (void)rest;
    Fingerprint f = session_state(w->s);
    fprintf(w->out, "%016llx\n", (unsigned long long)f.a);
}

static void do_work(Words *w, const char *rest) {
    (void)rest;
    fprintf(w->out, "%llu instructions executed, %llu of them looked at\n",
            (unsigned long long)w->s->executed, (unsigned long long)w->s->shown);
    w->s->executed = w->s->shown = 0;
}

static void do_quit(Words *w, const char *rest) {
    (void)rest;
    w->over = true;
}

static Command do_help;

static const struct {
    const char *name, *alias, *help;
    Command *run;
} commands[] = {
    {"next", "n", "the next line of this thread, calls as a whole ([N] times)", do_next},
    {"step", "s", "the next line of this thread, also in calls", do_step},
    {"finish", "fin", "to where this function returns", do_finish},
    {"continue", "c", "to a breakpoint, a watched value or the end", do_continue},
    {"back", "b", "as next, backwards", do_back},
    {"reverse-step", "rs", "as step, backwards", do_reverse_step},
    {"reverse-finish", "rf", "to where this function was called", do_reverse_finish},
    {"reverse-continue", "rc", "as continue, backwards, or to the start", do_reverse_continue},
    {"go", "g", "before step N of the schedule; `go end`", do_go},
    {"until", "u", "on to line N of this file", do_until},
    {"break", "br", "stop at LINE, FILE:LINE or FUNCTION, `if CONDITION`", do_break},
    {"watch", "w", "stop where a value is changed; -r: or read", do_watch},
    {"breakpoints", "bl", "list them", do_breakpoints},
    {"delete", "d", "remove breakpoint N", do_delete},
    {"where", "bt", "the calls of this thread", do_where},
    {"frame", "f", "look at call N", do_frame},
    {"threads", "t", "all threads and what they do", do_threads},
    {"thread", "th", "look at another thread", do_thread},
    {"print", "p", "the value of an expression of C that only reads", do_print},
    {"locals", "lo", "the variables of the function", do_locals},
    {"globals", "gl", "the variables of the program", do_globals},
    {"inputs", "in", "the inputs of the finding", do_inputs},
    {"locks", "lk", "who holds which lock, who waits", do_locks},
    {"steps", "e", "the steps of the schedule around here ([N] before and after)", do_steps},
    {"list", "l", "the source around here", do_list},
    {"state", "st", "a number of the program's state here: equal states have equal ones", do_state},
    {"work", "wk", "the instructions that were executed since this was asked last", do_work},
    {"choose", "ch", "let another THREAD take the next step, and forget the schedule from here on",
     do_choose},
    {"save", "sv", "write the run up to here into FILE, as a test", do_save},
    {"help", "h", "this list", do_help},
    {"quit", "q", "end", do_quit},
};

static void do_help(Words *w, const char *rest) {
    (void)rest;
    for (size_t k = 0; k < ARRAY_LEN(commands); k++)
        fprintf(w->out, "  %-17s %-4s %s\n", commands[k].name, commands[k].alias, commands[k].help);
}

/* Runs one command. False if there is none of that name. */
static bool run_words_command(Words *w, char *line) {
    char *rest = line + strcspn(line, " \t");
    if (*rest) *rest++ = 0;
    while (isspace((unsigned char)*rest)) rest++;
    for (size_t k = 0; k < ARRAY_LEN(commands); k++)
        if (!strcmp(line, commands[k].name) || !strcmp(line, commands[k].alias)) {
            commands[k].run(w, rest);
            return true;
        }
    fprintf(w->out, "unknown command: ");
    text_clean(w->out, line);
    fputs("; `help` lists them\n", w->out);
    return false;
}

void debug_command(Debugger *d, uint32_t *frame, const char *command, FILE *out) {
    Words w = {.s = d->session, .d = d, .frame = *frame, .out = out};
    char *line = xstrdup(command);
    run_words_command(&w, line);
    *frame = w.frame;
    free(line);
}

void debug_by_words(DebugSession *s, FILE *in, bool prompt) {
    Words w = {.s = s, .d = debugger_new(s), .out = stdout};
    char *line = NULL, *last = xstrdup("");
    size_t room = 0;
    show_now(&w);
    while (!w.over) {
        if (prompt) fputs("(heddle) ", stdout);
        fflush(stdout);
        if (getline(&line, &room, in) < 0) break;
        line[strcspn(line, "\r\n")] = 0;
        char *start = line;
        while (isspace((unsigned char)*start)) start++;
        /* An empty line repeats the last command, as in other debuggers. */
        if (*start) {
            free(last);
            last = xstrdup(start);
        }
        char *copy = xstrdup(last);
        if (*copy) run_words_command(&w, copy);
        free(copy);
    }
    fflush(stdout);
    free(last);
    free(line);
    debugger_free(w.d);
}
