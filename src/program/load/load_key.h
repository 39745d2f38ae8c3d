/*
 * load_key.h — one digest of everything that decides what a program is loaded as: this executable and LLVM,
 * options, the current folder, the files and all that they include.
 */
#ifndef HEDDLE_PROGRAM_LOAD_LOAD_KEY_H
#define HEDDLE_PROGRAM_LOAD_LOAD_KEY_H

#include "program/program_file.h"

/* False where not all of it is known, or the load does more than make a program: then nothing may be taken
 * from a cache. Members of the libraries are not in it; which ones are linked follows from it. */
bool load_key(const ProgramOptions *options, Digest *key);
/* Whether the members are what they were when they were linked. */
bool load_members_same(const ProgramOptions *options, const LoadRecord *record);

#endif
