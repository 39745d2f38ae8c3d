/*
 * marks.c — errors found by the marks in synchronisation objects: use after destruction, use of
 * memory that was never initialised, initialisation of a live object.
 */
#include <stddef.h>
#include "runtime.h"

static void tell_again(const char *name, const char *what) {
    __heddle_mistake("api", name, what, "behind a second initialisation: the object is a new one",
                     NULL);
}

/* Checks the initialisation of an object and returns its new word. A local variable of a loop's
 * body returns to its place without having been destroyed. But it does not have the mark of a
 * static initialiser, which only its own declaration writes. */
int __heddle_new_word(void *object, ObjectBefore before, int kind_mark, const char *name) {
    int word = __heddle_as_written(before.word), mark = __heddle_as_written(before.mark);
    int at_home = __heddle_as_written(before.home) == __heddle_home(object);
    if (mark == kind_mark && at_home && !__heddle_is_local(object))
        tell_again(name, " initialised again without having been destroyed");
    else if (__heddle_is_static(word, mark, kind_mark))
        tell_again(name, " initialised again: it has a static initialiser");
    return __heddle_generation() << 8;
}

_Noreturn void __heddle_bad_object(int mark, const char *name) {
    static _Thread_local char text[100];
    char *at = text;
    for (const char *s = name; *s; s++) *at++ = *s;
    const char *what = mark == MARK_DESTROYED ? " used after it was destroyed"
                                              : " used that was never initialised";
    for (const char *s = what; *s; s++) *at++ = *s;
    *at = 0;
    __heddle_fail("api", text, NULL, 0, NULL);
}

void __heddle_dead_object(const void *object, const char *name) {
    __heddle_mistake("api", name, " used after it was destroyed",
                     "behind the use of a destroyed object: its destruction did nothing", object);
}
