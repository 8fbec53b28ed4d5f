// Grundy values of Wythoff's game for heaps below N, as a checksum. Usage: wythoff_table N
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s N\n", argv[0]);
        return 2;
    }
    // A bit set of the values used so far for each row, column and diagonal. No value exceeds the
    // number of options, which is below 3 N.
    int n = atoi(argv[1]), words = (3 * n) / 64 + 1;
    std::vector<std::vector<uint64_t>> row(n, std::vector<uint64_t>(words)), column = row,
        diagonal(2 * n, std::vector<uint64_t>(words));
    uint64_t sum = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            auto &r = row[i], &c = column[j], &d = diagonal[i - j + n];
            int k = 0;
            uint64_t free;
            while (!(free = ~(r[k] | c[k] | d[k]))) ++k;
            int value = 64 * k + __builtin_ctzll(free);
            uint64_t bit = 1ull << (value & 63);
            r[k] |= bit, c[k] |= bit, d[k] |= bit;
            sum = sum * 31 + value;
        }
    printf("%llu\n", (unsigned long long)sum);
}
