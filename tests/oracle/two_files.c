/*
 * two_files.c — the text of a program as two files that are the same program together: each function is in
 * one of them, the variables are in the first, and both have the declarations of all.
 */
#include "two_files.h"
#include <stdlib.h>
#include <string.h>

/* Adds `text` but for the initial values in it: what a declaration of variables has where they are defined
 * elsewhere. */
static void add_declaration(StrBuf *to, const char *text, size_t len) {
    int depth = 0;
    bool value = false;
    for (size_t k = 0; k < len; k++) {
        char c = text[k];
        depth += (c == '{' || c == '(' || c == '[') - (c == '}' || c == ')' || c == ']');
        if (!depth && c == '=') value = true;
        if (!depth && (c == ',' || c == ';')) value = false;
        if (!value) str_addf(to, "%c", c);
    }
}

/* The length of what stands at the beginning of `text`: a line for the preprocessor, or a definition or
 * declaration with all that is within its braces. */
static size_t item_length(const char *text) {
    int depth = 0;
    size_t k = 0;
    if (*text == '#' || *text == '\n') return strcspn(text, "\n") + (strchr(text, '\n') != NULL);
    for (; text[k]; k++) {
        depth += (text[k] == '{') - (text[k] == '}');
        if (text[k] == '\n' && !depth && (k && strchr(";}", text[k - 1]))) return k + 1;
    }
    return k;
}

/* Adds an item without its first "static"; columns stay as they are. */
static void add_shared(StrBuf *to, const char *before, const char *item, size_t len) {
    const char *word = memmem(item, len, "static ", 7);
    size_t first = (size_t)(word - item);
    str_addf(to, "%s%.*s       %.*s", before, (int)first, item, (int)(len - first - 7), word + 7);
}

static void add_function(StrBuf parts[2], const char *item, size_t len, size_t head) {
    bool body = item[head] == '{';
    unsigned owner = (unsigned)(hash_bytes(item, head, 0) >> 7 & 1);
    for (unsigned k = 0; k < 2; k++) {
        add_shared(&parts[k], "", item, body && k != owner ? head : len);
        if (body && k != owner) str_add(&parts[k], ";\n");
    }
}

static void add_variables(StrBuf parts[2], const char *item, size_t len) {
    StrBuf declared = {0};
    add_shared(&parts[0], "", item, len);
    add_shared(&declared, "extern ", item, len);
    add_declaration(&parts[1], declared.data, declared.len);
    vec_free(&declared);
}

static void add_item(StrBuf parts[2], const char *item, size_t len, unsigned line, const char *path) {
    size_t head = strcspn(item, "=;{");
    const char *word = memmem(item, head, "static ", 7);
    for (int k = 0; k < 2; k++) str_addf(&parts[k], "#line %u \"%s\"\n", line, path);
    if (has_prefix(item, "int main(")) {
        str_addf(&parts[0], "%.*s", (int)len, item);
    } else if (*item == '#' || !word || has_prefix(item, "static const ")) {
        str_addf(&parts[0], "%.*s", (int)len, item);
        str_addf(&parts[1], "%.*s", (int)len, item);
    } else if (memchr(word, '(', (size_t)(item + head - word))) {
        add_function(parts, item, len, head);
    } else {
        add_variables(parts, item, len);
    }
}

void split_program(const char *text, const char *path, StrBuf parts[2]) {
    unsigned line = 1;
    while (*text) {
        size_t len = item_length(text);
        add_item(parts, text, len, line, path);
        for (; len; len--) line += *text++ == '\n';
    }
}
