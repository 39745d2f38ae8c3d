/*
 * page_template.h — resources/report.html, which the build makes part of the executable.
 */
#ifndef HEDDLE_REPORT_PAGE_PAGE_TEMPLATE_H
#define HEDDLE_REPORT_PAGE_PAGE_TEMPLATE_H

/* The text, which ends in a zero byte. */
extern const char page_template[];

#endif
