/*
 * cc.h — what the parts of heddle cc share: the words of one call of a compiler and what is to be
 * made of them. cc_arguments.c reads the words, cc_clang.c runs clang and renames the section of
 * bitcode in what it wrote, command_cc.c goes through the stages.
 */
#ifndef HEDDLE_CLI_CC_CC_H
#define HEDDLE_CLI_CC_CC_H

#include "cli/options.h"
#include "cli/words.h"

/* A word for clang, or an input. */
typedef struct Word {
    const char *text;
    const char *language; /* what -x says of an input, or NULL */
    bool input;
} Word;

/* What is made of the inputs. */
typedef enum Stage { STAGE_NOTHING, STAGE_ASSEMBLY, STAGE_OBJECT, STAGE_LINK } Stage;

typedef struct Invocation {
    Arena *arena;
    StringList given; /* the user's words, response files replaced by what is in them */
    VEC(Word) kept;   /* those of them that clang is to see, but for -o */
    const char *output;
    Stage stage;
    bool inputs, relocatable, emits_llvm;
    bool shared; /* a library that is asked for as a shared one; it is made as one object */
    bool dependencies, dependency_file; /* -MD or -MMD; -MF */
    bool strict; /* -Werror, -pedantic-errors: what gcc only warns of is an error */
    bool no_start, no_libraries;
    bool asks; /* for a path or the like: nothing is compiled */
    char *error;
} Invocation;

/* Appends the words of a command line, response files replaced by what is in them. */
void cc_add_words(Invocation *v, char **words, int n, unsigned depth);
/* Takes the words given apart; `error` is set where they are refused. */
void cc_read_arguments(Invocation *v);

/* The folder of musl's library; NULL where there is none. */
const char *cc_musl_folder(void);
/* Arguments of every run of clang. False after a complaint. */
bool cc_begin_command(const Invocation *v, StringList *argv);
/* Appends words up to a NULL. */
void cc_add(StringList *argv, const char *const *words);
/* Runs the command (clang, mostly) and waits; its exit status. */
int cc_run(StringList *argv);
/* Gives the section of bitcode in an object or in assembly its own name. False after a complaint.
 * What is no file that clang wrote (/dev/null) stays as it is. */
bool cc_rename_section(const char *path, bool assembly);
/* Makes one object, code and bitcode, into what stands for a shared library: see command_cc.c.
 * False after a complaint. */
bool cc_make_library(Arena *arena, const char *path);

#endif
