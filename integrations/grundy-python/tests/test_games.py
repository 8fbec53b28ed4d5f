"""Questions about games: the same answers as the command line gives."""

import pickle
import random
import re
import threading

import numpy as np
import pytest

import grundy
from grundy import Game, Position


def test_an_answer_has_the_fields_of_the_contract():
    answer = grundy.solve("wythoff 646 583").to_dict()
    assert answer["position"] == [583, 646] and answer["convention"] == "normal" and answer["state"] == {}
    assert answer["moves"] == [
        {"to": [101, 164], "take": [482, 482]},
        {"to": [360, 583], "take": [0, 286]},
        {"to": [399, 646], "take": [184, 0]},
    ]
    assert answer["method"] == {"name": "wythoff", "kind": "theorem", "reference": "W. A. Wythoff 1907"}


def test_positions_are_given_in_every_way_and_mean_the_same():
    ways = [
        grundy.solve("wythoff 646 583"),
        grundy.solve("wythoff[646, 583]"),
        grundy.solve("wythoff", 646, 583),
        grundy.solve("wythoff", [646, 583]),
        grundy.solve(Game("wythoff"), np.array([646, 583])),
        grundy.solve(Position("wythoff[583, 646]")),
        Game("take any or take any from 2 heaps").solve("646 583"),
    ]
    first = ways[0].to_dict()
    for way in ways:
        assert way.to_dict()["moves"] == first["moves"] and way.outcome == "N"
    assert grundy.solve("bash:3 20").outcome == "P"
    assert grundy.solve("nim 1 1 1", misere=True).outcome == grundy.solve("misere nim 1 1 1").outcome == "P"
    for game, heaps in [("nim", [1, 1, 1]), (Game("nim"), [1, 1, 1]), (Position("nim[1, 1, 1]"), [])]:
        assert grundy.solve(game, *heaps).outcome == "N" and grundy.solve(game, *heaps, misere=True).outcome == "P"
    assert grundy.solve(Game("nim", misere=True), 1, 1, 1).outcome == "P"
    with pytest.raises(grundy.InputError, match="a Game or a Position"):
        grundy.solve(3)
    with pytest.raises(grundy.InputError, match="already"):
        grundy.solve(Position("nim[1]"), 2)


def test_numbers_of_any_size_stay_numbers():
    huge = 10**40
    answer = Game("nim").solve(huge, huge + 5)
    assert answer.moves == [{"to": [huge, huge], "take": [0, 5]}]
    assert answer.to_dict()["position"] == [huge, huge + 5]
    assert Game("nim").value(huge, 1) == huge ^ 1
    assert Game("nim").position(huge).heaps == [huge]


def test_limits_and_wrong_input_are_exceptions_that_point():
    with pytest.raises(grundy.InputError) as caught:
        Game("take 1, 3 form 2 heaps")
    assert caught.value.code and caught.value.span is not None and "^" in str(caught.value)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(grundy.InputError, match="negative"):
        Game("nim").outcome(3, -1)
    with pytest.raises(grundy.InputError):
        Game("nim").outcome(2.5)
    with pytest.raises(TypeError):
        Game("nim").outcome(3, speed=9)
    with pytest.raises(grundy.LimitError) as caught:
        Game("octal(0.007)").values(10**9, time=0.05, memory="64GiB")
    assert caught.value.code == "time-limit"
    with pytest.raises(grundy.InputError) as caught:
        grundy.solve("wythof 1 2", lang="zh")
    assert "没有" in caught.value.message
    assert pickle.loads(pickle.dumps(caught.value)).span == caught.value.span


