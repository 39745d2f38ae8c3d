/*
 * kept_files.h — the files of a program and its standard input as they were at one time, kept in
 * memory: what the program sees of the folder given with --files does not change any more, and
 * goes to other machines as records, which are opaque to others. The reader trusts nothing.
 */
#ifndef HEDDLE_VM_SYSTEM_KEPT_FILES_H
#define HEDDLE_VM_SYSTEM_KEPT_FILES_H

#include "base/digest.h"

/* More is not kept. */
#define KEPT_MOST_MIB 64
#define KEPT_MOST_FILES 16384

typedef struct KeptFile {
    const char *path; /* "/", or "/NAME/…/NAME"; empty: the standard input */
    uint32_t mode;    /* as of stat: a file, a folder or a symbolic link */
    uint64_t inode, size;
    uint64_t seconds, nanoseconds; /* of the last change */
    const uint8_t *data;           /* of a file, or the target of a link; a zero byte is behind */
    size_t length;
} KeptFile;

typedef struct KeptFiles KeptFiles;

/* Reads a folder (NULL: none) and the file of the standard input (NULL: none). NULL with one line
 * in *error (the caller frees) if something cannot be read or is too large. */
KeptFiles *kept_files_read(const char *folder, const char *stdin_path, char **error);
void kept_files_free(KeptFiles *k);

/* Returns the number of records, and record n, which lives as long as the files. */
size_t kept_files_count(const KeptFiles *k);
const void *kept_files_record(const KeptFiles *k, size_t n, size_t *size);
/* Returns a digest of all records. */
Digest kept_files_digest(const KeptFiles *k);

/* Makes files of records, which are added in their order. False if a record is not one that
 * kept_files_record gave, behind those before it. */
KeptFiles *kept_files_new(void);
bool kept_files_add(KeptFiles *k, const void *record, size_t size);

/* Returns the file that the program calls `path`, with links followed within the folder. NULL with
 * an errno in *error if there is none. */
const KeptFile *kept_files_look(const KeptFiles *k, const char *path, int *error);
/* Passes the names in a folder to `visit`, in no order that matters. */
void kept_files_names(const KeptFiles *k, const KeptFile *folder,
                      void (*visit)(void *context, const char *name), void *context);
/* Returns the standard input, or NULL. */
const KeptFile *kept_files_stdin(const KeptFiles *k);

#endif
