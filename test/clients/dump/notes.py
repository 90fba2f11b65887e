"""Reads of cool-downs, notes and the forum."""

from rules import allow, coupling, differences
from services import IDS, REFUSED, both, is_refused, raw, refusals, rng_id, unknown_chip


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
            one = {
                **one,
                "ended_at": mine.get("ended_at"),
                "chip_ids": [c for c in one["chip_ids"] if c in IDS["chip"]],
            }
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
            elif part != "task_notes" and all(
                note["updated_at"] is None for note in [row["note"], *row["metric_notes"].values()]
            ):
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
    def keyed(answer):
        names = ("scope", "target_id", "metric_key", "action")
        return {" ".join(event[name] for name in names): event for event in answer["events"]}

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
