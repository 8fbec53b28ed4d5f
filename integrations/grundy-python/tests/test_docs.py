"""Examples run: those of the docstrings, and those of the book."""

import doctest
import inspect
import pathlib

import pytest

import grundy

ROOT = pathlib.Path(__file__).parents[3]


def documented():
    """Everything public with its docstring, by name."""
    yield "grundy", grundy.__doc__
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for inner, member in vars(thing).items():
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", member.__doc__


@pytest.mark.parametrize("name, text", [pair for pair in documented()], ids=lambda value: value[:40])
def test_docstrings_say_something_and_their_examples_run(name, text):
    assert text and text.strip(), name
    run(name, inspect.cleandoc(text))


def run(name, text):
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    report = []
    doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not report, "".join(report)


def test_help_begins_with_what_the_package_is_for():
    first = grundy.__doc__.splitlines()[:10]
    assert "who wins" in first[0] and any(line.startswith(">>> grundy.solve") for line in first)


@pytest.mark.parametrize(
    "page, least",
    [("docs/src/en/python.md", 10), ("docs/src/zh/python.md", 10), ("docs/src/en/tour.md", 1), ("docs/src/zh/tour.md", 1)],
)
def test_the_examples_of_the_pages_run(page, least):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    assert len(blocks) >= least
    grundy.set_language("zh" if "zh" in page else "en")
    run(page, "\n".join(blocks))
