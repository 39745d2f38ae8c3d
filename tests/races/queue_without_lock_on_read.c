/* expect: some race "data race" */
#include <pthread.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;
static void *producer(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, producer, NULL);
    for (struct node *n = head; n; n = n->next) sum += n->value;
    pthread_join(t, NULL);
    return 0;
}
