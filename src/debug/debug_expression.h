/*
 * debug_expression.h — expressions of C that only read, evaluated in a frame of a thread: names,
 * numbers, `*` `&` `[]` `.` `->`, casts, sizeof, arithmetic, comparisons, `&&` `||` `?:`. Calls and
 * assignments are refused. Not for other rooms.
 */
#ifndef HEDDLE_DEBUG_DEBUG_EXPRESSION_H
#define HEDDLE_DEBUG_DEBUG_EXPRESSION_H

#include "debug/debug_value.h"

/* Returns the value of an expression; one without a type says what is wrong. */
DebugValue debug_evaluate(const DebugScope *s, const char *text);
/* Whether a condition holds. False with one line in *error (in the scope's arena) if it has no
 * value. */
bool debug_holds(const DebugScope *s, const char *condition, const char **error);
/* Returns the variable that a name means in a frame, or NULL. */
const DebugVariable *debug_find_variable(const DebugScope *s, const char *name);

#endif
