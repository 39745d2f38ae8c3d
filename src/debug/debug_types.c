/* debug_types.c — see debug_types.h. */
#include "debug/debug_types.h"
#include <stdlib.h>

#define MOST_FIELDS 16

/* --- reading ---------------------------------------------------------------------------------- */

/* The fields of a line. */
typedef struct Line {
    const char *field[MOST_FIELDS];
    unsigned n;
} Line;

/* Takes the next line of a text, and ends its fields. Returns what comes after it. */
static char *take_line(char *text, Line *line) {
    char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
    *end = 0;
    line->n = 0;
    for (char *at = text; at && line->n < MOST_FIELDS;) {
        line->field[line->n++] = at;
        at = strchr(at, '\t');
        if (at) *at++ = 0;
    }
    return next;
}

static uint64_t number(const Line *l, unsigned k) {
    return k < l->n ? strtoull(l->field[k], NULL, 10) : 0;
}

static const char *last_field(const Line *l, unsigned k) { return k < l->n ? l->field[k] : ""; }

/* Returns the type of this number, which may be described later. */
static DebugType *type_at(DebugTypes *t, uint64_t number) {
    if (number > 1u << 22) number = 0;
    while (t->types.len <= number) vec_push(&t->types, NULL);
    DebugType **at = &t->types.data[number];
    if (!*at) {
        *at = arena_alloc(t->arena, sizeof **at);
        **at = (DebugType){.kind = DEBUG_OPAQUE, .name = ""};
    }
    return *at;
}

static void read_debug_place(const Line *l, DebugVariable *v) {
    DebugPlace p = {.offset = number(l, 1),
                    .bits = number(l, 2),
                    .address = number(l, 3) != 0,
                    .known = (uint16_t)number(l, 4)};
    for (unsigned k = 5; k < l->n && p.nregisters < ARRAY_LEN(p.registers); k++)
        p.registers[p.nregisters++] = (uint16_t)number(l, k);
    if (p.nregisters) vec_push(&v->places, p);
}

static void read_debug_line(DebugTypes *t, const Line *l, DebugType **type) {
    switch (*l->field[0]) {
    case 'T':
        *type = type_at(t, number(l, 1));
        (*type)->kind = *last_field(l, 2);
        (*type)->bits = number(l, 3);
        (*type)->target = type_at(t, number(l, 4));
        (*type)->count = number(l, 5);
        (*type)->name = last_field(l, 6);
        (*type)->named = (*type)->kind == DEBUG_ALIAS && (*type)->count;
        break;
    case 'M':
        if (*type)
            vec_push(&(*type)->members, ((DebugMember){.offset = number(l, 1),
                                                       .bits = number(l, 2),
                                                       .type = type_at(t, number(l, 3)),
                                                       .bitfield = number(l, 4) != 0,
                                                       .name = last_field(l, 5)}));
        break;
    case 'E':
        if (*type)
            vec_push(&(*type)->enumerators,
                     ((DebugEnumerator){last_field(l, 2), strtoll(last_field(l, 1), NULL, 10)}));
        break;
    case 'V':
        vec_push(&t->variables, ((DebugVariable){.function = (uint32_t)number(l, 1),
                                                 .line = (uint32_t)number(l, 2),
                                                 .type = type_at(t, number(l, 3)),
                                                 .name = last_field(l, 4),
                                                 .within = ""}));
        break;
    case 'P':
        if (t->variables.len) read_debug_place(l, &vec_last(&t->variables));
        break;
    case 'G':
        vec_push(&t->variables, ((DebugVariable){.function = UINT32_MAX,
                                                 .address = number(l, 1),
                                                 .thread_local_ = number(l, 2) != 0,
                                                 .type = type_at(t, number(l, 3)),
                                                 .within = last_field(l, 4),
                                                 .name = last_field(l, 5)}));
        break;
    default: break;
    }
}

static const DebugType *basic(DebugTypes *t, char kind, unsigned bits, const char *name) {
    DebugType *x = arena_alloc(t->arena, sizeof *x);
    *x = (DebugType){.kind = kind, .bits = bits, .name = name};
    vec_push(&t->types, x);
    return x;
}

DebugTypes *debug_types_new(const Program *p) {
    DebugTypes *t = xcalloc(1, sizeof *t);
    t->arena = arena_new();
    DebugType *type = NULL;
    type_at(t, 0)->kind = DEBUG_VOID;
    type_at(t, 0)->name = "void";
    for (char *at = arena_strdup(t->arena, p->debug); *at;) {
        Line l;
        at = take_line(at, &l);
        read_debug_line(t, &l, &type);
    }
    t->signed_long = basic(t, DEBUG_SIGNED, 64, "long");
    t->unsigned_long = basic(t, DEBUG_UNSIGNED, 64, "unsigned long");
    t->int_ = basic(t, DEBUG_SIGNED, 32, "int");
    t->unsigned_ = basic(t, DEBUG_UNSIGNED, 32, "unsigned int");
    t->double_ = basic(t, DEBUG_FLOAT, 64, "double");
    return t;
}

