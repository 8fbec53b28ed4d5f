"""What users of Python expect without being told."""

import concurrent.futures
import operator
import pickle
import threading

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import grundy
from grundy import Game, Position


def halves(n):
    """Rules that pickle finds by their name."""
    return range(1, n // 2 + 1)


def steps(n):
    return [n - k for k in (1, 3) if k <= n]


def there_and_back(thing):
    return pickle.loads(pickle.dumps(thing))


def test_outcomes_are_texts():
    outcomes = Game("nim").outcomes([1, 2, 3], [1, 3, 3])
    assert outcomes.dtype == np.dtype("<U1") and (outcomes == "P").tolist() == [True, False, True]
    table = Game("nim").table(2).array
    assert (table == "P").tolist() == [[True, False], [False, True]]


def test_answers_to_tables_are_tables_of_every_library():
    frame = polars.DataFrame({"a": [8, 8], "b": [13, 15]})
    for table in (frame, frame.to_arrow(), frame.to_pandas()):
        def rows():
            return grundy.batch("wythoff", table, ["a", "b"])

        assert pyarrow.table(rows())["outcome"].to_pylist() == ["P", "N"]
        assert polars.DataFrame(rows())["outcome"].to_list() == ["P", "N"]
        assert pandas.DataFrame.from_arrow(rows())["outcome"].to_list() == ["P", "N"]
    (batch,) = grundy.batch("wythoff", frame, ["a", "b"])
    assert pyarrow.record_batch(batch).num_rows == len(batch) == 2


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Game("nim").outcome(2.5),
        lambda: Game("nim").outcome(None),
        lambda: Game("nim").outcome([1, 2.0]),
        lambda: Game("nim").outcomes([1.5]),
        lambda: Game("nim").values("ten"),
        lambda: Game("nim").solve(3, moves="all"),
        lambda: Game("nim").solve(3, time=[]),
        lambda: Game("nim").solve(3, memory=object()),
        lambda: Game("nim").solve(3, speed=3),
        lambda: Game(3),
        lambda: Position(3),
        lambda: Position("nim[3]").play(object()),
        lambda: Position("nim[3]") + 3,
        lambda: grundy.solve(3),
        lambda: grundy.explain([3]),
        lambda: grundy.nash([[1.0]]),
        lambda: grundy.nash([3]),
        lambda: grundy.batch("nim", 3),
        lambda: Game.from_moves(3),
    ],
)
def test_wrong_types_are_type_errors(ask):
    with pytest.raises(TypeError):
        ask()


def test_wrong_values_are_value_errors():
    for ask in (lambda: Game("nim").outcome(-1), lambda: Game("nim").solve(3, time="long"), lambda: Game("nmi")):
        with pytest.raises(ValueError) as caught:
            ask()
        assert not isinstance(caught.value, TypeError)


def test_messages_speak_of_keyword_arguments():
    def told(ask, lang):
        with pytest.raises(grundy.Error) as caught:
            ask(lang)
        assert "--" not in str(caught.value) and "--" not in caught.value.message
        return caught.value.message

    memory = lambda lang: Game("octal(0.007)").values(10**9, memory="1MiB", lang=lang)  # noqa: E731
    assert "`memory=`" in told(memory, "en") and "command line" not in told(memory, "en")
    assert "`memory=`" in told(memory, "zh") and "命令行" not in told(memory, "zh")
    slow = lambda lang: Game("octal(0.007)").values(10**9, time=0.05, memory="64GiB", lang=lang)  # noqa: E731
    assert "`time=`" in told(slow, "en")


def test_reasons_positions_and_sums():
    assert str(grundy.explain("wythoff 3 5")) == str(Game("wythoff").explain(3, 5))
    assert grundy.explain(Position("nim[1, 2, 3]")).outcome == "P"
    answer = grundy.solve("nim", [5, 4, 3])
    assert answer.position == Position("nim[3, 4, 5]") and answer.position.play(answer.moves[0]).outcome == "P"
    parts = [Position(f"nim[{n}]") for n in (1, 2, 3)]
    assert sum(parts).outcome == "P" and sum(parts) == parts[0] + parts[1] + parts[2]
    assert sum(parts[:1]) == parts[0]
    with pytest.raises(TypeError):
        operator.add(1, parts[0])


