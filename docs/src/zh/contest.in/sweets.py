# take 1..3 or take 1 from 2 heaps
# P（先手必败）：(a', b') in {(0, 0), (0, 4), (1, 2), (3, 3)}，其中 x 小于 1 时 x' 为 x，否则为 1 + (x - 1) mod 4
# Grundy 已用自动机对任意大小的堆证明（方法见 J. R. Büchi 1960; V. Bruyère and others 1994）；另已用计算检验到 319
import sys


LOST = [0, 4, 7, 18]


def rest(n):
    if n < 1:
        return n
    return 1 + (n - 1) % 4


def has(list, n) -> bool:
    for x in list:
        if x == n:
            return True
    return False


def key(seq):
    to = list(seq)
    to.sort()
    k = 0
    for n in to:
        k = k * 5 + n
    return k


def lost(h) -> bool:
    a = h[0]
    b = h[1]
    return has(LOST, key([rest(a), rest(b)]))


def main():
    words = sys.stdin.buffer.read().split()
    words.reverse()
    t = int(words.pop())
    for _ in range(t):
        a = int(words.pop())
        b = int(words.pop())
        if lost([a, b]):
            print("second")
        else:
            print("first")


main()
