"""Login and reading: projects, chips, qubits, couplings and metrics."""

import asyncio
import os
import tempfile
import unittest
from datetime import timedelta
from unittest import mock

from qdash.client import QDashClient
from qdash.client.services.errors import QDashNotFoundError, QDashTransportError
from qdash.client.services.models import ChipMetricsResponse
from stack import LOGIN_ENV, STACK, TOKEN_ENV, client_of


class Login(unittest.TestCase):
    def test_a_client_logs_in_with_name_and_password_from_the_environment(self):
        with mock.patch.dict(os.environ, LOGIN_ENV):
            client = QDashClient.from_env()
            self.addCleanup(client.close)
            self.assertEqual([chip.chip_id for chip in client.list_chips().chips], ["ourense"])

    def test_a_client_logs_in_by_a_profile_of_the_configuration_file(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "config.ini")
            with open(path, "w", encoding="utf-8") as file:
                file.write(
                    "[lab]\nbase_url = {base_url}\nusername = {username}\n"
                    "password_env = SECRET_OF_THE_TEST\nproject_id = {other_project_id}\n".format(**STACK)
                )
            with mock.patch.dict(os.environ, {"SECRET_OF_THE_TEST": STACK["password"]}):
                client = QDashClient.from_profile("lab", path=path)
                self.addCleanup(client.close)
                self.assertEqual(client.get_default_chip_id(), "linear")

    def test_a_wrong_password_is_refused_with_401(self):
        with mock.patch.dict(os.environ, {**LOGIN_ENV, "SECRET_OF_THE_TEST": "wrong"}):
            client = QDashClient.from_env()
            self.addCleanup(client.close)
            with self.assertRaises(QDashTransportError) as caught:
                client.list_chips()
        self.assertEqual(caught.exception.status_code, 401)

    def test_a_forged_token_is_refused_with_401(self):
        client = client_of({**TOKEN_ENV, "QDASH_API_TOKEN": "forged"})
        self.addCleanup(client.close)
        with self.assertRaises(QDashTransportError) as caught:
            client.list_projects()
        self.assertEqual(caught.exception.status_code, 401)


