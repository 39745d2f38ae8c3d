/*
 * queue.h — lists and queues whose links are members of their elements, by the interface of
 * queue(7): singly linked lists and tail queues, doubly linked lists and tail queues, circular
 * queues. Pointers to the place that leads to an element make removal possible without a search.
 */
#ifndef _SYS_QUEUE_H_
#define _SYS_QUEUE_H_

/* --- SLIST: singly linked list --- */

#define SLIST_HEAD(name, type)  \
    struct name {               \
        struct type *slh_first; \
    }
#define SLIST_HEAD_INITIALIZER(head) {0}
#define SLIST_ENTRY(type)      \
    struct {                   \
        struct type *sle_next; \
    }
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_EMPTY(head) (!(head)->slh_first)
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_INIT(head) ((void)((head)->slh_first = 0))
#define SLIST_FOREACH(x, head, field) for ((x) = SLIST_FIRST(head); (x); (x) = SLIST_NEXT(x, field))
#define SLIST_FOREACH_SAFE(x, head, field, next) \
    for ((x) = SLIST_FIRST(head); (x) && ((next) = SLIST_NEXT(x, field), 1); (x) = (next))
#define SLIST_INSERT_HEAD(head, element, field)        \
    do {                                               \
        (element)->field.sle_next = (head)->slh_first; \
        (head)->slh_first = (element);                 \
    } while (0)
#define SLIST_INSERT_AFTER(before, element, field)            \
    do {                                                      \
        (element)->field.sle_next = (before)->field.sle_next; \
        (before)->field.sle_next = (element);                 \
    } while (0)
#define SLIST_REMOVE_HEAD(head, field) \
    ((void)((head)->slh_first = (head)->slh_first->field.sle_next))
#define SLIST_REMOVE_AFTER(before, field) \
    ((void)((before)->field.sle_next = (before)->field.sle_next->field.sle_next))
#define SLIST_REMOVE(head, element, type, field)                       \
    do {                                                               \
        struct type **_link = &(head)->slh_first;                      \
        while (*_link != (element)) _link = &(*_link)->field.sle_next; \
        *_link = (*_link)->field.sle_next;                             \
    } while (0)

/* --- STAILQ and SIMPLEQ: singly linked tail queue --- */

#define STAILQ_HEAD(name, type)               \
    struct name {                             \
        struct type *stqh_first, **stqh_last; \
    }
#define STAILQ_HEAD_INITIALIZER(head) {0, &(head).stqh_first}
#define STAILQ_ENTRY(type)      \
    struct {                    \
        struct type *stqe_next; \
    }
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_EMPTY(head) (!(head)->stqh_first)
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_LAST(head, type, field) \
    (STAILQ_EMPTY(head)                \
         ? (struct type *)0            \
         : (struct type *)((char *)(head)->stqh_last - __builtin_offsetof(struct type, field)))
#define STAILQ_INIT(head) ((void)((head)->stqh_first = 0, (head)->stqh_last = &(head)->stqh_first))
#define STAILQ_FOREACH(x, head, field) \
    for ((x) = STAILQ_FIRST(head); (x); (x) = STAILQ_NEXT(x, field))
#define STAILQ_FOREACH_SAFE(x, head, field, next) \
    for ((x) = STAILQ_FIRST(head); (x) && ((next) = STAILQ_NEXT(x, field), 1); (x) = (next))
#define STAILQ_INSERT_HEAD(head, element, field)                                  \
    do {                                                                          \
        (element)->field.stqe_next = (head)->stqh_first;                          \
        if (!(head)->stqh_first) (head)->stqh_last = &(element)->field.stqe_next; \
        (head)->stqh_first = (element);                                           \
    } while (0)
#define STAILQ_INSERT_TAIL(head, element, field)         \
    do {                                                 \
        (element)->field.stqe_next = 0;                  \
        *(head)->stqh_last = (element);                  \
        (head)->stqh_last = &(element)->field.stqe_next; \
    } while (0)
