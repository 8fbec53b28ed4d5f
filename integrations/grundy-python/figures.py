"""The figures of the chapter on Python: `cargo xtask python --install`, then this with the Python of
`target/python-env`. Times are of this process's processor, the least of several runs."""

import time

import numpy as np
import pyarrow

import grundy
from grundy import Game


def least(work, times=5):
    """Seconds of processor time that the work takes at least, and what it gave last."""
    found, best = None, float("inf")
    for _ in range(times):
        begun = time.process_time()
        found = work()
        best = min(best, time.process_time() - begun)
    return best, found


def each(work, times=20_000):
    """Microseconds of one call among many."""

    def many():
        for _ in range(times):
            work()

    return least(many)[0] / times * 1e6


def main():
    wythoff, kayles = Game("wythoff"), Game("kayles")

    def full():
        answer = wythoff.solve(8, 15)
        return answer.outcome, answer.value, answer.moves, answer.method

    print(f"wythoff.outcome(8, 15): {each(lambda: wythoff.outcome(8, 15)):.2f} us")
    print(f'Game("wythoff").outcome(8, 15): {each(lambda: Game("wythoff").outcome(8, 15)):.2f} us')
    print(f"kayles.outcome(8, 15): {each(lambda: kayles.outcome(8, 15)):.2f} us")
    print(f"wythoff.solve(8, 15): {each(lambda: wythoff.solve(8, 15)):.2f} us")
    print(f"the same with outcome, value, moves and method read: {each(full):.2f} us")
    print(f'grundy.solve("wythoff 646 583"): {each(lambda: grundy.solve("wythoff 646 583")):.2f} us')

    for text in ["take 1, 3, 4, 7, 11, 64", "take 1..n/2", "kayles", "nim"]:
        seconds, values = least(lambda text=text: Game(text).values(10**8 - 1, memory="16GiB"), 2)
        print(f"10^8 values of {text}: {seconds:.2f} s as {values.dtype}")
        del values
    seconds, values = least(lambda: Game("octal(0.007)").values(10**6), 2)
    print(f"10^6 values of octal(0.007): {seconds:.2f} s as {values.dtype}")

    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2**40, 10**7, dtype=np.uint64), rng.integers(0, 2**40, 10**7, dtype=np.uint64)
    table = pyarrow.table({"a": a, "b": b})
    seconds, _ = least(lambda: wythoff.outcomes(a, b), 3)
    print(f"Wythoff over NumPy arrays: {10 / seconds:.0f} million positions a second")
    seconds, _ = least(lambda: pyarrow.table(grundy.batch("wythoff", table)), 3)
    print(f"Wythoff over Arrow: {10 / seconds:.0f} million positions a second")


if __name__ == "__main__":
    main()
