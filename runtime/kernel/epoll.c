/*
 * epoll.c — epoll. A set has a list of watched files, which epoll_ctl changes. A waiting thread
 * waits for the watched objects and for a change of the list, a hash of which is in the state word.
 */
#include <sys/epoll.h>
#include "kernel.h"

#define MOST 3 /* objects of one watched file */

struct watch {
    struct watch *next;    /* in the set */
    struct watch *another; /* of the file, in other sets */
    struct set *set;
    int fd;
    struct file *file;
    unsigned events;
    epoll_data_t data;
    int told; /* one-shot: not reported again before it is set anew */
    /* Edge-triggered: the counts of its objects at the last look; `seen` 0: there was none. A watch
     * that is set anew is one without a look, which who waits already has to learn. */
    int seen;
    unsigned edges[MOST];
};

struct set {
    unsigned word;       /* bits 8 and up: a hash of the list */
    struct watch *first; /* ascending by descriptor */
};

static void update(struct set *s) {
    unsigned hash = 0;
    for (struct watch *w = s->first; w; w = w->next) {
        unsigned x = (unsigned)w->fd * 0x9e3779b1u + w->events * 0x85ebca6bu +
                     (unsigned)((unsigned long)w->file >> 4) * 0xc2b2ae35u + (unsigned)w->told +
                     2 * (unsigned)w->seen;
        x ^= x >> 15;
        hash += x * 0x27d4eb2fu;
    }
    s->word = hash << 8;
}

/* Checks a set in a piece that names it: its list ascends, its watches belong to it, and its word
 * is that of the list. */
CHECK void check_set(const struct set *s) {
    unsigned word = 0;
    int last = -1;
    for (struct watch *w = peek(s->first); w; w = peek(w->next)) {
        unsigned x = (unsigned)peek(w->fd) * 0x9e3779b1u + peek(w->events) * 0x85ebca6bu +
                     (unsigned)((unsigned long)peek(w->file) >> 4) * 0xc2b2ae35u +
                     (unsigned)peek(w->told) + 2 * (unsigned)peek(w->seen);
        x ^= x >> 15;
        word += x * 0x27d4eb2fu;
        invariant(peek(w->set) == s);
        invariant(peek(w->fd) >= last); /* a number that was closed may be given again */
        invariant(!((peek(w->told) | peek(w->seen)) & ~1));
        last = peek(w->fd);
    }
    invariant(peek(s->word) == word << 8);
}

#define EVENTS 0xffff

/* Returns the changes of an object for which an edge-triggered watch is reported again. */
static unsigned edges_of(const struct __heddle_item *i, int alone) {
    return (i->mask & (POLLIN | POLLHUP | POLLRDHUP) ? (unsigned)EDGES_IN : 0) |
           (i->mask & POLLOUT || (alone && i->mask) ? (unsigned)EDGES_OUT : 0);
}

/* The list of a set at one moment. */
struct list {
    unsigned word;
    long n;
    int changes; /* waiting changes the set */
    struct watch *all, few[16];
};

/* Copies the list. Not within a piece. */
static void copy_list(struct set *s, struct list *l) {
    int shared = is_visible(s, sizeof *s);
    for (struct watch *w = shared ? 0 : s->first; w && !shared; w = w->next)
        shared = is_visible(w, sizeof *w);
    if (shared) enter("look at an epoll set", ITEM(s, READS));
    if (__heddle_check) check_set(s);
    l->word = s->word;
    l->n = l->changes = 0;
    for (struct watch *w = s->first; w; w = w->next) l->n++;
    l->all = l->n > 16 ? kernel_alloc((unsigned long)l->n * sizeof *l->all) : l->few;
    struct watch *to = l->all;
    for (struct watch *w = s->first; w; w = w->next) {
        *to++ = *w;
        l->changes |= (w->events & (EPOLLET | EPOLLONESHOT)) != 0;
    }
    if (shared) leave();
}
static void free_list(struct list *l) {
    if (l->all != l->few) __heddle_free(l->all);
}