#define STAILQ_INSERT_AFTER(head, before, element, field)                                 \
    do {                                                                                  \
        (element)->field.stqe_next = (before)->field.stqe_next;                           \
        if (!(element)->field.stqe_next) (head)->stqh_last = &(element)->field.stqe_next; \
        (before)->field.stqe_next = (element);                                            \
    } while (0)
#define STAILQ_REMOVE_HEAD(head, field)                                   \
    do {                                                                  \
        (head)->stqh_first = (head)->stqh_first->field.stqe_next;         \
        if (!(head)->stqh_first) (head)->stqh_last = &(head)->stqh_first; \
    } while (0)
#define STAILQ_REMOVE_AFTER(head, before, field)                                        \
    do {                                                                                \
        (before)->field.stqe_next = (before)->field.stqe_next->field.stqe_next;         \
        if (!(before)->field.stqe_next) (head)->stqh_last = &(before)->field.stqe_next; \
    } while (0)
#define STAILQ_REMOVE(head, element, type, field)                       \
    do {                                                                \
        struct type **_link = &(head)->stqh_first;                      \
        while (*_link != (element)) _link = &(*_link)->field.stqe_next; \
        *_link = (*_link)->field.stqe_next;                             \
        if (!*_link) (head)->stqh_last = _link;                         \
    } while (0)
#define STAILQ_CONCAT(head, other)                \
    do {                                          \
        if (STAILQ_EMPTY(other)) break;           \
        *(head)->stqh_last = (other)->stqh_first; \
        (head)->stqh_last = (other)->stqh_last;   \
        STAILQ_INIT(other);                       \
    } while (0)

#define SIMPLEQ_HEAD(name, type)            \
    struct name {                           \
        struct type *sqh_first, **sqh_last; \
    }
#define SIMPLEQ_HEAD_INITIALIZER(head) {0, &(head).sqh_first}
#define SIMPLEQ_ENTRY(type)    \
    struct {                   \
        struct type *sqe_next; \
    }
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_EMPTY(head) (!(head)->sqh_first)
#define SIMPLEQ_NEXT(element, field) ((element)->field.sqe_next)
#define SIMPLEQ_INIT(head) ((void)((head)->sqh_first = 0, (head)->sqh_last = &(head)->sqh_first))
#define SIMPLEQ_FOREACH(x, head, field) \
    for ((x) = SIMPLEQ_FIRST(head); (x); (x) = SIMPLEQ_NEXT(x, field))
#define SIMPLEQ_INSERT_HEAD(head, element, field)                              \
    do {                                                                       \
        (element)->field.sqe_next = (head)->sqh_first;                         \
        if (!(head)->sqh_first) (head)->sqh_last = &(element)->field.sqe_next; \
        (head)->sqh_first = (element);                                         \
    } while (0)
#define SIMPLEQ_INSERT_TAIL(head, element, field)      \
    do {                                               \
        (element)->field.sqe_next = 0;                 \
        *(head)->sqh_last = (element);                 \
        (head)->sqh_last = &(element)->field.sqe_next; \
    } while (0)
#define SIMPLEQ_INSERT_AFTER(head, before, element, field)                             \
    do {                                                                               \
        (element)->field.sqe_next = (before)->field.sqe_next;                          \
        if (!(element)->field.sqe_next) (head)->sqh_last = &(element)->field.sqe_next; \
        (before)->field.sqe_next = (element);                                          \
    } while (0)
#define SIMPLEQ_REMOVE_HEAD(head, field)                               \
    do {                                                               \
        (head)->sqh_first = (head)->sqh_first->field.sqe_next;         \
        if (!(head)->sqh_first) (head)->sqh_last = &(head)->sqh_first; \
    } while (0)
#define SIMPLEQ_REMOVE(head, element, type, field)                     \
    do {                                                               \
        struct type **_link = &(head)->sqh_first;                      \
        while (*_link != (element)) _link = &(*_link)->field.sqe_next; \
        *_link = (*_link)->field.sqe_next;                             \
        if (!*_link) (head)->sqh_last = _link;                         \
    } while (0)

