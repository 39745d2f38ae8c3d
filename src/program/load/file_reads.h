/*
 * file_reads.h — the files a load depends on: the files it read, the files whose absence decided
 * what it read, and the programs that did the work. While none of them changes, loading again gives
 * the same program. So a cached program can be used without starting a compiler.
 */
#ifndef HEDDLE_PROGRAM_LOAD_FILE_READS_H
#define HEDDLE_PROGRAM_LOAD_FILE_READS_H

#include "program/program_file.h"

/* Whether time a is before b. */
bool reads_time_before(struct timespec a, struct timespec b);

/* Adds a file by its contents. A file that cannot be read or changed since the load began makes the
 * whole set unknown. */
void reads_add_contents(LoadRecord *r, const char *path);
/* Adds a file by its identity and the time of its last change: for programs and libraries. */
void reads_add_identity(LoadRecord *r, const char *path);

/* Adds everything beside the options that decides how a C file is compiled. First, the files in
 * `list`, the dependencies that the compiler wrote for make (`program: a.c b\ c.h \` and so on).
 * Second, names that would have been found first if they existed, and names that __has_include
 * asked about. Files below one of the folders `own` (n names that end in "/") belong to the
 * installation; those below the first one are made for the compiler. */
void reads_add_compiled(LoadRecord *r, const ProgramOptions *options, const char *list,
                        const char *const *own, size_t n);

/* Adds the identity of a file and the time of its last change to a digest. False if there is
 * none. */
bool reads_identify(Digest *d, const char *path);

/* Returns a text, to be kept, that maps sets of reads to programs. The set of the record comes
 * before those of `older`, an earlier text (NULL: none); if there are too many, the last ones are
 * dropped. The caller frees it. */
char *reads_text(const LoadRecord *r, Digest program, const char *older);
/* Finds the first program in such a text whose reads are all unchanged, and sets *program to its
 * key. False if there is none. */
bool reads_find(const char *text, Digest *program);

#endif
