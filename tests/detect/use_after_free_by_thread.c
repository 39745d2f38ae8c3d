/* expect: memory @a "use after free" */
#include <pthread.h>
#include <stdlib.h>
struct message {
    int ready, references;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct message *message;
static void *reader(void *arg) {
    pthread_mutex_lock(&m);
    struct message *mine = message;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (mine) mine->references++; /*a*/
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    message = calloc(1, sizeof *message);
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_lock(&m);
    free(message);
    message = NULL;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
