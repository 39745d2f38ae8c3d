/* A number that several threads add to. */
#ifndef COUNTER_H
#define COUNTER_H
void counter_add(int n);
int counter_total(void);
#endif