def test_equal_games_have_equal_positions():
    one, other = Game("bash(3)"), Game("take 1..3")
    assert one == other and hash(one) == hash(other)
    assert one.position(5) == other.position(5) and hash(one.position(5)) == hash(other.position(5))
    assert one.position(5) != one.position(6) and one.position(5) != Game("bash(3)", misere=True).position(5)


def test_files_are_read_where_they_are_asked_for(tmp_path):
    (tmp_path / "roads.txt").write_text("a b\na c\nb c\n")
    text = f'graph("{tmp_path / "roads.txt"}")'
    with pytest.raises(grundy.InputError) as caught:
        Game(text)
    assert caught.value.code == "files-refused"
    assert Game(text, files=True).outcome("a") == "N"
    below = Game('graph("roads.txt")', files=tmp_path)
    assert below.outcome("b") == "N" and there_and_back(below).outcome("b") == "N"
    assert Position('graph("roads.txt")[a]', files=str(tmp_path)).outcome == "N"
    for wrong in ('graph("../roads.txt")', 'graph("other.txt")'):
        with pytest.raises(grundy.InputError):
            Game(wrong, files=tmp_path)


def test_everything_travels():
    game = Game("wythoff")
    for thing in (
        game.solve(8, 15),
        game.solve(8, 15, value=True, moves=1),
        game.explain(8, 13, lang="zh"),
        Game("take 1, 3, 4").pattern(),
        Game("take 1, 3, 4").period(),
        grundy.nash([[1, -1], [-1, 1]]),
        grundy.nash("prisoners", method="pure"),
        game.table(3, 4, show="value"),
    ):
        assert there_and_back(thing).to_dict() == thing.to_dict()
        assert str(there_and_back(thing)) == str(thing)
    assert there_and_back(game.plot(20)).svg == game.plot(20).svg
    (batch,) = grundy.batch("wythoff", polars.DataFrame({"a": [8], "b": [13]}))
    assert pyarrow.record_batch(there_and_back(batch)) == pyarrow.record_batch(batch)
    for thing in (game, Game("nim", misere=True), Position("nim[3] + wythoff[1, 2]"), Position("fibonacci[17; last 3]")):
        assert there_and_back(thing) == thing


def test_rules_in_python_travel_by_their_names():
    own = there_and_back(Game.from_moves(halves, name="halves", misere=True))
    assert own.name == "halves" and own.misere and own.outcome(6) == Game.from_moves(halves, misere=True).outcome(6)
    walk = there_and_back(Game.from_options(9, steps))
    assert [walk.outcome(n) for n in range(8)] == [Game("take 1, 3").outcome(n) for n in range(8)]
    assert there_and_back(walk.position(5)).play(4).outcome == "P"
    assert there_and_back(own.position(6, 7)).heaps == [6, 7]
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Game.from_moves(lambda n: []))


def test_threads_of_one_game_find_what_others_found():
    asked = []

    def rules(n):
        asked.append((n, threading.get_ident()))
        return [1] if n else []

    game = Game.from_moves(rules)
    game.values(200)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        assert pool.submit(game.value, 150).result() == 0
        assert pool.submit(game.values, 200).result().tolist() == [0, 1] * 100 + [0]
    # 0 to 200 once each, and 150 once more for its moves.
    assert len(asked) <= 202


def test_misere_quotients_decide_as_the_search_does():
    found = grundy.quotient("take 1, 3, 4", "kayles", to=9)
    one, other = (found.heaps(game) for game in (0, 1))
    for a in range(6):
        for b in range(6):
            searched = grundy.solve(f"misere take 1, 3, 4[{a}] + kayles[{b}]").outcome
            assert bool(found.is_p[found.table[one[a], other[b]]]) == (searched == "P"), (a, b)
    assert there_and_back(found).to_json() == found.to_json()
    assert found.table[0].tolist() == list(range(found.order))
    with pytest.raises(TypeError):
        grundy.quotient(3)
    with pytest.raises(grundy.InputError) as caught:
        grundy.quotient("wythoff")
    assert caught.value.code == "no-heapwise-game"
    with pytest.raises(grundy.InputError) as caught:
        grundy.quotient("octal(0.3122)", to=8).element(100)
    assert caught.value.code == "no-element"
