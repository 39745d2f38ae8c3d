/*
 * program_file.h — a loaded program as one piece of bytes, which are read back in place: pointers
 * are offsets in it. What loading said and took from the libraries comes with it. The bytes are for
 * the same executable only that wrote them.
 */
#ifndef HEDDLE_PROGRAM_PROGRAM_FILE_H
#define HEDDLE_PROGRAM_PROGRAM_FILE_H

#include "base/digest.h"
#include "program/program.h"
#include <time.h>

/* A file of the runtime or of libc that was linked. */
typedef struct LibraryMember {
    char *path; /* below the folder of resources */
    Digest contents;
} LibraryMember;

/* What there is to say of a load beside the program. */
typedef struct LoadRecord {
    StrBuf messages; /* of the compiler */
    VEC(LibraryMember) members;
    StrBuf reads;       /* what else it depends on (load/file_reads.h) */
    bool reads_unknown; /* not all of that is known: the program must not be kept */
    struct timespec
        started; /* by CLOCK_REALTIME_COARSE: what changed later may have been read before */
} LoadRecord;

void load_record_clear(LoadRecord *r);

typedef VEC(uint8_t) Bytes;

/* Appends n bytes. */
void bytes_add(Bytes *b, const void *data, size_t n);

/* The first n bytes of a file. False where they cannot be had. */
bool bytes_read(int fd, uint8_t *data, size_t n);
/* Writes all n bytes where the file is. False where that fails. */
bool bytes_write(int fd, const void *data, size_t n);

/* Appends program and record. */
void program_file_write(Bytes *out, const Program *p, const LoadRecord *record);
/* The program, and its record, empty before: from `len` bytes that begin at data + offset, a
 * multiple of 16. `data` was allocated and becomes the program's. NULL where they are no program;
 * then `data` stays the caller's. */
Program *program_file_read(uint8_t *data, size_t offset, size_t len, LoadRecord *record);

#endif
