/*
 * plugin.h — parts of the engine that are loaded when they are first used, since the libraries
 * behind them (LLVM, Z3) take longer to load than most runs take.
 */
#ifndef HEDDLE_BASE_PLUGIN_H
#define HEDDLE_BASE_PLUGIN_H

/* What a plug-in shows; everything else is hidden. */
#define EXPORTED __attribute__((visibility("default")))

/* The folder of the executable, which the caller frees. NULL with one line in *error (the caller
 * frees). */
char *executable_folder(char **error);

/* The address of `symbol` in the shared object `file`, which stays loaded: beside the executable,
 * or in ../lib/heddle from there. NULL with one line in *error (the caller frees). */
void *plugin_symbol(const char *file, const char *symbol, char **error);

#endif
