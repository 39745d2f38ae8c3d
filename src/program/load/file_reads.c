/* file_reads.c — see file_reads.h. */
#include "program/load/file_reads.h"
#include "base/tables/hash_set.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A set of reads consists of lines: the program's key, then a letter, a digest and a path each. */
enum { PROGRAM = 'P', CONTENTS = 'C', IDENTITY = 'I', ABSENT = 'A' };
#define DIGITS 32
#define PATH_AT (2 + DIGITS + 1)

/* Limits on the sets in a text, and on the places where names are looked for. A search in more
 * folders is not worth its time. */
enum { MOST_SETS = 8, MOST_PLACES = 20000 };

static void add_line(LoadRecord *r, char letter, Digest d, const char *path) {
    if (strchr(path, '\n'))
        r->reads_unknown = true;
    else
        str_addf(&r->reads, "%c %016" PRIx64 "%016" PRIx64 " %s\n", letter, d.lane[0], d.lane[1],
                 path);
}

bool reads_time_before(struct timespec a, struct timespec b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

/* Adds a file with these contents (NULL: it cannot be read). */
static void add_contents(LoadRecord *r, const char *path, const char *data, size_t len) {
    struct stat st;
    bool known = data && stat(path, &st) == 0 && reads_time_before(st.st_ctim, r->started) &&
                 reads_time_before(st.st_mtim, r->started);
    Digest d = digest_new();
    if (known) digest_add(&d, data, len);
    if (known)
        add_line(r, CONTENTS, d, path);
    else
        r->reads_unknown = true;
}

void reads_add_contents(LoadRecord *r, const char *path) {
    size_t len;
    char *data = file_contents(path, &len);
    add_contents(r, path, data, len);
    free(data);
}

bool reads_identify(Digest *d, const char *path) {
    struct stat st;
    if (stat(path, &st) != 0) return false;
    const uint64_t numbers[] = {(uint64_t)st.st_dev,          (uint64_t)st.st_ino,
                                (uint64_t)st.st_size,         (uint64_t)st.st_mtim.tv_sec,
                                (uint64_t)st.st_mtim.tv_nsec, (uint64_t)st.st_ctim.tv_sec,
                                (uint64_t)st.st_ctim.tv_nsec};
    digest_add(d, numbers, sizeof numbers);
    return true;
}

void reads_add_identity(LoadRecord *r, const char *path) {
    Digest d = digest_new();
    if (reads_identify(&d, path))
        add_line(r, IDENTITY, d, path);
    else
        r->reads_unknown = true;
}

static bool is_absent(const char *path) {
    struct stat st;
    return stat(path, &st) != 0;
}

/* --- dependencies of a compilation --- */

typedef VEC(char *) Names;

typedef struct Compiled {
    LoadRecord *record;
    const char *const *own; /* see reads_add_compiled */
    size_t nown;
    Names folders; /* searched folders, and those of including files: "" or ending in "/" */
    Names names;   /* names under which files were, or may have been, included */
    Names asked;   /* names about which only __has_include asked */
    HashSet seen;  /* entries of all three */
} Compiled;

static void add_once(Compiled *c, Names *to, char *name) {
    uint64_t hash = hash_combine(hash_string(name), (uint64_t)((char *)to - (char *)c));
    if (hash_set_add(&c->seen, hash))
        vec_push(to, name);
    else
        free(name);
}

/* Returns a path as the compiler writes it: without "./" at its beginning. */
static const char *plain_path(const char *path) {
    while (path[0] == '.' && path[1] == '/')
        for (path += 2; *path == '/';) path++;
    return path;
}

static void add_folder(Compiled *c, const char *path, size_t n) {
    char *name = strndup(path, n);
    const char *plain = plain_path(name);
    n = strlen(plain);
    while (n > 1 && plain[n - 1] == '/') n--;
    bool here = !n || (n == 1 && *plain == '.');
    add_once(c, &c->folders,
             here                      ? xstrdup("")
             : n == 1 && *plain == '/' ? xstrdup("/")
                                       : xasprintf("%.*s/", (int)n, plain));
    free(name);
}

/* Returns the end of the blanks at `s`. */
static const char *after_blanks(const char *s) { return s + strspn(s, " \t"); }

/* Whether the word occurs behind this character and any blanks: `# embed`, `GCC dependency`. */
static bool word_follows(const char *text, const char *word, char before) {
    for (const char *s = text; (s = strstr(s, word)); s++) {
        const char *b = s;
        while (b > text && (b[-1] == ' ' || b[-1] == '\t')) b--;
        if (b > text && b[-1] == before) return true;
    }
    return false;
}

/*
 * Collects the names that a source asks for without including them: __has_include says whether a
 * file of that name exists. False if the compilation may depend on more than options and files.
 */
static bool scan_source(Compiled *c, const char *text) {
    static const char *const others[] = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_embed"};
    for (size_t k = 0; k < ARRAY_LEN(others); k++)
        if (strstr(text, others[k])) return false;
    if (word_follows(text, "embed", '#') || word_follows(text, "dependency", 'C')) return false;
    static const char has[] = "__has_include";
    for (const char *s = text; (s = strstr(s, has));) {
        s += strlen(has);
        if (has_prefix(s, "_next")) s += strlen("_next");
        const char *at = after_blanks(s);
        if (*at != '(') {
            /* Only whether the macro is defined: `#ifdef __has_include`. */
            const char *before = s - 1;
            while (before > text && before[-1] != '\n') before--;
            before = after_blanks(before);
            if (*before != '#') return false;
            before = after_blanks(before + 1);
            if (has_prefix(before, "define")) return false;
            continue;
        }
        at = after_blanks(at + 1);
        char end = *at == '<' ? '>' : *at == '"' ? '"' : 0;
        size_t n = end ? strcspn(at + 1, "<>\"\n") : 0;
        if (!n || at[1 + n] != end) return false;
        add_once(c, &c->asked, strndup(at + 1, n));
    }
    return true;
}

/* Adds one file that the compiler read. */
static void add_read(Compiled *c, const char *path) {
    for (size_t k = 0; k < c->nown; k++) {
        if (!has_prefix(path, c->own[k])) continue;
        if (k == 0) return;
        add_once(c, &c->names, xstrdup(path + strlen(c->own[k])));
        reads_add_contents(c->record, path);
        return;
    }
    size_t len;
    char *text = file_contents(path, &len);
    add_contents(c->record, path, text, len);
    c->record->reads_unknown |= !text || strlen(text) != len || !scan_source(c, text);
    free(text);
    const char *slash = strrchr(path, '/');
    add_folder(c, path, slash ? (size_t)(slash - path) + (slash == path) : 0);
    /* The included name may be any end of the path. */
    add_once(c, &c->names, xstrdup(path));
    for (const char *s = path; (s = strchr(s, '/')); s++) add_once(c, &c->names, xstrdup(s + 1));
}

/* Returns the next word of a list of dependencies, which the caller frees, or NULL. */
static char *next_dependency(const char **list) {
    const char *s = *list;
    StrBuf path = {0};
    for (; *s && !path.len;) {
        s += strspn(s, " \n");
        if (*s == '\\' && s[1] == '\n') {
            s += 2;
            continue;
        }
        for (; *s && *s != ' ' && *s != '\n'; s++) {
            bool quoted =
                (*s == '\\' && (s[1] == ' ' || s[1] == '#')) || (*s == '$' && s[1] == '$');
            if (quoted) s++;
            str_addc(&path, *s);
        }
    }
    *list = s;
    return path.data;
}

/* Notes for each name in which of the folders it is absent. With `present`, also notes the
 * identities of files that are there. */
static void add_places(Compiled *c, const Names *names, bool present) {
    if (c->folders.len * names->len > MOST_PLACES) c->record->reads_unknown = true;
    for (size_t k = 0; k < c->folders.len && !c->record->reads_unknown; k++)
        for (size_t i = 0; i < names->len; i++) {
            const char *name = names->data[i];
            if (*name == '/' && k) continue;
            char *path = xasprintf("%s%s", *name == '/' ? "" : c->folders.data[k], name);
            if (is_absent(path))
                add_line(c->record, ABSENT, digest_new(), path);
            else if (present)
                reads_add_identity(c->record, path);
            free(path);
        }
}

static void names_free(Names *names) {
    for (size_t k = 0; k < names->len; k++) free(names->data[k]);
    vec_free(names);
}

void reads_add_compiled(LoadRecord *r, const ProgramOptions *o, const char *list,
                        const char *const *own, size_t n) {
    static const char *const searched[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH"};
    char *kernel = xasprintf("%s/kernel-include", o->resource_dir);
    Compiled c = {.record = r, .own = own, .nown = n};
    add_folder(&c, "", 0);
    add_folder(&c, kernel, strlen(kernel));
    free(kernel);
    for (size_t k = 0; k + 1 < o->ncompiler_args; k++)
        for (size_t i = 0; i < ARRAY_LEN(searched); i++)
            if (!strcmp(o->compiler_args[k], searched[i]))
                add_folder(&c, o->compiler_args[k + 1], strlen(o->compiler_args[k + 1]));
    for (size_t k = 0; k < ARRAY_LEN(variables); k++)
        for (const char *folders = getenv(variables[k]); folders;) {
            size_t len;
            const char *folder = next_folder(&folders, &len);
            add_folder(&c, folder, len);
        }
    /* Options passed unchanged to the preprocessor may name any file. */
    for (size_t k = 0; k < o->ncompiler_args; k++)
        r->reads_unknown |= has_prefix(o->compiler_args[k], "-Wp,");
    const char *s = strstr(list, ": ");
    if (!s) r->reads_unknown = true;
    for (s = s ? s + 2 : ""; !r->reads_unknown;) {
        char *path = next_dependency(&s);
        if (!path) break;
        add_read(&c, path);
        free(path);
    }
    add_places(&c, &c.names, false);
    add_places(&c, &c.asked, true);
    names_free(&c.folders);
    names_free(&c.names);
    names_free(&c.asked);
    hash_set_free(&c.seen);
}

/* --- kept sets --- */

/* Returns the first line of the next set behind `s`, or the end. */
static const char *next_set(const char *s) {
    do {
        s += strcspn(s, "\n");
        s += *s == '\n';
    } while (*s && *s != PROGRAM);
    return s;
}

static bool parse_digest(const char *digits, Digest *d) {
    return strspn(digits, "0123456789abcdef") == DIGITS &&
           sscanf(digits, "%16" SCNx64 "%16" SCNx64, &d->lane[0], &d->lane[1]) == 2;
}

char *reads_text(const LoadRecord *r, Digest program, const char *older) {
    StrBuf out = {0};
    str_addf(&out, "%c %016" PRIx64 "%016" PRIx64 "\n", PROGRAM, program.lane[0], program.lane[1]);
    size_t first = out.len;
    if (r->reads.len) str_add(&out, r->reads.data);
    for (size_t n = 1; older && *older && n < MOST_SETS; n++) {
        const char *end = next_set(older);
        if (strncmp(out.data, older, first) != 0) str_addf(&out, "%.*s", (int)(end - older), older);
        older = end;
    }
    return out.data;
}

/* Whether the file of a line is unchanged. */
static bool read_is_same(const char *line, size_t n) {
    Digest was, now = digest_new();
    if (n <= PATH_AT || !parse_digest(line + 2, &was)) return false;
    char *path = strndup(line + PATH_AT, n - PATH_AT);
    bool same = false;
    switch (*line) {
    case CONTENTS: same = digest_add_file(&now, path) && digest_equal(was, now); break;
    case IDENTITY: same = reads_identify(&now, path) && digest_equal(was, now); break;
    case ABSENT: same = is_absent(path); break;
    }
    free(path);
    return same;
}

bool reads_find(const char *text, Digest *program) {
    for (const char *set = text, *end; *set == PROGRAM; set = end) {
        end = next_set(set);
        bool same = parse_digest(set + 2, program);
        const char *s = set + strcspn(set, "\n");
        for (s += *s == '\n'; same && s < end;) {
            size_t n = strcspn(s, "\n");
            same = read_is_same(s, n);
            s += n + (s[n] == '\n');
        }
        if (same) return true;
    }
    return false;
}
