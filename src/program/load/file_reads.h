/*
 * file_reads.h — which files a load depends on: those that it read, those whose absence decided
 * what it read, and those that did the work. While none of them changes, loading again gives the
 * same program, so that one from the cache can take its place without a compiler's being started.
 */
#ifndef HEDDLE_PROGRAM_LOAD_FILE_READS_H
#define HEDDLE_PROGRAM_LOAD_FILE_READS_H

#include "program/program_file.h"

/* The contents count. A file that changed since the load began, or cannot be read, makes all of it
 * unknown. */
void reads_add_contents(LoadRecord *r, const char *path);
/* Only which file it is counts, and when it changed last: for programs and libraries. */
void reads_add_identity(LoadRecord *r, const char *path);

/* All that decides what a C file was compiled to beside the options: the files in `list`, which are
 * the dependencies that the compiler wrote for make (`program: a.c b\ c.h \` and so on), the names
 * that would have been found first, had they been there, and those that __has_include asked about.
 * Files below one of the folders `own` (n names that end in "/") are the installation's; below the
 * first are files made for the compiler. */
void reads_add_compiled(LoadRecord *r, const ProgramOptions *options, const char *list,
                        const char *const *own, size_t n);

/* Adds to a digest which file it is, and when it changed last. False where there is none. */
bool reads_identify(Digest *d, const char *path);

/* A text that says for which reads which program stands, to be kept: that of the record comes
 * before those in `older`, an earlier one (NULL: none), of which the last go where there are many.
 * The caller frees. */
char *reads_text(const LoadRecord *r, Digest program, const char *older);
/* The key of the first program in such a text of whose reads nothing has changed. False: there is
 * none. */
bool reads_find(const char *text, Digest *program);

#endif
