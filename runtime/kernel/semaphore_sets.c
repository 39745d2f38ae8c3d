/*
 * semaphore_sets.c — semaphores of System V. They come in sets, of which one call changes several
 * at once, or none. Each semaphore is an object of its own; a call that has to wait does so for the
 * first operation that cannot be done, and then looks at all of them again.
 */
#include <sys/sem.h>
#include "ipc.h"

#define MOST_VALUE 32767
#define MOST_OPERATIONS 500
#define MOST_SEMAPHORES 32000

/* Bits of a semaphore's word: its value, one bit for each of the first amounts that it is at least,
 * whether it is zero, and whether the set is gone. */
enum { VALUE_BITS = 15, AMOUNTS = 15, IS_ZERO = 1 << 30 };
#define IS_GONE (1u << 31)

struct semaphore {
    unsigned word;
    int process; /* that changed it last */
};
struct set {
    struct ipc ipc; /* the entry stays when the set is gone: others may be about to use it */
    int n;
    struct semaphore of[];
};
static struct ipc_table sets;

static int value_of(const struct semaphore *s) { return (int)(s->word & MOST_VALUE); }
static void set_value(struct semaphore *s, int value) {
    unsigned at_least = value >= AMOUNTS ? (1u << AMOUNTS) - 1 : (1u << value) - 1;
    s->word = (s->word & IS_GONE) | (unsigned)value | at_least << VALUE_BITS |
              (value ? 0 : (unsigned)IS_ZERO);
    invariant((peek(s->word) & MOST_VALUE) == (unsigned)value);
}

/* Returns the set with this number, or NULL. */
static struct set *set_find(int id, long *mode) {
    enter("look for a set of semaphores", ITEM(&sets, READS));
    struct set *s = (struct set *)ipc_find(&sets, id);
    if (s) *mode = s->ipc.mode;
    leave();
    return s;
}

static struct set *set_new(int key, int n, int mode) {
    struct set *s = kernel_alloc(sizeof *s + (unsigned long)n * sizeof s->of[0]);
    if (!s) return 0;
    s->n = n;
    for (int k = 0; k < n; k++) set_value(&s->of[k], 0);
    ipc_add(&sets, &s->ipc, key, mode);
    return s;
}

SYSCALL(semget) {
    int key = (int)concrete(a), n = (int)concrete(b), flags = (int)concrete(c);
    if (n < 0 || n > MOST_SEMAPHORES) return -EINVAL;
    int fails = key == IPC_PRIVATE || flags & IPC_CREAT ? __heddle_fault("fault:semget") : 0;
    enter("get a set of semaphores",
          ITEM(&sets, key == IPC_PRIVATE || flags & IPC_CREAT ? WRITES : READS));
    struct set *s = (struct set *)ipc_of_key(&sets, key);
    long id;
    if (s && flags & IPC_CREAT && flags & IPC_EXCL)
        id = -EEXIST;
    else if (s)
        id = n > s->n ? -EINVAL : ipc_refuses(&s->ipc, flags) ? -EACCES : s->ipc.id;
    else if (key != IPC_PRIVATE && !(flags & IPC_CREAT))
        id = -ENOENT;
    else if (!n)
        id = -EINVAL;
    else
        id = !fails && (s = set_new(key, n, flags)) ? s->ipc.id : -ENOSPC;
    leave();
    return id;
}

/* --- operations ------------------------------------------------------------------------------- */

struct work {
    struct set *set;
    int n, semaphores;
    struct __heddle_item *item; /* one for each semaphore that the operations need */
    struct operation {
        struct sembuf by;
        int which; /* of the items */
        int value; /* of the semaphore of the item with this number */
    } op[];
};

/* Lists the semaphores that the operations need. Returns whether each is needed once. */
static int list_semaphores(struct work *w) {
    for (int k = 0; k < w->n; k++) {
        void *object = &w->set->of[w->op[k].by.sem_num];
        int at = 0;
        while (at < w->semaphores && w->item[at].object != object) at++;
        if (at == w->semaphores)
            w->item[w->semaphores++] = (struct __heddle_item)ITEM(object, READS);
        if (w->op[k].by.sem_op) w->item[at].writes = WRITES;
        w->op[k].which = at;
    }
    return w->semaphores == w->n;
}

/* Makes the piece wait until the operation can be done, as far as one semaphore tells. Where others
 * need that semaphore, too, or much of it, it waits until its value is another one. */
