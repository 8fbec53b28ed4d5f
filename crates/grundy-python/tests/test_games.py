"""Questions about games: the same answers as the command line gives."""

import pickle
import random
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
    compound = Position("all(nim[2], nim[3])")
    assert compound.play(compound.solve().moves[0]).outcome == "P"


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
        assert found.dtype == np.dtype("S1")
        assert [letter.decode() for letter in found] == [game.outcome(x, y) for x, y in zip(a, b)], text
    values = Game("kayles").values_of(np.arange(50).reshape(5, 10), 7)
    assert values.shape == (5, 10)
    assert values.ravel().tolist() == [Game("kayles").value(n, 7) for n in range(50)]
    with pytest.raises(grundy.InputError, match="negative"):
        Game("nim").outcomes(np.array([1, -2]), 3)
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
