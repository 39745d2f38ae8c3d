/* wire.c — see wire.h. */
#include "base/wire.h"
#include <stdlib.h>

void wire_put(Wire *w, const void *bytes, size_t n) {
    if (!n) return;
    if (w->cap - w->len < n) vec_reserve(w, MAX(w->len + n, 2 * w->cap));
    memcpy(w->data + w->len, bytes, n);
    w->len += n;
}

void wire_put_block(Wire *w, const void *bytes, size_t n) {
    if (n > UINT32_MAX) base_fatal("a block of %zu bytes is too long", n);
    wire_put_32(w, (uint32_t)n);
    wire_put(w, bytes, n);
}

void wire_put_text(Wire *w, const char *text) {
    wire_put_block(w, text ? text : "", text ? strlen(text) : 0);
}

WireReader wire_reader(const void *bytes, size_t n) {
    static const uint8_t none[1];
    const uint8_t *at = n ? bytes : none;
    return (WireReader){.at = at, .end = at + n};
}

/* The next n bytes, or NULL. */
static const uint8_t *wire_take(WireReader *r, size_t n) {
    if (r->wrong || (size_t)(r->end - r->at) < n) {
        r->wrong = true;
        return NULL;
    }
    const uint8_t *at = r->at;
    r->at += n;
    return at;
}

uint8_t wire_get_8(WireReader *r) {
    const uint8_t *at = wire_take(r, 1);
    return at ? *at : 0;
}

uint32_t wire_get_32(WireReader *r) {
    uint32_t x = 0;
    const uint8_t *at = wire_take(r, sizeof x);
    if (at) memcpy(&x, at, sizeof x);
    return x;
}

uint64_t wire_get_64(WireReader *r) {
    uint64_t x = 0;
    const uint8_t *at = wire_take(r, sizeof x);
    if (at) memcpy(&x, at, sizeof x);
    return x;
}

uint32_t wire_get_count(WireReader *r, size_t least) {
    uint32_t n = wire_get_32(r);
    if (!r->wrong && n <= (size_t)(r->end - r->at) / least) return n;
    r->wrong = true;
    return 0;
}

const void *wire_get_block(WireReader *r, size_t *n) {
    *n = wire_get_32(r);
    const uint8_t *at = wire_take(r, *n);
    if (at) return at;
    *n = 0;
    return "";
}

char *wire_get_text(WireReader *r) {
    size_t n;
    const char *at = wire_get_block(r, &n);
    if (memchr(at, 0, n)) {
        r->wrong = true;
        n = 0;
    }
    char *text = xmalloc(n + 1);
    memcpy(text, at, n);
    text[n] = 0;
    return text;
}

bool wire_is_read(const WireReader *r) { return !r->wrong && r->at == r->end; }
