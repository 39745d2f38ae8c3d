/*
 * command_seq.c — heddle seq: translates a program with threads to the bitcode of a sequential one.
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
     .help = "The start routines of two threads: T, whose reads get interferences, and T', whose "
             "writes "
             "interfere. FUNCTION#N is the N-th thread that main creates with this routine "
             "(default: 1; 2 "
             "for T' if both routines are the same).",
     .group = "Options"},
    {"bound", 0, OPTION_COUNT, AT(bound), "K", .max = SEQUENTIALIZE_MOST,
     .help = "Number of reads of T that see a write of T' (default: 2)."},
    {"output", 'o', OPTION_STRING, AT(output), "FILE",
     .help = "Write to FILE (default: PROGRAM.seq.bc, or .ll)."},
    {"text", 'S', OPTION_FLAG, AT(text), .help = "Write LLVM assembly instead of bitcode."},
    {"entry", 0, OPTION_STRING, AT(entry), "FUNCTION",
     .help = "Start at this function instead of main."},
    {0},
};

const Option *command_seq_options(void) { return options; }

static void seq_help(void) {
    puts("usage: heddle seq PROGRAM... --threads=T,T' [OPTIONS]\n"
         "\n"
         "Turns a program (C sources, bitcode, or output of heddle cc) into a sequential one in "
         "which K\n"
         "reads of thread T see writes of thread T'. The inputs rds and wrts of the result select "
         "the reads\n"
         "and writes, so any symbolic tester for sequential programs finds the errors of T.\n"
         "The result must be linked with <heddle/heddle_seq.c>:\n"
         "  heddle seq program.c --threads=add,stop --bound=2 -o out.bc\n"
         "  heddle test out.bc heddle_seq.c          or: clang-19 out.bc heddle_seq.c -o out\n"
         "heddle test --strategy=sequential does all of this for each pair of threads.");
    options_help(options, stdout);
}

static int other_option(void *settings, int argc, char **argv, int *i, char **error) {
    SeqSettings *s = settings;
    return compiler_option(argc, argv, i, &s->compiler, s->made, error);
}

/* Parses "add,stop#2". False after an error message. */
static bool parse_threads(const SeqSettings *s, Sequentialization *q) {
    const char *p = s->threads;
    if (!p) {
        cli_error("seq needs --threads=T,T': the start routines of two threads");
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
            cli_error("--threads=%s: expected two start routines, T,T' (each may have a #NUMBER)",
                      s->threads);
            return false;
        }
        p += n + 1;
    }
    bool numbered = strchr(s->threads, '#') != NULL, same = !strcmp(q->routine[0], q->routine[1]);
    if (same && !numbered) q->number[1] = 2;
    if (same && q->number[0] == q->number[1]) {
        cli_error("--threads=%s: both are the same thread", s->threads);
        return false;
    }
    return true;
}

/* Returns the program's name with another suffix. */
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
    fprintf(stderr,
            "heddle: %s: %llu instructions, %llu before; link it with <heddle/heddle_seq.c>\n",
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
        cli_error("no program given (see heddle seq --help)");
    } else {
        status = sequentialize_files(&s, &words.positional);
    }
    command_words_clear(&words);
    vec_free(&s.compiler);
    arena_free(s.made);
    return status;
}
