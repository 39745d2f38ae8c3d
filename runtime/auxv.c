/*
 * auxv.c — the auxiliary vector, which the kernel passes to a process at its start, for programs
 * that ask for it (getauxval). Addresses of headers and of the vDSO are absent, since there are
 * none.
 */
#include <elf.h>
#include <stddef.h>
#include <errno.h>
#include "libc.h"
#include "runtime.h"

#define HIDDEN __attribute__((__visibility__("hidden")))

HIDDEN void __heddle_random(char *to, long n);

static char random_bytes[16], platform[] = "x86_64";
static size_t entries[][2] = {{AT_HWCAP, 0},
                              {AT_PAGESZ, 4096},
                              {AT_CLKTCK, 100},
                              {AT_UID, 1000},
                              {AT_EUID, 1000},
                              {AT_GID, 1000},
                              {AT_EGID, 1000},
                              {AT_SECURE, 0},
                              {AT_HWCAP2, 0},
                              {AT_PLATFORM, (size_t)platform},
                              {AT_RANDOM, (size_t)random_bytes},
                              {AT_EXECFN, 0},
                              {AT_NULL, 0}};

HIDDEN size_t *__heddle_auxv(void) {
    __heddle_random(random_bytes, sizeof random_bytes);
    for (size_t(*e)[2] = entries; (*e)[0]; e++)
        if ((*e)[0] == AT_EXECFN) (*e)[1] = (size_t)__progname_full;
    return &entries[0][0];
}

static unsigned long look_up(unsigned long item) {
    for (size_t *e = libc.auxv; *e; e += 2)
        if (*e == item) return e[1];
    errno = ENOENT;
    return 0;
}
unsigned long __getauxval(unsigned long item) { return look_up(item); }
PUBLIC unsigned long getauxval(unsigned long item) { return look_up(item); }
