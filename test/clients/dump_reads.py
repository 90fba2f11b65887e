"""
Reads by QDash's published client, drawn by seed, of QDash with a dump and of the service that has imported it. They are
equal but for the differences of `dump_rules.py`. The last line counts two checks of each method: its reads are equal, and
a difference that is planted in them is noticed.
"""

import json
import os
import random
from datetime import timedelta, timezone
from unittest import mock

from dump_rules import RULES, allow, coupling, differences, instant, parameters, used
from qdash.client import QDashClient
from qdash.client.services.errors import QDashApiError

STACK = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])
IDS = STACK["ids"]
REFUSED = STACK["refused"]
COUNT = int(os.environ.get("DUMP_READS", "200"))
SEED = int(os.environ.get("DUMP_SEED", "1"))
OUTPUTS = ["t1", "t2_echo", "zx90_gate_fidelity", "rabi_frequency"]
CALENDAR = timezone(timedelta(hours=9))
"""Of the service: Asia/Tokyo."""
UNFINISHED = {"running", "scheduled", "pending"}


def client_of(address):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QDASH_")}
    env = {"QDASH_BASE_URL": address["base_url"], "QDASH_API_TOKEN": address["api_token"]}
    with mock.patch.dict(os.environ, {**clean, **env, "QDASH_PROJECT_ID": STACK["project_id"]}, clear=True):
        return QDashClient.from_env()


PEER, OURS = client_of(STACK["peer"]), client_of(STACK["ours"])


def plain(value):
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return [plain(one) for one in value] if isinstance(value, list) else value


PLANT = None
"""Chooses what is changed in each of our answers, to see that it is noticed."""


def ask(client, call):
    try:
        answer = plain(call(client))
    except QDashApiError as error:
        answer = {"refused": error.status_code}
    if client is PEER:
        LAST.append(answer)
    return planted(answer, LAST[-1], PLANT) if PLANT and client is OURS else answer


LAST = [None]
"""What QDash answered."""


def planted(answer, theirs, choice):
    """The answer with another value in one place that QDash's answer has too."""
    copy = json.loads(json.dumps(answer))
    if isinstance(copy, str):
        return f"{copy} changed"
    part = copy
    while part:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        shared = [key for key in keys if isinstance(theirs, dict) and key in theirs] or keys
        key = choice.choice(shared)
        theirs = theirs.get(key) if isinstance(theirs, dict) else next(iter(theirs), None) if isinstance(theirs, list) else None
        if not isinstance(part[key], dict | list):
            part[key] = part[key] + 1 if isinstance(part[key], float | int) else f"{part[key]} changed"
            break
        part = part[key]
    return copy


def raw(path, **query):
    """A read that the client has no method for, by its transport."""
    return lambda client: client._request("GET", path, params={k: v for k, v in query.items() if v is not None}).data


def both(call):
    return ask(PEER, call), ask(OURS, call)


def is_refused(answer):
    return isinstance(answer, dict) and set(answer) == {"refused"}


def refusals(theirs, ours, path=""):
    """What differs where at least one service refused; None if both answered."""
    if not is_refused(theirs) and not is_refused(ours):
        return None
    if is_refused(ours) and ours["refused"] == 404 and theirs == {"refused": 500}:
        allow("not found")
        return []
    return differences(theirs, ours, path)


def unknown_chip(theirs, ours, name):
    """As `refusals`; QDash has an empty list of a chip that it does not have."""
    if is_refused(theirs) == is_refused(ours) or theirs.get(name):
        return refusals(theirs, ours)
    allow("not found")
    return []


def all_pages(call, name, limit):
    """Every row of a paged list; `call` makes a call of a page."""

    def of(client):
        rows, answer = [], None
        while answer is None or len(rows) < answer["total"]:
            answer = plain(call(limit, len(rows))(client))
            if not answer[name]:
                break
            rows += answer[name]
        return {**answer, name: rows}

    return of


# --- Chips, qubits and couplings


def merged(rows):
    """The documents of one qubit or coupling as one: the newest value of each metric."""
    data, first = {}, rows[0]
    for metric, model in [entry for row in rows for entry in row["data"].items()]:
        known = data.get(metric)
        at = lambda one: instant(one["calibrated_at"]) if isinstance(one, dict) and one.get("calibrated_at") else None  # noqa: E731
        if known is None or (at(model) and (not at(known) or at(model) > at(known))):
            data[metric] = model
    return {**first, "data": data}


