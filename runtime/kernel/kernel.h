/*
 * kernel.h — the emulated kernel: files, pipes, sockets and waiting for them. It is C code that is
 * linked into the program under test member by member, as far as the program needs it. Its tables
 * are ordinary memory of the program's state.
 *
 * A system call is made of pieces (`enter` … `leave`). Each piece is one visible operation on the
 * kernel objects that it names. It is ordered with the pieces of other threads on the same objects
 * if one of the two changes them. Memory that a piece reads is changed only by pieces that write
 * one of the objects it names; src/audit/contract.h checks it (tests/pairs). An object begins with
 * its state word, in bits of poll(); a piece can wait for bits.
 *
 * The objects of a piece must be known before it begins, so memory that leads to them is read
 * outside. If other threads change such memory without order, accesses to it are visible
 * operations, too. (Races on the kernel's memory are no findings.) They are ordered with all pieces
 * that change anything: correct, but with many orders. Memory that changes often is better read in
 * a piece if it `is_visible`.
 */
#ifndef HEDDLE_KERNEL_H
#define HEDDLE_KERNEL_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "kstat.h"
#include <sys/syscall.h>
#include "../runtime.h"

/* Defines a system call: its arguments are a to f. */
#define SYSCALL(name) long __heddle_sys_##name(long a, long b, long c, long d, long e, long f)
#define HIDDEN __attribute__((visibility("hidden")))

#define engine(number, ...) engine_(number, __VA_ARGS__, 0, 0, 0)
#define engine_(number, a, b, c, d, ...) \
    __heddle_syscall(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
static inline long concrete(long x) { return engine(HEDDLE_CALL_CONCRETE, x); }
static inline long nanoseconds(const struct timespec *t) {
    return concrete(t->tv_sec) * 1000000000 + concrete(t->tv_nsec);
}
/* Whether time is real: see the setting in src/vm/system/system.h. */
static inline int time_is_real(void) { return (int)__heddle_option(HEDDLE_OPTION_REAL); }
/* Sets when the thread's next operation waits in vain, where time is real: in so many
 * nanoseconds. */
static inline void deadline_in(long nanoseconds) {
    engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_IN, nanoseconds);
}
/* The same, when a clock shows this time. */
static inline void deadline_at(long clock, long time) {
    engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_AT, clock, time);
}
static inline int is_duration(const struct timespec *t) {
    return concrete(t->tv_sec) >= 0 && (unsigned long)concrete(t->tv_nsec) < 1000000000;
}
/* Returns the time in nanoseconds until a clock shows this time; negative after it did. */
static inline long time_until(long clock, long time) {
    struct timespec now;
    __heddle_syscall(SYS_clock_gettime, clock, (long)&now, 0, 0, 0, 0);
    return time - nanoseconds(&now);
}
/* The same, at least a nanosecond. */
static inline long time_left(long clock, long time) {
    long left = time_until(clock, time);
    return left > 0 ? left : 1;
}
/* Advances the thread's virtual time to this time, unless it is later already. */
static inline void pass_until(long time) {
    engine(HEDDLE_CALL_PASS_UNTIL, CLOCK_PROCESS_CPUTIME_ID, time);
}
/* Returns 0, or -errno if Linux has no such clock, or none that supports sleeping or timers. */
enum { CLOCK_TO_SLEEP, CLOCK_OF_TIMER };
static inline long clock_refused(long clock, int use) {
    if (clock < 0 && use == CLOCK_TO_SLEEP) {
        if ((clock & 7) == 3) return -EOPNOTSUPP; /* the clock of a device */
        if (clock & 4) return -EINVAL;            /* of this thread, which cannot wait for it */
    }
    if (__heddle_syscall(SYS_clock_getres, clock, 0, 0, 0, 0, 0)) return -EINVAL;
    switch (clock) {
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC_COARSE: return -EOPNOTSUPP;
    case CLOCK_REALTIME_ALARM:
    case CLOCK_BOOTTIME_ALARM: return -EPERM;
    case CLOCK_THREAD_CPUTIME_ID: return use == CLOCK_TO_SLEEP ? -EINVAL : 0;
    default: return 0;
    }
}
/* Called before the program can notice output that was printed and not written, or written
 * elsewhere. */
