/*
 * small_program.h — programs under test given as text, for unit tests of the machine: compiled in a folder of
 * their own under the temporary folder, with the support libraries of the build that the test belongs to.
 */
#ifndef HEDDLE_TESTS_SMALL_PROGRAM_H
#define HEDDLE_TESTS_SMALL_PROGRAM_H

#include "run/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline uint64_t next_random(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15ull;
    return hash_mix(*state);
}

/* The program of this C text; ends the test where it does not compile. */
static Program *small_program(const char *text, bool no_optimisation) {
    char folder[] = "/tmp/heddle-unit-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *file = xasprintf("%s/small.c", folder), self[4096];
    FILE *f = fopen(file, "w");
    if (!f) abort();
    fputs(text, f);
    fclose(f);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(n > 0);
    self[n] = 0;
    *strrchr(self, '/') = 0;
    char *resource = xasprintf("%s/resource", self), *error = NULL;
    const char *files[] = {file}, *arguments[] = {"-w"};
    ProgramOptions o = {.files = files,
                        .nfiles = 1,
                        .compiler_args = arguments,
                        .ncompiler_args = 1,
                        .resource_dir = resource,
                        .temp_dir = folder,
                        .no_optimisation = no_optimisation};
    Program *p = program_load(&o, &error);
    if (!p) {
        print_message("%s\n%s\n", error ? error : "?", text);
        fail();
        abort(); /* for whoever does not know that it does not come back */
    }
    unlink(file);
    rmdir(folder);
    free(file);
    free(resource);
    return p;
}

/* A run of it in which the program's own writable globals are visible. */
typedef struct SmallRun {
    ExprPool *pool;
    Solver *solver;
    Run *run;
    VisibleRange visible[64];
    size_t nvisible;
} SmallRun;

static inline SmallRun small_run(const Program *p, const RunHooks *hooks) {
    static const char *const argv[] = {"small", NULL}, *const environment[] = {NULL};
    SmallRun s = {.pool = expr_pool_new()};
    char *error = NULL;
    SolverOptions so = {0};
    s.solver = solver_new(s.pool, &so, &error);
    assert_non_null(s.solver);
    MachineOptions mo = {.argv = argv, .argc = 1, .environment = environment, .max_instructions = 100000000};
    s.run = run_new(p, &mo, hooks, s.pool, s.solver);
    for (uint32_t k = 0; k < p->nglobals && s.nvisible < ARRAY_LEN(s.visible); k++) {
        const Global *g = &p->globals[k];
        if (!g->library && !g->readonly && !g->thread_local_ && g->size)
            s.visible[s.nvisible++] = (VisibleRange){g->address, g->address + g->size};
    }
    return s;
}

static inline void small_run_free(SmallRun *s) {
    run_free(s->run);
    solver_free(s->solver);
    expr_pool_free(s->pool);
}

#endif
