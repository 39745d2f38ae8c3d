/* The elements of a document. */
#include <expat.h>
#include <stdio.h>
#include <string.h>

static void begin(void *depth, const char *name, const char **attributes) {
    printf("%*s%s", 2 * (*(int *)depth)++, "", name);
    for (; attributes[0]; attributes += 2) printf(" %s=%s", attributes[0], attributes[1]);
    puts("");
}
static void end(void *depth, const char *name) {
    (void)name;
    (*(int *)depth)--;
}

int main(void) {
    static const char text[] = "<a x='1'><b/><c y='2'>text</c></a>";
    int depth = 0;
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &depth);
    XML_SetElementHandler(parser, begin, end);
    if (XML_Parse(parser, text, (int)strlen(text), 1) != XML_STATUS_OK) return 1;
    XML_ParserFree(parser);
    return 0;
}
