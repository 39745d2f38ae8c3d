/* expect: assertion "x != 1" */
/* options: --interleave=memory */
/* A preprocessed file keeps markers of the files and lines it was made of, which findings are told in. */
# 1 "pre_line_markers.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "/usr/include/assert.h" 1 3 4
# 66 "/usr/include/assert.h" 3 4
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 2 "pre_line_markers.c" 2
# 1 "/usr/include/pthread.h" 1 3 4
# 27 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 3 4
typedef unsigned long int pthread_t;
union pthread_attr_t
{
  char __size[56];
  long int __align;
};
typedef union pthread_attr_t pthread_attr_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
# 3 "pre_line_markers.c" 2
int x;
void *f(void *a) {
  x = 1;
  x = 2;
  return
# 7 "pre_line_markers.c" 3 4
        ((void *)0)
# 7 "pre_line_markers.c"
            ;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);

# 12 "pre_line_markers.c" 3 4
 ((void) sizeof ((
# 12 "pre_line_markers.c"
 x != 1
# 12 "pre_line_markers.c" 3 4
 ) ? 1 : 0), __extension__ ({ if (
# 12 "pre_line_markers.c"
 x != 1
# 12 "pre_line_markers.c" 3 4
 ) ; else __assert_fail (
# 12 "pre_line_markers.c"
 "x != 1"
# 12 "pre_line_markers.c" 3 4
 , "pre_line_markers.c", 12, __extension__ __PRETTY_FUNCTION__); }))
# 12 "pre_line_markers.c"
            ;
  return 0;
}
