"""Long work lets others go on, can be stopped, and says how far it is."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from grundy import Game

SLOW = "octal(0.007)"


def test_other_threads_go_on():
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(Exception):
        Game(SLOW).values(10**9, time=0.5, memory="64GiB")
    done.set()
    thread.join()
    assert counted[0] > 20


def test_progress_is_told_and_its_exceptions_end_the_work():
    told = []

    class Enough(Exception):
        pass

    def progress(done, total):
        told.append((done, total))
        if len(told) == 2:
            raise Enough

    with pytest.raises(Enough):
        Game(SLOW).values(10**9, memory="64GiB", progress=progress)
    assert len(told) == 2 and told[0][0] <= told[1][0] and told[0][1] == 10**9 + 1


def test_a_notebook_shows_positions_quickly_and_lets_interrupts_through():
    endless = Game.from_options(0, lambda n: [n + 1, n + 2]).position()
    begun = time.monotonic()
    assert "own" in endless._repr_html_() and time.monotonic() - begun < 20

    def interrupted(n):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Game.from_options(0, interrupted).position()._repr_html_()


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
@pytest.mark.parametrize(
    "work",
    [
        f'Game("{SLOW}").values(10**9, memory="64GiB")',
        f'Game("{SLOW}").period(10**9, memory="64GiB")',
        'Game("take squares from up to 2 heaps freely").outcome(3000, 3001, 3002, 3003, memory="64GiB", time=600)',
        "Game.from_options(0, lambda n: [n + 1]).outcome()",
        f'batch("{SLOW}", pyarrow.table({{"a": [10**8]}}), memory="64GiB").__next__()',
    ],
)
def test_interrupts_are_honoured(work):
    program = textwrap.dedent(
        f"""
        import sys, pyarrow
        from grundy import Game, batch
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.4)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=30)
    assert out == "interrupted\n"
