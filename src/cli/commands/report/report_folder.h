/*
 * report_folder.h — what a folder of heddle test has for a page: tests, coverage and the summary.
 */
#ifndef HEDDLE_CLI_COMMANDS_REPORT_REPORT_FOLDER_H
#define HEDDLE_CLI_COMMANDS_REPORT_REPORT_FOLDER_H

#include "report/page/page.h"

/* Reads the folder. What is damaged is told in a line each, noted for the page and counted in
 * *damaged. False after an error message if there is no folder, or nothing for a page in it. */
bool report_folder_read(const char *folder, PageInput *in, unsigned *damaged);

#endif
