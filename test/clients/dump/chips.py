"""Reads of chips, qubits, couplings and metrics."""

from qdash.client import QDashClient

from rules import allow, coupling, differences, instant, parameters
from services import IDS, PEER, REFUSED, all_pages, both, is_refused, plain, raw, refusals, rng_id


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