/* --- LIST: doubly linked list --- */

#define LIST_HEAD(name, type)  \
    struct name {              \
        struct type *lh_first; \
    }
#define LIST_HEAD_INITIALIZER(head) {0}
#define LIST_ENTRY(type)                 \
    struct {                             \
        struct type *le_next, **le_prev; \
    }
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_EMPTY(head) (!(head)->lh_first)
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_INIT(head) ((void)((head)->lh_first = 0))
#define LIST_FOREACH(x, head, field) for ((x) = LIST_FIRST(head); (x); (x) = LIST_NEXT(x, field))
#define LIST_FOREACH_SAFE(x, head, field, next) \
    for ((x) = LIST_FIRST(head); (x) && ((next) = LIST_NEXT(x, field), 1); (x) = (next))
#define LIST_INSERT_HEAD(head, element, field)                                             \
    do {                                                                                   \
        (element)->field.le_next = (head)->lh_first;                                       \
        if ((head)->lh_first) (head)->lh_first->field.le_prev = &(element)->field.le_next; \
        (head)->lh_first = (element);                                                      \
        (element)->field.le_prev = &(head)->lh_first;                                      \
    } while (0)
#define LIST_INSERT_AFTER(before, element, field)                               \
    do {                                                                        \
        (element)->field.le_next = (before)->field.le_next;                     \
        if ((before)->field.le_next)                                            \
            (before)->field.le_next->field.le_prev = &(element)->field.le_next; \
        (before)->field.le_next = (element);                                    \
        (element)->field.le_prev = &(before)->field.le_next;                    \
    } while (0)
#define LIST_INSERT_BEFORE(behind, element, field)           \
    do {                                                     \
        (element)->field.le_prev = (behind)->field.le_prev;  \
        (element)->field.le_next = (behind);                 \
        *(behind)->field.le_prev = (element);                \
        (behind)->field.le_prev = &(element)->field.le_next; \
    } while (0)
#define LIST_REMOVE(element, field)                                             \
    do {                                                                        \
        if ((element)->field.le_next)                                           \
            (element)->field.le_next->field.le_prev = (element)->field.le_prev; \
        *(element)->field.le_prev = (element)->field.le_next;                   \
    } while (0)

/* --- TAILQ: doubly linked tail queue --- */

#define _TAILQ_HEAD(name, type, qual) \
    struct name {                     \
        qual type *tqh_first;         \
        qual type *qual *tqh_last;    \
    }
#define TAILQ_HEAD(name, type)              \
    struct name {                           \
        struct type *tqh_first, **tqh_last; \
    }
#define TAILQ_HEAD_INITIALIZER(head) {0, &(head).tqh_first}
#define TAILQ_ENTRY(type)                  \
    struct {                               \
        struct type *tqe_next, **tqe_prev; \
    }
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_EMPTY(head) (!(head)->tqh_first)
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
/* A head has the layout of an entry: the last link of the head, or of the element before, leads to
 * the pointer that leads to the last element. */
#define TAILQ_LAST(head, name) (*((struct name *)((head)->tqh_last))->tqh_last)
#define TAILQ_PREV(element, name, field) (*((struct name *)((element)->field.tqe_prev))->tqh_last)
#define TAILQ_INIT(head) ((void)((head)->tqh_first = 0, (head)->tqh_last = &(head)->tqh_first))
#define TAILQ_FOREACH(x, head, field) for ((x) = TAILQ_FIRST(head); (x); (x) = TAILQ_NEXT(x, field))
#define TAILQ_FOREACH_REVERSE(x, head, name, field) \
    for ((x) = TAILQ_LAST(head, name); (x); (x) = TAILQ_PREV(x, name, field))
#define TAILQ_FOREACH_SAFE(x, head, field, next) \
    for ((x) = TAILQ_FIRST(head); (x) && ((next) = TAILQ_NEXT(x, field), 1); (x) = (next))
