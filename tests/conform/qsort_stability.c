/* Sorting by several keys, a stable order through the original index, and sorting pointers instead of records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[8]; short age; double score; int index; };

static int by_age(const void *a, const void *b) {
    const struct person *p = a, *q = b;
    return p->age != q->age ? (p->age > q->age) - (p->age < q->age) : (p->index > q->index) - (p->index < q->index);
}
static int by_score_then_name(const void *a, const void *b) {
    const struct person *p = *(struct person *const *)a, *q = *(struct person *const *)b;
    if (p->score != q->score) return p->score < q->score ? 1 : -1;
    return strcmp(p->name, q->name);
}

int main(void) {
    struct person people[] = {{"ines", 30, 2.5, 0}, {"bo", 25, 7, 0}, {"cy", 30, 2.5, 0}, {"dag", 25, -1, 0},
                              {"eve", 41, 7, 0}, {"fay", 30, 2.25, 0}, {"gus", 25, 7, 0}};
    enum { N = sizeof people / sizeof *people };
    struct person *order[N];
    for (int i = 0; i < N; i++) {
        people[i].index = i;
        order[i] = &people[i];
    }
    qsort(order, N, sizeof *order, by_score_then_name);
    for (int i = 0; i < N; i++) printf("%s:%g ", order[i]->name, order[i]->score);
    puts("");
    qsort(people, N, sizeof *people, by_age);
    for (int i = 0; i < N; i++) printf("%s/%d/%d ", people[i].name, people[i].age, people[i].index);
    puts("");
    qsort(people, 1, sizeof *people, by_age);
    qsort(people, 0, sizeof *people, by_age);
    int status = 0;
    for (int i = 0; i < N; i++) status = status * 3 + people[i].index;
    printf("%d\n", status);
    return status % 256;
}
