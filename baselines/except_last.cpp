// The Grundy value of three heaps: take any number from one of them, but not the number taken last from any.
// Every position met is kept in a map. Usage: except_last a b c
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

std::unordered_map<uint64_t, int> known;

int value(int a, int b, int c, int last) {
    int heaps[3] = {a, b, c};
    std::sort(heaps, heaps + 3);
    uint64_t key = (uint64_t)heaps[0] << 48 | (uint64_t)heaps[1] << 32 | (uint64_t)heaps[2] << 16 | last;
    auto found = known.find(key);
    if (found != known.end()) return found->second;
    std::vector<bool> seen(heaps[0] + heaps[1] + heaps[2] + 1);
    for (int i = 0; i < 3; ++i) {
        int next[3] = {heaps[0], heaps[1], heaps[2]};
        for (int k = 1; k <= heaps[i]; ++k) {
            next[i] = heaps[i] - k;
            if (k != last) seen[value(next[0], next[1], next[2], k)] = true;
        }
    }
    int least = 0;
    while (seen[least]) ++least;
    return known[key] = least;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: %s a b c\n", argv[0]);
        return 2;
    }
    printf("%d\n", value(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), 0));
}