def test_positions_are_played_and_compared():
    start = Position("fibonacci[20]")
    after = start.play([17])
    assert after == Position("fibonacci[17; last 3]") and hash(after) == hash(Position("fibonacci[17; last 3]"))
    assert after.state == {"last": 3} and after.heaps == [17]
    for played in start.solve().moves:
        assert start.play(played).outcome == "P"
    both = Position("nim[3, 4]") + Position("wythoff[1, 2]")
    assert both.heaps == [[3, 4], [1, 2]]
    for played in both.moves():
        assert both.play(played).outcome == played["outcome"]
        assert str(both.play(played)) == played["position"]
    assert {str(option) for option in both.options()} == {one["position"] for one in both.moves()}
    with pytest.raises(grundy.InputError):
        start.play([20])
    assert Position("nim[0]").is_over and not start.is_over
    for said in [5, {"take": [1]}, {"parts": [3]}, {"component": 4, "to": [1]}]:
        with pytest.raises(grundy.InputError):
            start.play(said)
    compound = Position("all(nim[2], nim[3])")
    assert compound.play(compound.solve().moves[0]).outcome == "P"
    for component in (1, 2):
        several = {"parts": [{"component": 0, "to": [1]}, {"component": component, "to": [3]}]}
        with pytest.raises(grundy.InputError):
            compound.play(several)


def test_moves_are_found_among_any_number():
    compound = Position("all(nim[200], nim[201])")
    assert compound.play(compound.solve().moves[0]).outcome == "P"
    heap = Position("nim[12000]")
    assert len(heap.options(10**6)) == 12000 and len(heap.options()) == 1000 and len(heap.options(10**30)) == 12000
    with pytest.raises(grundy.LimitError):
        Position("nim[10^30]").options(10**9, memory="64MiB")


def test_numbers_in_reasons_are_numbers_whatever_they_are_called():
    def leaves(value):
        return [leaf for part in value for leaf in leaves(part)] if isinstance(value, list) else [value]

    kinds = {}
    far = ["wythoff[10^30, 3*10^30]", "nim[10^30, 5]", "fibonacci[10^30]", "bash(3)[10^30]", "moore(2)[10^30, 7]"]
    for question in far:
        found = Position(question).explain()
        assert found.to_dict()["steps"] == found.steps
        for step in found.steps:
            for name, value in step["values"].items():
                for leaf in leaves(value):
                    assert isinstance(leaf, int) or not leaf.lstrip("-").isdigit(), (step["id"], name, leaf)
                    kinds.setdefault((step["id"], name), set()).add(type(leaf))
    assert all(len(kind) == 1 for kind in kinds.values()) and {int} in kinds.values()
    vertex = "12345678901234567890"
    answer = Game(f'graph("a: {vertex}; {vertex}:")').solve("a")
    assert answer.moves[0]["to"] == answer.to_dict()["moves"][0]["to"] == [vertex]


def test_ranges_without_a_heap_are_empty_in_every_game():
    own = Game.from_moves(lambda n: [1, 2])
    for game in [Game("kayles"), Game("nim"), Game("octal(0.007)"), Game("take 1, 3, 4"), own]:
        for to, start in [(5, 7), (2, 3), (10, 20), (0, 10**30)]:
            assert game.values(to, start=start).tolist() == [], (str(game), to, start)
            assert game.plot(to, start=start).svg.startswith("<svg")


def test_counts_are_not_negative():
    game, position = Game("nim"), Position("nim[3]")
    for ask in [
        lambda: game.table(-1),
        lambda: game.table(2, -1),
        lambda: game.solve(3, moves=-1),
        lambda: game.moves(3, most=-1),
        lambda: game.explain(3, replies=-1),
        lambda: game.pattern(-1),
        lambda: game.plot(-1),
        lambda: game.outcome(3, threads=-1),
        lambda: position.moves(-1),
        lambda: position.options(-1),
        lambda: position.solve(moves=-1),
        lambda: grundy.solve("nim 3", moves=-1),
        lambda: grundy.solve("nim 3").text(moves=-1),
    ]:
        with pytest.raises(grundy.InputError, match="negative"):
            ask()
    assert len(position.moves(10**30)) == 3
    with pytest.raises(grundy.Error):
        game.table(10**30)


