/* test_summaries.c — what explorations keep for others, as bytes: what was written is read again, and damaged
 * bytes do no harm. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "explore/campaign.h"
#include "replay/shorten.h"
#include "versions/summaries/summaries.h"
#include "small_program.h"
#include "versions/prune_ops.h"

static const char text[] = "#include <heddle/heddle.h>\n"
                           "#include <pthread.h>\n"
                           "int x, y, table[4] = {3, 1, 2, 0};\n"
                           "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                           "static void *other(void *r) {\n"
                           "    pthread_mutex_lock(&m);\n"
                           "    x += y;\n"
                           "    if (x > 3) y = table[x & 3];\n"
                           "    pthread_mutex_unlock(&m);\n"
                           "    return r;\n"
                           "}\n"
                           "int main(void) {\n"
                           "    pthread_t h[2];\n"
                           "    int n = heddle_int(\"n\");\n"
                           "    for (int k = 0; k < 2; k++) pthread_create(&h[k], 0, other, 0);\n"
                           "    pthread_mutex_lock(&m);\n"
                           "    if (n > x) y = n + 2;\n"
                           "    if (y * 3 == n) x = table[n & 3];\n"
                           "    pthread_mutex_unlock(&m);\n"
                           "    for (int k = 0; k < 2; k++) pthread_join(h[k], 0);\n"
                           "    return 0;\n"
                           "}\n";

typedef struct Chunk {
    uint8_t *data;
    size_t size;
} Chunk;
typedef struct Chunks {
    VEC(Chunk) all;
} Chunks;

static void load(void *chunks, void (*visit)(void *to, const void *chunk, size_t size), void *to) {
    const Chunks *c = chunks;
    for (size_t k = 0; k < c->all.len; k++) visit(to, c->all.data[k].data, c->all.data[k].size);
}

static bool save(void *chunks, const void *chunk, size_t size) {
    Chunks *c = chunks;
    Chunk new = {xmalloc(size), size};
    memcpy(new.data, chunk, size);
    vec_push(&c->all, new);
    return true;
}

static void chunks_free(Chunks *c) {
    for (size_t k = 0; k < c->all.len; k++) free(c->all.data[k].data);
    vec_free(&c->all);
}

/* Explores the program with what the chunks have; adds what it keeps. */
static CampaignResult *explored(const Program *p, const char *strategy, Chunks *chunks) {
    static const char *const argv[] = {"small", NULL}, *const environment[] = {NULL};
    const ExploreStore store = {chunks, load, save, 0};
    bool dpor = !strcmp(strategy, "dpor");
    CampaignOptions o = {.confirm = campaign_confirm,
                         .explore = {.strategy = strategy, .cutoffs = !dpor, .max_memory = 4096},
                         .argc = 1,
                         .argv = argv,
                         .environment = environment,
                         .prune = {.ops = &prune_ops, .summaries = dpor, .states = !dpor},
                         .store = &store};
    return campaign_run(p, &o, NULL);
}

/* A copy with some bytes changed, or cut short. */
static Chunk damaged(const Chunk *c, uint64_t *random) {
    Chunk d = {xmalloc(c->size), c->size};
    memcpy(d.data, c->data, c->size);
    uint64_t kind = next_random(random) % 8, times = 1 + next_random(random) % 4;
    if (!kind) d.size = next_random(random) % c->size;
    /* What says that it is a chunk stays mostly. */
    size_t from = kind == 1 ? 0 : MIN(8, d.size);
    for (uint64_t k = 0; k < times && d.size > from; k++) {
        uint8_t *at = &d.data[from + next_random(random) % (d.size - from)];
        switch (next_random(random) % 4) {
        case 0: *at = (uint8_t)next_random(random); break;
        case 1: *at ^= (uint8_t)(1u << next_random(random) % 8); break;
        case 2: *at = 255; break;
        default: ++*at;
        }
    }
    return d;
}

