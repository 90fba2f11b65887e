"""What a team writes about results: issues, what was learned from them, knowledge of tasks, reviews; flows as files."""

import unittest

from qdash.client.services.errors import QDashNotFoundError, QDashTransportError
from stack import STACK, TOKEN_ENV, client_of

CHIP = "linear"
PROJECT_ENV = {**TOKEN_ENV, "QDASH_PROJECT_ID": STACK["other_project_id"]}
CHECK = """
parameters: {bad_target_rate: 0}
stages:
  - {name: check, tasks: [CheckT1], targets: {qubits: [6, 7]}}
"""


class OfResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = client_of(PROJECT_ENV)
        cls.addClassCleanup(cls.client.close)
        cls.client.save_flow(name="team", code=CHECK, chip_id=CHIP)
        started = cls.client.execute_flow("team")
        cls.client.wait_for_execution(started.execution_id, timeout_seconds=60, poll_interval_seconds=0.1)
        items = cls.client.list_task_results(execution_id=started.execution_id).items
        task_ids = {item.qid: item.task_id for item in items}
        # The first one's qubit is measured again by a test; where the values of the other come from stays as it is.
        cls.task_id, cls.other_task_id = task_ids["6"], task_ids["7"]

    def test_an_issue_about_a_result_is_discussed_and_closed(self):
        issue = self.client.create_task_result_issue(task_id=self.task_id, title="No decay", content="flat")
        reply = self.client.create_task_result_issue(task_id=self.task_id, content="warm?", parent_id=issue.id)
        self.assertEqual((reply.parent_id, reply.username), (issue.id, STACK["username"]))
        self.assertEqual(self.client.update_issue(issue.id, content="flat again", title="No decay").content, "flat again")
        self.assertEqual(self.client.get_issue(issue.id).reply_count, 1)
        self.assertIn(issue.id, [one.id for one in self.client.list_task_result_issues(self.task_id)])
        self.assertNotEqual(self.client.close_issue(issue.id).message, "")
        self.assertTrue(self.client.get_issue(issue.id).is_closed)
        open_ones = self.client.list_issues(task_id=self.task_id, is_closed=False).issues
        self.assertNotIn(issue.id, [one.id for one in open_ones])
        self.client.reopen_issue(issue.id)
        self.assertFalse(self.client.get_issue(issue.id).is_closed)

    def learned(self, title):
        issue = self.client.create_task_result_issue(task_id=self.task_id, title=title, content="flat")
        return self.client.extract_issue_knowledge(issue.id)

    def test_what_was_learned_from_an_issue_is_approved_and_stands_beside_its_task(self):
        draft = self.learned("A cable")
        self.assertEqual((draft.status, draft.task_id, draft.symptom), ("draft", self.task_id, "flat"))
        changed = self.client.update_issue_knowledge(draft.id, fields={"root_cause": "loose", "severity": "info"})
        self.assertEqual((changed.root_cause, changed.severity), ("loose", "info"))
        self.assertEqual(self.client.approve_issue_knowledge(draft.id).status, "approved")
        self.assertEqual(self.client.get_issue_knowledge(draft.id).reviewed_by, STACK["username"])
        listed = self.client.list_issue_knowledge(status="approved", task_name="CheckT1")
        self.assertIn(draft.id, [one.id for one in listed.items])
        cases = self.client.get_task_knowledge("CheckT1").cases
        self.assertIn(("A cable", "loose"), [(case.title, case.root_cause) for case in cases])
        self.assertEqual(self.client.reject_issue_knowledge(self.learned("Nothing").id).status, "rejected")

    def test_what_is_known_of_every_standard_task_is_read(self):
        items = {item.name: item for item in self.client.list_task_knowledge().items}
        self.assertGreater(len(items), 50)
        known = self.client.get_task_knowledge("CheckRamsey")
        self.assertEqual((known.name, known.summary), ("CheckRamsey", items["CheckRamsey"].summary))
        self.assertEqual(len(known.failure_modes), items["CheckRamsey"].failure_mode_count)
        self.assertEqual(known.output_parameters_info[2].name, "t2_star")
        self.assertEqual(self.client.get_task_knowledge_markdown("CheckRamsey"), known.prompt_text)
        with self.assertRaises(QDashNotFoundError):
            self.client.get_task_knowledge("CheckNothing")

    def test_reviews_are_asked_for_written_and_read(self):
        body = {"chip_id": CHIP, "task": "CheckT1", "task_ids": [self.task_id, self.other_task_id]}
        run_id = self.client._request("POST", "/task-results/ai-review/bulk", json=body).data["review_run_id"]
        review = {"review_run_id": run_id, "decision": "pass", "review_markdown": "## AI review\nclean"}
        self.client._request("PUT", f"/task-results/{self.task_id}/ai-review", json=review)
        listed = self.client.list_task_result_ai_reviews(task_name="CheckT1", decision="pass", latest_only=True)
        (item,) = listed.items
        self.assertEqual((item.task_id, item.review_markdown, item.format_ok), (self.task_id, "## AI review\nclean", True))
        self.assertEqual(listed.decision_counts, {"pass": 1})
        (run,) = self.client.list_task_result_ai_review_runs(chip_id=CHIP).items
        self.assertEqual((run.review_run_id, run.total, run.completed_count, run.requested_count), (run_id, 2, 1, 1))
        detail = self.client.get_task_result_ai_review_run(run_id)
        self.assertEqual({one.task_id for one in detail.items}, {self.task_id, self.other_task_id})
        note = self.client.get_task_result(self.task_id).ai_review_note
        self.assertEqual((note.content, note.updated_by), ("## AI review\nclean", STACK["username"]))

    def test_where_a_value_came_from_is_read(self):
        history = self.client.get_provenance_history(parameter_name="t1", qid="7")
        newest = history.versions[0]
        self.assertEqual((newest.task_id, newest.unit), (self.other_task_id, "us"))
        self.assertEqual(self.client.get_provenance_entity(newest.entity_id).value, newest.value)
        self.assertEqual(self.client.get_provenance_lineage(newest.entity_id).origin.node_id, newest.entity_id)
        self.assertEqual(self.client.get_provenance_impact(newest.entity_id).origin.node_id, newest.entity_id)
        self.assertGreater(self.client.get_provenance_stats().total_entities, 0)
        changes = self.client.get_provenance_changes(parameter_names=["t1"], within_hours=1).changes
        self.assertIn("7", [change.qid for change in changes])

    def test_a_result_is_excluded_and_included_again(self):
        excluded = self.client.set_task_result_excluded(self.task_id, excluded=True, reason="a cable")
        self.assertEqual((excluded.excluded, excluded.excluded_reason), (True, "a cable"))
        self.assertFalse(self.client.set_task_result_excluded(self.task_id, excluded=False).excluded)

    def test_a_result_is_measured_again(self):
        started = self.client.re_execute_task_result(self.task_id, parameter_overrides={"run": {"shots": 128}})
        execution = self.client.wait_for_execution(started.execution_id, timeout_seconds=60, poll_interval_seconds=0.1)
        (task,) = execution.task
        self.assertEqual((execution.status, task.name), ("completed", "CheckT1"))
        self.assertEqual(self.client.get_task_result(task.task_id).source_task_id, self.task_id)


