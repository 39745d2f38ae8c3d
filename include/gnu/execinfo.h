/* execinfo.h — the calling functions of a thread, as glibc has them. */
#ifndef _EXECINFO_H
#define _EXECINFO_H 1

#include <features.h>

#ifdef __cplusplus
extern "C" {
#endif

int backtrace(void **, int);
char **backtrace_symbols(void *const *, int);
void backtrace_symbols_fd(void *const *, int, int);

#ifdef __cplusplus
}
#endif

#endif
