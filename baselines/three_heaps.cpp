// Whether the player to move wins Wythoff's game on three heaps: take any number from one heap, or the same number from two.
// Every position met is kept in a map. Usage: three_heaps a b c
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

std::unordered_map<uint64_t, bool> known;

bool wins(int a, int b, int c) {
    int heaps[3] = {a, b, c};
    std::sort(heaps, heaps + 3);
    uint64_t key = ((uint64_t)heaps[0] << 42) | ((uint64_t)heaps[1] << 21) | heaps[2];
    auto found = known.find(key);
    if (found != known.end()) return found->second;
    bool won = false;
    for (int i = 0; i < 3 && !won; ++i) {
        int next[3] = {heaps[0], heaps[1], heaps[2]};
        for (int k = 1; k <= heaps[i] && !won; ++k) {
            next[i] = heaps[i] - k;
            won = !wins(next[0], next[1], next[2]);
        }
    }
    for (int i = 0; i < 3 && !won; ++i)
        for (int j = i + 1; j < 3 && !won; ++j) {
            int next[3] = {heaps[0], heaps[1], heaps[2]};
            for (int k = 1; k <= heaps[i] && !won; ++k) {
                next[i] = heaps[i] - k, next[j] = heaps[j] - k;
                won = !wins(next[0], next[1], next[2]);
            }
        }
    return known[key] = won;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: %s a b c\n", argv[0]);
        return 2;
    }
    bool won = wins(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
    printf("%d\n", won);
}
