/*
 * sha256.h — SHA-256 (FIPS 180-4), for formats that identify a file by it.
 */
#ifndef HEDDLE_REPORT_FORMATS_SHA256_H
#define HEDDLE_REPORT_FORMATS_SHA256_H

#include <stddef.h>

/* Writes 64 hexadecimal digits and a zero byte. */
void sha256_text(const void *bytes, size_t n, char out[65]);

#endif
