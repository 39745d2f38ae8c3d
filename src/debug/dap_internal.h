/*
 * dap_internal.h — shared by the files that answer requests of the Debug Adapter Protocol.
 */
#ifndef HEDDLE_DEBUG_DAP_INTERNAL_H
#define HEDDLE_DEBUG_DAP_INTERNAL_H

#include "debug/dap.h"
#include "debug/dap_messages.h"
#include "debug/views.h"
#include "report/formats/foreign_text.h"

/* What a reference to variables stands for, until the session moves. */
typedef enum DapKind { DAP_LOCALS, DAP_GLOBALS, DAP_INPUTS, DAP_LOCKS, DAP_VALUE } DapKind;

typedef struct DapReference {
    DapKind kind;
    int thread; /* slot, -1: none */
    uint32_t frame;
    DebugValue value;
} DapReference;

typedef struct DapFrame {
    int thread;
    uint32_t frame;
} DapFrame;

typedef struct DapAdapter {
    DapChannel channel;
    DebugOpen *open;
    void *open_context;
    const char *path;      /* of the command line, or NULL */
    DebugSession *session; /* NULL: not launched */
    Debugger *debugger;
    bool from_start; /* stand at the start at first */
    bool lines_from_0, columns_from_0;
    bool over;
    Arena *arena;                 /* of values, until the session moves */
    VEC(DapReference) references; /* by number - 1 */
    VEC(DapFrame) frames;         /* by number - 1 */
} DapAdapter;

typedef void DapRequest(DapAdapter *a, const json_t *request, const json_t *arguments);

/* dap_show.c */
DapRequest dap_threads, dap_stack_trace, dap_scopes, dap_variables, dap_evaluate,
    dap_exception_info, dap_loaded_sources;
/* dap_breakpoints.c */
DapRequest dap_set_breakpoints, dap_set_function_breakpoints, dap_data_breakpoint_info,
    dap_set_data_breakpoints;

/* Forgets frames and references: the session has moved. */
void dap_forget(DapAdapter *a);
/* Tells the editor where the session stands. */
void dap_tell_stopped(DapAdapter *a, const char *reason, const char *description);
/* An argument as a text (NULL: it has none), and as a number. */
const char *dap_string(const json_t *arguments, const char *name);
int64_t dap_integer(const json_t *arguments, const char *name, int64_t otherwise);
/* A frame by its number; false: there is none. The innermost own one of the session's thread where
 * the number is 0. */
bool dap_frame(const DapAdapter *a, int64_t number, DapFrame *out);
json_t *dap_source(const char *file);

#endif
