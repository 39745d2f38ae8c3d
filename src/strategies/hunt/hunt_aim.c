/* hunt_aim.c — see hunt_aim.h. */
#include "strategies/hunt/hunt_aim.h"
#include <stdlib.h>

/* A side of a branch leads away from the change if it is this many times as far from it as the
 * other one, and as many steps more. Both sides of an if in a loop lead to what is behind the loop.
 */
#define AWAY_TIMES 2
#define AWAY_STEPS 16

void hunt_aim_init(HuntAim *a, const Program *program, const Direction *direction) {
    *a = (HuntAim){.direction = direction};
    if (!direction) return;
    a->places = xcalloc(program->nlocs + 1, 1);
    a->words = xcalloc(AIM_WORDS, sizeof *a->words);
}

void hunt_aim_free(HuntAim *a) {
    hash_set_free(&a->objects);
    free(a->places);
    free(a->words);
}

/* Whether the operation is on an object that several threads may use. */
static bool has_object(const Operation *op) {
    return op->object && op->kind != OPERATION_BRANCH && op->kind != OPERATION_CREATE;
}

bool hunt_aim_is_close(const HuntAim *a, const Operation *op) {
    return a->direction && op->kind != OPERATION_BRANCH && a->direction->close[op->loc];
}

bool hunt_aim_has(const HuntAim *a, const Operation *op) {
    if (!a->direction || op->kind == OPERATION_BRANCH) return false;
    return hunt_aim_is_close(a, op) || a->places[op->loc] ||
           (has_object(op) && hash_set_has(&a->objects, hash_mix(op->object) | 1));
}

void hunt_aim_note(HuntAim *a, const Operation *op) {
    if (hunt_aim_is_close(a, op) && has_object(op))
        hash_set_add(&a->objects, hash_mix(op->object) | 1);
}

void hunt_aim_slice(HuntAim *a, const Event *e, const LogEntry *log, size_t n) {
    if (!a->direction) return;
    for (size_t k = 0; k < n; k++) {
        const LogEntry *x = &log[k];
        AimWord *w = &a->words[hash_mix(x->word) % AIM_WORDS];
        bool known = w->any && w->word == x->word;
        if (known && w->thread != e->action.thread && (w->written || x->writes))
            a->places[e->action.op.loc] = 1;
        if (!a->direction->close[x->loc] || (known && w->written >= (x->writes != 0))) continue;
        *w = (AimWord){x->word, e->action.thread, true, x->writes != 0};
    }
}

int hunt_aim_side(const HuntAim *a, const Thread *t) {
    const Function *f = t->frames[t->top].function;
    uint32_t sides[2];
    if (!a->direction || !f || !direction_of_sides(a->direction, f, t->pc, sides)) return -1;
    bool jumps = sides[1] < sides[0];
    if (sides[!jumps] / AWAY_TIMES < sides[jumps] + AWAY_STEPS) return -1;
    /* The operation asks whether the register is not zero. */
    return insn_op(t->pc) == OP_BRZ ? !jumps : jumps;
}