def targets(kind, chip, limit):
    """All qubits or couplings of a chip in both services, QDash's as one each."""
    page = getattr(QDashClient, f"list_chip_{kind}s")
    call = all_pages(lambda n, skip: lambda client: page(client, chip, limit=n, offset=skip), f"{kind}s", limit)
    theirs, ours = both(call)
    if is_refused(theirs):
        return theirs, ours
    groups = {}
    for row in theirs[f"{kind}s"]:
        if row["qid"] in REFUSED.get(kind, []):
            allow("refused")
        else:
            groups.setdefault(coupling(row["qid"]), []).append(row)
    for rows in groups.values():
        if kind == "qubit" and len(rows) > 1:
            allow("copies")
    rows = [{**merged(rows), "qid": qid} for qid, rows in groups.items()]
    return rows, ours if is_refused(ours) else ours[f"{kind}s"]


def target_differences(theirs, ours):
    path = f".{theirs['qid']}"
    found = differences({**theirs, "data": None}, {**ours, "data": None}, path)
    a, b = dict(theirs["data"]), dict(ours["data"])
    return found + parameters(a, b, f"{path}.data", origin="value")


def list_targets(kind):
    def read(rng, chip):
        limit = rng.choice([1, 2, 5, 50, 100])
        theirs, ours = targets(kind, chip, limit)
        wrong = refusals(theirs, ours)
        if wrong is not None:
            return wrong
        by_qid = {row["qid"]: row for row in ours}
        found = differences(sorted(row["qid"] for row in theirs), sorted(by_qid), ".qids")
        return found or [one for row in theirs for one in target_differences(row, by_qid[row["qid"]])]

    return lambda rng: read(rng, rng_id(rng, "chip"))


def get_target(kind):
    def read(rng):
        chip, qid = rng_id(rng, "chip"), rng_id(rng, kind)
        method = getattr(QDashClient, f"get_chip_{kind}")
        theirs, ours = both(lambda client: method(client, chip, qid))
        if qid in REFUSED.get(kind, []) and is_refused(ours):
            allow("refused")
            return []
        wrong = refusals(theirs, ours)
        if wrong is not None:
            return wrong
        rows, _ = targets(kind, chip, 100)
        whole = next(row for row in rows if row["qid"] == coupling(qid))
        return target_differences(whole, ours)

    return read


def chip_answer(theirs, ours):
    counts = [len(targets(kind, theirs["chip_id"], 100)[0]) for kind in ("qubit", "coupling")]
    return differences({**theirs, "qubit_count": counts[0], "coupling_count": counts[1]}, ours, more=True)


def list_chips(rng):
    theirs, ours = both(lambda client: client.list_chips())
    found = differences(theirs["total"], ours["total"], ".total")
    order = lambda chip: chip["chip_id"]  # noqa: E731
    pairs = zip(sorted(theirs["chips"], key=order), sorted(ours["chips"], key=order), strict=True)
    return found or [one for a, b in pairs for one in chip_answer(a, b)]


def get_default_chip(rng):
    return chip_answer(*both(lambda client: client.get_default_chip()))


def get_chip(rng):
    chip = rng_id(rng, "chip")
    theirs, ours = both(raw(f"/chips/{chip}"))
    wrong = refusals(theirs, ours)
    return wrong if wrong is not None else chip_answer(theirs, ours)


def result_start(task_id):
    return instant(plain(PEER.get_task_result(task_id))["start_at"])


