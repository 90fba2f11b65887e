"""Flows, their runs, and what runs leave: the calls of QDash's client that start, follow, read and cancel."""

import asyncio
import time
import unittest
from datetime import UTC, datetime, timedelta

from qdash.client.services.errors import QDashNotFoundError, QDashTransportError
from qdash.client.services.models import SuccessResponse
from stack import STACK, TOKEN_ENV, client_of

CHIP = "linear"
PROJECT_ENV = {**TOKEN_ENV, "QDASH_PROJECT_ID": STACK["other_project_id"]}

# Every standard task, none of which fails.
EVERYTHING = """
parameters: {failure_rate: 0, bad_target_rate: 0}
targets: {qubits: [0, 1]}
stages:
  - {name: bring-up, sequence: BRINGUP}
  - {name: check, sequence: CHECK_1Q}
  - {name: full, sequence: FULL_1Q_AFTER_CHECK}
  - {name: gate, sequence: FULL_2Q}
"""
SHORT = """
parameters: {bad_target_rate: 0}
stages:
  - {name: check, tasks: [CheckT1], targets: {qubits: [2, 3]}}
"""
SLOW = """
pace_seconds: 10
stages:
  - {name: check, tasks: [CheckRabi, CheckT1], targets: {qubits: [4, 5]}}
"""


def client():
    """A client in the project of the chip that is measured, like every use of it a client of its own."""
    return client_of(PROJECT_ENV)


def ended(client, execution_id):
    return client.wait_for_execution(execution_id, timeout_seconds=60, poll_interval_seconds=0.1)


class Flows(unittest.TestCase):
    def setUp(self):
        self.client = client()
        self.addCleanup(self.client.close)

    def delete(self, name):
        """The client has no call of its own for this; the request and the model are its own."""
        response = self.client._request("DELETE", f"/flows/{name}")
        return self.client._validate_model_payload(SuccessResponse, response.data)

    def test_a_flow_is_saved_listed_read_and_deleted(self):
        saved = self.client.save_flow(
            name="evening",
            code=SHORT,
            chip_id=CHIP,
            description="before going home",
            flow_function_name="evening_check",
            default_parameters={"shots": 512},
            default_run_parameters={"interval": {"value": 200000, "value_type": "int"}},
            tags=["daily"],
        )
        self.assertEqual(saved.name, "evening")
        self.assertIn("evening", saved.file_path)
        listed = {flow.name: flow for flow in self.client.list_flows().flows}
        self.assertEqual((listed["evening"].chip_id, listed["evening"].tags), (CHIP, ["daily"]))
        flow = self.client.get_flow("evening")
        self.assertEqual((flow.code, flow.description), (SHORT, "before going home"))
        self.assertEqual((flow.flow_function_name, flow.created_by), ("evening_check", STACK["username"]))
        self.assertEqual(flow.default_parameters, {"shots": 512})
        self.assertEqual(flow.default_run_parameters, {"interval": {"value": 200000, "value_type": "int"}})
        self.assertEqual(flow.updated_at.utcoffset(), timedelta(0))
        self.assertIn("evening", self.delete("evening").message)
        with self.assertRaises(QDashNotFoundError):
            self.client.get_flow("evening")

    def test_a_flow_takes_the_standard_values_of_what_is_not_said(self):
        self.client.save_flow(name="bare", code=SHORT, chip_id=CHIP)
        flow = self.client.get_flow("bare")
        self.assertEqual((flow.flow_function_name, flow.description, flow.tags), ("bare", "", []))
        self.assertEqual((flow.default_parameters, flow.default_run_parameters), ({}, {}))
        self.delete("bare")

    def test_every_template_can_be_saved_as_a_flow(self):
        templates = self.client.list_flow_templates()
        self.assertGreaterEqual(len(templates), 5)
        for template in templates:
            whole = self.client.get_flow_template(template.id)
            self.assertEqual(whole.name, template.name)
            self.client.save_flow(name=whole.function_name, code=whole.code, chip_id=CHIP)
            self.assertEqual(self.client.get_flow(whole.function_name).code, whole.code)
            self.delete(whole.function_name)
        with self.assertRaises(QDashNotFoundError):
            self.client.get_flow_template("none")

    def test_a_mistake_in_a_flow_is_refused_with_400_and_its_line(self):
        with self.assertRaises(QDashTransportError) as caught:
            self.client.save_flow(name="typo", code="stages:\n  - {name: a, tasks: [CheckTT1]}\n", chip_id=CHIP)
        self.assertEqual(caught.exception.status_code, 400)
        self.assertIn("line 2", str(caught.exception))
        self.assertIn("CheckT1", str(caught.exception))

    def test_a_flow_that_does_not_exist_is_not_found(self):
        with self.assertRaises(QDashNotFoundError):
            self.client.execute_flow("none")


