/* gnu_search.h — what glibc declares in <search.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_SEARCH_H
#define HEDDLE_BITS_GNU_SEARCH_H

#ifdef _GNU_SOURCE
void twalk_r(const void *, void (*)(const void *, VISIT, void *), void *);
#endif

#endif
