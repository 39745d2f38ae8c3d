/*
 * options.h — command-line options, described by one table per command. Parsing and the text of
 * --help both come from the table, so that they cannot disagree.
 */
#ifndef HEDDLE_CLI_OPTIONS_H
#define HEDDLE_CLI_OPTIONS_H

#include "base/base.h"

typedef VEC(const char *) StringList;

typedef enum OptionType {
    OPTION_FLAG,     /* bool */
    OPTION_STRING,   /* const char * */
    OPTION_OPTIONAL, /* const char *: "" if no =VALUE was given */
    OPTION_COUNT,    /* uint64_t, decimal digits */
    OPTION_SECONDS,  /* double, not negative */
    OPTION_CHOICE,   /* const char *: one of `choices` or `names()` */
    OPTION_STRINGS,  /* StringList, may be repeated */
    OPTION_WORDS,    /* StringList: as many words as `value` has, kept with colons between; may be
                        repeated */
    OPTION_LATER,    /* known, but not available in this version */
} OptionType;

/* One option. Tables end with an entry whose name is NULL; a new group begins where `group` is not
 * NULL. */
typedef struct Option {
    const char *name; /* long name without dashes */
    char letter;      /* 0: none */
    OptionType type;
    size_t offset;       /* of the value in the settings */
    const char *value;   /* name of the value in --help */
    const char *choices; /* "a|b" */
    const char *later;   /* "c|d", or "*" for any other value: known, but not available in this
                            version */
    const char *const *(*names)(void); /* more choices, NULL-terminated */
    uint64_t max;                      /* of a count, 0: none */
    const char *help;
    char *(*more_help)(void); /* text to append, which the caller frees; NULL: none */
    const char *group;
    /* For settings of the system, which go to the engine and into test files as NAME=VALUE: the
     * place among them, from 1; 0: not one of them. A setting whose value is `usual` (a count: 0)
     * is omitted. */
    unsigned setting;
    const char *usual;
    bool unlimited; /* a count may be the word "unlimited" (OPTION_UNLIMITED), which a setting
                       omits; 0 means none at all */
    bool positive;  /* a count or number of seconds must not be 0; omitting the option gives the
                       default */
} Option;

/* A count without a limit. */
#define OPTION_UNLIMITED UINT64_MAX

typedef struct OptionParser {
    const char *command; /* for messages: "test" */
    const Option *table;
    /*
     * Called for each argument that begins with '-', before the table is searched. 1: taken (*i is
     * advanced over further words that it took), 0: unknown, -1: refused with one line in *error.
     */
    int (*other)(void *settings, int argc, char **argv, int *i, char **error);
    bool trailing; /* `-- ARGS…` is allowed */
} OptionParser;

/* The words of a command line that are not options. */
typedef struct CommandWords {
    StringList positional, trailing;
    VEC(char *) made; /* texts of OPTION_WORDS, which settings refer to */
    bool help;        /* --help or -h was met; parsing stopped there */
} CommandWords;

void command_words_clear(CommandWords *w);

/* Parses argv[0 .. argc-1] into the settings and `words`, which must be empty. Strings are not
 * copied. False with one line in *error (the caller frees). */
bool options_parse(const OptionParser *parser, int argc, char **argv, void *settings,
                   CommandWords *words, char **error);

/* Prints the options of a table, grouped, to the FILE * `out`. */
void options_help(const Option *table, void *out);

#endif
