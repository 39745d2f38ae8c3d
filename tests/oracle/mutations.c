/*
 * mutations.c — makes a neighbour of a random program by one to three changes: a statement modified, added,
 * deleted, two exchanged, a lock or unlock moved, a thread added or removed, an assertion added or changed,
 * an initial value changed, an assertion added, deleted or moved whose text others have; or something that
 * changes nothing: a comment. Now and then a local variable gets another name in addition.
 *
 * A program's text has one statement in a line; a block, or an `if` without braces with what it governs, is
 * one statement, too, and those in it are others.
 */
#include "mutations.h"
#include "statements.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 3

typedef struct Line {
    char *text; /* without its indentation */
    unsigned indent;
} Line;
typedef VEC(Line) Lines;

typedef struct Statement {
    size_t first, last; /* lines */
    unsigned thread;    /* whose routine it is in; 0: main's */
    bool governed;      /* by an `if` without braces, which needs one */
    bool section;       /* in an atomic section, which stays as it is but for accesses */
} Statement;

typedef struct Mutator {
    Generator g; /* draws, and makes the text of new statements */
    Lines lines;
    VEC(Statement) statements;
    StrBuf told;
} Mutator;

/* --- text ----------------------------------------------------------------------------------------------- */

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

static bool ends(const char *text, char with) {
    size_t n = strlen(text);
    return n && text[n - 1] == with;
}

static bool contains(const char *text, const char *what) { return strstr(text, what) != NULL; }

static Line line_of(const char *from, size_t size) {
    Line l = {0};
    while (l.indent < size && from[l.indent] == ' ') l.indent++;
    size -= l.indent;
    l.text = xmalloc(size + 1);
    memcpy(l.text, from + l.indent, size);
    l.text[size] = 0;
    return l;
}

static void insert_line(Mutator *m, size_t at, Line l) {
    vec_push(&m->lines, l);
    memmove(m->lines.data + at + 1, m->lines.data + at, (m->lines.len - 1 - at) * sizeof(Line));
    m->lines.data[at] = l;
}

/* Inserts lines of a text before line `at`; how many. */
static size_t insert_text(Mutator *m, size_t at, const char *text) {
    size_t n = 0;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        insert_line(m, at + n++, line_of(text, (size_t)(end - text)));
    return n;
}

static void delete_lines(Mutator *m, size_t first, size_t last) {
    for (size_t k = first; k <= last; k++) free(m->lines.data[k].text);
    memmove(m->lines.data + first, m->lines.data + last + 1, (m->lines.len - 1 - last) * sizeof(Line));
    m->lines.len -= last + 1 - first;
}

/* The last line of the statement that begins at a line. */
static size_t statement_end(const Mutator *m, size_t first) {
    const Line *all = m->lines.data;
    if (ends(all[first].text, '{')) {
        for (size_t k = first + 1; k < m->lines.len; k++)
            if (all[k].indent == all[first].indent && all[k].text[0] == '}' && !ends(all[k].text, '{'))
                return k;
    } else if (starts(all[first].text, "if ") && ends(all[first].text, ')')) {
        return statement_end(m, first + 1);
    }
    return first;
}

/* The routine that begins at this line. */
static bool is_routine(const char *text, unsigned *thread) {
    int length = 0;
    *thread = 0;
    return !strcmp(text, "static int program(void) {") ||
           (sscanf(text, "static void *thread%u(void *r) {%n", thread, &length) == 1 && length);
}

static void find_statements(Mutator *m) {
    m->statements.len = 0;
    for (size_t k = 0; k < m->lines.len; k++) {
        unsigned thread;
        if (!is_routine(m->lines.data[k].text, &thread)) continue;
        size_t end = statement_end(m, k);
        bool governed = false, section = false;
        for (k++; k < end; k++) {
            const char *text = m->lines.data[k].text;
            if (text[0] == '}') continue;
            Statement s = {k, statement_end(m, k), thread, governed, section};
            vec_push(&m->statements, s);
            if (starts(text, "heddle_atomic_")) section = starts(text, "heddle_atomic_begin");
            governed = starts(text, "if ") && ends(text, ')');
        }
    }
}

