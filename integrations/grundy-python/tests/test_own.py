"""Rules written in Python."""

import random
import time

import pytest

import grundy
from grundy import Game, Position


def heaps_by_options(amounts, misere=False):
    """Heaps as tuples, by their options."""

    def options(heaps):
        for at, heap in enumerate(heaps):
            for amount in amounts:
                if amount <= heap:
                    yield tuple(sorted((*heaps[:at], heap - amount, *heaps[at + 1 :])))

    return Game.from_options((0,), options, misere=misere)


@pytest.mark.parametrize("misere", [False, True])
def test_rules_in_python_agree_with_the_notation(misere):
    random.seed(11)
    for _ in range(12):
        amounts = sorted(random.sample(range(1, 8), random.randint(1, 3)))
        notation = Game(f"take {', '.join(map(str, amounts))}", misere=misere)
        by_moves = Game.from_moves(lambda n: [k for k in amounts if k <= n], misere=misere)
        by_options = heaps_by_options(amounts, misere)
        for _ in range(8):
            heaps = [random.randrange(9) for _ in range(random.randint(1, 3))]
            expected = notation.solve(heaps)
            for own, given in [(by_moves, heaps), (by_options, [tuple(sorted(heaps))])]:
                answer = own.solve(*given)
                assert answer.outcome == expected.outcome, (amounts, heaps)
                left = sorted(tuple(one["to"]) for one in answer.moves)
                assert left == sorted(tuple(one["to"]) for one in expected.moves), (amounts, heaps)
                if not misere:
                    assert own.value(*given) == notation.value(heaps)


