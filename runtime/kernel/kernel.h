/*
 * kernel.h — the emulated kernel: files, pipes, sockets and what waits for them, as C that is
 * linked into the program under test member by member, as far as the program needs it. Its tables
 * are ordinary memory of the program's state.
 *
 * A system call is made of pieces (`enter` … `leave`), each of which is one visible operation on
 * the kernel objects that it names: it happens at once, and is ordered with the pieces of other
 * threads on the same objects where one of the two changes them. Whatever a piece reads is changed
 * only by pieces that write one of the objects it names. An object begins with its state word, in
 * bits of poll(); a piece can wait for bits. Which objects a piece works on has to be known before
 * it begins: what is looked up for that is read outside, and where other threads change it without
 * being ordered, accesses to it are visible operations, too (races on the kernel's memory are no
 * findings), which are ordered with all pieces that change anything: right, but many orders. What
 * is changed often is better looked at in a piece where it `is_visible`.
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

/* The definition of a system call: its arguments are a to f. */
#define SYSCALL(name) long __heddle_sys_##name(long a, long b, long c, long d, long e, long f)
#define HIDDEN __attribute__((visibility("hidden")))

#define engine(number, ...) engine_(number, __VA_ARGS__, 0, 0, 0)
#define engine_(number, a, b, c, d, ...) \
    __heddle_syscall(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
static inline long concrete(long x) { return engine(HEDDLE_CALL_CONCRETE, x); }
static inline long nanoseconds(const struct timespec *t) {
    return concrete(t->tv_sec) * 1000000000 + concrete(t->tv_nsec);
}
static inline int is_duration(const struct timespec *t) {
    return concrete(t->tv_sec) >= 0 && (unsigned long)concrete(t->tv_nsec) < 1000000000;
}
/* How long it is until a clock shows this time; below zero: since it did. */
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
/* The thread's virtual time moves on to this, where it is not there yet. */
static inline void pass_until(long time) {
    engine(HEDDLE_CALL_PASS_UNTIL, CLOCK_PROCESS_CPUTIME_ID, time);
}
/* 0, or -errno where Linux has no such clock, or has none that can be slept on, or that timers
 * have. */
enum { CLOCK_TO_SLEEP, CLOCK_OF_TIMER };
static inline long clock_refused(long clock, int use) {
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
/* From now on the program can notice what was printed and not written, or written elsewhere. */
static inline void output_is_seen(void) { engine(HEDDLE_CALL_OUTPUT_SEEN, 1); }
static inline int is_visible(const void *p, unsigned long n) {
    return (int)engine(HEDDLE_CALL_IS_VISIBLE, p, n);
}
/* Bytes of the program's are about to leave it. */
static inline void leaves(const void *from, long n) { engine(HEDDLE_CALL_LEAVES, from, n); }
static inline long option(int which) { return engine(HEDDLE_CALL_OPTION, which); }

/* --- pieces ----------------------------------------------------------------------------------- */

enum { READS = 0, WRITES = 1 };
#define ITEM(p, how) {(void *)(p), 0, 0, how, 0}
#define WAIT(p, how, bits) {(void *)(p), bits, 0, how, 0}
#define enter(what, ...)                          \
    enter_((struct __heddle_item[]){__VA_ARGS__}, \
           sizeof((struct __heddle_item[]){__VA_ARGS__}) / sizeof(struct __heddle_item), what)
static inline void enter_(const struct __heddle_item *items, unsigned long n, const char *what) {
    __heddle_kernel_enter(items, (int)n, 0, what);
}
static inline void leave(void) { __heddle_kernel_leave(); }

/* A piece that waits in a call which a signal can interrupt: as __heddle_kernel_enter, or -1: the
 * handler of a signal has run, no piece has begun, and the call is to end with EINTR. It goes on
 * waiting where the action of the signal says so, unless it always `ends`. */
HIDDEN int __heddle_wait(const struct __heddle_item *items, int n, int timed, const char *what,
                         int ends) __attribute__((__weak__));
static inline int wait_for_piece(const struct __heddle_item *items, int n, int timed,
                                 const char *what, int ends) {
    return __heddle_wait ? __heddle_wait(items, n, timed, what, ends)
                         : __heddle_kernel_enter(items, n, timed, what);
}
/* The same for one object. */
#define enter_wait(what, ...) wait_for_piece(&(struct __heddle_item)__VA_ARGS__, 1, 0, what, 0)

/* Zeroed memory of the kernel's own; NULL when exhausted. Blocks are freed with __heddle_free. */
static inline void *kernel_alloc(unsigned long size) {
    return __heddle_malloc(size, 16 | HEDDLE_KERNEL_MEMORY);
}

/* Whether this call is to fail, for the sake of testing; `what` names the input that decides. Not
 * within a piece. */
HIDDEN int __heddle_fault(const char *what);

/* Random bytes: a draw of the calling thread's, or an input where they were asked to be symbolic.
 * Not within a piece: draws of different threads have no order. */
HIDDEN void __heddle_random(char *to, long n);

/* A place of the kernel's own for bytes on their way in or out, where another thread touches the
 * program's place without order: then the copy is made in two steps, of which that thread sees the
 * one outside the piece. NULL: go straight. */
static inline char *detour(const void *p, long n) {
    return n && is_visible(p, (unsigned long)n) ? kernel_alloc((unsigned long)n) : 0;
}

/* --- descriptors ------------------------------------------------------------------------------ */

#define MAX_DESCRIPTORS 4096
#define DESCRIPTOR_LIMIT 1024 /* of a process at its start (RLIMIT_NOFILE) */

struct file;
struct file_operations {
    /* Bytes moved or -errno. `offset` < 0: at the file's own. */
    long (*read)(struct file *f, char *to, long n, long offset);
    long (*write)(struct file *f, const char *from, long n, long offset);
    /* The last descriptor is closed. What only this file refers to is freed unless it is `kept`. */
    void (*release)(struct file *f);
    /* Up to three items to wait for these events of poll(); how many. */
    int (*watch)(struct file *f, unsigned events, struct __heddle_item *items);
    /* Within a piece that reads these items: the events that are there (POLLIN, …). */
    unsigned (*ready)(struct file *f);
    long (*seek)(struct file *f, long offset, int whence);
    long (*stat)(struct file *f, struct kstat *st);
    long (*control)(struct file *f, unsigned long request, long argument);
    long (*truncate)(struct file *f, long size);
    long (*list)(struct file *f, char *to, long n);
    int counts;      /* what is watched counts what happens to it: see edge_bits */
    int not_watched; /* epoll refuses it */
    int no_edges;    /* what happens to it is not counted, though there may be news */
};

/* An open file description. */
struct file {
    unsigned word;  /* always POLLIN | POLLOUT: what is ready is told by the objects below */
    int uses;       /* descriptors that refer to it */
    unsigned flags; /* as for open() */
    const struct file_operations *ops;
    long offset;
    void *object, *other; /* inode; stream to read from, to write to; socket, … */
    const char *path;     /* of a directory: by which it was opened */
    int installed;        /* had a descriptor */
    int kept; /* another thread may be about to use it: the memory stays when it is closed */
    struct watch *watches; /* in sets of epoll */
};
HIDDEN void __heddle_unwatch(struct file *f)
    __attribute__((__weak__)); /* closed: it leaves the sets of epoll it is in */

struct slot {
    struct file *file;
    int close_on_exec;
};
extern HIDDEN struct slot __heddle_slots[MAX_DESCRIPTORS];

/* The open file of a descriptor, or NULL. */
HIDDEN struct file *__heddle_file(long fd);
/* A new open file without descriptors; NULL when memory is exhausted. */
HIDDEN struct file *__heddle_file_new(const struct file_operations *ops, void *object,
                                      unsigned flags);
/* The lowest free descriptor from `from` on is given to the file; -EMFILE where there is none. */
HIDDEN long __heddle_install(struct file *f, long from, int close_on_exec);
/* The same for a file that nobody else has: on failure it is closed. */
HIDDEN long __heddle_install_new(struct file *f, int close_on_exec);

/* --- streams: bytes in one direction ---------------------------------------------------------- */

struct stream {
    unsigned word; /* POLLIN: bytes or the end; POLLOUT: room or nobody reads; POLLHUP: nobody
                      writes; POLLERR: nobody reads */
    unsigned edges;
    int eager; /* room is told whenever something was read, not only where there was none */
    char *data;
    long start, len, capacity;
    int readers, writers; /* 0 or 1 */
    int ends;             /* not yet closed */
    int kept;             /* as of a file */
    int deaf;             /* reading gives what is there, and then the end */
};
HIDDEN struct stream *__heddle_stream_new(int eager);
HIDDEN long __heddle_stream_read(struct stream *s, char *to, long n, int flags,
                                 const char *what); /* flags: O_NONBLOCK, STREAM_PEEK */
HIDDEN long __heddle_stream_write(struct stream *s, const char *from, long n, int flags,
                                  const char *what);
enum {
    STREAM_PEEK = 1 << 30,
    STREAM_ALL = 1 << 29,
    STREAM_QUIET = 1 << 28 /* no SIGPIPE */,
    STREAM_SOCKET = 1 << 27,
    STREAM_TIMED = 1 << 26 /* waiting in vain ends with -EAGAIN */
};
/* Nothing more will be written; both ends stay. */
HIDDEN void __heddle_stream_shut(struct stream *s);
/* Nothing more will come for who reads. */
HIDDEN void __heddle_stream_deafen(struct stream *s);
/* The reading end of one stream and the writing end of another are closed, at once; each may be
 * NULL. A stream is freed when both of its ends are closed, unless one was `kept`. */
HIDDEN void __heddle_stream_close(struct stream *in, struct stream *out, int kept);
/* What edge-triggered watchers wait for: how often something came (POLLIN), in bits 16 to 23 of the
 * word, and how often room was made (POLLOUT), in bits 24 to 31. Only counted once somebody
 * watches, in the word behind: it makes states differ. */
enum { EDGES_IN = 0xff0000, EDGES_OUT = (int)0xff000000u, EDGES_COUNTED = 1 };
static inline unsigned edge_bits(unsigned *edges, unsigned word, unsigned happened) {
    if (!*edges) return word;
    if (happened & POLLIN)
        *edges = (*edges & ~(unsigned)EDGES_IN) | ((*edges + 0x10000) & EDGES_IN);
    if (happened & POLLOUT) *edges += 0x1000000;
    return word | (*edges & (EDGES_IN | (unsigned)EDGES_OUT));
}

/* What comes of writing where nobody can read: SIGPIPE. */
HIDDEN void __heddle_broken_pipe(void);

/* --- names
 *
 * -------------------------------------------------------------------------------------------- */

/* A file of the emulated file system. */
struct inode {
    unsigned word;
    unsigned mode;
    unsigned long number;
    char *data; /* contents, or the target of a symbolic link */
    long size, capacity;
    const char *host; /* where the contents are as long as nobody changed them; NULL: in `data` */
    long modified;    /* nanoseconds */
    int links;
    int mapped;   /* `data` is memory of the program's: it stays where it is */
    void *socket; /* bound here */
};
/* What the program calls `path` relative to `dirfd`, as an absolute path without links in the
 * folders on its way; the last component is followed where `follow`. -errno where that is not
 * possible. `out` has room for PATH_MAX bytes. */
HIDDEN long __heddle_resolve(long dirfd, const char *path, int follow, char *out);
/* The inode of an absolute path; NULL where there is none. With `mode` it is created where it is
 * missing; *made tells, and *is its mode. */
HIDDEN struct inode *__heddle_inode(const char *path, unsigned mode, int *made, unsigned *is);

#endif
