/* system.c — see system.h. */
#include "vm/system/system.h"
#include <stdlib.h>

#define SYMBOLIC_MAX (1u << 20)
#define SYMBOLIC_ARGUMENTS 100
#define COUNT_MAX (1u << 28)

static bool read_count(const char *s, uint32_t max, uint32_t *value) {
    if (!*s || s[strspn(s, "0123456789")] || strlen(s) > 9) return false;
    *value = (uint32_t)strtoul(s, NULL, 10);
    return *value <= max;
}

static bool set_symbolic(SystemOptions *s, const char *value, char **error) {
    SymbolicData d = {0};
    if (!strcmp(value, "random")) {
        s->symbolic_random = true;
        return true;
    }
    const char *size = strrchr(value, ':');
    char *digits = xstrdup(size ? size + 1 : ""), *at = strchr(digits, '@');
    if (at) *at++ = 0;
    bool fine = size && read_count(digits, SYMBOLIC_MAX, &d.size) && d.size &&
                (!at || read_count(at, SYMBOLIC_MAX, &d.offset));
    d.whole = !at;
    free(digits);
    char *what = strndup(value, size ? (size_t)(size - value) : 0);
    if (!strcmp(what, "stdin"))
        d.kind = SYMBOLIC_STDIN;
    else if (!strncmp(what, "arg", 3)) {
        d.kind = SYMBOLIC_ARGUMENT;
        fine &= read_count(what + 3, 99, &d.number) && d.number;
    } else if (!strncmp(what, "env:", 4) && what[4] && !strchr(what, '=')) {
        d.kind = SYMBOLIC_VARIABLE;
        d.name = xstrdup(what + 4);
    } else if (!strncmp(what, "file:", 5) && what[5]) {
        d.kind = SYMBOLIC_FILE;
        d.name = xasprintf("%s%s", what[5] == '/' ? "" : "/", what + 5);
    } else
        fine = false;
    if (!fine)
        *error = xasprintf("symbolic=%s: not WHAT:SIZE[@OFFSET] with WHAT stdin, argN, env:NAME or "
                           "file:PATH and SIZE from 1 to %u, nor random",
                           value, SYMBOLIC_MAX);
    else if (d.kind != SYMBOLIC_STDIN && system_symbolic(s, d.kind, d.number, d.name)) {
        *error = xasprintf("symbolic=%s: given twice", value);
        fine = false;
    }
    if (fine)
        vec_push(&s->symbolic, d);
    else
        free(d.name);
    free(what);
    return fine;
}

/* Reads `n` numbers with colons between. */
static bool read_counts(const char *text, uint32_t *out, unsigned n, uint32_t most) {
    for (unsigned k = 0; k < n; k++) {
        size_t length = strcspn(text, ":");
        char *one = strndup(text, length);
        bool fine = read_count(one, most, &out[k]) && (k + 1 < n) == (text[length] == ':');
        free(one);
        if (!fine) return false;
        text += length + 1;
    }
    return true;
}

static bool is_argument_free(const SystemOptions *s, uint32_t first) {
    for (size_t k = 0; k < s->symbolic.len; k++)
        if (s->symbolic.data[k].kind == SYMBOLIC_ARGUMENT && s->symbolic.data[k].number >= first)
            return false;
    return true;
}

static bool set_arguments(SystemOptions *s, const char *value, char **error) {
    uint32_t n[4], counted = 0;
    bool fine = read_counts(value, n, 4, SYMBOLIC_MAX) && n[0] && n[1] <= n[2] && n[2] && n[3] &&
                n[0] + n[2] <= SYMBOLIC_ARGUMENTS && is_argument_free(s, n[0]);
    if (!fine) {
        *error = xasprintf("sym-args=%s: not FIRST:LEAST:MOST:SIZE with up to %d arguments behind "
                           "other symbolic ones",
                           value, SYMBOLIC_ARGUMENTS - 1);
        return false;
    }
    for (size_t k = 0; k < s->symbolic.len; k++)
        counted = MAX(counted, s->symbolic.data[k].counted);
    for (uint32_t k = 0; k < n[2]; k++)
        vec_push(&s->symbolic, ((SymbolicData){.kind = SYMBOLIC_ARGUMENT,
                                               .number = n[0] + k,
                                               .size = n[3],
                                               .whole = true,
                                               .counted = ++counted}));
    if (n[1] < n[2]) vec_push(&s->optional, ((OptionalArguments){n[0], n[1], n[2]}));
    return true;
}

