// Grundy values of a finite subtraction set of at most 62 numbers. Usage: subtraction N s1 s2 ...
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s N s1 s2 ...\n", argv[0]);
        return 2;
    }
    long n = atol(argv[1]);
    std::vector<long> set;
    for (int i = 2; i < argc; ++i) set.push_back(atol(argv[i]));
    std::vector<uint8_t> g(n + 1);
    uint64_t sum = 0;
    for (long h = 0; h <= n; ++h) {
        uint64_t seen = 0;
        for (long s : set)
            if (s <= h) seen |= 1ull << g[h - s];
        g[h] = __builtin_ctzll(~seen);
        sum = sum * 31 + g[h];
    }
    printf("%d %llu\n", g[n], (unsigned long long)sum);
}
