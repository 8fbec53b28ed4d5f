// Pairs of heaps: discard one heap of a pair and split the other. The value of a pair is the lowest binary place in
// which neither heap less one has a 1.
// stdin: the number of cases, then for each n and n heaps, pair by pair. stdout: YES if the player to move wins, else NO.
#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        int n, sum = 0;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; i += 2) {
            unsigned a, b;
            if (scanf("%u%u", &a, &b) != 2) return 1;
            unsigned ones = (a - 1) | (b - 1);
            int value = 0;
            while (ones >> value & 1) value++;
            sum ^= value;
        }
        puts(sum ? "YES" : "NO");
    }
}
