/* signal_fd.c — descriptors from which pending signals are read. */
#include <sys/signalfd.h>
#include "signals.h"

struct wanted {
    unsigned signals;
};

static long signal_read(struct file *f, char *to, long n, long offset) {
    struct wanted *w = f->object;
    if (n < (long)sizeof(struct signalfd_siginfo)) return -EINVAL;
    siginfo_t taken;
    int number = __heddle_take_signal(w->signals, !(f->flags & O_NONBLOCK), 0, &taken);
    if (number <= 0) return number ? number : -EAGAIN;
    struct signalfd_siginfo info = {.ssi_signo = (unsigned)number,
                                    .ssi_code = taken.si_code,
                                    .ssi_pid = 1000,
                                    .ssi_int = taken.si_value.sival_int,
                                    .ssi_ptr = (unsigned long)taken.si_value.sival_ptr};
    memcpy(to, &info, sizeof info);
    return sizeof info;
}
static int signal_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct wanted *w = f->object;
    items[0] = (struct __heddle_item)WAIT(&__heddle_process, READS, events & POLLIN ? w->signals : 0);
    if (!__heddle_own_inbox) return 1;
    items[1] = (struct __heddle_item)WAIT(__heddle_own_inbox(), READS, events & POLLIN ? w->signals : 0);
    return 2;
}
static unsigned signal_ready(struct file *f) {
    struct wanted *w = f->object;
    unsigned own = __heddle_own_inbox ? __heddle_own_inbox()->word : 0;
    return (__heddle_process.word | own) & w->signals ? POLLIN : 0;
}
static void signal_release(struct file *f) {
    if (!f->kept) __heddle_free(f->object);
}
static const struct file_operations signal_operations = {.read = signal_read,
                                                         .watch = signal_watch,
                                                         .ready = signal_ready,
                                                         .release = signal_release,
                                                         .not_watched = 1};

SYSCALL(signalfd4) {
    unsigned signals = __heddle_signal_bits(((const sigset_t *)b)->__bits[0]);
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
        __heddle_file_new(&signal_operations, w, O_RDONLY | (d & SFD_NONBLOCK ? O_NONBLOCK : 0)),
        !!(d & SFD_CLOEXEC));
}
