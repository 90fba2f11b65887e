"""Types of the answers of the service. Do not edit: `node scripts/build/python-sources.ts` writes it from the registry.

A later service may answer with more fields than these.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


class AcknowledgedDrift(TypedDict):
    acknowledged: int


class ActivityResponse(TypedDict):
    activity_id: str
    execution_id: str
    task_id: str
    task_name: str
    task_type: str
    qid: str
    started_at: str
    ended_at: str
    status: str
    project_id: str
    chip_id: str
    source: str
    username: str
    reason: str
    inputs: list[ActivityResponseInputsItem]
    archived_month: Union[str, None]


class ActivityResponseInputsItem(TypedDict):
    parameter_name: str
    value: float
    unit: str
    entity_id: Union[str, None]


class AiReview(TypedDict):
    task_id: str
    review_run_id: str
    task_name: str
    chip_id: str
    qid: str
    target: str
    execution_id: str
    task_status: str
    review_status: str
    decision: str
    human_label: str
    accepted_parameters: str
    needs_review: str
    primary_reason: str
    suggested_labels: str
    recommended_action: str
    model: str
    requested_by: str
    requested_at: Union[str, None]
    completed_at: Union[str, None]
    note_updated_at: Union[str, None]
    start_at: Union[str, None]
    figure_path: list[str]
    json_figure_path: list[str]
    review_markdown: str
    format_ok: bool
    reviewed_by: str
    error: str


class AnnouncedWorker(TypedDict):
    worker: str
    tasks: int
    flows: int


class ApiToken(TypedDict):
    token_id: str
    name: str
    project_id: Union[str, None]
    role: Union[Literal["owner", "editor", "viewer"], None]
    created_at: str
    expires_at: Union[str, None]
    last_used_at: Union[str, None]
    revoked: bool


class ArchivedMonth(TypedDict):
    chip_id: str
    chip_deleted: bool
    month: str
    state: Literal["archiving", "archived", "restoring", "restored"]
    results: int
    bytes: int
    archived_at: Union[str, None]
    restored_until: Union[str, None]
    restored_by: Union[str, None]


class ArchivedMonthFiles(TypedDict):
    chip_id: str
    chip_deleted: bool
    month: str
    state: Literal["archiving", "archived", "restoring", "restored"]
    results: int
    bytes: int
    archived_at: Union[str, None]
    restored_until: Union[str, None]
    restored_by: Union[str, None]
    files: list[FileLink]


class BegunPastRun(TypedDict):
    execution_id: str
    flow_run_id: str
    fence: int
    status: Literal["scheduled", "running", "completed", "failed", "cancelled"]
    cooldown_id: Union[str, None]


class BegunSignIn(TypedDict):
    authorization_url: str
    browser_key: str
    expires_at: str


class CallerLimit(TypedDict):
    name: str
    unit: str
    units_per_second: float
    burst: float


class Chat(TypedDict):
    format: str
    channel: str
    kinds: list[str]
    active: bool
    updated_by: str
    updated_at: str


class ChatMessage(TypedDict):
    chat_message_id: str
    message_id: str
    thread_id: Union[str, None]
    kind: str
    title: str
    status: Literal["pending", "delivered", "dead"]
    attempts: int
    created_at: str
    next_attempt_at: Union[str, None]
    last_error: Union[str, None]
    delivered_at: Union[str, None]


class ChatTest(TypedDict):
    delivered: bool
    error: Union[str, None]


class Chip(TypedDict):
    chip_id: str
    size: int
    topology_id: Union[str, None]
    qubit_count: int
    coupling_count: int
    installed_at: Union[str, None]
    activity_status: Literal["active", "inactive"]
    current_cooldown_id: Union[str, None]
    last_calibrated_at: Union[str, None]
    note: Note
    technology: str
    username: str
    project_id: str
    readout_lines: list[list[str]]
    system_info: ChipSystemInfo
    qubits: NotRequired[dict[str, Qubit]]
    couplings: NotRequired[dict[str, Coupling]]
    elements: NotRequired[dict[str, dict[str, Coupling]]]


class ChipDates(TypedDict):
    data: list[str]


class ChipDay(TypedDict):
    project_id: str
    chip_id: str
    username: str
    size: int
    topology_id: str
    qubit_count: int
    coupling_count: int
    installed_at: Union[str, None]
    activity_status: Literal["active", "inactive"]
    cooldown_id: Union[str, None]
    recorded_date: str
    system_info: ChipDaySystemInfo


class ChipDaySystemInfo(TypedDict):
    created_at: str
    updated_at: str


class ChipDeletionImpact(TypedDict):
    chip_id: str
    qubits: int
    couplings: int
    task_results: int
    qubit_history_snapshots: int
    coupling_history_snapshots: int
    chip_history_snapshots: int
    notes: int
    note_events: int
    cooldowns_referencing: int
    can_delete_safely: bool


class ChipDifferences(TypedDict):
    chip_id: str
    before: DifferenceSide
    after: DifferenceSide
    totals: DifferenceTotals
    shifts: list[MetricShift]
    differences: list[Difference]
    total: int
    skip: int
    limit: int


class ChipDrift(TypedDict):
    chip_id: str
    as_of: str
    alerts: ChipDriftAlerts
    counts: ChipDriftCounts
    expected_false_alerts_per_week: float
    raised_this_week: int
    false_share: Union[float, None]
    metrics: list[DriftExpectation]
    mutes: list[DriftMute]
    complete_until: Union[str, None]


class ChipDriftAlerts(TypedDict):
    total: int
    items: list[DriftAlert]


class ChipDriftCounts(TypedDict):
    """Of all alerts of the chip, whatever the list has; muted and acknowledged are counted among active ones."""

    alert: int
    watch: int
    ended: int
    muted: int
    acknowledged: int


class ChipHealth(TypedDict):
    chip_id: str
    as_of: str
    start_at: Union[str, None]
    metrics: list[HealthMetric]
    median: Union[float, None]
    least: Union[float, None]
    qubits: dict[str, QubitHealth]


class ChipMedians(TypedDict):
    chip_id: str
    timezone: str
    days: list[ChipMediansDaysItem]
    qubit_metrics: dict[str, list[DayMedian]]
    coupling_metrics: dict[str, list[DayMedian]]


class ChipMediansDaysItem(TypedDict):
    date: str
    as_of: str


class ChipMetrics(TypedDict):
    chip_id: str
    username: str
    qubit_count: int
    coupling_count: int
    topology_id: Union[str, None]
    selection_mode: Literal["latest", "best", "average"]
    within_hours: Union[int, None]
    start_at: Union[str, None]
    end_at: Union[str, None]
    cooldown_id: Union[str, None]
    as_of: str
    newest_at: Union[str, None]
    qubit_metrics: dict[str, dict[str, MetricCell]]
    coupling_metrics: dict[str, dict[str, MetricCell]]
    held_values: list[HeldCell]
    qubit_coverage: dict[str, ChipMetricsQubitCoverageEntry]
    coupling_coverage: dict[str, ChipMetricsCouplingCoverageEntry]
    median_changes: Union[ChipMetricsMedianChanges, None]
    element_metrics: dict[str, dict[str, dict[str, MetricCell]]]
    element_coverage: dict[str, dict[str, ChipMetricsElementCoverageEntryEntry]]


class ChipMetricsCouplingCoverageEntry(TypedDict):
    total: int
    fresh: int
    stale: int
    faulty: int
    missing: int
    share: float
    unit: str
    left_out: list[LeftOutOfUnit]
    median: Union[float, None]
    min: Union[float, None]
    max: Union[float, None]
    tried_unequally: bool
    meets_threshold: Union[int, None]
    fresh_for_seconds: int
    freshness_basis: str


class ChipMetricsElementCoverageEntryEntry(TypedDict):
    total: int
    fresh: int
    stale: int
    faulty: int
    missing: int
    share: float
    unit: str
    left_out: list[LeftOutOfUnit]
    median: Union[float, None]
    min: Union[float, None]
    max: Union[float, None]
    tried_unequally: bool
    meets_threshold: Union[int, None]
    fresh_for_seconds: int
    freshness_basis: str


class ChipMetricsMedianChanges(TypedDict):
    qubit: dict[str, MedianChange]
    coupling: dict[str, MedianChange]


class ChipMetricsQubitCoverageEntry(TypedDict):
    total: int
    fresh: int
    stale: int
    faulty: int
    missing: int
    share: float
    unit: str
    left_out: list[LeftOutOfUnit]
    median: Union[float, None]
    min: Union[float, None]
    max: Union[float, None]
    tried_unequally: bool
    meets_threshold: Union[int, None]
    fresh_for_seconds: int
    freshness_basis: str


class ChipNotesSummary(TypedDict):
    chip_id: str
    scope: ChipNotesSummaryScope
    chip_note: ScopedNote
    qubits: list[TargetNotes]
    couplings: list[TargetNotes]
    task_notes: list[ChipNotesSummaryTaskNotesItem]
    next_cursor: Union[str, None]


class ChipNotesSummaryScope(TypedDict):
    """The scope that was read, and that an unscoped dashboard note is written to."""

    scope_type: Union[Literal["cooldown", "time_range", "global"], None]
    scope_key: Union[str, None]
    cooldown_id: Union[str, None]
    scope_started_at: Union[str, None]
    scope_ended_at: Union[str, None]
    scope_source: Union[Literal["explicit_cooldown", "current_cooldown", "inferred_from_range", "manual_time_range", "legacy_global"], None]


class ChipNotesSummaryTaskNotesItem(TypedDict):
    task_id: str
    qid: str
    note: TaskNote
    ai_review_note: Note


class ChipOfDay(TypedDict):
    project_id: str
    chip_id: str
    username: str
    size: int
    topology_id: str
    qubit_count: int
    coupling_count: int
    installed_at: Union[str, None]
    activity_status: Literal["active", "inactive"]
    cooldown_id: Union[str, None]
    recorded_date: str
    system_info: ChipOfDaySystemInfo
    qubits: dict[str, TargetDay]
    couplings: dict[str, TargetDay]
    elements: dict[str, dict[str, TargetDay]]


class ChipOfDaySystemInfo(TypedDict):
    created_at: str
    updated_at: str


class ChipOverview(TypedDict):
    chip_id: str
    since: str
    as_of: str
    qubit_count: int
    coupling_count: int
    last_calibrated_at: Union[str, None]
    cooldown: Union[ChipOverviewCooldown, None]
    changed: ChipOverviewChanged
    failed: ChipOverviewFailed
    expired: ChipOverviewExpired
    to_measure: ChipOverviewToMeasure
    faulty: ChipOverviewFaulty
    held: Union[ChipOverviewHeld, None]
    runs: ChipOverviewRuns
    notes: ChipOverviewNotes
    complete_until: Union[str, None]


class ChipOverviewChanged(TypedDict):
    total: int
    totals: DifferenceTotals
    shifts: list[MetricShift]
    items: list[Difference]


class ChipOverviewCooldown(TypedDict):
    cooldown_id: str
    started_at: str
    cryo_id: str
    cryo_name: Union[str, None]


class ChipOverviewExpired(TypedDict):
    total: int
    stale_total: int
    by_metric: list[ChipOverviewExpiredByMetricItem]
    items: list[OverviewExpired]


class ChipOverviewExpiredByMetricItem(TypedDict):
    kind: str
    metric: str
    count: int


class ChipOverviewFailed(TypedDict):
    total: int
    counted_all: bool
    items: list[OverviewFailure]


class ChipOverviewFaulty(TypedDict):
    total: int
    by_metric: list[ChipOverviewFaultyByMetricItem]
    items: list[OverviewFaulty]


class ChipOverviewFaultyByMetricItem(TypedDict):
    kind: str
    metric: str
    count: int
    of: int


class ChipOverviewHeld(TypedDict):
    total: int
    measured_only: int
    items: list[OverviewHeld]


class ChipOverviewNotes(TypedDict):
    total: int
    counted_all: bool
    items: list[NoteEvent]


class ChipOverviewRuns(TypedDict):
    total: int
    counted_all: bool
    failed: int
    tasks: dict[str, int]
    items: list[OverviewRun]
    last: Union[OverviewRun, None]
    next: Union[OverviewNextRun, None]


class ChipOverviewToMeasure(TypedDict):
    """The targets of everything that failed or expired, each once."""

    targets: int
    qubits: list[str]


class ChipParameters(TypedDict):
    chip_id: str
    format: Literal["python", "oqtopus", "qiskit", "qibolab", "quam"]
    filename: str
    measured_at: Union[str, None]
    document: dict[str, Any]
    left_out: list[FieldLeftOut]
    text: Union[str, None]
    qubits: list[str]
    couplings: list[str]
    simulated_values: int
    values: list[HandedValue]


class ChipPatch(TypedDict):
    chip_id: str
    as_of: str
    start_at: Union[str, None]
    metrics: list[HealthMetric]
    size: int
    qubits: list[str]
    couplings: list[str]
    tree: list[str]
    score: float
    cost: float
    exact: bool
    search_finished: bool
    most_steps: int
    stale_share: float
    oldest_seconds: float
    values: list[CountedValue]
    left_out: ChipPatchLeftOut


class ChipPatchLeftOut(TypedDict):
    qubits: list[LeftOut]
    couplings: list[LeftOut]


class ChipSummary(TypedDict):
    chip_id: str
    size: int
    topology_id: Union[str, None]
    qubit_count: int
    coupling_count: int
    installed_at: Union[str, None]
    activity_status: Literal["active", "inactive"]
    current_cooldown_id: Union[str, None]
    last_calibrated_at: Union[str, None]
    note: Note


class ChipSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class ClaimWait(TypedDict):
    backend: str
    until: str
    workers: list[ClaimWaitWorkersItem]
    other_backends: list[str]


class ClaimWaitWorkersItem(TypedDict):
    worker: str
    status: Literal["idle", "running", "silent"]
    last_seen_at: str
    age_seconds: float


class ClaimedRun(TypedDict):
    execution_id: str
    flow_run_id: str
    fence: int
    resumed: bool
    flow_name: str
    flow_version: int
    flow_function_name: str
    task_name: Union[str, None]
    code: str
    parameters: dict[str, Any]
    tags: list[str]
    chip_id: str
    backend: str
    username: str
    cooldown_id: Union[str, None]
    persist: bool
    heartbeat_seconds: float
    window_seconds: float
    created_at: str


class ComparedExecution(TypedDict):
    execution_id: str
    chip_id: str
    status: Literal["scheduled", "running", "completed", "failed", "cancelled"]
    flow_name: str
    flow_version: int
    plan_hash: Union[str, None]
    elapsed_seconds: Union[float, None]
    by_status: dict[str, int]
    archived_tasks: int
    archived_months: list[str]
    complete_until: Union[str, None]


class Cooldown(TypedDict):
    cooldown_id: str
    project_id: str
    cryo_id: str
    description: str
    started_at: str
    ended_at: Union[str, None]
    chip_ids: list[str]
    note: Note
    wiring_info: str
    wiring_blocks: list[dict[str, Any]]
    system_info: CooldownSystemInfo


class CooldownSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class CountedValue(TypedDict):
    target: str
    metric: str
    value: Union[float, None]
    calibrated_at: str
    age_seconds: float
    state: Literal["fresh", "stale", "faulty"]
    source: Union[str, None]
    execution_id: Union[str, None]
    task_id: Union[str, None]


class Coupling(TypedDict):
    qid: str
    chip_id: str
    project_id: str
    username: str
    status: str
    data: dict[str, Parameter]
    faulty: list[str]
    note: Note
    metric_notes: dict[str, Note]
    system_info: CouplingSystemInfo


class CouplingSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class CreatedApiToken(TypedDict):
    token_id: str
    name: str
    project_id: Union[str, None]
    role: Union[Literal["owner", "editor", "viewer"], None]
    created_at: str
    expires_at: Union[str, None]
    last_used_at: Union[str, None]
    revoked: bool
    token: str


class CreatedTopology(TypedDict):
    id: str
    name: str
    description: str
    layout_type: str
    grid_size: int
    num_qubits: int
    direction_convention: Union[str, None]
    mux: CreatedTopologyMux
    qubits: dict[str, CreatedTopologyQubitsEntry]
    couplings: list[list[Union[int, str]]]
    visualization: CreatedTopologyVisualization
    directed: bool
    readout_lines: Union[list[list[str]], None]
    deleted_at: Union[str, None]
    left_out: list[CreatedTopologyLeftOutItem]


class CreatedTopologyLeftOutItem(TypedDict):
    path: str
    reason: str
    count: int


class CreatedTopologyMux(TypedDict):
    enabled: bool
    size: int


class CreatedTopologyQubitsEntry(TypedDict):
    row: float
    col: float


class CreatedTopologyVisualization(TypedDict):
    show_mux_boundaries: bool
    region_size: int


class CreatedWebhook(TypedDict):
    webhook_id: str
    url: str
    description: str
    kinds: list[str]
    active: bool
    created_by: str
    created_at: str
    updated_by: str
    updated_at: str
    secret: str


class Cryostat(TypedDict):
    cryo_id: str
    project_id: str
    name: str
    manufacturer: str
    model: str
    location: str
    status: Literal["active", "maintenance", "decommissioned"]
    commissioned_at: Union[str, None]
    decommissioned_at: Union[str, None]
    ongoing_cooldown_id: Union[str, None]
    cooldown_count: int
    note: Note
    system_info: CryostatSystemInfo


class CryostatSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class DayMedian(TypedDict):
    median: Union[float, None]
    unit: str
    present: int
    left_out: int
    measured: int


class DayUsage(TypedDict):
    day: str
    requests: int
    read_units: float
    write_units: float
    compute_seconds: float
    bytes: int


class DecidedValues(TypedDict):
    decided: int
    unchanged: int
    refused: int
    values: list[DecidedValuesValuesItem]


class DecidedValuesValuesItem(TypedDict):
    id: str
    metric: str
    outcome: Literal["decided", "unchanged", "refused"]
    message: str


class DeletedSchedule(TypedDict):
    message: str
    schedule_id: str
    schedule_type: Literal["cron", "one-time"]


class Difference(TypedDict):
    kind: str
    target_id: str
    metric: str
    presence: str
    before: Union[DifferenceValue, None]
    after: Union[DifferenceValue, None]
    change: Union[float, None]
    relative_change: Union[float, None]
    direction: Union[str, None]
    score: Union[DifferenceScore, None]
    not_scored: Union[str, None]


class DifferenceScore(TypedDict):
    z: float
    p: float
    q: float
    verdict: str
    established: bool
    material: bool
    basis: str


class DifferenceSide(TypedDict):
    kind: str
    as_of: Union[str, None]
    execution_id: Union[str, None]
    cooldown_id: Union[str, None]
    date: Union[str, None]
    started_at: Union[str, None]
    ended_at: Union[str, None]


class DifferenceTotals(TypedDict):
    compared: int
    scored: int
    notable: int
    better: int
    worse: int
    possible: int
    established: int
    expected_by_chance: float
    became_faulty: list[DifferenceTotalsBecameFaultyItem]
    settings_changed: int
    appeared: int
    vanished: int
    not_scored: dict[str, int]


class DifferenceTotalsBecameFaultyItem(TypedDict):
    kind: str
    metric: str
    count: int


class DifferenceValue(TypedDict):
    value: Union[float, None]
    unit: str
    error: Union[float, None]
    at: str
    n: int
    days: Union[int, None]
    source: Union[str, None]
    execution_id: Union[str, None]
    task_id: Union[str, None]
    held: bool


class DiscussedTarget(TypedDict):
    target_id: str
    threads: int
    newest: DiscussedTargetNewest


class DiscussedTargetNewest(TypedDict):
    """The newest of them."""

    id: str
    number: int
    title: str


class DiscussionsSummary(TypedDict):
    chip_id: str
    total: Union[int, None]
    qubits: list[DiscussedTarget]
    couplings: list[DiscussedTarget]


class DriftAcknowledgement(TypedDict):
    acknowledged_by: str
    acknowledged_at: str
    reason: str
    accepts_level: bool


class DriftExpectation(TypedDict):
    metric: str
    kind: str
    threshold: float
    followed: int
    gathering: int
    expected_false_alerts_per_week: float
    basis: str
    replayed_weeks: float


class DriftLatest(TypedDict):
    value: Union[float, None]
    unit: str
    error: Union[float, None]
    measured_at: str
    held: bool


class DriftMute(TypedDict):
    metric: Union[str, None]
    target_id: Union[str, None]
    until: str
    muted_by: str
    muted_at: str
    reason: str


class EmailSettings(TypedDict):
    configured: bool
    address: Union[str, None]
    pending_address: Union[str, None]
    kinds: list[str]
    timezone: str
    quiet_hours: Union[EmailSettingsQuietHours, None]
    digest_at: Union[str, None]


class ExcludedTaskResults(TypedDict):
    changed: int
    unchanged: int
    refused: int
    results: list[ExcludedTaskResultsResultsItem]


class ExcludedTaskResultsResultsItem(TypedDict):
    task_id: str
    outcome: Literal["changed", "unchanged", "refused"]
    message: str


class ExecutedFlow(TypedDict):
    execution_id: str
    flow_run_id: str
    flow_run_url: str
    qdash_ui_url: str
    message: str
    waiting_for: Union[ClaimWait, None]
    simulated_values: Union[Literal["trial", "keep"], None]


class ExecutionCancelled(TypedDict):
    execution_id: str
    status: Literal["cancelling", "cancelled"]
    message: str


class ExecutionComparisonResponse(TypedDict):
    execution_id_before: str
    execution_id_after: str
    added_parameters: list[ParameterDiffResponse]
    removed_parameters: list[ParameterDiffResponse]
    changed_parameters: list[ParameterDiffResponse]
    unchanged_count: int
    before: ComparedExecution
    after: ComparedExecution
    run_parameters: list[ExecutionComparisonResponseRunParametersItem]
    start_state: Union[ExecutionComparisonResponseStartState, None]


class ExecutionComparisonResponseRunParametersItem(TypedDict):
    name: str
    value_before: Any
    value_after: Any


class ExecutionComparisonResponseStartState(TypedDict):
    added_parameters: list[ParameterDiffResponse]
    removed_parameters: list[ParameterDiffResponse]
    changed_parameters: list[ParameterDiffResponse]
    unchanged_count: int
    topology_changed: bool
    cooldown_id_before: Union[str, None]
    cooldown_id_after: Union[str, None]


class ExecutionDetail(TypedDict):
    project_id: str
    name: str
    execution_id: str
    status: Literal["scheduled", "running", "completed", "failed", "cancelled"]
    chip_id: str
    flow_name: str
    user_id: Union[str, None]
    username: str
    created_at: str
    start_at: Union[str, None]
    end_at: Union[str, None]
    elapsed_time: Union[float, None]
    message: str
    tags: list[str]
    note: dict[str, Any]
    cancel_requested_at: Union[str, None]
    recorded_later: bool
    calib_data_path: str
    system_info: ExecutionDetailSystemInfo
    flow_run_id: str
    flow_version: int
    runner: Literal["managed", "worker"]
    backend: str
    simulated_values: Union[Literal["trial", "keep"], None]
    persist: bool
    parameters: dict[str, Any]
    source_execution_id: Union[str, None]
    source_task_id: Union[str, None]
    has_snapshot: bool
    cancel_requested_by: Union[str, None]
    claim_timeout_seconds: Union[int, None]
    waiting_for: Union[ClaimWait, None]
    live_trace: Union[LiveTrace, None]
    progress: ExecutionDetailProgress
    archived_tasks: int
    task: list[ExecutionTask]
    task_result: Union[GroupedTaskResults, None]
    task_page: Union[ExecutionDetailTaskPage, None]
    complete_until: Union[str, None]


class ExecutionDetailProgress(TypedDict):
    planned: Union[int, None]
    by_status: dict[str, int]


class ExecutionDetailSystemInfo(TypedDict):
    """`updated_at`: when its status last changed, or its cancellation was asked for."""

    created_at: str
    updated_at: str


class ExecutionDetailTaskPage(TypedDict):
    total: int
    skip: int
    limit: int


class ExecutionLockHolder(TypedDict):
    execution_id: str
    flow_run_id: str
    chip_id: str
    username: str
    status: Literal["scheduled", "running", "completed", "failed", "cancelled"]
    acquired_at: str
    age_seconds: float
    cancel_requested_at: Union[str, None]


class ExecutionLockStatus(TypedDict):
    lock: bool
    holder: Union[ExecutionLockHolder, None]
    scope: Literal["project", "chip"]
    locks: list[ExecutionLockHolder]
    revision: Union[str, None]


class ExecutionSnapshot(TypedDict):
    execution_id: str
    chip_id: str
    taken_at: str
    flow_name: str
    flow_version: int
    plan_hash: Union[str, None]
    parameters: dict[str, Any]
    topology_id: str
    activity_status: Literal["active", "inactive"]
    cooldown_id: Union[str, None]
    qubits: dict[str, SnapshotTarget]
    couplings: dict[str, SnapshotTarget]


class ExecutionSummary(TypedDict):
    project_id: str
    name: str
    execution_id: str
    status: Literal["scheduled", "running", "completed", "failed", "cancelled"]
    chip_id: str
    flow_name: str
    user_id: Union[str, None]
    username: str
    created_at: str
    start_at: Union[str, None]
    end_at: Union[str, None]
    elapsed_time: Union[float, None]
    message: str
    tags: list[str]
    note: dict[str, Any]
    cancel_requested_at: Union[str, None]
    recorded_later: bool
    calib_data_path: str
    system_info: ExecutionSummarySystemInfo
    progress: Union[ExecutionSummaryProgress, None]


class ExecutionSummaryProgress(TypedDict):
    planned: Union[int, None]
    by_status: dict[str, int]


class ExecutionSummarySystemInfo(TypedDict):
    """`updated_at`: when its status last changed, or its cancellation was asked for."""

    created_at: str
    updated_at: str


class ExecutionTask(TypedDict):
    task_id: str
    name: str
    qid: str
    direction: NotRequired[Literal["inverse"]]
    mux_id: NotRequired[int]
    qid_role: NotRequired[Literal["control", "target"]]
    task_type: Literal["qubit", "coupling", "global", "system"]
    status: Literal["scheduled", "running", "completed", "failed", "pending", "skipped", "cancelled"]
    message: str
    upstream_id: str
    stage: int
    attempt: Union[int, None]
    username: str
    start_at: Union[str, None]
    end_at: Union[str, None]
    elapsed_time: Union[str, None]
    elapsed_seconds: Union[float, None]
    excluded: bool
    default_view: bool
    input_parameters: NotRequired[dict[str, InputValue]]
    output_parameters: NotRequired[dict[str, Parameter]]
    output_parameter_names: NotRequired[list[str]]
    run_parameters: NotRequired[dict[str, RunParameter]]
    note: NotRequired[dict[str, Any]]
    figure_path: NotRequired[list[str]]
    json_figure_path: NotRequired[list[str]]
    raw_data_path: NotRequired[list[str]]
    r2: NotRequired[Union[float, None]]
    cooldown_id: NotRequired[str]


class Export(TypedDict):
    export_id: str
    kind: Literal["samples", "task_results"]
    format: Literal["csv", "parquet"]
    chip_id: Union[str, None]
    start_at: Union[str, None]
    end_at: str
    cooldown_id: Union[str, None]
    metric: Union[str, None]
    task: Union[str, None]
    targets: Union[list[str], None]
    status: Literal["queued", "running", "ready", "failed", "cancelled", "expired"]
    complete_until: Union[str, None]
    archived_months: list[ExportArchivedMonthsItem]
    rows: int
    bytes: int
    filename: str
    requested_by: str
    requested_at: str
    ended_at: Union[str, None]
    message: Union[str, None]
    link: Union[FileLink, None]


class ExportArchivedMonthsItem(TypedDict):
    chip_id: str
    month: str


class FieldLeftOut(TypedDict):
    target_kind: str
    field: str
    reason: str
    targets: list[str]


class FigureArchive(TypedDict):
    archive_id: str
    status: str
    filename: str
    figure_count: int
    figure_bytes: int
    requested_at: str
    link: Union[FileLink, None]
    message: Union[str, None]


class FileLink(TypedDict):
    url: str
    file_name: str
    content_type: str
    size_bytes: int
    expires_at: str


class Flow(TypedDict):
    name: str
    project_id: str
    created_by: str
    username: str
    updated_by: str
    description: str
    chip_id: str
    flow_function_name: str
    file_path: str
    deployment_id: Union[str, None]
    tags: list[str]
    runner: Literal["managed", "worker"]
    version: int
    created_at: str
    updated_at: str
    code: str
    default_parameters: dict[str, Any]
    default_run_parameters: dict[str, Any]
    claim_timeout_seconds: Union[int, None]
    persist: bool
    etag: str


class FlowSchedule(TypedDict):
    schedule_id: str
    flow_name: str
    schedule_type: Literal["cron", "one-time"]
    cron: Union[str, None]
    scheduled_time: Union[str, None]
    timezone: str
    next_run: Union[str, None]
    active: bool
    parameters: dict[str, Any]
    created_by: str
    created_at: str
    updated_by: str
    updated_at: str
    last_firing: Union[ScheduleFiring, None]


class FlowSummary(TypedDict):
    name: str
    project_id: str
    created_by: str
    username: str
    updated_by: str
    description: str
    chip_id: str
    flow_function_name: str
    file_path: str
    deployment_id: Union[str, None]
    tags: list[str]
    runner: Literal["managed", "worker"]
    version: int
    created_at: str
    updated_at: str
    file_exists: bool


class FlowTemplate(TypedDict):
    id: str
    name: str
    description: str
    category: str
    filename: str
    function_name: str
    runner: Literal["managed", "worker"]


class FlowTemplateWithCode(TypedDict):
    id: str
    name: str
    description: str
    category: str
    filename: str
    function_name: str
    runner: Literal["managed", "worker"]
    code: str
    default_parameters: dict[str, Any]


class FlowValidation(TypedDict):
    valid: bool
    runner: Literal["managed", "worker"]
    problems: list[FlowValidationProblemsItem]
    task_count: Union[int, None]
    task_names: Union[list[str], None]
    run_parameters: Union[list[FlowValidationRunParametersItem], None]
    form: Union[dict[str, Any], None]
    simulated_values: Union[Literal["trial", "keep"], None]
    chip_has_real_values: Union[bool, None]


class FlowValidationProblemsItem(TypedDict):
    line: Union[int, None]
    column: Union[int, None]
    message: str
    path: str


class FlowValidationRunParametersItem(TypedDict):
    name: str
    value_type: Literal["int", "float", "str"]
    unit: str
    description: str
    values: list[Union[float, str]]
    accepts: str
    tasks: list[str]


class FlowVersion(TypedDict):
    name: str
    version: int
    runner: Literal["managed", "worker"]
    chip_id: str
    description: str
    flow_function_name: str
    file_path: str
    tags: list[str]
    saved_by: str
    saved_at: str
    code: str
    default_parameters: dict[str, Any]
    default_run_parameters: dict[str, Any]
    claim_timeout_seconds: Union[int, None]
    persist: bool


class FlowVersionSummary(TypedDict):
    name: str
    version: int
    runner: Literal["managed", "worker"]
    chip_id: str
    description: str
    flow_function_name: str
    file_path: str
    tags: list[str]
    saved_by: str
    saved_at: str


class ForceUnlocked(TypedDict):
    lock: bool
    execution_id: Union[str, None]
    message: str


class ForumCategory(TypedDict):
    id: str
    project_id: str
    key: str
    name: str
    description: str
    color: str
    icon: str
    sort_order: int
    is_archived: bool


class ForumPost(TypedDict):
    id: str
    project_id: str
    number: Union[int, None]
    category: str
    user_id: Union[str, None]
    username: str
    avatar_key: Union[str, None]
    title: Union[str, None]
    content: str
    content_blocks: list[dict[str, Any]]
    parent_id: Union[str, None]
    labels: list[str]
    assignee_username: Union[str, None]
    assignees: list[str]
    mentions: list[str]
    status: Literal["open", "investigating", "identified", "resolved"]
    close_reason: Union[str, None]
    closed_at: Union[str, None]
    closed_by: Union[str, None]
    chip_id: Union[str, None]
    target_type: Union[str, None]
    target_id: Union[str, None]
    cooldown_id: Union[str, None]
    subjects: list[ThreadSubject]
    reply_count: int
    is_deleted: bool
    is_ai_reply: bool
    revision_count: int
    edited_at: Union[str, None]
    last_activity_at: str
    created_at: str
    updated_at: str
    etag: str


class ForumPostRevision(TypedDict):
    number: int
    title: Union[str, None]
    content: str
    content_blocks: list[dict[str, Any]]
    written_at: str
    replaced_at: str


class FoundNoteEvent(TypedDict):
    event_id: str
    project_id: str
    chip_id: str
    scope: Literal["qubit", "qubit_metric", "coupling", "coupling_metric", "task_result", "chip"]
    target_id: str
    metric_key: str
    action: Literal["upsert", "delete"]
    actor_user_id: Union[str, None]
    actor: str
    content: str
    extra: dict[str, str]
    created_at: str
    highlights: list[list[int]]


class GateMark(TypedDict):
    state: Literal["noted", "held", "faulty", "accepted", "rejected"]
    because: str
    reason: str
    history_points: Union[int, None]
    decided_by: Union[str, None]
    decided_at: Union[str, None]
    decision_reason: str


class GetChatAnswer(TypedDict):
    """Answer of `getChat`: The chat to which the events of the project are sent, without its token."""

    chat: Union[Chat, None]


class GetTopologyByIdAnswer(TypedDict):
    """Answer of `getTopologyById`: One topology: positions and couplings."""

    data: Topology


class GetUnreadNotificationCountAnswer(TypedDict):
    """Answer of `getUnreadNotificationCount`: How many notifications the caller has not read."""

    unread_count: int


class GroupedTaskResults(TypedDict):
    system_tasks: list[ExecutionTask]
    global_tasks: list[ExecutionTask]
    qubit_tasks: dict[str, list[ExecutionTask]]
    coupling_tasks: dict[str, list[ExecutionTask]]


class HandedValue(TypedDict):
    target_kind: Literal["qubit", "coupling"]
    target_id: str
    quantity: Literal["relaxation", "dephasing", "readout", "one_qubit_gate", "two_qubit_gate"]
    metric: str
    value: Union[float, None]
    unit: str
    error: Union[float, None]
    calibrated_at: Union[str, None]
    age_seconds: Union[float, None]
    state: Literal["fresh", "stale", "faulty", "held", "too_old", "missing"]


class Health(TypedDict):
    status: Literal["ok"]
    version: str
    environment: str
    parts: HealthParts


class HealthMetric(TypedDict):
    quantity: Literal["relaxation", "dephasing", "readout", "one_qubit_gate", "two_qubit_gate"]
    metric: str
    kind: Literal["qubit", "coupling"]
    goal: float
    unit: str
    fresh_for_seconds: int


class HealthParts(TypedDict):
    table: NotRequired[PartHealth]
    streams: NotRequired[PartHealth]
    search: NotRequired[PartHealth]
    disk: NotRequired[PartHealth]


class HeldCell(TypedDict):
    target_type: str
    qid: str
    metric: str
    value: float
    error: Union[float, None]
    unit: str
    measured_at: str
    task_id: Union[str, None]
    because: str
    reason: str


class HeldMeasurement(TypedDict):
    id: str
    chip_id: str
    target_type: str
    qid: str
    measured_at: str
    source: str
    execution_id: Union[str, None]
    task_id: Union[str, None]
    cooldown_id: Union[str, None]
    values: list[HeldMeasurementValuesItem]


class HeldMeasurementValuesItem(TypedDict):
    metric: str
    value: Union[float, None]
    error: Union[float, None]
    unit: str
    because: str
    reason: str
    comment: str
    history_points: Union[int, None]
    change: Union[Difference, None]


class ImpactResponse(TypedDict):
    origin: LineageNodeResponse
    nodes: list[LineageNodeResponse]
    edges: list[LineageEdgeResponse]
    max_depth: int
    complete: bool
    archived_months: list[str]


class ImportPreview(TypedDict):
    chip_id: str
    created: bool
    qubits: int
    couplings: int
    elements: dict[str, int]
    values: int
    faulty: int
    missing: int
    unchanged: int
    warnings: list[str]
    read: int
    left_out: list[LeftOutEntries]
    held: int
    rejected: int
    noted: int
    judged_kinds: list[ImportPreviewJudgedKindsItem]
    judged_values: list[JudgedValue]
    format: str
    device_name: str
    topology_id: str
    size: int
    metrics: list[PreviewedMetric]


class ImportPreviewJudgedKindsItem(TypedDict):
    target_type: str
    metric: str
    state: str
    because: str
    reason: str
    count: int


class ImportRemark(TypedDict):
    kind: Literal["decision", "refused", "suspect", "merged", "changed", "left_out"]
    collection: str
    message: str
    count: int
    examples: list[str]


class ImportReport(TypedDict):
    source: str
    dump: str
    since: Union[str, None]
    collections: list[ImportedCollection]
    remarks: list[ImportRemark]
    files: ImportReportFiles
    kept: list[KeptDocumentsFile]
    omitted: ImportReportOmitted


class ImportReportFiles(TypedDict):
    named: int
    imported: int
    missing: int


class ImportReportOmitted(TypedDict):
    """Entries that the report has no room for."""

    collections: int
    remarks: int
    kept: int


class ImportResult(TypedDict):
    chip_id: str
    created: bool
    qubits: int
    couplings: int
    elements: dict[str, int]
    values: int
    faulty: int
    missing: int
    unchanged: int
    warnings: list[str]
    read: int
    left_out: list[LeftOutEntries]
    held: int
    rejected: int
    noted: int
    judged_kinds: list[ImportResultJudgedKindsItem]
    judged_values: list[JudgedValue]


class ImportResultJudgedKindsItem(TypedDict):
    target_type: str
    metric: str
    state: str
    because: str
    reason: str
    count: int


class ImportedCollection(TypedDict):
    name: str
    documents: int
    imported: int
    merged: int
    derived: int
    kept: int
    refused: int
    unchanged: int


class InputValue(TypedDict):
    parameter_name: str
    value: float
    value_type: str
    error: float
    unit: str
    description: str


class Invitation(TypedDict):
    project_id: str
    project_name: str
    owner_username: str
    role: Literal["owner", "editor", "viewer"]
    invited_by: Union[str, None]
    invited_at: str


class IssueKnowledge(TypedDict):
    id: str
    issue_id: str
    task_id: str
    task_name: str
    status: str
    title: str
    date: str
    severity: str
    chip_id: str
    qid: str
    resolution_status: str
    human_label: str
    failure_mode_labels: list[str]
    case_type: list[str]
    model_error_type: str
    resolution_label: str
    symptom: str
    model_prediction: str
    human_review_decision: str
    root_cause: str
    resolution: str
    boundary_criteria: str
    lesson_learned: list[str]
    applicability: str
    counterexample: str
    prompt_guidance: str
    figure_paths: list[str]
    thread_image_urls: list[str]
    reviewed_by_user_id: Union[str, None]
    reviewed_by: Union[str, None]
    pr_url: Union[str, None]
    created_at: str
    updated_at: str


class JudgedValue(TypedDict):
    target_type: str
    qid: str
    metric: str
    value: Union[float, None]
    unit: str
    measured_at: str
    state: Literal["noted", "held", "faulty", "accepted", "rejected"]
    because: str
    reason: str
    history_points: Union[int, None]


class KeptDocumentsFile(TypedDict):
    name: str
    collection: str
    documents: int
    sha256: str


class KeptImage(TypedDict):
    filename: str
    url: str
    content_type: str
    size_bytes: int
    width: int
    height: int


class KnowledgeCase(TypedDict):
    title: str
    date: str
    severity: str
    chip_id: str
    qid: str
    status: str
    human_label: str
    failure_mode_labels: list[str]
    case_type: list[str]
    model_error_type: str
    resolution_label: str
    symptom: str
    model_prediction: str
    human_review_decision: str
    root_cause: str
    resolution: str
    boundary_criteria: str
    lesson_learned: list[str]
    applicability: str
    counterexample: str
    prompt_guidance: str
    images: list[KnowledgeImage]


class KnowledgeImage(TypedDict):
    alt_text: str
    relative_path: str
    section: str
    base64_data: str


class LatestTaskResults(TypedDict):
    task_name: str
    result: dict[str, TaskResult]
    complete_until: NotRequired[Union[str, None]]
    archived_months: NotRequired[list[str]]


class LeftOut(TypedDict):
    id: str
    reason: Literal["faulty", "held", "missing", "excluded", "qubit_left_out"]
    metrics: list[str]


class LeftOutEntries(TypedDict):
    reason: str
    path: str
    count: int


class LeftOutOfUnit(TypedDict):
    target_id: str
    unit: str
    because: Literal["unit_of_another_kind", "no_value_in_unit", "impossible_value"]
    reason: str


class LineageEdgeResponse(TypedDict):
    relation_type: Literal["wasGeneratedBy", "used"]
    source_id: str
    target_id: str


class LineageNodeResponse(TypedDict):
    node_type: Literal["entity", "activity"]
    node_id: str
    depth: int
    entity: Union[ParameterVersionResponse, None]
    activity: Union[ActivityResponse, None]
    latest_version: Union[int, None]


class LineageResponse(TypedDict):
    origin: LineageNodeResponse
    nodes: list[LineageNodeResponse]
    edges: list[LineageEdgeResponse]
    max_depth: int
    complete: bool
    archived_months: list[str]


class ListAllFlowSchedulesAnswer(TypedDict):
    """Answer of `listAllFlowSchedules`: Schedules of all flows of the project, the next to fire first."""

    schedules: list[FlowSchedule]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    offset: int


class ListAllProjectsAnswer(TypedDict):
    """Answer of `listAllProjects`: Every project of the service, those that wait to be purged as well, by id."""

    projects: list[ListedProject]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListAllUsersAnswer(TypedDict):
    """Answer of `listAllUsers`: Every user, by name."""

    users: list[UserDetail]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListApiTokensAnswer(TypedDict):
    """Answer of `listApiTokens`: The caller's API tokens, without their secrets."""

    tokens: list[ApiToken]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListArchivedMonthsAnswer(TypedDict):
    """Answer of `listArchivedMonths`: Months of task results that were taken out of the table and are kept in files."""

    months: list[ArchivedMonth]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListChatMessagesAnswer(TypedDict):
    """Answer of `listChatMessages`: What was sent to the channel, the newest event first."""

    messages: list[ChatMessage]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListChipCouplingsAnswer(TypedDict):
    """Answer of `listChipCouplings`: Couplings of a chip with their current values, in numeric order."""

    couplings: list[Coupling]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    offset: int


