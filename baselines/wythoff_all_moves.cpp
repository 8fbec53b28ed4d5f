// Wythoff's game: every winning result, sorted, each once. Exact for heaps from 0 to 10^9.
// stdin: lines `a b`, closed by `0 0`. stdout: `0` for a lost position, else `1` and the results.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

using ll = long long;

// The sign of x*x - x*k - k*k tells on which side of k*phi the number x lies.
static bool below_phi_times(ll x, ll k) {
    return (__int128)x * x - (__int128)x * k - (__int128)k * k <= 0;
}

// floor(k * phi): a floating guess, then corrected with whole numbers.
static ll smaller_heap(ll k) {
    ll x = (ll)((long double)k * (1.0L + sqrtl(5.0L)) / 2.0L);
    while (!below_phi_times(x, k)) --x;
    while (below_phi_times(x + 1, k)) ++x;
    return x;
}

// The other heap of the one lost pair that holds v.
static ll partner(ll v) {
    if (v == 0) return 0;
    ll guess = (ll)((long double)v / ((1.0L + sqrtl(5.0L)) / 2.0L));
    for (ll k = std::max(0LL, guess - 2); k <= guess + 2; ++k)
        if (smaller_heap(k) == v) return v + k;
    guess = (ll)((long double)v / ((3.0L + sqrtl(5.0L)) / 2.0L));
    for (ll k = std::max(0LL, guess - 2); k <= guess + 2; ++k)
        if (smaller_heap(k) + k == v) return v - k;
    return v;  // not reached: the two sequences hold every whole number between them
}

int main() {
    ll a, b;
    std::vector<std::pair<ll, ll>> results;
    while (scanf("%lld %lld", &a, &b) == 2 && (a || b)) {
        if (a > b) std::swap(a, b);
        ll k = b - a, x = smaller_heap(k);
        if (x == a) {
            puts("0");
            continue;
        }
        results.clear();
        if (x < a) results.push_back({x, x + k});
        ll p = partner(a);
        if (p < b) results.push_back(std::minmax(a, p));
        p = partner(b);
        if (p < a) results.push_back(std::minmax(b, p));
        std::sort(results.begin(), results.end());
        results.erase(std::unique(results.begin(), results.end()), results.end());
        puts("1");
        for (auto &r : results) printf("%lld %lld\n", r.first, r.second);
    }
}
