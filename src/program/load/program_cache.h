/*
 * program_cache.h — a folder of loaded programs, one a file, named by the digest of all that
 * decides what is loaded; and of files that say, for what was asked for, which of them it is
 * (file_reads.h). It may be deleted at any time, in part or as a whole, and several processes may
 * use it at once. Nothing in it is trusted: what is not exactly what was written is as good as not
 * there.
 */
#ifndef HEDDLE_PROGRAM_LOAD_PROGRAM_CACHE_H
#define HEDDLE_PROGRAM_LOAD_PROGRAM_CACHE_H

#include "base/digest.h"

/* How large the files of a folder may become together: then those go that were not used for
 * longest. */
#define PROGRAM_CACHE_BYTES (1ull << 30)

typedef enum CacheKind { CACHE_PROGRAM, CACHE_READS } CacheKind;

/* What was stored under the key: an allocated block that the caller frees, in which it begins at
 * *offset, a multiple of 16, and has *len bytes. NULL: nothing sound is there. */
uint8_t *program_cache_find(const char *folder, CacheKind kind, Digest key, size_t *offset,
                            size_t *len);
/* Stores bytes under the key. The folder is made where it is missing. What cannot be written is not
 * stored: false. `most` bytes stay in the folder at most. */
bool program_cache_store(const char *folder, CacheKind kind, Digest key, const void *bytes,
                         size_t n, uint64_t most);

#endif
