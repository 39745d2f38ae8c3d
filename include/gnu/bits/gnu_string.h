/* gnu_string.h — what glibc declares in <string.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_STRING_H
#define HEDDLE_BITS_GNU_STRING_H

#ifdef _GNU_SOURCE
void *rawmemchr(const void *, int);
void *memfrob(void *, size_t);
char *strfry(char *);
const char *sigabbrev_np(int);
const char *sigdescr_np(int);
const char *strerrorname_np(int);
const char *strerrordesc_np(int);
#define strndupa(x, n)                                 \
    (__extension__({                                   \
        const char *__from = (x);                      \
        size_t __length = strnlen(__from, (n));        \
        char *__copy = __builtin_alloca(__length + 1); \
        __copy[__length] = 0;                          \
        (char *)memcpy(__copy, __from, __length);      \
    }))
#endif

#endif
