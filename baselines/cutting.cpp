// Luogu P10501 and POJ 2311: one sheet of paper is cut in two; whoever first cuts off a single square wins. A strip of width 1
// hands that square to the other, so no such cut is made.
#include <cstdio>
#include <map>
#include <set>
#include <utility>

std::map<std::pair<int, int>, int> known;

int value(int a, int b) {
    if (a > b) std::swap(a, b);
    auto found = known.find({a, b});
    if (found != known.end()) return found->second;
    std::set<int> seen;
    for (int cut = 2; 2 * cut <= a; ++cut) seen.insert(value(cut, b) ^ value(a - cut, b));
    for (int cut = 2; 2 * cut <= b; ++cut) seen.insert(value(a, cut) ^ value(a, b - cut));
    int least = 0;
    while (seen.count(least)) ++least;
    return known[{a, b}] = least;
}

int main() {
    int w, h;
    while (std::scanf("%d%d", &w, &h) == 2) std::puts(value(w, h) ? "WIN" : "LOSE");
}
