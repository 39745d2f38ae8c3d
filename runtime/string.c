/*
 * string.c — string functions that libc writes with a compiler barrier.
 */
#include <string.h>
#include "runtime.h"

PUBLIC void explicit_bzero(void *p, size_t size) { memset(p, 0, size); }
