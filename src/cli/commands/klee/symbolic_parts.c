/* symbolic_parts.c — see symbolic_parts.h. */
#include "cli/commands/klee/symbolic_parts.h"
#include <stdio.h>
#include <stdlib.h>

void symbolic_parts_set(TestBuild *b, const char *setting) {
    b->system = xrealloc(b->system, (b->nsystem + 1) * sizeof *b->system);
    b->system[b->nsystem++] = xstrdup(setting);
}

/* The least and the largest number of arguments that one --sym-arg or --sym-args adds, and the
 * length of each. False if the text is wrong. */
static bool read_symbolic_arguments(const char *text, unsigned n[3]) {
    int end = 0;
    if (text[strspn(text, "0123456789:")] || strlen(text) > 24) return false;
    bool one = !strchr(text, ':');
    n[0] = n[1] = 1;
    int got = one ? sscanf(text, "%u%n", &n[2], &end)
                  : sscanf(text, "%u:%u:%u%n", &n[0], &n[1], &n[2], &end);
    return got == (one ? 1 : 3) && !text[end] && n[0] <= n[1] && n[1] && n[2];
}

size_t symbolic_parts_arguments(const TestSettings *s) {
    size_t all = 0;
    unsigned n[3];
    for (size_t k = 0; k < s->sym_args.len; k++)
        all += read_symbolic_arguments(s->sym_args.data[k], n) ? n[1] : 0;
    return all;
}

void symbolic_parts_add(TestBuild *b, const TestSettings *s, size_t given) {
    size_t first = given + 1;
    for (size_t k = 0; k < s->sym_args.len; k++) {
        unsigned n[3];
        if (!read_symbolic_arguments(s->sym_args.data[k], n)) continue;
        char *text = xasprintf("sym-args=%zu:%u:%u:%u", first, n[0], n[1], n[2]);
        symbolic_parts_set(b, text);
        free(text);
        first += n[1];
    }
    if (s->sym_stdin) {
        char *text = xasprintf("symbolic=stdin:%llu", (unsigned long long)s->sym_stdin);
        symbolic_parts_set(b, text);
        free(text);
    }
    for (size_t k = 0; k < s->sym_files.len; k++) {
        char *text = xasprintf("sym-files=%s", s->sym_files.data[k]);
        symbolic_parts_set(b, text);
        free(text);
    }
}

bool symbolic_parts_fine(const TestSettings *s, char **error) {
    unsigned n[3];
    for (size_t k = 0; k < s->sym_args.len; k++) {
        const char *text = s->sym_args.data[k];
        if (read_symbolic_arguments(text, n)) continue;
        *error = strchr(text, ':')
                     ? xasprintf("--sym-args %s: not MIN MAX LEN, numbers with MIN up to MAX", text)
                     : xasprintf("--sym-arg %s: not a length from 1 on", text);
        return false;
    }
    if (s->sym_files.len > 1) *error = xstrdup("--sym-files can be given once");
    return s->sym_files.len <= 1;
}
