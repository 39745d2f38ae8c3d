/*
 * series.c — coefficients of the Fourier series of (x + 1)^x on the interval from 0 to 2, by two
 * threads that integrate by the trapezoid rule: each takes the number of the next coefficient that
 * nobody has taken, until there is none left. (Numbers with 12 bits behind the point in place of
 * reals.)
 *
 * The bug, put in: the lock around the number of the next coefficient is gone (-DFIXED: it is
 * there), so that both threads can take the same one.
 *
 * Known answer: one assertion fails, in either thread (nobody has taken the coefficient before),
 * with 1 read of what the other thread wrote: who has taken it. The number itself was read before
 * the other one counted.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdint.h>
#define COEFFICIENTS 4 /* of each kind */
#define STEPS 8        /* of the integration */
#define INTERVAL (2 * ONE)
#define POINT 12
#define ONE (1 << POINT)
#define PI 12868
#define NOBODY 0

typedef int32_t Fixed;
enum Kind { PLAIN, COSINE, SINE };

static struct {
    int next; /* the first coefficient that nobody has taken */
    int taken[COEFFICIENTS];
    Fixed a[COEFFICIENTS], b[COEFFICIENTS]; /* of cosines and sines */
    int done[3];                            /* by each thread */
} series;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static Fixed multiply(Fixed a, Fixed b) { return (Fixed)(((int64_t)a * b) >> POINT); }
static Fixed divide(Fixed a, Fixed b) { return (Fixed)(((int64_t)a << POINT) / b); }

/* The sine by its series, after a turn to between -pi and pi. */
static Fixed sine(Fixed x) {
    while (x > PI) x -= 2 * PI;
    while (x < -PI) x += 2 * PI;
    Fixed term = x, sum = x, square = multiply(x, x);
    for (int k = 1; k < 7; k++) {
        term = -multiply(term, square) / ((2 * k) * (2 * k + 1));
        sum += term;
    }
    return sum;
}

static Fixed cosine(Fixed x) { return sine(x + PI / 2); }

/* The logarithm of x from 1 to 3, by the series of the inverse hyperbolic tangent. */
static Fixed logarithm(Fixed x) {
    Fixed y = divide(x - ONE, x + ONE), square = multiply(y, y), power = y, sum = 0;
    for (int k = 1; k < 12; k += 2) {
        sum += power / k;
        power = multiply(power, square);
    }
    return 2 * sum;
}

static Fixed exponential(Fixed x) {
    Fixed term = ONE, sum = ONE;
    for (int k = 1; k < 12; k++) {
        term = multiply(term, x) / k;
        sum += term;
    }
    return sum;
}

/* The function of which the series is, times the sine or cosine of a multiple of x. */
static Fixed function(Fixed x, Fixed omega, enum Kind kind) {
    Fixed y = exponential(multiply(x, logarithm(x + ONE)));
    switch (kind) {
    case COSINE: return multiply(y, cosine(multiply(omega, x)));
    case SINE: return multiply(y, sine(multiply(omega, x)));
    default: return y;
    }
}

static Fixed integrate(Fixed from, Fixed to, Fixed omega, enum Kind kind) {
    Fixed width = (to - from) / STEPS,
          sum = (function(from, omega, kind) + function(to, omega, kind)) / 2;
    for (int k = 1; k < STEPS; k++) sum += function(from + k * width, omega, kind);
    return multiply(sum, width);
}

static int take(int me) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    int i = series.next;
    if (i < COEFFICIENTS) {
        series.next = i + 1;
        heddle_assert(series.taken[i] == NOBODY);
        series.taken[i] = me;
    }
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return i;
}

static void *compute(void *argument) {
    int me = (int)(long)argument;
    for (int i = take(me); i < COEFFICIENTS; i = take(me)) {
        if (i == 0) {
            series.a[0] = divide(integrate(0, INTERVAL, 0, PLAIN), INTERVAL);
        } else {
            series.a[i] = integrate(0, INTERVAL, PI * i, COSINE);
            series.b[i] = integrate(0, INTERVAL, PI * i, SINE);
        }
        series.done[me]++;
    }
    return NULL;
}

int main(void) {
    pthread_t thread[2];
    for (long k = 0; k < 2; k++) pthread_create(&thread[k], NULL, compute, (void *)(k + 1));
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    return 0;
}