/* --- which statement ------------------------------------------------------------------------------------ */

/* Declarations, what makes objects, ends of routines, the borders of atomic sections. */
static bool is_fixed(const char *text) {
    static const char *const beginnings[] = {"int ",
                                             "char ",
                                             "return",
                                             "(void)",
                                             "y",
                                             "PAUSE",
                                             "xp = c",
                                             "pthread_key_",
                                             "pthread_t ",
                                             "long *own",
                                             "long own",
                                             "static",
                                             "pthread_mutexattr",
                                             "pthread_cleanup_"};
    for (size_t k = 0; k < ARRAY_LEN(beginnings); k++)
        if (starts(text, beginnings[k])) return true;
    return contains(text, "_init(") || contains(text, "shared_input =") || contains(text, "heddle_atomic_");
}

static bool is_thread_operation(const char *text) {
    return starts(text, "pthread_create(") || starts(text, "pthread_join(") ||
           starts(text, "pthread_detach(");
}

static bool is_lock_operation(const char *text) {
    return !starts(text, "if ") &&
           (contains(text, "lock(&m") || contains(text, "lock(&w") || contains(text, "lock(&p"));
}

static bool is_assertion(const char *text) { return starts(text, "heddle_assert("); }

/* Expressions and accesses that consist of what can be replaced. */
static bool is_simple(const Mutator *m, const char *text) {
    static const char *const beginnings[] = {"r0",
                                             "r1",
                                             "x0",
                                             "x1",
                                             "xi[",
                                             "atomic_",
                                             "if (r",
                                             "if (x",
                                             "if (shared",
                                             "if (!(shared",
                                             "heddle_assume(",
                                             "xv0",
                                             "xv1",
                                             "l0",
                                             "l1",
                                             "if (l",
                                             "{ int e"};
    if (contains(text, "pthread_exit(")) return false; /* its argument is a pointer */
    if (m->g.kernel && contains(text, "(") && text[0] != 'i' && text[0] != 'a' && text[0] != 'h')
        return false;
    for (size_t k = 0; k < ARRAY_LEN(beginnings); k++)
        if (starts(text, beginnings[k])) return true;
    return false;
}

static const char *text_at(const Mutator *m, size_t line) { return m->lines.data[line].text; }

/* One of the statements whose first line pleases, by chance; NULL where there is none. */
static Statement *pick(Mutator *m, bool (*pleases)(const Mutator *m, const Statement *s)) {
    size_t n = 0;
    for (size_t k = 0; k < m->statements.len; k++) n += pleases(m, &m->statements.data[k]);
    if (!n) return NULL;
    size_t which = draw(&m->g, (unsigned)n);
    for (size_t k = 0;; k++)
        if (pleases(m, &m->statements.data[k]) && !which--) return &m->statements.data[k];
}

static bool can_change(const Mutator *m, const Statement *s) {
    const char *text = text_at(m, s->first);
    return is_simple(m, text) && !contains(text, repeated_mark);
}

static bool can_be_moved(const Mutator *m, const Statement *s) {
    return !s->governed && !is_fixed(text_at(m, s->first));
}

static bool can_be_deleted(const Mutator *m, const Statement *s) {
    return !is_fixed(text_at(m, s->first)) && !is_thread_operation(text_at(m, s->first));
}

static bool is_asserted(const Mutator *m, const Statement *s) { return is_assertion(text_at(m, s->first)); }

/* Where something can be inserted before it. */
static bool can_follow(const Mutator *m, const Statement *s) {
    const char *text = text_at(m, s->first);
    return !s->governed && !s->section && (!is_fixed(text) || starts(text, "(void)"));
}

/* --- one statement -------------------------------------------------------------------------------------- */

/* Another one of the texts of a list. */
static const char *another(Mutator *m, const char *const *list, unsigned n, const char *than, size_t size) {
    for (;;) {
        const char *text = list[draw(&m->g, n)];
        if (strlen(text) != size || strncmp(text, than, size) != 0) return text;
    }
}

