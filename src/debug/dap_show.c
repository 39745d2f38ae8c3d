/* dap_show.c — requests about what there is to see: threads, stacks, variables, expressions. */
#include "debug/dap_internal.h"
#include "debug/words.h"
#include "report/text.h"
#include <limits.h>
#include <stdlib.h>

/* The elements of an array that are sent where the editor does not say how many it wants. */
#define MOST_PARTS 1000

/* --- threads and stacks ----------------------------------------------------------------------- */

void dap_threads(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    const Machine *m = a->session->run->machine;
    json_t *all = json_array();
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status == THREAD_UNUSED) continue;
        char *name = view_thread_name(a->session, (int)k),
             *status = view_thread_status(a->session, (int)k);
        char *text = xasprintf("%s: %s", name, status);
        json_t *j = json_object();
        json_object_set_new(j, "id", json_integer(k + 1));
        json_object_set_new(j, "name", foreign_json(text));
        json_array_append_new(all, j);
        free(text);
        free(name);
        free(status);
    }
    dap_respond(&a->channel, request, json_pack("{s:o}", "threads", all));
}

json_t *dap_source(const char *file) {
    char path[PATH_MAX];
    json_t *j = json_object();
    const char *last = file ? strrchr(file, '/') : NULL;
    json_object_set_new(j, "name", foreign_json(last ? last + 1 : file ? file : "?"));
    if (file && *file && realpath(file, path))
        json_object_set_new(j, "path", foreign_json(path));
    else
        json_object_set_new(j, "presentationHint", json_string("deemphasize"));
    return j;
}

static json_t *frame_json(DapAdapter *a, int slot, uint32_t frame) {
    const Function *f = a->session->run->machine->threads[slot]->frames[frame].function;
    SourcePlace p = view_frame_place(a->session, slot, frame);
    json_t *j = json_object();
    vec_push(&a->frames, ((DapFrame){slot, frame}));
    json_object_set_new(j, "id", json_integer((json_int_t)a->frames.len));
    json_object_set_new(j, "name", foreign_json(p.function));
    json_object_set_new(j, "line", json_integer(p.line ? p.line - a->lines_from_0 : 0));
    json_object_set_new(j, "column", json_integer(p.column ? p.column - a->columns_from_0 : 0));
    json_t *source = p.file && *p.file ? dap_source(p.file) : NULL;
    if (source && json_object_get(source, "path")) json_object_set(j, "source", source);
    json_decref(source);
    if (f && f->library) json_object_set_new(j, "presentationHint", json_string("subtle"));
    place_free(&p);
    return j;
}

void dap_stack_trace(DapAdapter *a, const json_t *request, const json_t *arguments) {
    int64_t id = dap_integer(arguments, "threadId", 0),
            levels = dap_integer(arguments, "levels", 0),
            start = dap_integer(arguments, "startFrame", 0);
    int slot = id > 0 && id <= (int64_t)a->session->run->machine->nslots ? (int)id - 1 : -1;
    json_t *all = json_array();
    int64_t total = 0;
    if (slot < 0 || !a->session->run->machine->threads[slot]) {
        json_decref(all);
        dap_refuse(&a->channel, request, "there is no thread %lld", (long long)id);
        return;
    }
    if (view_has_frames(a->session, slot)) {
        const Thread *t = a->session->run->machine->threads[slot];
        /* Editors show the first frame, and some tell that they cannot open its file: so the stack
         * begins at the program's own code. */
        for (uint32_t k = session_own_frame(t) + 1; k-- > 0;) {
            if (!t->frames[k].function) continue;
            if (total >= start && (levels <= 0 || total < start + levels))
                json_array_append_new(all, frame_json(a, slot, k));
            total++;
        }
    }
    dap_respond(&a->channel, request,
                json_pack("{s:o, s:I}", "stackFrames", all, "totalFrames", (json_int_t)total));
}

/* --- variables -------------------------------------------------------------------------------- */

static int64_t add_reference(DapAdapter *a, DapKind kind, DapFrame f, const DebugValue *v) {
    DapReference r = {.kind = kind, .thread = f.thread, .frame = f.frame};
    if (v) r.value = *v;
    vec_push(&a->references, r);
    return (int64_t)a->references.len;
}

