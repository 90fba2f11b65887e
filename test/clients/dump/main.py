"""
Reads by QDash's published client, drawn by seed, of QDash with a dump and of the service that has imported it. They are
equal but for the differences of `rules.py`. The last line counts two checks of each method: its reads are equal, and
a difference that is planted in them is noticed.
"""

import asyncio
import os
import random

from chips import get_chip, get_chip_metrics, get_default_chip, get_target, list_chips, list_targets
from histories import history, latest, provenance_history, timeseries
from lab import (
    get_flow,
    get_issue,
    get_issue_knowledge,
    get_project,
    issue_lists,
    list_flows,
    list_issue_knowledge,
    list_tasks,
    reviews,
    same_answer,
)
from notes import cooldowns, note_events, notes_summary, post, posts, replies
from results import get_task_result, list_task_results
from rules import RULES, used
from runs import get_execution, get_task_note, list_executions
from services import IDS, plant, raw, rng_id

COUNT = int(os.environ.get("DUMP_READS", "200"))
SEED = int(os.environ.get("DUMP_SEED", "1"))

READS = {
    "list_chips": list_chips,
    "list_chips_async": same_answer(
        lambda rng: lambda client: [chip.chip_id for chip in asyncio.run(client.list_chips_async()).chips]
    ),
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
        lambda rng: (lambda closed, task: lambda client: client.list_issues(is_closed=closed, task_id=task))(
            rng.choice([None, True, False]), rng.choice([None, None, IDS["task"][2]])
        ),
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
    for n in range(100):
        plant(random.Random(n))
        try:
            if READS[name](random.Random(n)):
                return True
        except Exception:  # An answer that cannot be compared is not equal.
            return True
        finally:
            plant(None)
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
    # A rule that a thousand reads never need is not one; of another seed a rare one may be missing.
    idle = [rule for rule in RULES if rule not in used] if COUNT >= 1000 and SEED == 1 else []
    for rule in idle:
        print(f"the difference '{rule}' was never found")
    checks = 2 * len(drawn) + 1
    wrong = len(failed) + len(blind) + (1 if idle else 0)
    print(f"{checks - wrong} passed, {wrong} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
