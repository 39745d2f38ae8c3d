/* Two threads hash, each with a context of its own. */
#include <openssl/evp.h>
#include <pthread.h>
#include <stdio.h>

static void *hash(void *text) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!EVP_DigestInit_ex(context, EVP_sha256(), NULL) || !EVP_DigestUpdate(context, text, 3) ||
        !EVP_DigestFinal_ex(context, digest, &length))
        return "failed";
    EVP_MD_CTX_free(context);
    for (unsigned k = 0; k < length; k++) printf("%02x", digest[k]);
    puts("");
    return NULL;
}

int main(void) {
    pthread_t thread;
    void *failed;
    if (pthread_create(&thread, NULL, hash, "abc") || pthread_join(thread, &failed)) return 1;
    return failed || hash("abd");
}