class ListChipDaysAnswer(TypedDict):
    """Answer of `listChipDays`: The days on which a chip was changed, newest first."""

    days: list[ChipDay]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListChipMuxesAnswer(TypedDict):
    """Answer of `listChipMuxes`: Muxes of a chip with the latest results on their qubits."""

    muxes: dict[str, MuxDetail]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListChipNoteEventsAnswer(TypedDict):
    """Answer of `listChipNoteEvents`: Everything that was noted on a chip and what is in it, newest first."""

    events: list[NoteEvent]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListChipQubitsAnswer(TypedDict):
    """Answer of `listChipQubits`: Qubits of a chip with their current values, in numeric order."""

    qubits: list[Qubit]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    offset: int


class ListChipsAnswer(TypedDict):
    """Answer of `listChips`: Chips of the project, by id."""

    chips: list[ChipSummary]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListCooldownWiringEventsAnswer(TypedDict):
    """Answer of `listCooldownWiringEvents`: The checkpoints of a cool-down's wiring, the newest first."""

    events: list[WiringEvent]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListCooldownsAnswer(TypedDict):
    """Answer of `listCooldowns`: Cool-downs of the project, the latest start first."""

    cooldowns: list[Cooldown]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    complete_until: Union[str, None]


class ListCouplingDaysAnswer(TypedDict):
    """Answer of `listCouplingDays`: The daily history of a coupling or element, newest first; a pair is found un..."""

    days: list[TargetDay]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListCouplingNoteCommentsAnswer(TypedDict):
    """Answer of `listCouplingNoteComments`: The comments on the pinned summary of a coupling."""

    comments: list[NoteComment]
    total: int
    skip: int
    limit: int


