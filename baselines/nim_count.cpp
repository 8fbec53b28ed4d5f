// The number of winning moves in Nim.
// stdin: the number of heaps, then the heaps, closed by 0. stdout: the number, 0 for a lost position.
#include <cstdio>
#include <vector>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps(m);
        int sum = 0, count = 0;
        for (int &x : heaps) {
            if (scanf("%d", &x) != 1) return 1;
            sum ^= x;
        }
        for (int x : heaps) count += (x ^ sum) < x;
        printf("%d\n", count);
    }
}
