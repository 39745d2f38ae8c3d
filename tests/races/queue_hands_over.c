/* expect: safe */
#include <pthread.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct node *head;
static void *producer(void *arg) {
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        pthread_mutex_lock(&m);
        n->next = head;
        head = n;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (!head) pthread_cond_wait(&c, &m);
        struct node *n = head;
        head = n->next;
        pthread_mutex_unlock(&m);
        sum += n->value;
        free(n);
    }
    pthread_join(t, NULL);
    return sum - 1;
}
