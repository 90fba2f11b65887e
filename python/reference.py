"""`python python/reference.py`: writes docs/python-reference.md from the signatures and docstrings of the package."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
FILE = HERE.parent / "docs" / "python-reference.md"
SOURCE = HERE / "src" / "fiducial_lab"
PARTS = (
    ("Tasks and flows", "tasks flows selections spans outputs figures recorders"),
    ("Chips and values", "chips values tables"),
    ("Client", "client frames"),
    ("Adapters", "adapters"),
    ("Tests of a lab's own", "testing/bench testing/doubles testing/service testing/plugin"),
    ("Errors", "errors"),
)
MORE = {"RunReport", "Records"}
"""What users are given, and do not import."""
WHOLE = ("adapters", "testing/")
"""Modules of which every public name is for users; of the others, those that the package exports."""

HEAD = """# Reference of the Python package

`python python/reference.py` writes this page from the docstrings; a test compares them. The tutorial and the how-tos
are in [Calibrate in Python](python.md). `fiducial_lab.answers` has the types of answers, and `fiducial-lab --help`
describes the commands.
"""


def main() -> None:
    """Write the page."""
    FILE.write_text(reference(), encoding="utf-8")


def reference() -> str:
    """Return the page."""
    return HEAD + "".join(f"\n## {title}\n" + "".join(map(module_text, names.split())) for title, names in PARTS)


def module_text(name: str) -> str:
    """Return the public classes and functions of a module."""
    tree = ast.parse((SOURCE / f"{name}.py").read_text(encoding="utf-8"))
    wanted = None if name.startswith(WHOLE) else exported()
    parts: list[str] = []
    for node in tree.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
            continue
        if (wanted and node.name not in wanted) or not ast.get_docstring(node) or is_overload(node):
            continue
        parts.append(
            class_text(node) if isinstance(node, ast.ClassDef) else f"\n### `{signature(node)}`\n\n{said(node)}\n"
        )
    return "".join(parts)


def exported() -> set[str]:
    """Return the names that the package exports."""
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    names = next(
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    return {*ast.literal_eval(names), *MORE}


def class_text(node: ast.ClassDef) -> str:
    """Return a class with its public methods and attributes."""
    made = next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)
    head = signature(made).replace("__init__", node.name, 1) if made else node.name
    rows = [f"- `{signature(part)}`: {inline(part)}" for part in methods(node)]
    listed = "\n" + "\n".join(rows) + "\n" if rows else ""
    return f"\n### `{head}`\n\n{said(node)}\n{listed}"


def methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Return the documented public methods."""
    for part in node.body:
        is_method = isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
        if is_method and ast.get_docstring(part) and not is_overload(part):
            yield part


def is_overload(node: ast.ClassDef | ast.FunctionDef) -> bool:
    """Whether a definition only types another one."""
    return any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)


def signature(node: ast.FunctionDef) -> str:
    """Return the name with its arguments; a property has none."""
    if any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
        return node.name
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, )?(/, )?", "", arguments)
    return f"{node.name}({arguments})"


def said(node: ast.ClassDef | ast.FunctionDef) -> str:
    """Return a docstring, its arguments as a list."""
    lines = inspect.cleandoc(ast.get_docstring(node) or "").splitlines()
    found: list[str] = []
    in_list = False
    for line in lines:
        if line in ("Args:", "Raises:"):
            in_list = True
            found.append(f"{line[:-1]}:\n")
        elif in_list and (entry := re.match(r"    (\w+): (.*)", line)):
            found.append(f"- `{entry[1]}`: {entry[2]}")
        elif in_list and line.startswith("        "):
            found[-1] += f" {line.strip()}"
        else:
            in_list = in_list and line == ""
            found.append(line)
    return "\n".join(found)


def inline(node: ast.FunctionDef) -> str:
    """Return the text of a method on one line; what its arguments are follows."""
    text = " ".join(inspect.cleandoc(ast.get_docstring(node) or "").split())
    return re.sub(r" (Args|Raises): ", r" ", text)


if __name__ == "__main__":
    main()
    sys.exit(0)
