/* Shortest paths with a binary heap. */
#include <stdio.h>

enum { N = 12, INF = 1 << 29 };
static int w[N][N], dist[N], heap[200], n;
static void up(int v) { int i = n++; while (i && dist[heap[(i - 1) / 2]] > dist[v]) { heap[i] = heap[(i - 1) / 2]; i = (i - 1) / 2; } heap[i] = v; }
static int down(void) {
    int top = heap[0], v = heap[--n], i = 0, c;
    while ((c = 2 * i + 1) < n) { if (c + 1 < n && dist[heap[c + 1]] < dist[heap[c]]) c++; if (dist[heap[c]] >= dist[v]) break; heap[i] = heap[c]; i = c; }
    heap[i] = v;
    return top;
}

int main(void) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) w[i][j] = (i * 7 + j * 13) % 5 == 0 ? (i * j) % 17 + 1 : 0;
    for (int i = 0; i < N; i++) dist[i] = INF;
    dist[0] = 0;
    up(0);
    while (n) {
        int u = down();
        for (int v = 0; v < N; v++)
            if (w[u][v] && dist[u] + w[u][v] < dist[v]) { dist[v] = dist[u] + w[u][v]; up(v); }
    }
    int sum = 0;
    for (int i = 0; i < N; i++) { printf("%d ", dist[i] == INF ? -1 : dist[i]); if (dist[i] < INF) sum += dist[i]; }
    printf("\n");
    return sum;
}
