/* What is compressed comes back. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    char text[500], back[500];
    unsigned char packed[1000];
    uLongf packed_length = sizeof packed, length = sizeof back;
    for (int k = 0; k < 500; k++) text[k] = (char)('a' + k * k % 7);
    if (compress(packed, &packed_length, (const unsigned char *)text, sizeof text) != Z_OK ||
        uncompress((unsigned char *)back, &length, packed, packed_length) != Z_OK)
        return 1;
    printf("%lu of %lu, crc %lx\n", packed_length, length,
           crc32(0, (const unsigned char *)back, sizeof back));
    return length != sizeof text || memcmp(text, back, sizeof text);
}