def get_chip_metrics(rng):
    chip = rng_id(rng, "chip")
    theirs, ours = both(lambda client: client.get_chip_metrics(chip))
    wrong = refusals(theirs, ours)
    if wrong is not None:
        return wrong
    found = []
    for kind in ("qubit", "coupling"):
        a, b = theirs.pop(f"{kind}_metrics"), ours.pop(f"{kind}_metrics")
        for metric in sorted(set(a) | set(b)):
            if metric not in b:
                found.append(f".{metric} is not in the catalogue")
                continue
            if metric not in a:
                allow("more metrics")
            newest = {}
            for qid, value in a.get(metric, {}).items():
                known = newest.get(coupling(qid))
                if known is None or result_start(value["task_id"]) > result_start(known["task_id"]):
                    newest[coupling(qid)] = value
            for qid in sorted(set(newest) | set(b[metric])):
                if qid in newest and qid in b[metric]:
                    if newest[qid]["value"] is None and b[metric][qid]["value"] == 0:
                        allow("nan")
                        newest[qid] = {**newest[qid], "value": 0}
                    if newest[qid]["stddev"] == 0 and b[metric][qid]["stddev"] is None:
                        allow("no error")
                        newest[qid] = {**newest[qid], "stddev": None}
                    found += differences(newest[qid], b[metric][qid], f".{metric}.{qid}")
                elif qid in newest:
                    found.append(f".{metric}.{qid} is only in QDash")
                elif b[metric][qid]["task_id"] in IDS["task"]:
                    found.append(f".{metric}.{qid} is only here, from a task of the dump")
                else:
                    allow("current values")
    theirs["qubit_count"] = len(targets("qubit", chip, 100)[0])
    return found + differences(theirs, ours)


# --- Task results and executions


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
            found = differences([item["task_id"] for item in theirs["items"]], [item["task_id"] for item in ours["items"]])
    for x, y in zip(a, b, strict=False):
        if x["ai_review_status"] != y["ai_review_status"]:
            allow("reviews")
            x = {**x, "ai_review_status": y["ai_review_status"]}
        found += task_answer(x, y, f".{x['task_id']}")
    return found


def latest(kind):
    def read(rng):
        chip, task = rng_id(rng, "chip"), rng.choice(IDS["task_name"])
        method = getattr(QDashClient, f"get_{kind}_latest_task_results")
        theirs, ours = both(lambda client: method(client, chip_id=chip, task=task))
        wrong = refusals(theirs, ours)
        if wrong is not None:
            return wrong
        newest = {}
        for qid, one in theirs["result"].items():
            if qid in REFUSED.get(kind, []):
                allow("refused")
                continue
            if is_mux(one) and one["task_id"] is not None:
                allow("mux")
                one = {**dict.fromkeys(one), "name": task, "status": "pending", "default_view": one["default_view"]}
            known = newest.get(coupling(qid))
            if known is None or (one["end_at"] or "") > (known["end_at"] or ""):
                newest[coupling(qid)] = one
        found = differences(sorted(newest), sorted(ours["result"]), ".result")
        return found or [
            wrong for qid, one in newest.items() for wrong in task_answer(one, ours["result"][qid], f".{qid}")
        ]

    return read


def history(kind):
    def read(rng):
        chip, task, qid = rng_id(rng, "chip"), rng.choice(IDS["task_name"]), rng_id(rng, kind)
        start, end = (instant(text) for text in STACK["range"])
        day = (start + (end - start) * rng.random()).strftime("%Y%m%d")
        method, name = getattr(QDashClient, f"get_{kind}_task_history"), "qid" if kind == "qubit" else "coupling_id"
        of = lambda one: lambda client: method(client, **{name: one}, chip_id=chip, task=task, date=day)  # noqa: E731
        theirs, ours = both(of(qid))
        if is_refused(ours):
            # QDash has an empty history of what does not exist.
            if qid in REFUSED.get(kind, []) or theirs in ({"refused": 500}, {"name": task, "data": {}}):
                allow("not found")
                return []
            return refusals(theirs, ours)
        directions = [one for one in IDS[kind] if coupling(one) == coupling(qid)]
        theirs = {}
        for one in directions:
            theirs.update(plain(of(one)(PEER))["data"])
        expected = {}
        for task_id, one in theirs.items():
            if is_mux(one):
                allow("mux")
            elif one["end_at"] is not None and instant(one["end_at"]).astimezone(CALENDAR).strftime("%Y%m%d") == day:
                expected[task_id] = one
            else:
                allow("history day")
        found = differences(sorted(expected), sorted(ours["data"]), ".data")
        return found or [
            wrong for task_id, one in expected.items() for wrong in task_answer(one, ours["data"][task_id], f".{task_id}")
        ]

    return read


def is_impossible(parameter, value):
    return parameter in ("t1", "t2_echo") and value <= 0


