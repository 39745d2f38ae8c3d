/* dap.c — see dap.h. The answers are in dap_show.c and dap_breakpoints.c. */
#include "debug/dap_internal.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- helpers ---------------------------------------------------------------------------------- */

const char *dap_string(const json_t *arguments, const char *name) {
    return json_string_value(json_object_get(arguments, name));
}

int64_t dap_integer(const json_t *arguments, const char *name, int64_t otherwise) {
    const json_t *j = json_object_get(arguments, name);
    return json_is_integer(j) ? json_integer_value(j) : otherwise;
}

void dap_forget(DapAdapter *a) {
    a->references.len = a->frames.len = 0;
    if (a->arena) arena_free(a->arena);
    a->arena = arena_new();
}

bool dap_frame(const DapAdapter *a, int64_t number, DapFrame *out) {
    if (number > 0 && (uint64_t)number <= a->frames.len) {
        *out = a->frames.data[number - 1];
        return true;
    }
    int slot = a->session->thread;
    if (number || !view_has_frames(a->session, slot)) return false;
    *out = (DapFrame){slot, session_own_frame(a->session->run->machine->threads[slot])};
    return true;
}

void dap_tell_stopped(DapAdapter *a, const char *reason, const char *description) {
    DebugSession *s = a->session;
    dap_forget(a);
    char *error = view_error(s);
    json_t *body = json_object();
    if (error && strcmp(reason, "breakpoint") != 0 && strcmp(reason, "data breakpoint") != 0) {
        reason = "exception";
        description = NULL;
    }
    json_object_set_new(body, "reason", json_string(reason));
    json_object_set_new(body, "threadId", json_integer(MAX(s->thread, 0) + 1));
    json_object_set_new(body, "allThreadsStopped", json_true());
    if (error && !strcmp(reason, "exception")) {
        json_object_set_new(body, "description", json_string("The finding of the test"));
        json_object_set_new(body, "text", foreign_json(error));
    } else if (description) {
        json_object_set_new(body, "description", foreign_json(description));
    }
    if (a->debugger->hit)
        json_object_set_new(body, "hitBreakpointIds", json_pack("[i]", (int)a->debugger->hit));
    dap_event(&a->channel, "stopped", body);
    if (a->debugger->complaint)
        dap_event(&a->channel, "output",
                  json_pack("{s:s, s:s+}", "category", "important", "output",
                            a->debugger->complaint, "\n"));
    free(error);
}

/* --- beginning -------------------------------------------------------------------------------- */

static bool dap_interrupted(void *adapter) {
    static const char *const commands[] = {"pause", "disconnect", "terminate", NULL};
    DapAdapter *a = adapter;
    return dap_is_asked(&a->channel, commands);
}

static void initialize(DapAdapter *a, const json_t *request, const json_t *arguments) {
    static const char *const can[] = {"supportsConfigurationDoneRequest",
                                      "supportsFunctionBreakpoints",
                                      "supportsConditionalBreakpoints",
                                      "supportsEvaluateForHovers",
                                      "supportsStepBack",
                                      "supportsDataBreakpoints",
                                      "supportsSteppingGranularity",
                                      "supportsExceptionInfoRequest",
                                      "supportsTerminateRequest",
                                      "supportsLoadedSourcesRequest",
                                      "supportsRestartRequest"};
    const json_t *lines = json_object_get(arguments, "linesStartAt1"),
                 *columns = json_object_get(arguments, "columnsStartAt1");
    a->lines_from_0 = json_is_false(lines);
    a->columns_from_0 = json_is_false(columns);
    json_t *body = json_object();
    for (size_t k = 0; k < ARRAY_LEN(can); k++) json_object_set_new(body, can[k], json_true());
    dap_respond(&a->channel, request, body);
}

/* What the program wrote in the run of the test. */
static void tell_output(DapAdapter *a) {
    const Finding *f = a->session->test->finding;
    if (!f->output_len) return;
    char *text = xcalloc(1, f->output_len + 1);
    memcpy(text, f->output, f->output_len);
    json_t *body = json_object();
    json_object_set_new(body, "category", json_string("stdout"));
    json_object_set_new(body, "output", foreign_json(text));
    dap_event(&a->channel, "output", body);
    free(text);
}