def test_amounts_may_hang_on_the_heap():
    own = Game.from_moves(lambda n: range(1, n // 2 + 1))
    notation = Game("take 1..n/2")
    assert own.values(60).tolist() == notation.values(60).tolist()
    assert own.values(60, start=40).tolist() == notation.values(60, start=40).tolist()


def test_sums_with_games_of_the_notation():
    own = Game.from_moves(lambda n: range(1, min(n, 3) + 1))
    for n in range(6):
        for m in range(6):
            both = own.position(n) + Position(f"nim[{m}]")
            assert both.outcome == (Position(f"bash(3)[{n}]") + Position(f"nim[{m}]")).outcome
            for played in both.solve().moves:
                assert both.play(played).outcome == "P"


def test_positions_are_the_objects_themselves():
    class Corner:
        """A coin on a board goes left or up by one, or diagonally to the corner."""

        start = (3, 4)

        def options(self, at):
            row, column = at
            if row:
                yield (row - 1, column)
            if column:
                yield (row, column - 1)

    game = Game.from_rules(Corner())
    assert game.name == "Corner" and game.outcome() == "N" and game.outcome((2, 2)) == "P"
    answer = game.solve()
    assert {one["to"] for one in answer.moves} == {(2, 4), (3, 3)}
    start = game.position()
    assert start.heaps == (3, 4) and start.play((3, 3)).heaps == (3, 3)
    assert {option.heaps for option in start.options()} == {(2, 4), (3, 3)}


def test_circles_are_draws_and_ends_may_be_decreed():
    ring = {0: [1], 1: [2], 2: [0, 3], 3: []}
    game = Game.from_options(0, ring.__getitem__)
    assert [game.outcome(n) for n in range(4)] == ["N", "P", "N", "P"]
    assert Game.from_options("a", {"a": ["b"], "b": ["a"]}.__getitem__).outcome() == "D"
    won = Game.from_options(1, lambda n: [n - 1, n + 1], ends=lambda n: "N" if n == 0 else "P" if n == 2 else None)
    assert won.outcome() == "N" and won.outcome(0) == "N"


def test_parts_are_worth_their_sum():
    calls = []

    def options(heaps):
        calls.append(heaps)
        return [(*heaps[:i], h - k, *heaps[i + 1 :]) for i, h in enumerate(heaps) for k in (1, 2) if k <= h]

    game = Game.from_options((0,), options, parts=lambda heaps: [(h,) for h in heaps] if len(heaps) > 1 else None)
    assert game.value((7, 8, 9)) == (7 % 3) ^ (8 % 3) ^ (9 % 3)


def test_exceptions_come_out_as_themselves_and_spoil_nothing():
    broken = [True]

    def options(n):
        if n == 3 and broken[0]:
            raise KeyError("three")
        return [n - 1] if n else []

    game = Game.from_options(9, options)
    for _ in range(2):
        with pytest.raises(KeyError, match="three"):
            game.outcome()
    assert game.outcome(2) == "P"
    broken[0] = False
    assert [game.outcome(n) for n in range(10)] == ["P", "N"] * 5
    with pytest.raises(ZeroDivisionError):
        Game.from_moves(lambda n: [n // 0]).value(4)
    with pytest.raises(TypeError):
        Game.from_options(0, lambda n: [[]]).outcome()
    with pytest.raises(TypeError):
        Game.from_options(0, 7)
    with pytest.raises(grundy.InputError):
        Game.from_options(1, lambda n: [], ends=lambda n: "W").outcome()


def test_a_forgotten_return_is_not_the_end_of_the_game():
    with pytest.raises(grundy.InputError, match="return"):
        Game.from_options(0, lambda n: None).outcome()
    with pytest.raises(TypeError):
        Game.from_moves(lambda n: None).outcome(3)
    whole = Game.from_options(2, lambda n: [n - 1] if n else [], parts=lambda n: None)
    assert whole.outcome() == "P"


def test_heaps_are_given_as_to_other_games():
    own, notation = Game.from_moves(lambda n: range(1, min(n, 2) + 1)), Game("take 1, 2")
    for heaps in [(3, 4), ([3, 4],), ("3 4",), ("3, 4",), ("3", "4"), ((4, 3),)]:
        left = [[move["to"] for move in game.solve(*heaps).moves] for game in (own, notation)]
        assert left[0] == left[1] == [[1, 4], [3, 3]]
    for wrong in [(-1,), (10**30,), (2.5,), ("x",), ([3, -1],)]:
        with pytest.raises(grundy.InputError):
            own.outcome(*wrong)


def test_moves_are_found_among_any_number():
    far = Game.from_options(0, lambda n: range(1, 20001) if n == 0 else [])
    assert far.position().play(20000).heaps == 20000 and len(far.position().options(10**6)) == 20000
    for wrong in (20001, [1], "x"):
        with pytest.raises(grundy.InputError):
            far.position().play(wrong)
    heap = Game.from_moves(lambda n: range(1, n + 1)).position(20000)
    assert heap.play([7]).heaps == [7] and heap.play({"to": [19999]}).heaps == [19999]
    both = Game.from_moves(lambda n: [1] if n else []).position(3) + Position("nim[2]")
    assert both.play({"component": 1, "to": [1]}).heaps == [[3], [1]]
    assert both.play([2]).heaps == [[2], [2]]


def test_values_keep_to_time_and_memory():
    def slow(n):
        time.sleep(0.01)
        return [1] if n else []

    for ask in [lambda game: game.values(200, time=0.2), lambda game: game.plot(200, time=0.2)]:
        with pytest.raises(grundy.LimitError) as caught:
            ask(Game.from_moves(slow))
        assert caught.value.code == "time-limit"
    for to, start in [(2**64 - 1, 0), (2**64 - 1, 1), (10**12, 0)]:
        with pytest.raises(grundy.LimitError) as caught:
            Game.from_moves(slow).values(to, start=start)
        assert caught.value.code == "memory-limit"
    with pytest.raises(grundy.InputError):
        Game.from_moves(slow).values(2**64)


def test_rules_may_ask_questions_themselves():
    inner = Game("nim")
    game = Game.from_options(5, lambda n: [k for k in range(n) if inner.outcome(k, 1) == "N"])
    assert game.outcome() == "N"
    recursive = Game.from_options(4, lambda n: [n - 1] if n and recursive.outcome(n - 1) in "NP" else [])
    assert recursive.outcome() == "P"


def test_games_without_end_stop_at_their_limit():
    with pytest.raises(grundy.LimitError):
        Game.from_options(0, lambda n: [n + 1, n + 2]).outcome(time=0.3)


def test_heaps_of_scripts_and_graphs_are_as_they_are_nested_and_named() -> None:
    assert Position('script("fn options(p) { [] }")[[1, 2], 3]').heaps == [[1, 2], 3]
    assert Position('graph("a: b")[a]').heaps == ["a"]


def test_amounts_that_cannot_be_taken_are_errors():
    for amounts in (lambda n: [-1], lambda n: [n + 1], lambda n: [0], lambda n: [10**30]):
        for ask in (lambda game: game.values(5), lambda game: game.outcome(3), lambda game: game.value(2)):
            with pytest.raises(grundy.InputError) as caught:
                ask(Game.from_moves(amounts))
            assert caught.value.code == "no-amount"
    with pytest.raises(TypeError):
        Game.from_moves(lambda n: [1.0]).values(3)


def test_values_in_a_row_are_those_one_by_one():
    random.seed(5)
    for _ in range(20):
        amounts = sorted(random.sample(range(1, 12), random.randint(1, 4)))
        rules = lambda n: [k for k in amounts if k <= n and (n + k) % 3]  # noqa: E731
        whole, single = Game.from_moves(rules), Game.from_moves(rules)
        values = whole.values(40).tolist()
        assert values == [single.value(n) for n in range(41)]
        # What is known of single heaps serves sums, and misere play is not mistaken for it.
        misere = Game.from_moves(rules, misere=True)
        assert len(misere.position(40).options()) == len(rules(40))
        assert whole.value(40, 39, 7) == values[40] ^ values[39] ^ values[7]
        for n in range(12):
            expected = all(misere.outcome(n - k) == "N" for k in rules(n)) and rules(n) != []
            assert (misere.outcome(n) == "P") == expected


def test_rules_are_asked_once_for_each_heap_of_a_row():
    asked = []

    def rules(n):
        asked.append(n)
        return [1] if n else []

    game = Game.from_moves(rules)
    game.values(50)
    game.values(70, start=60)
    assert asked == list(range(71))
