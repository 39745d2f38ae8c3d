/*
 * dap_messages.h — messages of the Debug Adapter Protocol: a header with a length, then JSON. Not
 * for other rooms.
 */
#ifndef HEDDLE_DEBUG_DAP_MESSAGES_H
#define HEDDLE_DEBUG_DAP_MESSAGES_H

#include "base/base.h"
#include <jansson.h>
#include <stdio.h>

typedef struct DapChannel {
    int in, out;
    StrBuf read;           /* what came and is not yet a message */
    VEC(json_t *) waiting; /* messages that came while something else was going on */
    uint64_t seq;          /* of the last message sent */
    bool closed;
} DapChannel;

/* Returns the next message; the caller owns it. NULL: none came (without `wait`), or the other side
 * is gone (closed). What is no message is answered with an error. */
json_t *dap_receive(DapChannel *c, bool wait);
/* Reads what has come so far into `waiting`, and says whether there is a request of one of these
 * commands (NULL ends the list). */
bool dap_is_asked(DapChannel *c, const char *const *commands);
/* Send an answer to a request, an error, an event. They take `body`, which may be NULL. */
void dap_respond(DapChannel *c, const json_t *request, json_t *body);
void dap_refuse(DapChannel *c, const json_t *request, const char *format, ...) PRINTF_LIKE(3, 4);
void dap_event(DapChannel *c, const char *event, json_t *body);
void dap_channel_clear(DapChannel *c);

#endif
