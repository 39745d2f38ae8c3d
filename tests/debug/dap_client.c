/*
 * dap_client.c — a client of the Debug Adapter Protocol for tests.
 * Usage: dap_client script PROGRAM ARGS…          requests from standard input, one JSON object a
 *                                                 line (without seq), or `raw TEXT`; prints each
 *                                                 message that comes as a line
 *        dap_client random SEED COUNT TEST PROGRAM ARGS…   COUNT random sequences of requests about a
 *                                                 test; ends with 1 where one is not answered, or the
 *                                                 state of the program is another one afterwards
 */
#include <jansson.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int to, from;
static pid_t child;
static int64_t seq;
static char *buffer;
static size_t length, room;

static void fail(const char *what, const char *detail) {
    fprintf(stderr, "dap_client: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
    exit(1);
}

static void start(char **argv) {
    int in[2], out[2];
    if (pipe(in) || pipe(out)) fail("pipe", NULL);
    child = fork();
    if (!child) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to = in[1];
    from = out[0];
}

static void put(const char *text, size_t n) {
    while (n) {
        ssize_t k = write(to, text, n);
        if (k <= 0) fail("the adapter does not read", NULL);
        text += k;
        n -= (size_t)k;
    }
}

static void send_text(const char *text) {
    char header[64];
    snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", strlen(text));
    put(header, strlen(header));
    put(text, strlen(text));
}

/* Returns the next message. */
static json_t *receive(void) {
    for (;;) {
        char *end = length ? memmem(buffer, length, "\r\n\r\n", 4) : NULL;
        if (end) {
            size_t header = (size_t)(end - buffer) + 4, n = strtoul(buffer + 15, NULL, 10);
            if (strncmp(buffer, "Content-Length:", 15)) fail("no header", buffer);
            if (length >= header + n) {
                json_error_t error;
                json_t *m = json_loadb(buffer + header, n, 0, &error);
                if (!m) fail("no JSON", error.text);
                length -= header + n;
                memmove(buffer, buffer + header + n, length);
                return m;
            }
        }
        struct pollfd p = {.fd = from, .events = POLLIN};
        if (poll(&p, 1, 60000) <= 0) fail("no answer within a minute", NULL);
        if (room < length + 65536) buffer = realloc(buffer, room = length + 65536 + 1);
        ssize_t n = read(from, buffer + length, 65536);
        if (n <= 0) fail("the adapter has ended", NULL);
        length += (size_t)n;
        buffer[length] = 0;
    }
}

static const char *text_of(const json_t *m, const char *key) {
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

static void print(const json_t *m) {
    char *text = json_dumps(m, JSON_COMPACT);
    puts(text);
    free(text);
}

/* Whether the adapter tells that it stands, after an answer without an error. */
static int moves(const char *command) {
    static const char *const all[] = {"configurationDone", "continue", "reverseContinue", "next", "stepIn",
                                      "stepOut",           "stepBack", "restart",         NULL};
    for (int k = 0; all[k]; k++)
        if (!strcmp(all[k], command)) return 1;
    return 0;
}

/* Sends a request, and returns its answer once all that belongs to it has come. Takes `request`. */
static json_t *ask(json_t *request, int show) {
    json_object_set_new(request, "seq", json_integer(++seq));
    if (!json_object_get(request, "type")) json_object_set_new(request, "type", json_string("request"));
    char *text = json_dumps(request, JSON_COMPACT);
    send_text(text);
    json_t *answer = NULL;
    int open = moves(text_of(request, "command"));
    while (!answer || open) {
        json_t *m = receive();
        if (show) print(m);
        if (!strcmp(text_of(m, "event"), "stopped")) open = 0;
        int is_answer = !strcmp(text_of(m, "type"), "response") &&
                        json_integer_value(json_object_get(m, "request_seq")) == seq;
        if (is_answer && answer) fail("answered twice", text);
        if (is_answer && !json_is_true(json_object_get(m, "success"))) open = 0;
        if (is_answer)
            answer = m;
        else
            json_decref(m);
    }
    free(text);
    json_decref(request);
    return answer;
}

static void script(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "raw ", 4)) {
            send_text(line + 4);
            json_t *m = receive();
            print(m);
            json_decref(m);
            continue;
        }
        json_error_t error;
        json_t *request = json_loads(line, 0, &error);
        if (!request) fail("the script is no JSON", line);
        json_decref(ask(request, 1));
    }
    free(line);
}

/* --- random sequences ------------------------------------------------------------------------- */

static uint64_t state;

static unsigned draw(unsigned n) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % n;
}

