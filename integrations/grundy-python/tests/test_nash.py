"""Payoff matrices."""

import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import grundy


def is_equilibrium(a, b, row, column):
    """No pure strategy is better for either player."""
    rows = [sum(p * q for p, q in zip(line, column)) for line in a]
    columns = [sum(row[i] * b[i][j] for i in range(len(b))) for j in range(len(b[0]))]
    best = lambda worth, own: all(w == max(worth) for w, p in zip(worth, own) if p)
    return sum(row) == sum(column) == 1 and best(rows, row) and best(columns, column)


def test_all_that_is_reported_is_in_equilibrium():
    random.seed(2)
    for _ in range(60):
        m, n = random.randint(1, 4), random.randint(1, 4)
        a = [[random.randint(-2, 2) for _ in range(n)] for _ in range(m)]
        b = [[Fraction(random.randint(-4, 4), 3) for _ in range(n)] for _ in range(m)]
        found = grundy.nash(a, b)
        assert found.complete and len(found) >= 1
        for one in found.equilibria:
            assert is_equilibrium(a, b, one["row"], one["column"])
            assert isinstance(one["payoff"][0], Fraction)
        assert sorted(map(str, found.pure + found.mixed)) == sorted(map(str, found.equilibria))


def test_matrices_come_in_every_form():
    plain = grundy.nash([[1, -1], [-1, 1]]).to_dict()["equilibria"]
    for given in [
        np.array([[1, -1], [-1, 1]], dtype=np.int8),
        [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]],
        [["1", Decimal(-1)], [Fraction(-1), 1]],
        "pennies",
        "1,-1 -1,1; -1,1 1,-1",
    ]:
        assert grundy.nash(given).to_dict()["equilibria"] == plain
    assert grundy.nash([[0, 0], [0, 0]]).components == [[0, 1, 2, 3]]
    assert grundy.nash([[0, 1], [Fraction(1, 2), 3]]).value == Fraction(1, 2)
    with pytest.raises(grundy.InputError, match="float"):
        grundy.nash([[0.1, 2]])
    with pytest.raises(grundy.InputError):
        grundy.nash([[1, 2], [3]])
    with pytest.raises(grundy.InputError):
        grundy.nash([1, 2])
    with pytest.raises(grundy.InputError):
        grundy.nash("prisonors")
    rows = [[1, 2], [0, 4], [3, 1]]
    value = grundy.nash(rows).to_dict()
    for frame in [polars.DataFrame(rows, orient="row"), pandas.DataFrame(rows)]:
        assert grundy.nash(frame).to_dict() == value
        assert grundy.nash(frame, frame).to_dict() == grundy.nash(rows, rows).to_dict()
    mixed = polars.DataFrame({"a": [1, 0], "b": ["1/3", "2"]})
    assert grundy.nash(mixed).to_dict() == grundy.nash([[1, "1/3"], [0, "2"]]).to_dict()
    with pytest.raises(grundy.InputError, match="rows"):
        grundy.nash(pyarrow.table({"a": [1, 0], "b": [2, 4]}))
    large = grundy.nash([[10**20, 0], [0, 1]]).to_dict()
    assert large["game"]["row"][0] == [str(10**20), "0"]
    dominated = grundy.nash("prisoners").dominated
    assert {one["strict"] for one in dominated} == {True} and isinstance(dominated[0]["by"][0], Fraction)
