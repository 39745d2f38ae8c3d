/* expect: safe */
/* options: -lcrypt */
/* Texts for passwords are those of crypt(3). */
#define _GNU_SOURCE
#include <assert.h>
#include <crypt.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    struct crypt_data d;
    memset(&d, 0, sizeof d);
    assert(!strcmp(crypt("secret", "$1$abcdefgh$"), "$1$abcdefgh$cHJi5PXp/ki/ktXzqlk6I1"));
    assert(!strcmp(crypt_r("secret", "ab", &d), "abNANd1rDfiNc"));
    return 0;
}
