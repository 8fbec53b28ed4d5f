// Grundy values of an octal game, looking at every option of every heap. Usage: octal 0.137 N
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

int main(int argc, char **argv) {
    const char *point = argc < 3 ? nullptr : strchr(argv[1], '.');
    if (!point) {
        fprintf(stderr, "usage: %s CODE N\n", argv[0]);
        return 2;
    }
    long n = atol(argv[2]);
    std::vector<int> digit(1, point > argv[1] ? point[-1] - '0' : 0);
    for (const char *c = point + 1; *c; ++c) digit.push_back(*c - '0');
    std::vector<uint16_t> g(n + 1);
    std::vector<uint32_t> mark(1 << 16, 0);
    uint64_t sum = 0;
    for (long h = 0; h <= n; ++h) {
        uint32_t stamp = (uint32_t)h + 1;
        for (long k = 0; k < (long)digit.size() && k <= h; ++k) {
            long rest = h - k;
            if ((digit[k] & 1) && rest == 0 && k > 0) mark[0] = stamp;
            if ((digit[k] & 2) && rest > 0 && k > 0) mark[g[rest]] = stamp;
            if (digit[k] & 4)
                for (long a = 1; 2 * a <= rest; ++a) mark[g[a] ^ g[rest - a]] = stamp;
        }
        uint16_t value = 0;
        while (mark[value] == stamp) ++value;
        g[h] = value;
        sum = sum * 31 + value;
    }
    printf("%d %llu\n", g[n], (unsigned long long)sum);
}
