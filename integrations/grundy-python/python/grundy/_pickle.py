"""How objects of the package travel between processes: as the question, which is answered again where it arrives.

Rules in Python travel as pickle sends functions, by their names: they are to be found in a module.
"""

from __future__ import annotations

from typing import Any

from . import Answer, Batch, Equilibria, Explanation, Game, Pattern, Position, Quotient, Table, nash, quotient as _quotient

__all__: list[str] = []


def game(text: str, misere: bool, files: Any) -> Game:
    return Game(text, misere=misere, files=files)


def game_of_options(start: Any, options: Any, parts: Any, ends: Any, name: str, misere: bool) -> Game:
    return Game.from_options(start, options, parts=parts, ends=ends, name=name, misere=misere)


def game_of_moves(moves: Any, name: str, misere: bool) -> Game:
    return Game.from_moves(moves, name=name, misere=misere)


def position(text: str, files: Any) -> Position:
    return Position(text, files=files)


def position_of(rules: Game, heaps: Any) -> Position:
    return rules.position(heaps)


def answer(asked: Position, value: bool, moves: int, lang: Any) -> Answer:
    return asked.solve(value=value, moves=moves, lang=lang)


def explanation(asked: Position, replies: int, lang: Any) -> Explanation:
    return asked.explain(replies=replies, lang=lang)


def table(rules: Game, rows: int, columns: int, show: Any, lang: Any) -> Table:
    return rules.table(rows, columns, show=show, lang=lang)


def pattern(rules: Game, heaps: int | None, to: int | None, lang: Any) -> Pattern:
    return rules.pattern(heaps, to=to, lang=lang)


def equilibria(matrix: str, method: Any, lang: Any) -> Equilibria:
    return nash(matrix, method=method, lang=lang)


def quotient(games: list[str], to: int | None) -> Quotient:
    return _quotient(games[0], *games[1:], to=to)


def batch(table: Any) -> Batch:
    return Batch(table)
