/* test_values.c — see test_values.h. */
#include "report/test_file/test_values.h"
#include <stdio.h>
#include <stdlib.h>

static void add_where(StrBuf *b, const Where *w) {
    if (!w) return;
    add_where(b, w->up);
    if (w->key)
        str_addf(b, "%s%s", b->len ? "." : "", w->key);
    else
        str_addf(b, "[%zu]", w->index);
}

void value_wrong(Reader *r, const Where *w, const char *format, ...) {
    if (r->error) return;
    StrBuf place = {0};
    str_add(&place, "");
    add_where(&place, w);
    va_list ap;
    va_start(ap, format);
    char *what = NULL;
    if (vasprintf(&what, format, ap) < 0) base_fatal("out of memory while formatting");
    va_end(ap);
    r->error = xasprintf("%s: not a valid test: %s%s%s", r->shown, place.data,
                         place.len ? ": " : "", what);
    free(what);
    vec_free(&place);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

uint8_t *value_hex_bytes(Reader *r, const Where *w, const json_t *j, size_t *n) {
    if (!json_is_string(j)) {
        value_wrong(r, w, "expected a string of hexadecimal digits");
        return NULL;
    }
    const char *s = json_string_value(j);
    size_t length = json_string_length(j);
    uint8_t *out = xmalloc(length / 2 + 1);
    for (size_t i = 0; i < length; i++) {
        int d = hex_digit(s[i]);
        if (d < 0 || length % 2) {
            value_wrong(r, w, "expected a string of pairs of hexadecimal digits (0-9, a-f)");
            free(out);
            return NULL;
        }
        if (i % 2)
            out[i / 2] = (uint8_t)(out[i / 2] | d);
        else
            out[i / 2] = (uint8_t)(d << 4);
    }
    *n = length / 2;
    out[length / 2] = 0;
    return out;
}

char *value_text(Reader *r, const Where *w, const json_t *j, size_t *length) {
    if (json_is_string(j)) {
        size_t n = json_string_length(j);
        if (length) *length = n;
        if (strlen(json_string_value(j)) == n) return xstrdup(json_string_value(j));
        value_wrong(r, w, "a text must not contain a NUL character");
    } else if (json_is_object(j) && json_object_size(j) == 1 && json_object_get(j, "hex")) {
        size_t n;
        Where at = {w, "hex", 0};
        char *s = (char *)value_hex_bytes(r, &at, json_object_get(j, "hex"), &n);
        if (s && length) *length = n;
        if (s && (length || strlen(s) == n)) return s;
        if (s) value_wrong(r, w, "a text must not contain a NUL character");
        free(s);
    } else {
        value_wrong(r, w, "expected a string");
    }
    if (length) *length = 0;
    return xstrdup("");
}
static char *value_plain_text(Reader *r, const Where *w, const json_t *j) {
    return value_text(r, w, j, NULL);
}

static uint32_t value_uint(Reader *r, const Where *w, const json_t *j) {
    if (json_is_integer(j) && json_integer_value(j) >= 0 && json_integer_value(j) <= UINT32_MAX)
        return (uint32_t)json_integer_value(j);
    value_wrong(r, w, "expected a whole number from 0 to 4294967295");
    return 0;
}

static bool value_bool(Reader *r, const Where *w, const json_t *j) {
    if (!json_is_boolean(j)) value_wrong(r, w, "expected true or false");
    return json_is_true(j);
}

static uint64_t value_hex(Reader *r, const Where *w, const json_t *j) {
    const char *s = json_is_string(j) ? json_string_value(j) : "";
    size_t n = strlen(s);
    uint64_t v = 0;
    bool fine = n > 2 && n <= 18 && s[0] == '0' && s[1] == 'x' && json_string_length(j) == n;
    for (size_t i = 2; fine && i < n; i++) {
        int d = hex_digit(s[i]);
        fine = d >= 0;
        v = v << 4 | (uint64_t)(d & 15);
    }
    if (!fine) value_wrong(r, w, "expected a number as \"0x...\"");
    return v;
}

bool value_check_keys(Reader *r, const Where *w, const json_t *j, const char *keys) {
    if (!json_is_object(j)) {
        value_wrong(r, w, "expected an object");
        return false;
    }
    size_t known = 0;
    for (const char *s = keys; *s && !r->error;) {
        size_t n = strcspn(s, " ");
        bool optional = s[n - 1] == '?';
        char *key = strndup(s, n - optional);
        if (json_object_get(j, key))
            known++;
        else if (!optional)
            value_wrong(r, w, "\"%s\" is missing", key);
        free(key);
        s += n + (s[n] == ' ');
    }
    if (!r->error && known != json_object_size(j)) {
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)j, key, value) {
            size_t n = strlen(key);
            bool found = false;
            for (const char *s = keys; *s && !found;) {
                size_t m = strcspn(s, " ");
                found = (m == n || (m == n + 1 && s[n] == '?')) && !strncmp(s, key, n);
                s += m + (s[m] == ' ');
            }
            if (!found) {
                char *clean = strndup(key, 40);
                for (char *c = clean; *c; c++)
                    if ((unsigned char)*c < 32 || *c == 127) *c = '?';
                value_wrong(r, w, "unknown member \"%s\"", clean);
                free(clean);
            }
        }
    }
    return !r->error;
}

size_t value_array_size(Reader *r, const Where *w, const json_t *j) {
    if (!json_is_array(j)) value_wrong(r, w, "expected an array");
    return json_array_size(j);
}

char *member_text(Reader *r, const Where *w, const json_t *j, const char *key) {
    Where at = {w, key, 0};
    return value_plain_text(r, &at, json_object_get(j, key));
}
uint32_t member_uint(Reader *r, const Where *w, const json_t *j, const char *key) {
    Where at = {w, key, 0};
    return value_uint(r, &at, json_object_get(j, key));
}
bool member_bool(Reader *r, const Where *w, const json_t *j, const char *key) {
    Where at = {w, key, 0};
    return value_bool(r, &at, json_object_get(j, key));
}
uint64_t member_hex(Reader *r, const Where *w, const json_t *j, const char *key) {
    Where at = {w, key, 0};
    return value_hex(r, &at, json_object_get(j, key));
}

char **member_texts(Reader *r, const Where *w, const json_t *j, const char *key, size_t *n) {
    Where at = {w, key, 0};
    const json_t *array = json_object_get(j, key);
    *n = value_array_size(r, &at, array);
    char **out = xcalloc(*n + 1, sizeof *out);
    for (size_t i = 0; i < *n; i++) {
        Where element = {&at, NULL, i};
        out[i] = value_plain_text(r, &element, json_array_get(array, i));
    }
    return out;
}

SourcePlace value_place(Reader *r, const Where *w, const json_t *j) {
    SourcePlace p = {0};
    bool fine = value_check_keys(r, w, j, "file line column function");
    p.file = fine ? member_text(r, w, j, "file") : xstrdup("");
    p.function = fine ? member_text(r, w, j, "function") : xstrdup("");
    if (fine) p.line = member_uint(r, w, j, "line");
    if (fine) p.column = member_uint(r, w, j, "column");
    return p;
}

SourcePlace member_place(Reader *r, const Where *w, const json_t *j, const char *key) {
    Where at = {w, key, 0};
    return value_place(r, &at, json_object_get(j, key));
}
