/* options.c — parses command lines by a table of options and prints the table as help. See
 * options.h. */
#include "cli/options.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether `value` is one of the alternatives of "a|b|c". */
static bool listed(const char *list, const char *value) {
    size_t n = strlen(value);
    for (const char *s = list; s && *s;) {
        size_t m = strcspn(s, "|");
        if (m == n && !strncmp(s, value, n)) return true;
        s += m + (s[m] == '|');
    }
    return false;
}

static bool option_has_name(const Option *o, const char *value) {
    if (o->names)
        for (const char *const *s = o->names(); *s; s++)
            if (!strcmp(*s, value)) return true;
    return false;
}

/* Returns the possible values: "a, b or c". The caller frees. */
static char *choices_text(const Option *o) {
    StringList all = {0};
    Arena *arena = arena_new();
    for (const char *s = o->choices; s && *s;) {
        size_t m = strcspn(s, "|");
        char *one = arena_alloc(arena, m + 1);
        memcpy(one, s, m);
        vec_push(&all, one);
        s += m + (s[m] == '|');
    }
    if (o->names)
        for (const char *const *s = o->names(); *s; s++) vec_push(&all, *s);
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t i = 0; i < all.len; i++)
        str_addf(&b, "%s%s", i == 0 ? "" : i + 1 == all.len ? " or " : ", ", all.data[i]);
    vec_free(&all);
    arena_free(arena);
    return b.data;
}

static unsigned distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n > 63 || m > 63) return 100;
    unsigned row[64];
    for (size_t k = 0; k <= m; k++) row[k] = (unsigned)k;
    for (size_t i = 1; i <= n; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t k = 1; k <= m; k++) {
            unsigned up = row[k];
            unsigned best = diagonal + (a[i - 1] != b[k - 1]);
            best = MIN(best, up + 1);
            best = MIN(best, row[k - 1] + 1);
            row[k] = best;
            diagonal = up;
        }
    }
    return row[m];
}

static char *unknown_option(const OptionParser *p, const char *arg) {
    const Option *best = NULL;
    unsigned nearest = 3;
    if (!strncmp(arg, "--", 2)) {
        char *name = strndup(arg + 2, strcspn(arg + 2, "="));
        for (const Option *o = p->table; o->name; o++) {
            unsigned d = distance(name, o->name);
            if (d < nearest) {
                nearest = d;
                best = o;
            }
        }
        free(name);
    }
    if (best) return xasprintf("unknown option '%s'; did you mean --%s?", arg, best->name);
    return xasprintf("unknown option '%s' (see heddle %s --help)", arg, p->command);
}

static bool parse_count(const char *text, uint64_t *out) {
    if (!*text || strspn(text, "0123456789") != strlen(text)) return false;
    errno = 0;
    *out = strtoull(text, NULL, 10);
    return errno == 0;
}

static bool parse_seconds(const char *text, double *out) {
    char *end;
    if (!*text || strspn(text, "0123456789.eE+-") != strlen(text)) return false;
    *out = strtod(text, &end);
    return *end == 0 && *out >= 0 && *out < 1e15;
}

static char *zero_refused(const Option *o) {
    return xasprintf("--%s: must be more than 0 (omit the option for the default)", o->name);
}

static char *set_value(const Option *o, const char *value, void *settings) {
    void *at = (char *)settings + o->offset;
    switch (o->type) {
    case OPTION_FLAG: *(bool *)at = true; return NULL;
    case OPTION_OPTIONAL: *(const char **)at = value ? value : ""; return NULL;
    case OPTION_STRING:
        if (!*value) return xasprintf("--%s needs a value that is not empty", o->name);
        *(const char **)at = value;
        return NULL;
    case OPTION_WORDS:
    case OPTION_STRINGS: {
        StringList *list = at;
        vec_push(list, value);
        return NULL;
    }
    case OPTION_COUNT:
        if (o->unlimited && !strcmp(value, "unlimited")) {
            *(uint64_t *)at = OPTION_UNLIMITED;
            return NULL;
        }
        if (!parse_count(value, at))
            return xasprintf("--%s: '%s' is not a whole number", o->name, value);
        if (o->max && *(uint64_t *)at > o->max)
            return xasprintf("--%s: %s is out of range (%d to %llu)", o->name, value, o->positive,
                             (unsigned long long)o->max);
        return o->positive && !*(uint64_t *)at ? zero_refused(o) : NULL;
    case OPTION_SECONDS:
        if (!parse_seconds(value, at))
            return xasprintf("--%s: '%s' is not a number of seconds", o->name, value);
        return o->positive && *(double *)at == 0 ? zero_refused(o) : NULL;
    case OPTION_CHOICE: {
        if (listed(o->choices, value) || option_has_name(o, value)) {
            *(const char **)at = value;
            return NULL;
        }
        if (listed(o->later, value) || (o->later && !strcmp(o->later, "*")))
            return xasprintf("--%s=%s is not available in this version", o->name, value);
        char *choices = choices_text(o);
        char *e = xasprintf("--%s: '%s' is unknown; expected %s", o->name, value, choices);
        free(choices);
        return e;
    }
    case OPTION_LATER: break;
    }
    return xasprintf("--%s is not available in this version", o->name);
}