static inline void output_is_seen(void) { engine(HEDDLE_CALL_OUTPUT_SEEN, 1); }
static inline int is_visible(const void *p, unsigned long n) {
    return (int)engine(HEDDLE_CALL_IS_VISIBLE, p, n);
}
/* Notes that bytes of the program are about to leave it. */
static inline void leaves(const void *from, long n) { engine(HEDDLE_CALL_LEAVES, from, n); }
static inline long option(int which) { return __heddle_option(which); }

/* --- pieces ----------------------------------------------------------------------------------- */

enum { READS = 0, WRITES = 1 };
#define ITEM(p, how) {(void *)(p), 0, 0, how, 0}
#define WAIT(p, how, bits) {(void *)(p), bits, 0, how, 0}
#define LIST_OF_SET (~255u) /* bits of a set of epoll: which files it watches */
#define enter(what, ...)                          \
    enter_((struct __heddle_item[]){__VA_ARGS__}, \
           sizeof((struct __heddle_item[]){__VA_ARGS__}) / sizeof(struct __heddle_item), what)
static inline void enter_(const struct __heddle_item *items, unsigned long n, const char *what) {
    __heddle_kernel_enter(items, (int)n, 0, what);
}
static inline void leave(void) { __heddle_kernel_leave(); }

/* Lets the thread sleep until its deadline, where time is real. Returns whether it did: a signal
 * may wake it before. */
HIDDEN int __heddle_sleep_until_deadline(const char *what);
/* The same for a thread of the kernel's own, which handles no signals. */
HIDDEN void __heddle_rest_until_deadline(const char *what);

/* Begins a piece that waits, in a call that a signal can interrupt. Returns the same as
 * __heddle_kernel_enter. Returns -1 if the handler of a signal has run and the call is to end with
 * EINTR; then no piece has begun. It waits again after a handler with SA_RESTART, unless it always
 * `ends`. */
HIDDEN int __heddle_wait(const struct __heddle_item *items, int n, int timed, const char *what,
                         int ends) __attribute__((__weak__));
static inline int wait_for_piece(const struct __heddle_item *items, int n, int timed,
                                 const char *what, int ends) {
    return __heddle_wait ? __heddle_wait(items, n, timed, what, ends)
                         : __heddle_kernel_enter(items, n, timed, what);
}
/* Calls `wait`, which waits if its last argument says so, with this signal mask (NULL: unchanged).
 * Returns -EINTR if nothing was ready and a signal was pending that the mask lets in. Only 64 bits
 * of the mask are read. */
HIDDEN long __heddle_wait_masked(const struct __sigset_t *mask, void *call, int waits,
                                 long (*wait)(void *call, int waits));
/* The same for one object. */
#define enter_wait(what, ...) wait_for_piece(&(struct __heddle_item)__VA_ARGS__, 1, 0, what, 0)

/* Returns zeroed memory of the kernel, or NULL when exhausted. Blocks are freed with
 * __heddle_free. */
static inline void *kernel_alloc(unsigned long size) {
    return __heddle_malloc(size, 16 | HEDDLE_KERNEL_MEMORY);
}

/* Whether this call is to fail, as an injected failure; `what` names the input that decides. Not
 * within a piece. */
HIDDEN int __heddle_fault(const char *what);

/* Draws random bytes of the calling thread, or makes them an input if those are symbolic. Not
 * within a piece: draws of different threads are unordered. */
HIDDEN void __heddle_random(char *to, long n);

/* Returns kernel memory for a copy of the program's bytes on their way in or out, if another thread
 * accesses them without order. Then the copy is made in two steps, and that thread conflicts with
 * the one outside the piece. NULL: copy directly. */
static inline char *detour(const void *p, long n) {
    return n && is_visible(p, (unsigned long)n) ? kernel_alloc((unsigned long)n) : 0;
}

/* --- descriptors ------------------------------------------------------------------------------ */

#define MAX_DESCRIPTORS 4096
#define DESCRIPTOR_LIMIT 1024 /* the initial limit of a process (RLIMIT_NOFILE) */

