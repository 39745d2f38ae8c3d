/*
 * input_kind.h — the kinds of the files that a program is loaded from, by their names and first
 * bytes.
 */
#ifndef HEDDLE_PROGRAM_LOAD_INPUT_KIND_H
#define HEDDLE_PROGRAM_LOAD_INPUT_KIND_H

#include <stdbool.h>

/* A plugin is given as NAME=FILE or FILE. Returns the file. */
const char *plugin_path(const char *plugin);
/* Returns the name by which dlopen knows a plugin; the caller frees it. It is NAME, or else that of
 * the file, with the suffix .so in place of that of a source, of bitcode, an object or archive. */
char *plugin_file(const char *plugin);

/* Whether a file is C source, preprocessed or not, by its name. */
bool is_source(const char *file);

/* ELF files and archives of them, whose bitcode is in sections `.heddle` (see heddle cc). */
typedef enum NativeKind { NATIVE_NONE, NATIVE_ELF, NATIVE_ARCHIVE } NativeKind;
NativeKind native_kind(const char *path);

#endif
