/*
 * options.h — command-line options described by one table per command, from which both the parsing
 * and the text of --help are generated, so that the two cannot disagree.
 */
#ifndef HEDDLE_CLI_OPTIONS_H
#define HEDDLE_CLI_OPTIONS_H

#include "base/base.h"

typedef VEC(const char *) StringList;

typedef enum OptionType {
    OPTION_FLAG,     /* bool */
    OPTION_STRING,   /* const char * */
    OPTION_OPTIONAL, /* const char *: "" where no =VALUE was given */
    OPTION_COUNT,    /* uint64_t, decimal digits */
    OPTION_SECONDS,  /* double, not negative */
    OPTION_CHOICE,   /* const char *: one of `choices` or `names()` */
    OPTION_STRINGS,  /* StringList, may be repeated */
    OPTION_LATER,    /* known, but not available in this version */
} OptionType;

/* One option. Tables end with an entry whose name is NULL; a new `group` begins where it is not
 * NULL. */
typedef struct Option {
    const char *name; /* long name without dashes */
    char letter;      /* 0: none */
    OptionType type;
    size_t offset;       /* of the value in the settings */
    const char *value;   /* how --help calls the value */
    const char *choices; /* "a|b" */
    const char *later; /* "c|d", or "*" for any other value: known, not available in this version */
    const char *const *(*names)(void); /* more choices, NULL-terminated */
    uint64_t max;                      /* of a count, 0: none */
    const char *help;
    char *(*more_help)(void); /* what follows it, which the caller frees; NULL: nothing */
    const char *group;
    /* Of settings of the system, which go to the engine and into test files as NAME=VALUE: the
     * place among them, from 1; 0: not one of them. A setting whose value is `usual` (a count: 0)
     * is left away. */
    unsigned setting;
    const char *usual;
    bool positive; /* a count or number of seconds must not be 0: the option is to be left away
                      instead */
} Option;

typedef struct OptionParser {
    const char *command; /* for messages: "test" */
    const Option *table;
    /*
     * Asked about arguments that begin with '-' and are not in the table. 1: taken (and *i advanced
     * over what else it took), 0: unknown, -1: refused with one line in *error.
     */
    int (*other)(void *settings, int argc, char **argv, int *i, char **error);
    bool trailing; /* `-- ARGS…` is allowed */
} OptionParser;

/* What a command line has beside options. */
typedef struct CommandWords {
    StringList positional, trailing;
    bool help; /* --help or -h was met; parsing stopped there */
} CommandWords;

void command_words_clear(CommandWords *w);

/* Parses argv[0 .. argc-1] into the settings and `words`, empty before. Strings are not copied.
 * False with one line in *error (the caller frees). */
bool options_parse(const OptionParser *parser, int argc, char **argv, void *settings,
                   CommandWords *words, char **error);

/* Prints the options of a table, grouped, to the FILE * `out`. */
void options_help(const Option *table, void *out);

#endif
