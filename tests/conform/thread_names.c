/* Threads have names: those that they are given, or that of who created them. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
static void tell(pthread_t t) {
    char name[16];
    int error = pthread_getname_np(t, name, sizeof name);
    printf("%d %s\n", error, name);
}
static void *second(void *p) {
    tell(pthread_self());
    return p;
}
static void *first(void *p) {
    pthread_t t;
    tell(pthread_self());
    pthread_setname_np(pthread_self(), "worker");
    tell(pthread_self());
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    return p;
}
int main(void) {
    char name[16];
    pthread_t t;
    printf("%d\n", pthread_setname_np(pthread_self(), "a name that is too long"));
    prctl(PR_SET_NAME, "this one is only cut off");
    tell(pthread_self());
    pthread_create(&t, NULL, first, NULL);
    pthread_join(t, NULL);
    prctl(PR_SET_NAME, "x");
    printf("%d %s\n", prctl(PR_GET_NAME, name), name);
    printf("%d\n", pthread_getname_np(pthread_self(), name, 3) == ERANGE);
    errno = 0;
    printf("%d %d\n", getpriority(PRIO_PROCESS, 0) < 20, errno);
    return 0;
}