#define TAILQ_FOREACH_REVERSE_SAFE(x, head, name, field, next)                          \
    for ((x) = TAILQ_LAST(head, name); (x) && ((next) = TAILQ_PREV(x, name, field), 1); \
         (x) = (next))
#define TAILQ_INSERT_HEAD(head, element, field)                             \
    do {                                                                    \
        (element)->field.tqe_next = (head)->tqh_first;                      \
        if ((head)->tqh_first)                                              \
            (head)->tqh_first->field.tqe_prev = &(element)->field.tqe_next; \
        else                                                                \
            (head)->tqh_last = &(element)->field.tqe_next;                  \
        (head)->tqh_first = (element);                                      \
        (element)->field.tqe_prev = &(head)->tqh_first;                     \
    } while (0)
#define TAILQ_INSERT_TAIL(head, element, field)        \
    do {                                               \
        (element)->field.tqe_next = 0;                 \
        (element)->field.tqe_prev = (head)->tqh_last;  \
        *(head)->tqh_last = (element);                 \
        (head)->tqh_last = &(element)->field.tqe_next; \
    } while (0)
#define TAILQ_INSERT_AFTER(head, before, element, field)                            \
    do {                                                                            \
        (element)->field.tqe_next = (before)->field.tqe_next;                       \
        if ((element)->field.tqe_next)                                              \
            (element)->field.tqe_next->field.tqe_prev = &(element)->field.tqe_next; \
        else                                                                        \
            (head)->tqh_last = &(element)->field.tqe_next;                          \
        (before)->field.tqe_next = (element);                                       \
        (element)->field.tqe_prev = &(before)->field.tqe_next;                      \
    } while (0)
#define TAILQ_INSERT_BEFORE(behind, element, field)            \
    do {                                                       \
        (element)->field.tqe_prev = (behind)->field.tqe_prev;  \
        (element)->field.tqe_next = (behind);                  \
        *(behind)->field.tqe_prev = (element);                 \
        (behind)->field.tqe_prev = &(element)->field.tqe_next; \
    } while (0)
#define TAILQ_REMOVE(head, element, field)                                         \
    do {                                                                           \
        if ((element)->field.tqe_next)                                             \
            (element)->field.tqe_next->field.tqe_prev = (element)->field.tqe_prev; \
        else                                                                       \
            (head)->tqh_last = (element)->field.tqe_prev;                          \
        *(element)->field.tqe_prev = (element)->field.tqe_next;                    \
    } while (0)
#define TAILQ_REPLACE(head, element, other, field)                              \
    do {                                                                        \
        (other)->field.tqe_next = (element)->field.tqe_next;                    \
        (other)->field.tqe_prev = (element)->field.tqe_prev;                    \
        if ((other)->field.tqe_next)                                            \
            (other)->field.tqe_next->field.tqe_prev = &(other)->field.tqe_next; \
        else                                                                    \
            (head)->tqh_last = &(other)->field.tqe_next;                        \
        *(other)->field.tqe_prev = (other);                                     \
    } while (0)
#define TAILQ_CONCAT(head, other, field)                       \
    do {                                                       \
        if (TAILQ_EMPTY(other)) break;                         \
        *(head)->tqh_last = (other)->tqh_first;                \
        (other)->tqh_first->field.tqe_prev = (head)->tqh_last; \
        (head)->tqh_last = (other)->tqh_last;                  \
        TAILQ_INIT(other);                                     \
    } while (0)

/* --- CIRCLEQ: circular queue; the head stands for its end --- */

#define CIRCLEQ_HEAD(name, type)           \
    struct name {                          \
        struct type *cqh_first, *cqh_last; \
    }
#define CIRCLEQ_HEAD_INITIALIZER(head) {(void *)&(head), (void *)&(head)}
#define CIRCLEQ_ENTRY(type)               \
    struct {                              \
        struct type *cqe_next, *cqe_prev; \
    }
