/*
 * digest.h — 128 bits that stand for contents: of files, of all that decides what a program is
 * loaded as. Not meant against somebody who looks for two contents with one digest, but by chance
 * no two have it.
 */
#ifndef HEDDLE_BASE_DIGEST_H
#define HEDDLE_BASE_DIGEST_H

#include "base/base.h"

typedef struct Digest {
    uint64_t lane[2];
} Digest;

/* The digest of nothing yet. */
Digest digest_new(void);
/* Adds bytes, and their number: what is added in two pieces differs from the two as one. */
void digest_add(Digest *d, const void *bytes, size_t n);
void digest_add_text(Digest *d, const char *text);
void digest_add_number(Digest *d, uint64_t number);
bool digest_equal(Digest a, Digest b);
/* Reads a regular file as a whole; its length may not change meanwhile. The caller frees the `len`
 * bytes, which a zero byte follows. NULL: it cannot be read. */
char *file_contents(const char *path, size_t *len);
/* Adds the contents of a file. False where it cannot be read. */
bool digest_add_file(Digest *d, const char *path);

#endif
