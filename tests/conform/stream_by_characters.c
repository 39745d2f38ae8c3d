/* A stream that two threads write to, one by characters. explored by: por */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static FILE *f;
static void *th(void *a) { fputc('x', f); return 0; }
int main(void) {
    f = tmpfile(); pthread_t t; pthread_create(&t, 0, th, 0);
    fprintf(f, "main %d\n", 2); pthread_join(t, 0); rewind(f); int n = 0; while (getc(f) != EOF) n++; printf("%d\n", n); return 0;
}
