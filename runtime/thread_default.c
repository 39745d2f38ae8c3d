/* thread_default.c — the attributes of threads that are created without any: the sizes of their
 * stack and of its guard are kept; detached threads and policies must be asked for each time. */
#include "pthread_impl.h"
#include "runtime.h"

#define HIDDEN __attribute__((__visibility__("hidden")))

static struct sizes {
    size_t stack, guard;
} set; /* both 0: not set */
static unsigned word;

/* Called by thread.c and thread_attr.c. */
HIDDEN void __heddle_default_sizes(pthread_attr_t *a) {
    struct __heddle_item item = {&word, 0, 0, 0, 0};
    __heddle_kernel_enter(&item, 1, 0, "look at the attributes that threads have by default");
    struct sizes now = set;
    __heddle_kernel_leave();
    a->_a_stacksize = now.stack ? now.stack : HEDDLE_USUAL_STACK;
    a->_a_guardsize = now.stack ? now.guard : 4096;
}

PUBLIC int pthread_getattr_default_np(pthread_attr_t *a) {
    *a = (pthread_attr_t){0};
    __heddle_default_sizes(a);
    return 0;
}

PUBLIC int pthread_setattr_default_np(const pthread_attr_t *a) {
    if (a->_a_stackaddr || a->_a_detach || a->_a_policy || a->_a_prio) return EINVAL;
    struct __heddle_item item = {&word, 0, 0, 1, 0};
    __heddle_kernel_enter(&item, 1, 0, "set the attributes that threads have by default");
    set = (struct sizes){a->_a_stacksize, a->_a_guardsize};
    __heddle_kernel_leave();
    return 0;
}
