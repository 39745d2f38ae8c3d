/*
 * match.h — what is the same in two versions of a program, and what changed: functions by name,
 * instructions by what they mean. Places in the sources, numbers of registers, addresses and the
 * order of functions and globals are no part of that.
 */
#ifndef HEDDLE_IMPACT_MATCH_MATCH_H
#define HEDDLE_IMPACT_MATCH_MATCH_H

#include "program/program.h"

#define MATCH_NONE UINT32_MAX

typedef enum Change { CHANGE_NONE, CHANGE_MODIFIED, CHANGE_ADDED, CHANGE_DELETED } Change;

/* Instructions are numbered as Function.first_insn + index; the slots behind one are never
 * changed. */
typedef struct Match {
    const Program *old, *new; /* not owned */
    uint32_t
        *to_new; /* per instruction of OLD: its counterpart, the same or modified, or MATCH_NONE */
    uint32_t *to_old;
    uint8_t *old_change; /* per instruction of OLD, a Change: none, modified, deleted */
    uint8_t *new_change; /* of NEW: none, modified, added */
    uint32_t *function_to_new, *function_to_old; /* per function */
    uint8_t *old_function, *new_function;        /* per function, a Change */
    uint32_t *global_to_new, *global_to_old;     /* per global with a name */
    bool *old_global,
        *new_global;    /* per global with a counterpart: its size or initial bytes differ */
    bool order_changed; /* other constructors or destructors, or in another order */
    bool any;           /* anything of all this is changed */
} Match;

/*
 * Compares two programs that were loaded with the same options. An instruction is the same where it
 * does the same with the same values, those that corresponding instructions define, and goes on to
 * the same instructions but for what was inserted or deleted between. Instructions of the same kind
 * that stand where something else was count as modified. The caller frees the result with
 * match_free; it never fails.
 */
Match *match_programs(const Program *old, const Program *new);
void match_free(Match *m);

#endif
