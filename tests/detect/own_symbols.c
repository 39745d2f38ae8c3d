/* expect: safe */
#include <dlfcn.h>
#include <heddle/heddle.h>
#include <string.h>
int number = 3;
static int hidden = 4;
int next(int x) { return x + 1; }
int main(void) {
    void *self = dlopen(NULL, RTLD_NOW);
    int (*f)(int) = (int (*)(int))dlsym(self, "next");
    heddle_assert(f && f(1) == 2 && dlsym(RTLD_DEFAULT, "number") == &number && !dlerror());
    heddle_assert(!dlsym(self, "hidden") && hidden == 4 && strstr(dlerror(), "hidden: not a name") &&
                  !dlerror());
    heddle_assert(!dlopen("libother.so", RTLD_LAZY) && strstr(dlerror(), "libother.so: no --plugin names"));
    heddle_assert(!dlclose(self) && dlclose(&hidden));
    return 0;
}