static void launch(DapAdapter *a, const json_t *request, const json_t *arguments) {
    const char *path = dap_string(arguments, "test"), *at = dap_string(arguments, "stopAt");
    char *error = NULL;
    if (!path) path = a->path;
    if (!path) {
        dap_refuse(&a->channel, request,
                   "which test? launch needs \"test\", the file that heddle test wrote");
        return;
    }
    if (at && strcmp(at, "start") != 0 && strcmp(at, "finding") != 0) {
        dap_refuse(&a->channel, request, "stopAt is \"start\" or \"finding\"");
        return;
    }
    debugger_free(a->debugger);
    a->debugger = NULL;
    a->session = a->open(a->open_context, path, &error);
    if (!a->session) {
        dap_refuse(&a->channel, request, "%s", error ? error : "the test cannot be opened");
        free(error);
        return;
    }
    a->session->interrupted = dap_interrupted;
    a->session->interrupted_context = a;
    a->debugger = debugger_new(a->session);
    a->from_start = at && !strcmp(at, "start");
    dap_forget(a);
    dap_respond(&a->channel, request, NULL);
    dap_event(&a->channel, "initialized", NULL);
    tell_output(a);
}

/* Stands at the finding, or at the start. */
static void stand(DapAdapter *a) {
    session_go(a->session, a->from_start ? (DebugMoment){0, 0} : a->session->finding);
    a->debugger->hit = 0;
    dap_tell_stopped(a, "entry", a->from_start ? "The start of the run" : "The end of the run");
}

static void configuration_done(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    dap_respond(&a->channel, request, NULL);
    stand(a);
}

static void disconnect(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    dap_respond(&a->channel, request, NULL);
    a->over = true;
}

static void terminate(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    dap_respond(&a->channel, request, NULL);
    dap_event(&a->channel, "terminated", NULL);
}

/* --- going ------------------------------------------------------------------------------------ */

static void tell_how(DapAdapter *a, DebugStop how, const char *reason) {
    const Breakpoint *b = debugger_breakpoint(a->debugger, a->debugger->hit);
    bool watch = b && (b->kind == BREAK_WRITE || b->kind == BREAK_ACCESS);
    if (how == DEBUG_STOP_LOOK && b)
        dap_tell_stopped(a, watch ? "data breakpoint" : "breakpoint", b->what);
    else if (how == DEBUG_STOP_LOOK)
        dap_tell_stopped(a, reason, NULL);
    else if (how == DEBUG_STOP_USER)
        dap_tell_stopped(a, "pause", NULL);
    else
        dap_tell_stopped(a, how == DEBUG_STOP_END ? "pause" : "entry",
                         how == DEBUG_STOP_END ? "The end of the run" : "The start of the run");
}

static void go_on_or_back(DapAdapter *a, const json_t *request, bool back) {
    dap_respond(&a->channel, request, json_pack("{s:b}", "allThreadsContinued", 1));
    tell_how(a, debugger_continue(a->debugger, back), "breakpoint");
}

static void dap_continue(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    go_on_or_back(a, request, false);
}

static void reverse_continue(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    go_on_or_back(a, request, true);
}

static void step(DapAdapter *a, const json_t *request, const json_t *arguments, StepKind kind,
                 bool back) {
    const char *granularity = dap_string(arguments, "granularity");
    int64_t thread = dap_integer(arguments, "threadId", a->session->thread + 1) - 1;
    if (granularity && !strcmp(granularity, "instruction")) kind = STEP_INSTRUCTION;
    dap_respond(&a->channel, request, NULL);
    tell_how(a, debugger_step(a->debugger, kind, back, (int)thread), "step");
}

static void dap_next(DapAdapter *a, const json_t *request, const json_t *arguments) {
    step(a, request, arguments, STEP_OVER, false);
}
static void dap_step_in(DapAdapter *a, const json_t *request, const json_t *arguments) {
    step(a, request, arguments, STEP_INTO, false);
}
static void dap_step_out(DapAdapter *a, const json_t *request, const json_t *arguments) {
    step(a, request, arguments, STEP_OUT, false);
}
static void dap_step_back(DapAdapter *a, const json_t *request, const json_t *arguments) {
    step(a, request, arguments, STEP_OVER, true);
}

