/* texts.c — lists of distinct texts; see base.h. */
#include "base/base.h"
#include <stdlib.h>

void texts_add(char ***list, size_t *n, const char *text) {
    for (size_t k = 0; k < *n; k++)
        if (!strcmp((*list)[k], text)) return;
    *list = xrealloc(*list, (*n + 1) * sizeof **list);
    (*list)[(*n)++] = xstrdup(text);
}

void texts_free(char **list, size_t n) {
    for (size_t k = 0; k < n; k++) free(list[k]);
    free(list);
}