class Files(unittest.TestCase):
    def setUp(self):
        self.client = client_of(PROJECT_ENV)
        self.addCleanup(self.client.close)
        self.client.save_flow(name="filed", code=CHECK, chip_id=CHIP)

    def file_of_flow(self):
        (root,) = self.client.get_files_tree()
        (folder,) = [child for child in root.children if child.name == "filed"]
        return folder.children[-1].path

    def test_a_flow_is_read_and_saved_as_a_file(self):
        path = self.file_of_flow()
        self.assertEqual(self.client.get_file_content(path)["content"], CHECK)
        saved = self.client.save_file_content(path=path, content=CHECK + "# by file\n")
        self.assertEqual(self.file_of_flow(), saved["path"])
        self.assertEqual(self.client.get_flow("filed").code, CHECK + "# by file\n")
        with self.assertRaises(QDashTransportError) as caught:
            self.client.save_file_content(path=path, content=CHECK)
        self.assertEqual(caught.exception.status_code, 409)
        self.assertIn("filed", self.client.get_git_status()["commit_message"])

    def test_a_text_is_looked_over(self):
        self.assertTrue(self.client.validate_file_content(content="a: 1", file_type="yaml")["valid"])
        self.assertFalse(self.client.validate_file_content(content="{", file_type="json")["valid"])

    def test_helpers_are_the_sources_of_flows(self):
        self.assertIn("filed.yaml", self.client.list_flow_helper_files())
        self.assertEqual(self.client.get_flow_helper_file("filed.yaml"), self.client.get_flow("filed").code)

    def test_a_full_calibration_is_made_of_its_template(self):
        for name in ("full_calibration", "fast_full_calibration"):
            template = self.client.get_flow_template(name)
            self.client.save_flow(name=name, code=template.code, chip_id=CHIP)
            self.assertEqual(self.client.get_flow(name).flow_function_name, template.function_name)

    def test_a_flow_is_scheduled(self):
        scheduled = self.client.schedule_flow("filed", cron="30 6 29 2 *", active=False, timezone="Europe/Berlin")
        self.assertEqual((scheduled.flow_name, scheduled.schedule_type, scheduled.active), ("filed", "cron", False))


class LeftOut(unittest.TestCase):
    def test_what_is_left_out_is_answered_404(self):
        client = client_of(PROJECT_ENV)
        self.addCleanup(client.close)
        for method in STACK["methods"]:
            if not method["left_out"]:
                continue
            with self.subTest(method["name"]), self.assertRaises(QDashNotFoundError):
                client._request(method["method"], method["path"].replace("{", "").replace("}", ""), json={})
