/*
 * undefined.c — the check for memory that was never written, against brute force: a random program of one
 * thread leaves some bytes of its variables unwritten, copies them, computes with them and decides by them.
 * Compiled natively with -DBRUTE, it runs with every value of these bytes and of its input: for each input
 * the first place is known then where two of the values make a difference. The engine must find these places,
 * no others, and where there is none the program must end as natively.
 */
#include "oracle.h"
#include "statements.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define VALUES 4 /* variables v0, v1, … */
#define MOST_PLACES 24

static const char prologue[] =
    "#pragma GCC diagnostic ignored \"-Wconstant-conversion\"\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <unistd.h>\n"
    "static unsigned x0, global, table[4] = {3, 1, 4, 1};\n"
    "static unsigned char in0, bytes[4];\n"
    "struct pair { unsigned char a, b; unsigned short w; };\n"
    "struct bits { unsigned char a : 3, b : 5; };\n"
    "#ifdef BRUTE\n"
    "static unsigned char u[4];\n"
    "static struct { int line; unsigned value; } seen[400], known[400];\n"
    "static unsigned nseen, nknown;\n"
    "static unsigned see(int line, unsigned value) {\n"
    "    if (nseen < 400) seen[nseen].line = line, seen[nseen++].value = value;\n"
    "    return value;\n"
    "}\n"
    "#define FILL(p, i, k) ((unsigned char *)(p))[i] = u[k]\n"
    "#define SEE(e) see(__LINE__, e)\n"
    "#define LEAVE(p, n) do { for (unsigned b = 0; b < (n); b++) see(__LINE__, ((unsigned char *)(p))[b]); } "
    "while (0)\n"
    "#else\n"
    "#include <heddle/heddle.h>\n"
    "#define FILL(p, i, k) (void)0\n"
    "#define SEE(e) (e)\n"
    "#define LEAVE(p, n) write(1, p, n)\n"
    "#endif\n"
    "__attribute__((noinline)) static void note(unsigned k) { x0 = x0 * 5 + k; }\n"
    "__attribute__((noinline)) static unsigned twice(unsigned k) { return k * 2; }\n"
    "__attribute__((noinline)) static void fill(unsigned char *p, unsigned n, unsigned k) {\n"
    "    if (n & 1) *p = (unsigned char)k;\n"
    "}\n";

static const char epilogue[] =
    "#ifdef BRUTE\n"
    "int main(void) {\n"
    "    for (in0 = 0; in0 < 4; in0++) {\n"
    "        unsigned where = ~0u, end = 0;\n"
    "        for (unsigned n = 0; n < 1u << 8 * BYTES; n++) {\n"
    "            memcpy(u, &n, 4);\n"
    "            nseen = 0;\n"
    "            program();\n"
    "            if (!n) memcpy(known, seen, sizeof seen), nknown = nseen, end = x0;\n"
    "            for (unsigned k = 0; n && k < nseen && k < nknown && k < where; k++)\n"
    "                if (seen[k].value != known[k].value) where = k;\n"
    "        }\n"
    "        printf(\"%d %u %u\\n\", where == ~0u ? 0 : known[where].line, in0, end);\n"
    "    }\n"
    "    return 0;\n"
    "}\n"
    "#else\n"
    "int main(void) {\n"
    "    static const unsigned wanted[4] = {WANTED};\n"
    "    in0 = heddle_uchar(\"in0\") & 3;\n"
    "    program();\n"
    "    heddle_assert(x0 == wanted[in0]);\n"
    "    return 0;\n"
    "}\n"
    "#endif\n";

/* What a program has declared so far. */
typedef struct Names {
    char places[MOST_PLACES][16]; /* that can be read and written */
    unsigned n;
    unsigned unwritten; /* bytes */
    unsigned objects;
} Names;

static void add_place(Names *n, const char *format, unsigned object) {
    if (n->n < MOST_PLACES) snprintf(n->places[n->n++], sizeof n->places[0], format, object);
}

