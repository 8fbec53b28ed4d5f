// Every winning move in Nim, heap by heap: the size before and after.
// stdin: the number of heaps, then the heaps, closed by 0. stdout: No, or Yes and the moves.
#include <cstdio>
#include <vector>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps(m);
        int sum = 0;
        for (int &x : heaps) {
            if (scanf("%d", &x) != 1) return 1;
            sum ^= x;
        }
        puts(sum ? "Yes" : "No");
        for (int x : heaps)
            if ((x ^ sum) < x) printf("%d %d\n", x, x ^ sum);
    }
}
