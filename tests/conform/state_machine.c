/* A table-driven scanner of C-like tokens. */
#include <ctype.h>
#include <stdio.h>

enum state { START, WORD, NUMBER, STRING, COMMENT, DONE };
enum class { SPACE, LETTER, DIGIT, QUOTE, SHARP, NEWLINE, OTHER, END };
static const unsigned char next[][8] = {
    [START] = {START, WORD, NUMBER, STRING, COMMENT, START, START, DONE},
    [WORD] = {START, WORD, WORD, STRING, COMMENT, START, START, DONE},
    [NUMBER] = {START, WORD, NUMBER, STRING, COMMENT, START, START, DONE},
    [STRING] = {STRING, STRING, STRING, START, STRING, STRING, STRING, DONE},
    [COMMENT] = {COMMENT, COMMENT, COMMENT, COMMENT, COMMENT, START, COMMENT, DONE},
};
static enum class kind(char c) { return !c ? END : c == '\n' ? NEWLINE : isspace((unsigned char)c) ? SPACE : isalpha((unsigned char)c) || c == '_' ? LETTER : isdigit((unsigned char)c) ? DIGIT : c == '"' ? QUOTE : c == '#' ? SHARP : OTHER; }

int main(void) {
    const char *s = "alpha = 42 + beta2 * \"a string # 1\" # comment 99\n_x 7seven \"open";
    int counts[6] = {0}, length = 0;
    enum state st = START;
    for (; st != DONE; s++) {
        enum state to = (enum state)next[st][kind(*s)];
        if (to != st) { if (st != START) printf("%d:%d ", st, length); counts[to]++; length = 0; }
        length++;
        st = to;
    }
    printf("\n%d %d %d %d\n", counts[WORD], counts[NUMBER], counts[STRING], counts[COMMENT]);
    return counts[WORD];
}
