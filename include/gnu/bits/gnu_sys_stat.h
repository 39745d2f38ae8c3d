/*
 * gnu_sys_stat.h — statx and masks, as glibc has them in <sys/stat.h>. The structure is the
 * kernel's own where its headers are installed, since a program may include both; it has the layout
 * below.
 */
#ifndef HEDDLE_BITS_GNU_SYS_STAT_H
#define HEDDLE_BITS_GNU_SYS_STAT_H

#ifdef _GNU_SOURCE
#if defined(__has_include) && __has_include(<linux/stat.h>)
#include <linux/stat.h>
#endif
#ifndef STATX_TYPE
#define STATX_TYPE 0x1U
#define STATX_MODE 0x2U
#define STATX_NLINK 0x4U
#define STATX_UID 0x8U
#define STATX_GID 0x10U
#define STATX_ATIME 0x20U
#define STATX_MTIME 0x40U
#define STATX_CTIME 0x80U
#define STATX_INO 0x100U
#define STATX_SIZE 0x200U
#define STATX_BLOCKS 0x400U
#define STATX_BASIC_STATS 0x7ffU
#define STATX_BTIME 0x800U
#define STATX_ALL 0xfffU
#define STATX_MNT_ID 0x1000U
#define STATX_DIOALIGN 0x2000U
#define STATX__RESERVED 0x80000000U
#define STATX_ATTR_COMPRESSED 0x4
#define STATX_ATTR_IMMUTABLE 0x10
#define STATX_ATTR_APPEND 0x20
#define STATX_ATTR_NODUMP 0x40
#define STATX_ATTR_ENCRYPTED 0x800
#define STATX_ATTR_AUTOMOUNT 0x1000
#define STATX_ATTR_MOUNT_ROOT 0x2000
#define STATX_ATTR_VERITY 0x100000
#define STATX_ATTR_DAX 0x200000
struct statx_timestamp {
    long long tv_sec;
    unsigned tv_nsec;
    int __reserved;
};
struct statx {
    unsigned stx_mask, stx_blksize;
    unsigned long long stx_attributes;
    unsigned stx_nlink, stx_uid, stx_gid;
    unsigned short stx_mode, __spare0[1];
    unsigned long long stx_ino, stx_size, stx_blocks, stx_attributes_mask;
    struct statx_timestamp stx_atime, stx_btime, stx_ctime, stx_mtime;
    unsigned stx_rdev_major, stx_rdev_minor, stx_dev_major, stx_dev_minor;
    unsigned long long stx_mnt_id;
    unsigned stx_dio_mem_align, stx_dio_offset_align;
    unsigned long long __spare3[12];
};
#endif
int statx(int, const char *__restrict, int, unsigned, struct statx *__restrict);
#endif

#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
#define ACCESSPERMS 0777
#define ALLPERMS 07777
#define DEFFILEMODE 0666
#define S_BLKSIZE 512
#endif

#endif
