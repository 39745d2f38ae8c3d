/*
 * segments.c — shared memory of System V. A segment is one object of the engine's heap, so that all
 * of its mappings are the same memory, at one address. It ends when it was removed and nobody has
 * it mapped any more.
 */
#include <sys/shm.h>
#include "ipc.h"

struct segment {
    struct ipc ipc;
    char *data;
    long size, mapped;
};
static struct ipc_table segments;

static long page_end(long n) { return (n + 4095) & ~4095L; }

/* Makes a segment, in a piece that writes the table. */
static long segment_new(int key, long size, int mode) {
    struct segment *s = kernel_alloc(sizeof *s);
    char *data = s ? __heddle_malloc((unsigned long)page_end(size), 4096) : 0;
    if (!data) {
        if (s) __heddle_free(s);
        return -ENOMEM;
    }
    ipc_add(&segments, &s->ipc, key, mode);
    s->data = data;
    s->size = size;
    return s->ipc.id;
}

SYSCALL(shmget) {
    long size = concrete(b);
    int key = (int)concrete(a), flags = (int)concrete(c);
    int creates = key == IPC_PRIVATE || flags & IPC_CREAT;
    if (flags & SHM_HUGETLB) return -EPERM;
    int fails = creates && __heddle_fault("fault:shmget");
    enter("get a segment", ITEM(&segments, creates ? WRITES : READS));
    struct segment *s = (struct segment *)ipc_of_key(&segments, key);
    long id;
    if (s && flags & IPC_CREAT && flags & IPC_EXCL)
        id = -EEXIST;
    else if (s)
        id = size > s->size ? -EINVAL : ipc_refuses(&s->ipc, flags) ? -EACCES : s->ipc.id;
    else if (!creates)
        id = -ENOENT;
    else if (size <= 0)
        id = -EINVAL;
    else
        id = fails ? -ENOMEM : segment_new(key, size, flags);
    leave();
    return id;
}

/* Ends what the program no longer has: its memory, and then the entry. */
static void segment_free(struct segment *s) {
    if (!s) return;
    __heddle_free(s->data);
    __heddle_free(s);
}

/* Takes the segment out of the table if it was removed and is not mapped. Returns it in that case.
 * In a piece that writes the table. */
static struct segment *segment_over(struct segment *s) {
    if (!(s->ipc.mode & SHM_DEST) || s->mapped) return 0;
    ipc_remove(&segments, &s->ipc);
    return s;
}

SYSCALL(shmat) {
    int id = (int)concrete(a), flags = (int)concrete(c);
    if (b && b & 4095 && !(flags & SHM_RND)) return -EINVAL;
    if (!b && flags & SHM_REMAP) return -EINVAL;
    enter("map a segment", ITEM(&segments, WRITES));
    struct segment *s = (struct segment *)ipc_find(&segments, id);
    int right = flags & SHM_RDONLY ? 0400 : 0600;
    char *data = s ? s->data : 0;
    long error = !s ? -EINVAL : ipc_refuses(&s->ipc, right) ? -EACCES : 0;
    int elsewhere = !error && b && (b & ~4095L) != (long)data;
    if (!error && !elsewhere) s->mapped++;
    leave();
    if (elsewhere) {
        __heddle_warn("shmat was refused: a segment is at one address");
        return -EINVAL;
    }
    if (error) return error;
    if (flags & SHM_RDONLY)
        __heddle_warn("memory that is protected from reading or writing can be read and written");
    return (long)data;
}

SYSCALL(shmdt) {
    struct segment *over = 0;
    enter("unmap a segment", ITEM(&segments, WRITES));
    struct ipc *i = segments.first;
    while (i && (long)((struct segment *)i)->data != a) i = i->next;
    struct segment *s = (struct segment *)i;
    int mapped = s && s->mapped;
    if (mapped) {
        s->mapped--;
        over = segment_over(s);
    }
    leave();
    segment_free(over);
    return mapped ? 0 : -EINVAL;
}

static struct shmid_ds segment_told(const struct segment *s) {
    return (struct shmid_ds){.shm_perm = ipc_told(&s->ipc),
                             .shm_segsz = (size_t)s->size,
                             .shm_cpid = IPC_PROCESS,
                             .shm_lpid = IPC_PROCESS,
                             .shm_nattch = (unsigned long)s->mapped};
}

SYSCALL(shmctl) {
    int id = (int)concrete(a), command = (int)concrete(b), mode = 0;
    struct segment *over = 0;
    struct shmid_ds told;
    switch (command) {
    case IPC_SET: mode = (int)concrete(((struct shmid_ds *)c)->shm_perm.mode) & 0777; break;
    case IPC_STAT:
    case IPC_RMID:
    case SHM_LOCK:
    case SHM_UNLOCK: break;
    case IPC_INFO:
    case SHM_INFO:
    case SHM_STAT:
    case SHM_STAT_ANY: __heddle_warn("shmctl was refused: what it tells of all segments");
    default: return -EINVAL;
    }
    enter("control a segment", ITEM(&segments, command == IPC_STAT ? READS : WRITES));
    struct segment *s = (struct segment *)ipc_find(&segments, id);
    long error = !s ? -EINVAL : command == IPC_STAT && ipc_refuses(&s->ipc, 0400) ? -EACCES : 0;
    if (!error) switch (command) {
        case IPC_STAT: told = segment_told(s); break;
        case IPC_SET: s->ipc.mode = (s->ipc.mode & ~0777) | mode; break;
        case SHM_LOCK: s->ipc.mode |= SHM_LOCKED; break;
        case SHM_UNLOCK: s->ipc.mode &= ~SHM_LOCKED; break;
        default:
            s->ipc.mode |= SHM_DEST;
            s->ipc.key = IPC_PRIVATE;
            over = segment_over(s);
        }
    leave();
    segment_free(over);
    if (!error && command == IPC_STAT) memcpy((void *)c, &told, sizeof told);
    return error;
}

/* Whether there is a segment that other processes would share. */
HIDDEN int __heddle_shares_segments(void);
HIDDEN int __heddle_shares_segments(void) {
    enter("look for segments", ITEM(&segments, READS));
    int some = segments.first != 0;
    leave();
    return some;
}
