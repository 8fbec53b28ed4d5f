// Heaps with a limit each for one take: a heap is worth its remainder modulo the limit plus one.
// stdin: the number of cases, then for each n and n lines of heap and limit. stdout: Yes if the second player wins.
#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        int n, sum = 0;
        if (scanf("%d", &n) != 1) return 1;
        while (n--) {
            int heap, limit;
            if (scanf("%d%d", &heap, &limit) != 2) return 1;
            sum ^= heap % (limit + 1);
        }
        puts(sum ? "No" : "Yes");
    }
}
