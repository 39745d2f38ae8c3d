/*
 * runtime.h — shared by the files of this folder. They are compiled to bitcode with libc's own internal
 * headers, one member each, and linked lazily: a member comes in when the program needs a symbol it defines.
 *
 * Everything that a program might define itself is PUBLIC: a weak definition, so that the program's own wins
 * and members with several functions never clash with it.
 */
#ifndef HEDDLE_RUNTIME_RUNTIME_H
#define HEDDLE_RUNTIME_RUNTIME_H

#include "engine.h"

#define PUBLIC __attribute__((__weak__))

/* The most threads one execution may create (thread identifiers index a table in thread.c). */
#define HEDDLE_THREADS_MAX 4096

/* Set once the main thread has left through pthread_exit: from then on each leaving thread flushes stdout. */
extern int __heddle_main_left;

/* Runs this thread's destructors of thread-specific data. Defined weakly empty where no key is ever made. */
void __heddle_run_tsd_destructors(void);

#endif
