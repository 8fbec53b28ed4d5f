import sys

for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    k = b - a
    print(0 if a == int(k * (1 + 5**0.5) / 2) else 1)
