/* The length of a text of up to 16 characters. */
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    char text[17];
    heddle_symbolic(text, 16, "text");
    text[16] = 0;
    heddle_assert(strlen(text) <= 16);
    return 0;
}