/* How many summaries there are after a chunk was read; *fine: it could be. */
static size_t read_one(const Program *p, const Chunk *c, bool *fine) {
    SmallRun r = small_run(p, &(RunHooks){0});
    CodeNames *names = code_names_new(p);
    Lifter *lifter = lifter_new(r.run->machine, names);
    Summaries s;
    summaries_init(&s, r.run->machine, lifter);
    *fine = summaries_read(&s, c->data, c->size);
    size_t n = s.all.len;
    summaries_free(&s);
    lifter_free(lifter);
    code_names_free(names);
    small_run_free(&r);
    return n;
}

static void summaries_are_read_again(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    Chunks chunks = {0};
    CampaignResult *first = explored(p, "dpor", &chunks);
    assert_true(first->complete);
    assert_true(first->prune.kept > 0);
    size_t all = 0;
    for (size_t k = 0; k < chunks.all.len; k++) {
        bool fine;
        all += read_one(p, &chunks.all.data[k], &fine);
        assert_true(fine);
    }
    assert_int_equal(all, first->prune.kept);
    CampaignResult *second = explored(p, "dpor", &chunks);
    assert_true(second->complete);
    assert_int_equal(second->prune.read, first->prune.kept);
    assert_int_equal(second->prune.kept, 0);
    assert_true(second->stats.instructions < first->stats.instructions);
    campaign_result_free(first);
    campaign_result_free(second);
    chunks_free(&chunks);
    program_free(p);
}

static void damaged_summaries_do_no_harm(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    Chunks chunks = {0};
    campaign_result_free(explored(p, "dpor", &chunks));
    uint64_t random = 1, refused = 0, rounds = getenv("HEDDLE_LONG") ? 100000 : 3000;
    SmallRun r = small_run(p, &(RunHooks){0});
    CodeNames *names = code_names_new(p);
    Lifter *lifter = lifter_new(r.run->machine, names);
    for (uint64_t k = 0; k < rounds; k++) {
        Chunk d = damaged(&chunks.all.data[k % chunks.all.len], &random);
        Summaries s;
        summaries_init(&s, r.run->machine, lifter);
        refused += !summaries_read(&s, d.data, d.size);
        summaries_free(&s);
        free(d.data);
    }
    assert_in_range(refused, rounds / 4, rounds);
    lifter_free(lifter);
    code_names_free(names);
    small_run_free(&r);
    chunks_free(&chunks);
    program_free(p);
}

static void damaged_states_do_no_harm(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    Chunks chunks = {0};
    CampaignResult *first = explored(p, "por", &chunks);
    assert_int_equal(chunks.all.len, 1);
    assert_true(first->prune.kept > 0);
    CampaignResult *second = explored(p, "por", &chunks);
    assert_int_equal(second->prune.read, first->prune.kept);
    assert_true(second->stats.traces < first->stats.traces);
    uint64_t random = 1;
    for (unsigned k = 0; k < 100; k++) {
        Chunks one = {0};
        vec_push(&one.all, damaged(&chunks.all.data[0], &random));
        CampaignResult *r = explored(p, "por", &one);
        assert_true(r->prune.read <= first->prune.kept);
        campaign_result_free(r);
        chunks_free(&one);
    }
    campaign_result_free(first);
    campaign_result_free(second);
    chunks_free(&chunks);
    program_free(p);
}

/* Passes of one exploration share expressions; what stands for any value is numbered anew in each. */
static void passes_number_inputs_anew(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    SmallRun r = small_run(p, &(RunHooks){0});
    for (uint32_t size = 1; size < 9; size++) {
        Summaries s;
        summaries_init(&s, r.run->machine, NULL);
        const Input *first = summaries_any_input(&s, size), *second = summaries_any_input(&s, size);
        assert_true(first != second);
        assert_int_equal(first->size, size);
        assert_int_equal(second->size, size);
        summaries_free(&s);
    }
    small_run_free(&r);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_are_read_again),
        cmocka_unit_test(passes_number_inputs_anew),
        cmocka_unit_test(damaged_summaries_do_no_harm),
        cmocka_unit_test(damaged_states_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
