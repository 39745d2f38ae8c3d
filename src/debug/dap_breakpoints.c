/* dap_breakpoints.c — requests about breakpoints. An editor sends all of a kind, or of a file, anew
 * each time. */
#include "debug/dap_internal.h"
#include <stdlib.h>

static json_t *breakpoint_json(const DapAdapter *a, unsigned id) {
    const Breakpoint *b = debugger_breakpoint(a->debugger, id);
    json_t *j = json_object();
    json_object_set_new(j, "id", json_integer(id));
    json_object_set_new(j, "verified", json_boolean(!b->problem));
    if (b->line && b->kind == BREAK_LINE)
        json_object_set_new(j, "line", json_integer(b->line - a->lines_from_0));
    if (b->problem) json_object_set_new(j, "message", foreign_json(b->problem));
    return j;
}

void dap_set_breakpoints(DapAdapter *a, const json_t *request, const json_t *arguments) {
    const json_t *source = json_object_get(arguments, "source"),
                 *all = json_object_get(arguments, "breakpoints");
    const char *path = dap_string(source, "path");
    if (!path) {
        dap_refuse(&a->channel, request, "setBreakpoints needs the path of a source");
        return;
    }
    debugger_delete_kind(a->debugger, BREAK_LINE, path);
    json_t *made = json_array();
    for (size_t k = 0; k < json_array_size(all); k++) {
        const json_t *x = json_array_get(all, k);
        int64_t line = dap_integer(x, "line", 0) + a->lines_from_0;
        unsigned id = debugger_break(a->debugger, BREAK_LINE, path,
                                     line > 0 && line <= UINT32_MAX ? (uint32_t)line : UINT32_MAX,
                                     dap_string(x, "condition"), NULL);
        json_array_append_new(made, breakpoint_json(a, id));
    }
    dap_respond(&a->channel, request, json_pack("{s:o}", "breakpoints", made));
}

void dap_set_function_breakpoints(DapAdapter *a, const json_t *request, const json_t *arguments) {
    const json_t *all = json_object_get(arguments, "breakpoints");
    debugger_delete_kind(a->debugger, BREAK_FUNCTION, NULL);
    json_t *made = json_array();
    for (size_t k = 0; k < json_array_size(all); k++) {
        const json_t *x = json_array_get(all, k);
        const char *name = dap_string(x, "name");
        unsigned id = debugger_break(a->debugger, BREAK_FUNCTION, name ? name : "", 0,
                                     dap_string(x, "condition"), NULL);
        json_array_append_new(made, breakpoint_json(a, id));
    }
    dap_respond(&a->channel, request, json_pack("{s:o}", "breakpoints", made));
}

/* The value that a request is about: of a frame, or a part of a value that was shown. */
static bool asked_value(DapAdapter *a, const json_t *arguments, DebugScope *scope,
                        DebugValue *out) {
    const char *name = dap_string(arguments, "name");
    int64_t reference = dap_integer(arguments, "variablesReference", 0);
    DapFrame f = {-1, 0};
    if (!name) return false;
    if (reference > 0 && (uint64_t)reference <= a->references.len) {
        const DapReference *r = &a->references.data[reference - 1];
        *scope = debugger_scope(a->debugger, r->thread, r->frame, a->arena);
        if (r->kind == DAP_VALUE) {
            uint64_t n = debug_parts(scope, &r->value);
            for (uint64_t k = 0; k < n; k++) {
                const char *part;
                *out = debug_part(scope, &r->value, k, &part);
                if (!strcmp(part, name)) return true;
            }
            return false;
        }
    } else {
        dap_frame(a, dap_integer(arguments, "frameId", 0), &f);
        *scope = debugger_scope(a->debugger, f.thread, f.frame, a->arena);
    }
    *out = debug_evaluate(scope, name);
    return true;
}

void dap_data_breakpoint_info(DapAdapter *a, const json_t *request, const json_t *arguments) {
    DebugScope scope;
    DebugValue v;
    json_t *body = json_object();
    if (!asked_value(a, arguments, &scope, &v) || !v.type || !v.in_memory) {
        json_object_set_new(body, "dataId", json_null());
        json_object_set_new(body, "description",
                            json_string("it has no address, so it cannot be watched"));
    } else {
        /* The address and the size are the identity. */
        char *id = xasprintf("0x%llx %llu", (unsigned long long)v.address,
                             (unsigned long long)MAX(debug_size(v.type), 1));
        json_object_set_new(body, "dataId", json_string(id));
        json_object_set_new(body, "description", foreign_json(dap_string(arguments, "name")));
        json_object_set_new(body, "accessTypes", json_pack("[s, s]", "write", "readWrite"));
        json_object_set_new(body, "canPersist", json_false());
        free(id);
    }
    dap_respond(&a->channel, request, body);
}

/* Adds a watched range of memory. Returns its number. */
static unsigned watch_range(DapAdapter *a, const json_t *x) {
    const char *id = dap_string(x, "dataId"), *access = dap_string(x, "accessType");
    unsigned long long address = 0, size = 1;
    if (!id || sscanf(id, "0x%llx %llu", &address, &size) != 2 || !size || size > 1u << 20)
        size = 1;
    char *text = xasprintf("*(char *)0x%llx", address);
    DebugScope scope = debugger_scope(a->debugger, -1, 0, a->arena);
    unsigned number = debugger_break(
        a->debugger, access && !strcmp(access, "readWrite") ? BREAK_ACCESS : BREAK_WRITE, text, 0,
        dap_string(x, "condition"), &scope);
    debugger_widen(a->debugger, number, size);
    free(text);
    return number;
}

void dap_set_data_breakpoints(DapAdapter *a, const json_t *request, const json_t *arguments) {
    const json_t *all = json_object_get(arguments, "breakpoints");
    debugger_delete_kind(a->debugger, BREAK_WRITE, NULL);
    debugger_delete_kind(a->debugger, BREAK_ACCESS, NULL);
    json_t *made = json_array();
    for (size_t k = 0; k < json_array_size(all); k++)
        json_array_append_new(made, breakpoint_json(a, watch_range(a, json_array_get(all, k))));
    dap_respond(&a->channel, request, json_pack("{s:o}", "breakpoints", made));
}