class ListCryostatsAnswer(TypedDict):
    """Answer of `listCryostats`: Cryostats of the project, by id."""

    cryostats: list[Cryostat]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListExecutionsAnswer(TypedDict):
    """Answer of `listExecutions`: Executions of the project, newest first."""

    executions: list[ExecutionSummary]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    complete_until: Union[str, None]


class ListExportsAnswer(TypedDict):
    """Answer of `listExports`: Exports of the last two days, the youngest first."""

    exports: list[Export]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListFlowSchedulesAnswer(TypedDict):
    """Answer of `listFlowSchedules`: Schedules of a flow, the next to fire first."""

    schedules: list[FlowSchedule]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    offset: int


class ListFlowVersionsAnswer(TypedDict):
    """Answer of `listFlowVersions`: Versions of a flow, the latest first."""

    versions: list[FlowVersionSummary]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    complete_until: Union[str, None]


class ListFlowsAnswer(TypedDict):
    """Answer of `listFlows`: Flows of the project, the latest update first."""

    flows: list[FlowSummary]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    complete_until: Union[str, None]


class ListForumCategoriesAnswer(TypedDict):
    """Answer of `listForumCategories`: What threads are sorted into, in its order."""

    categories: list[ForumCategory]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListForumPostRevisionsAnswer(TypedDict):
    """Answer of `listForumPostRevisions`: The earlier texts of a thread or a reply, the newest first."""

    revisions: list[ForumPostRevision]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListForumPostsAnswer(TypedDict):
    """Answer of `listForumPosts`: Threads of the project, the newest first."""

    posts: list[ForumPost]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListHeldMeasurementsAnswer(TypedDict):
    """Answer of `listHeldMeasurements`: Measurements of a chip with values that wait to be accepted, the newest ..."""

    measurements: list[HeldMeasurement]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListIssueKnowledgeAnswer(TypedDict):
    """Answer of `listIssueKnowledge`: What was learned from issues, the newest first."""

    items: list[IssueKnowledge]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListNotificationsAnswer(TypedDict):
    """Answer of `listNotifications`: The caller's notifications, the newest first."""

    notifications: list[Notification]
    unread_count: int
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectAuditEntriesAnswer(TypedDict):
    """Answer of `listProjectAuditEntries`: Who did what in a project, the newest first."""

    entries: list[ProjectAuditEntry]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectImportsAnswer(TypedDict):
    """Answer of `listProjectImports`: Reports of the imports from another service, the newest first."""

    imports: list[ReportedImport]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectInvitationsAnswer(TypedDict):
    """Answer of `listProjectInvitations`: Invitations of the caller, and projects offered to them, that wait to ..."""

    invitations: list[Invitation]
    offers: list[ProjectOffer]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectMembersAdminAnswer(TypedDict):
    """Answer of `listProjectMembersAdmin`: Members of any project, in every state."""

    members: list[Member]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectMembersAnswer(TypedDict):
    """Answer of `listProjectMembers`: Members of a project, in every state."""

    members: list[Member]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectTopologiesAnswer(TypedDict):
    """Answer of `listProjectTopologies`: Topologies of the project, by id: those that were made in it and those ..."""

    topologies: list[OwnTopology]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListProjectsAnswer(TypedDict):
    """Answer of `listProjects`: Projects in which the caller is an active member."""

    projects: list[OwnProject]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListQubitDaysAnswer(TypedDict):
    """Answer of `listQubitDays`: The daily history of a qubit, newest first."""

    days: list[TargetDay]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListQubitNoteCommentsAnswer(TypedDict):
    """Answer of `listQubitNoteComments`: The comments on the pinned summary of a qubit."""

    comments: list[NoteComment]
    total: int
    skip: int
    limit: int


