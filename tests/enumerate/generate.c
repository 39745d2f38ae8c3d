/*
 * generate.c — random functions of two bytes, for the comparison of symbolic execution with the enumeration
 * of all values (run.sh). They compute with integers and floating point, and read and write arrays, large and
 * small ones, and objects behind tables of pointers at places that depend on the bytes.
 *
 * Each outcome of each function is a line of its own that is reached or not. Compiled with NATIVE, the
 * program calls each function with all values and prints the lines; in Heddle the lines are failing
 * assertions. Nothing that C leaves undefined is executed but conversions of numbers that do not fit.
 *
 * Usage: generate SEED FUNCTIONS
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { OUTCOMES = 8 };

static uint64_t state;
static uint64_t next(void) {
    state += 0x9e3779b97f4a7c15ull;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
static unsigned below(unsigned n) { return (unsigned)(next() % n); }

static void number(int depth);

static void constant(void) {
    static const char *const usual[] = {"0u", "1u", "2u", "3u", "255u", "128u", "127u", "~0u", "0x80000000u"};
    if (below(2))
        fputs(usual[below(sizeof usual / sizeof *usual)], stdout);
    else
        printf("%uu", below(4) ? below(300) : (unsigned)next());
}

static void floating(int depth) {
    static const char *const constants[] = {"0.5", "0.1f", "3.0", "1e9", "-2.5f", "1e-40f", "16777216.0f"};
    static const char *const functions[] = {"sqrt", "floor", "ceil", "trunc", "rint", "round", "fabs"};
    static const char *const operators[] = {"+", "-", "*", "/"};
    unsigned kind = below(depth > 0 ? 7 : 2);
    switch (kind) {
    case 0: fputs(constants[below(sizeof constants / sizeof *constants)], stdout); return;
    case 1:
        printf("(%s)%s", below(2) ? "float" : "double", below(2) ? "(int)" : "");
        number(0);
        return;
    case 2:
        printf("%s(", functions[below(sizeof functions / sizeof *functions)]);
        floating(depth - 1);
        fputs(")", stdout);
        return;
    case 3:
        printf("(%s)(", below(2) ? "float" : "double");
        floating(depth - 1);
        fputs(")", stdout);
        return;
    default:
        fputs("(", stdout);
        floating(depth - 1);
        printf(" %s ", operators[below(4)]);
        floating(depth > 1 ? depth - 2 : 0);
        fputs(")", stdout);
        return;
    }
}

static void place(void) {
    static const char *const places[] = {"small[(%s) & 15]", "bytes[%s]", "words[(%s) & 2047]",
                                         "*pointers[(%s) & 7]", "wide[(%s) & 8191]"};
    static const char *const terms[] = {"a", "b", "x", "y", "a * 8 + b", "x ^ b", "a * b", "y >> 3", "a & b"};
    unsigned which = below(5);
    const char *term = which == 1 ? (below(2) ? "a" : "b") : terms[below(sizeof terms / sizeof *terms)];
    printf(places[which], term);
}

static void number(int depth) {
    static const char *const variables[] = {"a", "b", "x", "y", "a", "b"};
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "==", "<", ">=", "!="};
    static const char *const comparisons[] = {"<", "<=", "==", "!=", ">"};
    switch (below(depth > 0 ? 11 : 3)) {
    case 0: constant(); return;
    case 1:
    case 2: fputs(variables[below(6)], stdout); return;
    case 3:
    case 4: place(); return;
    case 5:
        /* A compiler may give constants that do not fit any value. */
        printf("((unsigned)(%s)((%s)%s + ",
               below(3)   ? "int"
               : below(2) ? "unsigned char"
                          : "long",
               below(2) ? "float" : "double", below(2) ? "x" : "b");
        floating(depth);
        fputs("))", stdout);
        return;
    case 6:
        fputs("(unsigned)(", stdout);
        floating(depth - 1);
        printf(" %s ", comparisons[below(5)]);
        floating(depth - 1);
        fputs(")", stdout);
        return;
    case 7:
        fputs("((", stdout);
        number(depth - 1);
        printf(") %s ((", below(2) ? "/" : "%");
        number(depth - 1);
        fputs(") | 1))", stdout);
        return;
    case 8:
        fputs("((", stdout);
        number(depth - 1);
        printf(") %s (", below(2) ? "<<" : ">>");
        number(0);
        fputs(" & 31))", stdout);
        return;
    default:
        fputs("((", stdout);
        number(depth - 1);
        printf(") %s (", operators[below(10)]);
        number(depth - 1);
        fputs("))", stdout);
        return;
    }
}

static void statements(int n, int depth);

/* A copy or a fill, most of a number of bytes that depends on the input; some overlap. */
static void copy(void) {
    static const char *const lengths[] = {"a", "b", "x", "a ^ y", "a * b", "y >> 2"};
    const char *length = lengths[below(6)];
    switch (below(5)) {
    case 0:
        printf("    memcpy(small + (%s & 3), bytes + %u, %s & 7);\n", below(2) ? "a" : "x", below(200),
               below(2) ? "b" : "3");
        return;
    case 1: printf("    memcpy(small, bytes + %u, (%s) & 15);\n", below(200), length); return;
    case 2: printf("    memmove(small + %u, small + %u, (%s) & 7);\n", below(8), below(8), length); return;
    case 3: printf("    memset((char *)words + %u, (int)x, (%s) & 31);\n", below(40), length); return;
    default:
        /* Within an object, by a length that the path bounds. */
        printf("    if ((%s) <= 200) memcpy(words, wide + %u, (%s));\n", length, below(99), length);
        return;
    }
}

