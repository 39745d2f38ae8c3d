/* expect: safe */
#include "indexer_cas.c"