static unsigned some_constant(Generator *g) {
    static const unsigned of[] = {0, 1, 2, 3, 5, 7, 8, 15, 16, 64, 127, 128, 240, 255, 256, 0xffffffff};
    return of[draw(g, ARRAY_LEN(of))];
}

/* An expression of type unsigned, or what becomes one; the caller frees. */
static char *expression(Generator *g, const Names *n, unsigned depth) {
    if (!depth || chance(g, 25)) switch (draw(g, 7)) {
        case 0:
        case 1: return xasprintf("v%u", draw(g, VALUES));
        case 2:
        case 3: return n->n ? xstrdup(n->places[draw(g, n->n)]) : xstrdup("global");
        case 4: return xstrdup(chance(g, 70) ? "in0" : "global");
        default: return xasprintf("%uu", some_constant(g));
        }
    static const char *const binary[] = {"+", "-", "*", "&", "&", "|", "|", "^", "<", "==", "!=", ">="};
    char *a = expression(g, n, depth - 1), *b = NULL, *e;
    switch (draw(g, 10)) {
    case 0: e = xasprintf("(unsigned)(unsigned char)(%s)", a); break;
    case 1: e = xasprintf("(unsigned)(int)(signed char)(%s)", a); break;
    case 2: e = xasprintf("~(%s)", a); break;
    case 3: e = xasprintf("((unsigned)(%s) %s %u)", a, chance(g, 50) ? "<<" : ">>", draw(g, 12)); break;
    case 4: e = xasprintf("(unsigned)((int)(%s) >> %u)", a, draw(g, 9)); break;
    case 5:
        b = expression(g, n, depth - 1);
        e = xasprintf("((unsigned)(%s) << ((%s) & 7))", a, b);
        break;
    case 6: e = xasprintf("((unsigned)(%s) & %uu)", a, some_constant(g)); break;
    default:
        b = expression(g, n, depth - 1);
        e = xasprintf("((unsigned)(%s) %s (unsigned)(%s))", a, binary[draw(g, ARRAY_LEN(binary))], b);
    }
    free(a);
    free(b);
    return e;
}

static void fill_byte(Generator *g, Names *n, const char *object, unsigned byte) {
    line(g, "FILL(%s, %u, %u);", object, byte, n->unwritten++);
}

