/*
 * context.c — contexts of execution (ucontext.h): several stacks on one thread. The engine keeps
 * and brings back frames (src/vm/interpreter/contexts.c); getcontext is its own. The memory of a
 * context's functions is a block of the runtime, not the one that the program gives. So it holds
 * functions of libc as well, however small the program's is.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include "runtime.h"

#define MOST_ARGUMENTS 16
/* What functions of libc may need beside those of the program. */
#define LIBRARY_STACK 65536ul

typedef struct Context {
    struct __heddle_context head; /* known to the engine */
    void *room;                   /* for its frames, while it is suspended */
    unsigned long room_size, size;
    void (*function)(void);
    int narguments;
    long argument[MOST_ARGUMENTS];
    ucontext_t *link;
} Context;

/* As the engine has them (ContextWords). */
typedef struct Words {
    unsigned long magic, frame, stack, insn, block;
} Words;
_Static_assert(sizeof(Words) == HEDDLE_CONTEXT_WORDS * sizeof(long) &&
                   __builtin_offsetof(ucontext_t, uc_mcontext) == HEDDLE_CONTEXT_AT,
               "where the engine looks");

/* What is left of the last context whose function returned on this thread. */
static _Thread_local Context *ended;

int getcontext(ucontext_t *) __attribute__((__returns_twice__));

static void *context_alloc(unsigned long size) {
    return __heddle_malloc(size, 16 | HEDDLE_RUNTIME_MEMORY);
}

/* Called before each getcontext of the program (src/program/front_end/frontend.c). */
void __heddle_context_mask(ucontext_t *u) { pthread_sigmask(SIG_BLOCK, 0, &u->uc_sigmask); }

static void begin(void *block);

static _Noreturn void go_to(const ucontext_t *u, int comes_back) {
    Context *now = __heddle_context_current();
    unsigned long room = now && comes_back ? __heddle_context_room() : 0;
    if (room > (now ? now->room_size : 0)) {
        __heddle_free(now->room);
        now->room = context_alloc(room + 256);
        now->room_size = room + 256;
    }
    pthread_sigmask(SIG_SETMASK, &u->uc_sigmask, 0);
    __heddle_context_switch(u, room ? now->room : 0, begin);
}

PUBLIC int setcontext(const ucontext_t *u) { go_to(u, 1); }

PUBLIC int swapcontext(ucontext_t *restrict from, const ucontext_t *restrict to) {
    volatile int back = 0;
    __heddle_context_mask(from);
    getcontext(from);
    if (back) return 0;
    back = 1;
    go_to(to, 1);
}

static void call(const Context *c) {
    const long *a = c->argument;
    void (*f)(long, ...) = (void (*)(long, ...))c->function;
    typedef void (*F1)(long);
    typedef void (*F2)(long, long);
    typedef void (*F3)(long, long, long);
    typedef void (*F4)(long, long, long, long);
    typedef void (*F6)(long, long, long, long, long, long);
    typedef void (*F16)(long, long, long, long, long, long, long, long, long, long, long, long,
                        long, long, long, long);
    switch (c->narguments) {
    case 0: c->function(); break;
    case 1: ((F1)f)(a[0]); break;
    case 2: ((F2)f)(a[0], a[1]); break;
    case 3: ((F3)f)(a[0], a[1], a[2]); break;
    case 4: ((F4)f)(a[0], a[1], a[2], a[3]); break;
    case 5:
    case 6: ((F6)f)(a[0], a[1], a[2], a[3], a[4], a[5]); break;
    default:
        ((F16)f)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],
                 a[13], a[14], a[15]);
    }
}

/* Called by the engine on the memory of a context. Without a successor the process ends, as with
 * glibc. */
static void begin(void *block) {
    Context *c = block;
    call(c);
    if (!c->link) exit(0);
    ended = c;
    go_to(c->link, 0);
}

static void context_free(Context *c) {
    if (!c) return;
    __heddle_free(c->room);
    __heddle_free(c);
}

PUBLIC void makecontext(ucontext_t *u, void (*function)(void), int n, ...) {
    unsigned long size = sizeof(Context) + u->uc_stack.ss_size + LIBRARY_STACK;
    Context *c = ended;
    ended = 0;
    if (c && c->size != size) {
        context_free(c);
        c = 0;
    }
    void *room = c ? c->room : 0;
    unsigned long room_size = c ? c->room_size : 0;
    if (!c) c = context_alloc(size);
    if (n > MOST_ARGUMENTS) __heddle_warn("makecontext: more than 16 arguments; the others are 0");
    *c = (Context){.head.stack = ((unsigned long)c + sizeof *c + 15) & ~15ul,
                   .head.end = (unsigned long)c + size,
                   .head.limit = u->uc_stack.ss_size,
                   .room = room,
                   .room_size = room_size,
                   .size = size,
                   .function = function,
                   .narguments = n < MOST_ARGUMENTS ? n : MOST_ARGUMENTS,
                   .link = u->uc_link};
    va_list arguments;
    va_start(arguments, n);
    for (int k = 0; k < c->narguments; k++) c->argument[k] = va_arg(arguments, long);
    va_end(arguments);
    Words words = {(unsigned long)HEDDLE_CONTEXT_MAGIC << 32, 0, 0, -1ul, (unsigned long)c};
    memcpy(&u->uc_mcontext, &words, sizeof words);
}
