"""Tables in, tables out."""

import random

import pandas
import polars
import pyarrow
import pytest

import grundy
from grundy import Game


def rows(count, seed=3):
    random.seed(seed)
    return [random.randrange(60) for _ in range(count)], [random.randrange(60) for _ in range(count)]


@pytest.mark.parametrize("text", ["wythoff", "nim", "euclid", "misere bash(4)", "moore(2)", "take 1, 3, 4"])
def test_every_library_gives_and_gets_the_same(text):
    a, b = rows(400)
    game = Game(text)
    expected = [game.outcome(x, y) for x, y in zip(a, b)]
    columns = {"a": a, "b": b}
    tables = [pyarrow.table(columns), polars.DataFrame(columns), pandas.DataFrame(columns)]
    for table in tables:
        assert pyarrow.table(grundy.batch(game, table))["outcome"].to_pylist() == expected
        assert polars.DataFrame(grundy.batch(text, table))["outcome"].to_list() == expected
        found = pandas.DataFrame.from_arrow(grundy.batch(text, table, columns=["a", "b"]))
        assert found["outcome"].to_list() == expected


def test_every_column_is_that_of_the_single_answer():
    a, b = rows(200)
    table = pyarrow.table({"a": a, "name": ["x"] * 200, "b": b})
    shown = ["outcome", "value", "first_move", "moves", "method"]
    found = pyarrow.table(grundy.batch("nim", table, ["a", "b"], show=shown, keep=True))
    assert found.column_names == ["a", "name", "b", *shown]
    for row in found.to_pylist():
        answer = Game("nim").solve(row["a"], row["b"], value=True)
        left = [" ".join(map(str, one["to"])) for one in answer.moves]
        assert row["outcome"] == answer.outcome and row["value"] == answer.value
        assert (row["moves"] or "") == ";".join(left) and (row["first_move"] or "") == "".join(left[:1])
        assert row["method"] == answer.method["name"]


def test_streams_stay_streams():
    made = []

    def batches():
        for start in range(0, 5000, 1000):
            made.append(start)
            yield pyarrow.record_batch({"a": list(range(start, start + 1000)), "b": [7] * 1000})

    schema = pyarrow.schema({"a": pyarrow.int64(), "b": pyarrow.int64()})
    reader = pyarrow.RecordBatchReader.from_batches(schema, batches())
    answers = grundy.batch("wythoff", reader)
    assert answers.columns == ["outcome"]
    first = pyarrow.record_batch(next(answers))
    assert first.num_rows == 1000 and len(made) <= 2
    rest = pyarrow.RecordBatchReader.from_stream(answers).read_all()
    assert rest.num_rows == 4000
    with pytest.raises(grundy.InputError):
        pyarrow.table(answers)


def test_lists_texts_and_games_of_their_own():
    lists = pyarrow.table({"heaps": [[3, 4, 5], [1, 1], []]})
    assert pyarrow.table(grundy.batch("nim", lists))["outcome"].to_pylist() == ["N", "P", "P"]
    texts = pyarrow.table({"game": ["nim", "wythoff", "nim"], "heaps": ["3 4 5", "8 13", "10^30 10^30"]})
    found = grundy.batch(None, texts, game_column="game", show=["outcome"])
    assert pyarrow.table(found)["outcome"].to_pylist() == ["N", "P", "P"]


def test_the_time_is_for_all_rows_together():
    slow = "take squares from up to 2 heaps freely"
    table = pyarrow.table({"game": [slow] * 40, "heaps": [[3000 + n, 3001, 3002, 3003] for n in range(40)]})
    for ask in [
        lambda: grundy.batch(slow, table, "heaps", keep_going=True, time=0.3),
        lambda: grundy.batch(None, table, game_column="game", keep_going=True, time=0.3),
    ]:
        with pytest.raises(grundy.LimitError) as caught:
            list(ask())
        assert caught.value.code == "time-limit" and caught.value.row is None
    with pytest.raises(grundy.LimitError):
        Game("fibonacci").values_of(range(1, 3000), time=0.0001)


def test_errors_are_in_the_language_of_the_call():
    table = pyarrow.table({"a": [1, -2]})
    with pytest.raises(grundy.InputError) as caught:
        next(grundy.batch("nim", table, lang="zh"))
    assert not caught.value.message.isascii() and "第 1 行" in "".join(caught.value.__notes__)
    with pytest.raises(pyarrow.ArrowInvalid, match="第 1 行"):
        pyarrow.table(grundy.batch("nim", table, lang="zh"))
    found = pyarrow.table(grundy.batch("nim", table, keep_going=True, lang="zh"))
    assert not found["error"][1].as_py().isascii()


def test_bad_rows_stop_the_work_or_stand_aside():
    table = pyarrow.table({"a": [1, -2, 3], "b": [1, 2, 3]})
    with pytest.raises(grundy.InputError, match="negative") as caught:
        next(grundy.batch("nim", table))
    assert caught.value.row == 1
    with pytest.raises(pyarrow.ArrowInvalid, match="row 1"):
        pyarrow.table(grundy.batch("nim", table))
    found = pyarrow.table(grundy.batch("nim", table, keep_going=True)).to_pydict()
    assert found["outcome"] == ["P", None, "P"] and "negative" in found["error"][1]
    with pytest.raises(grundy.InputError):
        grundy.batch("nim", table, columns=["a", "c"])
    with pytest.raises(grundy.InputError):
        grundy.batch("nim", table, show="colour")
    with pytest.raises(grundy.InputError):
        grundy.batch(None, table)
    with pytest.raises(grundy.InputError):
        next(grundy.batch('graph("secret.txt")', table))
