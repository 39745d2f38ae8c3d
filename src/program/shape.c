/* shape.c — see shape.h. */
#include "program/shape.h"
#include "base/base.h"
#include <stdlib.h>

/* Returns the text behind a type. */
static const char *behind(const char *type) {
    if (*type == SHAPE_ARRAY) return behind(strchr(type, ':') + 1);
    if (*type != SHAPE_STRUCTURE) return type + 1;
    for (type++; *type != SHAPE_END;) type = behind(strchr(strchr(type, ':') + 1, ':') + 1);
    return type + 1;
}

#define MOST_NESTED 100

/* Returns the text behind a number and a colon. NULL: it begins with none, or with 0 for a stride.
 */
static const char *behind_number(const char *text, bool stride) {
    char *end;
    if (*text < '0' + stride || *text > '9') return NULL;
    (void)strtoull(text, &end, 10);
    return *end == ':' ? end + 1 : NULL;
}

/* The same as behind() for a text of which nothing is known. NULL: it is of no type. */
static const char *behind_valid(const char *type, unsigned depth) {
    if (!type || depth == MOST_NESTED) return NULL;
    if (*type == SHAPE_LEAF) return type + 1;
    if (*type == SHAPE_ARRAY) return behind_valid(behind_number(type + 1, true), depth + 1);
    if (*type != SHAPE_STRUCTURE) return NULL;
    for (type++; type && *type != SHAPE_END;) {
        const char *name = behind_number(type, false), *colon = name ? strchr(name, ':') : NULL;
        type = colon ? behind_valid(colon + 1, depth + 1) : NULL;
    }
    return type ? type + 1 : NULL;
}

bool shape_is_valid(const char *shape) {
    const char *end = behind_valid(shape, 0);
    return end && !*end;
}

/* The member of a structure or union that has the byte: the last one that begins at or before it,
 * the first of several that begin there. NULL: there is none. */
static const char *member_with(const char *type, uint64_t offset, uint64_t *begins) {
    const char *found = NULL;
    for (const char *m = type + 1; *m != SHAPE_END;) {
        char *name;
        uint64_t at = strtoull(m, &name, 10);
        if (at <= offset && (!found || at > *begins)) {
            found = name + 1;
            *begins = at;
        }
        m = behind(strchr(name + 1, ':') + 1);
    }
    return found;
}

char *shape_place(const char *type, uint64_t offset) {
    StrBuf b = {0};
    str_add(&b, "");
    while (*type != SHAPE_LEAF) {
        if (*type == SHAPE_ARRAY) {
            char *element;
            uint64_t stride = strtoull(type + 1, &element, 10);
            str_addf(&b, "[%llu]", (unsigned long long)(offset / stride));
            offset %= stride;
            type = element + 1;
            continue;
        }
        uint64_t begins = 0;
        const char *name = member_with(type, offset, &begins);
        if (!name) break;
        size_t n = strcspn(name, ":");
        if (n) str_addf(&b, ".%.*s", (int)n, name);
        offset -= begins;
        type = name + n + 1;
    }
    if (offset) str_addf(&b, " + %llu", (unsigned long long)offset);
    return b.data;
}
