// The nim-sum of tokens on an acyclic graph. Usage: graph_values FILE v1 v2 ...; the file has an edge `from to` in each line.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

std::vector<std::vector<int>> followers;
std::vector<int> known;

int value(int v) {
    if (known[v] >= 0) return known[v];
    std::vector<bool> seen(followers[v].size() + 1);
    for (int w : followers[v]) {
        int below = value(w);
        if (below < (int)seen.size()) seen[below] = true;
    }
    int least = 0;
    while (seen[least]) ++least;
    return known[v] = least;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s FILE v1 v2 ...\n", argv[0]);
        return 2;
    }
    FILE *file = fopen(argv[1], "r");
    int from, to;
    while (fscanf(file, "%d %d", &from, &to) == 2) {
        if ((int)followers.size() <= std::max(from, to)) followers.resize(std::max(from, to) + 1);
        followers[from].push_back(to);
    }
    known.assign(followers.size(), -1);
    int sum = 0;
    for (int i = 2; i < argc; ++i) sum ^= value(atoi(argv[i]));
    printf("%d\n", sum);
}
