#!/bin/bash
# Random calls of variadic functions: arguments of all kinds that the x86-64 convention knows, in random order
# and number, behind a random number of named ones, taken by va_arg, by a copy of the list, by another
# function, behind a pointer, by a function that was called without a prototype. Each program prints what
# arrives; natively (gcc, musl) it prints the same. A case is a seed. HEDDLE_LONG=1: 200 programs instead of 8
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() { seeds "$([ -n "${HEDDLE_LONG:-}" ] && echo 200 || echo 8)"; }
is_case() { [[ $1 =~ ^[0-9]+$ ]]; }

# One program with 24 functions.
generate() {
    awk -v seed="$1" '
    function pick(n) { return int(rand() * n) }
    # Literals of a kind are numbered, so that no two arguments are alike.
    function value(k,    v) {
        v = ++counter
        gsub(/#/, v, template[k])
        r = template[k]
        template[k] = original[k]
        return r
    }
    function kind(type, literal, show,    k) {
        k = kinds++
        name[k] = type; template[k] = original[k] = literal; print_of[k] = show
    }
    BEGIN {
        srand(seed)
        kind("int", "#", "printf(\"%d\", x)")
        kind("long", "#L << 33", "printf(\"%ld\", x)")
        kind("double", "#.5", "printf(\"%g\", x)")
        kind("char *", "\"s#\"", "printf(\"%s\", x)")
        kind("long double", "#.25L", "printf(\"%Lg\", x)")
        kind("wide", "(wide)# << 70 | 3", "printf(\"%lx:%lx\", (long)(x >> 64), (long)x)")
        kind("float _Complex", "__builtin_complex(#.0f, -#.5f)",
            "printf(\"%g,%g\", (double)__real__ x, (double)__imag__ x)")
        kind("double _Complex", "__builtin_complex(#.0, -#.5)", "printf(\"%g,%g\", __real__ x, __imag__ x)")
        kind("struct f1", "(struct f1){#}", "printf(\"%g\", (double)x.a)")
        kind("struct f2", "(struct f2){#, -#}", "printf(\"%g,%g\", (double)x.a, (double)x.b)")
        kind("struct f3", "(struct f3){#, -#, 7}",
            "printf(\"%g,%g,%g\", (double)x.a, (double)x.b, (double)x.c)")
        kind("struct f4", "(struct f4){#, -#, 7, #}",
            "printf(\"%g,%g,%g,%g\", (double)x.a, (double)x.b, (double)x.c, (double)x.d)")
        kind("struct fi", "(struct fi){#, -#}", "printf(\"%g,%d\", (double)x.a, x.b)")
        kind("struct fif", "(struct fif){#, -#, 3}", "printf(\"%g,%d,%g\", (double)x.a, x.b, (double)x.c)")
        kind("struct di", "(struct di){#.5, -#}", "printf(\"%g,%d\", x.a, x.b)")
        kind("struct id", "(struct id){#, -#.5}", "printf(\"%d,%g\", x.a, x.b)")
        kind("struct dd", "(struct dd){#.5, -#.5}", "printf(\"%g,%g\", x.a, x.b)")
        kind("struct ll", "(struct ll){#, -#}", "printf(\"%ld,%ld\", x.a, x.b)")
        kind("struct c3", "(struct c3){{#, 2, 3}}", "printf(\"%d,%d,%d\", x.a[0], x.a[1], x.a[2])")
        kind("struct c9", "(struct c9){{#, 2, 3, 4, 5, 6, 7, 8, 9}}", "printf(\"%d,%d\", x.a[0], x.a[8])")
        kind("struct big", "(struct big){{#, -#, 5}}", "printf(\"%ld,%ld,%ld\", x.a[0], x.a[1], x.a[2])")
        kind("struct ldi", "(struct ldi){#.25L, -#}", "printf(\"%Lg,%d\", x.a, x.b)")
        kind("struct ws", "(struct ws){(wide)# << 65}", "printf(\"%lx\", (long)(x.a >> 64))")
        kind("struct al", "(struct al){#}", "printf(\"%d\", x.a)")
        kind("struct none", "(struct none){}", "printf(\"-\")")
        kind("v4", "(v4){#, 2, 3, -#}", "printf(\"%d,%d,%d,%d\", x[0], x[1], x[2], x[3])")
        kind("v2f", "(v2f){#, -#}", "printf(\"%g,%g\", (double)x[0], (double)x[1])")
        kind("union u", "(union u){.a = #.5}", "printf(\"%g\", x.a)")
        print "#include <stdarg.h>\n#include <stdio.h>\ntypedef __int128 wide;"
        print "typedef int v4 __attribute__((vector_size(16)));"
        print "typedef float v2f __attribute__((vector_size(8)));"
        print "struct f1 { float a; };\nstruct f2 { float a, b; };\nstruct f3 { float a, b, c; };"
        print "struct f4 { float a, b, c, d; };\nstruct fi { float a; int b; };"
        print "struct fif { float a; int b; float c; };"
        print "struct di { double a; int b; };\nstruct id { int a; double b; };\nstruct dd { double a, b; };"
        print "struct ll { long a, b; };"
        print "struct c3 { char a[3]; };\nstruct c9 { char a[9]; };\nstruct big { long a[3]; };"
        print "struct ldi { long double a; int b; };\nstruct ws { wide a; };"
        print "struct al { _Alignas(32) int a; };"
        print "struct none {};\nunion u { double a; int b; };"
        for (f = 0; f < 24; f++) {
            # Mostly many of few kinds, so that registers run out in all ways.
            few = 1 + pick(5)
            for (k = 0; k < few; k++) chosen[k] = pick(kinds)
            named = 1 + pick(4)
            rest = pick(14)
            parameters = ""; arguments = ""
            for (k = 0; k < named + rest; k++) {
                kind_of[k] = chosen[pick(few)]
                # The last name must not change its type by promotion, nor be of a type that calls without a
                # prototype pass differently.
                if (k < named) parameters = parameters (k ? ", " : "") name[kind_of[k]] " p" k
                arguments = arguments (k ? ", " : "") value(kind_of[k])
            }
            how = pick(4)
            take = ""
            for (k = named; k < named + rest; k++)
                take = take "    { " name[kind_of[k]] " x = va_arg(ap, " name[kind_of[k]] "); " \
                    print_of[kind_of[k]] "; printf(\" \"); }\n"
            if (how == 1) print "static void rest" f "(va_list ap) {\n" take "}"
            print "static void __attribute__((noinline)) f" f "(" parameters ", ...) {"
            print "    va_list ap;\n    va_start(ap, p" named - 1 ");"
            for (k = 0; k < named; k++)
                print "    { " name[kind_of[k]] " x = p" k "; " print_of[kind_of[k]] "; printf(\" \"); }"
            if (how == 1) print "    rest" f "(ap);"
            else if (how == 2) {
                print take "    va_end(ap);\n    va_list before;"
                print "    va_start(ap, p" named - 1 ");\n    va_copy(before, ap);"
                print take "    va_end(ap);\n    { va_list ap;\n    va_copy(ap, before);"
                print take "    va_end(ap); }"
            } else print take "    va_end(ap);"
            print "    puts(\"\");\n}"
            if (how == 3) {
                calls = calls "    { void (*volatile p)(" parameters ", ...) = f" f "; p(" arguments "); }\n"
            } else {
                calls = calls "    f" f "(" arguments ");\n"
            }
        }
        # What K&R calls pass is what fits the promoted types; gcc and clang pass it alike.
        print "int old();\nint main(void) {"
        print calls "    old(\"%d %g %s %Lg %ld %g %d %d %d %g\\n\","
        print "        1, 2.5, \"x\", 3.25L, 4L, 5.5, 6, 7, 8, 9.5);"
        print "    { int (*volatile p)() = old; p(\"%d %g\\n\", 10, 11.5); }\n    return 0;\n}"
    }'
}

prepare() {
    cat >old.c <<'END'
#include <stdarg.h>
#include <stdio.h>
int old(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vprintf(format, ap);
    va_end(ap);
    return n;
}
END
}

one() {
    local option status
    generate "$1" >random.c
    if ! musl-gcc -std=gnu17 -O1 -w -Wno-psabi -static random.c "$common/old.c" -o native 2>log ||
        ! ./native >expected; then
        bad "natively: $(head -n 2 log | tr '\n' ' ')"
        return
    fi
    for option in '' --no-optimisation; do
        timeout 60 "$HEDDLE" test --quiet $option --echo-output -w -Wno-psabi --out=out \
            random.c "$common/old.c" >got 2>log
        status=$?
        if [ "$status" -eq 0 ] && cmp -s expected got; then
            good
        else
            bad "$option (status $status): $(diff expected got | head -n 2 | tr '\n' ' ')" \
                "$(grep -m 1 error log)"
        fi
    done
}

suite "$@"
