/*
 * related.c — see Related in history.h: the walk over the events of several objects at once.
 */
#include "event/history.h"

bool related_next_of_many(Related *r, size_t *position) {
    if (r->everything) {
        if (!r->all) return false;
        *position = --r->all;
        return true;
    }
    int best = -1;
    for (unsigned k = 0; k < r->lists; k++)
        if (r->left[k] &&
            (best < 0 || r->list[k][r->left[k] - 1] > r->list[best][r->left[best] - 1]))
            best = (int)k;
    if (best < 0) return false;
    r->from = best;
    uint32_t p = r->list[best][--r->left[best]];
    /* An event may stand in two of the lists. */
    for (unsigned k = 0; k < r->lists; k++)
        if (r->left[k] && r->list[k][r->left[k] - 1] == p) r->left[k]--;
    *position = p;
    return true;
}
