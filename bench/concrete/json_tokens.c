/* json_tokens.c — splitting a JSON text into tokens: characters, switches and small functions. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 4000

static char text[65536];

typedef enum Token {
    END,
    BEGIN_OBJECT,
    END_OBJECT,
    BEGIN_ARRAY,
    END_ARRAY,
    COLON,
    COMMA,
    STRING,
    NUMBER,
    WORD,
    WRONG
} Token;

typedef struct Lexer {
    const char *at;
    unsigned long hash;
    long number;
} Lexer;

static Token next(Lexer *l) {
    while (*l->at == ' ' || *l->at == '\n' || *l->at == '\t') l->at++;
    switch (*l->at) {
    case '\0': return END;
    case '{': l->at++; return BEGIN_OBJECT;
    case '}': l->at++; return END_OBJECT;
    case '[': l->at++; return BEGIN_ARRAY;
    case ']': l->at++; return END_ARRAY;
    case ':': l->at++; return COLON;
    case ',': l->at++; return COMMA;
    case '"':
        l->hash = 5381;
        for (l->at++; *l->at && *l->at != '"'; l->at++) {
            if (*l->at == '\\') l->at++;
            l->hash = l->hash * 33 + (unsigned char)*l->at;
        }
        if (!*l->at) return WRONG;
        l->at++;
        return STRING;
    default: break;
    }
    int negative = *l->at == '-';
    if (negative) l->at++;
    if (*l->at >= '0' && *l->at <= '9') {
        l->number = 0;
        while (*l->at >= '0' && *l->at <= '9') l->number = l->number * 10 + (*l->at++ - '0');
        if (negative) l->number = -l->number;
        return NUMBER;
    }
    if (isalpha((unsigned char)*l->at)) {
        const char *start = l->at;
        while (isalpha((unsigned char)*l->at)) l->at++;
        size_t n = (size_t)(l->at - start);
        if ((n == 4 && (!memcmp(start, "true", 4) || !memcmp(start, "null", 4))) ||
            (n == 5 && !memcmp(start, "false", 5)))
            return WORD;
    }
    return WRONG;
}

int main(void) {
    size_t n = 0;
    n += (size_t)sprintf(text + n, "[\n");
    for (int i = 0; n < sizeof text - 200; i++)
        n += (size_t)sprintf(text + n,
                             "  {\"id\": %d, \"name\": \"item \\\"%d\\\"\", \"tags\": [true, null, "
                             "%d], \"x\": {}},\n",
                             i, i * 7, -i);
    sprintf(text + n, "  false\n]\n");
    unsigned long checksum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Lexer l = {.at = text};
        int depth = 0;
        for (Token t; (t = next(&l)) != END;) {
            if (t == WRONG) return 1;
            if (t == BEGIN_OBJECT || t == BEGIN_ARRAY) depth++;
            if (t == END_OBJECT || t == END_ARRAY) depth--;
            checksum = checksum * 31 + (unsigned long)t;
            if (t == STRING) checksum ^= l.hash;
            if (t == NUMBER) checksum += (unsigned long)l.number;
        }
        if (depth) return 1;
    }
    printf("%lu\n", checksum);
    return 0;
}
