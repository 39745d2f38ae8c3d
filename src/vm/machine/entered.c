/* entered.c — see entered.h. */
#include "vm/machine/entered.h"
#include <stdlib.h>

Entered *entered_new(uint32_t nfunctions) {
    Entered *e = xcalloc(1, sizeof *e);
    e->listed = xcalloc((size_t)nfunctions + 1, sizeof *e->listed);
    return e;
}

void entered_free(Entered *e) {
    if (!e) return;
    free(e->listed);
    vec_free(&e->list);
    free(e);
}

void entered_clear(Entered *e) {
    for (size_t k = 0; k < e->list.len; k++) e->listed[e->list.data[k]] = false;
    e->list.len = 0;
}

void entered_add(Entered *e, uint32_t function) {
    if (e->listed[function]) return;
    e->listed[function] = true;
    vec_push(&e->list, function);
}