/* Collects the items to wait for: at most MOST for each watch on the list. Not within a piece. */
static long add_items(const struct list *l, struct __heddle_item *items, int waits) {
    long n = 0;
    for (long j = 0; j < l->n; j++) {
        const struct watch *w = &l->all[j];
        if (w->told) continue;
        int count = w->file->ops->watch(w->file, w->events & EVENTS, items + n);
        for (int k = 0; k < count; k++) {
            struct __heddle_item *i = &items[n + k];
            if (!waits)
                i->mask = 0;
            else if (w->events & EPOLLET && w->seen) {
                i->mask = edges_of(i, count == 1);
                i->expect = w->edges[k] & i->mask;
            }
        }
        n += count;
    }
    return n;
}

/* Returns the events to report of a watched file; called within a piece. Edge-triggered: none if
 * nothing happened since the last look; with `notes` the counts are noted. */
static unsigned look_at(struct watch *w, int notes) {
    struct __heddle_item items[MOST];
    unsigned ready = w->file->ops->ready(w->file) & (w->events | EPOLLERR | EPOLLHUP) & EVENTS;
    if (!(w->events & EPOLLET)) return ready;
    int count = w->file->ops->counts ? w->file->ops->watch(w->file, w->events & EVENTS, items) : 0,
        news = !w->seen;
    for (int k = 0; k < count; k++) {
        unsigned mask = edges_of(&items[k], count == 1), now = *(unsigned *)items[k].object & mask;
        news |= now != w->edges[k];
        if (notes) w->edges[k] = now;
    }
    if (notes && (ready || w->seen)) w->seen = 1;
    return news ? ready : 0;
}

static unsigned set_ready(struct file *f) {
    struct set *s = f->object;
    for (struct watch *w = s->first; w; w = w->next)
        if (!w->told && look_at(w, 0)) return POLLIN;
    return 0;
}
static int set_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct set *s = f->object;
    struct list list;
    copy_list(s, &list);
    struct __heddle_item all[MOST * 16];
    long n = list.n > 16 ? MOST : add_items(&list, all, 1);
    if (n >= MOST)
        __heddle_fail("unsupported", "an epoll set that watches several objects is watched itself",
                      0, 0, 0);
    for (long k = 0; k < n; k++) items[k] = all[k];
    items[n] = (struct __heddle_item){s, LIST_OF_SET, list.word, READS, 0};
    free_list(&list);
    return (int)n + 1;
}

/* Removes a watch from its set and its file. Called within a piece that writes both. */
static void unlink_watch(struct watch *w) {
    /* Another thread may have found the file in the set and be about to wait for it. */
    if (is_visible(w->set, sizeof *w->set) || is_visible(w, sizeof *w)) w->file->kept = 1;
    int found = 0;
    for (struct watch **at = &w->set->first; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            found++;
            break;
        }
    for (struct watch **at = &w->file->watches; *at; at = &(*at)->another)
        if (*at == w) {
            *at = w->another;
            found++;
            break;
        }
    invariant(found == 2); /* a watch is in the list of its set and in that of its file */
    update(w->set);
}

/* Frees a watch that was removed. Another thread may have found it in a list and be about to look
 * whether it is still there. */
static void free_watch(struct watch *w) {
    if (!is_visible(w, sizeof *w)) __heddle_free(w);
}

HIDDEN void __heddle_unwatch(struct file *f) {
    for (struct watch *w; (w = f->watches);) {
        enter("leave an epoll set", ITEM(w->set, WRITES), ITEM(f, WRITES));
        int mine = f->watches == w;
        if (mine) unlink_watch(w);
        leave();
        if (mine) free_watch(w);
    }
}

