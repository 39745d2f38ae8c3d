/* layout_table.c — see layout_table.h. */
#include "program/layout_table.h"
#include "base/tables/index.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Named {
    char *name;
    bool given;
} Named;

typedef struct Entry {
    char *key;
    uint64_t address, size;
    uint8_t class;
    bool given;
} Entry;

struct LayoutTable {
    VEC(Entry) globals;
    Index by_key;
    VEC(Named) functions; /* by index; an entry without a name is free */
    Index by_name;
    uint64_t end[3], readonly_size;
};

static void read_line(LayoutTable *t, const char *line) {
    uint64_t a, b;
    unsigned class;
    int at = 0;
    if (sscanf(line, "f %" SCNu64 " %n", &a, &at) == 1 && at && a < 1u << 24) {
        Named none = {NULL, false};
        while (t->functions.len <= a) vec_push(&t->functions, none);
        free(t->functions.data[a].name);
        t->functions.data[a].name = xstrdup(line + at);
        index_add(&t->by_name, hash_string(line + at), (uint32_t)a);
    } else if (sscanf(line, "g %u %" SCNx64 " %" SCNu64 " %n", &class, &a, &b, &at) == 3 && at &&
               class < 3) {
        Entry e = {.key = xstrdup(line + at), .address = a, .size = b, .class = (uint8_t)class};
        index_add(&t->by_key, hash_string(e.key), (uint32_t)t->globals.len);
        vec_push(&t->globals, e);
    } else if (sscanf(line, "e %u %" SCNx64, &class, &a) == 2 && class < 3)
        t->end[class] = a;
    else if (sscanf(line, "r %" SCNu64, &a) == 1)
        t->readonly_size = a;
}

LayoutTable *layout_table_read(const char *text) {
    LayoutTable *t = xcalloc(1, sizeof *t);
    while (*text) {
        size_t n = strcspn(text, "\n");
        char *line = xasprintf("%.*s", (int)n, text);
        read_line(t, line);
        free(line);
        text += n + (text[n] == '\n');
    }
    return t;
}

void layout_table_free(LayoutTable *t) {
    if (!t) return;
    for (size_t k = 0; k < t->globals.len; k++) free(t->globals.data[k].key);
    for (size_t k = 0; k < t->functions.len; k++) free(t->functions.data[k].name);
    vec_free(&t->globals);
    vec_free(&t->functions);
    index_free(&t->by_key);
    index_free(&t->by_name);
    free(t);
}

uint32_t layout_table_function(LayoutTable *t, const char *name) {
    uint32_t found =
        index_find(&t->by_name, hash_string(name), n,
                   t->functions.data[n].name && !strcmp(t->functions.data[n].name, name));
    if (found == INDEX_NONE) return UINT32_MAX;
    t->functions.data[found].given = true;
    return found;
}

void layout_table_rest(const LayoutTable *t, StrBuf *out) {
    for (size_t k = 0; k < t->functions.len; k++) {
        const Named *f = &t->functions.data[k];
        if (f->name && !f->given) str_addf(out, "f %zu %s\n", k, f->name);
    }
    for (size_t k = 0; k < t->globals.len; k++) {
        const Entry *e = &t->globals.data[k];
        if (!e->given)
            str_addf(out, "g %u %" PRIx64 " %" PRIu64 " %s\n", e->class, e->address, e->size,
                     e->key);
    }
}

uint32_t layout_table_functions(const LayoutTable *t) { return (uint32_t)t->functions.len; }

uint64_t layout_table_global(LayoutTable *t, const char *key, uint64_t size, LayoutClass class) {
    uint32_t found =
        index_find(&t->by_key, hash_string(key), n,
                   !t->globals.data[n].given && t->globals.data[n].size == size &&
                       t->globals.data[n].class == class && !strcmp(t->globals.data[n].key, key));
    if (found == INDEX_NONE) return 0;
    t->globals.data[found].given = true;
    return t->globals.data[found].address;
}

uint64_t layout_table_end(const LayoutTable *t, LayoutClass class) { return t->end[class]; }
uint64_t layout_table_readonly_size(const LayoutTable *t) { return t->readonly_size; }

static LayoutClass decoded_layout_class(const Global *g) {
    return g->thread_local_ ? LAYOUT_THREAD : g->readonly ? LAYOUT_READONLY : LAYOUT_WRITABLE;
}

char *program_layout_text(const Program *p) {
    StrBuf b = {0};
    str_addf(&b, "r %" PRIu64 "\n", p->readonly_size);
    for (unsigned k = 0; k < 3; k++) str_addf(&b, "e %u %" PRIx64 "\n", k, p->layout_end[k]);
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (*p->functions[k].name) str_addf(&b, "f %u %s\n", k, p->functions[k].name);
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        str_addf(&b, "g %u %" PRIx64 " %" PRIu64 " %s\n", decoded_layout_class(g), g->address,
                 g->size, g->key);
    }
    str_add(&b, p->layout_rest ? p->layout_rest : "");
    return b.data;
}
