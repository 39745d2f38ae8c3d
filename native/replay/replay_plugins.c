/* replay_plugins.c — what runtime/dl.c, which finds plugins in a normal process, too, needs. */
#define _GNU_SOURCE
#include "../../runtime/engine.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

/* There is only one that is used here: that of the dynamic linker. */
int __heddle_mutex_lock(void *mutex, int word) { return pthread_mutex_lock(&lock); }
int __heddle_mutex_unlock(void *mutex, int word) { return pthread_mutex_unlock(&lock); }

void __heddle_end_plugins(void);
__attribute__((__destructor__)) static void end_plugins(void) { __heddle_end_plugins(); }
