//! Helper functions that formulas use.

/// The helper function of this name, if there is one.
pub fn helper(name: &str) -> Option<&'static str> {
    Some(match name {
        "has" => HAS,
        "isqrt" => ISQRT,
        "floor_div" => FLOOR_DIV,
        "valuation" => VALUATION,
        "ones" => ONES,
        "least_part" => LEAST_PART,
        "is_prime" => IS_PRIME,
        "is_power" => IS_POWER,
        "is_fibonacci" => IS_FIBONACCI,
        _ => return None,
    })
}

const HAS: &str = "def has(list, n) -> bool:
    for x in list:
        if x == n:
            return True
    return False
";
const ISQRT: &str = "def isqrt(x):
    if x == 0:
        return 0
    r = 1
    i = x
    while i > 0:
        i = i // 4
        r = r * 2
    i = (r + x // r) // 2
    while i < r:
        r = i
        i = (r + x // r) // 2
    return r
";
const FLOOR_DIV: &str = "def floor_div(a, b):
    if a >= 0:
        return a // b
    return -((b - 1 - a) // b)
";
const VALUATION: &str = "def valuation(b, n):
    if n == 0:
        return -1
    k = 0
    while n % b == 0:
        n = n // b
        k = k + 1
    return k
";
const ONES: &str = "def ones(n):
    k = 0
    while n > 0:
        k = k + n % 2
        n = n // 2
    return k
";
const LEAST_PART: &str = "def least_part(n):
    a = 1
    b = 2
    k = 1
    while b <= n:
        c = a + b
        a = b
        b = c
        k = k + 1
    part = 0
    while k > 0:
        if a <= n:
            n = n - a
            part = k
        c = b - a
        b = a
        a = c
        k = k - 1
    return part
";
const IS_PRIME: &str = "def is_prime(n) -> bool:
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d = d + 1
    return True
";
const IS_POWER: &str = "def is_power(b, n) -> bool:
    while n % b == 0:
        n = n // b
    return n == 1
";
const IS_FIBONACCI: &str = "def is_fibonacci(n) -> bool:
    a = 1
    b = 2
    while a < n:
        c = a + b
        a = b
        b = c
    return a == n
";
