/* gnu_string.h — what glibc declares in <string.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_STRING_H
#define HEDDLE_BITS_GNU_STRING_H

#ifdef _GNU_SOURCE
void *rawmemchr(const void *, int);
#endif

#endif