def test_values_are_those_of_the_recursion_in_the_engines_own_type():
    def recursion(options, length):
        values = []
        for n in range(length):
            seen = {values_of(values, option) for option in options(n)}
            values.append(next(v for v in range(len(seen) + 1) if v not in seen))
        return values

    def values_of(values, option):
        total = 0
        for heap in option:
            total ^= values[heap]
        return total

    kayles = recursion(lambda n: [(a, n - k - a) for k in (1, 2) if k <= n for a in range(n - k + 1)], 300)
    found = Game("kayles").values(299)
    assert found.tolist() == kayles and found.dtype == np.uint16
    assert Game("kayles").values(299, start=100).tolist() == kayles[100:]
    subtract = recursion(lambda n: [(n - k,) for k in (1, 3, 4) if k <= n], 500)
    found = Game("take 1, 3, 4").values(499)
    assert found.tolist() == subtract and found.dtype == np.uint8
    # The memory is the engine's.
    assert not found.flags.owndata and type(found.base).__name__ == "PySliceContainer"
    assert Game("nim").values(10**6)[-1] == 10**6
    far = Game("nim").values(10**30 + 2, start=10**30)
    assert far.dtype == object and far.tolist() == [10**30, 10**30 + 1, 10**30 + 2]
    assert Game("kayles").values(12 * 10**30, start=12 * 10**30).tolist() == [4]
    with pytest.raises(grundy.InputError):
        Game("kayles", misere=True).values(10)


def test_periods_are_proved_and_certified():
    kayles = Game("kayles")
    found = kayles.period()
    assert (found.period, found.preperiod, found.saltus, found.max_value) == (12, 71, 0, 8)
    assert found and found.proved and found.reason is None and found.to_dict()["checked_to"] == found.checked_to
    assert pickle.loads(pickle.dumps(found)) == found and "period=12, preperiod=71" in repr(found)
    text = kayles.certificate()
    assert grundy.verify(text)["valid"] and grundy.verify(text.encode())["valid"]
    wrong = text.replace('"preperiod":71', '"preperiod":70')
    answer = grundy.verify(wrong)
    assert not answer["valid"] and answer["code"] == "repetition"
    with pytest.raises(grundy.InputError):
        grundy.verify("{}")
    with pytest.raises(grundy.InputError):
        Game("bash(10^6)").certificate()
    with pytest.raises(grundy.LimitError):
        kayles.certificate(50)
    unknown = Game("octal(0.007)").period(2000)
    assert not unknown and not unknown.proved and (unknown.period, unknown.proof) == (None, None)
    assert (unknown.reason, unknown.checked_to) == ("limit", 2000) and "period=None" in repr(unknown)
    assert Game(f"bash({10**30})").period().period == 10**30 + 1
    with pytest.raises(ValueError):
        grundy.Period("[1]")


def test_texts_read_before_mean_the_same():
    assert [Game("nim").outcome(1, 1, 1) for _ in range(3)] == ["N"] * 3
    assert [Game("nim", misere=True).outcome(1, 1, 1) for _ in range(3)] == ["P"] * 3
    assert Game("nim").outcome(1, 1, 1) == "N"
    # More texts than are remembered.
    for _ in range(2):
        for most in range(1, 400):
            assert Game(f"bash({most})").outcome(most + 1) == "P" and Game(f"bash({most})").outcome(most) == "N"
    for _ in range(2):
        with pytest.raises(grundy.InputError):
            Game("wythof")
    graphs = ["a: b; b:", "a: b; b: c; c:"]
    assert [Game(f'graph("{text}")').outcome("a") for text in graphs + graphs] == ["N", "P"] * 2


def test_tables_are_arrays_and_pictures():
    table = Game("wythoff").table(20, 30, show="value")
    array = np.asarray(table)
    assert array.shape == (20, 30) == table.shape and array.dtype == np.uint32
    game = Game("wythoff")
    for a, b in [(0, 0), (3, 5), (7, 29), (19, 4)]:
        assert game.value(a, b) == array[a, b]
    assert table._repr_svg_().startswith("<svg") and table.png()[:4] == b"\x89PNG"
    assert table.to_dict()["rows"] == array.tolist()
    with pytest.raises(grundy.InputError):
        game.table(3, show="colour")
    assert "<svg" in Game("kayles").plot(200).svg


