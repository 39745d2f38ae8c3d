/* gnu_wchar.h — what glibc declares in <wchar.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_WCHAR_H
#define HEDDLE_BITS_GNU_WCHAR_H

#ifdef _GNU_SOURCE
wchar_t *wmempcpy(wchar_t *__restrict, const wchar_t *__restrict, size_t);
wchar_t *wcschrnul(const wchar_t *, wchar_t);
#endif

#endif
