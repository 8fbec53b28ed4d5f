"""Every test speaks English unless it says otherwise."""

import pytest

import grundy


@pytest.fixture(autouse=True)
def english():
    grundy.set_language("en")
    yield
    grundy.set_language("en")
