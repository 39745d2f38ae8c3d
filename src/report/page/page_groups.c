/*
 * page_groups.c — findings by their cause. Races on one variable have one cause, and so have
 * deadlocks on the same objects; other findings if they agree in kind, message and function.
 */
#include "finding/race_groups.h"
#include "report/page/page_internal.h"
#include "report/formats/foreign_text.h"
#include <stdlib.h>

static int compare_object_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the distinct names between backquotes in alphabetical order, with commas between; ""
 * where there is none. */
static char *quoted_names(const char *message) {
    VEC(char *) names = {0};
    for (const char *s = message; (s = strchr(s, '`'));) {
        const char *end = strchr(s + 1, '`');
        if (!end) break;
        vec_push(&names, xasprintf("%.*s", (int)(end - s + 1), s));
        s = end + 1;
    }
    if (names.len) qsort(names.data, names.len, sizeof *names.data, compare_object_names);
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t k = 0; k < names.len; k++) {
        bool again = k && !strcmp(names.data[k], names.data[k - 1]);
        if (!again) str_addf(&b, "%s%s", b.len ? ", " : "", names.data[k]);
    }
    for (size_t k = 0; k < names.len; k++) free(names.data[k]);
    vec_free(&names);
    return b.data;
}

/* Returns what findings with one cause have in common, as a title and as a key. */
static char *page_cause(const Finding *f, char **key) {
    char *title, *names = NULL;
    if (!strcmp(f->kind, "race") && f->variable) {
        title = xasprintf("Data race on `%s`", f->variable);
        *key = xstrdup(title);
    } else if (!strcmp(f->kind, "deadlock") && *(names = quoted_names(f->message))) {
        title = xasprintf("Deadlock with %s", names);
        *key = xstrdup(title);
    } else {
        title = xstrdup(f->message);
        *key = xasprintf("%s\n%s\n%s", f->kind, f->message,
                         f->place.function ? f->place.function : "");
    }
    free(names);
    return title;
}

/* Returns the group of an earlier race with the same cause; `n`: there is none. */
static size_t group_of_race(const PageTests *tests, size_t k, const size_t *group, size_t n) {
    for (size_t j = 0; j < k; j++)
        if (findings_have_one_cause(tests->data[j].test->finding, tests->data[k].test->finding))
            return group[j];
    return n;
}

json_t *page_groups(const PageTests *tests) {
    json_t *all = json_array();
    VEC(char *) keys = {0};
    size_t *group = xcalloc(tests->len + 1, sizeof *group);
    for (size_t k = 0; k < tests->len; k++) {
        char *key, *title = page_cause(tests->data[k].test->finding, &key);
        size_t at = group_of_race(tests, k, group, keys.len);
        if (at == keys.len)
            for (at = 0; at < keys.len && strcmp(keys.data[at], key); at++) {}
        group[k] = at;
        if (at == keys.len) {
            json_t *j = json_object();
            json_object_set_new(j, "title", foreign_json(title));
            json_object_set_new(j, "kind", foreign_json(tests->data[k].test->finding->kind));
            json_object_set_new(j, "findings", json_array());
            json_array_append_new(all, j);
            vec_push(&keys, key);
        } else {
            free(key);
        }
        json_array_append_new(json_object_get(json_array_get(all, at), "findings"),
                              json_integer((json_int_t)k));
        free(title);
    }
    for (size_t k = 0; k < keys.len; k++) free(keys.data[k]);
    vec_free(&keys);
    free(group);
    return all;
}
