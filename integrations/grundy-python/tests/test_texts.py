"""Every sentence of the package exists in both languages, and none is left over."""

import pathlib
import re

import pytest

CRATE = pathlib.Path(__file__).parents[1]


def test_texts_are_there_in_both_languages_and_used():
    tomllib = pytest.importorskip("tomllib")
    texts = tomllib.loads((CRATE / "locales" / "python.toml").read_text(encoding="utf-8"))
    known = {}
    for group in ("error", "note"):
        for name, entry in texts[group].items():
            assert set(entry) == {"en", "zh"} and entry["en"].isascii() and not entry["zh"].isascii(), name
            blanks = {language: set(re.findall(r"%\{(\w+)\}", text)) for language, text in entry.items()}
            assert blanks["en"] == blanks["zh"], name
            known[f"{group}.{name}"] = entry
    source = "".join(path.read_text(encoding="utf-8") for path in (CRATE / "src").rglob("*.rs"))
    calls = r'(?:refused|exhausted|mistyped)\(\s*[\w.()]+,\s*"([\w-]+)"'
    assert {f"error.{code}" for code in re.findall(calls, source)} <= set(known)
    used = {text for text in known if f'"{text}"' in source or f'"{text.removeprefix("error.")}"' in source}
    assert used == set(known)
