"""What a script does with the client that the generator has made: against the stack of FIDUCIAL_CLIENT_TEST."""

import json
import os
import unittest

from fiducial_client import AuthenticatedClient, Client
from fiducial_client.api.auth import get_current_user, login
from fiducial_client.api.calibrations import update_calibration_parameters
from fiducial_client.api.chips import create_chip, delete_chip, get_chip, get_chip_qubit, list_chips
from fiducial_client.api.flows import re_execute_from_snapshot, re_execute_task_result
from fiducial_client.api.imports import import_chip
from fiducial_client.api.notes import list_chip_note_events, upsert_qubit_note
from fiducial_client.api.task_results import get_latest_qubit_task_results
from fiducial_client.models import CreateChip, ImportFiducial, LoginForm, NoteContent, ReExecuteRequest, UpdateParameters

STACK = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])
CHIP = "generated-python"


class GeneratedClient(unittest.TestCase):
    """In the order of the names."""

    @classmethod
    def setUpClass(cls):
        form = LoginForm(username=STACK["username"], password=STACK["password"])
        token = login.sync(client=Client(base_url=STACK["base_url"]), body=form).access_token
        cls.client = AuthenticatedClient(base_url=STACK["base_url"], token=token)

    def test_1_the_token_of_a_login_is_the_users(self):
        self.assertEqual(get_current_user.sync(client=self.client).username, STACK["username"])

    def test_2_a_chip_is_made_and_read(self):
        made = create_chip.sync_detailed(client=self.client, body=CreateChip(chip_id=CHIP, topology_id="linear-4"))
        self.assertEqual((made.status_code, made.parsed.size), (201, 4))
        self.assertEqual(get_chip.sync(CHIP, client=self.client).qubit_count, 4)

    def test_3_a_value_is_set_and_read(self):
        body = UpdateParameters.from_dict({"chip_id": CHIP, "qid": "1", "parameters": {"t1": {"value": 42}}})
        self.assertEqual(update_calibration_parameters.sync_detailed(client=self.client, body=body).status_code, 200)
        self.assertEqual(get_chip_qubit.sync(CHIP, "1", client=self.client).qid, "1")

    def test_4_a_note_is_written_and_stands_in_the_list_of_events(self):
        body = NoteContent(content="by a client")
        self.assertEqual(upsert_qubit_note.sync_detailed(CHIP, "1", client=self.client, body=body).status_code, 200)
        self.assertEqual(len(list_chip_note_events.sync(CHIP, client=self.client).events), 1)

    def test_5_pages_follow_each_other_by_the_cursor(self):
        first = list_chips.sync(client=self.client, limit=1)
        second = list_chips.sync(client=self.client, limit=1, cursor=first.next_cursor)
        self.assertNotEqual(first.chips[0].chip_id, second.chips[0].chip_id)

    def test_6_a_refusal_has_its_status_and_its_code(self):
        answer = get_chip.sync_detailed("nowhere", client=self.client)
        self.assertEqual((answer.status_code, answer.parsed.code), (404, "not_found"))

    def test_7_results_have_a_type(self):
        latest = get_latest_qubit_task_results.sync(client=self.client, chip_id=CHIP, task="CheckT1")
        self.assertEqual(latest.task_name, "CheckT1")

    def test_8_a_run_that_is_not_there_is_not_run_again(self):
        again = re_execute_from_snapshot.sync_detailed("20250101-000", client=self.client, body=ReExecuteRequest())
        self.assertEqual(again.parsed.code, "not_found")
        self.assertTrue(callable(re_execute_task_result.sync))

    def test_9_a_union_takes_each_of_its_forms(self):
        body = ImportFiducial.from_dict({"format": "fiducial", "chip_id": CHIP, "documents": {"chip": "nothing"}})
        self.assertEqual(import_chip.sync(client=self.client, body=body).code, "invalid_request")
        self.assertEqual(delete_chip.sync_detailed(CHIP, client=self.client, force=True).status_code, 200)


if __name__ == "__main__":
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(GeneratedClient))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)
