/*
 * match.h — compares two versions of a program: functions by name, instructions by their meaning.
 * Source places, numbers of registers, addresses, and the order of functions and globals do not
 * matter.
 */
#ifndef HEDDLE_IMPACT_MATCH_MATCH_H
#define HEDDLE_IMPACT_MATCH_MATCH_H

#include "program/program.h"

#define MATCH_NONE UINT32_MAX

typedef enum Change { CHANGE_NONE, CHANGE_MODIFIED, CHANGE_ADDED, CHANGE_DELETED } Change;

/* Instructions are numbered as Function.first_insn + index. The slots behind an instruction are
 * never changed. */
typedef struct Match {
    const Program *old, *new; /* not owned */
    /* per instruction of OLD: its counterpart, the same or modified, or MATCH_NONE */
    uint32_t *to_new;
    uint32_t *to_old;
    uint8_t *old_change; /* per instruction of OLD, a Change: none, modified, deleted */
    uint8_t *new_change; /* of NEW: none, modified, added */
    uint32_t *function_to_new, *function_to_old; /* per function */
    uint8_t *old_function, *new_function;        /* per function, a Change */
    uint32_t *global_to_new, *global_to_old;     /* per global with a name */
    bool *old_global,
        *new_global;    /* per global with a counterpart: its size or initial bytes differ */
    bool order_changed; /* other constructors or destructors, or another order of them */
    bool any;           /* anything of this is changed */
} Match;

/*
 * Compares two programs that were loaded with the same options. An instruction is the same if it
 * does the same with the same values, defined by corresponding instructions. It must also continue
 * with the same instructions, apart from inserted or deleted ones. Instructions of the same kind in
 * corresponding places count as modified. The caller frees the result with match_free; it never
 * fails.
 */
Match *match_programs(const Program *old, const Program *new);
void match_free(Match *m);

#endif