class Results(unittest.TestCase):
    """One run of every standard task on two qubits and their coupling, started without parameters."""

    @classmethod
    def setUpClass(cls):
        cls.client = client()
        cls.addClassCleanup(cls.client.close)
        cls.client.save_flow(name="everything", code=EVERYTHING, chip_id=CHIP, tags=["all"])
        cls.started = cls.client.execute_flow("everything")
        cls.execution_id = cls.started.execution_id
        cls.day = cls.execution_id.split("-")[0]
        cls.execution = ended(cls.client, cls.execution_id)

    def results(self, **filters):
        return self.client.list_task_results(execution_id=self.execution_id, limit=100, **filters)

    def only(self, **filters):
        (item,) = self.results(**filters).items
        return item

    def test_the_run_is_started_and_waited_for(self):
        self.assertIn(self.execution_id, self.started.qdash_ui_url)
        self.assertNotEqual((self.started.flow_run_url, self.started.message), ("", ""))
        self.assertEqual((self.execution.status, self.execution.flow_name), ("completed", "everything"))
        self.assertEqual((self.execution.chip_id, self.execution.username), (CHIP, STACK["username"]))
        self.assertEqual(self.execution.tags, ["all"])
        self.assertEqual(self.execution.end_at - self.execution.start_at, self.execution.elapsed_time)
        self.assertEqual({task.status for task in self.execution.task}, {"completed"})
        self.assertEqual({task.qid for task in self.execution.task}, {"0", "1", "0-1"})

    def test_executions_are_listed_by_chip(self):
        page = self.client.list_executions(chip_id=CHIP, limit=100)
        listed = {row.execution_id: row for row in page.executions}
        row = listed[self.execution_id]
        self.assertEqual((row.status, row.name), ("completed", self.execution.name))
        self.assertEqual(row.note["flow_run_id"], self.execution.note["flow_run_id"])
        self.assertEqual(page.total, len(listed))
        self.assertEqual(self.client.list_executions(chip_id=CHIP, skip=page.total).executions, [])
        with self.assertRaises(QDashNotFoundError):
            self.client.get_execution("20200101-999")

    def test_task_results_are_listed_and_filtered(self):
        everything = self.results()
        self.assertEqual(everything.total, len(self.execution.task))
        counts = {status: count for status, count in everything.status_counts.items() if count}
        self.assertEqual(counts, {"completed": everything.total})
        page = self.client.list_task_results(execution_id=self.execution_id, skip=1, limit=2)
        self.assertEqual((page.items, page.skip, page.limit), (everything.items[1:3], 1, 2))
        item = self.only(task_name="CheckT1", qid="1")
        self.assertEqual((item.chip_id, item.status, item.username), (CHIP, "completed", STACK["username"]))
        self.assertEqual(self.only(task_name="CheckT1", qid="1", status="completed", username=STACK["username"]), item)
        self.assertEqual(self.results(status="failed").items, [])
        self.assertIn(item, self.results(chip_id=CHIP, start_from=item.start_at.isoformat()).items)
        self.assertEqual(self.results(start_to="2020-01-01T00:00:00Z").items, [])

    def test_the_result_of_every_standard_task_is_whole(self):
        by_name = {item.task_name: item for item in self.results().items}
        for name, item in by_name.items():
            with self.subTest(name):
                result = self.client.get_task_result(item.task_id)
                self.assertEqual((result.task_name, result.qid, result.status), (name, item.qid, "completed"))
                self.assertEqual((result.execution_id, result.flow_name), (self.execution_id, "everything"))
                self.assertIsInstance(result.elapsed_time, timedelta)
                self.assertNotEqual(result.run_parameters, {})
        t1 = self.client.get_task_result(by_name["CheckT1"].task_id)
        self.assertGreater(t1.output_parameters["t1"]["value"], 0)
        self.assertEqual(t1.output_parameters["t1"]["task_id"], t1.task_id)
        self.assertNotEqual((t1.figure_path, t1.json_figure_path), ([], []))
        with self.assertRaises(QDashNotFoundError):
            self.client.get_task_result("none")

    def test_latest_results_have_every_qubit_and_coupling(self):
        qubits = self.client.get_qubit_latest_task_results(chip_id=CHIP, task="CheckT1")
        self.assertEqual((qubits.task_name, len(qubits.result)), ("CheckT1", 8))
        self.assertEqual(qubits.result["1"].task_id, self.only(task_name="CheckT1", qid="1").task_id)
        self.assertIn("t1", qubits.result["1"].output_parameters)
        self.assertIsInstance(qubits.result["1"].elapsed_time, timedelta)
        self.assertEqual((qubits.result["7"].name, qubits.result["7"].status), ("CheckT1", "pending"))
        couplings = self.client.get_coupling_latest_task_results(chip_id=CHIP, task="CheckZX90")
        self.assertEqual(len(couplings.result), 7)
        self.assertEqual(couplings.result["0-1"].task_id, self.only(task_name="CheckZX90").task_id)
        self.assertEqual(couplings.result["0-1"].execution_id, self.execution_id)

    def test_the_history_of_a_target_has_the_result_of_the_run(self):
        qubit = self.client.get_qubit_task_history(qid="1", chip_id=CHIP, task="CheckT1", date=self.day)
        self.assertEqual(qubit.name, "CheckT1")
        item = self.only(task_name="CheckT1", qid="1")
        self.assertEqual(qubit.data[item.task_id].end_at, item.end_at)
        coupling = self.client.get_coupling_task_history(
            coupling_id="0-1", chip_id=CHIP, task="CheckZX90", date=self.day
        )
        self.assertEqual(list(coupling.data), [self.only(task_name="CheckZX90").task_id])
        other = self.client.get_qubit_task_history(qid="1", chip_id=CHIP, task="CheckT1", date="20200101")
        self.assertEqual(other.data, {})

    def test_a_time_series_has_the_values_of_a_parameter(self):
        now = datetime.now(UTC)
        span = {
            "chip_id": CHIP,
            "parameter": "t1",
            "start_at": (now - timedelta(hours=1)).isoformat(),
            "end_at": (now + timedelta(hours=1)).isoformat(),
        }
        series = self.client.get_task_results_timeseries(**span, tag="all")
        self.assertEqual(set(series.data), {"0", "1"})
        (value,) = series.data["1"]
        self.assertEqual((value.execution_id, value.unit), (self.execution_id, "us"))
        self.assertEqual(value.task_id, self.only(task_name="CheckT1", qid="1").task_id)
        of_one = self.client.get_task_results_timeseries(**span, tag="all", qid="1")
        self.assertEqual(of_one.data, {"1": [value]})
        again = asyncio.run(self.client.get_task_results_timeseries_async(**span, tag="all"))
        self.assertEqual(again, series)

    def test_the_chip_has_the_values_of_the_run(self):
        task_id = self.only(task_name="CheckT1", qid="1").task_id
        self.assertEqual(self.client.get_chip_qubit(CHIP, "1").data["t1"]["task_id"], task_id)
        self.assertEqual(self.client.get_chip_metrics(CHIP).qubit_metrics["t1"]["1"].task_id, task_id)

    def test_the_tasks_that_the_project_has_used_are_listed(self):
        tasks = {task.name: task for task in self.client.list_tasks().tasks}
        self.assertEqual(set(tasks), {task.name for task in self.execution.task})
        self.assertEqual((tasks["CheckT1"].task_type, tasks["CheckZX90"].task_type), ("qubit", "coupling"))
        self.assertEqual(tasks["CheckT1"].output_parameters["t1"].unit, "us")
        self.assertEqual(len(self.client.list_tasks(backend="simulator").tasks), len(tasks))
        self.assertEqual(self.client.list_tasks(backend="other").tasks, [])

    def test_the_note_on_a_result_is_written_read_and_deleted(self):
        task_id = self.only(task_name="CheckT1", qid="0").task_id
        self.assertEqual(self.client.upsert_task_note(task_id, content="a clean fit").content, "a clean fit")
        note = self.client.get_task_note(task_id)
        self.assertEqual((note.content, note.updated_by), ("a clean fit", STACK["username"]))
        self.client.delete_task_note(task_id)
        with self.assertRaises(QDashNotFoundError):
            self.client.get_task_note(task_id)


