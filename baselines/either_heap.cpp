// A stone goes one square along either way or both: lost iff both distances are even.
// stdin: lines of the rows and columns of a board, closed by `0 0`. stdout: who wins.
#include <cstdio>

int main() {
    int n, m;
    while (scanf("%d%d", &n, &m) == 2 && (n || m)) puts(n % 2 && m % 2 ? "What a pity!" : "Wonderful!");
}