static json_t *scope_json(DapAdapter *a, DapKind kind, const char *name, DapFrame f, bool cheap) {
    json_t *j = json_object();
    json_object_set_new(j, "name", json_string(name));
    if (kind == DAP_LOCALS) json_object_set_new(j, "presentationHint", json_string("locals"));
    json_object_set_new(j, "variablesReference", json_integer(add_reference(a, kind, f, NULL)));
    json_object_set_new(j, "expensive", json_boolean(!cheap));
    return j;
}

void dap_scopes(DapAdapter *a, const json_t *request, const json_t *arguments) {
    DapFrame f;
    if (!dap_frame(a, dap_integer(arguments, "frameId", -1), &f)) {
        dap_refuse(&a->channel, request, "there is no such frame; the run has moved");
        return;
    }
    json_t *all = json_array();
    json_array_append_new(all, scope_json(a, DAP_LOCALS, "Locals", f, true));
    json_array_append_new(all, scope_json(a, DAP_LOCKS, "Locks", f, true));
    if (a->session->test->finding->ninputs)
        json_array_append_new(all, scope_json(a, DAP_INPUTS, "Inputs", f, true));
    json_array_append_new(all, scope_json(a, DAP_GLOBALS, "Globals", f, false));
    dap_respond(&a->channel, request, json_pack("{s:o}", "scopes", all));
}

static json_t *plain_variable(const char *name, const char *text) {
    json_t *j = json_object();
    json_object_set_new(j, "name", foreign_json(name));
    json_object_set_new(j, "value", foreign_json(text));
    json_object_set_new(j, "variablesReference", json_integer(0));
    return j;
}

/* Adds what is known of a value: its text (as `key`), type and parts. */
static void put_value_json(DapAdapter *a, json_t *j, const char *key, const DebugScope *scope,
                           const DebugValue *v) {
    StrBuf text = {0}, type = {0};
    debug_value_text(scope, v, &text);
    json_object_set_new(j, key, foreign_json(text.data));
    uint64_t parts = v->type ? debug_parts(scope, v) : 0;
    if (v->type) {
        debug_type_text(v->type, &type);
        json_object_set_new(j, "type", foreign_json(type.data));
        if (parts && debug_plain(v->type)->kind == DEBUG_ARRAY)
            json_object_set_new(j, "indexedVariables", json_integer((json_int_t)parts));
        if (v->in_memory) {
            char *address = xasprintf("0x%llx", (unsigned long long)v->address);
            json_object_set_new(j, "memoryReference", json_string(address));
            free(address);
        }
    }
    DapFrame f = {scope->thread, scope->frame};
    json_object_set_new(j, "variablesReference",
                        json_integer(parts ? add_reference(a, DAP_VALUE, f, v) : 0));
    vec_free(&text);
    vec_free(&type);
}

static json_t *variable_json(DapAdapter *a, const char *name, const DebugScope *scope,
                             const DebugValue *v) {
    json_t *j = json_object();
    json_object_set_new(j, "name", foreign_json(name));
    put_value_json(a, j, "value", scope, v);
    if (v->type) json_object_set_new(j, "evaluateName", foreign_json(name));
    return j;
}

static void add_variables(DapAdapter *a, const DebugScope *scope,
                          void (*list)(const DebugScope *scope, ViewVariables *out), json_t *all) {
    ViewVariables found = {0};
    list(scope, &found);
    for (size_t k = 0; k < found.len; k++) {
        DebugValue v = debug_variable_value(scope, found.data[k]);
        json_array_append_new(all, variable_json(a, found.data[k]->name, scope, &v));
    }
    vec_free(&found);
}

static void add_parts(DapAdapter *a, const DebugScope *scope, const DebugValue *v, uint64_t start,
                      uint64_t count, json_t *all) {
    uint64_t n = debug_parts(scope, v);
    for (uint64_t k = start; k < n && k - start < count; k++) {
        const char *name;
        DebugValue part = debug_part(scope, v, k, &name);
        json_t *j = variable_json(a, name, scope, &part);
        json_object_del(j, "evaluateName");
        json_array_append_new(all, j);
    }
}

static void add_inputs(const DapAdapter *a, json_t *all) {
    const Finding *f = a->session->test->finding;
    for (size_t k = 0; k < f->ninputs; k++) {
        char *text = text_input(&f->inputs[k]), *equals = strstr(text, " = ");
        json_array_append_new(all, plain_variable(f->inputs[k].name, equals ? equals + 3 : text));
        free(text);
    }
}

