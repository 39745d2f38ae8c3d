/*
 * borrowed.h — what sources of uClibc expect of their surroundings, on musl's headers. fts.c and
 * argp.c here include files of the Debian source package uclibc, which scripts/build-libc.sh
 * fetches.
 */
#ifndef HEDDLE_UCLIBC_BORROWED_H
#define HEDDLE_UCLIBC_BORROWED_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <alloca.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/cdefs.h>
#include <unistd.h>

#define __UCLIBC__ 1
#define __UCLIBC_HAS_GETOPT_LONG__ 1
#define __extern_inline extern __inline __attribute__((__gnu_inline__))
#define attribute_hidden
#define attribute_unused __attribute__((__unused__))
#define internal_function
#define smallint int
#define smalluint unsigned
#define libc_hidden_def(x)
#define libc_hidden_proto(x)
#define weak_alias(a, b)
#define strong_alias(a, b)
#define _D_EXACT_NAMLEN(entry) strlen((entry)->d_name)
#define __set_errno(error) (errno = (error))
#define __mempcpy mempcpy
#define __strchrnul strchrnul
#define __strndup strndup

#endif
