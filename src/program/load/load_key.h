/*
 * load_key.h — one digest of the request to load a program and of its environment: options, names
 * of files, the current folder, this executable, the compiler. The contents of the files are in
 * their reads (file_reads.h).
 */
#ifndef HEDDLE_PROGRAM_LOAD_LOAD_KEY_H
#define HEDDLE_PROGRAM_LOAD_LOAD_KEY_H

#include "program/program_file.h"

/* Computes the digest. False if some of it is unknown, or if the load does more than make a
 * program; then the cache must not be used. */
bool load_key(const ProgramOptions *options, Digest *key);
/* Adds the settings of a load that decide what is made of any module: this executable, the current
 * folder, options other than the compiler's. False if some of it is unknown. */
bool load_key_settings(Digest *d, const ProgramOptions *options);
/* Adds the compiler and its options. False if there is no compiler. */
bool load_key_compiler(Digest *d, const ProgramOptions *options);
/* Adds what tells this executable from others. False if that is unknown. */
bool load_key_executable(Digest *d);
/* Whether the library members are unchanged since they were linked. */
bool load_members_same(const ProgramOptions *options, const LoadRecord *record);

#endif