static void statement(int depth) {
    switch (below(depth > 0 ? 9 : 6)) {
    case 0:
    case 1:
        printf("    %s = ", below(2) ? "x" : "y");
        number(2);
        puts(";");
        return;
    case 2:
    case 3:
        fputs("    ", stdout);
        place();
        fputs(" = ", stdout);
        number(1);
        puts(";");
        return;
    case 4: copy(); return;
    case 5:
        puts("    text[8] = 0, memcpy(text, small, 8);");
        puts("    x += (unsigned)strlen(text);");
        return;
    case 6:
        printf("    for (unsigned k = 0; k < (%s & 3); k++) {\n", below(2) ? "a" : "y");
        statements(1, depth - 1);
        puts("    }");
        return;
    default:
        fputs("    if (", stdout);
        number(2);
        puts(") {");
        statements(1 + (int)below(2), depth - 1);
        puts("    } else {");
        statements((int)below(2), depth - 1);
        puts("    }");
        return;
    }
}

static void statements(int n, int depth) {
    for (int k = 0; k < n; k++) statement(depth);
}

static void print_function(unsigned k) {
    printf("static unsigned function_%u(unsigned a, unsigned b) {\n", k);
    puts("    unsigned x = a, y = b;");
    puts("    begin();");
    statements(2 + (int)below(4), 2);
    puts("    return (x ^ x >> 3 ^ y * 5) & 7;\n}\n");
}

static void print_outcomes(unsigned functions) {
    puts("static void call(unsigned which, unsigned a, unsigned b) {");
    for (unsigned k = 0; k < functions; k++) {
        printf("    if (which == %u) switch (function_%u(a, b)) {\n", k, k);
        for (unsigned o = 0; o < OUTCOMES; o++) printf("    case %u: REACHED; break;\n", o);
        puts("    }");
    }
    puts("}\n");
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: generate SEED FUNCTIONS\n", stderr);
        return 2;
    }
    state = strtoull(argv[1], NULL, 10) * 7919;
    unsigned functions = (unsigned)atoi(argv[2]);
    puts("#include <math.h>\n#include <stdbool.h>\n#include <stdio.h>\n#include <string.h>");
    puts("#ifdef NATIVE\nstatic unsigned char reached[1 << 16];\n#define REACHED reached[__LINE__] = "
         "1\n#else");
    puts("#include <heddle/heddle.h>\n#define REACHED heddle_assert(0)\n#endif");
    puts("static unsigned char small[16], bytes[256];\nstatic char text[9];\nstatic unsigned words[2048];");
    puts("static unsigned short wide[8192];\nstatic unsigned one, two, three, four, five;");
    puts("static unsigned *const pointers[8] = {&one, &two, &three, &one, &four, &five, &two, &one};");
    puts("static void begin(void) {");
    puts("    for (unsigned k = 0; k < 16; k++) small[k] = (unsigned char)(k * 37 % 11);");
    puts("    one = 1, two = 2, three = 3, four = 4, five = 5;");
    puts("    memset(words, 0, sizeof words);\n}\n");
    for (unsigned k = 0; k < functions; k++) print_function(k);
    print_outcomes(functions);
    puts("static void begin_once(void) {");
    puts("    for (unsigned k = 0; k < 256; k++) bytes[k] = (unsigned char)(k * 59 ^ k >> 3);");
    puts("    for (unsigned k = 0; k < 8192; k++) wide[k] = (unsigned short)(k * k ^ k >> 5);\n}\n");
    puts("#ifdef NATIVE\nstatic void begin_again(void) {");
    puts("    static unsigned char first_bytes[sizeof bytes], first_wide[sizeof wide];");
    puts("    static bool filled;");
    puts("    if (!filled) {\n        begin_once();");
    puts("        memcpy(first_bytes, bytes, sizeof bytes), memcpy(first_wide, wide, sizeof wide);");
    puts("        filled = true;\n    }");
    puts("    memcpy(bytes, first_bytes, sizeof bytes), memcpy(wide, first_wide, sizeof wide);");
    puts("}\n#endif\n");
    puts("int main(void) {\n#ifdef NATIVE");
    printf("    for (unsigned k = 0; k < %u; k++)\n", functions);
    puts("        for (unsigned v = 0; v < 65536; v++) begin_again(), call(k, v & 255, v >> 8);");
    puts("    for (unsigned k = 0; k < sizeof reached; k++)\n        if (reached[k]) printf(\"%u\\n\", "
         "k);\n#else");
    puts("    begin_once();");
    puts("    unsigned char which = heddle_uchar(\"which\"), a = heddle_uchar(\"a\"), b = "
         "heddle_uchar(\"b\");");
    puts("    call(which, a, b);\n#endif\n    return 0;\n}");
    return 0;
}
