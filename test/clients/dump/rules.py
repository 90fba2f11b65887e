"""How answers of QDash and of the service that imported its data may differ; everything else is compared."""

import math
import re
from collections import Counter
from datetime import UTC, datetime

RULES = {
    "accounts": "accounts have ids of this service; their names are compared",
    "couplings": "`0-1` and `1-0` are one coupling with the newest value of each metric",
    "copies": "a qubit that several users have in QDash is one, with the metrics of all",
    "refused": "the report of the import names documents that it refused",
    "unfinished": "what had not ended in the dump is failed or cancelled, and says so in its message",
    "mux": "tasks of a mux are system tasks without a qubit; types that are not known are system tasks too",
    "nan": "NaN is 0, marked as suspect",
    "bare": "a bare number of an early version is a parameter",
    "texts": "values that are not numbers are in the note of the result",
    "impossible": "a value that no device has, such as a duration of 0, is in its task result alone",
    "no error": "an error of 0 is none",
    "input origin": "an input parameter does not say which task measured it",
    "output time": "an output is dated by the end of its task",
    "current values": "metrics are the current values, also those that no task measured",
    "more metrics": "the catalogue has more metrics than QDash's",
    "run results": "the tasks of a run come without parameters and paths unless `include=results` asks for them",
    "total": "QDash does not count executions",
    "history day": "QDash 1.8.35 ignores the day of a task history",
    "not found": "a chip that does not exist is 404; QDash answers 500 or an empty list",
    "fractions": "QDash cuts fractions of seconds",
    "replies": "a reply has the id of its thread with its number, and no mark of an assistant",
    "knowledge": "a case has the id of its issue and the day of its record, and no pull request",
    "flow names": "flows are named by letters, digits and underscores, and once in a project",
    "flow paths": "the source of a flow is a file of this service",
    "versions": "versions of a parameter have ids and numbers of this service",
    "cool-downs": "cool-downs of a cryostat do not overlap, and name chips of the dump alone",
    "reviews": "the state of a review is not imported; its text is in the task result alone",
    "never written": "a note that was never written is not an entry",
    "unscoped notes": "without a scope in the request, notes without a cool-down are shown too",
    "threads": "issues are threads of the forum too, and a reply has the status of its thread",
}
"""The justified differences, each with its reason."""

used = Counter()
"""How often each was found."""

_instant = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$")
_pair = re.compile(r"^(\d+)-(\d+)$")
_accounts = {"user_id", "owner_user_id", "reviewed_by_user_id", "actor_user_id", "avatar_key"}


def allow(rule):
    if rule not in RULES:
        raise KeyError(rule)
    used[rule] += 1


def instant(text):
    at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def coupling(qid):
    """The id of a coupling, whichever of its qubits is named first."""
    match = _pair.match(str(qid))
    if not match or int(match[1]) <= int(match[2]):
        return qid
    allow("couplings")
    return f"{match[2]}-{match[1]}"


def differences(theirs, ours, path="", more=False):
    """The places at which two answers differ. With `more`, ours may have further fields."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        found = []
        for name in sorted(set(theirs) | set(ours), key=str):
            if name in _accounts:
                if theirs.get(name) != ours.get(name):
                    allow("accounts")
            elif name not in ours:
                found.append(f"{path}.{name} is only in QDash: {str(theirs[name])[:80]}")
            elif name in theirs:
                found += differences(theirs[name], ours[name], f"{path}.{name}", more)
            elif not more:
                found.append(f"{path}.{name} is only here: {str(ours[name])[:80]}")
        return found
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        pairs = enumerate(zip(theirs, ours, strict=True))
        return [one for n, (a, b) in pairs for one in differences(a, b, f"{path}[{n}]", more)]
    return [] if same(theirs, ours) else [f"{path}: {str(theirs)[:80]} in QDash, {str(ours)[:80]} here"]


def same(theirs, ours):
    if isinstance(theirs, float | int) and isinstance(ours, float | int):
        return math.isclose(theirs, ours, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(theirs, str) and isinstance(ours, str) and _instant.match(theirs) and _instant.match(ours):
        return instant(theirs) == instant(ours)
    return theirs == ours


def parameters(theirs, ours, path, *, origin):
    """Compares parameters by name. `origin` is `value`, `input`, `run`, or the end of the task for its outputs."""
    found = []
    theirs = dict(theirs or {})
    for name, model in list(theirs.items()):
        if not isinstance(model, dict) or "value" not in model:
            allow("bare")
            model = {"value": model}
            # Our answer has a parameter with defaults.
            ours = {**ours, name: {"value": ours[name]["value"]}} if name in (ours or {}) else ours
        if origin != "run" and not isinstance(model["value"], float | int):
            allow("texts")
            del theirs[name]
            continue
        theirs[name] = {key: value for key, value in model.items() if key != "qid_role"}
    for name in sorted(set(theirs) | set(ours or {})):
        if name not in theirs or name not in (ours or {}):
            found.append(f"{path}.{name} is only {'in QDash' if name in theirs else 'here'}")
            continue
        a, b = theirs[name], {key: value for key, value in ours[name].items() if key not in ("qid_role", "source")}
        if origin == "input":
            for key in ("calibrated_at", "execution_id", "task_id", "parameter_name"):
                if a.pop(key, None):
                    allow("input origin")
                b.pop(key, None)
        end = origin if origin not in ("value", "input", "run") else None
        if end and "calibrated_at" in a:
            if instant(b.pop("calibrated_at")) != instant(end):
                found.append(f"{path}.{name} is not dated by the end of its task")
            a.pop("calibrated_at")
            allow("output time")
        if end and "calibrated_at" not in a:
            b.pop("calibrated_at", None)
        if a["value"] == 0 and a.get("error") == 0 and b["value"] == 0:
            allow("nan")
        found += differences(a, b, f"{path}.{name}")
    return found
