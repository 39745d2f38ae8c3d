/*
 * epoll.c — epoll. What a set watches is a list that epoll_ctl changes; a waiting thread waits for the watched objects and
 * for a change of the list, of which the state word holds a hash.
 */
#include <sys/epoll.h>
#include "kernel.h"

struct watch {
    struct watch *next;
    int fd;
    struct file *file;
    unsigned events;
    epoll_data_t data;
    unsigned seen;  /* edge-triggered: `ready` when it was last told */
    int told;       /* one-shot: not again before it is set anew */
};

struct set {
    unsigned word; /* POLLIN: see ready(); bits 8 and up: a hash of the list */
    struct watch *first; /* ascending by descriptor */
};

static void update(struct set *s) {
    unsigned hash = 0;
    for (struct watch *w = s->first; w; w = w->next) {
        unsigned x = (unsigned)w->fd * 0x9e3779b1u + w->events * 0x85ebca6bu + (unsigned)((unsigned long)w->file >> 4) * 0xc2b2ae35u + (unsigned)w->told;
        x ^= x >> 15;
        hash += x * 0x27d4eb2fu;
    }
    s->word = hash << 8;
}

/* A file that was closed is watched no more. */
static struct file *watched(const struct watch *w) {
    struct file *f = __heddle_file(w->fd);
    return f == w->file ? f : 0;
}

#define EVENTS 0xffff

static long add_items(struct set *s, struct __heddle_item *items, long room, int waits) {
    long n = 0;
    for (struct watch *w = s->first; w && n + 3 <= room; w = w->next) {
        if (w->told || !watched(w)) continue;
        int count = w->file->ops->watch(w->file, w->events & EVENTS, items + n);
        for (int k = 0; k < count; k++) {
            if (!waits) items[n + k].mask = 0;
            if (w->events & EPOLLET && items[n + k].mask) {
                /* What was told already is no reason to wake: only the count of changes is. */
                items[n + k].mask = 0xff0000;
                items[n + k].expect = *(unsigned *)items[n + k].object;
                if (!w->seen) items[n + k].mask |= w->events & EVENTS, items[n + k].expect &= 0xff0000;
            }
        }
        n += count;
    }
    return n;
}

static unsigned set_ready(struct file *f) {
    struct set *s = f->object;
    for (struct watch *w = s->first; w; w = w->next)
        if (!w->told && watched(w) && w->file->ops->ready(w->file) & (w->events | EPOLLERR | EPOLLHUP) & EVENTS) return POLLIN;
    return 0;
}
static int set_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct set *s = f->object;
    struct __heddle_item all[3 * 64];
    long n = add_items(s, all, 3 * 64, 1);
    if (n > 2) {
        __heddle_warn("an epoll set with several descriptors inside another one was watched by its list only");
        n = 0;
    }
    for (long k = 0; k < n; k++) items[k] = all[k];
    items[n] = (struct __heddle_item){s, ~255u, s->word, READS, 0};
    return (int)n + 1;
}
static void set_release(struct file *f) {
    struct set *s = f->object;
    for (struct watch *w = s->first, *next; w; w = next) {
        next = w->next;
        __heddle_free(w);
    }
    __heddle_free(s);
}
static const struct file_operations set_operations = {.release = set_release, .watch = set_watch, .ready = set_ready};

SYSCALL(epoll_create1) { return __heddle_install_new(__heddle_file_new(&set_operations, kernel_alloc(sizeof(struct set)), O_RDWR), !!(a & EPOLL_CLOEXEC)); }
SYSCALL(epoll_create) { return a <= 0 ? -EINVAL : __heddle_sys_epoll_create1(0, 0, 0, 0, 0, 0); }

static struct set *set_of(long fd, long *error) {
    struct file *f = __heddle_file(fd);
    *error = !f ? -EBADF : f->ops != &set_operations ? -EINVAL : 0;
    return *error ? 0 : f->object;
}