def timeseries(rng):
    start, end = (instant(text) for text in STACK["range"])
    bounds = sorted(start + (end - start) * rng.random() for _ in range(2))
    query = {
        "chip_id": rng_id(rng, "chip"),
        "parameter": rng.choice(OUTPUTS),
        "tag": rng.choice([None, "nightly", "no such tag"]),
        "start_at": bounds[0].isoformat(),
        "end_at": bounds[1].isoformat(),
    }
    theirs, ours = both(lambda client: client.get_task_results_timeseries(**query))
    if theirs == {"refused": None} and query["parameter"] == "rabi_frequency" and not is_refused(ours):
        # The client itself does not read a bare number.
        allow("bare")
        return []
    if ours == {"refused": 404} and theirs == {"data": {}}:
        allow("not found")
        return []
    wrong = refusals(theirs, ours)
    if wrong is not None:
        return wrong
    series = {}
    for qid, rows in theirs["data"].items():
        for row in rows:
            # A bare number says nothing of its task.
            if not row.get("task_id"):
                allow("bare")
            elif row["task_id"] in STACK["mux"]:
                allow("mux")
            elif is_impossible(query["parameter"], row["value"]):
                allow("impossible")
            else:
                series.setdefault(coupling(qid), {})[row["task_id"]] = row
    own = {
        qid: {row["task_id"]: row for row in rows if query["parameter"] != "rabi_frequency"}
        for qid, rows in ours["data"].items()
    }
    own = {qid: rows for qid, rows in own.items() if rows}
    found = differences({qid: sorted(rows) for qid, rows in series.items()}, {q: sorted(r) for q, r in own.items()})
    for qid, rows in series.items() if not found else ():
        for task_id, row in rows.items():
            a, b = dict(row), dict(own[qid][task_id])
            allow("output time")
            a["calibrated_at"] = b["calibrated_at"] = None
            a["qid_role"] = b["qid_role"] = ""
            found += differences(a, b, f".{qid}.{task_id}")
    return found


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
        left_out = [name for name, value in b.items() if value is None and a[name] is not None and a["status"] != "running"]
        if left_out:
            allow("run results")
        filled = {name: whole[a["task_id"]].get(name) if name in left_out else value for name, value in b.items()}
        found += task_answer(a, filled, f".{a['task_id']}")
    return found


def get_task_note(rng):
    task = rng.choice([*IDS["task"][:6], rng_id(rng, "task")])
    theirs, ours = both(lambda client: client.get_task_note(task))
    return differences(theirs, ours)


# --- What a lab writes and has


def same_answer(make, more=False):
    def read(rng):
        theirs, ours = both(make(rng))
        return differences(theirs, ours, more=more)

    return read


def get_project(rng):
    project = rng_id(rng, "project")
    theirs, ours = both(lambda client: client.get_project(project))
    return differences(theirs, ours)


def issue_lists(make, pick):
    def read(rng):
        theirs, ours = both(make(rng))
        lost = [one for one in pick(theirs) if one["id"] in REFUSED.get("issue", [])]
        if lost:
            allow("refused")
            if isinstance(theirs, dict):
                theirs = {**theirs, "total": theirs["total"] - len(lost), "issues": [o for o in pick(theirs) if o not in lost]}
            else:
                theirs = [one for one in theirs if one not in lost]
        return differences(theirs, ours)

    return read


def get_issue(rng):
    issue = rng_id(rng, "issue")
    theirs, ours = both(lambda client: client.get_issue(issue))
    if not is_refused(theirs) and ours == {"refused": 404}:
        if issue in REFUSED.get("issue", []):
            allow("refused")
            return []
        if theirs["parent_id"] is not None:
            allow("replies")
            return []
    return differences(theirs, ours)


def case_answer(theirs, ours):
    allow("knowledge")
    theirs = {**theirs, "id": theirs["issue_id"], "date": theirs["created_at"][:10], "pr_url": None}
    return differences(theirs, ours)


def list_issue_knowledge(rng):
    query = {"status": rng.choice([None, "approved", "draft"]), "task_name": rng.choice([None, *IDS["task_name"]])}
    theirs, ours = both(lambda client: client.list_issue_knowledge(**query))
    found = differences([theirs["total"]], [ours["total"]], ".total")
    pairs = zip(theirs["items"], ours["items"], strict=False)
    return found + [one for a, b in pairs for one in case_answer(a, b)]


def get_issue_knowledge(rng):
    case = rng_id(rng, "knowledge")
    theirs = ask(PEER, lambda client: client.get_issue_knowledge(case))
    ours = ask(OURS, lambda client: client.get_issue_knowledge(theirs.get("issue_id", case)))
    wrong = refusals(theirs, ours)
    return wrong if wrong is not None else case_answer(theirs, ours)


