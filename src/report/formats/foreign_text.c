/* foreign_text.c — see foreign_text.h. */
#include "report/formats/foreign_text.h"
#include <stdlib.h>
#include <unistd.h>

/* Returns the number of bytes of the UTF-8 sequence at `s`, which ends in a zero byte; 0: none is
 * there. Surrogates, overlong forms and numbers above U+10FFFF are no UTF-8. */
static unsigned utf8_length(const unsigned char *s, uint32_t *point) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned n = *s < 0x80 ? 1 : *s < 0xc0 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf8 ? 4 : 0;
    uint32_t c = n == 1 ? *s : n ? *s & (0x7fu >> n) : 0;
    for (unsigned k = 1; k < n; k++) {
        if ((s[k] & 0xc0) != 0x80) return 0;
        c = c << 6 | (s[k] & 0x3f);
    }
    if (!n || c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return 0;
    *point = c;
    return n;
}

char *foreign_utf8(const char *s) {
    StrBuf b = {0};
    str_add(&b, "");
    while (s && *s) {
        uint32_t point;
        unsigned n = utf8_length((const unsigned char *)s, &point);
        if (!n) str_addf(&b, "\\x%02x", (unsigned char)*s++);
        for (; n; n--) str_addc(&b, *s++);
    }
    return b.data;
}

json_t *foreign_json(const char *s) {
    char *text = foreign_utf8(s);
    json_t *j = json_string(text);
    invariant(j);
    free(text);
    return j;
}

char *foreign_json_lines(json_t *j) {
    char *text = json_dumps(j, JSON_INDENT(1)), *lines = xasprintf("%s\n", text);
    free(text);
    json_decref(j);
    return lines;
}

static bool stays_in_uri(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("-._~/", c));
}

char *foreign_uri(const char *path) {
    StrBuf b = {0};
    str_add(&b, path && *path == '/' ? "file://" : "");
    for (const char *s = path; s && *s; s++) {
        if (stays_in_uri((unsigned char)*s))
            str_addc(&b, *s);
        else
            str_addf(&b, "%%%02X", (unsigned char)*s);
    }
    return b.data;
}

bool foreign_is_library(const char *file) {
    return (has_prefix(file, "heddle/") || has_prefix(file, "musl/")) && access(file, F_OK) != 0;
}

static const char *xml_entity(uint32_t point) {
    switch (point) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\n': return "&#10;"; /* an attribute would lose it */
    case '\r': return "&#13;";
    case '\t': return "&#9;";
    default: return NULL;
    }
}

char *foreign_xml(const char *s) {
    StrBuf b = {0};
    str_add(&b, "");
    while (s && *s) {
        uint32_t point;
        unsigned n = utf8_length((const unsigned char *)s, &point);
        const char *entity = n ? xml_entity(point) : NULL;
        bool refused = !n || (point < ' ' && !entity) || point == 0xfffe || point == 0xffff;
        if (refused)
            for (unsigned k = 0; k < MAX(n, 1); k++) str_addf(&b, "\\x%02x", (unsigned char)s[k]);
        else if (entity)
            str_add(&b, entity);
        for (unsigned k = 0; k < n && !refused && !entity; k++) str_addc(&b, s[k]);
        s += MAX(n, 1);
    }
    return b.data;
}