class ListRunLogAnswer(TypedDict):
    """Answer of `listRunLog`: The log of a run, the oldest line first."""

    lines: list[RunLogLine]
    total: None
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListScheduleFiringsAnswer(TypedDict):
    """Answer of `listScheduleFirings`: Outcomes of the firings of a schedule, the latest first."""

    firings: list[ScheduleFiring]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListSessionsAnswer(TypedDict):
    """Answer of `listSessions`: The caller's sessions that have not ended, the newest first."""

    sessions: list[Session]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListSystemAuditEntriesAnswer(TypedDict):
    """Answer of `listSystemAuditEntries`: Who did what to the accounts of the service, and who has which project..."""

    entries: list[SystemAuditEntry]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListTargetNoteEventsAnswer(TypedDict):
    """Answer of `listTargetNoteEvents`: Everything that was noted on one target, newest first."""

    events: list[NoteEvent]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    complete_until: Union[str, None]


class ListTaskKnowledgeAnswer(TypedDict):
    """Answer of `listTaskKnowledge`: Knowledge of tasks: the standard ones, then the others that the project has..."""

    items: list[TaskKnowledgeSummary]
    categories: dict[str, str]
    total: int
    skip: int
    limit: int


class ListTaskResultAiReviewsAnswer(TypedDict):
    """Answer of `listTaskResultAiReviews`: Reviews of task results, the newest request first."""

    items: list[AiReview]
    total: int
    skip: int
    limit: int
    decision_counts: dict[str, int]
    status_counts: dict[str, int]