/* A variable or a block of which a byte or two are not written. */
static void object(Generator *g, Names *n) {
    unsigned k = n->objects++, byte = draw(g, 2), value = draw(g, 256), kind = draw(g, 9);
    char at[16];
    snprintf(at, sizeof at, "&c%u", k);
    switch (kind) {
    case 0:
    case 1:
        line(g, "unsigned char c%u;", k);
        fill_byte(g, n, at, 0);
        if (chance(g, 30))
            line(g, "if (in0 %s %u) c%u = %u;", chance(g, 50) ? "<" : "==", draw(g, 3), k, value);
        if (chance(g, 30)) line(g, "fill(&c%u, in0, %u);", k, value);
        add_place(n, "c%u", k);
        break;
    case 2:
        line(g, "unsigned short c%u;", k);
        fill_byte(g, n, at, byte);
        line(g, "((unsigned char *)&c%u)[%u] = %u;", k, 1 - byte, value);
        add_place(n, "c%u", k);
        break;
    case 3:
        line(g, "struct bits c%u;", k);
        fill_byte(g, n, at, 0);
        if (chance(g, 70)) line(g, "c%u.%c = %u;", k, "ab"[byte], value & 7);
        add_place(n, "c%u.a", k);
        add_place(n, "c%u.b", k);
        break;
    case 4:
        line(g, "struct pair c%u;", k);
        fill_byte(g, n, at, byte);
        line(g, "c%u.%c = %u, c%u.w = %u;", k, "ba"[byte], value, k, value * 3);
        add_place(n, "c%u.a", k);
        add_place(n, "c%u.b", k);
        add_place(n, "c%u.w", k);
        break;
    case 5:
    case 6:
        line(g, "unsigned char *c%u = %s(2);", k, kind == 5 ? "malloc" : "__builtin_alloca");
        snprintf(at, sizeof at, "c%u", k);
        fill_byte(g, n, at, byte);
        line(g, "c%u[%u] = %u;", k, 1 - byte, value);
        add_place(n, "c%u[0]", k);
        add_place(n, "c%u[1]", k);
        add_place(n, "c%u[in0 & 1]", k);
        break;
    case 7:
        line(g, "unsigned char *c%u = malloc(1);", k);
        line(g, "c%u[0] = %u;", k, value);
        line(g, "c%u = realloc(c%u, 2);", k, k);
        snprintf(at, sizeof at, "c%u", k);
        fill_byte(g, n, at, 1);
        add_place(n, "c%u[0]", k);
        add_place(n, "c%u[1]", k);
        break;
    default:
        line(g, "unsigned char c%u[3];", k);
        snprintf(at, sizeof at, "c%u", k);
        fill_byte(g, n, at, 2 * byte);
        line(g, "c%u[1] = c%u[%u] = %u;", k, k, 2 - 2 * byte, value);
        if (chance(g, 40)) line(g, "c%u[in0 & 2] = %u;", k, draw(g, 9));
        add_place(n, "c%u[0]", k);
        add_place(n, "c%u[2]", k);
        add_place(n, "c%u[in0 & 2]", k);
    }
}

static void undefined_statement(Generator *g, Names *n) {
    char *e = expression(g, n, 1 + draw(g, 3));
    const char *place = n->places[draw(g, n->n)], *other = n->places[draw(g, n->n)];
    unsigned v = draw(g, VALUES), w = draw(g, VALUES);
    switch (draw(g, 12)) {
    case 0:
    case 1: line(g, "v%u = %s;", v, e); break;
    case 2: line(g, "%s = %s;", place, e); break;
    case 3: line(g, "global = %s;", e); break;
    case 4: line(g, "v%u = twice(%s);", v, e); break;
    case 5: line(g, "memcpy(&v%u, &v%u, %u);", v, w, 1 + draw(g, 4)); break;
    case 6: line(g, "bytes[%u] = (unsigned char)(%s), v%u = bytes[%u] + v%u;", v, e, w, draw(g, 4), w); break;
    case 7: line(g, "for (unsigned k = 0; k < 2; k++) %s = (%s) + v%u * k;", place, other, v); break;
    case 8: line(g, "v%u = table[SEE((%s) & 3)];", v, e); break;
    case 9: line(g, "if (SEE((%s) != 0)) { v%u = %s; note(1); }", e, v, place); break;
    case 10:
        if (chance(g, 30)) {
            line(g, "LEAVE(&v%u, %u);", v, 1 + draw(g, 4));
            break;
        }
        /* fallthrough */
    default: line(g, "if (SEE((%s) != 0)) note(%u); else note(%u);", e, 2 + draw(g, 2), draw(g, 4));
    }
    free(e);
}

static void undefined_text(Generator *g) {
    str_add(&g->text, prologue);
    line(g, "__attribute__((noinline)) static void program(void) {");
    g->indent++;
    line(g, "x0 = global = 0;");
    line(g, "memset(bytes, 0, 4);");
    for (unsigned k = 0; k < VALUES; k++) line(g, "unsigned v%u = %u;", k, some_constant(g));
    Names n = {0};
    unsigned most = 1 + chance(g, 60);
    while (n.unwritten < most) object(g, &n);
    for (unsigned k = 4 + draw(g, 8); k; k--) undefined_statement(g, &n);
    g->indent--;
    line(g, "}");
    str_addf(&g->text, "#define BYTES %u\n", n.unwritten);
    str_add(&g->text, epilogue);
}

