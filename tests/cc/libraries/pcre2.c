/* What a pattern finds. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>

int main(void) {
    int error;
    PCRE2_SIZE at;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR) "(\\w+)@(\\w+)\\.org", PCRE2_ZERO_TERMINATED, 0, &error, &at, NULL);
    if (!code) return 1;
    pcre2_match_data *match = pcre2_match_data_create_from_pattern(code, NULL);
    const char *text = "to: somebody@example.org";
    int n = pcre2_match(code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, 0, match, NULL);
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(match);
    for (int k = 0; k < n; k++)
        printf("%d: %.*s\n", k, (int)(ends[2 * k + 1] - ends[2 * k]), text + ends[2 * k]);
    pcre2_match_data_free(match);
    pcre2_code_free(code);
    return n != 3;
}