class Reading(unittest.TestCase):
    def setUp(self):
        self.client = client_of(TOKEN_ENV)
        self.addCleanup(self.client.close)

    def test_projects_are_listed_and_read(self):
        listed = self.client.list_projects()
        self.assertEqual(listed.total, 2)
        self.assertEqual(
            {project.project_id for project in listed.projects}, {STACK["project_id"], STACK["other_project_id"]}
        )
        project = self.client.get_project(STACK["other_project_id"])
        self.assertEqual((project.name, project.owner_username), ("other", STACK["username"]))
        self.assertEqual(project.created_at.utcoffset(), timedelta(0))

    def test_chips_are_listed_and_the_default_one_read(self):
        listed = self.client.list_chips()
        self.assertEqual(listed.total, 1)
        chip = self.client.get_default_chip()
        self.assertEqual((chip.chip_id, chip.size, chip.qubit_count, chip.coupling_count), ("ourense", 5, 5, 4))
        self.assertEqual(chip.topology_id, listed.chips[0].topology_id)

    def test_the_project_header_chooses_the_project(self):
        client = client_of({**TOKEN_ENV, "QDASH_PROJECT_ID": STACK["other_project_id"]})
        self.addCleanup(client.close)
        self.assertEqual(client.get_default_chip_id(), "linear")
        with self.assertRaises(QDashNotFoundError):
            client.list_chip_qubits("ourense")

    def test_a_foreign_project_is_refused_with_403(self):
        client = client_of({**TOKEN_ENV, "QDASH_PROJECT_ID": "foreign"})
        self.addCleanup(client.close)
        with self.assertRaises(QDashTransportError) as caught:
            client.list_chips()
        self.assertEqual(caught.exception.status_code, 403)
        self.assertIn("foreign", str(caught.exception))

    def test_qubits_are_listed_by_page_and_by_qid_and_read(self):
        page = self.client.list_chip_qubits("ourense", offset=1, limit=2)
        self.assertEqual((page.total, page.offset, page.limit), (5, 1, 2))
        self.assertEqual([qubit.qid for qubit in page.qubits], ["1", "2"])
        chosen = self.client.list_chip_qubits("ourense", qids=["4", "0"])
        self.assertEqual({qubit.qid for qubit in chosen.qubits}, {"0", "4"})
        qubit = self.client.get_chip_qubit("ourense", "0")
        self.assertEqual((qubit.data["t1"]["value"], qubit.data["t1"]["unit"]), (100, "us"))
        self.assertEqual(qubit.data["t1"]["calibrated_at"], "2020-01-31T13:00:00.000Z")

    def test_couplings_are_listed_and_read_under_a_reversed_id(self):
        page = self.client.list_chip_couplings("ourense", limit=3)
        self.assertEqual((page.total, [coupling.qid for coupling in page.couplings]), (4, ["0-1", "1-3", "2-1"]))
        coupling = self.client.get_chip_coupling("ourense", "1-0")
        self.assertEqual(coupling.qid, "0-1")
        self.assertAlmostEqual(coupling.data["cx_gate_fidelity"]["value"], 0.99)
        self.assertNotIn("cx_gate_fidelity", self.client.get_chip_coupling("ourense", "3-4").data)

    def test_metrics_of_a_chip_are_valid_without_the_lenient_fallback(self):
        with mock.patch.object(
            QDashClient, "_coerce_chip_metrics_payload", side_effect=AssertionError("not a valid response")
        ):
            metrics = self.client.get_chip_metrics("ourense")
        self.assertIsInstance(metrics, ChipMetricsResponse)
        self.assertEqual((metrics.chip_id, metrics.qubit_count), ("ourense", 5))
        self.assertEqual(
            {qid: cell.value for qid, cell in metrics.qubit_metrics["t1"].items()},
            {"0": 100, "1": 90, "2": 80, "3": 70, "4": 60},
        )
        self.assertIsNone(metrics.coupling_metrics["cx_gate_fidelity"]["3-4"].value)

    def test_the_catalogue_of_metrics_has_unit_and_direction_of_t1(self):
        config = self.client.get_metrics_config()
        t1 = config["qubit_metrics"]["t1"]
        self.assertEqual((t1["unit"], t1["evaluation"]["mode"]), ("μs", "maximize"))
        self.assertIn("color_scale", config)

    def test_the_executions_of_a_chip_without_any_are_empty(self):
        self.assertEqual(self.client.list_executions(chip_id="ourense").executions, [])

    def test_metrics_are_made_into_records_as_the_client_makes_them(self):
        row = {"entity_id": "0", "metric_name": "t1", "value": 30, "unit": "us"}
        (record,) = self.client.normalize_chip_metrics("ourense", {"metrics": [row]})
        self.assertEqual((record.chip_id, record.entity_id, record.value), ("ourense", "0", 30.0))

    def test_the_asynchronous_calls_answer_as_the_others(self):
        chips = asyncio.run(self.client.list_chips_async())
        self.assertEqual(chips, self.client.list_chips())
        self.assertEqual(asyncio.run(self.client.get_metrics_config_async()), self.client.get_metrics_config())

    def test_what_does_not_exist_is_not_found_and_named(self):
        for call, name in [
            (lambda: self.client.get_chip_metrics("none"), "none"),
            (lambda: self.client.list_chip_couplings("none"), "none"),
            (lambda: self.client.get_chip_qubit("ourense", "77"), "77"),
            (lambda: self.client.get_chip_coupling("ourense", "0-4"), "0-4"),
        ]:
            with self.assertRaises(QDashNotFoundError) as caught:
                call()
            self.assertIn(f"'{name}'", str(caught.exception))

    def test_a_page_that_is_too_large_is_refused_with_400(self):
        with self.assertRaises(QDashTransportError) as caught:
            self.client.list_chip_qubits("ourense", limit=100000)
        self.assertEqual(caught.exception.status_code, 400)
