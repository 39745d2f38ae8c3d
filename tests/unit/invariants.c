/* invariants.c — linked to each unit test: invariants of the engine are checked in every build. */
#include "base/base.h"

__attribute__((constructor)) static void check_invariants(void) { base_invariants = true; }
