"""Every call speaks the language that it is asked to."""

import pytest

import grundy
from grundy import Game, Position


def is_chinese(text):
    return any("\u4e00" <= sign <= "\u9fff" for sign in text)


@pytest.mark.parametrize(
    "ask",
    [
        lambda lang: Game("nim").outcome(-1, lang=lang),
        lambda lang: Game("nim").outcome(2.5, lang=lang),
        lambda lang: Game("nim").outcomes([-1], lang=lang),
        lambda lang: Game("nim").outcomes([1.5], lang=lang),
        lambda lang: Game("nim").values(-1, lang=lang),
        lambda lang: Game("nim").table(3, show="colour", lang=lang),
        lambda lang: Game("nim").value("3 x", lang=lang),
        lambda lang: Game("nim").plot(3, time="long", lang=lang),
        lambda lang: Game("misere nim").values_of([3], lang=lang),
        lambda lang: Game.from_moves(lambda n: [1]).table(3, lang=lang),
        lambda lang: Game.from_moves(lambda n: [1]).outcome(10**30, lang=lang),
        lambda lang: Game.from_options(0, lambda n: None).outcome(lang=lang),
        lambda lang: Position("nim[3]").play(5, lang=lang),
        lambda lang: Position("nim[3]").play([7], lang=lang),
        lambda lang: grundy.batch("nim", None, show="colour", lang=lang),
        lambda lang: grundy.nash([[1.0]], lang=lang),
        lambda lang: grundy.nash([3], lang=lang),
        lambda lang: grundy.solve(3, lang=lang),
    ],
)
def test_errors_are_in_the_language_of_the_call(ask):
    for lang in ["zh", "en", "zh"]:
        with pytest.raises(grundy.InputError) as caught:
            ask(lang)
        assert is_chinese(caught.value.message) == is_chinese(str(caught.value)) == (lang == "zh")
        assert grundy.language() == "en"
    with pytest.raises(grundy.InputError) as caught:
        Game("nim").outcome(-1)
    assert not is_chinese(caught.value.message)


def test_answers_keep_the_language_of_their_question():
    for answer in [grundy.solve("nim", 3, 4, lang="zh"), Game("nim").explain(3, 4, lang="zh").answer]:
        for text in [answer.text(), str(answer), answer._repr_html_()]:
            assert is_chinese(text)
        assert not is_chinese(answer.text("en"))
    assert not is_chinese(str(grundy.solve("nim", 3, 4)))


def test_questions_out_of_rules_do_not_ask_for_the_language_of_the_question_around_them():
    told = []

    def options(n):
        told.append((grundy.language(), is_chinese(str(grundy.solve("nim 3 4")))))
        return []

    Game.from_options(0, options).outcome(lang="zh")
    assert told == [("en", False)]