/* What could stand in place of a token of a statement, or NULL. */
static const char *replacement(Mutator *m, const char *token, size_t size) {
    static const char *const numbers[] = {"0", "1", "2", "3", "4"}, *const relations[] = {"==", "!=", ">",
                                                                                          "<=", "<"};
    if (isdigit((unsigned char)*token)) return another(m, numbers, ARRAY_LEN(numbers), token, size);
    if (strchr("=!<>", *token)) {
        for (size_t k = 0; k < ARRAY_LEN(relations); k++)
            if (strlen(relations[k]) == size && !strncmp(token, relations[k], size))
                return another(m, relations, ARRAY_LEN(relations), token, size);
        return NULL;
    }
    if (*token == '+' && size == 1) return "-";
    if (*token == '-' && size == 1) return "+";
    if (size != 2 || !isdigit((unsigned char)token[1])) return NULL;
    if (*token == 'r') return token[1] == '0' ? "r1" : "r0";
    if (*token == 'x' && m->g.plain > 1) return token[1] == '0' ? "x1" : "x0";
    if (*token == 'l' && m->g.features & LOCALS) return token[1] == '0' ? "l1" : "l0";
    if (*token == 'a' && m->g.atomics > 1) return token[1] == '0' ? "a1" : "a0";
    return NULL;
}

/* The size of the token at this place: a name or number, an operator, or another character. */
static size_t token_size(const char *at) {
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
    if (n) return n;
    while (at[n] && strchr("=!<>+-*&|", at[n])) n++;
    if (n) return n;
    if (*at != '"') return 1;
    for (n = 1; at[n] && at[n] != '"'; n++) {}
    return n + (at[n] == '"');
}

/* Replaces the tokens of a line that equal `name` (NULL: the one at number `which` of those that can be). How
 * many there are. */
static unsigned replace(Mutator *m, Line *l, const char *name, const char *by, unsigned which,
                        bool only_count) {
    StrBuf text = {0};
    unsigned n = 0;
    str_add(&text, "");
    for (const char *at = l->text; *at;) {
        size_t size = token_size(at);
        const char *new =
            name ? (strlen(name) == size && !strncmp(at, name, size) ? by : NULL) : replacement(m, at, size);
        bool here = new && (name || n == which) && !only_count;
        n += new != NULL;
        if (here)
            str_add(&text, new);
        else
            str_addf(&text, "%.*s", (int)size, at);
        at += size;
    }
    if (!only_count) {
        free(l->text);
        l->text = text.data;
    } else {
        vec_free(&text);
    }
    return n;
}

static bool change_line(Mutator *m, const Statement *s) {
    if (!s) return false;
    Line *l = &m->lines.data[s->first];
    unsigned n = replace(m, l, NULL, NULL, 0, true);
    if (!n) return false;
    str_addf(&m->told, "modified: %s", l->text);
    replace(m, l, NULL, NULL, draw(&m->g, n), false);
    str_addf(&m->told, " is %s\n", l->text);
    return true;
}

static bool change_statement(Mutator *m) { return change_line(m, pick(m, can_change)); }

static bool change_assertion(Mutator *m) { return change_line(m, pick(m, is_asserted)); }

static void tell_place(Mutator *m, const char *what, unsigned thread) {
    str_addf(&m->told, thread ? "%s thread%u: " : "%s main: ", what, thread);
}

/* The text of what `make` draws, for this place. */
static char *made(Mutator *m, unsigned thread, unsigned indent, void (*make)(Generator *g)) {
    StrBuf before = m->g.text;
    m->g.text = (StrBuf){0};
    m->g.thread = thread;
    m->g.indent = (int)indent / 4;
    str_add(&m->g.text, "");
    make(&m->g);
    char *text = m->g.text.data;
    m->g.text = before;
    return text;
}

static void any_statement(Generator *g) {
    switch (draw(g, 6)) {
    case 0:
    case 1:
    case 2: plain_access(g); break;
    case 3: atomic_access(g); break;
    case 4: line(g, "r%u++;", draw(g, 2)); break;
    default: statement(g, 1, 2); break; /* no block */
    }
}

