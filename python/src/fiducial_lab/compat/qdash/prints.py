"""Prints of a flow as lines of the log of its run, which is what `log_prints` asks for."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from .hook import TASKS
from .run import run_or_none


@contextmanager
def logged_prints(asked: bool, function: Callable[..., Any]) -> Generator[None]:
    """Let prints go into the log of the run within this context, if asked.

    These are the prints of the file that has the function, and of the lab's tasks. Other prints stay what they are:
    what shows the log on a console prints too.
    """
    if not asked:
        yield
        return
    own = builtins.print

    def printed(*values: Any, sep: str | None = None, file: Any = None, **more: Any) -> None:
        caller = str(sys._getframe(1).f_globals.get("__name__"))  # pyright: ignore[reportPrivateUsage]
        is_of_flow = caller == function.__module__ or caller.startswith(f"{TASKS}.")
        run = run_or_none()
        if run is None or file is not None or not is_of_flow:
            own(*values, sep=sep, file=file, **more)
            return
        for line in (" " if sep is None else sep).join(map(str, values)).splitlines():
            run.session.log("info", line)

    builtins.print = printed
    try:
        yield
    finally:
        builtins.print = own
