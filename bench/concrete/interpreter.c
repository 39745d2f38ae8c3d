/* interpreter.c — a small stack machine that runs a loop with a nested one: dispatch by a
 * switch. */
#include <stdint.h>
#include <stdio.h>

enum { PUSH, LOAD, STORE, ADD, MUL, SUB, XOR, JUMP_NONZERO, PRINT, HALT };

#define OUTER 1500
#define INNER 12000

/* for (i = OUTER; i; i--) for (j = INNER; j; j--) sum = (sum * 5 + j) ^ i; */
static const int32_t code[] = {
    PUSH, OUTER, STORE, 0, /*  0 */
    PUSH, INNER, STORE, 1, /*  4 */
    LOAD, 2,     PUSH,  5,    MUL, LOAD,  1, ADD,  LOAD, 0,
    XOR,  STORE, 2, /*  8 */
    LOAD, 1,     PUSH,  1,    SUB, STORE, 1, LOAD, 1,    JUMP_NONZERO,
    8, /* 21 */
    LOAD, 0,     PUSH,  1,    SUB, STORE, 0, LOAD, 0,    JUMP_NONZERO,
    4,                        /* 32 */
    LOAD, 2,     PRINT, HALT, /* 43 */
};

static int run(void) {
    uint32_t stack[16], variable[4] = {0};
    int top = 0, pc = 0;
    for (;;) {
        switch (code[pc++]) {
        case PUSH: stack[top++] = (uint32_t)code[pc++]; break;
        case LOAD: stack[top++] = variable[code[pc++]]; break;
        case STORE: variable[code[pc++]] = stack[--top]; break;
        case ADD:
            top--;
            stack[top - 1] += stack[top];
            break;
        case MUL:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case SUB:
            top--;
            stack[top - 1] -= stack[top];
            break;
        case XOR:
            top--;
            stack[top - 1] ^= stack[top];
            break;
        case JUMP_NONZERO: pc = stack[--top] ? code[pc] : pc + 1; break;
        case PRINT: printf("%u\n", stack[--top]); break;
        case HALT: return 0;
        default: return 1;
        }
    }
}

int main(void) { return run(); }
