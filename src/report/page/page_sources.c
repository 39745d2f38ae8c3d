/* page_sources.c — texts, places and sources of a page, each once. */
#include "report/page/page_internal.h"
#include "base/digest.h"
#include "report/formats/foreign_text.h"
#include <stdlib.h>
#include <sys/stat.h>

/* Larger files are shown only around the lines that something refers to. */
#define WHOLE_FILE (512u << 10)
#define LINES_AROUND 60
/* Larger ones are not shown. */
#define LARGEST_FILE (64u << 20)

void page_data_init(PageData *d) {
    *d = (PageData){.places = json_array(), .strings = json_array()};
}

void page_data_clear(PageData *d) {
    for (size_t k = 0; k < d->files.len; k++) {
        free(d->files.data[k].path);
        free(d->files.data[k].shown);
        vec_free(&d->files.data[k].used);
    }
    for (size_t k = 0; k < d->keys.len; k++) free(d->keys.data[k]);
    for (size_t k = 0; k < d->texts.len; k++) free(d->texts.data[k]);
    vec_free(&d->files);
    vec_free(&d->keys);
    vec_free(&d->texts);
    index_free(&d->by_place);
    index_free(&d->by_text);
    json_decref(d->places);
    json_decref(d->strings);
}

size_t page_string(PageData *d, const char *text) {
    const char *wanted = text ? text : "";
    uint64_t hash = hash_string(wanted);
    uint32_t number = index_find(&d->by_text, hash, n, !strcmp(d->texts.data[n], wanted));
    if (number != INDEX_NONE) return number;
    index_add(&d->by_text, hash, (uint32_t)d->texts.len);
    vec_push(&d->texts, xstrdup(wanted));
    json_array_append_new(d->strings, foreign_json(wanted));
    return d->texts.len - 1;
}

static size_t page_file_number(PageData *d, const char *directory, const char *file) {
    char *path = *file == '/' ? xstrdup(file) : xasprintf("%s/%s", directory, file);
    size_t k = 0;
    while (k < d->files.len && strcmp(d->files.data[k].path, path)) k++;
    if (k < d->files.len) {
        free(path);
        return k;
    }
    size_t within = strlen(directory);
    bool inside = has_prefix(path, directory) && path[within] == '/';
    PageFile f = {.path = path, .shown = xstrdup(inside ? path + within + 1 : file)};
    vec_push(&d->files, f);
    return k;
}

size_t page_place(PageData *d, const char *directory, const SourcePlace *p) {
    const char *file = p->file ? p->file : "", *function = p->function ? p->function : "";
    char *key = xasprintf("%s\n%s\n%u:%u\n%s", directory, file, p->line, p->column, function);
    uint64_t hash = hash_string(key);
    uint32_t number = index_find(&d->by_place, hash, n, !strcmp(d->keys.data[n], key));
    if (number != INDEX_NONE) {
        free(key);
        return number;
    }
    index_add(&d->by_place, hash, (uint32_t)d->keys.len);
    vec_push(&d->keys, key);
    size_t at = *file ? page_file_number(d, directory, file) : SIZE_MAX;
    if (*file && p->line) vec_push(&d->files.data[at].used, p->line);
    json_t *j = json_array();
    json_array_append_new(j, json_integer(*file ? (json_int_t)at : -1));
    json_array_append_new(j, json_integer(p->line));
    json_array_append_new(j, json_integer(p->column));
    json_array_append_new(j, foreign_json(function));
    json_array_append_new(d->places, j);
    return d->keys.len - 1;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Reads a source file, NULL if it is none. Binary files and devices are not for a page. */
static char *source_text(const char *path, size_t *n) {
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > LARGEST_FILE) return NULL;
    char *text = file_contents(path, n);
    if (!text || !memchr(text, 0, *n)) return text;
    free(text);
    return NULL;
}

/* Sets wanted[line] for the lines of a file that are shown, from 1 to n. */
static void choose_lines(const PageFile *f, bool whole, bool *wanted, size_t n) {
    for (size_t line = 1; whole && line <= n; line++) wanted[line] = true;
    for (size_t k = 0; k < f->used.len; k++) {
        size_t line = f->used.data[k], first = line > LINES_AROUND ? line - LINES_AROUND : 1;
        for (; first <= n && first <= line + LINES_AROUND; first++) wanted[first] = true;
    }
}

