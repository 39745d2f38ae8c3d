/*
 * known.h — what is known of a word of 1 to 64 bits: an arc of values around the end of the range,
 * and bits that are certain. The arc is that of Gange et al., "Interval Analysis and Machine
 * Arithmetic: Why Signedness Ignorance Is Bliss", TOPLAS 2014; known bits are added and subtracted
 * as Vishwanathan et al. do, "Sound, Precise, and Fast Abstract Interpretation with Tristate
 * Numbers", CGO 2022.
 *
 * Each function returns a set that has all possible results, and perhaps more.
 */
#ifndef HEDDLE_SOLVER_RANGES_KNOWN_H
#define HEDDLE_SOLVER_RANGES_KNOWN_H

#include "expr/expr.h"

typedef struct Known {
    uint64_t low, span; /* the value is one of low, low + 1, …, low + span, modulo 2^width */
    uint64_t zeros;     /* bits that are 0 */
    uint64_t ones;      /* bits that are 1; empty sets have a bit in both */
} Known;

/* Values from `low` up to `high` as unsigned numbers, or as signed ones plus half the range. */
typedef struct KnownRange {
    uint64_t low, high;
} KnownRange;

Known known_any(unsigned width);
Known known_const(unsigned width, uint64_t value);
/* The values from `low` up to `high` around the end of the range. */
Known known_arc(unsigned width, uint64_t low, uint64_t high);
/* The values of which one comparison with a constant holds: from `low` up to `high`, as KnownRange
 * has them. */
Known known_between(unsigned width, bool is_signed, KnownRange range);

static inline bool known_is_empty(Known k) { return (k.zeros & k.ones) != 0; }
static inline bool known_is_one(Known k) { return k.span == 0; }
static inline bool known_equal(Known a, Known b) {
    return a.low == b.low && a.span == b.span && a.zeros == b.zeros && a.ones == b.ones;
}
/* Whether a value is in the set. */
bool known_has(unsigned width, Known k, uint64_t value);
KnownRange known_range(unsigned width, Known k, bool is_signed);

/* What is in both sets, and what is in one of them. */
Known known_meet(unsigned width, Known a, Known b);
Known known_join(unsigned width, Known a, Known b);

/* The result of EXPR_ADD to EXPR_SLE on operands of `width` bits. */
Known known_binary(ExprOp op, unsigned width, Known a, Known b);
Known known_not(unsigned width, Known a);
Known known_extend(bool is_signed, unsigned from, unsigned width, Known a);
Known known_extract(unsigned from, unsigned offset, unsigned width, Known a);
/* `width` is that of the result, `low_width` that of the low part. */
Known known_concat(unsigned width, unsigned low_width, Known high, Known low);

#endif
