/* expect: some race "open_count" */
/* A character device whose release forgets the lock; two threads call any entry points. Flattened as a translator of C to simpler C leaves it. */
typedef long unsigned int size_t;
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern int printf (const char *__restrict __format, ...);
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_size__ (1)));
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
typedef struct __pthread_internal_list
{
  struct __pthread_internal_list *__prev;
  struct __pthread_internal_list *__next;
} __pthread_list_t;
struct __pthread_mutex_s
{
  int __lock;
  unsigned int __count;
  int __owner;
  unsigned int __nusers;
  int __kind;
  short __spins;
  short __elision;
  __pthread_list_t __list;
};
struct __pthread_cond_s
{
  __extension__ union
  {
    __extension__ unsigned long long int __wseq;
    struct { unsigned int __low; unsigned int __high; } __wseq32;
  };
  __extension__ union
  {
    __extension__ unsigned long long int __g1_start;
    struct { unsigned int __low; unsigned int __high; } __g1_start32;
  };
  unsigned int __g_refs[2] ;
  unsigned int __g_size[2];
  unsigned int __g1_orig_size;
  unsigned int __wrefs;
  unsigned int __g_signals[2];
};
typedef unsigned long int pthread_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
union pthread_attr_t { char __size[56]; long int __align; };
typedef union pthread_attr_t pthread_attr_t;
typedef union
{
  struct __pthread_mutex_s __data;
  char __size[40];
  long int __align;
} pthread_mutex_t;
typedef union
{
  struct __pthread_cond_s __data;
  char __size[48];
  __extension__ long long int __align;
} pthread_cond_t;
enum
{
  PTHREAD_MUTEX_TIMED_NP,
  PTHREAD_MUTEX_RECURSIVE_NP,
  PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_ADAPTIVE_NP,
  PTHREAD_MUTEX_NORMAL = PTHREAD_MUTEX_TIMED_NP,
  PTHREAD_MUTEX_RECURSIVE = PTHREAD_MUTEX_RECURSIVE_NP,
  PTHREAD_MUTEX_ERRORCHECK = PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL
};
extern int pthread_create (pthread_t *__restrict __newthread,
      const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *),
      void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern void pthread_exit (void *__retval) __attribute__ ((__noreturn__));
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_detach (pthread_t __th) __attribute__ ((__nothrow__ , __leaf__));
extern pthread_t pthread_self (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));
extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) pthread_equal (pthread_t __thread1, pthread_t __thread2)
{
  return __thread1 == __thread2;
}
extern int pthread_once (pthread_once_t *__once_control,
    void (*__init_routine) (void)) __attribute__ ((__nonnull__ (1, 2)));
extern int pthread_mutex_init (pthread_mutex_t *__mutex,
          const pthread_mutexattr_t *__mutexattr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_destroy (pthread_mutex_t *__mutex)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_trylock (pthread_mutex_t *__mutex)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_lock (pthread_mutex_t *__mutex)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutexattr_init (pthread_mutexattr_t *__attr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutexattr_settype (pthread_mutexattr_t *__attr, int __kind)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_cond_init (pthread_cond_t *__restrict __cond,
         const pthread_condattr_t *__restrict __cond_attr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_cond_signal (pthread_cond_t *__cond)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_cond_broadcast (pthread_cond_t *__cond)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_cond_wait (pthread_cond_t *__restrict __cond,
         pthread_mutex_t *__restrict __mutex)
     __attribute__ ((__nonnull__ (1, 2)));
extern int __VERIFIER_nondet_int(void);
typedef unsigned short umode_t;
typedef long long loff_t;
struct inode { void *i_private; int i_rdev; };
struct file { struct inode *f_inode; void *private_data; loff_t f_pos; };
struct file_operations { int (*open)(struct inode *, struct file *); int (*release)(struct inode *, struct file *); long (*unlocked_ioctl)(struct file *, unsigned int, unsigned long); };
struct mutex { pthread_mutex_t raw; };
static struct mutex fs_mutex = { { { 0, 0, 0, 0, 0, 0, 0, { 0, 0 } } } };
static int open_count;
static int volume;
static void mutex_lock(struct mutex *lock) { pthread_mutex_lock(&lock->raw); }
static void mutex_unlock(struct mutex *lock) { pthread_mutex_unlock(&lock->raw); }
static int dev_open(struct inode *inode, struct file *file)
{
  int __retres;
  mutex_lock(& fs_mutex);
  if (open_count > 0) {
    mutex_unlock(& fs_mutex);
    __retres = -16;
    goto return_label;
  }
  open_count ++;
  mutex_unlock(& fs_mutex);
  __retres = 0;
  return_label: ;
  return (__retres);
}
static int dev_release(struct inode *inode, struct file *file)
{
  open_count --;
  return (0);
}
static long dev_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
  long __retres;
  mutex_lock(& fs_mutex);
  switch (cmd) {
  case 1U:
  volume = (int )arg;
  __retres = (long)0;
  break;
  case 2U:
  __retres = (long)volume;
  break;
  default:
  __retres = (long)-25;
  break;
  }
  mutex_unlock(& fs_mutex);
  return (__retres);
}
static struct file_operations dev_fops = {.open = & dev_open, .release = & dev_release, .unlocked_ioctl = & dev_ioctl};
static struct inode the_inode;
static void *whoop_wrapper(void *args)
{
  struct file file;
  int tmp;
  tmp = __VERIFIER_nondet_int();
  file.f_inode = & the_inode;
  file.f_pos = 0LL;
  switch (tmp) {
  case 0:
  (*(dev_fops.open))(& the_inode, & file);
  break;
  case 1:
  (*(dev_fops.release))(& the_inode, & file);
  break;
  default:
  (*(dev_fops.unlocked_ioctl))(& file, (unsigned int)tmp - 1U, 5UL);
  break;
  }
  return ((void *)0);
}
int main(void)
{
  pthread_t t[2];
  pthread_create(& t[0], (pthread_attr_t const *)((void *)0), & whoop_wrapper, (void *)0);
  pthread_create(& t[1], (pthread_attr_t const *)((void *)0), & whoop_wrapper, (void *)0);
  pthread_join(t[0], (void **)0);
  pthread_join(t[1], (void **)0);
  return (0);
}