/* Nothing is going on when this is answered: it came before, and stopped that. */
static void dap_pause(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    dap_respond(&a->channel, request, NULL);
}

static void restart(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    dap_respond(&a->channel, request, NULL);
    stand(a);
}

static void accept_nothing(DapAdapter *a, const json_t *request, const json_t *arguments) {
    (void)arguments;
    dap_respond(&a->channel, request, NULL);
}

/* --- requests --------------------------------------------------------------------------------- */

static const struct {
    const char *command;
    DapRequest *answer;
    bool early; /* also before a test is open */
} requests[] = {
    {"initialize", initialize, true},
    {"launch", launch, true},
    {"disconnect", disconnect, true},
    {"terminate", terminate, true},
    {"configurationDone", configuration_done, false},
    {"setBreakpoints", dap_set_breakpoints, false},
    {"setFunctionBreakpoints", dap_set_function_breakpoints, false},
    {"setExceptionBreakpoints", accept_nothing, true},
    {"dataBreakpointInfo", dap_data_breakpoint_info, false},
    {"setDataBreakpoints", dap_set_data_breakpoints, false},
    {"threads", dap_threads, false},
    {"stackTrace", dap_stack_trace, false},
    {"scopes", dap_scopes, false},
    {"variables", dap_variables, false},
    {"evaluate", dap_evaluate, false},
    {"exceptionInfo", dap_exception_info, false},
    {"loadedSources", dap_loaded_sources, false},
    {"continue", dap_continue, false},
    {"reverseContinue", reverse_continue, false},
    {"next", dap_next, false},
    {"stepIn", dap_step_in, false},
    {"stepOut", dap_step_out, false},
    {"stepBack", dap_step_back, false},
    {"pause", dap_pause, false},
    {"restart", restart, false},
};

static void answer(DapAdapter *a, const json_t *message) {
    const char *type = dap_string(message, "type"), *command = dap_string(message, "command");
    if (!type || strcmp(type, "request") != 0 || !command) {
        dap_refuse(&a->channel, message, "a message to the adapter is a request with a command");
        return;
    }
    for (size_t k = 0; k < ARRAY_LEN(requests); k++) {
        if (strcmp(requests[k].command, command) != 0) continue;
        if (!a->session && !requests[k].early)
            dap_refuse(&a->channel, message, "%s: no test is open; launch one first", command);
        else
            requests[k].answer(a, message, json_object_get(message, "arguments"));
        return;
    }
    dap_refuse(&a->channel, message, "the request %s is not supported", command);
}

/* Waits for one connection on a port of the loopback address. -1 with errno set. */
static int wait_for_editor(unsigned port) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), c = -1;
    if (s < 0) return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (!bind(s, (struct sockaddr *)&at, sizeof at) && !listen(s, 1)) {
        fprintf(stderr, "heddle: waiting for an editor on 127.0.0.1:%u\n", port);
        c = accept(s, NULL, NULL);
    }
    int problem = errno;
    close(s);
    errno = problem;
    return c;
}

int debug_adapter(DebugOpen *open, void *context, const char *path, unsigned port) {
    DapAdapter a = {.open = open, .open_context = context, .path = path};
    a.channel.in = STDIN_FILENO;
    a.channel.out = STDOUT_FILENO;
    if (port) {
        a.channel.in = a.channel.out = port <= UINT16_MAX ? wait_for_editor(port) : -1;
        if (a.channel.in < 0) {
            fprintf(stderr, "heddle: port %u: %s\n", port,
                    port <= UINT16_MAX ? strerror(errno) : "there is no such port");
            return 2;
        }
    }
    while (!a.over && !a.channel.closed) {
        json_t *m = dap_receive(&a.channel, true);
        if (m) answer(&a, m);
        json_decref(m);
    }
    debugger_free(a.debugger);
    if (a.arena) arena_free(a.arena);
    vec_free(&a.references);
    vec_free(&a.frames);
    dap_channel_clear(&a.channel);
    if (port) close(a.channel.in);
    return 0;
}