/* Finds the table's entry for `arg`; *value is the value attached to `arg`, or NULL. */
static const Option *find_option(const Option *table, const char *arg, const char **value) {
    *value = NULL;
    if (!strncmp(arg, "--", 2)) {
        size_t n = strcspn(arg + 2, "=");
        if (arg[2 + n]) *value = arg + 2 + n + 1;
        for (const Option *o = table; o->name; o++)
            if (strlen(o->name) == n && !strncmp(o->name, arg + 2, n)) return o;
        return NULL;
    }
    for (const Option *o = table; o->name; o++)
        if (o->letter && o->letter == arg[1]) {
            if (arg[2] && o->type == OPTION_FLAG) continue;
            if (arg[2]) *value = arg + 2;
            return o;
        }
    return NULL;
}

void command_words_clear(CommandWords *w) {
    vec_free(&w->positional);
    vec_free(&w->trailing);
    for (size_t k = 0; k < w->made.len; k++) free(w->made.data[k]);
    vec_free(&w->made);
}

static size_t count_words(const char *text) {
    size_t n = *text != 0;
    for (; *text; text++) n += *text == ' ';
    return n;
}

/* Takes the words of such an option behind argv[*i]. Returns them with colons between, or NULL with
 * one line in *error. */
static char *take_words(const Option *o, int argc, char **argv, int *i, char **error) {
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t n = count_words(o->value); n > 0; n--) {
        if (*i + 1 >= argc) {
            *error =
                xasprintf("--%s needs %zu words: %s", o->name, count_words(o->value), o->value);
            vec_free(&b);
            return NULL;
        }
        str_addf(&b, "%s%s", b.len ? ":" : "", argv[++*i]);
    }
    return b.data;
}

bool options_parse(const OptionParser *p, int argc, char **argv, void *settings,
                   CommandWords *words, char **error) {
    for (int i = 0; i < argc; i++) {
        char *arg = argv[i];
        if (arg[0] != '-' || arg[1] == 0) {
            vec_push(&words->positional, arg);
            continue;
        }
        if (!strcmp(arg, "--")) {
            if (!p->trailing) {
                *error = xasprintf("heddle %s takes no arguments after --", p->command);
                return false;
            }
            for (i++; i < argc; i++) vec_push(&words->trailing, argv[i]);
            return true;
        }
        if (!strcmp(arg, "--help") || !strcmp(arg, "-h")) {
            words->help = true;
            return true;
        }
        const char *value;
        /* The hook comes first: -include differs from --include, and -std= from a short option
         * -s. */
        if (p->other) {
            int taken = p->other(settings, argc, argv, &i, error);
            if (taken < 0) return false;
            if (taken) continue;
        }
        const Option *o = find_option(p->table, arg, &value);
        if (!o) {
            *error = unknown_option(p, arg);
            return false;
        }
        bool none = o->type == OPTION_FLAG;
        if (none && value) {
            *error = xasprintf("--%s takes no value", o->name);
            return false;
        }
        if (!value && o->type == OPTION_WORDS) {
            char *words_text = take_words(o, argc, argv, &i, error);
            if (!words_text) return false;
            vec_push(&words->made, words_text);
            value = words_text;
        }
        if (!value && !none && o->type != OPTION_OPTIONAL && o->type != OPTION_LATER) {
            if (i + 1 >= argc) {
                *error = xasprintf("%s needs a value", arg);
                return false;
            }
            value = argv[++i];
        }
        *error = set_value(o, value, settings);
        if (*error) return false;
    }
    return true;
}

void options_help(const Option *table, void *out) {
    for (const Option *o = table; o->name; o++) {
        if (o->group) fprintf(out, "\n%s:\n", o->group);
        if (o->type == OPTION_LATER) continue;
        StrBuf left = {0};
        if (o->letter)
            str_addf(&left, "  -%c%s, ", o->letter, o->type == OPTION_FLAG ? "" : o->value);
        else
            str_add(&left, "  ");
        str_addf(&left, "--%s", o->name);
        char *choices = choices_text(o);
        if (o->type == OPTION_OPTIONAL)
            str_addf(&left, "[=%s]", o->value);
        else if (o->type == OPTION_CHOICE && !o->value) {
            str_addc(&left, '=');
            for (const char *s = o->choices; s && *s; s++) str_addc(&left, *s);
            if (o->names)
                for (const char *const *s = o->names(); *s; s++)
                    str_addf(&left, "%s%s", s == o->names() && !o->choices ? "" : "|", *s);
        } else if (o->type != OPTION_FLAG)
            str_addf(&left, "%c%s", o->type == OPTION_WORDS ? ' ' : '=', o->value);
        free(choices);
        bool long_ = left.len > 27;
        fprintf(out, "%s%s", left.data, long_ ? "\n" : "");
        int column = long_ ? 0 : (int)left.len;
        /* The description, wrapped at 79 columns. */
        char *more = o->more_help ? o->more_help() : NULL,
             *help = xasprintf("%s%s", o->help, more ? more : "");
        const char *s = help;
        fprintf(out, "%*s", 28 - column, "");
        column = 28;
        while (*s) {
            size_t n = strcspn(s, " ");
            if (column > 28 && column + (int)n > 79) {
                fprintf(out, "\n%*s", 28, "");
                column = 28;
            }
            fprintf(out, "%.*s", (int)n, s);
            column += (int)n;
            s += n;
            if (*s == ' ') {
                s++;
                if (column + 1 + (int)strcspn(s, " ") <= 79) {
                    fputc(' ', out);
                    column++;
                } else if (*s) {
                    fprintf(out, "\n%*s", 28, "");
                    column = 28;
                }
            }
        }
        fputc('\n', out);
        free(help);
        free(more);
        vec_free(&left);
    }
}
