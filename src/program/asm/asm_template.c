/*
 * asm_template.c — parses inline assembly: constraints into operands, the text into instructions. A
 * template with one unknown word is refused as a whole, so that no part of it is left out silently.
 */
#include "program/asm/asm_template.h"
#include <ctype.h>
#include <stdlib.h>

/* --- names ------------------------------------------------------------------------------------ */

typedef struct RegisterName {
    int reg;
    unsigned bits;
    bool high;
} RegisterName;

/* Returns the general register named by the `n` characters at `s`, without `%`. Its reg is
 * ASM_NO_REGISTER if there is none. */
static RegisterName register_named(const char *s, size_t n) {
    static const char *const names[][4] = {
        {"al", "ax", "eax", "rax"},  {"cl", "cx", "ecx", "rcx"},  {"dl", "dx", "edx", "rdx"},
        {"bl", "bx", "ebx", "rbx"},  {"spl", "sp", "esp", "rsp"}, {"bpl", "bp", "ebp", "rbp"},
        {"sil", "si", "esi", "rsi"}, {"dil", "di", "edi", "rdi"},
    };
    static const char *const high[] = {"ah", "ch", "dh", "bh"};
    for (int k = 0; k < (int)ARRAY_LEN(names); k++)
        for (unsigned w = 0; w < 4; w++)
            if (strlen(names[k][w]) == n && !memcmp(names[k][w], s, n))
                return (RegisterName){k, 8u << w, false};
    for (int k = 0; k < (int)ARRAY_LEN(high); k++)
        if (n == 2 && !memcmp(high[k], s, n)) return (RegisterName){k, 8, true};
    RegisterName none = {ASM_NO_REGISTER, 0, false};
    if (n > 3 && n < 6 && !memcmp(s, "xmm", 3) && strspn(s + 3, "0123456789") >= n - 3) {
        long number = strtol(s + 3, NULL, 10);
        return number < 16 ? (RegisterName){ASM_XMM + (int)number, 128, false} : none;
    }
    if (n < 2 || s[0] != 'r' || !isdigit((unsigned char)s[1])) return none;
    char *end;
    long number = strtol(s + 1, &end, 10);
    size_t used = (size_t)(end - s);
    if (number < 8 || number > 15 || used > n || n - used > 1) return none;
    if (used == n) return (RegisterName){(int)number, 64, false};
    switch (s[used]) {
    case 'd': return (RegisterName){(int)number, 32, false};
    case 'w': return (RegisterName){(int)number, 16, false};
    case 'b': return (RegisterName){(int)number, 8, false};
    default: return none;
    }
}

AsmCondition asm_condition(const char *suffix) {
    static const struct {
        const char *name;
        AsmCondition condition;
    } conditions[] = {{"o", ASM_CC_O},   {"no", ASM_CC_NO}, {"b", ASM_CC_B},   {"c", ASM_CC_B},
                      {"nae", ASM_CC_B}, {"ae", ASM_CC_AE}, {"nb", ASM_CC_AE}, {"nc", ASM_CC_AE},
                      {"e", ASM_CC_E},   {"z", ASM_CC_E},   {"ne", ASM_CC_NE}, {"nz", ASM_CC_NE},
                      {"be", ASM_CC_BE}, {"na", ASM_CC_BE}, {"a", ASM_CC_A},   {"nbe", ASM_CC_A},
                      {"s", ASM_CC_S},   {"ns", ASM_CC_NS}, {"p", ASM_CC_P},   {"pe", ASM_CC_P},
                      {"np", ASM_CC_NP}, {"po", ASM_CC_NP}, {"l", ASM_CC_L},   {"nge", ASM_CC_L},
                      {"ge", ASM_CC_GE}, {"nl", ASM_CC_GE}, {"le", ASM_CC_LE}, {"ng", ASM_CC_LE},
                      {"g", ASM_CC_G},   {"nle", ASM_CC_G}};
    for (size_t k = 0; k < ARRAY_LEN(conditions); k++)
        if (!strcmp(conditions[k].name, suffix)) return conditions[k].condition;
    return ASM_CC_NONE;
}

/* --- constraints ------------------------------------------------------------------------------ */

