/* An honest bot: the last legal word, always. */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 17];
    puts("bot c 1");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "ask ", 4)) {
            fputs(strrchr(line, ' ') + 1, stdout);
            fflush(stdout);
        }
}
