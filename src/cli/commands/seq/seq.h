/*
 * seq.h — shared by the parts of heddle seq: command_seq.c reads the command line, seq_build.c
 * builds the sequential program with a driver, seq_convert.c makes tests of what a driver found.
 */
#ifndef HEDDLE_CLI_COMMANDS_SEQ_SEQ_H
#define HEDDLE_CLI_COMMANDS_SEQ_SEQ_H

#include "cli/cli.h"

typedef struct SeqSettings {
    const char *threads, *output, *entry, *driver, *convert;
    uint64_t bound;
    bool text;
    StringList compiler, plugins;
    Arena *made;
} SeqSettings;

/* Builds the sequential program with the driver of the settings. False after an error message. */
bool seq_build(const SeqSettings *s, const TestBuild *build, Sequentialization *q,
               const char *output);
/* Carries out the run of a file with bytes of a driver, and writes its failure as the test
 * `output`. Returns the exit status. */
int seq_convert(const SeqSettings *s, const StringList *files, const Sequentialization *q,
                const char *output);

#endif
