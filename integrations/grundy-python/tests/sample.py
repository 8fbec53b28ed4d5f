"""A program as somebody might write it: strict type checkers have nothing to say against it."""

from fractions import Fraction

import numpy as np

import grundy


def winning(heaps: list[int]) -> list[list[int]]:
    """What the winning moves leave."""
    game = grundy.Game("wythoff", misere=False)
    if game.outcome(*heaps, time=1.5) == "P":
        return []
    return [move["to"] for move in game.solve(heaps, memory="1GiB").moves]


def greatest(text: str, to: int) -> int:
    """The greatest Grundy value."""
    values = grundy.Game(text).values(to, progress=lambda done, total: None)
    return int(np.max(values))


def halves(n: int) -> list[int]:
    """The options of a heap."""
    return [n // 2] if n else []


game = grundy.Game.from_options(10, halves, ends=lambda n: "P" if n == 0 else None)
value: Fraction | None = grundy.nash([[1, 2], [Fraction(3, 2), 0]]).value
letters: list[str] = grundy.Game("nim").outcomes([1, 2], np.array([1, 3])).tolist()
position = grundy.Position("nim[3]") + game.position()
after: grundy.Position = position.play("take 1 from 3") if not position.is_over else position
try:
    grundy.Game("nonsense")
except grundy.InputError as error:
    place: tuple[int, int] | None = error.span
    row: int | None = error.row
side = np.int64(4)
shape: tuple[int, int] = grundy.Game("nim").table(side, columns=side).shape
version: str = grundy.__version__
