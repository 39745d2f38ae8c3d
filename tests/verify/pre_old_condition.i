/* expect: safe */
/* The layouts and initialisers of an older glibc, minimal, as hand-made preprocessed files have them. */
typedef unsigned long pthread_t;
typedef union { struct { int __lock; unsigned __count; int __owner; unsigned __nusers; int __kind; short __spins, __elision; void *__prev, *__next; } __data; char __size[40]; long __align; } pthread_mutex_t;
typedef union { struct { int __lock; unsigned int __futex; unsigned long long __total_seq, __wakeup_seq, __woken_seq; void *__mutex; unsigned int __nwaiters, __broadcast_seq; } __data; char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[56]; long __align; } pthread_attr_t;
extern void __assert_fail (const char *, const char *, unsigned int, const char *) __attribute__ ((__noreturn__));
extern int printf (const char *, ...);
extern void abort (void);
extern int pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
extern int pthread_join (pthread_t, void **);
extern int pthread_mutex_lock (pthread_mutex_t *);
extern int pthread_mutex_unlock (pthread_mutex_t *);
extern int pthread_cond_wait (pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_broadcast (pthread_cond_t *);
void reach_error() { __assert_fail("0", "pre_old_condition.c", 3, "reach_error"); }
pthread_mutex_t m = { { 0, 0, 0, 0, 0, 0, 0, 0, 0 } };
pthread_cond_t go = { { 0, 0, 0, 0, 0, (void *) 0, 0, 0 } };
int started, sum;
void *worker(void *arg) {
  pthread_mutex_lock(&m);
  while (!started) pthread_cond_wait(&go, &m);
  sum += (int)(long)arg;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  long i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, (void *)(i + 1));
  pthread_mutex_lock(&m);
  started = 1;
  pthread_cond_broadcast(&go);
  pthread_mutex_unlock(&m);
  for (i = 0; i < 2; i++) pthread_join(t[i], 0);
  if (sum != 3) { ERROR: {reach_error();abort();} }
  printf("%d\n", sum);
  return 0;
}
