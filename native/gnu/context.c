/*
 * context.c — the native counterpart of runtime/context.c: contexts of execution (ucontext.h),
 * which musl declares and has not. As glibc's, they keep the registers that a call preserves and
 * the mask of signals. Offsets are those of musl's ucontext_t on x86-64.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <ucontext.h>

_Static_assert(offsetof(ucontext_t, uc_mcontext.gregs[REG_R8]) == 40 &&
                   offsetof(ucontext_t, uc_mcontext.gregs[REG_RIP]) == 168 &&
                   offsetof(ucontext_t, uc_sigmask) == 296,
               "as the code below has them");

/* Registers of the caller go to the context in %rdi; it will find 0 returned. */
#define SAVE                                                           \
    "mov %rbx, 128(%rdi)\n mov %rbp, 120(%rdi)\n mov %r12, 72(%rdi)\n" \
    "mov %r13, 80(%rdi)\n mov %r14, 88(%rdi)\n mov %r15, 96(%rdi)\n"   \
    "mov (%rsp), %rcx\n mov %rcx, 168(%rdi)\n lea 8(%rsp), %rcx\n mov %rcx, 160(%rdi)\n"
/* rt_sigprocmask(how, %rsi, %rdx, 8) */
#define MASK(how) "mov $14, %eax\n mov $" how ", %edi\n mov $8, %r10d\n syscall\n"

__asm__(
    ".text\n"
    ".weak getcontext, setcontext, swapcontext\n"
    ".type getcontext, @function\n .type setcontext, @function\n"
    ".type swapcontext, @function\n"
    "getcontext:\n" SAVE "lea 296(%rdi), %rdx\n xor %esi, %esi\n" MASK(
        "0") "xor %eax, %eax\n ret\n"
             "swapcontext:\n" SAVE "push %rsi\n lea 296(%rdi), %rdx\n xor %esi, %esi\n" MASK(
                 "0") "pop %rdi\n"
                      "setcontext:\n"
                      "push %rdi\n lea 296(%rdi), %rsi\n xor %edx, %edx\n" MASK(
                          "2") "pop %rdi\n"
                               "mov 128(%rdi), %rbx\n mov 120(%rdi), %rbp\n mov 72(%rdi), %r12\n"
                               "mov 80(%rdi), %r13\n mov 88(%rdi), %r14\n mov 96(%rdi), %r15\n"
                               "mov 160(%rdi), %rsp\n push 168(%rdi)\n"
                               "mov 112(%rdi), %rsi\n mov 136(%rdi), %rdx\n mov 152(%rdi), %rcx\n"
                               "mov 40(%rdi), %r8\n mov 48(%rdi), %r9\n mov 104(%rdi), %rdi\n"
                               "xor %eax, %eax\n ret\n"
                               /* where the function of a context returns to: %rbx has the successor
                                */
                               "__heddle_context_over:\n"
                               "mov %rbx, %rdi\n test %rdi, %rdi\n jz 1f\n call setcontext\n"
                               "1: xor %edi, %edi\n call exit\n"
                               ".section .note.GNU-stack, \"\", @progbits\n .text\n");
void __heddle_context_over(void);

__attribute__((__weak__)) void makecontext(ucontext_t *u, void (*function)(void), int n, ...) {
    static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9};
    greg_t *g = u->uc_mcontext.gregs;
    int more = n > 6 ? n - 6 : 0;
    size_t top = ((size_t)u->uc_stack.ss_sp + u->uc_stack.ss_size - 8 * (size_t)more) & ~15ul;
    long *stack = (long *)top - 1;
    stack[0] = (long)__heddle_context_over;
    g[REG_RSP] = (greg_t)stack;
    g[REG_RIP] = (greg_t)function;
    g[REG_RBX] = (greg_t)u->uc_link;
    g[REG_RBP] = 0;
    va_list arguments;
    va_start(arguments, n);
    for (int k = 0; k < n; k++)
        if (k < 6)
            g[registers[k]] = va_arg(arguments, long);
        else
            stack[1 + k - 6] = va_arg(arguments, long);
    va_end(arguments);
}
