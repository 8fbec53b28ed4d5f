"""Stone-taking and other impartial games, solved exactly: who wins, every winning move, and why.

>>> import grundy
>>> grundy.solve("wythoff 646 583").outcome
'N'

``Game`` reads rules once and answers often, ``Position`` is there to play on, ``nash`` solves payoff
matrices, ``batch`` answers tables, ``games()`` lists the games with names.
"""

from __future__ import annotations

from ._errors import Error, InputError, InputTypeError, LimitError
from ._grundy import (
    Answer,
    Batch,
    Equilibria,
    Explanation,
    Game,
    Pattern,
    Period,
    Picture,
    Position,
    Quotient,
    Rows,
    Table,
    __version__,
    batch,
    explain,
    games,
    language,
    nash,
    nim,
    quotient,
    set_language,
    solve,
    verify,
)

__all__ = [
    "Answer",
    "Batch",
    "Equilibria",
    "Error",
    "Explanation",
    "Game",
    "InputError",
    "InputTypeError",
    "LimitError",
    "Pattern",
    "Period",
    "Picture",
    "Position",
    "Quotient",
    "Rows",
    "Table",
    "batch",
    "explain",
    "games",
    "language",
    "nash",
    "nim",
    "quotient",
    "set_language",
    "solve",
    "verify",
]
