/*
 * argp.c — arguments of programs (argp.h), by uClibc's implementation and its own getopt, which has
 * other names than musl's.
 */
#include "uclibc/borrowed.h"
#define getopt __heddle_argp_getopt
#define getopt_long __heddle_argp_getopt_long
#define getopt_long_only __heddle_argp_getopt_long_only
#define optarg __heddle_argp_optarg
#define optind __heddle_argp_optind
#define opterr __heddle_argp_opterr
#define optopt __heddle_argp_optopt
#define _getopt_internal __heddle_argp_internal
#define _getopt_long_r __heddle_argp_long_r
#define _getopt_long_only_r __heddle_argp_long_only_r
#define argp_fmtstream_write __argp_fmtstream_write
#define argp_fmtstream_puts __argp_fmtstream_puts
#define argp_fmtstream_putc __argp_fmtstream_putc
#define argp_fmtstream_point __argp_fmtstream_point
#define argp_fmtstream_set_lmargin __argp_fmtstream_set_lmargin
#define argp_fmtstream_set_rmargin __argp_fmtstream_set_rmargin
#define argp_fmtstream_set_wmargin __argp_fmtstream_set_wmargin
#define _argp_fmtstream_ensure __argp_fmtstream_ensure
#define _argp_fmtstream_update __argp_fmtstream_update
/* What is inline with uClibc is defined here. */
#define __USE_EXTERN_INLINES 1
#define ARGP_EI
#define ARGP_FS_EI
#pragma weak argp_program_version
#pragma weak argp_program_version_hook
#pragma weak argp_program_bug_address
#pragma weak argp_err_exit_status
#pragma weak argp_parse
#pragma weak argp_help
#pragma weak argp_state_help
#pragma weak argp_usage
#pragma weak argp_error
#pragma weak argp_failure
#include "libc/unistd/getopt.c"
#undef _
#undef N_
#include "libuargp/argp-fmtstream.c"
#undef _
#include "libuargp/argp-ba.c"
#include "libuargp/argp-eexst.c"
#include "libuargp/argp-pv.c"
#include "libuargp/argp-pvh.c"
#include "libuargp/argp-help.c"
#undef _
#undef N_
#include "libuargp/argp-parse.c"