static void set_release(struct file *f) {
    struct set *s = f->object;
    for (struct watch *w; (w = s->first);) {
        enter("empty an epoll set", ITEM(s, WRITES), ITEM(w->file, WRITES));
        int mine = s->first == w;
        if (mine) unlink_watch(w);
        leave();
        if (mine) free_watch(w);
    }
    if (!f->kept) __heddle_free(s);
}
static const struct file_operations set_operations = {
    .seek = __heddle_no_seek,
    .one_offset = 1,
    .release = set_release,
    .watch = set_watch,
    .ready = set_ready,
    .no_edges = "an epoll set is watched for edges (EPOLLET)"};

SYSCALL(epoll_create1) {
    if (a & ~EPOLL_CLOEXEC) return -EINVAL;
    return __heddle_install_new(
        __heddle_file_new(
            &set_operations,
            __heddle_malloc(sizeof(struct set), 16 | HEDDLE_KERNEL_MEMORY | HEDDLE_KERNEL_TABLE),
            O_RDWR),
        !!(a & EPOLL_CLOEXEC));
}
SYSCALL(epoll_create) { return a <= 0 ? -EINVAL : __heddle_sys_epoll_create1(0, 0, 0, 0, 0, 0); }

/* Held while a set is added to another one. */
static int nesting;

/* Whether `from` is the set `to` or watches it, directly or by other sets. Not within a piece. */
static int set_leads_to(struct set *from, const struct set *to) {
    if (from == to) return 1;
    struct list list;
    int leads = 0;
    copy_list(from, &list);
    for (long j = 0; j < list.n && !leads; j++) {
        const struct file *f = list.all[j].file;
        leads = f->ops == &set_operations && set_leads_to(f->object, to);
    }
    free_list(&list);
    return leads;
}

static struct set *set_of(long fd, long *error) {
    struct file *f = __heddle_file(fd);
    *error = !f ? -EBADF : f->ops != &set_operations ? -EINVAL : 0;
    return *error ? 0 : f->object;
}

/* Changes what a set says of the file with descriptor `c`. */
static long change(struct set *s, long b, long c, struct file *x, struct epoll_event e0) {
    long error = 0;
    if (b != EPOLL_CTL_DEL && e0.events & EPOLLET && x->ops->no_edges)
        __heddle_fail("unsupported", x->ops->no_edges, 0, 0, 0);
    struct watch *fresh = b == EPOLL_CTL_ADD ? kernel_alloc(sizeof *fresh) : 0;
    if (b == EPOLL_CTL_ADD && !fresh) return -ENOMEM;
    struct __heddle_item items[MOST];
    /* Objects watched for edges count events from now on. */
    int n = b != EPOLL_CTL_DEL && e0.events & EPOLLET && x->ops->counts
                ? x->ops->watch(x, e0.events & EVENTS, items)
                : 0;
    for (int k = 0; k < n; k++) {
        unsigned *counted = (unsigned *)items[k].object + 1;
        enter("watch for edges", ITEM(items[k].object, WRITES));
        if (items[k].object != x) *counted |= EDGES_COUNTED;
        leave();
    }
    enter("change an epoll set", ITEM(s, WRITES), ITEM(x, WRITES));
    struct watch **at = &s->first, *removed = 0;
    while (*at && ((*at)->fd < c || ((*at)->fd == c && (*at)->file != x))) at = &(*at)->next;
    struct watch *w = *at && (*at)->fd == c ? *at : 0;
    if (!x->uses)
        error = -EBADF; /* closed since it was looked up */
    else if (b == EPOLL_CTL_ADD && w)
        error = -EEXIST;
    else if (b != EPOLL_CTL_ADD && !w)
        error = -ENOENT;
    else if (b == EPOLL_CTL_ADD) {
        *fresh = (struct watch){.next = *at,
                                .another = x->watches,
                                .set = s,
                                .fd = (int)c,
                                .file = x,
                                .events = e0.events,
                                .data = e0.data};
        *at = x->watches = fresh;
        fresh = 0;
    } else if (b == EPOLL_CTL_MOD) {
        w->events = e0.events;
        w->data = e0.data;
        w->told = w->seen = 0;
    } else
        unlink_watch(removed = w);
    update(s);
    leave();
    if (fresh) __heddle_free(fresh);
    if (removed) free_watch(removed);
    return error;
}

