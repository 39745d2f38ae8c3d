/* dap_messages.c — see dap_messages.h. */
#include "debug/dap_messages.h"
#include "report/formats/foreign_text.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#define MOST_HEADER (1u << 16)
#define MOST_BODY (1u << 26)

/* --- sending ---------------------------------------------------------------------------------- */

static void write_all(DapChannel *c, const char *data, size_t n) {
    while (n && !c->closed) {
        ssize_t k = write(c->out, data, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) {
            c->closed = true;
            return;
        }
        data += k;
        n -= (size_t)k;
    }
}

static void dap_send(DapChannel *c, const char *type, json_t *message) {
    json_object_set_new(message, "seq", json_integer((json_int_t)++c->seq));
    json_object_set_new(message, "type", json_string(type));
    char *text = json_dumps(message, JSON_COMPACT);
    char *header = xasprintf("Content-Length: %zu\r\n\r\n", text ? strlen(text) : 0);
    if (text) {
        write_all(c, header, strlen(header));
        write_all(c, text, strlen(text));
    }
    free(header);
    free(text);
    json_decref(message);
}

static json_t *response_to(const json_t *request, bool success) {
    json_t *m = json_object();
    json_t *seq = json_object_get(request, "seq"), *command = json_object_get(request, "command");
    json_object_set_new(m, "request_seq",
                        json_integer(json_is_integer(seq) ? json_integer_value(seq) : 0));
    json_object_set_new(m, "success", json_boolean(success));
    json_object_set_new(m, "command",
                        json_string(json_is_string(command) ? json_string_value(command) : ""));
    return m;
}

void dap_respond(DapChannel *c, const json_t *request, json_t *body) {
    json_t *m = response_to(request, true);
    if (body) json_object_set_new(m, "body", body);
    dap_send(c, "response", m);
}

void dap_refuse(DapChannel *c, const json_t *request, const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0) text = NULL;
    va_end(list);
    json_t *m = response_to(request, false), *error = json_object(), *body = json_object();
    json_t *shown = foreign_json(text ? text : "error");
    json_object_set(m, "message", shown);
    json_object_set_new(error, "id", json_integer(1));
    /* Braces stand for variables in this text. */
    json_object_set_new(error, "format", json_string("{text}"));
    json_object_set_new(error, "variables", json_pack("{s:O}", "text", shown));
    json_object_set_new(error, "showUser", json_true());
    json_object_set_new(body, "error", error);
    json_object_set_new(m, "body", body);
    json_decref(shown);
    dap_send(c, "response", m);
    free(text);
}

void dap_event(DapChannel *c, const char *event, json_t *body) {
    json_t *m = json_object();
    json_object_set_new(m, "event", json_string(event));
    if (body) json_object_set_new(m, "body", body);
    dap_send(c, "event", m);
}

/* --- receiving -------------------------------------------------------------------------------- */

/* Reads what has come, after waiting for it if asked. False: nothing came. */
static bool read_more(DapChannel *c, bool wait) {
    struct pollfd p = {.fd = c->in, .events = POLLIN};
    int ready = poll(&p, 1, wait ? 200 : 0);
    if (ready <= 0) return false;
    vec_reserve(&c->read, c->read.len + 65536);
    ssize_t n = read(c->in, c->read.data + c->read.len, 65536);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (n <= 0) {
        c->closed = true;
        return false;
    }
    c->read.len += (size_t)n;
    return true;
}

static void drop(DapChannel *c, size_t n) {
    memmove(c->read.data, c->read.data + n, c->read.len - n);
    c->read.len -= n;
}

/* Returns the length of the header at the beginning, its end included; 0: it is not complete. */
static size_t header_length(const DapChannel *c) {
    for (size_t k = 0; k + 4 <= c->read.len; k++)
        if (!memcmp(c->read.data + k, "\r\n\r\n", 4)) return k + 4;
    return 0;
}

/* Returns the length of the body that a header announces; -1: none. */
static long body_length(const DapChannel *c, size_t header) {
    static const char name[] = "Content-Length:";
    for (size_t k = 0; k < header;) {
        size_t end = k;
        while (end < header && c->read.data[end] != '\r') end++;
        if (end - k > strlen(name) && !strncasecmp(c->read.data + k, name, strlen(name))) {
            char *behind;
            long n = strtol(c->read.data + k + strlen(name), &behind, 10);
            return behind > c->read.data + k + strlen(name) && n >= 0 && n <= MOST_BODY ? n : -1;
        }
        k = end + 2;
    }
    return -1;
}

/* Takes a message off what has come; *some says whether anything was taken. */
static json_t *take_message(DapChannel *c, bool *some) {
    json_error_t error;
    *some = false;
    size_t header = header_length(c);
    if (!header) {
        if (c->read.len < MOST_HEADER) return NULL;
        dap_refuse(c, NULL, "a header without an end");
        c->read.len = 0;
        *some = true;
        return NULL;
    }
    long n = body_length(c, header);
    if (n < 0) {
        drop(c, header);
        *some = true;
        dap_refuse(c, NULL, "a header without a Content-Length from 0 to %u", MOST_BODY);
        return NULL;
    }
    if (c->read.len - header < (size_t)n) return NULL;
    json_t *m = json_loadb(c->read.data + header, (size_t)n, 0, &error);
    drop(c, header + (size_t)n);
    *some = true;
    if (!m) {
        dap_refuse(c, NULL, "not JSON: %s (at byte %d)", error.text, error.position);
        return NULL;
    }
    if (json_is_object(m)) return m;
    dap_refuse(c, NULL, "a message is a JSON object");
    json_decref(m);
    return NULL;
}

json_t *dap_receive(DapChannel *c, bool wait) {
    if (c->waiting.len) {
        json_t *first = c->waiting.data[0];
        c->waiting.len--;
        memmove(c->waiting.data, c->waiting.data + 1, c->waiting.len * sizeof first);
        return first;
    }
    for (bool some = true; some;) {
        json_t *m = take_message(c, &some);
        if (m) return m;
    }
    if (!read_more(c, wait)) return NULL;
    for (bool some = true; some;) {
        json_t *m = take_message(c, &some);
        if (m) return m;
    }
    return NULL;
}

bool dap_is_asked(DapChannel *c, const char *const *commands) {
    while (read_more(c, false)) {}
    for (bool some = true; some;) {
        json_t *m = take_message(c, &some);
        if (m) vec_push(&c->waiting, m);
    }
    for (size_t k = 0; k < c->waiting.len; k++) {
        const char *command = json_string_value(json_object_get(c->waiting.data[k], "command"));
        for (const char *const *x = commands; command && *x; x++)
            if (!strcmp(command, *x)) return true;
    }
    return c->closed;
}

void dap_channel_clear(DapChannel *c) {
    for (size_t k = 0; k < c->waiting.len; k++) json_decref(c->waiting.data[k]);
    vec_free(&c->waiting);
    vec_free(&c->read);
}