/* Returns the register that a letter stands for, or ASM_NO_REGISTER. */
static int register_of_letter(char c) {
    switch (c) {
    case 'a': return ASM_RAX;
    case 'b': return ASM_RBX;
    case 'c': return ASM_RCX;
    case 'd': return ASM_RDX;
    case 'S': return ASM_RSI;
    case 'D': return ASM_RDI;
    default: return ASM_NO_REGISTER;
    }
}

/* Parses the text in braces: a register, or a flag as "@ccz". */
static bool read_braces(const char *s, size_t n, AsmOperand *o) {
    char name[16];
    if (n >= sizeof name) return false;
    memcpy(name, s, n);
    name[n] = 0;
    if (!strncmp(name, "@cc", 3)) {
        o->flag = asm_condition(name + 3);
        return o->flag != ASM_CC_NONE;
    }
    RegisterName r = register_named(name, n);
    if (r.reg != ASM_NO_REGISTER) o->reg = r.reg;
    o->vector = r.reg >= ASM_XMM;
    return r.reg != ASM_NO_REGISTER;
}

/* Parses one constraint of `n` characters. */
static bool read_constraint(const char *s, size_t n, AsmTemplate *t) {
    if (n && *s == '~') return true; /* a clobber: nothing is kept over a statement */
    if (t->noperands == ASM_OPERANDS_MAX) return false;
    int number = (int)t->noperands;
    AsmOperand *o = &t->operands[t->noperands++];
    *o = (AsmOperand){.tied = -1, .reg = ASM_OPERAND + number, .flag = ASM_CC_NONE};
    o->label = n && *s == '!';
    if (o->label) return true;
    bool in_register = false, in_memory = false;
    for (size_t k = 0; k < n; k++) {
        char c = s[k];
        switch (c) {
        case '=': o->output = true; break;
        case '*': o->indirect = true; break;
        case '&':
        case '%':
        case '^':
        case '|': break;
        case '{': {
            const char *end = memchr(s + k, '}', n - k);
            if (!end || !read_braces(s + k + 1, (size_t)(end - s) - k - 1, o)) return false;
            in_register = true;
            k = (size_t)(end - s);
            break;
        }
        case 'm':
        case 'o':
        case 'V':
        case 'p': in_memory |= c != 'p'; break;
        case 'Y': /* another letter follows */
        case 'x':
        case 'v':
            k += c == 'Y';
            in_register = o->vector = true;
            break;
        case 'g':
        case 'X': in_register = in_memory = o->constant = true; break;
        case 'i':
        case 'n':
        case 's':
        case 'e':
        case 'E':
        case 'F':
        case 'I':
        case 'J':
        case 'K':
        case 'L':
        case 'M':
        case 'N':
        case 'O':
        case 'Z': o->constant = true; break;
        default:
            if (isdigit((unsigned char)c)) {
                char *end;
                long tied = strtol(s + k, &end, 10);
                if (tied >= number || !t->operands[tied].output) return false;
                o->tied = (int)tied;
                o->reg = t->operands[tied].reg;
                o->vector = t->operands[tied].vector;
                k = (size_t)(end - s) - 1;
            } else if (register_of_letter(c) != ASM_NO_REGISTER) {
                o->reg = register_of_letter(c);
            }
            in_register = true;
        }
    }
    o->memory = o->indirect && in_memory;
    return !o->indirect || o->memory || (o->output && in_register);
}

static bool read_constraints(const char *s, AsmTemplate *t) {
    while (*s) {
        size_t n = 0;
        bool braces = false;
        for (; s[n] && (braces || s[n] != ','); n++)
            braces = s[n] == '{' || (braces && s[n] != '}');
        if (!read_constraint(s, n, t)) return false;
        s += n;
        if (*s == ',') s++;
    }
    return true;
}

/* --- the text --------------------------------------------------------------------------------- */

static void skip_blanks(const char **p) {
    while (**p == ' ' || **p == '\t') (*p)++;
}

/* Skips the brackets of "$(att$|intel$)" and all dialects but the first. */
static bool skip_dialect(const char **p) {
    if (!strncmp(*p, "$(", 2)) {
        *p += 2;
        return true;
    }
    if (!strncmp(*p, "$|", 2)) {
        const char *end = strstr(*p, "$)");
        if (!end) return false;
        *p = end + 2;
        return true;
    }
    if (!strncmp(*p, "$)", 2)) {
        *p += 2;
        return true;
    }
    return false;
}

