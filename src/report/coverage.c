/* coverage.c — coverage of a program, its file, and its form for lcov. See coverage.h. */
#include "report/coverage.h"
#include "report/json_text.h"
#include "report/write_file.h"
#include <ctype.h>
#include <stdlib.h>

/* --- from a program --- */

/* An entry for one line of a place or a branch, before the sorting by file. */
typedef struct CoverageEntry {
    const char *file, *function;
    uint32_t line, order;
    bool executed, side[2];
} CoverageEntry;

typedef VEC(CoverageEntry) EntryList;

static int compare_covered_lines(const void *a, const void *b) {
    const CoverageEntry *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    if (c) return c;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int compare_functions(const void *a, const void *b) {
    const CoverageEntry *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    if (!c) c = strcmp(x->function, y->function);
    return c ? c : x->line < y->line ? -1 : x->line > y->line;
}

static void sort(EntryList *list, int (*compare)(const void *, const void *)) {
    if (list->len) qsort(list->data, list->len, sizeof *list->data, compare);
}

/* Returns a function's name without the linker's number. The linker numbers local functions of
 * several files with the same name: name.12. */
static const char *plain_name(Arena *arena, const char *name) {
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name || !dot[1] || dot[1 + strspn(dot + 1, "0123456789")]) return name;
    char *copy = arena_strdup(arena, name);
    copy[dot - name] = 0;
    return copy;
}

static FileCoverage *file_named(Coverage *c, const char *name) {
    if (!c->files.len || strcmp(vec_last(&c->files).file, name) != 0)
        vec_push(&c->files, ((FileCoverage){.file = arena_strdup(c->arena, name)}));
    return &vec_last(&c->files);
}

