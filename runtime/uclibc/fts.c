/* fts.c — walks through trees of files (fts.h), by uClibc's implementation. */
#include "uclibc/borrowed.h"
#pragma weak fts_open
#pragma weak fts_read
#pragma weak fts_children
#pragma weak fts_set
#pragma weak fts_close
#include "libc/misc/fts/fts.c"
