"""Reads of executions and of notes of tasks."""

from results import UNFINISHED, task_answer
from rules import allow, differences
from services import IDS, OURS, ask, both, raw, refusals, rng_id


def run_answer(theirs, ours, path=""):
    a, b = dict(theirs), dict(ours)
    found = []
    if a["status"] in UNFINISHED:
        allow("unfinished")
        a["status"], a["end_at"], a["elapsed_time"] = "failed", b["end_at"], b["elapsed_time"]
    if a["elapsed_time"] != b["elapsed_time"] and str(b["elapsed_time"]).startswith(a["elapsed_time"] or "none"):
        allow("fractions")
        a["elapsed_time"] = b["elapsed_time"]
    return found + differences(a, b, path, more=True)


def list_executions(rng):
    chip, skip, limit = rng_id(rng, "chip"), rng.choice([0, 0, 3, 30]), rng.choice([1, 5, 20, 100])
    theirs, ours = both(lambda client: client.list_executions(chip_id=chip, skip=skip, limit=limit))
    if theirs.pop("total", None) is None and ours.pop("total", None) is not None:
        allow("total")
    rows = [answer.pop("executions") for answer in (theirs, ours)]
    found = differences(theirs, ours) + differences(*[[one["execution_id"] for one in own] for own in rows])
    pairs = zip(*rows, strict=False)
    return found + [one for a, b in pairs for one in run_answer(a, b, f".{a['execution_id']}")]


def get_execution(rng):
    execution = rng_id(rng, "execution")
    call = rng.choice(
        [
            lambda client: client.get_execution(execution),
            lambda client: client.wait_for_execution(execution, terminal_statuses={"completed", "failed", "running"}),
        ]
        if execution in IDS["execution"]
        else [lambda client: client.get_execution(execution)]
    )
    theirs, ours = both(call)
    wrong = refusals(theirs, ours)
    if wrong is not None:
        return wrong
    tasks, own = theirs.pop("task"), ours.pop("task")
    results = ask(OURS, raw(f"/executions/{execution}", include="results", limit=100))["task"]
    found = run_answer(theirs, ours) + differences([t["task_id"] for t in tasks], [t["task_id"] for t in own], ".task")
    if found:
        return found
    whole = {task["task_id"]: task for task in results}
    for a, b in zip(tasks, own, strict=True):
        left_out = [
            name for name, value in b.items() if value is None and a[name] is not None and a["status"] != "running"
        ]
        if left_out:
            allow("run results")
        filled = {name: whole[a["task_id"]].get(name) if name in left_out else value for name, value in b.items()}
        found += task_answer(a, filled, f".{a['task_id']}")
    return found


def get_task_note(rng):
    task = rng.choice([*IDS["task"][:6], rng_id(rng, "task")])
    theirs, ours = both(lambda client: client.get_task_note(task))
    return differences(theirs, ours)