struct file;
struct file_operations {
    /* Return the number of bytes moved or -errno. `offset` < 0: at the file's own offset. */
    long (*read)(struct file *f, char *to, long n, long offset);
    long (*write)(struct file *f, const char *from, long n, long offset);
    /* Called when the last descriptor is closed. Frees memory that only this file refers to, unless
     * it is `kept`. */
    void (*release)(struct file *f);
    /* Fills in up to three items to wait for these events of poll(). Returns their number. */
    int (*watch)(struct file *f, unsigned events, struct __heddle_item *items);
    /* Returns the current events (POLLIN, …). Called within a piece that reads these items. */
    unsigned (*ready)(struct file *f);
    long (*seek)(struct file *f, long offset, int whence);
    long (*stat)(struct file *f, struct kstat *st);
    long (*control)(struct file *f, unsigned long request, long argument);
    long (*truncate)(struct file *f, long size);
    long (*list)(struct file *f, char *to, long n);
    int capacity;    /* of a pipe */
    int one_offset;  /* its offset is always 0: a seek has no effect */
    int syncs;       /* fsync has something to do */
    int counts;      /* watched objects count their events: see edge_bits */
    int not_watched; /* epoll refuses it */
    int has_inode;   /* the object of such a file is an inode */
    /* What to say where it is watched for edges: its events are not counted, though there may be
     * new ones. */
    const char *no_edges;
};

/* The seek of files with `one_offset`. */
HIDDEN long __heddle_no_seek(struct file *f, long offset, int whence);

/* An open file description. */
struct file {
    unsigned word;  /* always POLLIN | POLLOUT: the objects below know what is ready */
    int uses;       /* number of descriptors that refer to it */
    unsigned mode;  /* O_RDONLY, …, the part of the flags that never changes */
    unsigned flags; /* as for open() */
    const struct file_operations *ops;
    long offset;
    void *object, *other; /* inode; stream to read from, to write to; socket, … */
    const char *path;     /* of a folder: the path it was opened by */
    int installed;        /* had a descriptor */
    int kept; /* another thread may be about to use it: the memory stays when it is closed */
    struct watch *watches; /* in sets of epoll */
    unsigned held;         /* its lock of flock (locks.c); a state word of its own */
};
/* called when it is closed: removes it from all sets of epoll */
HIDDEN void __heddle_unwatch(struct file *f) __attribute__((__weak__));

struct slot {
    struct file *file;
    int close_on_exec;
};
extern HIDDEN struct slot __heddle_slots[MAX_DESCRIPTORS];

/* The open file of a descriptor, or NULL. */
HIDDEN struct file *__heddle_file(long fd);
/* Returns a new open file without descriptors, or NULL when memory is exhausted. */
HIDDEN struct file *__heddle_file_new(const struct file_operations *ops, void *object,
                                      unsigned flags);
struct flock;
/* Does what fcntl() does for locks of ranges; `how` is F_GETLK, F_SETLK, … */
HIDDEN long __heddle_lock_range(struct file *f, int how, struct flock *lock);
/* Gives back the locks that end with a descriptor, and with the last one of the open file. */
HIDDEN void __heddle_drop_locks(struct file *f, int last);
/* Gives the file the lowest free descriptor from `from` on and returns it, or -EMFILE if there is
 * none. */
HIDDEN long __heddle_install(struct file *f, long from, int close_on_exec);
/* The same for a file without other references: on failure it is closed. */
HIDDEN long __heddle_install_new(struct file *f, int close_on_exec);

/* --- streams: bytes in one direction ---------------------------------------------------------- */

#define STREAM_CAPACITY 65536 /* bytes */

struct stream {
    /* POLLIN: bytes or the end; POLLOUT: room or no reader; POLLHUP: no writer; POLLERR: no
     * reader */
    unsigned word;
    unsigned edges;
    int eager; /* room is signalled after every read, not only if there was none */
    char *data;
    long start, len, capacity;
    int readers, writers; /* 0 or 1; of a named pipe their number */
    int ends;             /* number of ends that are not closed */
    int kept;             /* as of a file */
    int deaf;             /* a read returns the bytes that are there, and then the end */
    /* Messages stay apart: each is behind its size. DATAGRAMS: the reader does not learn that the
     * writer has closed its end; `refused`: the writer has learnt that of the reader. */
    enum { BYTES, MESSAGES, DATAGRAMS } holds;
    int refused;
    int fresh;           /* of a named pipe: nobody wrote since the first reader opened it */
    struct inode *inode; /* of a named pipe */
};
HIDDEN struct stream *__heddle_stream_new(int eager, int holds);
/* Updates the state word, in a piece. `happened`: POLLIN if bytes arrived, or no more will; POLLOUT
 * likewise for room. */