static void wait_for_operation(struct work *w, int k) {
    for (int at = 0; at < w->semaphores; at++) w->item[at].mask = w->item[at].expect = 0;
    struct __heddle_item *i = &w->item[w->op[k].which];
    int needs = -w->op[k].by.sem_op;
    if (needs <= AMOUNTS && w->semaphores == w->n)
        i->mask = needs ? 1u << (VALUE_BITS + needs - 1) : (unsigned)IS_ZERO;
    else {
        i->mask = MOST_VALUE;
        i->expect = (unsigned)w->op[w->op[k].which].value;
    }
    i->mask |= IS_GONE;
}

/* Does the operations if all can be done. Returns 0, -errno, or 1 plus the operation to wait for.
 */
static long try_operations(struct work *w, int late) {
    for (int at = 0; at < w->semaphores; at++) {
        struct semaphore *s = w->item[at].object;
        if (s->word & IS_GONE) return -EIDRM;
        w->op[at].value = value_of(s);
    }
    for (int k = 0; k < w->n; k++) {
        int *value = &w->op[w->op[k].which].value, after = *value + w->op[k].by.sem_op;
        if (after < 0 || (!w->op[k].by.sem_op && *value)) {
            *value = value_of(w->item[w->op[k].which].object);
            return late || w->op[k].by.sem_flg & IPC_NOWAIT ? -EAGAIN : k + 1;
        }
        if (after > MOST_VALUE) return -ERANGE;
        *value = after;
    }
    for (int at = 0; at < w->semaphores; at++) {
        struct semaphore *s = w->item[at].object;
        s->process = IPC_PROCESS;
        if (w->item[at].writes) set_value(s, w->op[at].value);
    }
    return 0;
}

/* The first operation that may have to wait, if it is known without a look when it can be done;
 * else -1. */
static int first_to_wait_for(const struct work *w) {
    for (int k = 0; k < w->n; k++)
        if (w->op[k].by.sem_op <= 0)
            return w->op[k].by.sem_flg & IPC_NOWAIT || -w->op[k].by.sem_op > AMOUNTS ? -1 : k;
    return -1;
}

static long do_operations(struct work *w, long nanoseconds) {
    int once = list_semaphores(w), first = once ? first_to_wait_for(w) : -1;
    long result = first < 0 ? 0 : first + 1;
    do {
        if (result) wait_for_operation(w, (int)result - 1);
        if (result && nanoseconds >= 0) deadline_in(nanoseconds);
        int late = wait_for_piece(w->item, w->semaphores, result && nanoseconds >= 0,
                                  "operate on semaphores", 1);
        if (late < 0) return -EINTR;
        result = try_operations(w, late);
        leave();
        if (late) engine(HEDDLE_CALL_PASS, nanoseconds);
    } while (result > 0);
    return result;
}

static long semaphores_operate(int id, const struct sembuf *ops, long n,
                               const struct timespec *limit) {
    long mode = 0;
    if (n < 1 || id < 0) return -EINVAL;
    if (n > MOST_OPERATIONS) return -E2BIG;
    if (limit && !is_duration(limit)) return -EINVAL;
    struct work *w =
        kernel_alloc(sizeof *w + (unsigned long)n * (sizeof w->op[0] + sizeof *w->item));
    if (!w) return -ENOMEM;
    w->item = (struct __heddle_item *)&w->op[n];
    int most = 0, changes = 0;
    w->n = (int)n;
    for (int k = 0; k < n; k++) {
        w->op[k].by = (struct sembuf){.sem_num = (unsigned short)concrete(ops[k].sem_num),
                                      .sem_op = (short)concrete(ops[k].sem_op),
                                      .sem_flg = (short)concrete(ops[k].sem_flg)};
        if (w->op[k].by.sem_num > most) most = w->op[k].by.sem_num;
        changes |= w->op[k].by.sem_op;
    }
    struct set *s = w->set = set_find(id, &mode);
    long result = !s                                  ? -EINVAL
                  : most >= s->n                      ? -EFBIG
                  : !(mode & (changes ? 0200 : 0400)) ? -EACCES
                                                      : 0;
    if (!result) result = do_operations(w, limit ? nanoseconds(limit) : -1);
    __heddle_free(w);
    return result;
}
SYSCALL(semop) { return semaphores_operate((int)concrete(a), (void *)b, concrete(c), 0); }
SYSCALL(semtimedop) {
    return semaphores_operate((int)concrete(a), (void *)b, concrete(c), (void *)d);
}

/* --- control ---------------------------------------------------------------------------------- */

