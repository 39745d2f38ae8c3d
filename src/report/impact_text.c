/* impact_text.c — see impact_text.h. */
#include "report/impact_text.h"
#include "impact/flow.h"
#include <stdlib.h>

static const char *const change_names[] = {"same", "modified", "added", "deleted"};

/* --- the list --------------------------------------------------------------------------------- */

static void print_function(const Program *p, const Function *f, Change change,
                           const uint8_t *changes, FILE *out) {
    uint32_t changed = 0, all = 0;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        all++;
        changed += changes[f->first_insn + k] != CHANGE_NONE;
    }
    const Loc *loc = &p->locs[f->loc[0]];
    while (loc->inlined_at) loc = &p->locs[loc->inlined_at];
    fprintf(out, "%-8s  %s  %s:%u  %u of %u instructions\n", change_names[change], f->name,
            *loc->file ? loc->file : "?", loc->line, changed, all);
}

static void print_global(const Global *g, const char *what, FILE *out) {
    if (!g->library && g->name[0] != '.') fprintf(out, "%-8s  %s\n", what, g->name);
}

void impact_print_list(const Match *m, FILE *out) {
    for (uint32_t k = 0; k < m->new->nfunctions; k++)
        if (m->new_function[k] && !m->new->functions[k].library && m->new->functions[k].code_len)
            print_function(m->new, &m->new->functions[k], (Change)m->new_function[k], m->new_change,
                           out);
    for (uint32_t k = 0; k < m->old->nfunctions; k++)
        if (m->old_function[k] == CHANGE_DELETED && !m->old->functions[k].library)
            print_function(m->old, &m->old->functions[k], CHANGE_DELETED, m->old_change, out);
    for (uint32_t k = 0; k < m->new->nglobals; k++) {
        if (m->new_global[k]) print_global(&m->new->globals[k], "modified", out);
        if (m->global_to_old[k] == MATCH_NONE) print_global(&m->new->globals[k], "added", out);
    }
    for (uint32_t k = 0; k < m->old->nglobals; k++)
        if (m->global_to_new[k] == MATCH_NONE) print_global(&m->old->globals[k], "deleted", out);
    if (m->order_changed) fprintf(out, "modified  the order of constructors and destructors\n");
}

/* --- the explanation -------------------------------------------------------------------------- */

enum {
    MARK_CHANGED = 1,
    MARK_FORWARD = 2,
    MARK_BACKWARD = 4,
    MARK_INFLUENCES = 8,
    MARK_DELETED = 16
};
static const char *const mark_names[] = {"changed", "forward", "backward", "influences", "deleted"};

typedef struct Line {
    const char *file;
    uint32_t number;
    unsigned marks;
} Line;
typedef VEC(Line) Lines;

static int by_place(const void *a, const void *b) {
    const Line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : x->number < y->number ? -1 : x->number > y->number;
}

/* Sorts the lines, each once, with the marks of all its instructions. */
static void sort_lines(Lines *lines) {
    size_t n = 0;
    if (lines->len) qsort(lines->data, lines->len, sizeof *lines->data, by_place);
    for (size_t k = 0; k < lines->len; k++)
        if (n && !by_place(&lines->data[k], &lines->data[n - 1]))
            lines->data[n - 1].marks |= lines->data[k].marks;
        else
            lines->data[n++] = lines->data[k];
    lines->len = n;
}

static void impact_add_line(Lines *lines, const Program *p, const Function *f, uint32_t k,
                            unsigned marks) {
    const Loc *loc = &p->locs[f->loc[k]];
    Line x = {loc->file, loc->line, marks};
    if (*loc->file && loc->line) vec_push(lines, x);
}

static void print_lines(const Lines *lines, const char *version, FILE *out) {
    for (size_t k = 0; k < lines->len; k++) {
        const Line *x = &lines->data[k];
        if (!k || strcmp(x->file, x[-1].file)) fprintf(out, "%s%s\n", x->file, version);
        fprintf(out, "%6u:", x->number);
        const char *before = " ";
        for (unsigned m = 0; m < ARRAY_LEN(mark_names); m++)
            if (x->marks >> m & 1) {
                fprintf(out, "%s%s", before, mark_names[m]);
                before = ", ";
            }
        fprintf(out, "%s\n", x->marks ? "" : " -");
    }
}

void impact_print_explanation(const Match *m, const Impact *i, FILE *out) {
    Lines new = {0}, old = {0};
    if (i->everything)
        fprintf(
            out,
            "the order of synchronisation is changed or affected: everything may be influenced\n");
    for (uint32_t n = 0; n < m->new->nfunctions; n++) {
        const Function *f = &m->new->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k = flow_next(f, k)) {
            uint32_t at = f->first_insn + k;
            impact_add_line(&new, m->new, f, k,
                            (i->changed[at] ? MARK_CHANGED : 0u) |
                                (i->forward[at] ? MARK_FORWARD : 0u) |
                                (i->backward[at] ? MARK_BACKWARD : 0u) |
                                (i->influences[at] ? MARK_INFLUENCES : 0u));
        }
    }
    for (uint32_t n = 0; n < m->old->nfunctions; n++) {
        const Function *f = &m->old->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k = flow_next(f, k))
            if (m->old_change[f->first_insn + k] == CHANGE_DELETED)
                impact_add_line(&old, m->old, f, k, MARK_DELETED);
    }
    sort_lines(&new);
    sort_lines(&old);
    print_lines(&new, "", out);
    print_lines(&old, " (old version)", out);
    vec_free(&new);
    vec_free(&old);
}
