/* step_codes.c — see step_codes.h. */
#include "report/test_file/step_codes.h"

#define LONGEST_GROUP 16 /* longest group of steps for which repetitions are sought */

static bool same_codes(const StepCode *a, const StepCode *b, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (a[k].operation != b[k].operation || a[k].object != b[k].object ||
            a[k].outcome != b[k].outcome || a[k].rounds != b[k].rounds)
            return false;
    return true;
}

static void write_code(StrBuf *b, const StepCode *c) {
    str_addf(b, "%u.%u", c->operation, c->object);
    if (c->outcome) str_addf(b, "=%u", c->outcome);
    if (c->rounds) str_addf(b, "+%u", c->rounds);
}

void step_codes_write(StrBuf *b, const StepCode *codes, size_t n) {
    for (size_t at = 0; at < n;) {
        size_t length = 1, times = 1; /* of the group that saves most */
        for (size_t k = 1; k <= LONGEST_GROUP && at + 2 * k <= n; k++) {
            size_t again = 1;
            while (at + (again + 1) * k <= n && same_codes(codes + at, codes + at + again * k, k))
                again++;
            if ((again - 1) * k > (times - 1) * length) {
                length = k;
                times = again;
            }
        }
        if (at) str_add(b, " ");
        if (length > 1) str_add(b, "(");
        for (size_t k = 0; k < length; k++) {
            if (k) str_add(b, " ");
            write_code(b, &codes[at + k]);
        }
        if (length > 1) str_add(b, ")");
        if (times > 1) str_addf(b, "*%zu", times);
        at += length * times;
    }
}

/* Reads a number without superfluous zeros; false if there is none. */
static bool step_read_number(const char **s, uint32_t *out) {
    uint64_t v = 0;
    const char *p = *s;
    if (*p < '0' || *p > '9' || (*p == '0' && p[1] >= '0' && p[1] <= '9')) return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        v = v * 10 + (uint64_t)(*p - '0');
        if (v > UINT32_MAX) return false;
    }
    *s = p;
    *out = (uint32_t)v;
    return true;
}

static bool read_code(const char **s, StepCode *c) {
    *c = (StepCode){0};
    if (!step_read_number(s, &c->operation) || **s != '.') return false;
    ++*s;
    if (!step_read_number(s, &c->object)) return false;
    if (**s == '=') {
        ++*s;
        if (!step_read_number(s, &c->outcome)) return false;
    }
    if (**s != '+') return true;
    ++*s;
    return step_read_number(s, &c->rounds);
}

const char *step_codes_read(const char *text, size_t most, StepCodes *out) {
    const char *s = text;
    size_t before = out->len;
    while (*s) {
        size_t start = out->len;
        bool group = *s == '(';
        s += group;
        for (bool more = true; more;) {
            StepCode c;
            if (!read_code(&s, &c)) return "expected a step OPERATION.OBJECT[=OUTCOME][+ROUNDS]";
            if (out->len - before >= most) return "there are too many steps";
            vec_push(out, c);
            more = group && *s == ' ';
            s += more;
        }
        if (group && *s++ != ')') return "a group of steps has no end";
        uint32_t times = 1;
        if (*s == '*') {
            s++;
            if (!step_read_number(&s, &times) || !times) return "expected a number of repetitions";
        }
        size_t length = out->len - start;
        if (times - 1 > (most - (out->len - before)) / length) return "there are too many steps";
        for (size_t k = 0; k < (times - 1) * length; k++) {
            StepCode c = out->data[start + k];
            vec_push(out, c);
        }
        if (!*s) break;
        if (s[0] != ' ' || !s[1]) return "expected a space between steps";
        s++;
    }
    return out->len > before ? NULL : "there is no step";
}
