/*
 * answers.h — what was answered before: whole questions, slices by hash, and sets of constraints
 * that are unsatisfiable together, which answer every slice that contains one.
 */
#ifndef HEDDLE_SOLVER_ANSWERS_H
#define HEDDLE_SOLVER_ANSWERS_H

#include "base/tables/index.h"
#include "solver/slice.h"
#include "solver/solver.h"

/* An answered slice. */
typedef struct Answer {
    uint64_t hash;
    Model *model; /* of the slice's bytes, if it is satisfiable */
    bool sat;
    uint32_t n;
    uint32_t id[];
} Answer;

/* A question as a whole: sums over its constraints, whatever their order, and its query. */
typedef struct QuestionKey {
    uint64_t a, b;
} QuestionKey;

/* An answered question. */
typedef struct Asked {
    QuestionKey key;
    Model *hint;  /* that it was asked with */
    Model *model; /* of all of it, which agrees with the hint as solver_check says; NULL: none */
    bool sat;
} Asked;

/* What is known of an expression under constraints, which are the question with it. */
typedef enum ValuesKind {
    VALUES_RANGE, /* the smallest and the largest one */
    VALUES_FIRST  /* the one that solver_value chooses, as both */
} ValuesKind;

typedef struct ValuesAnswer {
    QuestionKey key;
    ValuesKind kind;
    ValueRange range;
} ValuesAnswer;

/* An unsatisfiable core as it is listed under one of its constraints. */
typedef struct ListedCore {
    uint64_t ids; /* a bit for each of its constraints (id_bit): a slice without one has not all */
    struct Core *core;
} ListedCore;

typedef VEC(ListedCore) CoreList;

typedef struct Answers {
    VEC(Answer *) list;
    Index index;
    VEC(Asked) asked;
    Index asked_index;
    VEC(ValuesAnswer) values;
    Index values_index;
    CoreList *cores; /* by id of a constraint */
    size_t core_cap, core_count;
} Answers;

QuestionKey question_key(const Expr *const *constraints, size_t n, const Expr *query);
/* Returns the answer to the question, or NULL; valid until the next one is added. */
const Asked *answers_find_asked(const Answers *a, QuestionKey key);
/* Adds an answer, or adds a model to one without. */
void answers_add_asked(Answers *a, QuestionKey key, const Model *hint, bool sat,
                       const Model *model);
/* Returns what was found for the question, or NULL; valid until the next one is added. */
const ValueRange *answers_find_values(const Answers *a, QuestionKey key, ValuesKind kind);
void answers_add_values(Answers *a, QuestionKey key, ValuesKind kind, ValueRange range);
void answers_clear(Answers *a);
void answers_free(Answers *a);
/* Returns the answer for an equal slice, or NULL. The slice is ordered, and `hash` is its hash. */
const Answer *answers_find(const Answers *a, const Slice *s, uint64_t hash);
void answers_add(Answers *a, const Slice *s, uint64_t hash, bool sat, const Model *model);
/* Whether a known unsatisfiable core is part of the ordered slice. */
bool answers_find_core(const Answers *a, const Slice *s);
/* Adds a core: n constraints of the slice, by their places in it. */
void answers_add_core(Answers *a, const Slice *s, const uint32_t *place, size_t n);

#endif