static bool add_before(Mutator *m, const Statement *s, void (*make)(Generator *g)) {
    if (!s) return false;
    size_t at = s->first;
    char *text = made(m, s->thread, m->lines.data[at].indent, make);
    tell_place(m, "added in", s->thread);
    str_add(&m->told, text);
    insert_text(m, at, text);
    free(text);
    return true;
}

static bool add(Mutator *m, void (*make)(Generator *g)) { return add_before(m, pick(m, can_follow), make); }

static bool add_statement(Mutator *m) { return add(m, any_statement); }

static bool add_assertion(Mutator *m) { return add(m, assertion); }

static bool delete_statement(Mutator *m) {
    Statement *s = pick(m, can_be_deleted);
    if (!s) return false;
    bool governed = s->governed;
    size_t at = s->first;
    unsigned indent = m->lines.data[at].indent;
    str_addf(&m->told, "deleted: %s\n", m->lines.data[at].text);
    delete_lines(m, at, s->last);
    if (governed) {
        Line nothing = line_of(";", 1);
        nothing.indent = indent;
        insert_line(m, at, nothing);
    }
    return true;
}

/* --- two statements ------------------------------------------------------------------------------------- */

/* The statement that follows in the same block and can be moved, or NULL. */
static const Statement *next_of(const Mutator *m, const Statement *s) {
    size_t at = s->last + 1;
    while (at < m->lines.len && !strcmp(text_at(m, at), "PAUSE;")) at++;
    for (const Statement *n = s + 1; n < m->statements.data + m->statements.len; n++)
        if (n->first == at)
            return n->thread == s->thread && m->lines.data[at].indent == m->lines.data[s->first].indent &&
                           can_be_moved(m, n)
                       ? n
                       : NULL;
    return NULL;
}

static bool can_be_exchanged(const Mutator *m, const Statement *s) {
    const Statement *n = can_be_moved(m, s) ? next_of(m, s) : NULL;
    if (!n) return false;
    const char *x = text_at(m, s->first), *y = text_at(m, n->first);
    /* No thread is waited for before it is there. */
    return !is_thread_operation(x) || !is_thread_operation(y) || !strncmp(x, y, strlen("pthread_create"));
}

static bool is_lock_to_move(const Mutator *m, const Statement *s) {
    return can_be_exchanged(m, s) &&
           (is_lock_operation(text_at(m, s->first)) || is_lock_operation(text_at(m, next_of(m, s)->first)));
}

static bool exchange(Mutator *m, const Statement *s) {
    if (!s) return false;
    const Statement *n = next_of(m, s);
    str_addf(&m->told, "exchanged: %s and %s\n", text_at(m, s->first), text_at(m, n->first));
    size_t count = n->last + 1 - s->first, behind = s->last + 1 - s->first, from = n->first - s->first;
    Line *all = m->lines.data + s->first, *copy = xmalloc(count * sizeof *copy);
    size_t k = 0;
    for (size_t i = from; i < count; i++) copy[k++] = all[i];
    for (size_t i = behind; i < from; i++) copy[k++] = all[i];
    for (size_t i = 0; i < behind; i++) copy[k++] = all[i];
    memcpy(all, copy, count * sizeof *copy);
    free(copy);
    return true;
}

static bool exchange_statements(Mutator *m) { return exchange(m, pick(m, can_be_exchanged)); }

static bool move_lock(Mutator *m) { return exchange(m, pick(m, is_lock_to_move)); }

/* --- assertions of one text at several places ------------------------------------------------------------
 */

/* Statements that are in no block of a routine. */
static bool is_outermost(const Mutator *m, const Statement *s) { return m->lines.data[s->first].indent == 4; }

static bool is_repeated(const Mutator *m, const Statement *s) {
    return contains(text_at(m, s->first), repeated_mark);
}

static bool can_follow_outermost(const Mutator *m, const Statement *s) {
    return is_outermost(m, s) && can_follow(m, s);
}

static void make_repeated(Generator *g) { repeated_assertion(g); }

static bool add_repeated(Mutator *m) { return add_before(m, pick(m, can_follow_outermost), make_repeated); }