static bool template_read_number(const char **p, int64_t *number) {
    char *end;
    bool negative = **p == '-';
    const char *digits = *p + (negative || **p == '+');
    if (!isdigit((unsigned char)*digits)) return false;
    uint64_t x = strtoull(digits, &end, 0);
    if (isalpha((unsigned char)*end)) return false; /* a label: "1b" */
    *number = (int64_t)(negative ? 0 - x : x);
    *p = end;
    return true;
}

/* Parses "$1" or "${1:b}": the operand's number and its modifier, or 0. */
static bool read_operand(const char **p, const AsmTemplate *t, int *operand, char *modifier) {
    const char *s = *p;
    if (*s != '$') return false;
    s++;
    bool braces = *s == '{';
    s += braces;
    if (!isdigit((unsigned char)*s)) return false;
    char *end;
    long number = strtol(s, &end, 10);
    s = end;
    *modifier = 0;
    if (braces && *s == ':') {
        *modifier = s[1];
        if (!*modifier) return false;
        s += 2;
    }
    if (braces && *s++ != '}') return false;
    if (number >= (long)t->noperands) return false;
    *operand = t->operands[number].tied >= 0 ? t->operands[number].tied : (int)number;
    *p = s;
    return true;
}

/* Parses "%eax"; some templates keep "%%eax". */
static bool read_register(const char **p, RegisterName *r) {
    const char *s = *p;
    if (*s != '%') return false;
    while (*s == '%') s++;
    size_t n = 0;
    while (isalnum((unsigned char)s[n])) n++;
    *r = register_named(s, n);
    *p = s + n;
    return r->reg != ASM_NO_REGISTER;
}

static bool bits_of_modifier(char modifier, AsmArgument *a) {
    switch (modifier) {
    case 0: a->bits = 0; return true;
    case 'h':
        a->high = true;
        a->bits = 8;
        return true;
    case 'b': a->bits = 8; return true;
    case 'w': a->bits = 16; return true;
    case 'k': a->bits = 32; return true;
    case 'q': a->bits = 64; return true;
    default: return false;
    }
}

/* Parses the register in "(%rax)" or "($1)". */
static bool read_part(const char **p, const AsmTemplate *t, int *reg) {
    RegisterName r;
    int operand;
    char modifier;
    skip_blanks(p);
    if (read_register(p, &r)) {
        *reg = r.reg;
        return r.bits == 64 || r.reg == ASM_RSP;
    }
    if (!read_operand(p, t, &operand, &modifier) || (modifier && modifier != 'q')) return false;
    const AsmOperand *o = &t->operands[operand];
    *reg = o->reg;
    return !o->memory;
}

/* Parses "(base, index, scale)" behind a displacement. */
static bool read_address(const char **p, const AsmTemplate *t, AsmArgument *a) {
    a->kind = ASM_ARGUMENT_ADDRESS;
    a->scale = 1;
    (*p)++;
    skip_blanks(p);
    if (**p != ',' && !read_part(p, t, &a->base)) return false;
    skip_blanks(p);
    if (**p == ',') {
        (*p)++;
        if (!read_part(p, t, &a->index)) return false;
        skip_blanks(p);
        if (**p == ',') {
            int64_t scale;
            (*p)++;
            skip_blanks(p);
            if (!template_read_number(p, &scale)) return false;
            a->scale = (unsigned)scale;
            skip_blanks(p);
        }
    }
    return *(*p)++ == ')' && (a->scale == 1 || a->scale == 2 || a->scale == 4 || a->scale == 8);
}

/* Parses an operand of the statement as argument of an instruction; its displacement was read. */
static bool read_operand_argument(const char **p, const AsmTemplate *t, AsmArgument *a) {
    char modifier;
    if (!read_operand(p, t, &a->operand, &modifier)) return false;
    const AsmOperand *o = &t->operands[a->operand];
    if (o->label) return false;
    if (o->memory) {
        a->kind = ASM_ARGUMENT_MEMORY;
        if (modifier == 'H') a->number += 8;
        /* A size modifier does not matter for memory: the instruction has the size. */
        return modifier != 'a' && modifier != 'c' && modifier != 'P';
    }
    if (modifier == 'a') { /* as an address */
        a->kind = ASM_ARGUMENT_ADDRESS;
        a->base = o->reg;
        a->scale = 1;
        return true;
    }
    a->kind = ASM_ARGUMENT_REGISTER;
    a->reg = o->reg;
    if (o->constant && (modifier == 'c' || modifier == 'P')) return true;
    if (o->vector) return !modifier || modifier == 'x';
    return bits_of_modifier(modifier, a);
}

