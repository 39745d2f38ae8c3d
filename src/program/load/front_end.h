/*
 * front_end.h — the engine's interface to the front end. All code that uses LLVM is a plug-in,
 * loaded when a program is compiled, linked or rewritten. A cached program does not need it.
 */
#ifndef HEDDLE_PROGRAM_LOAD_FRONT_END_H
#define HEDDLE_PROGRAM_LOAD_FRONT_END_H

#include "base/plugin.h"
#include "program/program_file.h"

typedef struct FrontEnd {
    /* Compiles, links, optimises and decodes. The record receives the messages of the compiler and
     * the dependencies. Returns NULL with one line in *error (the caller frees). */
    Program *(*build)(const ProgramOptions *options, LoadRecord *record, char **error);
    /* See program_write_rewritten and program_join_library. */
    bool (*write_rewritten)(const ProgramOptions *options, const char *path, bool text,
                            char **error);
    bool (*join_library)(const char *file, const char *path, char **error);
    bool *invariants; /* base_invariants of the plug-in */
} FrontEnd;

/* Defined in the plug-in. */
#define FRONT_END_PLUGIN "heddle-front-end.so"
#define FRONT_END_SYMBOL "heddle_front_end"
extern EXPORTED const FrontEnd heddle_front_end;

/* Loads the plug-in at the first call. Returns NULL with one line in *error (the caller frees). */
const FrontEnd *front_end(char **error);

#endif
