/*
 * locks.c — locks on files: flock, and the locks of fcntl on ranges of bytes. The owner of a lock
 * is the open file description (flock, F_OFD_SETLK) or the process (F_SETLK). The locks of the one
 * process never exclude each other, and are gone once it closes any descriptor of the file.
 */
#include <sys/file.h>
#include "kernel.h"

/* Bits of `whole` and of `held`, which also are the bits that flock waits for. */
enum { HOLDS = 1, HOLDS_ALONE = 2 };

static struct inode *inode_of(const struct file *f) { return f->ops->has_inode ? f->object : 0; }

/* --- flock ------------------------------------------------------------------------------------ */

/* Checks the locks of flock on a file in a piece that names them. */
CHECK void check_whole(const struct inode *i) {
    int holders = peek(i->holders), alone = (peek(i->whole) & HOLDS_ALONE) != 0;
    invariant(holders >= 0);
    invariant(((peek(i->whole) & HOLDS) != 0) == (holders > 0));
    invariant(!alone | (holders == 1));
}

static void hold_whole(struct inode *i, struct file *f, unsigned bits) {
    f->held = bits;
    i->holders++;
    i->whole = bits;
    if (__heddle_check) check_whole(i);
}

static void drop_whole(struct inode *i, struct file *f) {
    invariant(peek(i->holders) > 0);
    f->held = 0;
    i->whole = --i->holders ? HOLDS : 0;
    if (__heddle_check) check_whole(i);
}

/* Takes, changes or gives back the lock of an open file. A lock of another kind is given back
 * first, in a piece of its own: others may get theirs in between. */
static long lock_whole(struct file *f, struct inode *i, unsigned wanted, int waits) {
    unsigned excluded = wanted & HOLDS_ALONE ? HOLDS : HOLDS_ALONE;
    for (;;) {
        struct __heddle_item items[] = {{&i->whole, waits ? excluded : 0, excluded, WRITES, 0},
                                        {&f->held, waits ? HOLDS | HOLDS_ALONE : 0, 0, WRITES, 0},
                                        ITEM(f, READS)};
        if (wait_for_piece(items, 3, 0, wanted ? "lock a file" : "unlock a file", 0) < 0)
            return -EINTR;
        int closed = !f->uses, same = f->held == wanted, changes = !same && f->held;
        int fits = !(i->whole & excluded);
        if (!closed && changes) drop_whole(i, f);
        if (!closed && !same && !changes && wanted && fits) hold_whole(i, f, wanted);
        leave();
        if (closed) return -EBADF;
        if (same || !wanted || (!changes && fits)) return 0;
        if (!changes && !waits) return -EWOULDBLOCK;
    }
}

SYSCALL(flock) {
    int how = (int)concrete(b);
    struct file *x = __heddle_file(a);
    unsigned wanted;
    switch (how & ~LOCK_NB) {
    case LOCK_SH: wanted = HOLDS; break;
    case LOCK_EX: wanted = HOLDS | HOLDS_ALONE; break;
    case LOCK_UN: wanted = 0; break;
    default: return -EINVAL;
    }
    if (!x) return -EBADF;
    struct inode *i = inode_of(x);
    if (i) return lock_whole(x, i, wanted, wanted && !(how & LOCK_NB));
    __heddle_warn("a lock on what is no file and no folder was granted without an effect");
    return 0;
}

/* --- ranges of bytes -------------------------------------------------------------------------- */

#define LAST_BYTE 0x7fffffffffffffffl

struct range {
    struct range *next; /* ascending by owner and first byte */
    struct file *owner; /* NULL: the process */
    int type;
    long first, last;
};

static int precedes(const struct range *x, const struct range *y) {
    return x->owner != y->owner ? (unsigned long)x->owner < (unsigned long)y->owner
                                : x->first < y->first;
}
static int overlap(const struct range *x, const struct range *y) {
    return x->first <= y->last && y->first <= x->last;
}

/* Checks the ranges in a piece that names them: those of one owner do not overlap. */
CHECK void check_ranges(const struct inode *i) {
    for (struct range *r = peek(i->ranges), *next; r; r = next) {
        next = peek(r->next);
        invariant((peek(r->first) >= 0) & (peek(r->first) <= peek(r->last)));
        invariant((peek(r->type) == F_RDLCK) | (peek(r->type) == F_WRLCK));
        if (next && peek(next->owner) == peek(r->owner))
            invariant(peek(r->last) < peek(next->first));
    }
}