static bool set_made_files(SystemOptions *s, const char *value, char **error) {
    uint32_t n[2];
    bool fine = read_counts(value, n, 2, SYMBOLIC_MAX) && n[0] && n[0] <= 26 && n[1];
    for (uint32_t k = 0; fine && k < n[0]; k++) {
        char *name = xasprintf("/%c", (char)('A' + k));
        fine = !system_symbolic(s, SYMBOLIC_FILE, 0, name);
        vec_push(&s->symbolic,
                 ((SymbolicData){.kind = SYMBOLIC_FILE, .name = name, .size = n[1], .made = true}));
    }
    if (!fine) *error = xasprintf("sym-files=%s: not COUNT:SIZE with up to 26 files", value);
    return fine;
}

static bool set_keep_going(SystemOptions *s, const char *value, char **error) {
    if (!strcmp(value, "none"))
        s->keep_going = KEEP_GOING_NONE;
    else if (!strcmp(value, "benign"))
        s->keep_going = KEEP_GOING_BENIGN;
    else if (!strcmp(value, "all"))
        s->keep_going = KEEP_GOING_ALL;
    else {
        *error = xasprintf("keep-going=%s: not none, benign or all", value);
        return false;
    }
    return true;
}

bool system_set(SystemOptions *s, const char *setting, char **error) {
    static const struct {
        const char *name, *no, *yes;
    } choices[] = {{"fds", "posix", "per-thread"},  {"stdout", "independent", "ordered"},
                   {"waits", "quiet", "woken"},     {"time", "any", "real"},
                   {"signals", "any", "main"},      {"programs", "absent", "refused"},
                   {"behind-errors", "stop", "any"}};
    bool *const chosen[] = {&s->fds_per_thread, &s->ordered_output, &s->woken,        &s->real,
                            &s->to_main,        &s->no_processes,   &s->behind_errors};
    const char *value = strchr(setting, '=');
    if (!value) {
        *error = xasprintf("%s: not NAME=VALUE", setting);
        return false;
    }
    size_t n = (size_t)(value++ - setting);
    for (size_t k = 0; k < ARRAY_LEN(choices); k++)
        if (n == strlen(choices[k].name) && !strncmp(setting, choices[k].name, n)) {
            bool yes = !strcmp(value, choices[k].yes);
            if (!yes && strcmp(value, choices[k].no)) {
                *error = xasprintf("%s: not %s or %s", setting, choices[k].no, choices[k].yes);
                return false;
            }
            *chosen[k] = yes;
            return true;
        }
    if (n == 10 && !strncmp(setting, "keep-going", n)) return set_keep_going(s, value, error);
    if (n == 5 && !strncmp(setting, "files", n)) {
        free(s->files_path);
        s->files_path = xstrdup(value);
        return true;
    }
    const struct {
        const char *name;
        uint32_t *value;
    } counts[] = {{"faults", &s->max_faults},     {"max-timeouts", &s->max_timeouts},
                  {"max-sleeps", &s->max_sleeps}, {"max-signals", &s->max_signals},
                  {"max-steps", &s->max_steps},   {"max-threads", &s->max_threads}};
    for (size_t k = 0; k < ARRAY_LEN(counts); k++)
        if (n == strlen(counts[k].name) && !strncmp(setting, counts[k].name, n)) {
            if (read_count(value, COUNT_MAX, counts[k].value)) {
                if (counts[k].value == &s->max_signals) s->no_signals = !s->max_signals;
                return true;
            }
            *error = xasprintf("%s: not a number up to %u", setting, COUNT_MAX);
            return false;
        }
    if (n == 8 && !strncmp(setting, "symbolic", n)) return set_symbolic(s, value, error);
    if (n == 8 && !strncmp(setting, "sym-args", n)) return set_arguments(s, value, error);
    if (n == 9 && !strncmp(setting, "sym-files", n)) return set_made_files(s, value, error);
    *error = xasprintf("%s: no setting of the system has this name", setting);
    return false;
}

void system_clear(SystemOptions *s) {
    free(s->files_path);
    for (size_t k = 0; k < s->symbolic.len; k++) free(s->symbolic.data[k].name);
    vec_free(&s->symbolic);
    vec_free(&s->optional);
    *s = (SystemOptions){0};
}

const SymbolicData *system_symbolic(const SystemOptions *s, SymbolicKind kind, uint32_t number,
                                    const char *name) {
    for (size_t k = 0; k < s->symbolic.len; k++) {
        const SymbolicData *d = &s->symbolic.data[k];
        if (kind == SYMBOLIC_STDIN && d->kind == kind && !number--) return d;
        if (kind != SYMBOLIC_STDIN && d->kind == kind && d->number == number &&
            (!d->name || !strcmp(d->name, name)))
            return d;
    }
    return NULL;
}