/* Begins a piece on all semaphores of the set. Returns 0 if memory is exhausted. */
static int enter_set(struct set *s, int how, const char *what) {
    unsigned long n = (unsigned long)s->n;
    struct __heddle_item *items = kernel_alloc(n * sizeof *items);
    if (!items) return 0;
    for (int k = 0; k < s->n; k++) items[k] = (struct __heddle_item)ITEM(&s->of[k], how);
    __heddle_kernel_enter(items, s->n, 0, what);
    __heddle_free(items);
    return 1;
}

static long all_values(struct set *s, unsigned short *values, int how) {
    unsigned short *own = kernel_alloc((unsigned long)s->n * sizeof *own);
    if (!own) return -ENOMEM;
    long error = 0;
    for (int k = 0; k < s->n && how; k++) {
        own[k] = (unsigned short)concrete(values[k]);
        if (own[k] > MOST_VALUE) error = -ERANGE;
    }
    if (!error && !enter_set(s, how, how ? "set semaphores" : "look at semaphores"))
        error = -ENOMEM;
    else if (!error) {
        if (s->of[0].word & IS_GONE) error = -EIDRM;
        for (int k = 0; k < s->n && !error; k++) {
            if (how)
                set_value(&s->of[k], own[k]), s->of[k].process = IPC_PROCESS;
            else
                own[k] = (unsigned short)value_of(&s->of[k]);
        }
        leave();
    }
    if (!error && !how) memcpy(values, own, (unsigned long)s->n * sizeof *own);
    __heddle_free(own);
    return error;
}

static long one_value(struct set *s, int which, int command, long value) {
    if (which < 0 || which >= s->n) return -EINVAL;
    if (command == SETVAL && (value < 0 || value > MOST_VALUE)) return -ERANGE;
    struct semaphore *x = &s->of[which];
    long result = 0;
    if (command == SETVAL) {
        enter("set a semaphore", ITEM(x, WRITES));
        if (!(x->word & IS_GONE)) set_value(x, (int)value), x->process = IPC_PROCESS;
    } else {
        enter("look at a semaphore", ITEM(x, READS));
        result = command == GETVAL ? value_of(x) : x->process;
    }
    if (x->word & IS_GONE) result = -EIDRM;
    leave();
    return result;
}

static long set_remove(struct set *s) {
    enter("remove a set of semaphores", ITEM(&sets, WRITES));
    int there = ipc_find(&sets, s->ipc.id) == &s->ipc;
    if (there) ipc_remove(&sets, &s->ipc);
    leave();
    if (!there) return -EIDRM;
    if (!enter_set(s, WRITES, "end semaphores")) return -ENOMEM;
    for (int k = 0; k < s->n; k++) s->of[k].word |= IS_GONE;
    leave();
    return 0;
}

static long set_change_mode(struct set *s, int mode) {
    enter("change the mode of a set", ITEM(&sets, WRITES));
    s->ipc.mode = mode & 0777;
    leave();
    return 0;
}

static long set_told(struct set *s, struct semid_ds *to) {
    struct semid_ds told = {.sem_nsems = (unsigned short)s->n};
    enter("look at a set of semaphores", ITEM(&sets, READS));
    told.sem_perm = ipc_told(&s->ipc);
    leave();
    memcpy(to, &told, sizeof told);
    return 0;
}

SYSCALL(semctl) {
    int which = (int)concrete(b), command = (int)concrete(c);
    long mode = 0;
    struct set *s = a < 0 ? 0 : set_find((int)concrete(a), &mode);
    if (!s) return -EINVAL;
    int writes = command == SETVAL || command == SETALL;
    if (command != IPC_RMID && command != IPC_SET && !(mode & (writes ? 0200 : 0400)))
        return -EACCES;
    switch (command) {
    case GETVAL:
    case GETPID: return one_value(s, which, command, 0);
    case SETVAL: return one_value(s, which, command, concrete((int)d));
    case GETALL: return all_values(s, (unsigned short *)d, READS);
    case SETALL: return all_values(s, (unsigned short *)d, WRITES);
    case IPC_RMID: return set_remove(s);
    case IPC_STAT: return set_told(s, (struct semid_ds *)d);
    case IPC_SET: return set_change_mode(s, (int)concrete(((struct semid_ds *)d)->sem_perm.mode));
    case GETNCNT:
    case GETZCNT:
    case IPC_INFO:
    case SEM_INFO:
    case SEM_STAT:
    case SEM_STAT_ANY:
        __heddle_warn("semctl was refused: how many wait, or what it tells of all sets");
    default: return -EINVAL;
    }
}
