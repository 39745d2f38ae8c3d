/* outlined.c — see outlined.h. The functions of a routine stand on the line that it begins with. */
#include "outlined.h"
#include "base/base.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* Whether a name is that of a global variable, of r0 or r1, or of a library function. */
static bool is_known(const char *name, size_t size) {
    static const char *const prefixes[] = {"pthread_mutex_", "atomic_", "memory_order_", "heddle_assert"};
    for (size_t k = 0; k < ARRAY_LEN(prefixes); k++)
        if (starts(name, prefixes[k])) return true;
    return size == 2 && strchr("xarm", name[0]) && isdigit((unsigned char)name[1]);
}

/* Whether a line is one statement that may be anywhere in the program. */
static bool may_be_outlined(const char *line, size_t size) {
    while (size && *line == ' ') line++, size--;
    if (size < 4 || line[size - 1] != ';' || !strchr("xaph", *line)) return false;
    for (size_t k = 0; k < size;) {
        if (strchr("{}\"'?", line[k])) return false;
        if (!isalpha((unsigned char)line[k]) && line[k] != '_') {
            /* A number goes to its end: its letters are no name. */
            size_t from = k;
            while (k < size && isdigit((unsigned char)line[from]) && isalnum((unsigned char)line[k])) k++;
            k += k == from;
            continue;
        }
        size_t end = k;
        while (end < size && (isalnum((unsigned char)line[end]) || line[end] == '_')) end++;
        if (!is_known(line + k, end - k)) return false;
        k = end;
    }
    return true;
}

/* Puts a routine, whose first line is put already up to `head` in `out`, with calls in it. */
static const char *outline_routine(const char *text, const char *name, StrBuf *out) {
    StrBuf parts = {0}, body = {0};
    const char *end;
    unsigned n = 0;
    str_add(&parts, "");
    for (; (end = strchr(text, '\n')); text = end + 1) {
        size_t size = (size_t)(end - text), indent = strspn(text, " ");
        if (*text == '}') break;
        if (!may_be_outlined(text, size)) {
            str_addf(&body, "%.*s\n", (int)size, text);
            continue;
        }
        str_addf(
            &parts,
            "static __attribute__((noinline)) void %s_part%u(int *l0, int *l1) { int r0 = *l0, r1 = *l1; "
            "%.*s *l0 = r0; *l1 = r1; } ",
            name, n, (int)(size - indent), text + indent);
        str_addf(&body, "%.*s%s_part%u(&r0, &r1);\n", (int)indent, text, name, n++);
    }
    const char *head = strchr(body.data, '\n');
    str_addf(out, "%s%.*s\n%s", parts.data, (int)(head - body.data), body.data, head + 1);
    vec_free(&parts);
    vec_free(&body);
    return text;
}

char *outline(const char *text) {
    StrBuf out = {0};
    str_add(&out, "");
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        char name[20];
        bool begins = sscanf(text, "static void *%19[a-z0-9](void *r) {", name) == 1 ||
                      (starts(text, "static int program(void) {") && strcpy(name, "program"));
        if (begins && end[-1] == '{' && starts(end + 1, "    int r0 = 0, r1 = 0;")) {
            text = outline_routine(text, name, &out);
            end = strchr(text, '\n');
        }
        str_addf(&out, "%.*s\n", (int)(end - text), text);
    }
    str_add(&out, text);
    return out.data;
}