class ListTaskResultsAnswer(TypedDict):
    """Answer of `listTaskResults`: Task results of the project, the latest start first."""

    items: list[TaskResultListItem]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]
    status_counts: Union[dict[str, int], None]
    complete_until: Union[str, None]
    counted_all: bool
    archived_results: int


class ListTasksAnswer(TypedDict):
    """Answer of `listTasks`: Task definitions that the project has used, by name."""

    tasks: list[TaskDefinition]
    announced: list[RunnableTask]
    total: int
    skip: int
    limit: int


class ListTopologiesAnswer(TypedDict):
    """Answer of `listTopologies`: Topologies to create a chip from: the built-in ones and those of the project."""

    topologies: list[TopologySummary]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListUserSessionsAnswer(TypedDict):
    """Answer of `listUserSessions`: The sessions of a user that have not ended, the newest first."""

    sessions: list[Session]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListWebhookDeliveriesAnswer(TypedDict):
    """Answer of `listWebhookDeliveries`: What was sent to a webhook, the newest event first."""

    deliveries: list[WebhookDelivery]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListWebhooksAnswer(TypedDict):
    """Answer of `listWebhooks`: Where the events of the project are sent to."""

    webhooks: list[Webhook]
    total: Union[int, None]
    skip: int
    limit: int
    next_cursor: Union[str, None]


class ListWorkersAnswer(TypedDict):
    """Answer of `listWorkers`: Workers of the project that were seen, the latest first."""

    workers: list[SeenWorker]
    total: int
    skip: int
    limit: int


class ListedProject(TypedDict):
    project_id: str
    name: str
    owner_user_id: str
    owner_username: str
    description: Union[str, None]
    member_count: int
    deleted_at: Union[str, None]
    created_at: str
    usage: NotRequired[list[DayUsage]]


class LiveTrace(TypedDict):
    at: str
    task: str
    qid: Union[str, None]
    mux_id: Union[int, None]
    stage: int
    attempt: int
    x: LiveTraceX
    y: LiveTraceY
    lines: dict[str, list[list[float]]]


class LiveTraceX(TypedDict):
    name: str
    unit: str


class LiveTraceY(TypedDict):
    name: str
    unit: str


class MarkAllNotificationsReadAnswer(TypedDict):
    """Answer of `markAllNotificationsRead`: Note that the caller has read every notification."""

    updated: int


class MedianChange(TypedDict):
    before: float
    after: float
    unit: str
    n: int


class Member(TypedDict):
    project_id: str
    user_id: str
    username: str
    full_name: Union[str, None]
    display_name: Union[str, None]
    organization: Union[str, None]
    avatar_key: Union[str, None]
    role: Literal["owner", "editor", "viewer"]
    status: Literal["pending", "active", "revoked"]
    invited_by_user_id: Union[str, None]
    invited_by: Union[str, None]
    last_accessed_at: Union[str, None]
    ownership_offered_at: Union[str, None]


class Message(TypedDict):
    message: str


class MetricCell(TypedDict):
    value: Union[float, None]
    stddev: Union[float, None]
    error: Union[float, None]
    n: int
    left_out: NotRequired[int]
    spread: Union[float, None]
    standard_error: Union[float, None]
    luck: Union[float, None]
    unit: str
    source: Union[str, None]
    task_id: Union[str, None]
    execution_id: Union[str, None]
    calibrated_at: str
    age_seconds: float
    state: Literal["fresh", "stale", "faulty"]


class MetricDefinition(TypedDict):
    title: str
    target: Literal["qubit", "coupling"]
    unit: str
    scale: float
    stored_unit: str
    description: str
    evaluation: MetricDefinitionEvaluation
    threshold: Union[MetricDefinitionThreshold, None]
    error_rate_range: Union[MetricDefinitionErrorRateRange, None]
    draw_as_error: bool
    fresh_for_seconds: int


class MetricDefinitionErrorRateRange(TypedDict):
    min: float
    max: float
    step: float


class MetricDefinitionEvaluation(TypedDict):
    mode: Literal["maximize", "minimize", "none"]


class MetricDefinitionThreshold(TypedDict):
    value: float
    range: MetricDefinitionThresholdRange


class MetricDefinitionThresholdRange(TypedDict):
    min: float
    max: float
    step: float


class MetricHistory(TypedDict):
    chip_id: str
    qid: str
    metric_name: str
    username: str
    history: list[MetricHistoryItem]
    complete_until: Union[str, None]


class MetricHistoryItem(TypedDict):
    value: Union[float, None]
    error: Union[float, None]
    unit: str
    faulty: bool
    source: str
    execution_id: str
    task_id: Union[str, None]
    timestamp: str
    calibrated_at: str
    recorded_at: str
    recorded_by: str
    reason: str
    name: Union[str, None]
    input_parameters: Union[dict[str, Any], None]
    output_parameters: Union[dict[str, Any], None]
    excluded: bool
    excluded_reason: str
    gate: Union[GateMark, None]


class MetricShift(TypedDict):
    kind: str
    metric: str
    n: int
    shift: float
    error: float
    relative_shift: Union[float, None]


class MetricsConfig(TypedDict):
    qubit_metrics: dict[str, MetricDefinition]
    coupling_metrics: dict[str, MetricDefinition]
    color_scale: MetricsConfigColorScale
    cdf_groups: MetricsConfigCdfGroups


class MetricsConfigCdfGroups(TypedDict):
    qubit: list[MetricsConfigCdfGroupsQubitItem]
    coupling: list[MetricsConfigCdfGroupsCouplingItem]


class MetricsConfigCdfGroupsCouplingItem(TypedDict):
    id: str
    title: str
    unit: str
    metrics: list[str]


class MetricsConfigCdfGroupsQubitItem(TypedDict):
    id: str
    title: str
    unit: str
    metrics: list[str]


class MetricsConfigColorScale(TypedDict):
    name: str
    colors: list[str]


class MuxDetail(TypedDict):
    mux_id: int
    detail: dict[str, dict[str, TaskResult]]


class Note(TypedDict):
    content: str
    updated_by: str
    updated_at: Union[str, None]


class NoteComment(TypedDict):
    comment_id: str
    content: str
    created_by: str
    created_at: str
    updated_by: str
    updated_at: Union[str, None]
    scope_type: Union[Literal["cooldown", "time_range", "global"], None]
    scope_key: Union[str, None]
    cooldown_id: Union[str, None]
    scope_started_at: Union[str, None]
    scope_ended_at: Union[str, None]
    scope_source: Union[Literal["explicit_cooldown", "current_cooldown", "inferred_from_range", "manual_time_range", "legacy_global"], None]
    etag: str


class NoteEvent(TypedDict):
    event_id: str
    project_id: str
    chip_id: str
    scope: Literal["qubit", "qubit_metric", "coupling", "coupling_metric", "task_result", "chip"]
    target_id: str
    metric_key: str
    action: Literal["upsert", "delete"]
    actor_user_id: Union[str, None]
    actor: str
    content: str
    extra: dict[str, str]
    created_at: str


class Notification(TypedDict):
    id: str
    project_id: str
    recipient_user_id: Union[str, None]
    recipient_username: str
    actor_user_id: Union[str, None]
    actor_username: str
    kind: str
    source_type: str
    source_id: str
    source_deleted: bool
    target_url: str
    title: str
    excerpt: str
    read_at: Union[str, None]
    created_at: str


class NotificationMute(TypedDict):
    kind: Union[str, None]
    project_id: Union[str, None]
    target_url: Union[str, None]
    until: Union[str, None]


class NotificationSettings(TypedDict):
    muted_kinds: list[str]
    mutes: list[NotificationMute]


class OverviewExpired(TypedDict):
    kind: str
    target_id: str
    metric: str
    value: float
    unit: str
    error: Union[float, None]
    measured_at: str
    expired_at: str
    task_id: Union[str, None]
    execution_id: Union[str, None]


class OverviewFailure(TypedDict):
    task_id: str
    task_name: str
    task_type: Literal["qubit", "coupling", "global", "system"]
    target_id: str
    execution_id: str
    ended_at: Union[str, None]
    message: str
    r2: Union[float, None]