#define CIRCLEQ_FIRST(head) ((head)->cqh_first)
#define CIRCLEQ_LAST(head) ((head)->cqh_last)
#define CIRCLEQ_EMPTY(head) ((void *)(head)->cqh_first == (void *)(head))
#define CIRCLEQ_NEXT(element, field) ((element)->field.cqe_next)
#define CIRCLEQ_PREV(element, field) ((element)->field.cqe_prev)
#define CIRCLEQ_INIT(head) \
    ((void)((head)->cqh_first = (void *)(head), (head)->cqh_last = (void *)(head)))
#define CIRCLEQ_FOREACH(x, head, field) \
    for ((x) = CIRCLEQ_FIRST(head); (void *)(x) != (void *)(head); (x) = CIRCLEQ_NEXT(x, field))
#define CIRCLEQ_FOREACH_REVERSE(x, head, field) \
    for ((x) = CIRCLEQ_LAST(head); (void *)(x) != (void *)(head); (x) = CIRCLEQ_PREV(x, field))
#define CIRCLEQ_INSERT_HEAD(head, element, field)          \
    do {                                                   \
        (element)->field.cqe_next = (head)->cqh_first;     \
        (element)->field.cqe_prev = (void *)(head);        \
        if ((void *)(head)->cqh_last == (void *)(head))    \
            (head)->cqh_last = (element);                  \
        else                                               \
            (head)->cqh_first->field.cqe_prev = (element); \
        (head)->cqh_first = (element);                     \
    } while (0)
#define CIRCLEQ_INSERT_TAIL(head, element, field)         \
    do {                                                  \
        (element)->field.cqe_next = (void *)(head);       \
        (element)->field.cqe_prev = (head)->cqh_last;     \
        if ((void *)(head)->cqh_first == (void *)(head))  \
            (head)->cqh_first = (element);                \
        else                                              \
            (head)->cqh_last->field.cqe_next = (element); \
        (head)->cqh_last = (element);                     \
    } while (0)
#define CIRCLEQ_INSERT_AFTER(head, before, element, field)        \
    do {                                                          \
        (element)->field.cqe_next = (before)->field.cqe_next;     \
        (element)->field.cqe_prev = (before);                     \
        if ((void *)(before)->field.cqe_next == (void *)(head))   \
            (head)->cqh_last = (element);                         \
        else                                                      \
            (before)->field.cqe_next->field.cqe_prev = (element); \
        (before)->field.cqe_next = (element);                     \
    } while (0)
#define CIRCLEQ_INSERT_BEFORE(head, behind, element, field)       \
    do {                                                          \
        (element)->field.cqe_next = (behind);                     \
        (element)->field.cqe_prev = (behind)->field.cqe_prev;     \
        if ((void *)(behind)->field.cqe_prev == (void *)(head))   \
            (head)->cqh_first = (element);                        \
        else                                                      \
            (behind)->field.cqe_prev->field.cqe_next = (element); \
        (behind)->field.cqe_prev = (element);                     \
    } while (0)
#define CIRCLEQ_REMOVE(head, element, field)                                       \
    do {                                                                           \
        if ((void *)(element)->field.cqe_next == (void *)(head))                   \
            (head)->cqh_last = (element)->field.cqe_prev;                          \
        else                                                                       \
            (element)->field.cqe_next->field.cqe_prev = (element)->field.cqe_prev; \
        if ((void *)(element)->field.cqe_prev == (void *)(head))                   \
            (head)->cqh_first = (element)->field.cqe_next;                         \
        else                                                                       \
            (element)->field.cqe_prev->field.cqe_next = (element)->field.cqe_next; \
    } while (0)
#define CIRCLEQ_LOOP_NEXT(head, element, field)                              \
    ((void *)(element)->field.cqe_next == (void *)(head) ? (head)->cqh_first \
                                                         : (element)->field.cqe_next)
#define CIRCLEQ_LOOP_PREV(head, element, field)                             \
    ((void *)(element)->field.cqe_prev == (void *)(head) ? (head)->cqh_last \
                                                         : (element)->field.cqe_prev)

#endif