static bool delete_repeated(Mutator *m) {
    Statement *s = pick(m, is_repeated);
    if (!s) return false;
    str_addf(&m->told, "deleted: %s\n", text_at(m, s->first));
    delete_lines(m, s->first, s->last);
    return true;
}

/* To somewhere else in its routine. */
static bool move_repeated(Mutator *m) {
    Statement *s = pick(m, is_repeated), *to = pick(m, can_follow_outermost);
    if (!s || to->thread != s->thread || to->first == s->first) return false;
    Line moved = line_of(text_at(m, s->first), strlen(text_at(m, s->first)));
    moved.indent = 4;
    size_t from = s->first, at = to->first - (to->first > from);
    str_addf(&m->told, "moved: %s\n", moved.text);
    delete_lines(m, from, from);
    insert_line(m, at, moved);
    return true;
}

/* --- threads and variables ------------------------------------------------------------------------------ */

/* The last line of main that begins so, or 0. */
static size_t last_of_main(const Mutator *m, const char *beginning) {
    size_t found = 0;
    for (size_t k = 0; k < m->statements.len; k++) {
        const Statement *s = &m->statements.data[k];
        if (!s->thread && starts(text_at(m, s->first), beginning)) found = s->first;
    }
    return found;
}

static size_t line_that_is(const Mutator *m, const char *text) {
    for (size_t k = 0; k < m->lines.len; k++)
        if (!strcmp(text_at(m, k), text)) return k;
    return 0;
}

static void short_block(Generator *g) { block(g, 1 + draw(g, 2), 2); }

static bool add_thread(Mutator *m) {
    unsigned n = 1, thread;
    for (size_t k = 0; k < m->lines.len; k++)
        if (is_routine(text_at(m, k), &thread) && thread >= n) n = thread + 1;
    size_t created = last_of_main(m, "pthread_create("), joined = last_of_main(m, "pthread_join(");
    if (n > MOST_THREADS || !created) return false;
    char *text = made(m, n, 4, short_block);
    char *routine =
        xasprintf("static pthread_t h%u;\nstatic void *thread%u(void *r) {\n    int r0 = 0, r1 = 0;\n%s"
                  "    (void)r0, (void)r1;\n    return r;\n}\n",
                  n, n, text);
    char *create = xasprintf("    pthread_create(&h%u, 0, thread%u, 0);\n", n, n);
    char *join = xasprintf("    pthread_join(h%u, 0);\n", n);
    str_addf(&m->told, "added thread%u:\n%s", n, text);
    if (joined && chance(&m->g, 80)) insert_text(m, joined + 1, join);
    insert_text(m, created + 1, create);
    insert_text(m, line_that_is(m, "static int program(void) {"), routine);
    free(join);
    free(create);
    free(routine);
    free(text);
    return true;
}

static bool is_created(const Mutator *m, const Statement *s) {
    return starts(text_at(m, s->first), "pthread_create(");
}

static bool remove_thread(Mutator *m) {
    unsigned created = 0, thread = 0, other;
    for (size_t k = 0; k < m->statements.len; k++) created += is_created(m, &m->statements.data[k]);
    Statement *s = created > 1 ? pick(m, is_created) : NULL;
    if (!s || sscanf(text_at(m, s->first), "pthread_create(&h%u", &thread) != 1) return false;
    for (size_t k = m->lines.len; k-- > 0;) {
        const char *text = text_at(m, k);
        if ((sscanf(text, "pthread_create(&h%u", &other) == 1 ||
             sscanf(text, "pthread_join(h%u", &other) == 1 ||
             sscanf(text, "pthread_detach(h%u", &other) == 1) &&
            other == thread)
            delete_lines(m, k, k);
    }
    str_addf(&m->told, "removed thread%u\n", thread);
    return true;
}

