/* CRC-32 by a table of 256 of eight symbolic bytes: which ones give a number. */
#include <heddle/heddle.h>
static unsigned table[256];
int main(void) {
    for (unsigned k = 0; k < 256; k++) {
        unsigned c = k;
        for (int b = 0; b < 8; b++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[k] = c;
    }
    unsigned char text[8];
    heddle_symbolic(text, sizeof text, "text");
    unsigned crc = ~0u;
    for (int k = 0; k < 8; k++) crc = table[(crc ^ text[k]) & 255] ^ crc >> 8;
    heddle_assert(~crc != 0x12345678);
    return 0;
}
