"""Reads of projects, issues, flows, tasks and reviews."""

from rules import allow, differences
from services import IDS, OURS, PEER, REFUSED, ask, both, is_refused, refusals, rng_id


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
                theirs = {
                    **theirs,
                    "total": theirs["total"] - len(lost),
                    "issues": [o for o in pick(theirs) if o not in lost],
                }
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
