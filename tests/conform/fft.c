/* A fast Fourier transform and its inverse on complex doubles. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void fft(double complex *a, int n, int sign) {
    if (n == 1) return;
    double complex even[n / 2], odd[n / 2];
    for (int i = 0; i < n / 2; i++) even[i] = a[2 * i], odd[i] = a[2 * i + 1];
    fft(even, n / 2, sign);
    fft(odd, n / 2, sign);
    for (int i = 0; i < n / 2; i++) {
        double complex w = cexp(sign * 2 * acos(-1) * I * i / n) * odd[i];
        a[i] = even[i] + w;
        a[i + n / 2] = even[i] - w;
    }
}

int main(void) {
    double complex a[16];
    for (int i = 0; i < 16; i++) a[i] = i % 5 + 0.5 * (i % 3) * I;
    fft(a, 16, -1);
    for (int i = 0; i < 16; i += 3) printf("%.6f %.6f\n", creal(a[i]), cimag(a[i]));
    fft(a, 16, 1);
    double error = 0;
    for (int i = 0; i < 16; i++) error += cabs(a[i] / 16 - (i % 5 + 0.5 * (i % 3) * I));
    printf("%d\n", error < 1e-12);
    return 0;
}