/* Returns the length of a word of letters, digits, dots and underscores. */
static size_t word_length(const char *p) {
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '.' || p[n] == '_') n++;
    return n;
}

/* Returns the length of the name of a label, which stands in one template only (".Lnext${:uid}"),
 * or 0. Its number depends on all of its letters. */
static size_t label_name(const char *p, int64_t *label) {
    static const char uid[] = "${:uid}";
    size_t n = word_length(p);
    if (!n || isdigit((unsigned char)*p)) return 0;
    while (!strncmp(p + n, uid, strlen(uid))) {
        n += strlen(uid);
        n += word_length(p + n);
    }
    uint64_t hash = 14695981039346656037ull;
    for (size_t k = 0; k < n; k++) hash = (hash ^ (unsigned char)p[k]) * 1099511628211ull;
    *label = (int64_t)(hash >> 2 | (uint64_t)ASM_NAMED_LABEL);
    return n;
}

/* Parses what a jump leads to: "1f", the next label of that number, "1b", the last one, a name, or
 * "${2:l}", a label of C. */
static bool read_jump_target(const char **p, const AsmTemplate *t, AsmArgument *a) {
    char modifier, *end;
    *a = (AsmArgument){.kind = ASM_ARGUMENT_LABEL,
                       .operand = -1,
                       .reg = ASM_NO_REGISTER,
                       .base = ASM_NO_REGISTER,
                       .index = ASM_NO_REGISTER};
    if (**p == '$')
        return read_operand(p, t, &a->operand, &modifier) && t->operands[a->operand].label;
    if (isdigit((unsigned char)**p)) {
        a->number = strtol(*p, &end, 10);
        a->back = *end == 'b';
        if ((*end != 'f' && *end != 'b') || isalnum((unsigned char)end[1])) return false;
        *p = end + 1;
        return true;
    }
    size_t n = label_name(*p, &a->number);
    *p += n;
    return n;
}

static bool read_argument(const char **p, const AsmTemplate *t, AsmArgument *a) {
    *a = (AsmArgument){
        .operand = -1, .reg = ASM_NO_REGISTER, .base = ASM_NO_REGISTER, .index = ASM_NO_REGISTER};
    RegisterName r;
    if (!strncmp(*p, "%fs:", 4)) {
        *p += 4;
        a->kind = ASM_ARGUMENT_THREAD;
        return template_read_number(p, &a->number) && !a->number && **p != '(';
    }
    if (**p == '%' && read_register(p, &r)) {
        *a = (AsmArgument){.operand = -1, .reg = r.reg, .bits = r.bits, .high = r.high};
        return true;
    }
    if (!strncmp(*p, "$$",
                 2)) { /* an immediate: a number, or a constant operand written without its sign */
        *p += 2;
        a->kind = ASM_ARGUMENT_NUMBER;
        if (template_read_number(p, &a->number)) return true;
        return **p == '$' && read_operand_argument(p, t, a) && t->operands[a->operand].constant;
    }
    if (**p == '(') return read_address(p, t, a);
    if (**p == '$') return read_operand_argument(p, t, a);
    if (!template_read_number(p, &a->number)) return false;
    skip_blanks(p);
    if (**p == '(') return read_address(p, t, a);
    if (**p == '+') (*p)++;
    skip_blanks(p);
    return **p == '$' && read_operand_argument(p, t, a) && a->kind == ASM_ARGUMENT_MEMORY;
}

/* Skips comments and separators of instructions. */
static bool skip_between(const char **p) {
    for (;;) {
        const char *before = *p;
        while (isspace((unsigned char)**p) || **p == ';') (*p)++;
        if (!strncmp(*p, "/*", 2)) {
            const char *end = strstr(*p, "*/");
            if (!end) return false;
            *p = end + 2;
        }
        if (**p == '#' || !strncmp(*p, "//", 2)) *p += strcspn(*p, "\n");
        skip_dialect(p);
        if (*p == before) return true;
    }
}

