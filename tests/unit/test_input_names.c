/* test_input_names.c — no two requests for an input have one name, whatever the program calls them: all short
 * base names of the characters that names are made of, in several threads, for the first time and later. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "vm/symbolic/new_inputs.h"

#define LONGEST 5

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void all_differ(void **state) {
    (void)state;
    static const char letters[] = "x@#01?\1", *const threads[] = {"0", "0.1", "0.1.1", "0.10"};
    static const uint32_t numbers[] = {1, 2, 12};
    VEC(char *) names = {0};
    char base[LONGEST + 1] = "";
    size_t count = 1, letter = strlen(letters);
    for (unsigned length = 1; length <= LONGEST; length++) {
        count *= letter;
        for (size_t k = 0; k < count; k++) {
            for (size_t at = 0, rest = k; at < length; at++, rest /= letter)
                base[at] = letters[rest % letter];
            for (size_t t = 0; t < ARRAY_LEN(threads); t++)
                for (size_t n = 0; n < ARRAY_LEN(numbers); n++)
                    vec_push(&names, input_name(base, threads[t], numbers[n]));
        }
    }
    qsort(names.data, names.len, sizeof *names.data, compare_names);
    for (size_t k = 1; k < names.len; k++) assert_string_not_equal(names.data[k - 1], names.data[k]);
    for (size_t k = 0; k < names.len; k++) free(names.data[k]);
    vec_free(&names);
}

/* Names that people see stay as they were given. */
static void usual_names(void **state) {
    (void)state;
    static const struct {
        const char *base, *thread;
        uint32_t n;
        const char *name;
    } cases[] = {{"x", "0", 1, "x"},         {"x", "0", 2, "x#2"},
                 {"x", "0.1", 3, "x@0.1#3"}, {"user@host", "0", 1, "user@host"},
                 {"x#2", "0", 1, "x##2"},    {"", "0", 1, "input"}};
    for (size_t k = 0; k < ARRAY_LEN(cases); k++) {
        char *name = input_name(cases[k].base, cases[k].thread, cases[k].n);
        assert_string_equal(name, cases[k].name);
        free(name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_differ), cmocka_unit_test(usual_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
