/* json_text.c — bytes as JSON without loss. See json_text.h. */
#include "report/json_text.h"
#include "base/base.h"

json_t *json_text(const char *s) { return json_bytes(s, s ? strlen(s) : 0); }

json_t *json_bytes(const char *s, size_t n) {
    json_t *j = n && memchr(s, 0, n) ? NULL : json_stringn(s ? s : "", n);
    if (j) return j;
    j = json_object();
    json_object_set_new(j, "hex", json_hex(s, n));
    return j;
}

json_t *json_hex(const void *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *s = bytes;
    char *text = xmalloc(2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        text[2 * i] = digits[s[i] >> 4];
        text[2 * i + 1] = digits[s[i] & 15];
    }
    json_t *j = json_stringn(text, 2 * n);
    free(text);
    return j;
}
