/*
 * command_seq.c — heddle seq: translates a program with threads to the bitcode of a sequential one.
 */
#include "cli/commands/seq/seq.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>

#define AT(field) offsetof(SeqSettings, field)

static const Option options[] = {
    {"threads", 0, OPTION_STRING, AT(threads), "T,T'",
     .help = "The start routines of two threads (main is one, too): T, whose reads get "
             "interferences, and T', whose "
             "writes "
             "interfere. FUNCTION#N is the N-th thread that is created with this routine "
             "(default: 1; 2 "
             "for T' if both routines are the same).",
     .group = "Options"},
    {"bound", 0, OPTION_COUNT, AT(bound), "K", .max = SEQUENTIALIZE_MOST,
     .help = "Number of reads of T that see a write of T' (default: 2)."},
    {"driver", 0, OPTION_CHOICE, AT(driver), "D", .choices = "random|libfuzzer|afl|main|klee",
     .help =
         "Add a driver that chooses the reads, the writes and the inputs, and write an "
         "executable. random: by random bytes, until a run fails (./FILE --seconds=60). "
         "libfuzzer: as libFuzzer changes them. afl: for afl-fuzz. main: by the bytes of a file "
         "or of standard input. klee: bitcode for KLEE (no executable)."},
    {"convert", 0, OPTION_STRING, AT(convert), "BYTES",
     .help = "Carry out the run of this file, which made a driver with the same program, "
             "--threads and --bound fail, and write it as a test for heddle replay."},
    {"output", 'o', OPTION_STRING, AT(output), "FILE",
     .help = "Write to FILE (default: PROGRAM.seq.bc, or .ll; with a driver PROGRAM.D, for klee "
             "PROGRAM.klee.bc; with --convert BYTES.test.json, in the current folder)."},
    {"text", 'S', OPTION_FLAG, AT(text), .help = "Write LLVM assembly instead of bitcode."},
    {"entry", 0, OPTION_STRING, AT(entry), "FUNCTION",
     .help = "Start at this function instead of main."},
    {"plugin", 0, OPTION_STRINGS, AT(plugins), "[NAME=]FILE",
     .help = "A file that the program loads with dlopen, as for heddle test."},
    {0},
};

const Option *command_seq_options(void) { return options; }

static void seq_help(void) {
    puts(
        "usage: heddle seq PROGRAM... --threads=T,T' [OPTIONS]\n"
        "\n"
        "Turns a program (C sources, bitcode, or output of heddle cc) into a sequential one in "
        "which K\n"
        "reads of thread T see writes of thread T'. The inputs rds and wrts of the result select "
        "the reads\n"
        "and writes, so any symbolic tester for sequential programs finds the errors of T. Threads "
        "are\n"
        "named by their start routines; main is one, too.\n"
        "With a driver the result is complete; without one it must be linked with\n"
        "<heddle/heddle_seq.c>:\n"
        "  heddle seq program.c --threads=add,stop --driver=random -o out && ./out\n"
        "  heddle seq program.c --threads=add,stop --convert=crash-1c2d3e4f -o found.test.json\n"
        "  heddle seq program.c --threads=add,stop -o out.bc\n"
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

/* Returns a file's name in the current folder, with a suffix instead of its own one, or behind
 * it. */
static const char *name_with(Arena *made, const char *file, bool instead, const char *suffix) {
    const char *slash = strrchr(file, '/');
    char *base = arena_strdup(made, slash ? slash + 1 : file), *dot = strrchr(base, '.');
    if (instead && dot && dot != base) *dot = 0;
    return joined(made, base, suffix);
}

static const char *usual_output(const SeqSettings *s, const char *program) {
    Arena *made = s->made;
    if (s->convert) return name_with(made, s->convert, false, ".test.json");
    const char *bitcode = s->text ? ".ll" : ".bc";
    if (!s->driver) return name_with(made, program, true, joined(made, ".seq", bitcode));
    const char *suffix = joined(made, ".", s->driver);
    return name_with(made, program, true,
                     strcmp(s->driver, "klee") ? suffix : joined(made, suffix, bitcode));
}

/* Whether the options go together; if not, after an error message. */
static bool options_fit(const SeqSettings *s) {
    const char *error = NULL;
    if (s->driver && s->convert) error = "--driver and --convert cannot be combined";
    if (s->text && (s->convert || (s->driver && strcmp(s->driver, "klee") != 0)))
        error = "-S: only bitcode can be written as assembly";
    if (error) cli_error("%s", error);
    return !error;
}

static int sequentialize_files(SeqSettings *s, const StringList *files) {
    Sequentialization q = {.bound = (unsigned)s->bound};
    if (!options_fit(s) || !parse_threads(s, &q)) return STATUS_USAGE;
    TestBuild build = {.files = (char **)files->data,
                       .nfiles = files->len,
                       .plugins = (char **)s->plugins.data,
                       .nplugins = s->plugins.len,
                       .compiler = (char **)s->compiler.data,
                       .ncompiler = s->compiler.len,
                       .entry = arena_strdup(s->made, s->entry ? s->entry : "main")};
    const char *output = s->output ? s->output : usual_output(s, files->data[0]);
    if (s->convert) return seq_convert(s, files, &q, output);
    bool fine = s->driver ? seq_build(s, &build, &q, output)
                          : cli_write_sequential(&build, &q, NULL, output, s->text);
    if (!fine) return STATUS_USAGE;
    fprintf(stderr, "heddle: %s: %llu instructions, %llu before%s\n", output,
            (unsigned long long)q.after, (unsigned long long)q.before,
            s->driver ? "" : "; link it with <heddle/heddle_seq.c>");
    return STATUS_NOTHING;
}

static int seq_words(SeqSettings *s, const CommandWords *words) {
    if (words->positional.len) return sequentialize_files(s, &words->positional);
    cli_error("no program given (see heddle seq --help)");
    return STATUS_USAGE;
}

int command_seq(int argc, char **argv) {
    SeqSettings s = {.bound = 2, .made = arena_new()};
    OptionParser parser = {.command = "seq", .table = options, .other = other_option};
    CommandWords words = {0};
    int status;
    if (cli_parse(&parser, seq_help, argc, argv, &s, &words, &status))
        status = seq_words(&s, &words);
    command_words_clear(&words);
    vec_free(&s.compiler);
    vec_free(&s.plugins);
    arena_free(s.made);
    return status;
}
