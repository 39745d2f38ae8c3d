/* place_names.c — see place_names.h. */
#include "program/place_names.h"
#include "base/tables/index.h"
#include <stdlib.h>

/* The first line of a function that the program has code of. */
typedef struct FirstLine {
    const char *file, *function;
    uint32_t line;
} FirstLine;

typedef struct FirstLines {
    VEC(FirstLine) all;
    Index by_name;
} FirstLines;

static FirstLine *first_line(FirstLines *f, const Loc *l) {
    uint64_t hash = hash_mix(hash_combine(hash_string(l->file), hash_string(l->function)));
    uint32_t found = index_find(&f->by_name, hash, n,
                                !strcmp(f->all.data[n].function, l->function) &&
                                    !strcmp(f->all.data[n].file, l->file));
    if (found == INDEX_NONE) {
        found = (uint32_t)f->all.len;
        index_add(&f->by_name, hash, found);
        vec_push(&f->all, ((FirstLine){l->file, l->function, UINT32_MAX}));
    }
    return &f->all.data[found];
}

uint64_t *place_names(const Program *p) {
    uint64_t *names = xcalloc(p->nlocs + 1, sizeof *names);
    uint32_t *function = xcalloc(p->nlocs + 1, sizeof *function);
    FirstLines f = {0};
    for (uint32_t k = 0; k < p->nlocs; k++) {
        FirstLine *first = first_line(&f, &p->locs[k]);
        function[k] = (uint32_t)(first - f.all.data);
        if (p->locs[k].line) first->line = MIN(first->line, p->locs[k].line);
    }
    for (uint32_t k = 0; k < p->nlocs; k++) {
        uint64_t name = 0x9e3779b97f4a7c15ull;
        for (uint32_t at = k, depth = 0; at && depth < 64; at = p->locs[at].inlined_at, depth++) {
            const Loc *l = &p->locs[at];
            name = hash_combine(name, hash_string(l->function));
            name = hash_combine(name, (uint64_t)(l->line - f.all.data[function[at]].line) << 32 |
                                          l->column);
        }
        names[k] = hash_mix(name);
    }
    free(function);
    vec_free(&f.all);
    index_free(&f.by_name);
    return names;
}
