"""The page of reference is made of the docstrings."""

from __future__ import annotations

import sys

from conftest import HERE

sys.path.insert(0, str(HERE.parent))

import reference


def test_the_reference_is_what_the_docstrings_say():
    written = reference.FILE.read_text(encoding="utf-8")
    assert written == reference.reference(), "run python python/reference.py"


def test_every_public_name_is_in_the_reference():
    import fiducial_lab

    text = reference.reference()
    # A figure is whatever a plot returns: an alias, without a docstring.
    assert [name for name in fiducial_lab.__all__ if f"### `{name}" not in text] == ["Figure"]
