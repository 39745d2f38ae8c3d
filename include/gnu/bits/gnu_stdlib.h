/* gnu_stdlib.h — what glibc declares in <stdlib.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_STDLIB_H
#define HEDDLE_BITS_GNU_STDLIB_H

#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
#define __NEED_int32_t
#define __NEED_uint32_t
#include <bits/alltypes.h>

/* A generator of random numbers of its own. Its state is the buffer that was given for it. */
struct random_data {
    int32_t *fptr, *rptr, *state;
    int rand_type, rand_deg, rand_sep;
    int32_t *end_ptr;
};
int random_r(struct random_data *__restrict, int32_t *__restrict);
int srandom_r(unsigned, struct random_data *);
int initstate_r(unsigned, char *__restrict, size_t, struct random_data *__restrict);
int setstate_r(char *__restrict, struct random_data *__restrict);

struct drand48_data {
    unsigned short __x[3], __old_x[3], __c, __init;
    unsigned long long __a;
};
int drand48_r(struct drand48_data *__restrict, double *__restrict);
int erand48_r(unsigned short[3], struct drand48_data *__restrict, double *__restrict);
int lrand48_r(struct drand48_data *__restrict, long *__restrict);
int nrand48_r(unsigned short[3], struct drand48_data *__restrict, long *__restrict);
int mrand48_r(struct drand48_data *__restrict, long *__restrict);
int jrand48_r(unsigned short[3], struct drand48_data *__restrict, long *__restrict);
int srand48_r(long, struct drand48_data *);
int seed48_r(unsigned short[3], struct drand48_data *);
int lcong48_r(unsigned short[7], struct drand48_data *);

uint32_t arc4random(void);
void arc4random_buf(void *, size_t);
uint32_t arc4random_uniform(uint32_t);

long long strtoq(const char *__restrict, char **__restrict, int);
unsigned long long strtouq(const char *__restrict, char **__restrict, int);
int rpmatch(const char *);
#endif

#ifdef _GNU_SOURCE
#define __NEED_locale_t
#include <bits/alltypes.h>
typedef int (*comparison_fn_t)(const void *, const void *);
typedef int (*__compar_fn_t)(const void *, const void *);
typedef int (*__compar_d_fn_t)(const void *, const void *, void *);
char *canonicalize_file_name(const char *);
long strtol_l(const char *__restrict, char **__restrict, int, locale_t);
unsigned long strtoul_l(const char *__restrict, char **__restrict, int, locale_t);
long long strtoll_l(const char *__restrict, char **__restrict, int, locale_t);
unsigned long long strtoull_l(const char *__restrict, char **__restrict, int, locale_t);
int strfromd(char *__restrict, size_t, const char *__restrict, double);
int strfromf(char *__restrict, size_t, const char *__restrict, float);
int strfroml(char *__restrict, size_t, const char *__restrict, long double);
#endif

#endif