def test_arrays_of_positions():
    random.seed(5)
    for text in ["wythoff", "nim", "bash(6)", "misere nim", "euclid", "take 1, 3, 4", "kayles"]:
        game = Game(text)
        a = np.array([random.randrange(1, 40) for _ in range(60)])
        b = np.array([random.randrange(1, 40) for _ in range(60)], dtype=np.uint8)
        found = game.outcomes(a, b)
        assert found.dtype == np.dtype("<U1")
        assert found.tolist() == [game.outcome(x, y) for x, y in zip(a, b)], text
    values = Game("kayles").values_of(np.arange(50).reshape(5, 10), 7)
    assert values.shape == (5, 10)
    assert values.ravel().tolist() == [Game("kayles").value(n, 7) for n in range(50)]
    with pytest.raises(grundy.InputError, match="negative"):
        Game("nim").outcomes(np.array([1, -2]), 3)
    assert Game("fibonacci").values_of([3, 8]).tolist() == [Game("fibonacci").value(n) for n in (3, 8)]
    with pytest.raises(grundy.InputError, match="mis.re"):
        Game("misere nim").values_of([3])
    for text in ("wythoff", "euclid"):
        assert Game(text).values_of([3, 5], 4).tolist() == [Game(text).value(n, 4) for n in (3, 5)]
    with pytest.raises(grundy.InputError, match=r"\[1\] has no Grundy value") as caught:
        Game('graph("1: 2; 2: 1; 3:")').values_of([3, 1])
    assert caught.value.row == 1
    with pytest.raises(grundy.InputError):
        Game("nim").outcomes(np.array([1.5]))
    assert Game("nim").outcomes(np.array([], dtype=int), 3).shape == (0,)


def test_patterns_say_rules_and_write_programs():
    pattern = Game("take 1, 3, 4").pattern()
    assert pattern.status == "proved" and pattern.to_dict()["p_positions"] == "n mod 7 in {0, 2}"
    for language in ["cpp", "python", "rust"]:
        assert len(pattern.emit(language)) > 100
    names = {}
    exec(compile(pattern.emit("python").split("if __name__")[0].split("for line in")[0], "emitted", "exec"), names)
    with pytest.raises(grundy.InputError):
        pattern.emit("cobol")


def test_reasons_come_in_both_languages():
    game = Game("wythoff")
    assert "奇异局势" in str(game.explain(3, 5, lang="zh")) and str(game.explain(3, 5)).isascii()
    steps = game.explain(3, 5).steps
    assert all({"id", "values", "text"} <= set(step) for step in steps)
    assert "<li>" in game.solve(8, 15)._repr_html_()


def test_games_know_their_names():
    assert Game("take any").name == "nim" and Game("take 1, 7").name == "subtract(1, 7)"
    assert Game("nim") == Game("take any") != Game("nim", misere=True)
    assert len({Game("nim"), Game("take any")}) == 1
    assert pickle.loads(pickle.dumps(Game("kayles", misere=True))) == Game("kayles", misere=True)
    for text in ["misere nim[3, 4] + wythoff[1, 2]", "fibonacci[17; last 3]", "all(nim[2], nim[3])"]:
        assert pickle.loads(pickle.dumps(Position(text))) == Position(text)
    assert re.fullmatch(r"\d+\.\d+\.\d+", grundy.__version__)
    assert len(grundy.games()) > 20 and grundy.games("威佐夫")[0]["name"] == "wythoff"
    assert repr(Game("misere nim")) == "Game('misere nim')"
    with pytest.raises(grundy.InputError) as caught:
        grundy.games("kayle")
    assert caught.value.suggestion == "kayles"


def test_one_game_answers_on_many_threads():
    game, wrong = Game("take 1, 3, 4, 9"), []
    expected = [game.value(n) for n in range(300)]

    def ask():
        wrong.extend(n for n in range(300) if game.value(n) != expected[n])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_nim_arithmetic_is_that_of_the_field():
    assert grundy.nim("3 * 5 + 2^-1") == 12
    assert grundy.nim("root(6, 7) ** 7") == 6
    most = 2**128 - 1
    assert grundy.nim(f"{most} * {most}^-1") == 1 and grundy.nim(f"{most} + {most}") == 0
    with pytest.raises(grundy.InputError):
        grundy.nim(f"{most + 1}")
    with pytest.raises(grundy.InputError, match="0"):
        grundy.nim("1 / 0")