static bool change_initial_value(Mutator *m) {
    bool atomic = chance(&m->g, 40), local = m->g.features & LOCALS && chance(&m->g, 50);
    char name[3] = {atomic ? 'a' : 'x', (char)('0' + draw(&m->g, atomic ? m->g.atomics : m->g.plain)), 0};
    char *beginning = local ? xstrdup("static _Thread_local int l0")
                            : xasprintf("static %s %s", atomic ? "atomic_int" : "SHARED", name);
    for (size_t k = 0; k < m->lines.len; k++) {
        Line *l = &m->lines.data[k];
        if (!starts(l->text, beginning)) continue;
        unsigned value = 1 + draw(&m->g, 4);
        free(l->text);
        l->text = xasprintf("%s = %u;", beginning, value);
        str_addf(&m->told, "initial value: %s\n", l->text);
        free(beginning);
        return true;
    }
    free(beginning);
    return false;
}

/* --- what changes nothing ------------------------------------------------------------------------------- */

static void comment(Generator *g) { line(g, "/* %u */", draw(g, 1000)); }

static bool add_comment(Mutator *m) { return add(m, comment); }

static void rename_local(Mutator *m) {
    find_statements(m);
    Statement *s = pick(m, can_follow);
    size_t first = 0;
    unsigned thread;
    if (!s) return;
    for (size_t k = 0; k < s->first; k++)
        if (is_routine(text_at(m, k), &thread)) first = k;
    const char *name = chance(&m->g, 50) ? "r0" : "r1";
    size_t last = statement_end(m, first);
    /* A loop by that macro sets r1 without naming it. */
    for (size_t k = first; k < last; k++)
        if (strstr(text_at(m, k), "COUNT_TO(")) name = "r0";
    const char *by = name[1] == '0' ? "local0" : "local1";
    for (size_t k = first; k < last; k++) replace(m, &m->lines.data[k], name, by, 0, false);
    tell_place(m, "renamed in", s->thread);
    str_addf(&m->told, "%s\n", name);
}

/* --- all of it ------------------------------------------------------------------------------------------ */

static const struct {
    bool (*apply)(Mutator *m);
    unsigned weight;
} changes[] = {
    {change_statement, 30}, {add_statement, 15},       {delete_statement, 15}, {exchange_statements, 10},
    {move_lock, 10},        {add_thread, 4},           {remove_thread, 4},     {add_assertion, 8},
    {change_assertion, 8},  {change_initial_value, 6}, {add_comment, 3},
};

static bool change_something(Mutator *m) {
    find_statements(m);
    if (m->g.features & REPEATS && chance(&m->g, 65)) {
        if (chance(&m->g, 25)) return delete_repeated(m);
        return chance(&m->g, 50) ? add_repeated(m) : move_repeated(m);
    }
    unsigned all = 0, k = 0;
    for (size_t i = 0; i < ARRAY_LEN(changes); i++) all += changes[i].weight;
    unsigned at = draw(&m->g, all);
    while (at >= changes[k].weight) at -= changes[k++].weight;
    return changes[k].apply(m);
}

char *mutate(const Generator *g, uint64_t seed, char **told) {
    Mutator m = {.g = *g};
    m.g.random = hash_mix(seed * 0x9e3779b97f4a7c15ull + 1);
    /* What would need declarations that are not there. */
    m.g.features &= ~(uint64_t)(JUMPS | CROSSWISE);
    m.g.sites = MAX_SITES, m.g.held = 0;
    m.g.claims = repeated_claims(g->text.data);
    m.g.text = (StrBuf){0};
    str_add(&m.told, "");
    insert_text(&m, 0, g->text.data);
    unsigned wanted = chance(&m.g, 60) ? 1 : 2 + draw(&m.g, 2);
    for (unsigned done = 0, tries = 0; done < wanted && tries < 100; tries++) done += change_something(&m);
    /* Nothing comes after it that would use the old name. */
    if (chance(&m.g, 4)) rename_local(&m);
    StrBuf text = {0};
    for (size_t k = 0; k < m.lines.len; k++) {
        str_addf(&text, "%*s%s\n", (int)m.lines.data[k].indent, "", m.lines.data[k].text);
        free(m.lines.data[k].text);
    }
    vec_free(&m.lines);
    vec_free(&m.statements);
    *told = m.told.data;
    return text.data;
}
