/*
 * program_cache.h — a folder of loaded programs and of modules, one per file, named by the digest
 * of everything that decides what is in it. Other files map requests to these (file_reads.h). The
 * folder may be deleted at any time, in part or as a whole, and several processes may use it at
 * once. Nothing in it is trusted: a file that is not exactly as written counts as missing.
 */
#ifndef HEDDLE_PROGRAM_LOAD_PROGRAM_CACHE_H
#define HEDDLE_PROGRAM_LOAD_PROGRAM_CACHE_H

#include "base/digest.h"

/* Limit on the total size of a folder's files in bytes. Beyond it the least recently used are
 * removed, sometimes only some dozens of entries later. */
#define PROGRAM_CACHE_BYTES (1ull << 30)

typedef enum CacheKind {
    CACHE_PROGRAM,
    CACHE_READS,
    CACHE_UNIT,
    CACHE_LIBRARIES,
    CACHE_COMPILED
} CacheKind;

/* Returns the bytes stored under the key, in an allocated block that the caller frees. They begin
 * at *offset, a multiple of 16; *len is their number. Returns NULL if there is no sound entry. */
uint8_t *program_cache_find(const char *folder, CacheKind kind, Digest key, size_t *offset,
                            size_t *len);
/* Stores bytes under the key. Makes the folder if it is missing. False if they cannot be written.
 * Now and then, and always behind a large entry, the least recently used files of the folder are
 * removed until at most `most` bytes are left. */
bool program_cache_store(const char *folder, CacheKind kind, Digest key, const void *bytes,
                         size_t n, uint64_t most);

#endif
