/*
 * machine_sse4.c — the instructions of SSE3, SSSE3, SSE4.1, SSE4.2, PCLMULQDQ and BMI for which
 * compilers have functions of their own; see machine_vectors.c. Intel's manual, volume 2, describes
 * them.
 */
#include "machine_vectors.h"

/* --- SSE3 ---------------------------------------------------------------------------------------
 */

ADDED_AND_SUBTRACTED(sse3_addsub_ps, V4f32, 4)
ADDED_AND_SUBTRACTED(sse3_addsub_pd, V2f64, 2)
HORIZONTAL(sse3_hadd_ps, V4f32, 4, 4, float, x + y)
HORIZONTAL(sse3_hadd_pd, V2f64, 2, 2, double, x + y)
HORIZONTAL(sse3_hsub_ps, V4f32, 4, 4, float, x - y)
HORIZONTAL(sse3_hsub_pd, V2f64, 2, 2, double, x - y)

V16i8 __heddle_x86_sse3_ldu_dq(const char *from) {
    V16i8 r;
    __builtin_memcpy(&r, from, sizeof r);
    return r;
}

/* --- SSSE3 --------------------------------------------------------------------------------------
 */

HORIZONTAL(ssse3_phadd_w_128, V8i16, 8, 8, int, x + y)
HORIZONTAL(ssse3_phadd_d_128, V4i32, 4, 4, unsigned, x + y)
HORIZONTAL(ssse3_phadd_sw_128, V8i16, 8, 8, int, within(x + y, -0x8000, 0x7fff))
HORIZONTAL(ssse3_phsub_w_128, V8i16, 8, 8, int, x - y)
HORIZONTAL(ssse3_phsub_d_128, V4i32, 4, 4, unsigned, x - y)
HORIZONTAL(ssse3_phsub_sw_128, V8i16, 8, 8, int, within(x - y, -0x8000, 0x7fff))
MULTIPLIED_BYTES(ssse3_pmadd_ub_sw_128, V16i8, V16u8, V8i16, 8)
EACH(ssse3_pmul_hr_sw_128, V8i16, 8, int, ((x * y >> 14) + 1) >> 1)
SHUFFLED_BYTES(ssse3_pshuf_b_128, V16i8, 16)
SIGNED(ssse3_psign_b_128, V16i8, 16, signed char)
SIGNED(ssse3_psign_w_128, V8i16, 8, short)
EACH(ssse3_psign_d_128, V4i32, 4, unsigned, (int)y < 0 ? 0 - x : y ? x : 0)

/* --- SSE4.1 -------------------------------------------------------------------------------------
 */

CHOSEN_BY(sse41_pblendvb, V16i8, V16i8, 16)
CHOSEN_BY(sse41_blendvps, V4f32, V4i32, 4)
CHOSEN_BY(sse41_blendvpd, V2f64, V2i64, 2)
SCALAR_PRODUCT(sse41_dpps, V4f32, 4)
DIFFERENCES(sse41_mpsadbw, V16i8, V16u8, V8i16, 8)
NARROWED(sse41_packusdw, V4i32, V8i16, 8, 8, 0, 0xffff)
TESTED(sse41_ptest, , V2i64, V2i64, 2, -1l)
ROUNDED(sse41_round_ps, V4f32, 4, rounded_float_as)
ROUNDED(sse41_round_pd, V2f64, 2, rounded_as)

V4f32 __heddle_x86_sse41_round_ss(V4f32 a, V4f32 b, int how) {
    return a[0] = rounded_float_as(b[0], how), a;
}
V2f64 __heddle_x86_sse41_round_sd(V2f64 a, V2f64 b, int how) {
    return a[0] = rounded_as(b[0], how), a;
}

V2f64 __heddle_x86_sse41_dppd(V2f64 a, V2f64 b, unsigned char how) {
    double sum = (how >> 4 & 1 ? a[0] * b[0] : 0) + (how >> 5 & 1 ? a[1] * b[1] : 0);
    return (V2f64){how & 1 ? sum : 0, how >> 1 & 1 ? sum : 0};
}

V4f32 __heddle_x86_sse41_insertps(V4f32 a, V4f32 b, unsigned char how) {
    a[how >> 4 & 3] = b[how >> 6];
    for (int k = 0; k < 4; k++)
        if (how >> k & 1) a[k] = 0;
    return a;
}

