/* expect: safe */
/* sys/queue.h and sys/cdefs.h: elements go in, move, and come out as queue(7) says. */
#include <assert.h>
#include <sys/cdefs.h>
#include <sys/queue.h>

struct item {
    int value;
    SLIST_ENTRY(item) single;
    STAILQ_ENTRY(item) tail;
    SIMPLEQ_ENTRY(item) simple;
    LIST_ENTRY(item) list;
    TAILQ_ENTRY(item) queue;
    CIRCLEQ_ENTRY(item) circle;
};
static struct item a = {1}, b = {2}, c = {3}, d = {4};

__BEGIN_DECLS
static int told __P((void));
__END_DECLS
static int told(void) { return __CONCAT(1, 2) + (int)sizeof __STRING(abc); }

#define DIGITS(kind, head, field)                                       \
    ({                                                                  \
        int digits = 0;                                                 \
        struct item *x;                                                 \
        kind##_FOREACH(x, head, field) digits = digits * 10 + x->value; \
        digits;                                                         \
    })

SLIST_HEAD(single, item);
static void check_single(void) {
    struct single head = SLIST_HEAD_INITIALIZER(head);
    assert(SLIST_EMPTY(&head));
    SLIST_INSERT_HEAD(&head, &b, single);
    SLIST_INSERT_HEAD(&head, &a, single);
    SLIST_INSERT_AFTER(&b, &c, single);
    assert(DIGITS(SLIST, &head, single) == 123);
    SLIST_REMOVE(&head, &b, item, single);
    assert(DIGITS(SLIST, &head, single) == 13);
    SLIST_REMOVE_HEAD(&head, single);
    assert(SLIST_FIRST(&head) == &c && !SLIST_NEXT(&c, single));
}
STAILQ_HEAD(tail, item);
static void check_tail(void) {
    struct tail head, other = STAILQ_HEAD_INITIALIZER(other);
    STAILQ_INIT(&head);
    STAILQ_INSERT_TAIL(&head, &b, tail);
    STAILQ_INSERT_HEAD(&head, &a, tail);
    STAILQ_INSERT_AFTER(&head, &b, &c, tail);
    STAILQ_INSERT_TAIL(&other, &d, tail);
    STAILQ_CONCAT(&head, &other);
    assert(DIGITS(STAILQ, &head, tail) == 1234 && STAILQ_EMPTY(&other));
    assert(STAILQ_LAST(&head, item, tail) == &d);
    STAILQ_REMOVE(&head, &d, item, tail);
    STAILQ_INSERT_TAIL(&head, &d, tail);
    STAILQ_REMOVE_HEAD(&head, tail);
    assert(DIGITS(STAILQ, &head, tail) == 234);
}
SIMPLEQ_HEAD(simple, item);
static void check_simple(void) {
    struct simple head = SIMPLEQ_HEAD_INITIALIZER(head);
    SIMPLEQ_INSERT_HEAD(&head, &a, simple);
    SIMPLEQ_INSERT_TAIL(&head, &c, simple);
    SIMPLEQ_INSERT_AFTER(&head, &a, &b, simple);
    assert(DIGITS(SIMPLEQ, &head, simple) == 123);
    SIMPLEQ_REMOVE(&head, &c, item, simple);
    SIMPLEQ_INSERT_TAIL(&head, &d, simple);
    SIMPLEQ_REMOVE_HEAD(&head, simple);
    assert(DIGITS(SIMPLEQ, &head, simple) == 24 && SIMPLEQ_FIRST(&head) == &b);
}
LIST_HEAD(list, item);
static void check_list(void) {
    struct list head = LIST_HEAD_INITIALIZER(head);
    LIST_INSERT_HEAD(&head, &b, list);
    LIST_INSERT_BEFORE(&b, &a, list);
    LIST_INSERT_AFTER(&b, &c, list);
    assert(DIGITS(LIST, &head, list) == 123);
    LIST_REMOVE(&a, list);
    LIST_REMOVE(&c, list);
    assert(DIGITS(LIST, &head, list) == 2);
    LIST_REMOVE(&b, list);
    assert(LIST_EMPTY(&head));
}
TAILQ_HEAD(queue, item);
static void check_queue(void) {
    struct queue head, other = TAILQ_HEAD_INITIALIZER(other);
    struct item *x;
    int back = 0;
    TAILQ_INIT(&head);
    TAILQ_INSERT_TAIL(&head, &c, queue);
    TAILQ_INSERT_HEAD(&head, &a, queue);
    TAILQ_INSERT_BEFORE(&c, &b, queue);
    TAILQ_INSERT_AFTER(&head, &c, &d, queue);
    TAILQ_FOREACH_REVERSE(x, &head, queue, queue) back = back * 10 + x->value;
    assert(DIGITS(TAILQ, &head, queue) == 1234 && back == 4321);
    TAILQ_REMOVE(&head, &d, queue);
    TAILQ_INSERT_TAIL(&other, &d, queue);
    TAILQ_CONCAT(&head, &other, queue);
    TAILQ_REMOVE(&head, &b, queue);
    assert(DIGITS(TAILQ, &head, queue) == 134 && TAILQ_LAST(&head, queue) == &d);
    assert(TAILQ_PREV(&d, queue, queue) == &c && !TAILQ_PREV(&a, queue, queue));
}
CIRCLEQ_HEAD(circle, item);
static void check_circle(void) {
    struct circle head;
    CIRCLEQ_INIT(&head);
    CIRCLEQ_INSERT_HEAD(&head, &b, circle);
    CIRCLEQ_INSERT_TAIL(&head, &d, circle);
    CIRCLEQ_INSERT_BEFORE(&head, &b, &a, circle);
    CIRCLEQ_INSERT_AFTER(&head, &b, &c, circle);
    assert(DIGITS(CIRCLEQ, &head, circle) == 1234);
    assert(CIRCLEQ_LOOP_NEXT(&head, &d, circle) == &a && CIRCLEQ_LAST(&head) == &d);
    CIRCLEQ_REMOVE(&head, &d, circle);
    CIRCLEQ_REMOVE(&head, &a, circle);
    CIRCLEQ_REMOVE(&head, &b, circle);
    CIRCLEQ_REMOVE(&head, &c, circle);
    assert(CIRCLEQ_EMPTY(&head));
}
int main(void) {
    assert(told() == 16);
    check_single();
    check_tail();
    check_simple();
    check_list();
    check_queue();
    check_circle();
}
