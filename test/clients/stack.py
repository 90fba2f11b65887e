"""The local stack under test, and clients of it. Its address, credentials and ids come as JSON in FIDUCIAL_CLIENT_TEST."""

import functools
import json
import os
from unittest import mock

from qdash.client import QDashClient

STACK = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])

TOKEN_ENV = {"QDASH_BASE_URL": STACK["base_url"], "QDASH_API_TOKEN": STACK["api_token"]}
LOGIN_ENV = {
    "QDASH_BASE_URL": STACK["base_url"] + "/",
    "QDASH_USERNAME": STACK["username"],
    "QDASH_PASSWORD_ENV": "SECRET_OF_THE_TEST",
    "SECRET_OF_THE_TEST": STACK["password"],
}

PUBLIC = {name: value for name, value in vars(QDashClient).items() if not name.startswith("_")}
"""The public methods of the client."""

RETURNED = set()
"""Names of those that have answered at least once, without an error."""


def _recorded(name, method):
    @functools.wraps(method)
    def call(*args, **kwargs):
        answer = method(*args, **kwargs)
        RETURNED.add(name)
        return answer

    return call


def record():
    """Notes from now on which public methods answer. A coroutine counts when it is made: its test awaits it."""
    for name, value in PUBLIC.items():
        if isinstance(value, classmethod):
            setattr(QDashClient, name, classmethod(_recorded(name, value.__func__)))
        elif callable(value):
            setattr(QDashClient, name, _recorded(name, value))


def client_of(env):
    """A client that is configured by these variables alone."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QDASH_")}
    with mock.patch.dict(os.environ, {**clean, **env}, clear=True):
        return QDashClient.from_env()
