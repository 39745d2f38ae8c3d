/* single_threaded.h — whether the process has one thread for sure. Never: a program that asks takes
 * its way for several threads, which is right for one, too. */
#ifndef HEDDLE_SYS_SINGLE_THREADED_H
#define HEDDLE_SYS_SINGLE_THREADED_H

static const char __libc_single_threaded __attribute__((__unused__)) = 0;

#endif