SYSCALL(epoll_ctl) {
    long error;
    struct set *s = set_of(a, &error);
    struct file *x = __heddle_file(c);
    const struct epoll_event *event = (const struct epoll_event *)d;
    if (!s) return error;
    if (!x) return -EBADF;
    if (a == c || (b != EPOLL_CTL_DEL && !event)) return -EINVAL;
    if (!x->ops->watch || x->ops->stat == 0) {}
    struct epoll_event e0 = {0};
    if (event) e0 = *event;
    struct watch *fresh = b == EPOLL_CTL_ADD ? kernel_alloc(sizeof *fresh) : 0;
    struct __heddle_item items[3];
    /* Objects that are watched for edges count their changes from now on. */
    int n = b != EPOLL_CTL_DEL && e0.events & EPOLLET ? x->ops->watch(x, e0.events & EVENTS, items) : 0;
    for (int k = 0; k < n && x->ops->edges; k++) {
        unsigned *counted = (unsigned *)items[k].object + 1;
        enter("watch for edges", ITEM(items[k].object, WRITES));
        if (!*counted) *counted = 256;
        leave();
    }
    enter("change an epoll set", ITEM(s, WRITES));
    struct watch **at = &s->first;
    while (*at && (*at)->fd < c) at = &(*at)->next;
    /* The entry of a file that was closed, its descriptor given to another. */
    if (*at && (*at)->fd == c && (*at)->file != x) {
        struct watch *old = *at;
        *at = old->next;
        __heddle_free(old);
    }
    struct watch *w = *at && (*at)->fd == c ? *at : 0;
    switch (b) {
    case EPOLL_CTL_ADD:
        if (w || !fresh) {
            error = w ? -EEXIST : -ENOMEM;
            break;
        }
        *fresh = (struct watch){.next = *at, .fd = (int)c, .file = x, .events = e0.events, .data = e0.data};
        *at = fresh;
        fresh = 0;
        break;
    case EPOLL_CTL_MOD:
        if (!w) {
            error = -ENOENT;
            break;
        }
        w->events = e0.events;
        w->data = e0.data;
        w->told = 0;
        w->seen = 0;
        break;
    case EPOLL_CTL_DEL:
        if (!w) {
            error = -ENOENT;
            break;
        }
        *at = w->next;
        __heddle_free(w);
        break;
    default: error = -EINVAL;
    }
    update(s);
    leave();
    if (fresh) __heddle_free(fresh);
    return error;
}

static long wait_for(long fd, struct epoll_event *events, long max, long timeout) {
    long error;
    struct set *s = set_of(fd, &error);
    if (!s) return error;
    if (max <= 0) return -EINVAL;
    for (;;) {
        /* The list is looked at outside the piece that waits for what is on it; is it changed by then, once more. */
        int shared = is_visible(s, sizeof *s);
        for (struct watch *w = s->first; w && !shared; w = w->next) shared = is_visible(w, sizeof *w);
        if (shared) enter("look at an epoll set", ITEM(s, READS));
        long count = 1;
        int changes = 0;
        for (struct watch *w = s->first; w; w = w->next) count += 3, changes |= (w->events & (EPOLLET | EPOLLONESHOT)) != 0;
        struct __heddle_item few[64], *items = count > 64 ? kernel_alloc((unsigned long)count * sizeof *items) : few;
        long n = add_items(s, items, count - 1, timeout != 0);
        unsigned word = s->word;
        if (shared) leave();
        items[n++] = (struct __heddle_item){s, timeout ? ~255u : 0, word, changes, 0};
        int late = __heddle_kernel_enter(items, (int)n, timeout > 0, "wait for an epoll set");
        long found = 0;
        int again = s->word != word;
        for (struct watch *w = s->first; w && found < max && !again; w = w->next) {
            if (w->told || !watched(w)) continue;
            unsigned ready = w->file->ops->ready(w->file), told = ready & (w->events | EPOLLERR | EPOLLHUP) & EVENTS;
            if (!told || (w->events & EPOLLET && w->seen == (ready | 1u << 31))) continue;
            if (w->events & EPOLLET) w->seen = ready | 1u << 31;
            if (w->events & EPOLLONESHOT) w->told = 1;
            events[found].events = told;
            events[found++].data = w->data;
        }
        if (changes && found) update(s);
        leave();
        if (items != few) __heddle_free(items);
        if (late && timeout > 0) engine(HEDDLE_CALL_PASS, timeout * 1000000L);
        if (found || late || !timeout) return found;
    }
}
SYSCALL(epoll_wait) { return wait_for(a, (struct epoll_event *)b, concrete(c), (int)concrete((int)d)); }
SYSCALL(epoll_pwait) { return wait_for(a, (struct epoll_event *)b, concrete(c), (int)concrete((int)d)); }
