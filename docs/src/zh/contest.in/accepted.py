# wythoff
# P（先手必败）：a = floor((b - a) * (1 + sqrt(5)) / 2)
# 定理（W. A. Wythoff 1907）；不超过 319 时与计算结果核对
import sys
from math import isqrt


def lost(h) -> bool:
    to = list(h)
    to.sort()
    a = to[0]
    b = to[1]
    return a == ((b - a) + isqrt((b - a) * (b - a) * 5)) // 2


words = iter(sys.stdin.read().split())
while True:
    h = [int(word) for _, word in zip(range(2), words)]
    if len(h) < 2:
        break
    print("0" if lost(h) else "1")
