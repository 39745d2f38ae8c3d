/* expect: safe */
/* Two threads put nodes into a list and take them out for ever; the list has at most two. Wrong: a node is
 * freed while it is still in the list. */
#include <pthread.h>
#include <stdlib.h>
#include "bound.h"
typedef struct Node {
    struct Node *next;
} Node;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static Node *list;
static int n;
static void *putter(void *arg) {
    FOREVER {
        pthread_mutex_lock(&m);
        if (n < 2) {
            Node *new = malloc(sizeof *new);
            new->next = list;
            list = new;
            n++;
        } else {
            Node *first = list;
            list = first->next;
            n--;
            free(first);
        }
        pthread_mutex_unlock(&m);
    }
    return 0;
}
static void *looker(void *arg) {
    FOREVER {
        int length = 0;
        pthread_mutex_lock(&m);
        Node *kept = list;
#ifdef WRONG
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
#endif
        for (Node *p = kept; p; p = p->next) length++;
        pthread_mutex_unlock(&m);
        if (length > 2) abort();
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, putter, 0);
    looker(0);
    return 0;
}