static bool is_word(const char *p, size_t n, const char *word) {
    return strlen(word) == n && !strncasecmp(p, word, n);
}

/* Parses ".byte 1, 2": bytes of code. */
static bool read_bytes(const char **p, AsmInstruction *i) {
    do {
        int64_t byte;
        skip_blanks(p);
        if (i->nbytes == ASM_BYTES_MAX || !template_read_number(p, &byte)) return false;
        i->bytes[i->nbytes++] = (uint8_t)byte;
        skip_blanks(p);
    } while (*(*p)++ == ',');
    (*p)--;
    return true;
}

static bool ends_here(const char *p) {
    return !*p || *p == ';' || *p == '\n' || *p == '#' || !strncmp(p, "$|", 2) ||
           !strncmp(p, "$)", 2) || !strncmp(p, "/*", 2) || !strncmp(p, "//", 2);
}

/* Parses a prefix. It may stand as an instruction of its own, and applies to the next one. True if
 * one was read. */
static bool read_prefix(const char **p, AsmInstruction *i) {
    static const struct {
        const char *name;
        AsmRepeat repeat;
    } repeats[] = {{"rep", ASM_REPEAT},
                   {"repe", ASM_REPEAT},
                   {"repz", ASM_REPEAT},
                   {"repne", ASM_REPEAT_NOT_EQUAL},
                   {"repnz", ASM_REPEAT_NOT_EQUAL}};
    size_t n = word_length(*p);
    if (is_word(*p, n, "lock")) {
        i->lock = true;
        *p += n;
        return true;
    }
    for (size_t k = 0; k < ARRAY_LEN(repeats); k++)
        if (is_word(*p, n, repeats[k].name)) {
            i->repeat = repeats[k].repeat;
            *p += n;
            return true;
        }
    return false;
}

/* Parses one instruction behind its prefixes. */
static bool read_instruction(const char **p, const AsmTemplate *t, AsmInstruction *i) {
    size_t n = word_length(*p), digits = strspn(*p, "0123456789");
    if (digits && (*p)[digits] == ':') {
        i->is_label = true;
        i->label = strtol(*p, NULL, 10);
        *p += digits + 1;
        return !i->lock && !i->repeat;
    }
    size_t named = label_name(*p, &i->label);
    if (named && (*p)[named] == ':') {
        i->is_label = true;
        *p += named + 1;
        return !i->lock && !i->repeat;
    }
    if (is_word(*p, n, ".byte")) {
        *p += n;
        return read_bytes(p, i);
    }
    if (!n || n >= sizeof i->name) return false;
    for (size_t k = 0; k < n; k++) i->name[k] = (char)tolower((unsigned char)(*p)[k]);
    *p += n;
    skip_blanks(p);
    bool jumps = i->name[0] == 'j' || !strncmp(i->name, "loop", 4);
    while (!ends_here(*p)) {
        if (i->narguments == ASM_ARGUMENTS_MAX) return false;
        AsmArgument *argument = &i->arguments[i->narguments++];
        if (!(jumps ? read_jump_target(p, t, argument) : read_argument(p, t, argument)))
            return false;
        skip_blanks(p);
        if (ends_here(*p)) break;
        if (*(*p)++ != ',') return false;
        skip_blanks(p);
        if (ends_here(*p)) return false;
    }
    return true;
}

static bool template_read_text(const char *p, AsmTemplate *t) {
    AsmInstruction i = {0};
    while (skip_between(&p)) {
        if (!*p) return !i.lock && !i.repeat;
        if (read_prefix(&p, &i)) continue;
        if (!read_instruction(&p, t, &i)) return false;
        vec_push(&t->instructions, i);
        i = (AsmInstruction){0};
    }
    return false;
}

bool asm_template_parse(const char *text, const char *constraints, AsmTemplate *t) {
    *t = (AsmTemplate){0};
    return read_constraints(constraints, t) && template_read_text(text, t);
}

void asm_template_free(AsmTemplate *t) { vec_free(&t->instructions); }
