/* Places in variables, by the texts that say what is in them. */
#include "base/base.h"
#include "program/shape.h"
#include <stdlib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void assert_place(const char *shape, uint64_t offset, const char *expected) {
    char *place = shape_place(shape, offset);
    assert_string_equal(place, expected);
    free(place);
}

static void test_leaves(void **state) {
    (void)state;
    assert_place(".", 0, "");
    assert_place(".", 3, " + 3");
    assert_place("[4:.", 0, "[0]");
    assert_place("[4:.", 41, "[10] + 1");
    assert_place("[12:[4:.", 32, "[2][2]");
}

static void test_structures(void **state) {
    (void)state;
    static const char shape[] = "{0:n:.8:lock:.48:in:[8:{0:x:.4:y:.}72:last:.}";
    assert_place(shape, 0, ".n");
    assert_place(shape, 4, ".n + 4");
    assert_place(shape, 8, ".lock");
    assert_place(shape, 20, ".lock + 12");
    assert_place(shape, 48, ".in[0].x");
    assert_place(shape, 68, ".in[2].y");
    assert_place(shape, 69, ".in[2].y + 1");
    assert_place(shape, 72, ".last");
}

/* Members without a name, unions, bit-fields, structures without members, a hole at the beginning. */
static void test_corners(void **state) {
    (void)state;
    assert_place("{0:kind:.8::{0:number:.0:text:.8:more:.}}", 8, ".number");
    assert_place("{0:kind:.8::{0:number:.0:text:.8:more:.}}", 16, ".more");
    assert_place("{0:a:.0:b:.1:c:.}", 0, ".a");
    assert_place("{0:a:.0:b:.1:c:.}", 1, ".c");
    assert_place("{}", 0, "");
    assert_place("{}", 2, " + 2");
    assert_place("{0:empty:{}4:n:.}", 0, ".empty");
    assert_place("{0:empty:{}4:n:.}", 4, ".n");
    assert_place("{4:n:.}", 1, " + 1");
    assert_place("[16:{0:s:[8:{0:p:.}}", 24, "[1].s[1].p");
}

static void test_damaged(void **state) {
    (void)state;
    static const char shape[] = "{0:kind:.8::{0:number:[4:.0:text:.}}";
    assert_true(shape_is_valid(shape));
    assert_true(shape_is_valid(SHAPE_UNKNOWN));
    assert_false(shape_is_valid(""));
    assert_false(shape_is_valid("[0:."));
    assert_false(shape_is_valid(".."));
    char copy[sizeof shape];
    for (size_t k = 0; k + 1 < sizeof shape; k++) {
        memcpy(copy, shape, sizeof shape);
        copy[k] = 0;
        assert_false(shape_is_valid(copy));
        for (int c = 1; c < 128; c++) { /* what is valid can be read */
            copy[k] = (char)c;
            for (uint64_t at = 0; at < 20 && shape_is_valid(copy); at++) free(shape_place(copy, at));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_structures),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
