/*
 * cpu_model.c — the data behind __builtin_cpu_supports and __builtin_cpu_is: a processor without
 * features, as reported by `cpuid`. (The layout is that of the compilers' own libraries.)
 */
#include "runtime.h"

struct {
    unsigned vendor, type, subtype, features[1];
} __cpu_model;
unsigned __cpu_features2[3];

int __cpu_indicator_init(void) { return 0; }
