"""Reads of task results."""

from datetime import timedelta, timezone

from rules import allow, coupling, differences, instant, parameters
from services import IDS, STACK, all_pages, both, refusals, rng_id

OUTPUTS = ["t1", "t2_echo", "zx90_gate_fidelity", "rabi_frequency"]
CALENDAR = timezone(timedelta(hours=9))
"""Of the service: Asia/Tokyo."""
UNFINISHED = {"running", "scheduled", "pending"}


def is_mux(task):
    return task.get("task_type") == "mux" or task.get("name", task.get("task_name")) == "MuxReadout"


def task_answer(theirs, ours, path=""):
    """Compares a task or a task result."""
    a, b = dict(theirs), dict(ours)
    found = []
    if a.get("qid") is not None:
        if is_mux(a):
            allow("mux")
            a["qid"] = ""
            if "task_type" in a:
                a["task_type"] = "system"
        a["qid"] = coupling(a["qid"])
    if a["status"] in UNFINISHED and a.get("task_id") is not None:
        allow("unfinished")
        if a["message"] not in b["message"] or a["status"] not in b["message"]:
            found.append(f"{path}.message does not say that the task had not ended: {b['message']}")
        a["message"], a["status"] = b["message"], "cancelled"
    for name in ("input_parameters", "output_parameters", "run_parameters"):
        if name in a:
            kind = name.split("_")[0]
            origin = (a["end_at"] or "") if kind == "output" else kind
            values = [a.pop(name), b.pop(name)]
            found += parameters(*values, f"{path}.{name}", origin=origin)
    if a.get("note") is not None and b.get("note") is not None and "qdash" in b["note"]:
        allow("texts")
        b["note"] = {name: value for name, value in b["note"].items() if name != "qdash"}
    if "re_executions" in a:
        a["re_executions"] = [{**one, "qid": coupling(one["qid"])} for one in a["re_executions"]]
    return found + differences(a, b, path)


def get_task_result(rng):
    task = rng_id(rng, "task")
    theirs, ours = both(lambda client: client.get_task_result(task))
    wrong = refusals(theirs, ours)
    return wrong if wrong is not None else task_answer(theirs, ours)


def list_task_results(rng):
    start, end = (instant(text) for text in STACK["range"])
    between = start + (end - start) * rng.random()
    filters = {
        "chip_id": rng.choice([None, "alpha", "beta"]),
        "task_name": rng.choice([None, None, *IDS["task_name"]]),
        "qid": rng.choice([None, None, *IDS["qubit"]]),
        "execution_id": rng.choice([None, None, None, rng_id(rng, "execution")]),
        "username": rng.choice([None, None, *IDS["username"]]),
        "status": rng.choice([None, None, "completed", "failed"]),
        "start_from": rng.choice([None, None, between.isoformat()]),
        "start_to": rng.choice([None, None, between.isoformat()]),
        "message_contains": rng.choice([None, None, None, "too low"]),
    }
    page = rng.choice([20, 50, 100])
    call = all_pages(
        lambda limit, skip: lambda client: client.list_task_results(**filters, limit=limit, skip=skip), "items", page
    )
    theirs, ours = both(call)
    # A filter by a status or a qubit finds none of those that have another one here.
    apart = lambda item: is_mux(item) or item["task_id"] in STACK["unfinished"]  # noqa: E731
    a, b = [[item for item in answer["items"] if not apart(item)] for answer in (theirs, ours)]
    for answer, rows in ((theirs, a), (ours, b)):
        if answer["total"] != len(answer["items"]):
            return [f".total {answer['total']} of {len(answer['items'])} items"]
        if len(rows) != len(answer["items"]):
            allow("mux")
    found = differences([item["task_id"] for item in a], [item["task_id"] for item in b], ".items")
    if not found and filters["status"] is None and filters["qid"] is None:
        # What is not over has another status here.
        count = lambda answer: sum(answer["status_counts"].values())  # noqa: E731
        found = differences(count(theirs), count(ours), ".status_counts")
        if not found:
            found = differences(
                [item["task_id"] for item in theirs["items"]], [item["task_id"] for item in ours["items"]]
            )
    for x, y in zip(a, b, strict=False):
        if x["ai_review_status"] != y["ai_review_status"]:
            allow("reviews")
            x = {**x, "ai_review_status": y["ai_review_status"]}
        found += task_answer(x, y, f".{x['task_id']}")
    return found
