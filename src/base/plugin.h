/*
 * plugin.h — parts of the engine that are loaded at their first use, since the libraries behind
 * them (LLVM, Z3) take longer to load than most runs take.
 */
#ifndef HEDDLE_BASE_PLUGIN_H
#define HEDDLE_BASE_PLUGIN_H

/* Marks what a plug-in exports; everything else is hidden. */
#define EXPORTED __attribute__((visibility("default")))

/* Returns the folder of the executable, which the caller frees. NULL with one line in *error (the
 * caller frees). */
char *executable_folder(char **error);

/* Returns the address of `symbol` in the shared object `file`, which stays loaded. The file is
 * beside the executable, or in ../lib/heddle from there. NULL with one line in *error (the caller
 * frees). */
void *plugin_symbol(const char *file, const char *symbol, char **error);

#endif