SYSCALL(epoll_ctl) {
    const struct epoll_event *event = (const struct epoll_event *)d;
    if (b != EPOLL_CTL_DEL && !event) return -EFAULT;
    struct epoll_event e0 = {0};
    if (event) e0 = *event;
    struct file *own = __heddle_file(a), *x = __heddle_file(c);
    if (!own || !x) return -EBADF;
    if (!x->ops->watch || x->ops->not_watched) return -EPERM;
    if (own->ops != &set_operations || own == x) return -EINVAL;
    if (b != EPOLL_CTL_ADD && b != EPOLL_CTL_MOD && b != EPOLL_CTL_DEL) return -EINVAL;
    struct set *s = own->object;
    if (b != EPOLL_CTL_ADD || x->ops != &set_operations) return change(s, b, c, x, e0);
    __heddle_mutex_lock(&nesting, 0);
    long error = set_leads_to(x->object, s) ? -ELOOP : change(s, b, c, x, e0);
    __heddle_mutex_unlock(&nesting, 0);
    return error;
}

static long wait_for(long fd, struct epoll_event *events, long max, long timeout) {
    long error;
    struct set *s = set_of(fd, &error);
    if (!s) return error;
    if (max <= 0) return -EINVAL;
    struct epoll_event *own = (struct epoll_event *)detour(events, max * (long)sizeof *events),
                       *to = own ? own : events;
    if (timeout > 0) deadline_in(timeout * 1000000L);
    for (;;) {
        /* The items are collected before the piece that waits for them. If the list has changed by
         * then, they are collected again. */
        struct list list;
        copy_list(s, &list);
        long count = MOST * list.n + 1;
        struct __heddle_item few[64],
            *items = count > 64 ? kernel_alloc((unsigned long)count * sizeof *items) : few;
        long n = add_items(&list, items, timeout != 0);
        items[n++] =
            (struct __heddle_item){s, timeout ? LIST_OF_SET : 0, list.word, list.changes, 0};
        int late = wait_for_piece(items, (int)n, timeout > 0, "wait for an epoll set", 1);
        long found = 0;
        int again = late >= 0 && s->word != list.word;
        for (struct watch *w = s->first; w && found < max && !again && late >= 0; w = w->next) {
            unsigned told = w->told ? 0 : look_at(w, 1);
            if (!told) continue;
            if (w->events & EPOLLONESHOT) w->told = 1;
            to[found].events = told;
            to[found++].data = w->data;
        }
        /* also if it stays the same: a thread that reads the list without order then conflicts on
         * its word */
        if (list.changes && late >= 0) update(s);
        if (late >= 0) leave();
        free_list(&list);
        if (items != few) __heddle_free(items);
        if (late > 0 && timeout > 0) engine(HEDDLE_CALL_PASS, timeout * 1000000L);
        if (!found && !late && (timeout || again)) continue;
        if (own) {
            memcpy(events, own, (unsigned long)found * sizeof *events);
            __heddle_free(own);
        }
        return late < 0 ? -EINTR : found;
    }
}
SYSCALL(epoll_wait) {
    return wait_for(a, (struct epoll_event *)b, concrete(c), (int)concrete((int)d));
}

struct wait_call {
    long fd, max, timeout;
    struct epoll_event *events;
};
static long wait_call(void *p, int waits) {
    struct wait_call *c = p;
    return wait_for(c->fd, c->events, c->max, waits ? c->timeout : 0);
}
SYSCALL(epoll_pwait) {
    struct wait_call call = {a, concrete(c), (int)concrete((int)d), (struct epoll_event *)b};
    return __heddle_wait_masked((const struct __sigset_t *)e, &call, call.timeout != 0, wait_call);
}
