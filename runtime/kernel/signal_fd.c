/* signal_fd.c — descriptors for reading pending signals. */
#include <sys/signalfd.h>
#include "signals.h"

struct wanted {
    unsigned signals;
};

/* Reads one signal. Returns 0, or an error if there is none. */
static long read_one(const struct wanted *w, int waits, struct signalfd_siginfo *to) {
    siginfo_t taken;
    int number = __heddle_take_signal(w->signals, waits, 0, &taken);
    if (number <= 0) return number ? number : -EAGAIN;
    *to = (struct signalfd_siginfo){.ssi_signo = (unsigned)number,
                                    .ssi_code = taken.si_code,
                                    .ssi_pid = (unsigned)taken.si_pid,
                                    .ssi_uid = taken.si_uid,
                                    .ssi_int = taken.si_value.sival_int,
                                    .ssi_ptr = (unsigned long)taken.si_value.sival_ptr};
    if (taken.si_code != SI_TIMER) return 0;
    to->ssi_pid = to->ssi_uid = 0;
    to->ssi_tid = (unsigned)taken.si_timerid;
    to->ssi_overrun = (unsigned)taken.si_overrun;
    return 0;
}

/* Reads as many signals as there are and fit, and waits only for the first. */
static long signal_read(struct file *f, char *to, long n, long offset) {
    struct signalfd_siginfo info;
    long size = (long)sizeof info, done = 0, error = n < size ? -EINVAL : 0;
    while (!error && done + size <= n) {
        error = read_one(f->object, !done && !(f->flags & O_NONBLOCK), &info);
        if (error) break;
        memcpy(to + done, &info, sizeof info);
        done += size;
    }
    return done ? done : error;
}
/* Returns pending signals that the thread raised itself. Each thread also sees those for the
 * process and those sent to it. */
static unsigned here(const struct wanted *w) {
    return __heddle_signal_bits(__heddle_pending_here()) & w->signals;
}
static int signal_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct wanted *w = f->object;
    unsigned mask = events & POLLIN ? w->signals : 0;
    int n = 0;
    items[n++] = (struct __heddle_item)WAIT(&__heddle_process, READS, mask);
    if (__heddle_own_inbox)
        items[n++] = (struct __heddle_item)WAIT(__heddle_own_inbox(), READS, mask);
    if (here(w)) items[n++] = (struct __heddle_item)WAIT(f, READS, events & POLLIN);
    return n;
}
static unsigned signal_ready(struct file *f) {
    struct wanted *w = f->object;
    unsigned own = __heddle_own_inbox ? __heddle_own_inbox()->word : 0;
    return (__heddle_process.word | own | here(w)) & w->signals ? POLLIN : 0;
}
static long signal_seek(struct file *f, long offset, int whence) { return 0; }
static void signal_release(struct file *f) {
    if (!f->kept) __heddle_free(f->object);
}
static const struct file_operations signal_operations = {
    .read = signal_read,
    .one_offset = 1,
    .watch = signal_watch,
    .ready = signal_ready,
    .release = signal_release,
    .seek = signal_seek,
    .no_edges = "a descriptor of signals is watched for edges (EPOLLET)"};

SYSCALL(signalfd4) {
    unsigned signals =
        __heddle_signal_bits(((const sigset_t *)b)->__bits[0]) & ~(unsigned)CANCELLATION;
    if (d & ~(SFD_CLOEXEC | SFD_NONBLOCK)) return -EINVAL;
    if ((int)a != -1) {
        struct file *f = __heddle_file(a);
        if (!f || f->ops != &signal_operations) return f ? -EINVAL : -EBADF;
        ((struct wanted *)f->object)->signals = signals;
        return a;
    }
    struct wanted *w = kernel_alloc(sizeof *w);
    if (!w) return -ENOMEM;
    w->signals = signals;
    return __heddle_install_new(
        __heddle_file_new(&signal_operations, w, O_RDWR | (d & SFD_NONBLOCK ? O_NONBLOCK : 0)),
        !!(d & SFD_CLOEXEC));
}