def flow_name(flow, taken):
    name = flow["name"].replace("-", "_")
    return f"{name}_{flow['created_by']}" if name in taken else name


def list_flows(rng):
    theirs, ours = both(lambda client: client.list_flows())
    flows, taken = {}, set()
    for flow in sorted(theirs["flows"], key=lambda one: one["created_by"]):
        name = flow_name(flow, taken)
        taken.add(name)
        if name != flow["name"]:
            allow("flow names")
        flows[name] = {**flow, "name": name}
    return differences(flows, {flow["name"]: flow for flow in ours["flows"]})


def get_flow(rng):
    flow = rng_id(rng, "flow")
    theirs, ours = both(lambda client: client.get_flow(flow))
    if "-" in flow and ours == {"refused": 404} and not is_refused(theirs):
        allow("flow names")
        ours = ask(OURS, lambda client: client.get_flow(flow.replace("-", "_")))
        theirs["name"] = flow.replace("-", "_")
    wrong = refusals(theirs, ours)
    if wrong is not None:
        return wrong
    allow("flow paths")
    return differences({**theirs, "file_path": None}, {**ours, "file_path": None})


def list_tasks(rng):
    backend = rng.choice([None, "qubex", "fake"])
    theirs, ours = both(lambda client: client.list_tasks(backend=backend))
    own = {task["name"]: task for task in ours["tasks"]}
    found = []
    for task in theirs["tasks"]:
        if task["task_type"] in ("mux", "pair"):
            allow("mux")
            task = {**task, "task_type": "qubit" if task["task_type"] == "mux" else "system"}
        found += differences(task, own.pop(task["name"], None), f".{task['name']}")
    return found + [f".{name} is only here" for name in own]


def reviews(call):
    def read(rng):
        ours = ask(OURS, call)
        allow("reviews")
        return differences({"items": [], "total": 0}, {"items": ours["items"], "total": ours["total"]})

    return read


def provenance_history(rng):
    name, qid = rng.choice(OUTPUTS[:3]), rng.choice([*IDS["qubit"], *IDS["coupling"]])
    call = lambda one: lambda client: client.get_provenance_history(parameter_name=name, qid=one, limit=100)  # noqa: E731
    ours = ask(OURS, call(qid))
    directions = [one for one in [*IDS["qubit"], *IDS["coupling"]] if coupling(one) == coupling(qid)]
    theirs = [version for one in directions for version in plain(call(one)(PEER))["versions"]]
    if is_refused(ours):
        allow("not found")
        return differences(theirs, [])
    theirs = [one for one in theirs if one["task_id"] not in STACK["mux"]]
    # An answer has the newest 100 of each direction in QDash, and of both here.
    theirs = sorted(theirs, key=lambda one: one["valid_from"], reverse=True)[: len(ours["versions"]) if len(ours["versions"]) == 100 else None]
    found = []
    own = {version["task_id"]: version for version in ours["versions"]}
    for version in theirs:
        if is_impossible(name, version["value"]):
            allow("impossible")
            continue
        mine = own.get(version["task_id"])
        if mine is None:
            found.append(f".{version['task_id']} is only in QDash")
            continue
        allow("versions")
        drop = {"entity_id": None, "version": None, "valid_until": None, "qid": coupling(version["qid"])}
        found += differences({**version, **drop}, {**mine, **drop}, f".{version['task_id']}")
    for mine in ours["versions"][:1]:
        whole = ask(OURS, lambda client, one=mine: client.get_provenance_entity(one["entity_id"]))
        found += differences({**mine, "valid_until": None}, {**whole, "valid_until": None}, ".entity")
    return found


def cooldowns(rng):
    theirs, ours = both(raw("/cooldowns"))
    own = {one["cooldown_id"]: one for one in ours["cooldowns"]}
    found = []
    for one in theirs["cooldowns"]:
        name = one["cooldown_id"]
        if name in REFUSED.get("cooldown", []):
            allow("refused")
            continue
        mine = own.pop(name, {})
        if mine.get("ended_at") != one["ended_at"] or mine.get("chip_ids") != one["chip_ids"]:
            allow("cool-downs")
            one = {**one, "ended_at": mine.get("ended_at"), "chip_ids": [c for c in one["chip_ids"] if c in IDS["chip"]]}
        found += differences(one, mine, f".{name}", more=True)
    return found + [f".{name} is only here" for name in own]


