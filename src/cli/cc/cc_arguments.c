/*
 * cc_arguments.c — the words given to heddle cc: which of them clang gets, which are ignored or
 * refused, and what is to be made.
 */
#include "cli/cc/cc.h"
#include "cli/machine_options.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* --- response files --- */

/* Appends the words of a response file. They are separated by blanks; quotes of both kinds and
 * backslashes make blanks part of a word. */
static void add_response_file(Invocation *v, const char *path, unsigned depth) {
    FILE *f = fopen(path, "r");
    if (!f || depth > 64) {
        /* As with other compilers, the name of a missing file is a word like any other. */
        if (f) fclose(f);
        vec_push(&v->given, joined(v->arena, "@", path));
        return;
    }
    VEC(char *) words = {0};
    StrBuf word = {0};
    bool inside = false;
    int quote = 0;
    for (int c; (c = getc(f)) != EOF;) {
        if (c == '\\') {
            c = getc(f);
            if (c == EOF) break;
        } else if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? 0 : c;
            inside = true;
            continue;
        } else if (!quote && isspace(c)) {
            if (inside) vec_push(&words, arena_strdup(v->arena, word.len ? word.data : ""));
            word.len = 0;
            inside = false;
            continue;
        }
        str_addc(&word, (char)c);
        inside = true;
    }
    if (inside) vec_push(&words, arena_strdup(v->arena, word.len ? word.data : ""));
    fclose(f);
    cc_add_words(v, words.data, (int)words.len, depth + 1);
    vec_free(&word);
    vec_free(&words);
}

void cc_add_words(Invocation *v, char **words, int n, unsigned depth) {
    for (int k = 0; k < n; k++)
        if (words[k][0] == '@' && words[k][1])
            add_response_file(v, words[k] + 1, depth);
        else
            vec_push(&v->given, words[k]);
}

/* --- arguments --- */

/* Options that take the next word as their value if none is attached. */
static const char *const with_value[] = {
    "-o",        "-I",       "-D",           "-U",
    "-L",        "-l",       "-x",           "-T",
    "-u",        "-z",       "-e",           "-B",
    "-MF",       "-MT",      "-MQ",          "-A",
    "-include",  "-imacros", "-isystem",     "-idirafter",
    "-iquote",   "-iprefix", "-iwithprefix", "-iwithprefixbefore",
    "-isysroot", "-Xlinker", "-Xassembler",  "-Xpreprocessor",
    "-Xclang",   "-mllvm",   "--param",      "-wrapper",
    NULL};

static const char *const refused[] = {"-m32",
                                      "-mx32",
                                      "-m16",
                                      "-fopenmp",
                                      "-fopenmp=",
                                      "--coverage",
                                      "-coverage",
                                      "-fprofile-arcs",
                                      "-ftest-coverage",
                                      "-fprofile-generate",
                                      "-fprofile-instr-generate",
                                      "-fcoverage-mapping",
                                      "-fopenacc",
                                      NULL};

/* Beginnings of options that change only the native code, or nothing. The code in the engine does
 * not depend on them. */
static const char *const ignored[] = {"-O",
                                      "-g",
                                      "-fPIC",
                                      "-fpic",
                                      "-fPIE",
                                      "-fpie",
                                      "-fno-PIC",
                                      "-fno-pic",
                                      "-fno-PIE",
                                      "-fno-pie",
                                      "-fno-plt",
                                      "-flto",
                                      "-fno-lto",
                                      "-ffat-lto",
                                      "-fno-fat-lto",
                                      "-fuse-ld",
                                      "-fuse-linker-plugin",
                                      "-fno-use-linker-plugin",
                                      "-fembed-bitcode",
                                      "-fbuiltin",
                                      "-fno-builtin",
                                      "-fstack-protector",
                                      "-fno-stack-protector",
                                      "-fstack-clash-protection",
                                      "-fno-stack-clash-protection",
                                      "-fcf-protection",
                                      "-fprofile-use",
                                      "-fvectorize",
                                      "-ftree-vectorize",
                                      "-fslp-vectorize",
                                      "-fsplit-stack",
                                      NULL};
static const char *const ignored_words[] = {
    "-static",   "--static",       "-static-pie",    "-pie", "-no-pie", "-nopie", "-dynamic",
    "-rdynamic", "-static-libgcc", "-shared-libgcc", "-pg",  "-p",      NULL};

static void cc_refuse(Invocation *v, const char *format, const char *word) {
    if (v->error) return;
    StrBuf b = {0};
    for (const char *s = format; *s; s++)
        if (*s == '%')
            str_add(&b, word);
        else
            str_addc(&b, *s);
    v->error = arena_strdup(v->arena, b.data);
    vec_free(&b);
}

static void cc_keep(Invocation *v, const char *word) { vec_push(&v->kept, ((Word){.text = word})); }

static void take_input(Invocation *v, const char *word, const char *language) {
    static const char *const other_languages[] = {"cc", "cpp", "cxx", "c++", "CPP", "C",  "cp",
                                                  "m",  "mm",  "f",   "f90", "go",  "cu", NULL};
    if (is_one_of(suffix_of(word), other_languages))
        cc_refuse(v, "%: not a C file; Heddle tests programs written in C", word);
    v->inputs = true;
    vec_push(&v->kept, ((Word){.text = word, .language = language, .input = true}));
}