/* The state word is a hash of the ranges: who waits looks again when they have changed. */
static void update(struct inode *i) {
    unsigned long word = 0;
    for (struct range *r = i->ranges; r; r = r->next) {
        unsigned long x = (unsigned long)r->first * 0x9e3779b97f4a7c15ul +
                          (unsigned long)r->last * 0xc2b2ae3d27d4eb4ful +
                          ((unsigned long)r->owner >> 4) * 0x165667b19e3779f9ul +
                          (unsigned long)r->type * 0x27d4eb2f165667c5ul + 1;
        x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ul;
        word += x ^ x >> 32;
    }
    i->locked = (unsigned)(word ^ word >> 32);
    if (__heddle_check) check_ranges(i);
}

static void insert(struct inode *i, struct range *new) {
    struct range **at = &i->ranges;
    while (*at && precedes(*at, new)) at = &(*at)->next;
    new->next = *at;
    *at = new;
}

static struct range *conflicting(const struct inode *i, const struct range *wanted) {
    for (struct range *r = i->ranges; r; r = r->next)
        if (r->owner != wanted->owner && overlap(r, wanted) &&
            (r->type == F_WRLCK || wanted->type == F_WRLCK))
            return r;
    return 0;
}

/* Takes these bytes away from their owner's ranges. `spare` becomes what is left behind them of a
 * range that is split. Returns the spare one if it was not needed. */
static struct range *cut(struct inode *i, const struct range *away, struct range *spare) {
    for (struct range **at = &i->ranges, *r; (r = *at);) {
        if (r->owner != away->owner || !overlap(r, away)) {
            at = &r->next;
        } else if (r->first < away->first && r->last > away->last) {
            *spare = (struct range){r->next, r->owner, r->type, away->last + 1, r->last};
            r->last = away->first - 1;
            r->next = spare;
            return 0;
        } else if (r->first < away->first) {
            r->last = away->first - 1;
            at = &r->next;
        } else if (r->last > away->last) {
            r->first = away->last + 1;
            at = &r->next;
        } else {
            *at = r->next;
            __heddle_free(r);
        }
    }
    return spare;
}

/* Extends a new range by those of its owner and type that touch it. */
static void join_neighbours(struct inode *i, struct range *new) {
    for (struct range **at = &i->ranges, *r; (r = *at);) {
        int touches =
            r->owner == new->owner && r->type == new->type &&
            (r->last + 1 == new->first || (new->last != LAST_BYTE &&new->last + 1 == r->first));
        if (!touches) {
            at = &r->next;
            continue;
        }
        if (r->first < new->first) new->first = r->first;
        if (r->last > new->last) new->last = r->last;
        *at = r->next;
        __heddle_free(r);
    }
}

/* Sets or removes a lock of a range. While others exclude it, it waits for a change of the locks.
 */
static long set_range(struct file *f, struct inode *i, const struct range *wanted, int waits) {
    struct range *new = kernel_alloc(sizeof *new), *spare = kernel_alloc(sizeof *spare);
    if (!new || !spare) return -ENOLCK;
    unsigned seen = 0;
    long error = 0;
    for (int again = 0;; again = 1) {
        struct __heddle_item items[] = {{&i->locked, again ? ~0u : 0, seen, WRITES, 0},
                                        ITEM(f, READS)};
        error = wait_for_piece(items, 2, 0, "lock a part of a file", 0) < 0 ? -EINTR : 0;
        if (error) break;
        int excluded = wanted->type != F_UNLCK && conflicting(i, wanted), closed = !f->uses;
        if (!excluded && !closed) {
            spare = cut(i, wanted, spare);
            if (wanted->type != F_UNLCK) {
                *new = *wanted;
                join_neighbours(i, new);
                insert(i, new);
                new = 0;
            }
            update(i);
        }
        seen = i->locked;
        leave();
        error = closed ? -EBADF : excluded ? -EAGAIN : 0;
        if (!excluded || closed || !waits) break;
    }
    if (new) __heddle_free(new);
    if (spare) __heddle_free(spare);
    return error;
}