void debug_types_free(DebugTypes *t) {
    if (!t) return;
    for (size_t k = 0; k < t->types.len; k++) {
        if (!t->types.data[k]) continue;
        vec_free(&t->types.data[k]->members);
        vec_free(&t->types.data[k]->enumerators);
    }
    for (size_t k = 0; k < t->variables.len; k++) vec_free(&t->variables.data[k].places);
    vec_free(&t->types);
    vec_free(&t->variables);
    arena_free(t->arena);
    free(t);
}

/* --- questions -------------------------------------------------------------------------------- */

const DebugType *debug_plain(const DebugType *t) {
    for (unsigned depth = 0; t->kind == DEBUG_ALIAS && t->target && depth < 64; depth++)
        t = t->target;
    return t;
}

const DebugType *debug_type_named(const DebugTypes *t, const char *name) {
    static const struct {
        const char *tag;
        char kind;
    } tags[] = {{"struct ", DEBUG_STRUCT}, {"union ", DEBUG_UNION}, {"enum ", DEBUG_ENUM}};
    char kind = 0;
    for (size_t k = 0; k < ARRAY_LEN(tags); k++)
        if (!strncmp(name, tags[k].tag, strlen(tags[k].tag))) {
            kind = tags[k].kind;
            name += strlen(tags[k].tag);
        }
    for (size_t k = 0; k < t->types.len; k++) {
        const DebugType *x = t->types.data[k];
        if (!x || !*x->name || strcmp(x->name, name) != 0) continue;
        bool tagged = x->kind == DEBUG_STRUCT || x->kind == DEBUG_UNION || x->kind == DEBUG_ENUM;
        if (kind ? x->kind == kind : !tagged) return x;
    }
    return NULL;
}

const DebugType *debug_pointer_to(DebugTypes *all, const DebugType *t) {
    for (size_t k = 0; k < all->types.len; k++) {
        const DebugType *x = all->types.data[k];
        if (x && x->kind == DEBUG_POINTER && x->target == t) return x;
    }
    DebugType *x = arena_alloc(all->arena, sizeof *x);
    *x = (DebugType){.kind = DEBUG_POINTER, .bits = 64, .name = "", .target = t};
    vec_push(&all->types, x);
    return x;
}

const DebugType *debug_array_of(DebugTypes *all, const DebugType *t, uint64_t n) {
    DebugType *x = arena_alloc(all->arena, sizeof *x);
    *x = (DebugType){
        .kind = DEBUG_ARRAY, .bits = 8 * n * debug_size(t), .name = "", .target = t, .count = n};
    vec_push(&all->types, x);
    return x;
}

uint64_t debug_size(const DebugType *t) {
    t = debug_plain(t);
    return (t->bits + 7) / 8;
}

bool debug_is_integer(const DebugType *t) {
    switch (debug_plain(t)->kind) {
    case DEBUG_SIGNED:
    case DEBUG_UNSIGNED:
    case DEBUG_BOOL:
    case DEBUG_CHAR:
    case DEBUG_BYTE:
    case DEBUG_ENUM: return true;
    default: return false;
    }
}

bool debug_is_signed(const DebugType *t) {
    t = debug_plain(t);
    if (t->kind == DEBUG_ENUM) return t->target && debug_is_signed(t->target);
    return t->kind == DEBUG_SIGNED || t->kind == DEBUG_CHAR;
}

const DebugMember *debug_member(const DebugType *t, const char *name, uint64_t *bits) {
    t = debug_plain(t);
    for (size_t k = 0; k < t->members.len; k++) {
        const DebugMember *m = &t->members.data[k];
        if (*m->name && !strcmp(m->name, name)) {
            *bits = m->offset;
            return m;
        }
        uint64_t inside;
        const DebugMember *found = *m->name ? NULL : debug_member(m->type, name, &inside);
        if (found) {
            *bits = m->offset + inside;
            return found;
        }
    }
    return NULL;
}

void debug_type_text(const DebugType *t, StrBuf *out) {
    static const char *const tags[] = {
        [DEBUG_STRUCT] = "struct ", [DEBUG_UNION] = "union ", [DEBUG_ENUM] = "enum "};
    switch (t->kind) {
    case DEBUG_POINTER:
        debug_type_text(t->target, out);
        str_add(out, t->target->kind == DEBUG_POINTER ? "*" : " *");
        break;
    case DEBUG_ARRAY: {
        const DebugType *element = t;
        while (element->kind == DEBUG_ARRAY) element = element->target;
        debug_type_text(element, out);
        for (element = t; element->kind == DEBUG_ARRAY; element = element->target) {
            str_addc(out, '[');
            if (element->count) str_addf(out, "%llu", (unsigned long long)element->count);
            str_addc(out, ']');
        }
        break;
    }
    case DEBUG_STRUCT:
    case DEBUG_UNION:
    case DEBUG_ENUM:
        str_add(out, tags[(unsigned char)t->kind]);
        str_add(out, *t->name ? t->name : "{…}");
        break;
    case DEBUG_FUNCTION: str_add(out, "function"); break;
    case DEBUG_ALIAS:
        if (t->named)
            str_add(out, t->name);
        else
            debug_type_text(t->target, out);
        break;
    default: str_add(out, *t->name ? t->name : "?");
    }
}
