/*
 * load_key.h — one digest of what is asked for when a program is loaded, and by whom: options,
 * names of files, the current folder, this executable, the compiler. What the files hold is in
 * their reads (file_reads.h).
 */
#ifndef HEDDLE_PROGRAM_LOAD_LOAD_KEY_H
#define HEDDLE_PROGRAM_LOAD_LOAD_KEY_H

#include "program/program_file.h"

/* False where not all of it is known, or the load does more than make a program: then nothing may
 * be taken from a cache. */
bool load_key(const ProgramOptions *options, Digest *key);
/* Whether the members are what they were when they were linked. */
bool load_members_same(const ProgramOptions *options, const LoadRecord *record);

#endif
