/* expect: safe */
/* Devices in a list of embedded links, found back by the offset of the link; each has a lock. Wrong: the
 * refcount is dropped outside it. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct list_head {
    struct list_head *next, *prev;
};
struct device {
    int id;
    struct list_head link;
    pthread_mutex_t lock;
    int users;
};
static struct list_head devices = {&devices, &devices};
static void list_add(struct list_head *new, struct list_head *head) {
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}
static void use(struct device *d) {
    pthread_mutex_lock(&d->lock);
    d->users++;
    pthread_mutex_unlock(&d->lock);
#ifndef WRONG
    pthread_mutex_lock(&d->lock);
#endif
    d->users--;
#ifndef WRONG
    pthread_mutex_unlock(&d->lock);
#endif
}
static void *user(void *arg) {
    for (struct list_head *p = devices.next; p != &devices; p = p->next)
        use(container_of(p, struct device, link));
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        struct device *d = calloc(1, sizeof *d);
        d->id = i;
        pthread_mutex_init(&d->lock, 0);
        list_add(&d->link, &devices);
    }
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, user, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    for (struct list_head *p = devices.next; p != &devices; p = p->next)
        if (container_of(p, struct device, link)->users != 0) abort();
    return 0;
}