V8i16 __heddle_x86_sse41_phminposuw(V8u16 a) {
    int least = 0;
    for (int k = 1; k < 8; k++) least = a[k] < a[least] ? k : least;
    return (V8i16){(short)a[least], (short)least, 0, 0, 0, 0, 0, 0};
}

/* --- SSE4.2: strings ----------------------------------------------------------------------------
 */

/* Bits of the number that says how two strings are compared. */
enum {
    WIDE = 1,    /* elements of 16 bits, else bytes */
    SIGN = 2,    /* which are signed */
    HOW = 3 * 4, /* see below */
    NEGATED = 16,
    ONLY_VALID = 32, /* negated within the second string only */
    LAST = 64,       /* the last place that is found, or a mask of whole elements */
};
enum { EQUAL_ANY = 0, RANGES = 4, EQUAL_EACH = 8, EQUAL_ORDERED = 12 };

static int element(V16i8 v, int k, int how) {
    V8i16 wide = (V8i16)v;
    if (how & WIDE) return how & SIGN ? wide[k] : (unsigned short)wide[k];
    return how & SIGN ? v[k] : (unsigned char)v[k];
}

static int elements(int how) { return how & WIDE ? 8 : 16; }

/* The number of elements: up to a zero, or as a number says, of which the sign does not count. */
static int implicit_length(V16i8 v, int how) {
    int n = 0;
    while (n < elements(how) && element(v, n, how)) n++;
    return n;
}
static int explicit_length(int n, int how) {
    unsigned length = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    return length < (unsigned)elements(how) ? (int)length : elements(how);
}

/* Whether element j of the second string has what is looked for, of the first one, whose elements
 * are single ones, or pairs of bounds, or a string that begins there. */
static int element_matches(V16i8 a, int na, V16i8 b, int nb, int j, int how) {
    int x = element(b, j, how), n = elements(how);
    switch (how & HOW) {
    case EQUAL_ANY:
        for (int k = 0; k < na && j < nb; k++)
            if (element(a, k, how) == x) return 1;
        return 0;
    case RANGES:
        for (int k = 0; k + 1 < na && j < nb; k += 2)
            if (element(a, k, how) <= x && x <= element(a, k + 1, how)) return 1;
        return 0;
    case EQUAL_EACH: return j < na && j < nb ? element(a, j, how) == x : j >= na && j >= nb;
    default:
        for (int k = 0; k < na && j + k < n; k++)
            if (j + k >= nb || element(a, k, how) != element(b, j + k, how)) return 0;
        return 1;
    }
}

/* A bit for each element of the second string. */
static unsigned matches(V16i8 a, int na, V16i8 b, int nb, int how) {
    unsigned found = 0;
    for (int j = 0; j < elements(how); j++) {
        unsigned r = (unsigned)element_matches(a, na, b, nb, j, how);
        if (how & NEGATED && (!(how & ONLY_VALID) || j < nb)) r = !r;
        found |= r << j;
    }
    return found;
}

static int place_found(unsigned found, int how) {
    if (!found) return elements(how);
    return how & LAST ? 31 - __builtin_clz(found) : __builtin_ctz(found);
}

static V16i8 mask_found(unsigned found, int how) {
    V16i8 r = {0};
    if (!(how & LAST)) return r[0] = (signed char)found, r[1] = (signed char)(found >> 8), r;
    for (int k = 0; k < 16; k++) r[k] = -(signed char)(found >> (how & WIDE ? k / 2 : k) & 1);
    return r;
}

/* Not every flag depends on all operands. */
#define UNUSED(NA, NB) (void)a, (void)b, (void)how, (void)(NA), (void)(NB)

/* What is told of a comparison: a place, a mask, or one of the flags. */
#define STRINGS(kind, parameters, NA, NB)                            \
    int __heddle_x86_sse42_pcmp##kind##i128 parameters {             \
        return place_found(matches(a, NA, b, NB, how), how);         \
    }                                                                \
    V16i8 __heddle_x86_sse42_pcmp##kind##m128 parameters {           \
        return mask_found(matches(a, NA, b, NB, how), how);          \
    }                                                                \
    int __heddle_x86_sse42_pcmp##kind##ic128 parameters {            \
        return matches(a, NA, b, NB, how) != 0;                      \
    }                                                                \
    int __heddle_x86_sse42_pcmp##kind##io128 parameters {            \
        return (int)(matches(a, NA, b, NB, how) & 1);                \
    }                                                                \
    int __heddle_x86_sse42_pcmp##kind##ia128 parameters {            \
        return !matches(a, NA, b, NB, how) && (NB) == elements(how); \
    }                                                                \
    int __heddle_x86_sse42_pcmp##kind##is128 parameters {            \
        return UNUSED(NA, NB), (NA) < elements(how);                 \
    }                                                                \
    int __heddle_x86_sse42_pcmp##kind##iz128 parameters {            \
        return UNUSED(NA, NB), (NB) < elements(how);                 \
    }

