/* expect: safe */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
static void *thread(void *x) { return x; }
int main(void) {
    dlsym(RTLD_DEFAULT, "none"); /* what it might find may look at what is printed */
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    printf("hello\n");
    pthread_exit(NULL);
}
