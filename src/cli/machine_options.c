/* machine_options.c — see machine_options.h. The instructions themselves are in
 * runtime/machine_vectors.c and beside it. */
#include "cli/machine_options.h"
#include <string.h>

/* Each stands for itself, and so does its negation. */
static const char *const extensions[][2] = {
    {"-msse3", NULL},      {"-mssse3", NULL},     {"-msse4", NULL},     {"-msse4.1", NULL},
    {"-msse4.2", NULL},    {"-mavx", NULL},       {"-mavx2", NULL},     {"-mfma", NULL},
    {"-mpclmul", NULL},    {"-maes", NULL},       {"-msha", NULL},      {"-mpopcnt", NULL},
    {"-mlzcnt", NULL},     {"-mbmi", NULL},       {"-mbmi2", NULL},     {"-mmovbe", NULL},
    {"-mcx16", NULL},      {"-mno-sse3", NULL},   {"-mno-ssse3", NULL}, {"-mno-sse4", NULL},
    {"-mno-sse4.1", NULL}, {"-mno-sse4.2", NULL}, {"-mno-avx", NULL},   {"-mno-avx2", NULL},
    {"-mno-fma", NULL},    {"-mno-pclmul", NULL}, {"-mno-aes", NULL},   {"-mno-sha", NULL},
    {"-mno-popcnt", NULL}, {"-mno-lzcnt", NULL},  {"-mno-bmi", NULL},   {"-mno-bmi2", NULL},
    {"-mno-movbe", NULL}};

static const char *const second[] = {"-msse4.2", "-mpopcnt", NULL},
                         *const with_avx[] = {"-mavx", "-mpopcnt", NULL},
                         *const third[] = {"-mavx2",  "-mfma",   "-mbmi", "-mbmi2",
                                           "-mlzcnt", "-mmovbe", NULL};

/* Processors by the beginnings of their names. `native` is none of them: what a test does must not
 * depend on the machine that it runs on. */
static const struct {
    const char *name;
    const char *const *options;
} processors[] = {{"x86-64-v2", second},     {"x86-64-v3", third},      {"x86-64-v4", third},
                  {"nehalem", second},       {"westmere", second},      {"silvermont", second},
                  {"goldmont", second},      {"tremont", second},       {"corei7-avx", with_avx},
                  {"corei7", second},        {"sandybridge", with_avx}, {"ivybridge", with_avx},
                  {"core-avx2", third},      {"haswell", third},        {"broadwell", third},
                  {"skylake", third},        {"cascadelake", third},    {"cooperlake", third},
                  {"cannonlake", third},     {"icelake", third},        {"tigerlake", third},
                  {"rocketlake", third},     {"alderlake", third},      {"raptorlake", third},
                  {"sapphirerapids", third}, {"graniterapids", third},  {"znver", third}};

const char *const *machine_options(const char *arg) {
    for (size_t k = 0; k < ARRAY_LEN(extensions); k++)
        if (!strcmp(arg, extensions[k][0])) return extensions[k];
    if (!has_prefix(arg, "-march=")) return NULL;
    for (size_t k = 0; k < ARRAY_LEN(processors); k++)
        if (has_prefix(arg + strlen("-march="), processors[k].name)) return processors[k].options;
    return NULL;
}