class Runs(unittest.TestCase):
    def setUp(self):
        self.client = client()
        self.addCleanup(self.client.close)

    def test_parameters_of_a_run_narrow_it_and_reach_its_tasks(self):
        self.client.save_flow(name="short", code=SHORT, chip_id=CHIP)
        started = self.client.execute_flow("short", parameters={"qids": ["3"], "shots": 256, "tags": ["by hand"]})
        execution = ended(self.client, started.execution_id)
        self.assertEqual((execution.status, execution.tags), ("completed", ["by hand"]))
        (task,) = execution.task
        self.assertEqual((task.qid, task.name), ("3", "CheckT1"))
        self.assertEqual(self.client.get_task_result(task.task_id).run_parameters["shots"]["value"], 256)

    def test_a_parameter_that_no_task_knows_is_refused_with_400(self):
        self.client.save_flow(name="short", code=SHORT, chip_id=CHIP)
        with self.assertRaises(QDashTransportError) as caught:
            self.client.execute_flow("short", parameters={"shoots": 256})
        self.assertEqual(caught.exception.status_code, 400)
        self.assertIn("shoots", str(caught.exception))

    def test_a_task_that_failed_says_why(self):
        self.client.save_flow(name="short", code=SHORT, chip_id=CHIP)
        started = self.client.execute_flow("short", parameters={"failure_rate": 1})
        ended(self.client, started.execution_id)
        listed = self.client.list_task_results(execution_id=started.execution_id, status="failed")
        self.assertEqual(listed.status_counts["failed"], 2)
        for item in listed.items:
            result = self.client.get_task_result(item.task_id)
            self.assertEqual((result.status, result.message), ("failed", item.message))
            self.assertNotEqual(result.message, "")
        found = self.client.list_task_results(
            execution_id=started.execution_id, message_contains=listed.items[0].message[:12]
        )
        self.assertIn(listed.items[0], found.items)

    def test_a_run_that_is_on_locks_the_project_until_it_is_cancelled(self):
        self.client.save_flow(name="slow", code=SLOW, chip_id=CHIP)
        execution_id = self.client.execute_flow("slow").execution_id
        running = self.running(execution_id)
        for task in running.task:
            self.assertIn(self.client.get_task_result(task.task_id).status, ("scheduled", "running"))

        with self.assertRaises(QDashTransportError) as caught:
            self.client.execute_flow("slow")
        self.assertEqual(caught.exception.status_code, 409)
        self.assertIn(execution_id, str(caught.exception))

        flow_run_id = running.note["flow_run_id"]
        asked = self.client.cancel_execution(flow_run_id)
        self.assertEqual((asked.execution_id, asked.status in ("cancelling", "cancelled")), (flow_run_id, True))
        self.assertIn(execution_id, asked.message)
        cancelled = ended(self.client, execution_id)
        self.assertEqual(cancelled.status, "cancelled")
        self.assertEqual({task.status for task in cancelled.task}, {"cancelled"})
        self.assertEqual(self.client.cancel_execution(flow_run_id).status, "cancelled")

        again = self.client.execute_flow("slow", parameters={"pace_seconds": 0}).execution_id
        self.assertEqual(ended(self.client, again).status, "completed")
        with self.assertRaises(QDashTransportError) as caught:
            self.client.cancel_execution(again)
        self.assertEqual(caught.exception.status_code, 409)

    def running(self, execution_id):
        """The execution, as soon as a task of it is running."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            execution = self.client.get_execution(execution_id)
            if any(task.status == "running" for task in execution.task):
                return execution
            time.sleep(0.1)
        self.fail(f"no task of {execution_id} began")
