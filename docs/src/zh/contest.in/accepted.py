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


def main():
    words = sys.stdin.buffer.read().split()
    words.reverse()
    while words:
        a = int(words.pop())
        b = int(words.pop())
        if lost([a, b]):
            print("0")
        else:
            print("1")


main()
