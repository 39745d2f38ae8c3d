/*
 * syscall_instruction.c — the machine instruction `syscall`, for inline assembly
 * (src/program/asm/asm_instructions.c): the call that libc's function of that name makes, but
 * without errno.
 */
#include "syscall.h"

long __heddle_syscall_instruction(long number, long a, long b, long c, long d, long e, long f);
long __heddle_syscall_instruction(long number, long a, long b, long c, long d, long e, long f) {
    return __syscall6(number, a, b, c, d, e, f);
}
