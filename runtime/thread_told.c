/*
 * thread_told.c — the attributes of running threads, for programs that ask for them
 * (pthread_getattr_np). A thread that was detached after its creation is reported as detached.
 */
#include "pthread_impl.h"
#include "runtime.h"

#define HIDDEN __attribute__((__visibility__("hidden")))

/* By thread; each is an object of the kernel. */
static struct told {
    unsigned word;
    int detached;
    size_t size, guard, end; /* of its stack; end 0: not given by the program */
} told[HEDDLE_THREADS_MAX];

static struct __heddle_item item_of(int thread, int writes) {
    return (struct __heddle_item){&told[thread], 0, 0, (unsigned)writes, 0};
}

/* Called by thread.c before it gives this number to a new thread. */
HIDDEN void __heddle_note_attributes(int thread, const pthread_attr_t *attr) {
    struct __heddle_item item = item_of(thread, 1);
    struct told now = {.size = HEDDLE_USUAL_STACK, .guard = 4096};
    if (attr)
        now = (struct told){0, attr->_a_detach == PTHREAD_CREATE_DETACHED, attr->_a_stacksize,
                            attr->_a_guardsize, attr->_a_stackaddr};
    __heddle_kernel_enter(&item, 1, 0, "create a thread");
    told[thread] = now;
    __heddle_kernel_leave();
}

HIDDEN void __heddle_note_detached(int thread) {
    struct __heddle_item item = item_of(thread, 1);
    __heddle_kernel_enter(&item, 1, 0, "detach a thread");
    told[thread].detached = 1;
    __heddle_kernel_leave();
}

PUBLIC int pthread_getattr_np(pthread_t thread, pthread_attr_t *a) {
    long id = (long)thread;
    if (id <= 0 || id >= HEDDLE_THREADS_MAX) return ESRCH;
    __heddle_check_identifier((unsigned long)id,
                              "the attributes are asked for of a thread that was joined");
    struct __heddle_item item = item_of((int)id, 0);
    __heddle_kernel_enter(&item, 1, 0, "look at the attributes of a thread");
    struct told now = told[id];
    __heddle_kernel_leave();
    *a = (pthread_attr_t){0};
    a->_a_detach = now.detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    a->_a_stacksize = now.size ? now.size : HEDDLE_USUAL_STACK; /* main's was not noted */
    a->_a_guardsize = now.size ? now.guard : 4096;
    a->_a_stackaddr = now.end;
    if (!a->_a_stackaddr)
        a->_a_stackaddr =
            (size_t)__heddle_syscall(HEDDLE_CALL_STACK_OF, id, 0, 0, 0, 0, 0) + a->_a_stacksize;
    return 0;
}
