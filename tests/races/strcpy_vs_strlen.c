/* expect: some race "data race" */
#include <pthread.h>
#include <string.h>
static char text[20] = "abc";
static unsigned long y;
static void *worker(void *arg) {
    strcpy(text, "xyz");
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = strlen(text);
    pthread_join(t, NULL);
    return 0;
}
