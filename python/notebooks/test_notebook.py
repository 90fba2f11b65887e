"""The notebook runs from top to bottom, in a running event loop as in Jupyter, on the demo of `npm run test:python`."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

NOTEBOOKS = sorted(Path(__file__).parent.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path, monkeypatch):
    described = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])
    monkeypatch.setenv("FIDUCIAL_URL", described["base_url"])
    monkeypatch.setenv("FIDUCIAL_TOKEN", described["api_token"])
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    variables = {"__name__": "__main__"}

    async def run():
        for number, cell in enumerate(cells):
            if cell["cell_type"] == "code":
                assert cell["outputs"] == []
                exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), variables)

    asyncio.run(run())
    assert [result.status for result in variables["report"].results] == ["completed"] * 3
    assert len(variables["values"]) > 60
    assert [row["target"] for row in variables["waiting"]] == [variables["outcome"].target.id]
    assert not [row for row in variables["client"].proposals("DEMO64") if row["comment"] == "A tour"]
