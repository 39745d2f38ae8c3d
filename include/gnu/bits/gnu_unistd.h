/* gnu_unistd.h — what glibc declares in <unistd.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_UNISTD_H
#define HEDDLE_BITS_GNU_UNISTD_H

#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
void closefrom(int);
#endif
#ifdef _GNU_SOURCE
#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE (1U << 1)
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif
/* Repeats a call that a signal interrupted. */
#define TEMP_FAILURE_RETRY(expression)                       \
    (__extension__({                                         \
        long __result;                                       \
        do __result = (long)(expression);                    \
        while (__result == -1L && *__errno_location() == 4); \
        __result;                                            \
    }))
int *__errno_location(void);
int execveat(int, const char *, char *const[], char *const[], int);
int group_member(gid_t);
int close_range(unsigned, unsigned, int);
#endif

#endif
