/*
 * cc.h — shared by the parts of heddle cc: the words of one call of a compiler and what to make of
 * them. cc_arguments.c reads the words. cc_clang.c runs clang and renames the section of bitcode in
 * its output. command_cc.c goes through the stages.
 */
#ifndef HEDDLE_CLI_CC_CC_H
#define HEDDLE_CLI_CC_CC_H

#include "cli/options.h"
#include "cli/words.h"

/* A word for clang, or an input. */
typedef struct Word {
    const char *text;
    const char *language; /* language given to an input by -x, or NULL */
    bool input;
} Word;

/* The last stage to which the inputs are processed. */
typedef enum Stage { STAGE_NOTHING, STAGE_ASSEMBLY, STAGE_OBJECT, STAGE_LINK } Stage;

typedef struct Invocation {
    Arena *arena;
    StringList given; /* the user's words, with the contents of response files in their place */
    VEC(Word) kept;   /* the words that clang gets, but for -o */
    const char *output;
    Stage stage;
    bool inputs, relocatable, emits_llvm;
    bool shared; /* a shared library was requested; it is made as one object */
    bool dependencies, dependency_file; /* -MD or -MMD; -MF */
    bool strict;                        /* -Werror, -pedantic-errors: warnings of gcc are errors */
    bool no_start, no_libraries;
    bool asks; /* asks for a path or the like: nothing is compiled */
    char *error;
} Invocation;

/* Appends the words of a command line, with the contents of response files in their place. */
void cc_add_words(Invocation *v, char **words, int n, unsigned depth);
/* Parses the given words; `error` is set if they are refused. */
void cc_read_arguments(Invocation *v);

/* Returns the folder of musl's library; NULL: there is none. */
const char *cc_musl_folder(void);
/* Appends the arguments of every run of clang. False after an error message. */
bool cc_begin_command(const Invocation *v, StringList *argv);
/* Appends words up to a NULL. */
void cc_add(StringList *argv, const char *const *words);
/* Runs the command (clang, mostly) and waits for it. Returns its exit status. */
int cc_run(StringList *argv);
/* The same for a compilation: if it fails where headers of the kernel are missing, it says so. */
int cc_compile(StringList *argv);
/* Gives the section of bitcode in an object or in assembly its own name. False after an error
 * message. A file that clang did not write (/dev/null) stays as it is. */
bool cc_rename_section(const char *path, bool assembly);
/* Makes one object, code and bitcode, into the substitute for a shared library: see command_cc.c.
 * False after an error message. */
bool cc_make_library(Arena *arena, const char *path);

#endif