def notes_summary(rng):
    chip, cooldown = rng_id(rng, "chip"), rng.choice([None, "cd-2", "cd-1"])
    theirs, ours = both(raw(f"/chips/{chip}/notes-summary", cooldown_id=cooldown))
    wrong = unknown_chip(theirs, ours, "qubits")
    if wrong is not None:
        return wrong
    keyed = lambda rows, name: {coupling(row[name]): {**row, name: coupling(row[name])} for row in rows}  # noqa: E731
    found = []
    for part, name in (("qubits", "target_id"), ("couplings", "target_id"), ("task_notes", "task_id")):
        a, b = (keyed(answer[part], name) for answer in (theirs, ours))
        for row in [*a.values(), *b.values()]:
            if "qid" in row:
                row["qid"] = coupling(row["qid"])
        for key, row in list(a.items()):
            row.pop("ai_review_note", None)
            if key in b:
                continue
            if part == "task_notes" and row["note"]["updated_at"] is None:
                allow("reviews")
                del a[key]
            elif part != "task_notes" and all(note["updated_at"] is None for note in [row["note"], *row["metric_notes"].values()]):
                allow("never written")
                del a[key]
        for key in set(b) - set(a):
            if cooldown is None and part == "qubits" and b[key]["note"]["scope_key"] == "global":
                allow("unscoped notes")
                del b[key]
        found += differences(sorted(a), sorted(b), f".{part}") or differences(a, b, f".{part}", more=True)
    return found


def note_events(rng):
    chip = rng_id(rng, "chip")
    theirs, ours = both(raw(f"/chips/{chip}/note-events", limit=100))
    wrong = unknown_chip(theirs, ours, "events")
    if wrong is not None:
        return wrong
    # All events of a dump have one time: their order is not told.
    keyed = lambda answer: {f"{e['scope']} {e['target_id']} {e['metric_key']} {e['action']}": e for e in answer["events"]}  # noqa: E731
    return differences(keyed(theirs), keyed(ours), more=True)


def post(rng):
    one = rng_id(rng, "post")
    theirs, ours = both(raw(f"/forum/posts/{one}"))
    if ours == {"refused": 404} and not is_refused(theirs) and theirs["parent_id"] is not None:
        allow("replies")
        return []
    wrong = refusals(theirs, ours)
    return wrong if wrong is not None else post_answer(theirs, ours)


def post_answer(theirs, ours, path=""):
    return differences({**theirs, "target_id": coupling(theirs["target_id"])}, ours, path, more=True)


def posts(rng):
    status = rng.choice([None, "open", "investigating", "resolved"])
    theirs, ours = both(raw("/forum/posts", status=status))
    issues = [one for one in ours["posts"] if one["id"] in IDS["issue"]]
    if issues:
        allow("threads")
    rest = [one for one in ours["posts"] if one not in issues]
    found = differences([theirs["total"], len(theirs["posts"])], [ours["total"] - len(issues), len(rest)], ".posts")
    return found or [one for a, b in zip(theirs["posts"], rest, strict=True) for one in post_answer(a, b)]


def replies(rng):
    one = rng_id(rng, "post")
    theirs, ours = both(raw(f"/forum/posts/{one}/replies"))
    if is_refused(ours) and theirs == []:
        allow("replies")
        return []
    wrong = refusals(theirs, ours)
    if wrong is not None:
        return wrong
    if theirs:
        allow("replies")
        allow("threads")
    a, b = ([{**row, "id": None, "parent_id": None, "status": None} for row in answer] for answer in (theirs, ours))
    return differences(a, b, more=True)


def rng_id(rng, kind):
    """An id of the dump, or now and then one that nothing has."""
    return rng.choice(IDS[kind]) if rng.random() > 0.07 or kind == "project" else "no-such-id"