class OverviewFaulty(TypedDict):
    kind: str
    target_id: str
    metric: str
    marked_at: str


class OverviewHeld(TypedDict):
    kind: str
    target_id: str
    metric: str
    id: str
    value: float
    unit: str
    error: Union[float, None]
    measured_at: str
    task_id: Union[str, None]
    because: str
    reason: str


class OverviewNextRun(TypedDict):
    kind: Literal["queued", "scheduled"]
    flow_name: str
    username: str
    at: Union[str, None]
    schedule_id: Union[str, None]


class OverviewRun(TypedDict):
    execution_id: str
    flow_name: str
    status: Literal["scheduled", "running", "completed", "failed", "cancelled"]
    username: str
    created_at: str
    start_at: Union[str, None]
    end_at: Union[str, None]
    message: str
    tasks: dict[str, int]


class OwnProject(TypedDict):
    project_id: str
    owner_user_id: str
    owner_username: str
    name: str
    description: Union[str, None]
    tags: list[str]
    default_role: Literal["owner", "editor", "viewer"]
    freshness_hours: OwnProjectFreshnessHours
    value_gate: Literal["off", "warn", "hold"]
    value_limits: dict[str, ValueLimit]
    lock_scope: Literal["project", "chip"]
    import_reported_at: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str
    role: Literal["owner", "editor", "viewer"]


class OwnProjectFreshnessHours(TypedDict):
    """How long values count as fresh, by kind of quantity; null for what the catalogue says."""

    coherence: Union[float, None]
    gate: Union[float, None]
    readout: Union[float, None]
    frequency: Union[float, None]
    setting: Union[float, None]
    other: Union[float, None]


class OwnTopology(TypedDict):
    id: str
    name: str
    description: str
    num_qubits: int
    num_couplings: int
    username: Union[str, None]
    created_at: Union[str, None]


class OwnUser(TypedDict):
    user_id: str
    username: str
    full_name: Union[str, None]
    display_name: Union[str, None]
    organization: Union[str, None]
    avatar_key: Union[str, None]
    disabled: bool
    default_project_id: Union[str, None]
    must_change_password: bool
    system_role: Literal["admin", "user"]
    identity: Union[OwnUserIdentity, None]
    projects: NotRequired[list[OwnProject]]
    settings: NotRequired[Settings]
    unread_count: NotRequired[int]


class OwnUserIdentity(TypedDict):
    issuer: str
    subject: str


class Parameter(TypedDict):
    parameter_name: str
    qid_role: str
    value: float
    value_type: str
    error: float
    unit: str
    description: str
    calibrated_at: str
    execution_id: str
    task_id: str
    source: str


class ParameterDiffResponse(TypedDict):
    parameter_name: str
    qid: str
    value_before: Union[float, None]
    value_after: Union[float, None]
    delta: Union[float, None]
    delta_percent: Union[float, None]
    unit_before: Union[str, None]
    unit_after: Union[str, None]
    task_id_before: Union[str, None]
    task_id_after: Union[str, None]


class ParameterHistoryResponse(TypedDict):
    parameter_name: str
    qid: str
    chip_id: str
    versions: list[ParameterVersionResponse]
    total_versions: int
    counted_all: bool


class ParameterVersionResponse(TypedDict):
    entity_id: str
    parameter_name: str
    qid: str
    target_type: str
    value: float
    value_type: str
    unit: str
    error: float
    version: int
    valid_from: str
    valid_until: Union[str, None]
    current: Union[bool, None]
    execution_id: str
    task_id: str
    task_name: str
    project_id: str
    chip_id: str
    source: str
    recorded_by: str
    recorded_at: str
    reason: str
    cooldown_id: str
    excluded: bool
    excluded_reason: str
    withheld: Union[Literal["held", "rejected"], None]
    archived_month: Union[str, None]


class ParametersUpdated(TypedDict):
    updated_count: int
    provenance_activity_id: Union[str, None]
    remarks: dict[str, GateMark]
    kept_as: dict[str, str]
    current: dict[str, bool]


class PartDetails(TypedDict):
    status: Literal["ok", "degraded", "failed"]
    reason: Union[str, None]
    detail: Union[str, None]


class PartHealth(TypedDict):
    status: Literal["ok", "degraded", "failed"]
    reason: Union[str, None]


class PasswordChanged(TypedDict):
    message: str
    access_token: str
    token_type: Literal["bearer"]
    expires_at: str


class PreviewedMetric(TypedDict):
    target_kind: str
    metric_key: str
    title: str
    unit: str
    targets: int
    values: int
    faulty: int
    smallest: Union[float, None]
    largest: Union[float, None]
    oldest_at: str
    newest_at: str


class Project(TypedDict):
    project_id: str
    owner_user_id: str
    owner_username: str
    name: str
    description: Union[str, None]
    tags: list[str]
    default_role: Literal["owner", "editor", "viewer"]
    freshness_hours: ProjectFreshnessHours
    value_gate: Literal["off", "warn", "hold"]
    value_limits: dict[str, ValueLimit]
    lock_scope: Literal["project", "chip"]
    import_reported_at: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str


class ProjectArchive(TypedDict):
    format: int
    service_version: str
    project_id: str
    name: str
    lines: list[str]
    digest: str


class ProjectArchiveFiles(TypedDict):
    files: list[ProjectArchiveFilesFilesItem]
    next_cursor: Union[str, None]


class ProjectArchiveFilesFilesItem(TypedDict):
    path: str
    size_bytes: int
    link: FileLink


class ProjectArchiveRecords(TypedDict):
    lines: list[str]
    next_cursor: Union[str, None]
    digest: str


class ProjectAuditEntry(TypedDict):
    audit_id: str
    at: str
    actor: str
    resource: str
    details: dict[str, Any]
    action: Literal["invite-member", "accept-invitation", "decline-invitation", "change-role", "remove-member", "restore-member", "leave-project", "offer-project", "withdraw-offer", "decline-offer", "transfer-project", "delete-project", "restore-project", "import-project", "create-token", "revoke-token", "update-project", "set-freshness", "set-gate", "set-lock-scope", "set-limits", "update-parameters", "withdraw-values", "put-back-values", "accept-held-value", "reject-held-value", "reopen-held-value", "acknowledge-drift", "withdraw-acknowledgement", "mute-drift", "unmute-drift", "exclude-task-result", "include-task-result", "delete-chip", "restore-chip", "keep-wiring", "assign-chip", "unassign-chip", "update-cooldown", "create-schedule", "update-schedule", "delete-schedule", "restore-schedule", "write-note", "delete-note", "delete-thread", "delete-reply", "create-webhook", "update-webhook", "delete-webhook", "rotate-webhook-secret", "replace-chat", "delete-chat", "cancel-run", "force-unlock"]
    can_undo: bool
    cannot_undo_because: Union[str, None]
    undone: Union[ProjectAuditEntryUndone, None]


class ProjectAuditEntryUndone(TypedDict):
    audit_id: str
    by: str
    at: str


class ProjectFreshnessHours(TypedDict):
    """How long values count as fresh, by kind of quantity; null for what the catalogue says."""

    coherence: Union[float, None]
    gate: Union[float, None]
    readout: Union[float, None]
    frequency: Union[float, None]
    setting: Union[float, None]
    other: Union[float, None]


class ProjectImport(TypedDict):
    project_id: str
    import_id: str
    status: Literal["entering", "finishing", "removing", "finished"]
    lines: int
    taken: int
    owner: str
    members_left_out: list[str]
    kept: int
    kept_examples: list[str]
    started_at: str
    updated_at: str


class ProjectImportUploads(TypedDict):
    uploads: list[ProjectImportUploadsUploadsItem]


class ProjectImportUploadsUploadsItem(TypedDict):
    path: str
    url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    expires_at: str


class ProjectOffer(TypedDict):
    project_id: str
    project_name: str
    offered_by: str
    offered_at: str


class ProjectTransfer(TypedDict):
    project_id: str
    owner_user_id: str
    owner_username: str
    name: str
    description: Union[str, None]
    tags: list[str]
    default_role: Literal["owner", "editor", "viewer"]
    freshness_hours: ProjectTransferFreshnessHours
    value_gate: Literal["off", "warn", "hold"]
    value_limits: dict[str, ValueLimit]
    lock_scope: Literal["project", "chip"]
    import_reported_at: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str
    offered_to: Union[str, None]


class ProjectTransferFreshnessHours(TypedDict):
    """How long values count as fresh, by kind of quantity; null for what the catalogue says."""

    coherence: Union[float, None]
    gate: Union[float, None]
    readout: Union[float, None]
    frequency: Union[float, None]
    setting: Union[float, None]
    other: Union[float, None]


class ProjectUsage(TypedDict):
    files: ProjectUsageFiles
    rows: ProjectUsageRows
    counted_at: str
    complete: bool


class ProjectUsageFiles(TypedDict):
    """Figures, raw data, images, snapshots of chips and exports."""

    used_bytes: int
    allowed_bytes: Union[int, None]
    counted_at: Union[str, None]


class ProjectUsageRows(TypedDict):
    """Task results and daily rows of the chips."""

    used: int
    allowed: Union[int, None]
    counted_at: str


class Qubit(TypedDict):
    qid: str
    chip_id: str
    project_id: str
    username: str
    status: str
    data: dict[str, Parameter]
    faulty: list[str]
    note: Note
    metric_notes: dict[str, Note]
    system_info: QubitSystemInfo


class QubitHealth(TypedDict):
    health: Union[float, None]
    limited_by: Union[str, None]
    limiting_share: Union[float, None]
    known: int
    of: int
    missing: list[str]
    faulty: list[str]
    stale_share: Union[float, None]
    oldest_seconds: Union[float, None]
    calibrated_at: Union[str, None]
    values: list[SharedValue]


class QubitSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class QueuedFlow(TypedDict):
    state: Literal["started", "queued"]
    execution_id: Union[str, None]
    flow_run_id: str
    chip_id: Union[str, None]
    behind: Union[str, None]
    position: Union[int, None]
    queued_at: str
    message: str


class QueuedRun(TypedDict):
    flow_name: str
    task_name: Union[str, None]
    flow_run_id: str
    parameters: dict[str, Any]
    queued_by: str
    queued_at: str
    chip_id: Union[str, None]
    behind: Union[str, None]
    position: int
    estimated_start: Union[str, None]
    schedule_id: Union[str, None]


class ReanalysedValue(TypedDict):
    name: str
    value: float
    error: float
    unit: str


class Reanalysis(TypedDict):
    source_task_id: str
    source_task_name: str
    qid: str
    figure: dict[str, Any]
    output_parameters: list[ReanalysedValue]
    r2: Union[float, None]
    message: str
    committed: Literal[False]


class RepeatableTasks(TypedDict):
    execution_id: str
    flow_name: str
    chip_id: str
    backend: str
    total: int
    tasks: list[RepeatableTasksTasksItem]


class RepeatableTasksTasksItem(TypedDict):
    task_id: str
    task_name: str
    task_type: str
    target_id: str


class ReplaceChatAnswer(TypedDict):
    """Answer of `replaceChat`: Choose the chat to which the events of the project are sent."""

    chat: Union[Chat, None]


class ReportedImport(TypedDict):
    import_id: str
    imported_at: str
    imported_by: str
    delta: bool
    members_left_out: list[str]
    kept: int
    kept_examples: list[str]
    report: ImportReport


class RotatedWebhookSecret(TypedDict):
    secret: str
    former_valid_until: str


class RunClaim(TypedDict):
    run: Union[ClaimedRun, None]
    retry_after_seconds: float


