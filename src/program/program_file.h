/*
 * program_file.h — a loaded program as one piece of bytes that are used in place when read back:
 * pointers are offsets in it. It includes the messages of the load and the library members it used.
 * Only the executable that wrote the bytes may read them.
 */
#ifndef HEDDLE_PROGRAM_PROGRAM_FILE_H
#define HEDDLE_PROGRAM_PROGRAM_FILE_H

#include "base/digest.h"
#include "program/program.h"
#include <time.h>

/* A file of the runtime or of libc that was linked. */
typedef struct LibraryMember {
    char *path; /* relative to the resource folder */
    Digest contents;
} LibraryMember;

/* The results of a load in addition to the program. */
typedef struct LoadRecord {
    StrBuf messages; /* of the compiler */
    VEC(LibraryMember) members;
    StrBuf reads;       /* its other dependencies (load/file_reads.h) */
    bool reads_unknown; /* some dependencies are unknown: the program must not be cached */
    /* by CLOCK_REALTIME_COARSE: files changed later may have been read before */
    struct timespec started;
} LoadRecord;

void load_record_clear(LoadRecord *r);

typedef VEC(uint8_t) Bytes;

/* Appends n bytes. */
void bytes_add(Bytes *b, const void *data, size_t n);

/* Reads the first n bytes of a file. False if that fails. */
bool bytes_read(int fd, uint8_t *data, size_t n);
/* Writes all n bytes at the file's position. False if that fails. */
bool bytes_write(int fd, const void *data, size_t n);

/* Appends the program and its record. */
void program_file_write(Bytes *out, const Program *p, const LoadRecord *record);
/* Returns the program in the `len` bytes at data + offset (a multiple of 16), and fills its record,
 * which was empty. `data` was allocated and becomes the program's. NULL if the bytes are no
 * program; then `data` stays the caller's. */
Program *program_file_read(uint8_t *data, size_t offset, size_t len, LoadRecord *record);

#endif