STRINGS(istr, (V16i8 a, V16i8 b, unsigned char how), implicit_length(a, how),
        implicit_length(b, how))
STRINGS(estr, (V16i8 a, int na, V16i8 b, int nb, unsigned char how), explicit_length(na, how),
        explicit_length(nb, how))

/* --- sums and products of polynomials -----------------------------------------------------------
 */

/* Adds so many bits to a check sum: the polynomial of Castagnoli, reflected. */
static unsigned check_sum(unsigned sum, unsigned long value, int bits) {
    for (int k = 0; k < bits; k++) {
        unsigned differs = (sum ^ (unsigned)(value >> k)) & 1;
        sum = sum >> 1 ^ (differs ? 0x82f63b78u : 0);
    }
    return sum;
}

unsigned __heddle_x86_sse42_crc32_32_8(unsigned sum, unsigned char value) {
    return check_sum(sum, value, 8);
}
unsigned __heddle_x86_sse42_crc32_32_16(unsigned sum, unsigned short value) {
    return check_sum(sum, value, 16);
}
unsigned __heddle_x86_sse42_crc32_32_32(unsigned sum, unsigned value) {
    return check_sum(sum, value, 32);
}
unsigned long __heddle_x86_sse42_crc32_64_64(unsigned long sum, unsigned long value) {
    return check_sum((unsigned)sum, value, 64);
}

V2i64 __heddle_x86_pclmulqdq(V2i64 a, V2i64 b, unsigned char how) {
    return polynomial_product((unsigned long)a[how & 1], (unsigned long)b[how >> 4 & 1]);
}

/* --- BMI: bits of a number ----------------------------------------------------------------------
 */

static unsigned long lowest(unsigned long x, unsigned n) {
    return n < 64 ? x & ((1ul << n) - 1) : x;
}

static unsigned long deposit(unsigned long x, unsigned long mask) {
    unsigned long r = 0;
    for (unsigned k = 0, n = 0; k < 64; k++)
        if (mask >> k & 1) r |= (x >> n++ & 1) << k;
    return r;
}

static unsigned long extract(unsigned long x, unsigned long mask) {
    unsigned long r = 0;
    for (unsigned k = 0, n = 0; k < 64; k++)
        if (mask >> k & 1) r |= (x >> k & 1) << n++;
    return r;
}

#define BITS(width, Type)                                                                    \
    Type __heddle_x86_bmi_bextr_##width(Type x, Type how) {                                  \
        unsigned from = how & 255;                                                           \
        return from < (width) ? (Type)lowest(x >> from, how >> 8 & 255) : 0;                 \
    }                                                                                        \
    Type __heddle_x86_bmi_bzhi_##width(Type x, Type n) { return (Type)lowest(x, n & 255); }  \
    Type __heddle_x86_bmi_pdep_##width(Type x, Type mask) { return (Type)deposit(x, mask); } \
    Type __heddle_x86_bmi_pext_##width(Type x, Type mask) { return (Type)extract(x, mask); }

BITS(32, unsigned)
BITS(64, unsigned long)

/* A carry and a sum, as the compiler's function has it: for 64 bits only, since a smaller structure
 * is returned in one number. */
typedef struct Carried {
    unsigned char carry;
    unsigned long value;
} Carried;

Carried __heddle_x86_addcarry_64(unsigned char carry, unsigned long a, unsigned long b) {
    unsigned long sum = a + b, all = sum + (carry != 0);
    return (Carried){(sum < a) | (all < sum), all};
}
Carried __heddle_x86_subborrow_64(unsigned char carry, unsigned long a, unsigned long b) {
    unsigned long rest = a - b, all = rest - (carry != 0);
    return (Carried){(rest > a) | (all > rest), all};
}
