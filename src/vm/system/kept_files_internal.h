/* kept_files_internal.h — shared by the files that keep the files of a program. Not for others. */
#ifndef HEDDLE_VM_SYSTEM_KEPT_FILES_INTERNAL_H
#define HEDDLE_VM_SYSTEM_KEPT_FILES_INTERNAL_H

#include "base/wire.h"
#include "vm/system/kept_files.h"
#include <limits.h>
#include <stdio.h>

#define KEPT_MOST_HEAD (PATH_MAX + 64) /* of a record, beside the data */

typedef struct KeptRecord {
    const void *bytes;
    size_t size;
} KeptRecord;

struct KeptFiles {
    Arena *arena;
    VEC(KeptFile) file; /* ascending by path */
    VEC(KeptRecord) record;
    uint64_t bytes; /* of all data */
};

/* Appends the record of a file. */
void kept_files_put(Wire *w, const KeptFile *f);

#endif
