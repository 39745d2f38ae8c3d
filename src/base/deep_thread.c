/* deep_thread.c — see deep_thread.h. */
#include "base/deep_thread.h"

int deep_thread_create(pthread_t *thread, void *(*routine)(void *), void *argument) {
    pthread_attr_t deep;
    int error = pthread_attr_init(&deep);
    if (error) return error;
    error = pthread_attr_setstacksize(&deep, DEEP_STACK);
    if (!error) error = pthread_create(thread, &deep, routine, argument);
    pthread_attr_destroy(&deep);
    return error;
}
