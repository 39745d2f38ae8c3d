/* sat.c — see sat.h. */
#include "solver/sat.h"
#include <ccadical.h>
#include <limits.h>
#include <stdlib.h>

struct Sat {
    CCaDiCaL *solver;
    int variables;
    bool (*stop)(void *context);
    void *context;
    uint64_t learned;
};

static int sat_is_stopped(void *sat) {
    const Sat *s = sat;
    return s->stop(s->context);
}

Sat *sat_new(int variables, bool (*stop)(void *context), void *context) {
    Sat *s = xcalloc(1, sizeof *s);
    *s = (Sat){.solver = ccadical_init(), .variables = variables, .stop = stop, .context = context};
    ccadical_set_terminate(s->solver, s, sat_is_stopped);
    return s;
}

void sat_free(Sat *s) {
    if (!s) return;
    ccadical_release(s->solver);
    free(s);
}

int sat_variable(Sat *s) { return ++s->variables; }

void sat_add(Sat *s, const int *literals, size_t n) {
    for (size_t k = 0; k < n; k++) {
        invariant(literals[k] && abs(literals[k]) <= s->variables);
        ccadical_add(s->solver, literals[k]);
    }
    ccadical_add(s->solver, 0);
}

/* The number of literals from which on a chain of variables takes fewer clauses than all pairs. */
#define MANY_LITERALS 6

/* Uses the chain of Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP
 * 2005. */
void sat_at_most_one(Sat *s, const int *literals, size_t n) {
    if (n < MANY_LITERALS) {
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < k; j++) sat_clause(s, -literals[j], -literals[k]);
        return;
    }
    int before = 0; /* one of the literals up to here holds */
    for (size_t k = 0; k < n; k++) {
        int here = sat_variable(s);
        sat_clause(s, -literals[k], here);
        if (before) {
            sat_clause(s, -before, here);
            sat_clause(s, -before, -literals[k]);
        }
        before = here;
    }
}

static void sat_on_learnt(void *sat, int *clause) {
    (void)clause;
    ((Sat *)sat)->learned++;
}

uint64_t sat_learned(const Sat *s) { return s->learned; }

void sat_expect_short(Sat *s) {
    ccadical_set_learn(s->solver, s, INT_MAX, sat_on_learnt);
    static const char *const off[] = {"elim",      "probe",   "vivify",  "lucky",     "walk",
                                      "subsume",   "ternary", "compact", "decompose", "transred",
                                      "condition", "block",   "cover"};
    for (size_t k = 0; k < ARRAY_LEN(off); k++) ccadical_set_option(s->solver, off[k], 0);
}

void sat_assume(Sat *s, int literal) {
    invariant(literal && abs(literal) <= s->variables);
    ccadical_assume(s->solver, literal);
}

SatResult sat_solve(Sat *s, int assumed) {
    sat_assume(s, assumed);
    return sat_ask(s);
}

bool sat_failed(Sat *s, int literal) { return ccadical_failed(s->solver, literal); }

SatResult sat_ask(Sat *s) {
    int answer = ccadical_solve(s->solver);
    return answer == 10 ? SAT_YES : answer == 20 ? SAT_NO : SAT_STOPPED;
}

bool sat_value(Sat *s, int variable) { return ccadical_val(s->solver, variable) > 0; }
