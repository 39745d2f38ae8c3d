/* expect: safe */
/* The lock of a list of addresses goes with the list: another list comes to where it was. */
#include <netdb.h>
#include <stdlib.h>
int main(void) {
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST};
    for (int k = 0; k < 40; k++) {
        struct addrinfo *list;
        if (getaddrinfo("127.0.0.1", "80", &hints, &list)) abort();
        freeaddrinfo(list);
    }
    return 0;
}
