/*
 * command_seq.c — heddle seq: from a program with threads to the bitcode of a sequential one.
 */
#include "cli/cli.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct SeqSettings {
    const char *threads, *output, *entry;
    uint64_t bound;
    bool text;
    StringList compiler;
    Arena *made;
} SeqSettings;

#define AT(field) offsetof(SeqSettings, field)

static const Option options[] = {
    {"threads", 0, OPTION_STRING, AT(threads), "T,T'",
     .help = "The start routines of the two threads: that whose reads are interfered, then that whose writes "
             "interfere. FUNCTION#N is the N-th thread that main creates with this routine (N is 1 where it "
             "is left away, and 2 for T' where both are the same).",
     .group = "Options"},
    {"bound", 0, OPTION_COUNT, AT(bound), "K", .max = SEQUENTIALIZE_MOST,
     .help = "How many reads of T see what T' wrote (default: 2)."},
    {"output", 'o', OPTION_STRING, AT(output), "FILE",
     .help = "Write to FILE (default: PROGRAM.seq.bc, or .ll)."},
    {"text", 'S', OPTION_FLAG, AT(text), .help = "Write LLVM assembly, to be read, instead of bitcode."},
    {"entry", 0, OPTION_STRING, AT(entry), "FUNCTION", .help = "The program starts there, not at main."},
    {0},
};

const Option *command_seq_options(void) { return options; }

static void seq_help(void) {
    puts("usage: heddle seq PROGRAM... --threads=T,T' [OPTIONS]\n"
         "\n"
         "Turns a program (C sources, bitcode, or what heddle cc built) into a sequential one in which K\n"
         "reads of the thread T see what the thread T' wrote. Which ones is up to the inputs rds and wrts\n"
         "of the result; so any symbolic tester of sequential programs finds what goes wrong in T.\n"
         "The result needs <heddle/heddle_seq.c>:\n"
         "  heddle seq program.c --threads=add,stop --bound=2 -o out.bc\n"
         "  heddle test out.bc heddle_seq.c          or: clang-19 out.bc heddle_seq.c -o out\n"
         "heddle test --strategy=sequential does it all for each pair of threads.");
    options_help(options, stdout);
}

static int other_option(void *settings, int argc, char **argv, int *i, char **error) {
    SeqSettings *s = settings;
    return compiler_option(argc, argv, i, &s->compiler, s->made, error);
}

/* "add,stop#2" */
static bool parse_threads(const SeqSettings *s, Sequentialization *q) {
    const char *p = s->threads;
    if (!p) {
        cli_error("seq: --threads=T,T' is needed: the start routines of two threads");
        return false;
    }
    for (unsigned k = 0; k < 2; k++) {
        size_t n = strcspn(p, ","), name = strcspn(p, ",#");
        char *word = arena_strdup(s->made, p), *end = word + n;
        word[n] = 0;
        q->number[k] = 1;
        if (word[name] == '#') {
            q->number[k] = (unsigned)strtoul(word + name + 1, &end, 10);
            word[name] = 0;
        }
        q->routine[k] = word;
        bool last = p[n] != ',';
        if (!name || *end || !q->number[k] || q->number[k] > 1000 || last != (k == 1)) {
            cli_error("--threads=%s: two start routines are needed, T,T' (each may have a #NUMBER)",
                      s->threads);
            return false;
        }
        p += n + 1;
    }
    bool numbered = strchr(s->threads, '#') != NULL, same = !strcmp(q->routine[0], q->routine[1]);
    if (same && !numbered) q->number[1] = 2;
    if (same && q->number[0] == q->number[1]) {
        cli_error("--threads=%s: two threads are needed, these are one", s->threads);
        return false;
    }
    return true;
}

/* The program's name with another suffix. */
static const char *usual_output(Arena *made, const char *file, bool text) {
    const char *slash = strrchr(file, '/');
    char *base = arena_strdup(made, slash ? slash + 1 : file), *dot = strrchr(base, '.');
    if (dot && dot != base) *dot = 0;
    return joined(made, base, text ? ".seq.ll" : ".seq.bc");
}

static int sequentialize_files(SeqSettings *s, const StringList *files) {
    Sequentialization q = {.bound = (unsigned)s->bound};
    if (!parse_threads(s, &q)) return STATUS_USAGE;
    TestBuild build = {.files = (char **)files->data,
                       .nfiles = files->len,
                       .compiler = (char **)s->compiler.data,
                       .ncompiler = s->compiler.len,
                       .entry = arena_strdup(s->made, s->entry ? s->entry : "main")};
    const char *output = s->output ? s->output : usual_output(s->made, files->data[0], s->text);
    if (!cli_write_sequential(&build, &q, output, s->text)) return STATUS_USAGE;
    fprintf(stderr, "heddle: %s: %llu instructions, %llu before; to be linked with <heddle/heddle_seq.c>\n",
            output, (unsigned long long)q.after, (unsigned long long)q.before);
    return STATUS_NOTHING;
}

int command_seq(int argc, char **argv) {
    SeqSettings s = {.bound = 2, .made = arena_new()};
    OptionParser parser = {.command = "seq", .table = options, .other = other_option};
    CommandWords words = {0};
    char *error = NULL;
    int status = STATUS_USAGE;
    if (!options_parse(&parser, argc - 1, argv + 1, &s, &words, &error)) {
        cli_error("%s", error);
        free(error);
    } else if (words.help) {
        seq_help();
        status = STATUS_NOTHING;
    } else if (words.positional.len == 0) {
        cli_error("no program was given (see heddle seq --help)");
    } else {
        status = sequentialize_files(&s, &words.positional);
    }
    command_words_clear(&words);
    vec_free(&s.compiler);
    arena_free(s.made);
    return status;
}