static json_t *random_value(void) {
    static const char *const texts[] = {
        "count",        "x",      "*",         "head->next", "&count",  "sizeof(int)", "a[b",
        "((((",         ":steps", ":locks",    ":go 2",      ":where",  ":nonsense",   ":break main",
        ":watch x",     "main",   "1/0",       "\"",         "prog.c",  "instruction", "write",
        "0x50000000 4", "-1",     "1 ? 2 : 3", ":choose 0",  ":finish", ":back"};
    switch (draw(8)) {
    case 0: return json_integer((json_int_t)draw(6));
    case 1: return json_integer(-(json_int_t)draw(3));
    case 2: return json_integer((json_int_t)1 << draw(62));
    case 3: return json_null();
    case 4: return json_pack("[{s:i, s:s}]", "line", (int)draw(60), "name", texts[draw(27)]);
    case 5: return json_pack("[{s:s, s:s}]", "dataId", "0x50000000 4", "accessType", "readWrite");
    case 6: return json_pack("{s:s}", "path", draw(2) ? "prog.c" : "/nowhere");
    default: return json_string(texts[draw(27)]);
    }
}

static json_t *random_request(void) {
    static const char *const commands[] = {"threads",
                                           "stackTrace",
                                           "scopes",
                                           "variables",
                                           "evaluate",
                                           "continue",
                                           "reverseContinue",
                                           "next",
                                           "stepIn",
                                           "stepOut",
                                           "stepBack",
                                           "setBreakpoints",
                                           "setFunctionBreakpoints",
                                           "dataBreakpointInfo",
                                           "setDataBreakpoints",
                                           "exceptionInfo",
                                           "loadedSources",
                                           "restart",
                                           "pause",
                                           "setExceptionBreakpoints",
                                           "gotoTargets",
                                           "initialize",
                                           "frobnicate"};
    static const char *const keys[] = {"threadId",    "frameId",     "variablesReference",
                                       "expression",  "context",     "source",
                                       "breakpoints", "granularity", "start",
                                       "count",       "levels",      "startFrame",
                                       "name",        "lines"};
    static const char *const usual[][2] = {{"stackTrace", "threadId"},
                                           {"scopes", "frameId"},
                                           {"variables", "variablesReference"},
                                           {"evaluate", "expression"},
                                           {"setBreakpoints", "source"},
                                           {"setBreakpoints", "breakpoints"},
                                           {"setDataBreakpoints", "breakpoints"},
                                           {"dataBreakpointInfo", "name"}};
    json_t *r = json_object(), *arguments = json_object();
    const char *command = commands[draw(sizeof commands / sizeof *commands)];
    json_object_set_new(r, "command", json_string(command));
    for (unsigned k = 0; k < sizeof usual / sizeof *usual; k++)
        if (!strcmp(usual[k][0], command)) {
            int number = strstr(usual[k][1], "Id") || strstr(usual[k][1], "Reference");
            json_object_set_new(arguments, usual[k][1],
                                number && draw(4) ? json_integer((json_int_t)draw(5)) : random_value());
        }
    for (unsigned n = draw(4); n; n--)
        json_object_set_new(arguments, keys[draw(sizeof keys / sizeof *keys)], random_value());
    if (draw(20)) json_object_set(r, "arguments", arguments);
    json_decref(arguments);
    return r;
}

static json_t *plain(const char *command, const char *key, const char *value) {
    return key ? json_pack("{s:s, s:{s:s}}", "command", command, "arguments", key, value)
               : json_pack("{s:s}", "command", command);
}

/* The text that a command of the console answers. */
static char *console(const char *command) {
    json_t *m = ask(plain("evaluate", "expression", command), 0);
    char *text = strdup(text_of(json_object_get(m, "body"), "result"));
    json_decref(m);
    return text;
}

static void random_sequences(uint64_t seed, unsigned count, const char *test) {
    state = seed;
    json_decref(ask(plain("initialize", NULL, NULL), 0));
    json_decref(ask(plain("launch", "test", test), 0));
    json_decref(ask(plain("configurationDone", NULL, NULL), 0));
    char *before = console(":state");
    for (unsigned k = 0; k < count; k++) {
        uint64_t began = state;
        int chose = 0;
        for (unsigned n = 1 + draw(20); n; n--) {
            json_t *r = random_request();
            const char *text = text_of(json_object_get(r, "arguments"), "expression");
            chose |= !strncmp(text, ":choose", 7);
            json_decref(ask(r, 0));
        }
        if (chose) json_decref(ask(plain("launch", "test", test), 0));
        json_decref(ask(plain("restart", NULL, NULL), 0));
        char *after = console(":state");
        if (strcmp(before, after)) {
            fprintf(stderr, "dap_client: sequence %u (state %llu): another state, %s, not %s\n", k,
                    (unsigned long long)began, after, before);
            exit(1);
        }
        free(after);
    }
    printf("%u sequences\n", count);
    free(before);
}

int main(int argc, char **argv) {
    int random = argc > 5 && !strcmp(argv[1], "random");
    if (!random && (argc < 3 || strcmp(argv[1], "script"))) fail("usage: see the first lines", NULL);
    start(random ? argv + 5 : argv + 2);
    if (random)
        random_sequences(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10), argv[4]);
    else
        script();
    close(to);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : 1;
}