HIDDEN void __heddle_stream_update(struct stream *s, unsigned happened);
/* Returns the number of bytes that can be read: of all, or of the first datagram. In a piece. */
HIDDEN long __heddle_stream_left(const struct stream *s);
HIDDEN long __heddle_stream_read(struct stream *s, char *to, long n, int flags,
                                 const char *what); /* flags: O_NONBLOCK, STREAM_PEEK */
HIDDEN long __heddle_stream_write(struct stream *s, const char *from, long n, int flags,
                                  const char *what);
enum {
    STREAM_PEEK = 1 << 30,
    STREAM_ALL = 1 << 29,
    STREAM_QUIET = 1 << 28 /* no SIGPIPE */,
    STREAM_SOCKET = 1 << 27,
    STREAM_TIMED = 1 << 26 /* waiting in vain ends with -EAGAIN */,
    STREAM_WHOLE = 1 << 25 /* returns the size of a message, also of one that is cut off */,
    STREAM_FAR = 1 << 24 /* TCP: a write of no bytes does not notice that the peer has gone */
};
/* Ends writing; both ends stay open. */
HIDDEN void __heddle_stream_shut(struct stream *s);
/* Loses what has arrived. */
HIDDEN void __heddle_stream_empty(struct stream *s);
/* Ends reading: nothing more arrives for the reader. */
HIDDEN void __heddle_stream_deafen(struct stream *s);
/* Closes the reading end of one stream and the writing end of another at once; each may be NULL. A
 * stream is freed when both of its ends are closed, unless one was `kept`. */
HIDDEN void __heddle_stream_close(struct stream *in, struct stream *out, int kept);
/* Counts for edge-triggered watches: how often bytes arrived (POLLIN), in bits 16 to 23 of the
 * word, and how often room was made (POLLOUT), in bits 24 to 31. They are counted, in the word
 * behind, only once the object is watched, since they make states differ. */
enum { EDGES_IN = 0xff0000, EDGES_OUT = (int)0xff000000u, EDGES_COUNTED = 1 };
static inline unsigned edge_bits(unsigned *edges, unsigned word, unsigned happened) {
    if (!*edges) return word;
    if (happened & POLLIN)
        *edges = (*edges & ~(unsigned)EDGES_IN) | ((*edges + 0x10000) & EDGES_IN);
    if (happened & POLLOUT) *edges += 0x1000000;
    return word | (*edges & (EDGES_IN | (unsigned)EDGES_OUT));
}

/* Handles a write without a reader: SIGPIPE. */
HIDDEN void __heddle_broken_pipe(void);

/* --- names ------------------------------------------------------------------------------------ */

/* A file of the emulated file system. */
struct inode {
    unsigned word;
    unsigned type; /* the part of `mode` that never changes */
    unsigned mode;
    unsigned long number;
    char *data; /* contents, or the target of a symbolic link */
    long size, capacity;
    /* path of the contents as long as they are unchanged; NULL: they are in `data` */
    const char *host;
    long modified; /* nanoseconds */
    int links;
    int mapped;   /* `data` is memory of the program: it does not move */
    void *socket; /* bound here; of a named pipe its ends */
    long (*open)(struct inode *i, long flags); /* of a named pipe: returns a descriptor or -errno */
    /* Locks (locks.c). `whole` and `locked` are state words. */
    unsigned whole;       /* flock: bits of the strongest lock */
    int holders;          /* number of open files that have it */
    unsigned locked;      /* a hash of the ranges */
    struct range *ranges; /* of bytes */
};
/* Makes `path`, relative to `dirfd`, an absolute path without links in its folders; `follow` says
 * whether the last component is followed. Returns 0, or -errno if that is not possible. `out` has
 * room for PATH_MAX bytes. */
HIDDEN long __heddle_resolve(long dirfd, const char *path, int follow, char *out);
/* Returns the inode of an absolute path, or NULL. With `mode`, creates it if it is missing. *made
 * says whether it was created, and *is is its type. */
HIDDEN struct inode *__heddle_inode(const char *path, unsigned mode, int *made, unsigned *is);

#endif
