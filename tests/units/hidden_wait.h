#ifndef HIDDEN_WAIT
#define HIDDEN_WAIT
#include <pthread.h>
#include <stddef.h>
#ifndef WHO
#define WHO looks
#endif
extern pthread_mutex_t m;
extern int ready, woken;
__attribute__((visibility("hidden"))) void wait_for_it(void);
void *counts(void *unused);
#endif
