// The Grundy value of a sum of heaps of Fibonacci nim, each with a take of its own to remember: at first any number but all, then at
// most twice the latest take from the same heap. Usage: last_take n1 n2 ...
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

std::vector<std::vector<int16_t>> known;

int value(int n, int most) {
    most = std::min(n, most);
    int16_t &place = known[n][most];
    if (place >= 0) return place;
    std::vector<bool> seen(most + 1);
    for (int k = 1; k <= most; ++k) seen[value(n - k, 2 * k)] = true;
    int least = 0;
    while (seen[least]) ++least;
    return place = least;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s n1 n2 ...\n", argv[0]);
        return 2;
    }
    int sum = 0, largest = 0;
    for (int i = 1; i < argc; ++i) largest = std::max(largest, atoi(argv[i]));
    for (int n = 0; n <= largest; ++n) known.emplace_back(n + 1, -1);
    for (int i = 1; i < argc; ++i) sum ^= value(atoi(argv[i]), atoi(argv[i]) - 1);
    printf("%d\n", sum);
}
