/* expect: safe */
/* options: --interleave=memory */
/* A thread that waits by looking at plain variables, in the declarations of glibc: two flags that are set one after the other. */
typedef unsigned long int pthread_t;
union pthread_attr_t { char __size[56]; long int __align; };
typedef union pthread_attr_t pthread_attr_t;
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
void reach_error() { __assert_fail("0", "pre_spin_wait.c", 3, "reach_error"); }
int first, second, seen;
void *setter(void *arg) {
  first = 1;
  second = 1;
  return ((void *)0);
}
void *waiter(void *arg) {
  while (!second);
  if (!first) { reach_error(); abort(); }
  seen = 1;
  return ((void *)0);
}
int main() {
  pthread_t t1, t2;
  pthread_create(&t1, ((void *)0), setter, ((void *)0));
  pthread_create(&t2, ((void *)0), waiter, ((void *)0));
  while (1) {
    if (seen) break;
  }
  pthread_join(t1, ((void *)0));
  pthread_join(t2, ((void *)0));
  return 0;
}
