"""Reads of task results over time."""

import asyncio

from qdash.client import QDashClient

from results import CALENDAR, OUTPUTS, is_mux, task_answer
from rules import allow, coupling, differences, instant
from services import IDS, OURS, PEER, REFUSED, STACK, ask, both, is_refused, plain, refusals, rng_id


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
        found = differences([task, *sorted(newest)], [ours["task_name"], *sorted(ours["result"])], ".result")
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
        found = differences([task, *sorted(expected)], [ours["name"], *sorted(ours["data"])], ".data")
        return found or [
            wrong
            for task_id, one in expected.items()
            for wrong in task_answer(one, ours["data"][task_id], f".{task_id}")
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
    calls = [
        lambda client: client.get_task_results_timeseries(**query),
        lambda client: asyncio.run(client.get_task_results_timeseries_async(**query)),
    ]
    theirs, ours = both(rng.choice(calls))
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
    theirs = sorted(theirs, key=lambda one: one["valid_from"], reverse=True)[
        : len(ours["versions"]) if len(ours["versions"]) == 100 else None
    ]
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