/* Returns the language of -x; after `none` the names of files decide again. */
static const char *take_language(Invocation *v, const char *language) {
    static const char *const known[] = {"c",    "cpp-output", "assembler", "assembler-with-cpp",
                                        "none", "c-header",   "ir",        NULL};
    if (!is_one_of(language, known))
        cc_refuse(v, "-x %: Heddle tests programs written in C", language);
    return strcmp(language, "none") ? language : NULL;
}

/* Folders that compilers search anyway, and so ignore where they are named. Here those of Heddle
 * take their place: what is in them is for another C library. */
static const char *const own_folders[] = {
    "/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/lib",
    "/usr/lib64",   "/usr/lib/x86_64-linux-gnu",     "/lib",
    "/lib64",       "/lib/x86_64-linux-gnu",         NULL};

/* Whether an option with this value has a folder searched that is left out. */
static bool names_own_folder(const char *option, const char *value) {
    static const char *const options[] = {"-I", "-L", "-isystem", "-idirafter", NULL};
    if (!is_one_of(option, options)) return false;
    size_t n = strlen(value);
    while (n > 1 && value[n - 1] == '/') n--;
    for (const char *const *folder = own_folders; *folder; folder++)
        if (strlen(*folder) == n && !strncmp(*folder, value, n)) return true;
    return false;
}

static void set_stage(Invocation *v, Stage stage) {
    if (stage < v->stage) v->stage = stage;
}

/* Takes an option of one word. */
static void take_option(Invocation *v, const char *word) {
    static const char *const nothing_made[] = {"-E", "-M", "-MM", "-fsyntax-only", NULL};
    if (is_one_of(word, nothing_made)) set_stage(v, STAGE_NOTHING);
    if (has_prefix(word, "-print-") || has_prefix(word, "--print-") || has_prefix(word, "-dump"))
        set_stage(v, STAGE_NOTHING);
    if (!strcmp(word, "-S")) set_stage(v, STAGE_ASSEMBLY);
    if (!strcmp(word, "-c")) set_stage(v, STAGE_OBJECT);
    if (!strcmp(word, "-r")) v->relocatable = true;
    if (!strcmp(word, "-shared") || !strcmp(word, "--shared")) {
        v->shared = v->relocatable = true;
        word = "-r"; /* one object of all inputs (see link_all) */
    }
    if (!strcmp(word, "-emit-llvm")) v->emits_llvm = true;
    if (!strcmp(word, "-MD") || !strcmp(word, "-MMD")) v->dependencies = true;
    if (has_prefix(word, "-MF")) v->dependency_file = true;
    if (!strcmp(word, "-nostdlib")) v->no_start = v->no_libraries = true;
    if (!strcmp(word, "-nostartfiles")) v->no_start = true;
    if (!strcmp(word, "-nodefaultlibs") || !strcmp(word, "-nolibc")) v->no_libraries = true;
    if (!strcmp(word, "-Werror") || !strcmp(word, "-pedantic-errors")) v->strict = true;
    if (has_prefix(word, "-l")) v->inputs = true;
    cc_keep(v, word);
}

void cc_read_arguments(Invocation *v) {
    const char *language = NULL;
    v->stage = STAGE_LINK;
    for (size_t k = 0; k < v->given.len; k++) {
        const char *word = v->given.data[k];
        if (word[0] != '-' || !word[1]) {
            take_input(v, word, language);
        } else if (is_one_of(word, refused)) {
            cc_refuse(v, "% is not supported", word);
        } else if (has_prefix(word, "-fsanitize=")) {
            cc_refuse(v, "% is not supported: heddle test checks the program itself", word);
        } else if (has_prefix(word, "--target=") || !strcmp(word, "-target") ||
                   has_prefix(word, "--sysroot")) {
            cc_refuse(v, "% is not supported: programs are built for 64-bit x86 with musl", word);
        } else if (has_prefix(word, "-std=") && strstr(word, "++")) {
            cc_refuse(v, "%: Heddle tests programs written in C", word);
        } else if (is_one_of(word, with_value)) {
            const char *value = k + 1 < v->given.len ? v->given.data[++k] : NULL;
            if (!value) {
                cc_keep(v, word); /* clang reports the missing value */
            } else if (!strcmp(word, "-o")) {
                v->output = value;
            } else if (!strcmp(word, "-x")) {
                language = take_language(v, value);
            } else if (strcmp(word, "-mllvm") != 0 && !names_own_folder(word, value)) {
                take_option(v, word);
                cc_keep(v, value);
            }
        } else if ((has_prefix(word, "-I") || has_prefix(word, "-L")) &&
                   names_own_folder("-I", word + 2)) {
            continue;
        } else if (has_prefix(word, "-o")) {
            v->output = word + 2;
        } else if (has_prefix(word, "-x")) {
            language = take_language(v, word + 2);
        } else if (has_prefix(word, "-m")) {
            const char *const *kept = machine_options(word);
            for (; kept && *kept; kept++) take_option(v, *kept);
        } else if (!is_one_of(word, ignored_words) && !begins_with_one_of(word, ignored)) {
            take_option(v, word);
        }
    }
}