/* Returns the numbers of the first lines and the texts of the stretches that are wanted. */
static json_t *page_chunks(char *text, const bool *wanted, size_t n) {
    json_t *chunks = json_array();
    char *s = text;
    for (size_t line = 1; line <= n;) {
        char *start = s, *end = s;
        size_t first = line;
        bool take = wanted[line];
        for (; line <= n && wanted[line] == take; line++) {
            end = s + strcspn(s, "\n");
            s = *end ? end + 1 : end;
        }
        if (!take) continue;
        char kept = *end;
        *end = 0;
        json_t *chunk = json_array();
        json_array_append_new(chunk, json_integer((json_int_t)first));
        json_array_append_new(chunk, foreign_json(start));
        json_array_append_new(chunks, chunk);
        *end = kept;
    }
    return chunks;
}

static void put_source(json_t *j, const PageFile *f) {
    size_t length = 0, n = 0;
    char *text = source_text(f->path, &length);
    if (!text) return;
    for (size_t k = 0; k < length; k++) n += text[k] == '\n';
    n += length && text[length - 1] != '\n';
    bool *wanted = xcalloc(n + 2, sizeof *wanted);
    choose_lines(f, length <= WHOLE_FILE, wanted, n);
    json_object_set_new(j, "n", json_integer((json_int_t)n));
    json_object_set_new(j, "chunks", page_chunks(text, wanted, n));
    free(wanted);
    free(text);
}

/* --- coverage --------------------------------------------------------------------------------- */

/* Adds what was executed: lines (negative: not), branches by line, functions. */
static void put_coverage(json_t *j, const FileCoverage *c) {
    json_t *lines = json_array(), *branches = json_array(), *functions = json_array();
    for (size_t k = 0; k < c->lines.len; k++) {
        json_int_t line = c->lines.data[k].line;
        json_array_append_new(lines, json_integer(c->lines.data[k].executed ? line : -line));
    }
    for (size_t k = 0; k < c->branches.len; k++) {
        const BranchCoverage *b = &c->branches.data[k];
        int sides = b->executed ? b->side[0] + 2 * b->side[1] : -1;
        json_array_append_new(branches, json_pack("[i, i]", (int)b->line, sides));
    }
    for (size_t k = 0; k < c->functions.len; k++) {
        const FunctionCoverage *f = &c->functions.data[k];
        json_t *x = json_array();
        json_array_append_new(x, foreign_json(f->name));
        json_array_append_new(x, json_integer(f->line));
        json_array_append_new(x, json_integer(f->executed));
        json_array_append_new(functions, x);
    }
    json_object_set_new(j, "lines", lines);
    json_object_set_new(j, "branches", branches);
    json_object_set_new(j, "functions", functions);
}

/* Whether a file with this name belongs to Heddle: libc and the runtime. */
static bool is_of_heddle(const PageFile *f) {
    return has_prefix(f->shown, "heddle/") || has_prefix(f->shown, "musl/");
}

json_t *page_files(PageData *d, const Coverage *c) {
    json_t *all = json_array();
    size_t ncovered = c ? c->files.len : 0;
    size_t *number = xcalloc(ncovered + 1, sizeof *number);
    for (size_t k = 0; k < ncovered; k++)
        number[k] = page_file_number(d, c->directory, c->files.data[k].file);
    for (size_t k = 0; k < d->files.len; k++) {
        const PageFile *f = &d->files.data[k];
        json_t *j = json_object();
        json_object_set_new(j, "name", foreign_json(f->shown));
        put_source(j, f);
        if (is_of_heddle(f) && !json_object_get(j, "n"))
            json_object_set_new(j, "library", json_true());
        for (size_t i = 0; i < ncovered; i++)
            if (number[i] == k) put_coverage(j, &c->files.data[i]);
        json_array_append_new(all, j);
    }
    free(number);
    return all;
}
