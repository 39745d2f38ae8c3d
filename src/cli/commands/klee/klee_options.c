/* klee_options.c — see klee_options.h. */
#include "cli/commands/klee/klee_options.h"
#include "cli/commands/klee/symbolic_parts.h"
#include <stdio.h>
#include <stdlib.h>

/* --- names of options --- */

static const struct {
    const char *name, *here;
} klee_names[] = {
    {"allocate-determ", "leave it out: addresses are always the same"},
    {"check-div-zero",
     "leave it out: it is always checked (--checks=no-arithmetic switches it off)"},
    {"check-overshift", "leave it out: shifts are as on the machine"},
    {"emit-all-errors",
     "leave it out: each finding is told once, with the number of runs that have it"},
    {"entry-point", "--entry=FUNCTION"},
    {"env-file", "--env=NAME=VALUE"},
    {"exit-on-error", "--stop-at-first"},
    {"exit-on-error-type", "--stop-at-first, and --checks=LIST says which kinds count"},
    {"external-calls", "leave it out: libc and the kernel are emulated"},
    {"fd-fail", "--faults=N"},
    {"kdalloc", "leave it out: freed memory is always told from memory in use"},
    {"libc", "leave it out: the program always has a libc"},
    {"link-llvm-lib", "give the file beside the program"},
    {"max-depth", "--max-steps=N or --max-traces=N"},
    {"max-fail", "--faults=N"},
    {"max-forks", "--max-traces=N"},
    {"max-instructions", "--max-time=SECONDS or --max-traces=N"},
    {"max-solver-time", "--solver-timeout=MS"},
    {"max-static-fork-pct", "--search=coverage"},
    {"max-tests", "--max-traces=N"},
    {"only-output-states-covering-new", "--tests=new-coverage"},
    {"only-replay-seeds", "heddle replay TEST.ktest FILE"},
    {"optimize", "leave it out: the program is optimised as far as it means the same"},
    {"output-dir", "--out=DIR"},
    {"output-source", "--dump-code"},
    {"output-stats", "--stats=FILE"},
    {"output-istats", "--stats=FILE, and heddle cover"},
    {"posix-runtime", "leave it out: files, sockets and threads are always emulated"},
    {"readable-posix-inputs", "leave it out: values are not chosen to be readable"},
    {"replay-ktest-dir", "heddle replay TEST.ktest FILE for each test"},
    {"replay-ktest-file", "heddle replay TEST.ktest FILE"},
    {"rng-initial-seed", "--seed=N"},
    {"run-in-dir", "--files=DIR, the folder that the program sees as its root"},
    {"seed-file", "leave it out: explorations do not start from tests"},
    {"simplify-sym-indices", "leave it out: it is always done"},
    {"solver-backend", "--solver=NAME"},
    {"stats-write-interval", "leave it out: --stats=FILE has a line each second"},
    {"switch-type", "leave it out: a switch has a side for each target"},
    {"use-batching-search", "leave it out: the order of the search is --search"},
    {"use-cex-cache", "leave it out: answers are always kept"},
    {"use-forked-solver", "leave it out: the solver runs in the same process, and can be stopped"},
    {"use-independent-solver", "leave it out: it is always done"},
    {"use-merge", "leave it out: known states are always recognised (--cutoffs)"},
    {"warnings-only-to-file", "--quiet, and --summary=FILE has the warnings"},
    {"watchdog", "--max-time=SECONDS"},
    {"write-cov", "heddle cover"},
    {"write-kqueries", "klee_print_expr tells expressions"},
    {"write-paths", "each test has its schedule and inputs"},
    {"write-test-info", "heddle show TEST"},
};

char *klee_option_hint(const char *argument) {
    const char *name = argument + 1 + (argument[0] && argument[1] == '-');
    size_t n = strcspn(name, "=");
    if (argument[0] != '-') return NULL;
    for (size_t k = 0; k < ARRAY_LEN(klee_names); k++)
        if (strlen(klee_names[k].name) == n && !strncmp(klee_names[k].name, name, n))
            return xasprintf("%.*s is an option of KLEE; here: %s",
                             (int)(name - argument + (long)n), argument, klee_names[k].here);
    return NULL;
}

/* --- arguments of the program --- */

/* Appends an option and its words, which have colons between. */
static void add_words(Arena *made, StringList *out, const char *option, const char *text) {
    vec_push(out, option);
    for (;;) {
        size_t n = strcspn(text, ":");
        char *word = arena_alloc(made, n + 1);
        memcpy(word, text, n);
        word[n] = 0;
        vec_push(out, word);
        if (!text[n]) return;
        text += n + 1;
    }
}

void klee_arguments(const TestSettings *s, const TestBuild *b, StringList *out) {
    size_t given = b->narguments - symbolic_parts_arguments(s);
    for (size_t k = 0; k < given; k++) vec_push(out, b->arguments[k]);
    for (size_t k = 0; k < s->sym_args.len; k++) {
        const char *text = s->sym_args.data[k];
        add_words(s->made, out, strchr(text, ':') ? "--sym-args" : "--sym-arg", text);
    }
    if (s->sym_stdin) {
        char *text = xasprintf("%llu", (unsigned long long)s->sym_stdin);
        add_words(s->made, out, "--sym-stdin", text);
        free(text);
    }
    for (size_t k = 0; k < s->sym_files.len; k++)
        add_words(s->made, out, "--sym-files", s->sym_files.data[k]);
}

/* Returns the words behind an option, with colons between; NULL if there are fewer than `n`. */
static const char *words_behind(Arena *made, char *const *arguments, size_t left, size_t n) {
    StrBuf b = {0};
    str_add(&b, "");
    if (left < n) return NULL;
    for (size_t k = 0; k < n; k++) str_addf(&b, "%s%s", k ? ":" : "", arguments[k]);
    const char *text = arena_strdup(made, b.data);
    vec_free(&b);
    return text;
}

void klee_take_arguments(TestSettings *s, char *const *arguments, size_t n, StringList *out) {
    static const struct {
        const char *name;
        size_t words;
    } options[] = {
        {"sym-arg", 1}, {"sym-args", 3}, {"sym-stdin", 1}, {"sym-files", 2}, {"sym-stdout", 0}};
    for (size_t k = 0; k < n; k++) {
        const char *name = arguments[k];
        size_t which = 0;
        name += *name == '-' ? 1 + (name[1] == '-') : strlen(name);
        while (which < ARRAY_LEN(options) && strcmp(options[which].name, name) != 0) which++;
        const char *text =
            which == ARRAY_LEN(options)
                ? NULL
                : words_behind(s->made, arguments + k + 1, n - k - 1, options[which].words);
        if (!text) {
            vec_push(out, arguments[k]);
            continue;
        }
        if (which < 2) vec_push(&s->sym_args, text);
        if (which == 2) s->sym_stdin = strtoull(text, NULL, 10);
        if (which == 3) vec_push(&s->sym_files, text);
        k += options[which].words;
    }
}
