/*
 * fenv.c — the floating-point environment: the only rounding mode is to nearest, and no exception
 * is ever raised. Requests for more are refused; those that cannot be refused are reported as
 * assumptions. (libc's own requests are not reported.)
 */
#include <fenv.h>
#include "runtime.h"

static const char no_exceptions[] = "floating-point exceptions are never raised";

int fegetround(void) { return FE_TONEAREST; }

int fesetround(int rounding) {
    if (rounding == FE_TONEAREST) return 0;
    if (__heddle_by_program())
        __heddle_warn("floating-point numbers are always rounded to nearest: fesetround fails");
    return -1;
}

int fetestexcept(int which) {
    if (which & FE_ALL_EXCEPT && __heddle_by_program()) __heddle_warn(no_exceptions);
    return 0;
}

int fegetexceptflag(fexcept_t *flags, int which) {
    if (which & FE_ALL_EXCEPT && __heddle_by_program()) __heddle_warn(no_exceptions);
    *flags = 0;
    return 0;
}

int feraiseexcept(int which) { return which & FE_ALL_EXCEPT ? -1 : 0; }

int fesetexceptflag(const fexcept_t *flags, int which) { return feraiseexcept(*flags & which); }

int feclearexcept(int which) { return 0; }

int fegetenv(fenv_t *environment) {
    *environment = (fenv_t){0};
    return 0;
}

int fesetenv(const fenv_t *environment) { return 0; }

int feholdexcept(fenv_t *environment) { return fegetenv(environment); }

int feupdateenv(const fenv_t *environment) { return 0; }

int __flt_rounds(void) { return 1; }