class RunContext(TypedDict):
    chip: Union[RunContextChip, None]
    task_parameters: Union[dict[str, Any], None]
    values: list[RunContextValuesItem]
    results: list[RunContextResultsItem]
    results_complete: Union[bool, None]
    last_good: list[RunContextLastGoodItem]
    next: Union[str, None]


class RunContextChip(TypedDict):
    chip_id: str
    size: int
    qubits: list[RunContextChipQubitsItem]
    couplings: list[RunContextChipCouplingsItem]
    muxes: list[RunContextChipMuxesItem]


class RunContextChipCouplingsItem(TypedDict):
    coupling_id: str


class RunContextChipMuxesItem(TypedDict):
    mux_id: int
    qids: list[str]


class RunContextChipQubitsItem(TypedDict):
    qid: str
    mux_id: Union[int, None]


class RunContextLastGoodItem(TypedDict):
    task: str
    task_type: Literal["qubit", "coupling"]
    qid: str
    execution_id: str
    task_id: str
    end_at: str


class RunContextResultsItem(TypedDict):
    task_id: str
    task: str
    task_type: Literal["qubit", "coupling", "global", "system"]
    qid: str
    mux_id: NotRequired[int]
    qid_role: NotRequired[Literal["control", "target"]]
    upstream_id: NotRequired[str]
    stage: int
    attempt: Union[int, None]
    status: Literal["scheduled", "running", "completed", "failed", "pending", "skipped", "cancelled"]
    message: str
    output_parameters: dict[str, InputValue]
    r2: Union[float, None]
    end_at: Union[str, None]


class RunContextValuesItem(TypedDict):
    kind: str
    target_id: str
    metric: str
    value: Union[float, None]
    error: Union[float, None]
    unit: str
    measured_at: str
    state: Literal["current", "held", "faulty"]
    source: Union[str, None]
    execution_id: Union[str, None]
    task_id: Union[str, None]


class RunFinished(TypedDict):
    execution_id: str
    status: Literal["completed", "failed", "stopped"]


class RunHeartbeatAnswer(TypedDict):
    stop: bool
    reason: Union[Literal["cancelled", "ended", "superseded"], None]
    heartbeat_seconds: float
    window_seconds: float


class RunLogAppended(TypedDict):
    next_sequence: int
    stop: bool


class RunLogLine(TypedDict):
    fence: int
    sequence: int
    at: str
    level: Literal["debug", "info", "warning", "error"]
    text: str


class RunParameter(TypedDict):
    value: Any
    value_type: str
    unit: str
    description: str


class RunQueue(TypedDict):
    queued: Union[QueuedRun, None]
    last: Union[SettledRun, None]
    waiting: list[QueuedRun]
    settled: list[SettledRun]


class RunnableTask(TypedDict):
    name: str
    title: str
    task_type: Literal["qubit", "coupling", "mux", "global", "system"]
    description: str
    worker: str
    backends: list[str]
    form: dict[str, Any]
    outputs: list[str]
    needs: list[str]


class SavedFlow(TypedDict):
    name: str
    file_path: str
    message: str
    runner: Literal["managed", "worker"]
    version: int
    updated_at: str
    etag: str
    warnings: list[str]


class ScheduleFiring(TypedDict):
    scheduled_time: str
    at: str
    outcome: Literal["started", "skipped", "failed"]
    reason: Union[Literal["late", "locked", "not-a-member", "flow", "start"], None]
    message: str
    execution_id: Union[str, None]


class SchedulePreview(TypedDict):
    cron: str
    timezone: str
    next_runs: list[str]


class ScheduledFlow(TypedDict):
    schedule_id: str
    flow_name: str
    schedule_type: Literal["cron", "one-time"]
    cron: Union[str, None]
    scheduled_time: Union[str, None]
    timezone: str
    next_run: Union[str, None]
    active: bool
    parameters: dict[str, Any]
    created_by: str
    created_at: str
    updated_by: str
    updated_at: str
    last_firing: Union[ScheduleFiring, None]
    message: str


class ScopedNote(TypedDict):
    content: str
    updated_by: str
    updated_at: Union[str, None]
    scope_type: Union[Literal["cooldown", "time_range", "global"], None]
    scope_key: Union[str, None]
    cooldown_id: Union[str, None]
    scope_started_at: Union[str, None]
    scope_ended_at: Union[str, None]
    scope_source: Union[Literal["explicit_cooldown", "current_cooldown", "inferred_from_range", "manual_time_range", "legacy_global"], None]
    etag: str


class SearchNoteEventsAnswer(TypedDict):
    """Answer of `searchNoteEvents`: Find note events by their text, in the whole project."""

    events: list[FoundNoteEvent]
    total: Union[int, None]
    skip: int
    limit: int
    complete: bool
    complete_until: Union[str, None]


class SeenWorker(TypedDict):
    worker: str
    backends: list[str]
    software: str
    username: str
    status: Literal["idle", "running", "silent"]
    execution_id: Union[str, None]
    message: str
    last_seen_at: str
    age_seconds: float


class ServiceHealth(TypedDict):
    parts: ServiceHealthParts
    limits: list[CallerLimit]


class ServiceHealthParts(TypedDict):
    table: NotRequired[PartDetails]
    streams: NotRequired[PartDetails]
    search: NotRequired[PartDetails]
    disk: NotRequired[PartDetails]


class Session(TypedDict):
    session_id: str
    created_at: str
    expires_at: str
    last_used_at: Union[str, None]
    address: str
    user_agent: Union[str, None]
    current: bool


class Settings(TypedDict):
    env: str
    timezone: str
    log_level: str
    client_url: str
    api_cors_origins: list[str]
    prefect_api_url: str
    slack_bot_token: Literal[""]
    slack_channel_id: str
    postgres_data_path: str
    mongo_data_path: str
    calib_data_path: str
    mongo_db_name: str
    mongo_port: int
    mongo_express_port: int
    postgres_port: int
    prefect_port: int
    api_port: int
    ui_port: int
    enable_local_codex_agent: bool


class SettledRun(TypedDict):
    flow_name: str
    task_name: Union[str, None]
    flow_run_id: str
    chip_id: Union[str, None]
    queued_by: str
    queued_at: str
    outcome: Literal["started", "failed", "removed"]
    at: str
    execution_id: Union[str, None]
    message: str
    schedule_id: Union[str, None]


class SharedValue(TypedDict):
    target: str
    metric: str
    value: Union[float, None]
    calibrated_at: str
    age_seconds: float
    state: Literal["fresh", "stale", "faulty"]
    source: Union[str, None]
    execution_id: Union[str, None]
    task_id: Union[str, None]
    share: float


class SignInMethods(TypedDict):
    passwords: bool
    provider: Union[SignInMethodsProvider, None]


class SignInMethodsProvider(TypedDict):
    name: str


class SnapshotTarget(TypedDict):
    status: str
    data: dict[str, SnapshotValue]
    faulty: dict[str, str]


class SnapshotValue(TypedDict):
    value: float
    error: Union[float, None]
    unit: str
    calibrated_at: str
    source: str
    execution_id: str
    task_id: str


class SystemAuditEntry(TypedDict):
    audit_id: str
    at: str
    actor: str
    resource: str
    details: dict[str, Any]
    action: Literal["register-user", "update-user", "change-system-role", "disable-user", "enable-user", "delete-user", "require-password-change", "end-session", "link-identity", "unlink-identity", "reset-password", "change-password", "create-token", "revoke-token", "transfer-project", "delete-project", "restore-project", "import-project"]


class TargetDay(TypedDict):
    project_id: str
    chip_id: str
    qid: str
    username: str
    status: str
    data: dict[str, Parameter]
    faulty: list[str]
    cooldown_id: Union[str, None]
    recorded_date: Union[str, None]
    system_info: TargetDaySystemInfo


class TargetDaySystemInfo(TypedDict):
    created_at: str
    updated_at: str


class TargetNotes(TypedDict):
    target_id: str
    note: ScopedNote
    comments: list[NoteComment]
    comment_count: int
    metric_notes: dict[str, ScopedNote]


class TaskDefinition(TypedDict):
    name: str
    description: str
    backend: Union[str, None]
    task_type: Literal["qubit", "coupling", "global", "system"]
    is_mux_task: bool
    input_parameters: dict[str, RunParameter]
    output_parameters: dict[str, RunParameter]
    username: str
    project_id: str
    system_info: Union[TaskDefinitionSystemInfo, None]


class TaskDefinitionSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class TaskHistory(TypedDict):
    name: str
    data: dict[str, TaskResult]
    limit: int
    skip: int
    total: Union[int, None]
    has_more: bool
    archived_months: list[str]
    complete_until: Union[str, None]


class TaskKnowledge(TypedDict):
    name: str
    category: str
    summary: str
    what_it_measures: str
    physical_principle: str
    expected_result: TaskKnowledgeExpectedResult
    evaluation_criteria: str
    check_questions: list[str]
    failure_modes: list[TaskKnowledgeFailureModesItem]
    tips: list[str]
    output_parameters_info: list[TaskKnowledgeOutputParametersInfoItem]
    analysis_guide: list[str]
    prerequisites: list[str]
    images: list[KnowledgeImage]
    review_markdown: str
    review_images: list[KnowledgeImage]
    cases: list[KnowledgeCase]
    prompt_text: str
    review_prompt_text: str
    updated_by: Union[str, None]
    updated_at: Union[str, None]


class TaskKnowledgeExpectedResult(TypedDict):
    description: str
    result_type: str
    x_axis: str
    y_axis: str
    z_axis: str
    fit_model: str
    typical_range: str
    good_visual: str


class TaskKnowledgeFailureModesItem(TypedDict):
    severity: str
    description: str
    cause: str
    visual: str
    next_action: str


class TaskKnowledgeOutputParametersInfoItem(TypedDict):
    name: str
    description: str


class TaskKnowledgeSummary(TypedDict):
    name: str
    category: str
    summary: str
    failure_mode_count: int
    case_count: int
    image_count: int
    has_analysis_guide: bool
    has_review_guide: bool


class TaskNote(TypedDict):
    content: str
    updated_by: str
    updated_at: Union[str, None]
    etag: str


class TaskResult(TypedDict):
    task_id: NotRequired[str]
    execution_id: NotRequired[str]
    qid: NotRequired[str]
    name: str
    upstream_id: NotRequired[str]
    status: Literal["scheduled", "running", "completed", "failed", "pending", "skipped", "cancelled"]
    message: NotRequired[str]
    input_parameters: NotRequired[dict[str, InputValue]]
    output_parameters: NotRequired[dict[str, Parameter]]
    output_parameter_names: NotRequired[list[str]]
    run_parameters: NotRequired[dict[str, RunParameter]]
    note: NotRequired[dict[str, Any]]
    figure_path: NotRequired[list[str]]
    json_figure_path: NotRequired[list[str]]
    raw_data_path: NotRequired[list[str]]
    start_at: NotRequired[str]
    end_at: NotRequired[str]
    elapsed_time: NotRequired[str]
    elapsed_seconds: NotRequired[float]
    task_type: NotRequired[Literal["qubit", "coupling", "global", "system"]]
    direction: NotRequired[Literal["inverse"]]
    mux_id: NotRequired[int]
    qid_role: NotRequired[Literal["control", "target"]]
    stage: NotRequired[int]
    attempt: NotRequired[Union[int, None]]
    r2: NotRequired[float]
    cooldown_id: NotRequired[str]
    excluded: NotRequired[bool]
    excluded_reason: NotRequired[str]
    default_view: bool


