/* thread_names.c — the names of threads: a new one has that of its creator, the first one that of
 * the program. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include "pthread_impl.h"
#include "syscall.h"
#include "runtime.h"

#define NAME_SIZE 16
#define HIDDEN __attribute__((__visibility__("hidden")))

/* By thread, if it was named; else empty. */
static _Alignas(unsigned) char names[HEDDLE_THREADS_MAX][NAME_SIZE];

HIDDEN void __heddle_name_thread(int thread, const char *name) {
    struct __heddle_item item = {(unsigned *)names[thread], 0, 0, 1, 0};
    char copy[NAME_SIZE] = {0};
    memcpy(copy, name, strnlen(name, NAME_SIZE - 1));
    __heddle_kernel_enter(&item, 1, 0, "name a thread");
    memcpy(names[thread], copy, NAME_SIZE);
    __heddle_kernel_leave();
}

/* Called by thread.c before it gives this number to a new thread. */
HIDDEN void __heddle_inherit_name(int thread) {
    int self = __heddle_thread_self();
    struct __heddle_item items[] = {{(unsigned *)names[self], 0, 0, 0, 0},
                                    {(unsigned *)names[thread], 0, 0, 1, 0}};
    __heddle_kernel_enter(items, 2, 0, "create a thread");
    memcpy(names[thread], names[self], NAME_SIZE);
    __heddle_kernel_leave();
}

static void get(int thread, char *name) {
    struct __heddle_item item = {(unsigned *)names[thread], 0, 0, 0, 0};
    char copy[NAME_SIZE];
    __heddle_kernel_enter(&item, 1, 0, "look at the name of a thread");
    memcpy(copy, names[thread], NAME_SIZE);
    __heddle_kernel_leave();
    if (!*copy)
        memcpy(copy, program_invocation_short_name,
               strnlen(program_invocation_short_name, NAME_SIZE - 1));
    strcpy(name, copy);
}

PUBLIC int pthread_getname_np(pthread_t thread, char *name, size_t size) {
    if (size < NAME_SIZE) return ERANGE;
    __heddle_check_identifier((uintptr_t)thread,
                              "the name is asked for of a thread that was joined");
    get((int)(uintptr_t)thread, name);
    return 0;
}

int prctl(int operation, ...) {
    unsigned long x[4];
    va_list list;
    va_start(list, operation);
    for (int k = 0; k < 4; k++) x[k] = va_arg(list, unsigned long);
    va_end(list);
    if (operation == PR_SET_NAME)
        return __heddle_name_thread(__heddle_thread_self(), (const char *)x[0]), 0;
    if (operation == PR_GET_NAME) return get(__heddle_thread_self(), (char *)x[0]), 0;
    return (int)syscall(SYS_prctl, operation, x[0], x[1], x[2], x[3]);
}
