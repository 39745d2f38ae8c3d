/* expect: assertion "0" */
/* options: --interleave=memory */
/* A server that answers requests of any kind for ever, in the declarations of glibc; the answer to one kind is wrong once the other thread has closed the door. */
typedef unsigned long int pthread_t;
typedef union { struct { int __lock; unsigned __count; int __owner; unsigned __nusers; int __kind; short __spins, __elision; void *__prev, *__next; } __data; char __size[40]; long __align; } pthread_mutex_t;
union pthread_attr_t { char __size[56]; long int __align; };
typedef union pthread_attr_t pthread_attr_t;
extern int __VERIFIER_nondet_int(void);
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_mutex_lock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
void reach_error() { __assert_fail("0", "pre_server_loop.c", 3, "reach_error"); }
pthread_mutex_t m = { { 0, 0, 0, 0, 0, 0, 0, 0, 0 } };
int closed;
void *closer(void *arg) {
  pthread_mutex_lock(&m);
  closed = 1;
  pthread_mutex_unlock(&m);
  return ((void *)0);
}
int main() {
  pthread_t t;
  int request, answer;
  pthread_create(&t, ((void *)0), closer, ((void *)0));
  while (1) {
    request = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    answer = request == 4711 ? closed : 0;
    if (request == 4711) { if (answer == 1) { reach_error(); abort(); } }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
