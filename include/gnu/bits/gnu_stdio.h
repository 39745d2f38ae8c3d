/* gnu_stdio.h — what glibc declares in <stdio.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_STDIO_H
#define HEDDLE_BITS_GNU_STDIO_H

#ifdef _GNU_SOURCE
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#define RENAME_EXCHANGE (1 << 1)
#define RENAME_WHITEOUT (1 << 2)
#endif
#define SEEK_DATA 3
#define SEEK_HOLE 4
int renameat2(int, const char *, int, const char *, unsigned);
#endif

#endif