class TaskResultDetail(TypedDict):
    task_id: str
    task_name: str
    task_type: Literal["qubit", "coupling", "global", "system"]
    qid: str
    direction: NotRequired[Literal["inverse"]]
    mux_id: NotRequired[int]
    qid_role: NotRequired[Literal["control", "target"]]
    stage: int
    attempt: Union[int, None]
    chip_id: str
    project_id: str
    status: Literal["scheduled", "running", "completed", "failed", "pending", "skipped", "cancelled"]
    execution_id: str
    flow_run_id: str
    flow_name: str
    user_id: Union[str, None]
    username: str
    upstream_id: str
    figure_path: list[str]
    json_figure_path: list[str]
    raw_data_path: list[str]
    input_parameters: dict[str, InputValue]
    output_parameters: dict[str, Parameter]
    output_parameter_names: list[str]
    gate_marks: dict[str, GateMark]
    left_out: list[TaskResultDetailLeftOutItem]
    run_parameters: dict[str, RunParameter]
    note: dict[str, Any]
    user_note: TaskResultUserNote
    ai_review_note: Note
    r2: Union[float, None]
    tags: list[str]
    cooldown_id: str
    message: str
    stack_trace: str
    source_task_id: Union[str, None]
    re_executions: list[TaskResultDetailReExecutionsItem]
    update_params: bool
    excluded: bool
    excluded_reason: str
    excluded_by_user_id: Union[str, None]
    excluded_by: Union[str, None]
    excluded_at: Union[str, None]
    queued_at: str
    start_at: Union[str, None]
    end_at: Union[str, None]
    elapsed_time: Union[str, None]
    elapsed_seconds: Union[float, None]
    system_info: TaskResultDetailSystemInfo


class TaskResultDetailLeftOutItem(TypedDict):
    metric: str
    reason: str


class TaskResultDetailReExecutionsItem(TypedDict):
    task_id: str
    task_name: str
    qid: str
    execution_id: str
    status: Literal["scheduled", "running", "completed", "failed", "pending", "skipped", "cancelled"]
    start_at: str


class TaskResultDetailSystemInfo(TypedDict):
    created_at: str
    updated_at: str


class TaskResultExcludeResponse(TypedDict):
    task_id: str
    excluded: bool
    excluded_reason: str
    excluded_by_user_id: Union[str, None]
    excluded_by: Union[str, None]
    excluded_at: Union[str, None]


class TaskResultListItem(TypedDict):
    task_id: str
    task_name: str
    task_type: Literal["qubit", "coupling", "global", "system"]
    qid: str
    direction: NotRequired[Literal["inverse"]]
    mux_id: NotRequired[int]
    qid_role: NotRequired[Literal["control", "target"]]
    stage: int
    attempt: Union[int, None]
    chip_id: str
    status: Literal["scheduled", "running", "completed", "failed", "pending", "skipped", "cancelled"]
    execution_id: str
    user_id: NotRequired[str]
    username: str
    message: str
    has_stack_trace: bool
    source_task_id: NotRequired[str]
    queued_at: str
    start_at: NotRequired[str]
    end_at: NotRequired[str]
    elapsed_time: NotRequired[str]
    elapsed_seconds: NotRequired[float]
    ai_review_status: str
    excluded: bool


class TaskResultUserNote(TypedDict):
    content: str
    updated_by: str
    updated_at: Union[str, None]
    etag: str


class TaskResultsReported(TypedDict):
    results: list[TaskResultsReportedResultsItem]
    stop: bool


class TaskResultsReportedResultsItem(TypedDict):
    task_id: str
    outcome: Literal["written", "repeated", "late"]
    values: dict[str, TaskResultsReportedResultsItemValuesEntry]
    left_out: NotRequired[list[TaskResultsReportedResultsItemLeftOutItem]]
    warnings: NotRequired[list[TaskResultsReportedResultsItemWarningsItem]]
    task: str
    qid: str
    mux_id: NotRequired[int]
    stage: int
    attempt: int
    direction: NotRequired[Literal["inverse"]]
    qubits: NotRequired[dict[str, TaskResultsReportedResultsItemQubitsEntry]]


class TaskResultsReportedResultsItemLeftOutItem(TypedDict):
    metric: str
    reason: str


class TaskResultsReportedResultsItemQubitsEntry(TypedDict):
    task_id: str
    outcome: Literal["written", "repeated", "late"]
    values: dict[str, TaskResultsReportedResultsItemQubitsEntryValuesEntry]
    left_out: NotRequired[list[TaskResultsReportedResultsItemQubitsEntryLeftOutItem]]
    warnings: NotRequired[list[TaskResultsReportedResultsItemQubitsEntryWarningsItem]]


class TaskResultsReportedResultsItemQubitsEntryLeftOutItem(TypedDict):
    metric: str
    reason: str


class TaskResultsReportedResultsItemQubitsEntryValuesEntry(TypedDict):
    state: Literal["current", "held", "faulty", "refused", "kept"]
    reason: Union[str, None]


class TaskResultsReportedResultsItemQubitsEntryWarningsItem(TypedDict):
    metric: str
    reason: str


class TaskResultsReportedResultsItemValuesEntry(TypedDict):
    state: Literal["current", "held", "faulty", "refused", "kept"]
    reason: Union[str, None]


class TaskResultsReportedResultsItemWarningsItem(TypedDict):
    metric: str
    reason: str


class ThreadSubject(TypedDict):
    type: str
    chip_id: Union[str, None]
    target_type: Union[str, None]
    target_id: Union[str, None]
    metric_key: Union[str, None]
    task_id: Union[str, None]
    task_name: Union[str, None]
    execution_id: Union[str, None]
    cooldown_id: Union[str, None]


class TimeSeries(TypedDict):
    data: dict[str, list[Parameter]]
    complete_until: Union[str, None]


class TokenResponse(TypedDict):
    access_token: str
    token_type: Literal["bearer"]
    expires_at: str
    user_id: str
    username: str
    default_project_id: Union[str, None]
    must_change_password: bool


class Topology(TypedDict):
    id: str
    name: str
    description: str
    layout_type: str
    grid_size: int
    num_qubits: int
    direction_convention: Union[str, None]
    mux: TopologyMux
    qubits: dict[str, TopologyQubitsEntry]
    couplings: list[list[Union[int, str]]]
    visualization: TopologyVisualization
    directed: bool
    readout_lines: Union[list[list[str]], None]
    deleted_at: Union[str, None]


class TopologyMux(TypedDict):
    enabled: bool
    size: int


class TopologyQubitsEntry(TypedDict):
    row: float
    col: float


class TopologySummary(TypedDict):
    id: str
    name: str
    num_qubits: int


class TopologyVisualization(TypedDict):
    show_mux_boundaries: bool
    region_size: int


class Uploads(TypedDict):
    uploads: list[UploadsUploadsItem]
    stop: bool


class UploadsUploadsItem(TypedDict):
    name: str
    path: str
    url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    expires_at: str


class User(TypedDict):
    user_id: str
    username: str
    full_name: Union[str, None]
    display_name: Union[str, None]
    organization: Union[str, None]
    avatar_key: Union[str, None]
    disabled: bool
    default_project_id: Union[str, None]
    must_change_password: bool
    system_role: Literal["admin", "user"]
    identity: Union[UserIdentity, None]


class UserDetail(TypedDict):
    user_id: str
    username: str
    full_name: Union[str, None]
    display_name: Union[str, None]
    organization: Union[str, None]
    avatar_key: Union[str, None]
    disabled: bool
    default_project_id: Union[str, None]
    must_change_password: bool
    system_role: Literal["admin", "user"]
    identity: Union[UserDetailIdentity, None]
    created_at: str
    updated_at: str
    last_seen_at: Union[str, None]


class UserDetailIdentity(TypedDict):
    issuer: str
    subject: str


class UserIdentity(TypedDict):
    issuer: str
    subject: str


class UserImport(TypedDict):
    results: list[UserImportResultsItem]
    created: int
    skipped: int
    failed: int
    total: int


class UserImportResultsItem(TypedDict):
    row_number: int
    username: str
    display_name: Union[str, None]
    organization: Union[str, None]
    system_role: Literal["admin", "user"]
    status: Literal["new", "created", "skipped", "failed"]
    message: Union[str, None]
    initial_password: Union[str, None]


class UserWithProjects(TypedDict):
    user_id: str
    username: str
    full_name: Union[str, None]
    display_name: Union[str, None]
    organization: Union[str, None]
    avatar_key: Union[str, None]
    disabled: bool
    default_project_id: Union[str, None]
    must_change_password: bool
    system_role: Literal["admin", "user"]
    identity: Union[UserWithProjectsIdentity, None]
    created_at: str
    updated_at: str
    last_seen_at: Union[str, None]
    projects: list[UserWithProjectsProjectsItem]


class UserWithProjectsIdentity(TypedDict):
    issuer: str
    subject: str


class UserWithProjectsProjectsItem(TypedDict):
    project_id: str
    name: str
    role: Literal["owner", "editor", "viewer"]
    status: Literal["pending", "active"]
    deleted_at: Union[str, None]


class UserWithToken(TypedDict):
    user_id: str
    username: str
    full_name: Union[str, None]
    display_name: Union[str, None]
    organization: Union[str, None]
    avatar_key: Union[str, None]
    disabled: bool
    default_project_id: Union[str, None]
    must_change_password: bool
    system_role: Literal["admin", "user"]
    identity: Union[UserWithTokenIdentity, None]
    access_token: str
    token_type: Literal["bearer"]
    expires_at: str
    initial_password: Union[str, None]


class UserWithTokenIdentity(TypedDict):
    issuer: str
    subject: str


class ValueLimit(TypedDict):
    lowest: Union[float, None]
    highest: Union[float, None]
    unit: str


class Webhook(TypedDict):
    webhook_id: str
    url: str
    description: str
    kinds: list[str]
    active: bool
    created_by: str
    created_at: str
    updated_by: str
    updated_at: str


class WebhookDelivery(TypedDict):
    delivery_id: str
    kind: str
    status: Literal["pending", "delivered", "dead"]
    attempts: int
    created_at: str
    next_attempt_at: Union[str, None]
    last_attempt_at: Union[str, None]
    last_status: Union[int, None]
    last_error: Union[str, None]
    delivered_at: Union[str, None]


class WebhookTest(TypedDict):
    delivered: bool
    status: Union[int, None]
    error: Union[str, None]


class WiringCheckpoint(TypedDict):
    id: str
    cooldown_id: str
    actor_user_id: str
    actor: str
    action: Literal["checkpoint"]
    comment: str
    wiring_info_snapshot: str
    block_count: int
    image_count: int
    created_at: str
    wiring_blocks_snapshot: list[dict[str, Any]]


class WiringEvent(TypedDict):
    id: str
    cooldown_id: str
    actor_user_id: str
    actor: str
    action: Literal["checkpoint"]
    comment: str
    wiring_info_snapshot: str
    block_count: int
    image_count: int
    created_at: str


DriftAlert = TypedDict(
    "DriftAlert",
    {
        "metric": "str",
        "kind": "str",
        "target_id": "Union[str, None]",
        "targets": "list[str]",
        "state": "str",
        "since": "str",
        "raised_on": "Union[str, None]",
        "ended_on": "Union[str, None]",
        "ended_by": "Union[str, None]",
        "from": "float",
        "to": "float",
        "unit": "str",
        "points": "int",
        "last_day": "str",
        "latest": "Union[DriftLatest, None]",
        "mute": "Union[DriftMute, None]",
        "acknowledgement": "Union[DriftAcknowledgement, None]",
    },
)


EmailSettingsQuietHours = TypedDict(
    "EmailSettingsQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


ExportChipAnswer = Any


GetFigureByPathAnswer = str


GetForumPostRepliesAnswer = list[ForumPost]


GetOpenApiDocumentAnswer = dict[str, Any]


ListFlowTemplatesAnswer = list[FlowTemplate]
