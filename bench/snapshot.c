/*
 * snapshot.c — the price of going back: a mark, stores to ten pages of a 16 MiB state with three
 * threads whose slices are saved, and the undo. Prints nanoseconds per round and the bytes a kept
 * state takes on the trail. Arguments: FILE.c (any program), the resource folder.
 */
#include "vm/machine/machine.h"
#include <stdio.h>
#include <stdlib.h>

#define STATE (16u << 20)
#define ROUNDS 200000

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: snapshot FILE.c RESOURCE_FOLDER\n");
        return 2;
    }
    const char *files[] = {argv[1]};
    ProgramOptions po = {.files = files, .nfiles = 1, .resource_dir = argv[2], .temp_dir = "/tmp"};
    char *error = NULL;
    Program *program = program_load(&po, &error);
    if (!program) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    const char *arguments[] = {"snapshot", NULL};
    MachineOptions mo = {.argv = arguments, .argc = 1};
    ExprPool *pool = expr_pool_new();
    Machine *m = machine_new(program, &mo, NULL, pool, NULL);
    machine_start(m);
    for (int k = 1; k < 3; k++)
        machine_spawn(m, machine_child_slot(m, 0, k), 0, k,
                      program->functions[program->start].address, 0, false);
    uint64_t base = REGION_BASE + REGION_STACK;
    memory_allow(m->memory, base, STATE, true);
    memset(m->memory->base + base, 1, STATE);
    static const struct {
        const char *what;
        unsigned per_page;
    } cases[] = {{"one store in each of ten pages", 1},
                 {"eight lines in each of ten pages", 8},
                 {"every line of ten pages", 64}};
    for (unsigned c = 0; c < ARRAY_LEN(cases); c++) {
        size_t bytes = 0;
        double start = time_cpu();
        for (unsigned r = 0; r < ROUNDS; r++) {
            TrailMark mark = memory_mark(m->memory);
            machine_begin_slice(m, m->threads[r % 3]);
            for (unsigned p = 0; p < 10; p++)
                for (unsigned l = 0; l < cases[c].per_page; l++) {
                    uint64_t a = base + ((r * 131 + p * 389) % (STATE / 4096)) * 4096 + l * 64;
                    memory_touch(m->memory, a, 8);
                    memcpy(m->memory->base + a, &r, 4);
                }
            bytes = m->memory->trail_len - mark;
            memory_undo(m->memory, mark);
        }
        double ns = (time_cpu() - start) / ROUNDS * 1e9;
        printf("%-34s %8.0f ns a round (mark, stores, undo), %6zu bytes kept\n", cases[c].what, ns,
               bytes);
    }
    machine_free(m);
    expr_pool_free(pool);
    program_free(program);
    return 0;
}
