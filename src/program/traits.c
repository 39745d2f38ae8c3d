/* traits.c — look-ups in the tables of traits.h. */
#include "program/traits.h"
#include "base/base.h"
#include "program/engine_calls.h"
#include "program/library_functions.h"
#include "runtime/engine.h"
#include <stdlib.h>
#include <sys/syscall.h>

static const LibraryFunction functions[] = {
#define L(name, traits) {#name, traits, -1, -1},
#define P(name, traits, file, line) {#name, traits, file, line},
    LIBRARY_FUNCTIONS(L, P)
#undef L
#undef P
};

static int compare_row_name(const void *name, const void *row) {
    return strcmp(name, ((const LibraryFunction *)row)->name);
}

const LibraryFunction *library_function(const char *name) {
    return bsearch(name, functions, ARRAY_LEN(functions), sizeof *functions, compare_row_name);
}

const LibraryFunction *library_function_with(Traits promises, const LibraryFunction *after) {
    for (const LibraryFunction *f = after ? after + 1 : functions;
         f < functions + ARRAY_LEN(functions); f++)
        if ((f->traits & promises) == promises) return f;
    return NULL;
}

int library_function_has(const char *name, Traits promises) {
    const LibraryFunction *f = library_function(name);
    return f && (f->traits & promises) == promises;
}

Traits engine_call_dangers(uint64_t number) {
    switch (number) {
#define C(number, dangers) \
    case number: return dangers;
        ENGINE_CALLS(C)
#undef C
    default: return ANY_DANGER;
    }
}
