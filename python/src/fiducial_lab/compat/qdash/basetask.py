"""The base classes of QDash's tasks, and the backend that they are given."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from typing import Any, ClassVar

from .errors import refuse
from .models import ParameterModel, PostProcessResult, PreProcessResult, RunParameterModel, RunResult, TaskTypes

found: Callable[[type[BaseTask]], object] | None = None
"""Called with each task that is defined while tasks of a lab are loaded."""


class BaseBackend:
    """What a task drives the bench through."""

    name = "qubex"

    def __init__(self, config: Mapping[str, Any] | None = None, bench: Any = None) -> None:
        self.config = dict(config or {})
        self._bench = bench

    def connect(self) -> None:
        """Do nothing: the bench is connected where it is made."""

    def version(self) -> str:
        """Return the version that the bench tells; `unknown` if it tells none."""
        return str(getattr(self.get_instance(), "version", "unknown"))

    def get_instance(self) -> Any:
        """Return what the bench drives: `get_instance()` of the bench where it has one, else the bench itself."""
        maker = getattr(self._bench, "get_instance", None)
        return maker() if callable(maker) else self._bench

    def save_note(self, *_: Any, **__: Any) -> None:
        """Refuse: values are kept by the service."""
        raise refuse("save_note() of a backend", "the service keeps the values; there is no calibration note to save")

    def update_note(self, *_: Any, **__: Any) -> None:
        """Refuse: values are kept by the service."""
        raise refuse("update_note() of a backend", "the service keeps the values; there is no calibration note to save")


class QubexBackend(BaseBackend):
    """The backend of tasks that use qubex."""


class FakeBackend(BaseBackend):
    """The backend of tasks that simulate."""

    name = "fake"


class BaseTask:
    """A task: `preprocess`, `run` and `postprocess` are called in this order, on an object made for the attempt.

    An input that is None, or has no value, is read from the chip; where the chip has none either, the attempt fails and
    names it. An output whose value is not set is left out.
    """

    name: str = ""
    task_type: str = TaskTypes.QUBIT
    backend: str = "qubex"
    timeout: float = 60 * 60
    r2_threshold: float = 0.7
    is_mux_level: bool = False
    input_parameters: dict[str, Any] = {}  # noqa: RUF012 as tasks of QDash declare them; each object has its own copy
    output_parameters: dict[str, ParameterModel] = {}  # noqa: RUF012
    run_parameters: dict[str, RunParameterModel] = {}  # noqa: RUF012

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cls.name and found is not None:
            found(cls)

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise refuse("an argument of a task's constructor", "give task_details to execute_task()")
        kind = type(self)
        self.input_parameters = deepcopy(dict(kind.input_parameters))
        self.output_parameters = deepcopy(dict(kind.output_parameters))
        self.run_parameters = deepcopy(dict(kind.run_parameters))

    def preprocess(self, backend: Any, qid: str) -> PreProcessResult:
        """Return the inputs, which are set already."""
        return PreProcessResult(self.input_parameters, self.run_parameters)

    def run(self, backend: Any, qid: str) -> RunResult:
        """Measure."""
        raise NotImplementedError(f"{self.name} has no run()")

    def batch_run(self, backend: Any, qids: list[str]) -> RunResult:
        """Measure several qubits in one call."""
        raise NotImplementedError(f"{self.name} has no batch_run()")

    def postprocess(self, backend: Any, execution_id: str, run_result: RunResult, qid: str) -> PostProcessResult:
        """Return values and figures of what was measured."""
        raise NotImplementedError(f"{self.name} has no postprocess()")

    def r2_is_lower_than_threshold(self, r2: float) -> bool:
        """Whether a fit is too bad to count."""
        return r2 <= self.r2_threshold

    def get_name(self) -> str:
        """Return the name."""
        return self.name

    def get_task_type(self) -> str:
        """Return the type."""
        return self.task_type

    def get_input_parameters(self) -> list[str]:
        """Return the names of the inputs."""
        return list(self.input_parameters)

    def get_output_parameters(self) -> list[str]:
        """Return the names of the outputs."""
        return list(self.output_parameters)

    def get_run_parameters(self) -> list[str]:
        """Return the names of the run parameters."""
        return list(self.run_parameters)

    def is_qubit_task(self) -> bool:
        """Whether it measures a qubit."""
        return self.task_type == TaskTypes.QUBIT

    def is_coupling_task(self) -> bool:
        """Whether it measures a coupling."""
        return self.task_type == TaskTypes.COUPLING

    def is_global_task(self) -> bool:
        """Whether it is of the whole chip."""
        return self.task_type == TaskTypes.GLOBAL

    def is_system_task(self) -> bool:
        """Whether it is of the whole chip."""
        return self.task_type == TaskTypes.SYSTEM

    def attach_execution_id(self, execution_id: str) -> dict[str, ParameterModel]:
        """Name the run in the outputs."""
        for output in self.output_parameters.values():
            output.execution_id = execution_id
        return self.output_parameters

    def attach_task_id(self, task_id: str) -> dict[str, ParameterModel]:
        """Name the result in the outputs."""
        for output in self.output_parameters.values():
            output.task_id = task_id
        return self.output_parameters

    def get_label(self, qid: str) -> str:
        """Return the label of a qubit, such as Q07."""
        return f"Q{int(qid):02d}"


class FakeTask(BaseTask):
    """Base of tasks that simulate."""

    backend = "fake"


class QubexTask(BaseTask):
    """Base of tasks that use qubex. The bench gives the experiment."""

    backend = "qubex"
    _OVERRIDDEN: ClassVar[tuple[str, ...]] = ("readout_amplitude", "control_amplitude")

    def get_experiment(self, backend: BaseBackend) -> Any:
        """Return the experiment of qubex."""
        return backend.get_instance()

    def get_qubit_label(self, backend: BaseBackend, qid: str) -> str:
        """Return the label that qubex has for a qubit."""
        return str(self.get_experiment(backend).get_qubit_label(int(qid)))

    def get_resonator_label(self, backend: BaseBackend, qid: str) -> str:
        """Return the label that qubex has for the resonator of a qubit."""
        return str(self.get_experiment(backend).get_resonator_label(int(qid)))

    def save_calibration(self, backend: BaseBackend) -> None:
        """Let qubex save its own note."""
        self.get_experiment(backend).calib_note.save()

    def _get_calibration_value(self, param_name: str) -> float:
        held: ParameterModel | RunParameterModel = self.input_parameters[param_name]
        return float(held.get_value() if isinstance(held, RunParameterModel) else held.value or 0.0)

    @contextmanager
    def _apply_parameter_overrides(self, backend: BaseBackend, qid: str) -> Generator[None]:
        """Let qubex measure with the inputs of this task; afterwards its own settings are back."""
        experiment = self.get_experiment(backend)
        label = self.get_qubit_label(backend, qid)
        with ExitStack() as undo:
            for name in self._OVERRIDDEN:
                if name in self.input_parameters:
                    settings = getattr(experiment.params, name)
                    undo.callback(settings.__setitem__, label, settings[label])
                    settings[label] = self._get_calibration_value(name)
            if "readout_frequency" in self.input_parameters:
                resonators = experiment.experiment_system.quantum_system
                resonator = resonators.get_resonator(self.get_resonator_label(backend, qid))
                undo.callback(setattr, resonator, "frequency", resonator.frequency)
                resonator.frequency = self._get_calibration_value("readout_frequency")
            if "qubit_frequency" in self.input_parameters:
                frequency = self._get_calibration_value("qubit_frequency")
                undo.enter_context(experiment.modified_frequencies({label: frequency}))
            yield

    @contextmanager
    def _apply_frequency_override(self, backend: BaseBackend, qid: str) -> Generator[None]:
        """Let qubex drive at the frequency of this task's inputs."""
        if "qubit_frequency" not in self.input_parameters:
            yield
            return
        label = self.get_qubit_label(backend, qid)
        frequency = self._get_calibration_value("qubit_frequency")
        with self.get_experiment(backend).modified_frequencies({label: frequency}):
            yield


class QubexBench:
    """A bench that drives a qubex experiment, made at its first use.

    Args:
        **settings: What `qubex.Experiment` takes, such as `chip_id`, `muxes`, `config_dir` and `params_dir`.
    """

    def __init__(self, **settings: Any) -> None:
        self._settings = settings
        self._experiment: Any = None

    def get_instance(self) -> Any:
        """Return the experiment, connected. Raises MissingFeatureError where qubex is not installed."""
        if self._experiment is None:
            experiment = _qubex().Experiment(**self._settings)
            experiment.connect()
            self._experiment = experiment
        return self._experiment

    def stop(self) -> None:
        """Disconnect from the devices, if they were connected."""
        experiment, self._experiment = self._experiment, None
        disconnect = getattr(experiment, "disconnect", None)
        if callable(disconnect):
            disconnect()


def _qubex() -> Any:
    from importlib import import_module

    from ...errors import MissingFeatureError

    try:
        return import_module("qubex")
    except ModuleNotFoundError:
        raise MissingFeatureError("This bench needs qubex, which is not installed here") from None
