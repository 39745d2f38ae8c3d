/* suppress.c — reads rules and matches findings with them. See suppress.h. */
#include "finding/suppress.h"
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Rule {
    char *kind, *pattern;
    uint32_t line; /* 0: any */
} Rule;

struct Suppressions {
    VEC(Rule) rules;
};

void suppressions_free(Suppressions *s) {
    if (!s) return;
    for (size_t i = 0; i < s->rules.len; i++) {
        free(s->rules.data[i].kind);
        free(s->rules.data[i].pattern);
    }
    vec_free(&s->rules);
    free(s);
}

/* Parses one line without its comment and surrounding space; sets *error if it is no rule. */
static void parse_line(Suppressions *s, char *text, const char *shown, unsigned number,
                       char **error) {
    text[strcspn(text, "#")] = 0;
    while (isspace((unsigned char)*text)) text++;
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1])) text[--n] = 0;
    if (!n) return;
    char *colon = strchr(text, ':');
    if (!colon || colon == text || !colon[1]) {
        *error = xasprintf("%s:%u: a rule kind:function-or-file[:line], race:variable or "
                           "uninitialised:variable is needed, not '%s'",
                           shown, number, text);
        return;
    }
    *colon = 0;
    char *pattern = colon + 1, *last = strrchr(pattern, ':');
    Rule rule = {0};
    if (last) {
        const char *digits = last + 1;
        errno = 0;
        unsigned long line = strtoul(digits, NULL, 10);
        if (!*digits || strspn(digits, "0123456789") != strlen(digits) || errno || line == 0 ||
            line > UINT32_MAX || last == pattern) {
            *error = xasprintf("%s:%u: '%s' is no line number", shown, number, digits);
            return;
        }
        rule.line = (uint32_t)line;
        *last = 0;
    }
    static const char *const kinds[] = {"assertion", "memory",      "race",          "deadlock",
                                        "api",       "abort",       "arithmetic",    "leak",
                                        "hang",      "unreachable", "uninitialised", "*"};
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) known |= !strcmp(kinds[i], text);
    if (!known) {
        *error = xasprintf(
            "%s:%u: unknown kind '%s'; known: assertion, memory, race, deadlock, api, abort, "
            "arithmetic, leak, hang, unreachable, uninitialised, *",
            shown, number, text);
        return;
    }
    rule.kind = xstrdup(text);
    rule.pattern = xstrdup(pattern);
    vec_push(&s->rules, rule);
}

Suppressions *suppressions_parse(const char *text, const char *shown, char **error) {
    Suppressions *s = xcalloc(1, sizeof *s);
    *error = NULL;
    unsigned number = 1;
    while (*text && !*error) {
        size_t n = strcspn(text, "\n");
        char *line = strndup(text, n);
        parse_line(s, line, shown, number++, error);
        free(line);
        text += n + (text[n] == '\n');
    }
    if (!*error) return s;
    suppressions_free(s);
    return NULL;
}

Suppressions *suppressions_read(const char *path, char **error) {
    FILE *f = fopen(path, "r");
    StrBuf b = {0};
    str_add(&b, "");
    int c = 0;
    if (f)
        while ((c = getc(f)) != EOF) str_addc(&b, c ? (char)c : '?');
    Suppressions *s = NULL;
    if (!f || ferror(f))
        *error = xasprintf("%s: %s", path, strerror(errno));
    else
        s = suppressions_parse(b.data, path, error);
    if (f) fclose(f);
    vec_free(&b);
    return s;
}

/* Whether a rule matches a name, as a whole or up to one of the `ends`. */
static bool name_matches(const Rule *r, const char *name, const char *ends) {
    char *first = strndup(name, strcspn(name, ends));
    bool matches = fnmatch(r->pattern, name, 0) == 0 || fnmatch(r->pattern, first, 0) == 0;
    free(first);
    return matches;
}

/* Functions of plugins are called NAME@FILE. */
static bool place_matches(const Rule *r, const SourcePlace *p) {
    if (r->line && r->line != p->line) return false;
    if (p->function && *p->function && name_matches(r, p->function, "@")) return true;
    if (!p->file || !*p->file) return false;
    const char *slash = strrchr(p->file, '/');
    return fnmatch(r->pattern, p->file, 0) == 0 ||
           (slash && fnmatch(r->pattern, slash + 1, 0) == 0);
}

/* Whether a rule matches the name of the raced or uninitialised variable: for a structure, with the
 * member or without. */
static bool variable_matches(const Rule *r, const Finding *f) {
    if (r->line) return false;
    if (f->member && fnmatch(r->pattern, f->member, 0) == 0) return true;
    return f->variable && name_matches(r, f->variable, ".@");
}

bool suppressions_match(const Suppressions *s, const Finding *f) {
    for (size_t i = 0; i < s->rules.len; i++) {
        const Rule *r = &s->rules.data[i];
        if (strcmp(r->kind, "*") && strcmp(r->kind, f->kind)) continue;
        if (place_matches(r, &f->place) || (f->has_other && place_matches(r, &f->other_place)) ||
            variable_matches(r, f))
            return true;
    }
    return false;
}
