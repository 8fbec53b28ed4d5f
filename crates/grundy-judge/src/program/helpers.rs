//! The functions that stand for filters and operators, in the subset of Python of [`grundy_pattern::emit`].

/// The function of this name.
pub fn helper(name: &str) -> Option<String> {
    let text = match name {
        "total" => "def total(list):\n    x = 0\n    for n in list:\n        x = x + n\n    return x\n",
        "greatest" => {
            "def greatest(list):\n    x = list[0]\n    for n in list:\n        if n > x:\n            x = n\n    return x\n"
        }
        "least" => {
            "def least(list):\n    x = list[0]\n    for n in list:\n        if n < x:\n            x = n\n    return x\n"
        }
        "in_order" => "def in_order(seq) -> list:\n    to = list(seq)\n    to.sort()\n    return to\n",
        "turned" => {
            "def turned(list) -> list:\n    to = []\n    for i in range(0, len(list)):\n        to.append(list[len(list) - 1 - i])\n    return to\n"
        }
        "without_repeats" => {
            "def without_repeats(list) -> list:\n    to = []\n    for n in list:\n        if not has(to, n):\n            to.append(n)\n    return to\n"
        }
        "once_in_order" => {
            "def once_in_order(list) -> list:\n    to = []\n    for n in list:\n        if len(to) == 0 or to[len(to) - 1] != n:\n            to.append(n)\n    return to\n"
        }
        "part" => {
            "def part(list, a, b) -> list:\n    to = []\n    for i in range(0, len(list)):\n        if i >= a and i < b:\n            to.append(list[i])\n    return to\n"
        }
        "member" => {
            "def member(list, i):\n    if i < 0:\n        return list[len(list) + i]\n    return list[i]\n"
        }
        "size" => "def size(n):\n    if n < 0:\n        return 0 - n\n    return n\n",
        "power" => {
            "def power(b, k):\n    x = 1\n    for i in range(0, k):\n        x = x * b\n    return x\n"
        }
        "floor_mod" => "def floor_mod(a, b):\n    return a - floor_div(a, b) * b\n",
        "staircase" => {
            "def staircase(h):\n    x = 0\n    for i in range(0, len(h)):\n        if i % 2 == 0:\n            x = x ^ h[i]\n    return x\n"
        }
        "nimble" => {
            "def nimble(h):\n    x = 0\n    for i in range(0, len(h)):\n        if h[i] % 2 == 1:\n            x = x ^ i\n    return x\n"
        }
        "mock_turtle" => {
            "def mock_turtle(n):\n    m = 2 * (n - 1)\n    k = 0\n    r = m\n    while r > 0:\n        k = k + r % 2\n        r = r // 2\n    return m + 1 - k % 2\n"
        }
        "columns" => {
            "def columns(h, k) -> bool:\n    b = 1\n    more = True\n    while more:\n        more = False\n        c = 0\n        for n in h:\n            if n >= b:\n                more = True\n            c = c + n // b % 2\n        if c % (k + 1) != 0:\n            return False\n        b = b * 2\n    return True\n"
        }
        "multiplied" => {
            "def multiplied(n, target, least, most):\n    w = target\n    while w > n:\n        w = (w + most - 1) // most\n        if w <= n:\n            return 1\n        w = (w + least - 1) // least\n    return 0\n"
        }
        "first_amount" => {
            "def first_amount(n, k):\n    seq = [1]\n    i = 0\n    while seq[len(seq) - 1] < n:\n        b = seq[len(seq) - 1]\n        while k * seq[i] < b:\n            i = i + 1\n        seq.append(b + seq[i])\n    r = n\n    part = 0\n    for j in range(0, len(seq)):\n        m = seq[len(seq) - 1 - j]\n        if m <= r:\n            r = r - m\n            part = m\n    if part == n:\n        return 0\n    return part\n"
        }
        "table" => {
            "def table(list, last) -> list:\n    to = [0]\n    seq = [0]\n    for n in range(1, last + 1):\n        for s in list:\n            if s <= n:\n                v = to[n - s]\n                while len(seq) <= v:\n                    seq.append(0)\n                seq[v] = n\n        m = 0\n        while m < len(seq) and seq[m] == n:\n            m = m + 1\n        to.append(m)\n    return to\n"
        }
        "split_table" => {
            "def split_table(list, last) -> list:\n    to = [0]\n    seq = [0]\n    for n in range(1, last + 1):\n        for s in list:\n            for a in range(0, (n - s) // 2 + 1):\n                if s <= n:\n                    v = to[a] ^ to[n - s - a]\n                    while len(seq) <= v:\n                        seq.append(0)\n                    seq[v] = n\n        m = 0\n        while m < len(seq) and seq[m] == n:\n            m = m + 1\n        to.append(m)\n    return to\n"
        }
        "misere_table" => {
            "def misere_table(list, last) -> list:\n    to = [1]\n    for n in range(1, last + 1):\n        w = 0\n        c = 0\n        for s in list:\n            if s <= n:\n                c = c + 1\n                if to[n - s] == 0:\n                    w = 1\n        if c == 0:\n            w = 1\n        to.append(w)\n    return to\n"
        }
        "winning_heaps" => {
            "def winning_heaps(list, x):\n    k = 0\n    for n in list:\n        if (n ^ x) < n:\n            k = k + 1\n    return k\n"
        }
        "first_heap" => {
            "def first_heap(list, x):\n    for i in range(0, len(list)):\n        if (list[i] ^ x) < list[i]:\n            return i\n    return 0 - 1\n"
        }
        _ => return chosen(name),
    };
    Some(text.to_owned())
}

/// The members of a list that fulfil a comparison, such as `chosen_gt`.
fn chosen(name: &str) -> Option<String> {
    let sign = match name.strip_prefix("chosen_")? {
        "eq" => "==",
        "ne" => "!=",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => ">=",
        _ => return None,
    };
    Some(format!(
        "def {name}(list, x) -> list:\n    to = []\n    for n in list:\n        if n {sign} x:\n            to.append(n)\n    return to\n"
    ))
}

/// The helpers that a helper uses, in the order of their definitions.
pub fn needed(name: &str) -> &'static [&'static str] {
    match name {
        "without_repeats" => &["has"],
        "floor_mod" => &["floor_div"],
        _ => &[],
    }
}