/* Finds a file. All lists are sorted by file in the same order. */
static FileCoverage *file_found(Coverage *c, const char *name) {
    size_t low = 0, high = c->files.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int d = strcmp(c->files.data[middle].file, name);
        if (!d) return &c->files.data[middle];
        if (d < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Adds the branches found to their files, by line and position in the code. */
static void add_branches(Coverage *c, EntryList *branches) {
    sort(branches, compare_covered_lines);
    for (size_t k = 0; k < branches->len; k++) {
        const CoverageEntry *e = &branches->data[k];
        FileCoverage *f = file_found(c, e->file);
        vec_push(&f->branches,
                 ((BranchCoverage){
                     .line = e->line, .executed = e->executed, .side = {e->side[0], e->side[1]}}));
    }
}

Coverage *coverage_of(const Program *p, const uint8_t *cover, const char *directory,
                      const char *without) {
    Arena *arena = arena_new();
    Coverage *c = arena_alloc(arena, sizeof *c);
    *c = (Coverage){.arena = arena, .directory = arena_strdup(arena, directory)};
    uint8_t *executed = xcalloc(p->ninsns + 1, 1);
    uint8_t *seen = xcalloc(p->nlocs + 1, 1); /* 1: has code; 2: it was executed */
    program_executed(p, cover, executed);
    EntryList places = {0}, branches = {0};
    size_t left_out = strlen(without);
#define COUNTS(loc) \
    ((loc)->line && *(loc)->file && (!left_out || strncmp((loc)->file, without, left_out) != 0))
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        if (f->library) continue;
        for (uint32_t k = 0; k < f->code_len;) {
            unsigned op = insn_op(&f->code[k]);
            bool done = executed[f->first_insn + k];
            /* If a function was inlined, the place of the call was executed, too. */
            for (uint32_t at = f->loc[k]; at && seen[at] < 1 + done; at = p->locs[at].inlined_at)
                seen[at] = (uint8_t)(1 + done);
            const Loc *loc = &p->locs[f->loc[k]];
            if ((op_flags[op] & F_BRANCH) && op != OP_JMP && COUNTS(loc)) {
                const uint8_t *mark = cover + 2 * (size_t)(f->first_insn + k);
                vec_push(&branches, ((CoverageEntry){.file = loc->file,
                                                     .line = loc->line,
                                                     .order = f->first_insn + k,
                                                     .executed = done,
                                                     .side = {mark[0] & 1, mark[1] & 1}}));
            }
            k += op_flags[op] & F_LIST ? 1 + insn_slot_count(&f->code[k]) : 1;
        }
    }
    for (uint32_t k = 0; k < p->nlocs; k++) {
        const Loc *loc = &p->locs[k];
        if (seen[k] && COUNTS(loc))
            vec_push(&places, ((CoverageEntry){.file = loc->file,
                                               .function = plain_name(arena, loc->function),
                                               .line = loc->line,
                                               .executed = seen[k] > 1}));
    }
#undef COUNTS
    sort(&places, compare_covered_lines);
    for (size_t k = 0; k < places.len; k++) {
        const CoverageEntry *e = &places.data[k];
        FileCoverage *f = file_named(c, e->file);
        if (!f->lines.len || vec_last(&f->lines).line != e->line)
            vec_push(&f->lines, ((LineCoverage){.line = e->line}));
        vec_last(&f->lines).executed |= e->executed;
    }
    sort(&places, compare_functions);
    for (size_t k = 0; k < places.len; k++) {
        const CoverageEntry *e = &places.data[k];
        FileCoverage *f = file_found(c, e->file);
        if (!f->functions.len || strcmp(vec_last(&f->functions).name, e->function) != 0)
            vec_push(&f->functions, ((FunctionCoverage){.name = arena_strdup(arena, e->function),
                                                        .line = e->line}));
        vec_last(&f->functions).executed |= e->executed;
    }
    /* An inlined function was also entered at its first line. */
    for (size_t k = 0; k < c->files.len; k++) {
        FileCoverage *f = &c->files.data[k];
        for (size_t n = 0; n < f->functions.len; n++)
            for (size_t i = 0; f->functions.data[n].executed && i < f->lines.len; i++)
                if (f->lines.data[i].line == f->functions.data[n].line)
                    f->lines.data[i].executed = true;
    }
    add_branches(c, &branches);
    vec_free(&places);
    vec_free(&branches);
    free(executed);
    free(seen);
    return c;
}

/* Gives what `part` executed this degree, unless it has a lower one. */
static void note_degree(Coverage *c, const Coverage *part, uint8_t degree) {
    for (size_t k = 0; k < c->files.len; k++) {
        FileCoverage *f = &c->files.data[k];
        const FileCoverage *g = &part->files.data[k];
        invariant(f->lines.len == g->lines.len && f->branches.len == g->branches.len);
        for (size_t n = 0; n < f->lines.len; n++)
            if (g->lines.data[n].executed && !f->lines.data[n].degree)
                f->lines.data[n].degree = degree;
        for (size_t n = 0; n < f->branches.len; n++)
            for (unsigned side = 0; side < 2; side++)
                if (g->branches.data[n].side[side] && !f->branches.data[n].degree[side])
                    f->branches.data[n].degree[side] = degree;
    }
}

void coverage_add_degrees(Coverage *c, const Program *p, const uint8_t *cover,
                          const uint8_t *degrees, const char *without) {
    size_t n = 2 * (size_t)p->ninsns;
    /* What no branch decides has no marks: main always begins. */
    uint8_t highest = 1, *within = xcalloc(n + 2, 1);
    for (size_t k = 0; k < n; k++) highest = MAX(highest, degrees[k]);
    for (unsigned degree = 1; degree <= highest; degree++) {
        for (size_t k = 0; k < n; k++)
            within[k] = degrees[k] && degrees[k] <= degree ? cover[k] : 0;
        Coverage *part = coverage_of(p, within, c->directory, without);
        note_degree(c, part, (uint8_t)degree);
        coverage_free(part);
    }
    free(within);
    c->degrees = true;
}

void coverage_free(Coverage *c) {
    if (!c) return;
    for (size_t k = 0; k < c->files.len; k++) {
        vec_free(&c->files.data[k].lines);
        vec_free(&c->files.data[k].functions);
        vec_free(&c->files.data[k].branches);
    }
    vec_free(&c->files);
    arena_free(c->arena);
}

/* --- JSON --- */

static json_t *sided(const BranchCoverage *b, int side) {
    return b->executed ? json_integer(b->side[side]) : json_null();
}

bool coverage_write(const char *path, const Coverage *c, char **error) {
    json_t *j = json_object(), *files = json_array();
    for (size_t k = 0; k < c->files.len; k++) {
        const FileCoverage *f = &c->files.data[k];
        json_t *file = json_object(), *functions = json_array(), *lines = json_array(),
               *branches = json_array();
        for (size_t n = 0; n < f->functions.len; n++) {
            const FunctionCoverage *x = &f->functions.data[n];
            json_array_append_new(functions, json_pack("[o,i,i]", json_text(x->name), (int)x->line,
                                                       (int)x->executed));
        }
        for (size_t n = 0; n < f->lines.len; n++)
            json_array_append_new(lines, json_pack("[i,i,i]", (int)f->lines.data[n].line,
                                                   (int)f->lines.data[n].executed,
                                                   (int)f->lines.data[n].degree));
        for (size_t n = 0; n < f->branches.len; n++) {
            const BranchCoverage *b = &f->branches.data[n];
            json_array_append_new(branches,
                                  json_pack("[i,o,o,i,i]", (int)b->line, sided(b, 0), sided(b, 1),
                                            (int)b->degree[0], (int)b->degree[1]));
        }
        json_object_set_new(file, "file", json_text(f->file));
        json_object_set_new(file, "functions", functions);
        json_object_set_new(file, "lines", lines);
        json_object_set_new(file, "branches", branches);
        json_array_append_new(files, file);
    }
    json_object_set_new(j, "schema", json_integer(COVERAGE_SCHEMA));
    json_object_set_new(j, "version", json_text(HEDDLE_VERSION));
    json_object_set_new(j, "directory", json_text(c->directory));
    json_object_set_new(j, "degrees", json_boolean(c->degrees));
    json_object_set_new(j, "files", files);
    char *text = json_dumps(j, JSON_COMPACT);
    json_decref(j);
    if (!text) base_fatal("cannot format the coverage as JSON");
    StrBuf b = {0};
    str_add(&b, text);
    str_addc(&b, '\n');
    free(text);
    bool fine = write_atomically(path, b.data, b.len, error);
    vec_free(&b);
    return fine;
}

static unsigned digit(char c) {
    return isdigit((unsigned char)c) ? (unsigned)(c - '0')
                                     : (unsigned)(tolower((unsigned char)c) - 'a' + 10);
}

/* Returns the text that json_text wrote, or NULL. */
static const char *text_in(Arena *arena, const json_t *j) {
    if (json_is_string(j)) return arena_strdup(arena, json_string_value(j));
    const char *hex = json_string_value(json_object_get(j, "hex"));
    if (!hex || strlen(hex) % 2 || strspn(hex, "0123456789abcdefABCDEF") != strlen(hex))
        return NULL;
    char *s = arena_alloc(arena, strlen(hex) / 2 + 1);
    for (size_t k = 0; hex[2 * k]; k++)
        s[k] = (char)(digit(hex[2 * k]) << 4 | digit(hex[2 * k + 1]));
    return s;
}

/* Reads the n-th number of an array. False if it is not from `least` to `most`. */
static bool number_in(const json_t *array, size_t n, json_int_t least, json_int_t most,
                      json_int_t *out) {
    const json_t *j = json_array_get(array, n);
    if (!json_is_integer(j)) return false;
    *out = json_integer_value(j);
    return *out >= least && *out <= most;
}

#define MOST_LINES (1 << 30)

static bool read_covered_file(Coverage *c, const json_t *j) {
    const json_t *functions = json_object_get(j, "functions"), *lines = json_object_get(j, "lines"),
                 *branches = json_object_get(j, "branches"), *x;
    size_t n;
    json_int_t line, done, other;
    vec_push(&c->files, ((FileCoverage){.file = text_in(c->arena, json_object_get(j, "file"))}));
    FileCoverage *f = &vec_last(&c->files);
    if (!f->file || !json_is_array(functions) || !json_is_array(lines) || !json_is_array(branches))
        return false;
    json_array_foreach(functions, n, x) {
        const char *name = text_in(c->arena, json_array_get(x, 0));
        if (!name || !number_in(x, 1, 1, MOST_LINES, &line) || !number_in(x, 2, 0, 1, &done))
            return false;
        vec_push(&f->functions,
                 ((FunctionCoverage){.name = name, .line = (uint32_t)line, .executed = done}));
    }
    json_array_foreach(lines, n, x) {
        json_int_t degree = 0;
        if (!number_in(x, 0, 1, MOST_LINES, &line) || !number_in(x, 1, 0, 1, &done) ||
            (json_array_size(x) > 2 && !number_in(x, 2, 0, 255, &degree)))
            return false;
        vec_push(
            &f->lines,
            ((LineCoverage){.line = (uint32_t)line, .executed = done, .degree = (uint8_t)degree}));
    }
    json_array_foreach(branches, n, x) {
        bool executed = !json_is_null(json_array_get(x, 1));
        json_int_t degree[2] = {0, 0};
        done = other = 0;
        if ((json_array_size(x) > 3 &&
             (!number_in(x, 3, 0, 255, &degree[0]) || !number_in(x, 4, 0, 255, &degree[1]))) ||
            !number_in(x, 0, 1, MOST_LINES, &line) ||
            (executed && (!number_in(x, 1, 0, 1, &done) || !number_in(x, 2, 0, 1, &other))))
            return false;
        vec_push(&f->branches,
                 ((BranchCoverage){.line = (uint32_t)line,
                                   .executed = executed,
                                   .side = {done, other},
                                   .degree = {(uint8_t)degree[0], (uint8_t)degree[1]}}));
    }
    return true;
}

Coverage *coverage_read(const char *path, char **error) {
    json_error_t e;
    json_t *j = json_load_file(path, 0, &e);
    if (!j) {
        *error =
            e.line > 0 ? xasprintf("%s:%d: %s", path, e.line, e.text) : xasprintf("%s", e.text);
        return NULL;
    }
    Arena *arena = arena_new();
    Coverage *c = arena_alloc(arena, sizeof *c);
    *c = (Coverage){.arena = arena, .directory = text_in(arena, json_object_get(j, "directory"))};
    c->degrees = json_is_true(json_object_get(j, "degrees"));
    const json_t *files = json_object_get(j, "files"), *file;
    bool ours = json_integer_value(json_object_get(j, "schema")) == COVERAGE_SCHEMA,
         fine = ours && c->directory && json_is_array(files);
    size_t n;
    json_array_foreach(files, n, file) fine = fine && read_covered_file(c, file);
    json_decref(j);
    if (fine) return c;
    *error = xasprintf(ours ? "%s: not coverage written by heddle test"
                            : "%s: not coverage of this version",
                       path);
    coverage_free(c);
    return NULL;
}

/* --- lcov --- */

static size_t put_covered_functions(FILE *out, const FileCoverage *f) {
    size_t hit = 0;
    for (size_t k = 0; k < f->functions.len; k++)
        fprintf(out, "FN:%u,%s\n", f->functions.data[k].line, f->functions.data[k].name);
    for (size_t k = 0; k < f->functions.len; k++) {
        fprintf(out, "FNDA:%d,%s\n", f->functions.data[k].executed, f->functions.data[k].name);
        hit += f->functions.data[k].executed;
    }
    return hit;
}

static size_t put_branches(FILE *out, const FileCoverage *f) {
    size_t hit = 0;
    unsigned block = 0;
    for (size_t k = 0; k < f->branches.len; k++) {
        const BranchCoverage *b = &f->branches.data[k];
        block = k && f->branches.data[k - 1].line == b->line ? block + 1 : 0;
        for (unsigned side = 0; side < 2; side++) {
            fprintf(out, "BRDA:%u,%u,%u,%s\n", b->line, block, side,
                    !b->executed    ? "-"
                    : b->side[side] ? "1"
                                    : "0");
            hit += b->executed && b->side[side];
        }
    }
    return hit;
}

static size_t put_lines(FILE *out, const FileCoverage *f) {
    size_t hit = 0;
    for (size_t k = 0; k < f->lines.len; k++) {
        fprintf(out, "DA:%u,%d\n", f->lines.data[k].line, f->lines.data[k].executed);
        hit += f->lines.data[k].executed;
    }
    return hit;
}

void coverage_lcov(FILE *out, const Coverage *c) {
    for (size_t k = 0; k < c->files.len; k++) {
        const FileCoverage *f = &c->files.data[k];
        fprintf(out, "TN:\nSF:%s%s%s\n", f->file[0] == '/' ? "" : c->directory,
                f->file[0] == '/' ? "" : "/", f->file);
        size_t hit = put_covered_functions(out, f);
        fprintf(out, "FNF:%zu\nFNH:%zu\n", f->functions.len, hit);
        hit = put_branches(out, f);
        fprintf(out, "BRF:%zu\nBRH:%zu\n", 2 * f->branches.len, hit);
        hit = put_lines(out, f);
        fprintf(out, "LF:%zu\nLH:%zu\nend_of_record\n", f->lines.len, hit);
    }
}

/* --- interferences --- */

static void put_interferences(FILE *out, unsigned n) {
    fprintf(out, "%u interference%s", n, n == 1 ? "" : "s");
}

static void put_degrees(FILE *out, const FileCoverage *f) {
    size_t lines[256] = {0};
    for (size_t k = 0; k < f->lines.len; k++) lines[f->lines.data[k].degree]++;
    fprintf(out, "%s: of %zu lines, %zu not executed", f->file, f->lines.len, lines[0]);
    for (unsigned d = 1; d < 256; d++) {
        if (!lines[d]) continue;
        fprintf(out, ", %zu with ", lines[d]);
        put_interferences(out, d - 1);
    }
    fputc('\n', out);
}

/* Prints the sides of branches in one line of the source, whose place in the list is `at`. */
static size_t put_sides(FILE *out, const FileCoverage *f, uint32_t line, size_t at) {
    while (at < f->branches.len && f->branches.data[at].line < line) at++;
    for (; at < f->branches.len && f->branches.data[at].line == line; at++)
        for (unsigned side = 0; side < 2; side++) {
            const BranchCoverage *b = &f->branches.data[at];
            if (b->degree[side] < 2) continue;
            fprintf(out, "%s:%u: side %u of a branch with ", f->file, line, side);
            put_interferences(out, b->degree[side] - 1u);
            fputc('\n', out);
        }
    return at;
}

void coverage_interferences(FILE *out, const Coverage *c) {
    for (size_t k = 0; k < c->files.len; k++) put_degrees(out, &c->files.data[k]);
    for (size_t k = 0; k < c->files.len; k++) {
        const FileCoverage *f = &c->files.data[k];
        size_t at = 0;
        for (size_t n = 0; n < f->lines.len; n++) {
            const LineCoverage *l = &f->lines.data[n];
            if (l->degree > 1) {
                fprintf(out, "%s:%u: executed with ", f->file, l->line);
                put_interferences(out, l->degree - 1u);
                fputc('\n', out);
            }
            at = put_sides(out, f, l->line, at);
        }
    }
}
