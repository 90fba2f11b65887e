"""The local stack under test, and clients of it. Its address, credentials and ids come as JSON in FIDUCIAL_CLIENT_TEST."""

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


def client_of(env):
    """A client that is configured by these variables alone."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QDASH_")}
    with mock.patch.dict(os.environ, {**clean, **env}, clear=True):
        return QDashClient.from_env()
