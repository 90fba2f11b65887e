"""Both services, and what a read of them answers."""

import json
import os
from unittest import mock

from qdash.client import QDashClient
from qdash.client.services.errors import QDashApiError

from rules import allow, differences

STACK = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])
IDS = STACK["ids"]
REFUSED = STACK["refused"]


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


_choice = None


def plant(choice):
    """Changes each of our answers from now on in a place of this choice, to see that it is noticed; None for none."""
    global _choice
    _choice = choice


def ask(client, call):
    try:
        answer = plain(call(client))
    except QDashApiError as error:
        answer = {"refused": error.status_code}
    if client is PEER:
        LAST[:] = [answer]
    return planted(answer, LAST[-1], _choice) if _choice and client is OURS else answer


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
        theirs = (
            theirs.get(key)
            if isinstance(theirs, dict)
            else next(iter(theirs), None)
            if isinstance(theirs, list)
            else None
        )
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


def rng_id(rng, kind):
    """An id of the dump, or now and then one that nothing has."""
    return rng.choice(IDS[kind]) if rng.random() > 0.07 or kind == "project" else "no-such-id"
