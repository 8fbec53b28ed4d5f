// The Grundy value of Chomp: rows are cut off from a square on, and the last square may not be taken.
// Every position is kept in a map. Usage: chomp ROWS COLUMNS
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

std::unordered_map<std::string, int> known;

int value(const std::string &rows) {
    auto found = known.find(rows);
    if (found != known.end()) return found->second;
    std::vector<bool> seen(256);
    for (size_t row = 0; row < rows.size(); ++row)
        for (int left = row == 0; left < rows[row]; ++left) {
            std::string next = rows;
            for (size_t at = row; at < next.size() && next[at] > left; ++at) next[at] = left;
            while (!next.empty() && next.back() == 0) next.pop_back();
            seen[value(next)] = true;
        }
    int least = 0;
    while (seen[least]) ++least;
    return known[rows] = least;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s ROWS COLUMNS\n", argv[0]);
        return 2;
    }
    printf("%d\n", value(std::string(atoi(argv[1]), (char)atoi(argv[2]))));
}