/* Tells which lock excludes one. */
static long ask_range(struct inode *i, struct range *wanted) {
    enter("look at locks of a file", ITEM(&i->locked, READS));
    struct range *r = conflicting(i, wanted);
    if (r) *wanted = *r;
    leave();
    if (!r) wanted->type = F_UNLCK;
    return 0;
}

/* Determines which bytes a program means. */
static long read_range(struct file *f, const struct flock *lock, struct range *to) {
    long start = concrete(lock->l_start), length = concrete(lock->l_len), base = 0;
    int type = (int)concrete(lock->l_type), whence = (int)concrete(lock->l_whence);
    struct inode *i = inode_of(f);
    if (whence < SEEK_SET || whence > SEEK_END) return -EINVAL;
    if (whence != SEEK_SET && i) {
        enter("look at a file", ITEM(f, READS), ITEM(i, READS));
        base = whence == SEEK_CUR ? f->offset : i->size;
        leave();
    }
    if (start > LAST_BYTE - base) return -EOVERFLOW;
    start += base;
    if (start < 0) return -EINVAL;
    if (length > 0 && length - 1 > LAST_BYTE - start) return -EOVERFLOW;
    if (length < 0 && start + length < 0) return -EINVAL;
    *to = (struct range){.type = type,
                         .first = length < 0 ? start + length : start,
                         .last = length < 0   ? start - 1
                                 : length > 0 ? start + length - 1
                                              : LAST_BYTE};
    return type == F_RDLCK || type == F_WRLCK || type == F_UNLCK ? 0 : -EINVAL;
}

static long range_refused(const struct file *f, int type) {
    return (type == F_RDLCK && f->mode == O_WRONLY) || (type == F_WRLCK && f->mode == O_RDONLY)
               ? -EBADF
               : 0;
}

HIDDEN long __heddle_lock_range(struct file *f, int how, struct flock *lock) {
    struct range wanted;
    struct inode *i = inode_of(f);
    int of_file = how == F_OFD_GETLK || how == F_OFD_SETLK || how == F_OFD_SETLKW;
    int asks = how == F_GETLK || how == F_OFD_GETLK;
    int type = (int)concrete(lock->l_type);
    if (asks && type != F_RDLCK && type != F_WRLCK) return -EINVAL;
    long error = read_range(f, lock, &wanted);
    if (error) return error;
    if (of_file && concrete(lock->l_pid)) return -EINVAL;
    if (!asks && (error = range_refused(f, type))) return error;
    if (of_file) wanted.owner = f;
    if (!i) {
        __heddle_warn("a lock on what is no file and no folder was granted without an effect");
        if (asks) lock->l_type = F_UNLCK;
        return 0;
    }
    if (!asks) return set_range(f, i, &wanted, how == F_SETLKW || how == F_OFD_SETLKW);
    ask_range(i, &wanted);
    if (wanted.type == F_UNLCK) {
        lock->l_type = F_UNLCK;
        return 0;
    }
    *lock = (struct flock){.l_type = (short)wanted.type,
                           .l_whence = SEEK_SET,
                           .l_start = wanted.first,
                           .l_len = wanted.last == LAST_BYTE ? 0 : wanted.last - wanted.first + 1,
                           .l_pid = wanted.owner ? -1 : 1000};
    return 0;
}

/* --- the end of descriptors and open files ---------------------------------------------------- */

static int has_range(struct inode *i, const struct file *owner) {
    int shared = is_visible(&i->ranges, sizeof i->ranges), found = 0;
    if (shared) enter("look at locks of a file", ITEM(&i->locked, READS));
    for (struct range *r = i->ranges; r && !found; r = r->next) found = r->owner == owner;
    if (shared) leave();
    return found;
}

static void drop_ranges(struct inode *i, struct file *owner) {
    struct range all = {.owner = owner, .last = LAST_BYTE};
    if (!has_range(i, owner)) return;
    enter("unlock a file that is closed", ITEM(&i->locked, WRITES));
    cut(i, &all, 0);
    update(i);
    leave();
}

HIDDEN void __heddle_drop_locks(struct file *f, int last) {
    struct inode *i = inode_of(f);
    if (!i) return;
    drop_ranges(i, 0);
    if (!last) return;
    drop_ranges(i, f);
    if (!f->held) return;
    enter("unlock a file that is closed", ITEM(&i->whole, WRITES), ITEM(&f->held, WRITES));
    drop_whole(i, f);
    leave();
}
