"""The exceptions of the package."""

from __future__ import annotations

__all__ = ["Error", "InputError", "InputTypeError", "LimitError"]


class Error(Exception):
    """What the library refused, or could not finish."""

    message: str
    """The sentence, in the language of the call."""
    code: str
    """A word for programs that does not depend on the language, such as ``'unknown-game'``."""
    span: tuple[int, int] | None
    """Where in the text, counted in characters, if it is about a place."""
    suggestion: str | None
    """What was probably meant."""
    report: str
    """The sentence with the line and a mark below the place, in a fixed-width font."""
    row: int | None
    """Which row of a table or an array, counted from 0, if it is about one."""

    def __init__(
        self,
        message: str,
        code: str,
        span: tuple[int, int] | None = None,
        suggestion: str | None = None,
        report: str | None = None,
    ) -> None:
        super().__init__(message, code, span, suggestion, report)
        self.message = message
        self.code = code
        self.span = None if span is None else (span[0], span[1])
        self.suggestion = suggestion
        self.report = message if report is None else report
        self.row = None

    def __str__(self) -> str:
        """The sentence and, where there is one, the place."""
        return self.message if self.span is None else self.report


class InputError(Error, ValueError):
    """The input is wrong, or a size is above a fixed limit: mend the input.

    >>> import grundy
    >>> try:
    ...     grundy.Game("wythof")
    ... except grundy.InputError as error:
    ...     print(error.code, error.span, error.suggestion)
    unknown-game (0, 6) wythoff
    """


class InputTypeError(InputError, TypeError):
    """The input is of a type that cannot be what is asked for, such as a heap of 2.5 stones.

    >>> import grundy
    >>> try:
    ...     grundy.Game("nim").outcome(2.5)
    ... except TypeError as error:
    ...     print(error.code)
    not-a-whole-number
    """


class LimitError(Error):
    """A limit on time or memory was reached: the same question works with more of it.

    >>> import grundy
    >>> try:
    ...     grundy.Game("octal(0.007)").values(10**9, memory="1MiB")
    ... except grundy.LimitError as error:
    ...     print(error.code)
    memory-limit
    """
