"""Functions of QDash that its parallel flows import from `_internal`, and the older ones around a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ...errors import LabError, StoppedError
from .errors import refuse
from .groups import Raw
from .prefect import PrefectTask
from .run import current_run
from .service import CalibService

SessionConfig = Mapping[str, Any]


class ConfigFileType(Enum):
    """Files that QDash pushes to GitHub."""

    CALIB_NOTE = "calib_note"
    PROPS = "props"
    PARAMS = "params"
    ALL_PARAMS = "all_params"


@dataclass
class GitHubPushConfig:
    """What QDash would push. Nothing is pushed here, and the log says so."""

    enabled: bool = False
    file_types: list[ConfigFileType] = field(
        default_factory=lambda: [ConfigFileType.CALIB_NOTE, ConfigFileType.ALL_PARAMS]
    )
    params_file_names: list[str] | None = None
    commit_message: str | None = None
    branch: str = "main"
    props_within_24hrs: bool = False


def init_calibration(username: str, chip_id: str, qids: list[str], **more: Any) -> CalibService:
    """Make a session the current one."""
    return CalibService(username, chip_id, qids, **more)


def get_session() -> CalibService:
    """Return the current session. Raises LabError if there is none."""
    service = current_run("get_session()").service
    if service is None:
        raise LabError("get_session(): the flow has no session yet; make a CalibService first")
    return service


def get_current_session() -> CalibService | None:
    """Return the current session; None if there is none."""
    return current_run("get_current_session()").service


def set_current_session(session: CalibService) -> None:
    """Make a session the current one."""
    current_run("set_current_session()").service = session


def clear_current_session() -> None:
    """Let there be no current session."""
    current_run("clear_current_session()").service = None


def finish_calibration(**more: Any) -> None:
    """End nothing: the run ends with the flow."""
    get_session().finish_calibration(**more)


def generate_execution_id(*_: Any, **__: Any) -> str:
    """Refuse: the service numbers the runs."""
    raise refuse("generate_execution_id()", "the service numbers the runs")


def is_cancellation(exc: BaseException) -> bool:
    """Whether an error says that the run is to stop."""
    return isinstance(exc, (StoppedError, KeyboardInterrupt))


def run_qubit_calibrations_parallel(qids: Sequence[str], tasks: Sequence[str], session_config: SessionConfig) -> Raw:
    """Run tasks on qubits, side by side where the box map allows it."""
    return _session(session_config).measure_qubits(tasks, qids, "scheduled")


def run_mux_calibrations_parallel(
    mux_groups: Sequence[Sequence[str]], tasks: Sequence[str], session_config: SessionConfig
) -> Raw:
    """Run tasks on the qubits of muxes: one qubit of a mux after the other, muxes side by side."""
    qids = [qid for group in mux_groups for qid in group]
    return _session(session_config).measure_qubits(tasks, qids, "scheduled")


def run_coupling_calibrations_parallel(
    coupling_qids: Sequence[str], tasks: Sequence[str], session_config: SessionConfig
) -> Raw:
    """Run tasks on couplings, side by side where the box map allows it."""
    return _session(session_config).measure_couplings(tasks, [list(coupling_qids)])


def run_groups_with_retry_parallel(
    groups: Sequence[Sequence[str]], tasks: Sequence[str], offsets: Sequence[float], session_config: SessionConfig
) -> Raw:
    """Run tasks on the qubits of groups, with an offset of the frequency after each failure."""
    found: Raw = {}
    for group in groups:
        found.update(_group_with_retry(group, tasks, offsets, session_config))
    return found


def _mux_qubits(qids: Sequence[str], tasks: Sequence[str], session_config: SessionConfig | None = None) -> Raw:
    return _session(session_config).measure_qubits(tasks, qids, "serial")


def _single_qubit(
    qid: str, tasks: Sequence[str], session_config: SessionConfig | None = None
) -> tuple[str, dict[str, Any]]:
    return qid, _session(session_config).measure_qubits(tasks, [qid], "serial").get(qid, {"status": "failed"})


def _coupling_pair(
    coupling_qid: str, tasks: Sequence[str], session_config: SessionConfig | None = None
) -> tuple[str, dict[str, Any]]:
    return coupling_qid, _session(session_config).measure_couplings(tasks, [[coupling_qid]])[coupling_qid]


def _parallel_group(
    coupling_qids: Sequence[str], tasks: Sequence[str], session_config: SessionConfig | None = None
) -> Raw:
    return _session(session_config).measure_couplings(tasks, [list(coupling_qids)])


def _group_with_retry(
    qids: Sequence[str], tasks: Sequence[str], offsets: Sequence[float], session_config: SessionConfig | None = None
) -> Raw:
    """Run tasks on one qubit after the other; a qubit that fails is measured again with the next offset in GHz."""
    session = _session(session_config)
    found: Raw = {}
    for qid in qids:
        for attempt, offset in enumerate(offsets, 1):
            result: dict[str, Any] = {}
            try:
                for name in tasks:
                    shifted = {"qubit_frequency_offset": {"value": offset}}
                    details = {name: {"input_parameters": shifted}} if offset else None
                    result[name] = session.execute_task(name, qid, details)
                found[qid] = {**result, "status": "success", "attempt": attempt}
                break
            except StoppedError:
                raise
            except Exception as error:
                found[qid] = {"status": "failed", "error": str(error), "attempt": attempt}
    return found


calibrate_mux_qubits = PrefectTask(_mux_qubits, 0)
calibrate_single_qubit = PrefectTask(_single_qubit, 0)
execute_coupling_pair = PrefectTask(_coupling_pair, 0)
calibrate_parallel_group = PrefectTask(_parallel_group, 0)
calibrate_group_with_retry = PrefectTask(_group_with_retry, 0)


def _session(config: SessionConfig | None) -> CalibService:
    """Return the session of a configuration; the current one without any."""
    if config is None:
        return get_session()
    known = ("username", "chip_id", "backend_name", "project_id", "default_run_parameters", "tags", "flow_name", "note")
    for name in config:
        if name not in (*known, "muxes", "execution_id"):
            raise refuse(f"'{name}' in the configuration of a session")
    current = current_run("a session")
    session, before = CalibService(**{name: config[name] for name in known if name in config}), current.service
    current.service = before or session
    return session