READS = {
    "list_chips": list_chips,
    "list_chips_async": same_answer(lambda rng: lambda client: [chip["chip_id"] for chip in plain(client.list_chips())["chips"]]),
    "get_default_chip": get_default_chip,
    "get_default_chip_id": same_answer(lambda rng: lambda client: client.get_default_chip_id()),
    "GET /chips/{chip_id}": get_chip,
    "get_chip_metrics": get_chip_metrics,
    "list_chip_qubits": list_targets("qubit"),
    "get_chip_qubit": get_target("qubit"),
    "list_chip_couplings": list_targets("coupling"),
    "get_chip_coupling": get_target("coupling"),
    "get_task_results_timeseries": timeseries,
    "list_task_results": list_task_results,
    "get_task_result": get_task_result,
    "get_task_note": get_task_note,
    "get_qubit_latest_task_results": latest("qubit"),
    "get_coupling_latest_task_results": latest("coupling"),
    "get_qubit_task_history": history("qubit"),
    "get_coupling_task_history": history("coupling"),
    "list_executions": list_executions,
    "get_execution": get_execution,
    "list_projects": same_answer(lambda rng: lambda client: client.list_projects()),
    "get_project": get_project,
    "list_issues": issue_lists(
        lambda rng: (
            lambda closed, task: lambda client: client.list_issues(is_closed=closed, task_id=task)
        )(rng.choice([None, True, False]), rng.choice([None, None, IDS["task"][2]])),
        lambda answer: answer["issues"],
    ),
    "get_issue": get_issue,
    "list_task_result_issues": issue_lists(
        lambda rng: (lambda task: lambda client: client.list_task_result_issues(task))(rng.choice(IDS["task"][:4])),
        lambda answer: answer,
    ),
    "list_issue_knowledge": list_issue_knowledge,
    "get_issue_knowledge": get_issue_knowledge,
    "list_flows": list_flows,
    "get_flow": get_flow,
    "list_tasks": list_tasks,
    "list_task_result_ai_reviews": reviews(lambda client: client.list_task_result_ai_reviews()),
    "list_task_result_ai_review_runs": reviews(lambda client: client.list_task_result_ai_review_runs()),
    "get_provenance_history": provenance_history,
    "GET /tags": same_answer(lambda rng: raw("/tags"), more=True),
    "GET /cooldowns": cooldowns,
    "GET /chips/{chip_id}/note": same_answer(lambda rng: raw(f"/chips/{rng_id(rng, 'chip')}/note"), more=True),
    "GET /chips/{chip_id}/notes-summary": notes_summary,
    "GET /chips/{chip_id}/note-events": note_events,
    "GET /forum/posts": posts,
    "GET /forum/posts/{post_id}": post,
    "GET /forum/posts/{post_id}/replies": replies,
}
"""The reads that are drawn, by the method of the client, or by their route where it has none."""

def is_noticed(name):
    """Whether a difference that is planted in our answers is found: some places may differ, most may not."""
    global PLANT
    for n in range(20):
        PLANT = random.Random(n)
        try:
            if READS[name](random.Random(n)):
                return True
        except Exception:  # An answer that cannot be compared is not equal.
            return True
        finally:
            PLANT = None
    return False


def main():
    rng = random.Random(SEED)
    drawn, failed = {}, {}
    for n in range(COUNT):
        # Each read at least once.
        name = list(READS)[n] if n < len(READS) else rng.choice(list(READS))
        drawn[name] = drawn.get(name, 0) + 1
        try:
            found = READS[name](random.Random(f"{SEED} {n}"))
        except Exception as error:  # An answer of another shape is a difference too.
            found = [f"{type(error).__name__}: {error}"]
        if found:
            failed.setdefault(name, []).append((n, found))
    for name, reads in failed.items():
        print(f"{name}: {len(reads)} of {drawn[name]} reads differ")
        for n, found in reads[:3]:
            print(f"  read {n} of seed {SEED}:", *found[:4], sep="\n    ")
    print(f"{COUNT} reads of seed {SEED}, {sum(map(len, failed.values()))} differ; justified differences:")
    for rule, count in used.most_common():
        print(f"  {count:6} {rule}: {RULES[rule]}")
    blind = [name for name in drawn if not is_noticed(name)]
    for name in blind:
        print(f"{name}: a planted difference is not noticed")
    # A rule that a thousand reads never need is not one.
    idle = [rule for rule in RULES if rule not in used] if COUNT >= 1000 else []
    for rule in idle:
        print(f"the difference '{rule}' was never found")
    checks = 2 * len(drawn) + 1
    wrong = len(failed) + len(blind) + (1 if idle else 0)
    print(f"{checks - wrong} passed, {wrong} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
