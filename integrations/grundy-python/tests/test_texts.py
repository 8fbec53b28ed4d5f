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
    used = {f"error.{code}" for code in re.findall(r'(?:refused|exhausted)\(\s*[\w.()]+,\s*"([\w-]+)"', source)}
    used |= set(re.findall(r'"(note\.\w+)"', source))
    used |= {f"error.{code}" for code in re.findall(r'"(float-payoff|not-a-fraction)"', source)}
    assert used == set(known)