static void add_locks(const DapAdapter *a, json_t *all) {
    ViewLocks locks = {0};
    view_locks(a->session, &locks);
    for (size_t k = 0; k < locks.len; k++)
        json_array_append_new(all, plain_variable(locks.data[k].name, locks.data[k].text));
    view_locks_free(&locks);
}

void dap_variables(DapAdapter *a, const json_t *request, const json_t *arguments) {
    int64_t reference = dap_integer(arguments, "variablesReference", 0),
            start = dap_integer(arguments, "start", 0), count = dap_integer(arguments, "count", 0);
    if (reference <= 0 || (uint64_t)reference > a->references.len) {
        dap_refuse(&a->channel, request, "there are no such variables; the run has moved");
        return;
    }
    /* By value: the list grows. */
    const DapReference r = a->references.data[reference - 1];
    DebugScope scope = debugger_scope(a->debugger, r.thread, r.frame, a->arena);
    json_t *all = json_array();
    switch (r.kind) {
    case DAP_LOCALS: add_variables(a, &scope, view_locals, all); break;
    case DAP_GLOBALS: add_variables(a, &scope, view_globals, all); break;
    case DAP_INPUTS: add_inputs(a, all); break;
    case DAP_LOCKS: add_locks(a, all); break;
    case DAP_VALUE:
        add_parts(a, &scope, &r.value, (uint64_t)MAX(start, 0),
                  count > 0 ? (uint64_t)count : MOST_PARTS, all);
        break;
    }
    dap_respond(&a->channel, request, json_pack("{s:o}", "variables", all));
}

/* --- expressions ------------------------------------------------------------------------------ */

/* Runs a command of the debugger by words, behind a colon in the editor's console. */
static void run_words(DapAdapter *a, const json_t *request, const char *command, DapFrame f) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    DebugSession *s = a->session;
    DebugMoment before = s->now;
    int thread = s->thread;
    size_t steps = session_steps(s);
    uint32_t frame = f.frame;
    if (f.thread >= 0) s->thread = f.thread;
    debug_command(a->debugger, &frame, command, out);
    fclose(out);
    json_t *body = json_object();
    json_object_set_new(body, "result", foreign_json(text));
    json_object_set_new(body, "variablesReference", json_integer(0));
    dap_respond(&a->channel, request, body);
    free(text);
    bool moved = s->now.step != before.step || s->now.insn != before.insn ||
                 session_steps(s) != steps || s->thread != thread;
    if (moved) dap_tell_stopped(a, "goto", NULL);
}

void dap_evaluate(DapAdapter *a, const json_t *request, const json_t *arguments) {
    const char *text = dap_string(arguments, "expression");
    DapFrame f = {-1, 0};
    int64_t id = dap_integer(arguments, "frameId", 0);
    if (!text || (!dap_frame(a, id, &f) && id)) {
        dap_refuse(&a->channel, request,
                   text ? "there is no such frame; the run has moved"
                        : "evaluate needs an expression");
        return;
    }
    while (*text == ' ') text++;
    if (*text == ':') {
        run_words(a, request, text + 1, f);
        return;
    }
    DebugScope scope = debugger_scope(a->debugger, f.thread, f.frame, a->arena);
    DebugValue v = debug_evaluate(&scope, text);
    if (!v.type) {
        dap_refuse(&a->channel, request, "%s", v.error);
        return;
    }
    json_t *body = json_object();
    put_value_json(a, body, "result", &scope, &v);
    dap_respond(&a->channel, request, body);
}

/* --- the finding ------------------------------------------------------------------------------ */

void dap_exception_info(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    const Finding *f = a->session->error ? a->session->error : a->session->test->finding;
    char *text = view_error(a->session);
    json_t *body = json_object();
    json_object_set_new(body, "exceptionId", foreign_json(f->kind));
    json_object_set_new(body, "description", foreign_json(text ? text : f->message));
    json_object_set_new(body, "breakMode", json_string("always"));
    dap_respond(&a->channel, request, body);
    free(text);
}

void dap_loaded_sources(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    const Program *p = a->session->program;
    json_t *all = json_array();
    VEC(const char *) seen = {0};
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (f->library || !f->code_len) continue;
        const char *file = p->locs[f->loc[0]].file;
        bool known = !*file;
        for (size_t j = 0; j < seen.len; j++) known |= !strcmp(seen.data[j], file);
        if (known) continue;
        vec_push(&seen, file);
        json_array_append_new(all, dap_source(file));
    }
    vec_free(&seen);
    dap_respond(&a->channel, request, json_pack("{s:o}", "sources", all));
}
