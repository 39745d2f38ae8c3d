/* A digest and a number that is larger than a word. */
#include <mbedtls/bignum.h>
#include <mbedtls/sha256.h>
#include <stdio.h>

int main(void) {
    unsigned char digest[32];
    if (mbedtls_sha256_ret((const unsigned char *)"abc", 3, digest, 0)) return 1;
    for (int k = 0; k < 32; k++) printf("%02x", digest[k]);
    char text[100];
    size_t length;
    mbedtls_mpi a;
    mbedtls_mpi_init(&a);
    if (mbedtls_mpi_lset(&a, 1) || mbedtls_mpi_shift_l(&a, 130) ||
        mbedtls_mpi_write_string(&a, 10, text, sizeof text, &length))
        return 2;
    printf("\n%s\n", text);
    mbedtls_mpi_free(&a);
    return 0;
}
