// The Grundy value of Cram on 4 by 5 squares: dominoes are put on two free neighbours, whoever cannot loses.
// Every position is kept in a map, as a list of squares.
#include <cstdio>
#include <map>
#include <vector>

const int ROWS = 4, COLUMNS = 5;

std::map<std::vector<int>, int> known;

int value(const std::vector<int> &squares) {
    auto found = known.find(squares);
    if (found != known.end()) return found->second;
    std::vector<bool> seen(ROWS * COLUMNS * 2 + 1);
    for (int row = 0; row < ROWS; ++row) {
        for (int column = 0; column < COLUMNS; ++column) {
            int at = row * COLUMNS + column;
            if (squares[at]) continue;
            for (int step : {1, COLUMNS}) {
                bool inside = step == 1 ? column + 1 < COLUMNS : row + 1 < ROWS;
                if (!inside || squares[at + step]) continue;
                std::vector<int> next = squares;
                next[at] = next[at + step] = 1;
                seen[value(next)] = true;
            }
        }
    }
    int least = 0;
    while (seen[least]) ++least;
    return known[squares] = least;
}

int main() {
    std::printf("%d\n", value(std::vector<int>(ROWS * COLUMNS)));
}
