/*
 * digest.h — 128-bit digests of contents: of files, and of everything that decides how a program is
 * loaded. By chance no two contents have one digest. Digests are no protection against a person who
 * looks for such a pair.
 */
#ifndef HEDDLE_BASE_DIGEST_H
#define HEDDLE_BASE_DIGEST_H

#include "base/base.h"

typedef struct Digest {
    uint64_t lane[2];
} Digest;

/* Returns the digest of no contents. */
Digest digest_new(void);
/* Adds bytes and their number, so that two pieces differ from the same bytes added as one. */
void digest_add(Digest *d, const void *bytes, size_t n);
void digest_add_text(Digest *d, const char *text);
void digest_add_number(Digest *d, uint64_t number);
bool digest_equal(Digest a, Digest b);
/* Reads a whole regular file, whose length may not change meanwhile. The caller frees the `len`
 * bytes, which are followed by a zero byte. NULL: the file cannot be read. */
char *file_contents(const char *path, size_t *len);
/* Adds the contents of a file. False if it cannot be read. */
bool digest_add_file(Digest *d, const char *path);

#endif
