/* expect: assertion @a "strcmp" */
#include <assert.h>
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    char word[5];
    heddle_symbolic(word, sizeof word, "word");
    word[4] = 0;
    assert(strcmp(word, "yes!") != 0); /*a*/
    return 0;
}
