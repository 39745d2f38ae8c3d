/* An interpreter for a small stack machine with calls, locals and jumps. */
#include <stdio.h>

enum op { PUSH, ADD, SUB, MUL, LT, JZ, JMP, LOAD, STORE, CALL, RET, PRINT, HALT };
static long run(const int *c) {
    long st[256];
    int pc = 0, sp = 0, fp = 0;
    unsigned steps = 0;
    for (;; steps++) switch ((enum op)c[pc++]) {
        case PUSH: st[sp++] = c[pc++]; break;
        case ADD: sp--; st[sp - 1] += st[sp]; break;
        case SUB: sp--; st[sp - 1] -= st[sp]; break;
        case MUL: sp--; st[sp - 1] *= st[sp]; break;
        case LT: sp--; st[sp - 1] = st[sp - 1] < st[sp]; break;
        case JZ: if (st[--sp]) pc++; else pc = c[pc]; break;
        case JMP: pc = c[pc]; break;
        case LOAD: st[sp] = st[fp + c[pc++]]; sp++; break;
        case STORE: st[fp + c[pc++]] = st[--sp]; break;
        case CALL: { int to = c[pc++]; st[sp++] = pc; st[sp++] = fp; fp = sp - 3; pc = to; break; }
        case RET: { long r = st[--sp]; int base = fp; pc = (int)st[base + 1]; fp = (int)st[base + 2]; sp = base; st[sp++] = r; break; }
        case PRINT: printf("%ld\n", st[--sp]); break;
        case HALT: return (long)steps;
    }
}

int main(void) {
    /* fact(n): n < 2 ? 1 : n * fact(n - 1), the argument lies at fp[0] */
    const int code[] = {PUSH, 10, CALL, 12, PRINT, PUSH, 5, CALL, 12, PRINT, HALT, HALT,
        LOAD, 0, PUSH, 2, LT, JZ, 22, PUSH, 1, RET, LOAD, 0, LOAD, 0, PUSH, 1, SUB, CALL, 12, MUL, RET};
    long steps = run(code);
    printf("%ld steps\n", steps);
    return (int)steps;
}