/* What brute force says: the lines where what was never written makes a difference first, and how the program
 * ends for each input if it is zero. */
typedef struct Truth {
    bool at[1000]; /* a line */
    unsigned wanted[4];
} Truth;

/* False: the program does not run. */
static bool learn(const Oracle *o, Truth *t) {
    char *command = xasprintf("cd '%s' && gcc -std=gnu17 -w -O1 -DBRUTE p.c -o p.exe && ./p.exe", o->folder);
    FILE *out = popen(command, "r");
    free(command);
    if (!out) return false;
    int place, input, lines = 0;
    unsigned value;
    for (; fscanf(out, "%d %d %u", &place, &input, &value) == 3; lines++) {
        if (place > 0 && place < (int)ARRAY_LEN(t->at)) t->at[place] = true;
        if (input >= 0 && input < 4) t->wanted[input] = value;
    }
    int status = pclose(out);
    return WIFEXITED(status) && !WEXITSTATUS(status) && lines == 4;
}

/* With `more`, threads went on behind the first place with zero, so that there may be further ones; the
 * program ends as natively then, too. */
static char *compare_places(const Truth *t, const CampaignResult *r, bool more) {
    bool found[ARRAY_LEN(t->at)] = {0};
    if (r->internal_error) return xasprintf("internal error: %s", r->internal_error);
    for (size_t k = 0; k < r->nfindings; k++) {
        const Finding *f = r->findings[k];
        if (strcmp(f->kind, "uninitialised") || f->place.line >= ARRAY_LEN(found))
            return xasprintf("%s, line %u: %s", f->kind, f->place.line, f->message);
        found[f->place.line] = true;
        if (!t->at[f->place.line] && !more)
            return xasprintf("line %u: %s, which is wrong", f->place.line, f->message);
    }
    for (size_t k = 0; k < ARRAY_LEN(found); k++)
        if (t->at[k] && !found[k]) return xasprintf("line %zu decides by what was never written", k);
    for (size_t k = 0; k < r->nincomplete; k++) return xasprintf("incomplete: %s", r->incomplete[k]);
    return r->complete ? NULL : xstrdup("it did not finish");
}

char *check_undefined(Oracle *o, Generator *g) {
    *g = (Generator){.random = o->seed * 0x2545f4914f6cdd1dull};
    undefined_text(g);
    SystemOptions system = g->system;
    o->place.system = &system;
    write_text(o->source, "", g->text.data);
    if (o->talk) printf("%s", g->text.data);
    Truth truth = {0};
    if (!learn(o, &truth)) return xstrdup("the native program failed");
    char *wanted = xasprintf("-DWANTED=%uu,%uu,%uu,%uu", truth.wanted[0], truth.wanted[1], truth.wanted[2],
                             truth.wanted[3]);
    char *different = NULL;
    for (unsigned k = 0; k < 3 && !different; k++) {
        Program *p = load_checked(o, wanted, k == 1);
        system.keep_going = k == 2 ? KEEP_GOING_BENIGN : KEEP_GOING_NONE;
        CampaignOptions options = options_at(&o->place);
        options.explore =
            (ExploreSettings){.strategy = "por", .cutoffs = true, .search = "dfs", .jobs = 1, .max_time = 60};
        options.run.check_uninitialised = true;
        CampaignResult *r = p ? campaign_run(p, &options, NULL) : NULL;
        different = p ? compare_places(&truth, r, k == 2) : xstrdup("the program does not load");
        if (different && k) {
            char *with = xasprintf(k == 1 ? "without optimisation: %s" : "going on: %s", different);
            free(different);
            different = with;
        }
        if (r) o->traces += r->stats.traces;
        campaign_result_free(r);
        program_free(p);
    }
    free(wanted);
    o->programs++;
    for (unsigned k = 0; k < ARRAY_LEN(truth.at); k++) o->compared += truth.at[k];
    return different;
}
