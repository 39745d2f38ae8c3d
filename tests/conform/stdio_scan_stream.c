/* fscanf over a stream with several records. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char data[] = "apple 3 1.25\npear 10 0.5\n  fig 7 2e1\nbroken x y\n";
    FILE *f = fmemopen(data, strlen(data), "r");
    char name[16];
    int n, total = 0, r;
    float price;
    double sum = 0;
    while ((r = fscanf(f, "%15s %d %f", name, &n, &price)) == 3) { printf("%s*%d@%g\n", name, n, price); total += n; sum += n * price; }
    printf("%d %d %g %s\n", r, total, sum, name);
    r = fscanf(f, "%*[^\n]%c", name);
    printf("%d ", r);
    printf("%d\n", fscanf(f, "%d", &n));
    fclose(f);
    return total;
}
