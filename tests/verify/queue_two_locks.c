/* expect: safe */
/* A linked queue with a dummy node and one lock for each end; the link between the ends is atomic. Wrong: it
 * is plain, which is a race. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
typedef struct Node {
    int value;
#ifdef WRONG
    struct Node *next;
#else
    struct Node *_Atomic next;
#endif
} Node;
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER, tail_lock = PTHREAD_MUTEX_INITIALIZER;
static Node *head, *tail;
static void *put(void *arg) {
    Node *n = malloc(sizeof *n);
    n->value = 7;
    n->next = NULL;
    pthread_mutex_lock(&tail_lock);
    tail->next = n;
    tail = n;
    pthread_mutex_unlock(&tail_lock);
    return 0;
}
static void *get(void *arg) {
    pthread_mutex_lock(&head_lock);
    Node *first = head->next;
    if (first) {
        if (first->value != 7) reach_error();
        free(head);
        head = first;
    }
    pthread_mutex_unlock(&head_lock);
    return 0;
}
int main(void) {
    pthread_t t[3];
    head = tail = calloc(1, sizeof *head);
    pthread_create(&t[0], 0, put, 0);
    pthread_create(&t[1], 0, get, 0);
    pthread_create(&t[2], 0, put, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    while (head) {
        Node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
