// Heaps in ascending order that must stay so: the differences of neighbours are the steps of a staircase.
// stdin: the number of cases, then for each n and n heaps. stdout: TAK if the player to move wins, else NIE.
#include <cstdio>
#include <vector>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        std::vector<int> a(n);
        for (int &x : a)
            if (scanf("%d", &x) != 1) return 1;
        int sum = 0;
        for (int i = n - 1; i >= 0; i -= 2) sum ^= a[i] - (i ? a[i - 1] : 0);
        puts(sum ? "TAK" : "NIE");
    }
}
