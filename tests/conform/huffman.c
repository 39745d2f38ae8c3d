/* Huffman code lengths and an encoded bit string, decoded again. */
#include <stdio.h>
#include <string.h>

static struct { int w, l, r; char c; } t[64];
static char codes[128][20], *names[64];
static void walk(int n, char *prefix, int d) {
    if (t[n].l < 0) { prefix[d] = 0; strcpy(codes[(int)t[n].c], prefix); return; }
    prefix[d] = '0'; walk(t[n].l, prefix, d + 1);
    prefix[d] = '1'; walk(t[n].r, prefix, d + 1);
}

int main(void) {
    const char *s = "this is an example of a huffman tree";
    int n = 0, alive[64] = {0};
    for (const char *p = s; *p; p++) { int i; for (i = 0; i < n && t[i].c != *p; i++); if (i == n) { t[n].c = *p; t[n].l = t[n].r = -1; alive[n++] = 1; } t[i].w++; }
    for (int left = n; left > 1; left--) {
        int a = -1, b = -1;
        for (int i = 0; i < n; i++) if (alive[i]) { if (a < 0 || t[i].w < t[a].w) { b = a; a = i; } else if (b < 0 || t[i].w < t[b].w) b = i; }
        alive[a] = alive[b] = 0;
        t[n].w = t[a].w + t[b].w; t[n].l = a; t[n].r = b; alive[n++] = 1;
    }
    char prefix[32], bits[400] = "", back[64];
    walk(n - 1, prefix, 0);
    for (const char *p = s; *p; p++) strcat(bits, codes[(int)*p]);
    int k = 0;
    for (const char *p = bits; *p;) { int i = n - 1; while (t[i].l >= 0) i = *p++ == '0' ? t[i].l : t[i].r; back[k++] = t[i].c; }
    back[k] = 0;
    printf("%zu %s\n%s\n", strlen(bits), codes['e'], back);
    return (int)strlen(bits);
}
