import { controlTargetPairs } from '#shared/chips/rules/topology/direction.ts';
import { readoutLinesOf, readoutOfTopology } from '#shared/chips/rules/topology/muxes.ts';
import type { Topology } from '#shared/chips/rules/topology/types.ts';
import type { ChipRecord, ChipState, TargetRecord, TopologyRecord, ValueRecord } from '#shared/chips/store/chips.ts';
import type { ChipOnDay, TargetState } from '#shared/chips/verbs/history/read-day.ts';
import type { Mux } from '#shared/results/verbs/read/mux-results.ts';
import { usualTechnology } from '#shared/values/rules/technology.ts';
import type { TargetDayRecord } from '#shared/values/store/days/target-days.ts';
import { mapValues } from '../http/map-values.ts';
import { presentNote } from '../notes/note.ts';
import { presentLatestOf } from '../results/present.ts';
import { elementMaps } from './elements.ts';

/** A chip's row on the wire. */
export const presentChipRow = (chip: ChipRecord) => ({
  chip_id: chip.chipId,
  size: chip.size,
  topology_id: chip.topologyId,
  qubit_count: chip.qubitCount,
  coupling_count: chip.couplingCount,
  installed_at: chip.installedAt ?? null,
  activity_status: chip.activityStatus,
  current_cooldown_id: chip.currentCooldownId ?? null,
  last_calibrated_at: chip.lastCalibratedAt ?? null,
  note: presentNote(chip.note),
});

/** A chip on the wire, without its maps. */
export const presentChip = (chip: ChipRecord) => ({
  ...presentChipRow(chip),
  technology: chip.technology ?? usualTechnology,
  username: chip.username,
  project_id: chip.projectId,
  readout_lines: readoutLinesOf(chip),
  system_info: { created_at: chip.createdAt, updated_at: chip.updatedAt },
});

const presentValue = (value: ValueRecord, metric: string) => ({
  parameter_name: metric,
  qid_role: '',
  value: value.value,
  value_type: value.valueType ?? 'float',
  error: value.error ?? 0,
  unit: value.unit,
  description: value.description ?? '',
  calibrated_at: value.calibratedAt,
  execution_id: value.executionId ?? '',
  task_id: value.taskId ?? '',
  source: value.source,
});

/** A qubit, coupling or element on the wire. */
export const presentTarget = (target: TargetRecord) => ({
  qid: target.id,
  chip_id: target.chipId,
  project_id: target.projectId,
  username: target.username,
  status: target.status,
  data: mapValues(target.data, presentValue),
  faulty: Object.keys(target.faulty).sort(),
  note: presentNote(target.note),
  metric_notes: mapValues(target.metricNotes, presentNote),
  system_info: { created_at: target.createdAt, updated_at: target.updatedAt },
});

const presentTargetMap = (targets: readonly TargetRecord[]) =>
  Object.fromEntries(targets.map((target) => [target.id, presentTarget(target)]));

/** The values of a chip on the wire, by id. */
export const presentTargetMaps = ({
  qubits,
  couplings,
  elements,
}: Record<'qubits' | 'couplings' | 'elements', readonly TargetRecord[]>) => ({
  qubits: presentTargetMap(qubits),
  couplings: presentTargetMap(couplings),
  ...(elements.length > 0 && { elements: elementMaps(elements, (element) => element, presentTarget) }),
});

const wireQid = (qid: string): number | string => (/^(0|[1-9]\d{0,8})$/.test(qid) ? Number(qid) : qid);

/** A topology as QDash's clients draw it (rule QDASH-9): `mux.size` 2 is a block of 2 x 2 qubits. */
export const presentTopology = (topology: Topology, deletedAt?: string) => ({
  id: topology.topologyId,
  name: topology.name,
  description: topology.description,
  layout_type: topology.layoutType,
  grid_size: topology.gridSize,
  num_qubits: topology.numQubits,
  direction_convention: topology.directionConvention,
  mux: { enabled: topology.muxSize !== null, size: topology.muxSize === null ? 0 : Math.sqrt(topology.muxSize) },
  qubits: topology.qubits,
  couplings: controlTargetPairs(topology).map((pair) => pair.map(wireQid)),
  visualization: { show_mux_boundaries: topology.muxSize !== null, region_size: 4 },
  directed: topology.directed,
  readout_lines: statedLines(topology),
  deleted_at: deletedAt ?? null,
});

const statedLines = (topology: Topology): string[][] | null =>
  topology.readoutLines || topology.muxSize !== null
    ? readoutLinesOf({ size: topology.numQubits, readout: readoutOfTopology(topology) })
    : null;

/** A topology in the list of a project's own. */
export const presentOwnTopology = ({ topology, username, createdAt }: TopologyRecord) => ({
  id: topology.topologyId,
  name: topology.name,
  description: topology.description,
  num_qubits: topology.numQubits,
  num_couplings: topology.couplings.length,
  username: username ?? null,
  created_at: createdAt ?? null,
});

/** A built-in or imported topology in a list. */
export const presentTopologySummary = (topology: { id: string; name: string; numQubits: number }) => ({
  id: topology.id,
  name: topology.name,
  num_qubits: topology.numQubits,
});

/** A mux on the wire: an entry for every known task on each of its qubits. */
export const presentMux = ({ muxId, detail }: Mux) => ({
  mux_id: muxId,
  detail: Object.fromEntries(
    [...detail].map(([qid, tasks]) => [
      qid,
      Object.fromEntries(
        [...tasks].map(([name, result]) => [name, presentLatestOf(result, { name, qid, taskType: 'qubit' })]),
      ),
    ]),
  ),
});

type ChipRef = Pick<ChipRecord, 'projectId' | 'chipId' | 'createdAt'>;

/** A chip's own fields as a day left them. */
export const presentChipDay = ({ projectId, chipId, createdAt }: ChipRef, date: string, state: ChipState) => ({
  project_id: projectId,
  chip_id: chipId,
  username: state.username,
  size: state.size,
  topology_id: state.topologyId,
  qubit_count: state.qubitCount,
  coupling_count: state.couplingCount,
  installed_at: state.installedAt ?? null,
  activity_status: state.activityStatus,
  cooldown_id: state.cooldownId ?? null,
  recorded_date: date,
  system_info: { created_at: createdAt, updated_at: state.updatedAt },
});

const presentState = ({ projectId, chipId }: Omit<ChipRef, 'createdAt'>, state: TargetState) => ({
  project_id: projectId,
  chip_id: chipId,
  qid: state.target.id,
  username: state.username,
  status: state.status,
  data: mapValues(state.data, presentValue),
  faulty: Object.keys(state.faulty).sort(),
  cooldown_id: state.cooldownId ?? null,
  recorded_date: state.date ?? null,
  system_info: { created_at: state.createdAt, updated_at: state.stateAt ?? state.createdAt },
});

/** A daily row of a qubit or coupling; a row of an earlier version has no creation time. */
export const presentTargetDay = (row: TargetDayRecord) =>
  presentState(row, { ...row, createdAt: row.createdAt ?? row.stateAt });

/** A chip with its qubits and couplings as a day left them. */
export function presentChipOnDay({ chip, date, state, targets }: ChipOnDay) {
  const of = (kind: TargetState['target']['kind']) =>
    Object.fromEntries(
      targets.filter(({ target }) => target.kind === kind).map((one) => [one.target.id, presentState(chip, one)]),
    );
  const elements = elementMaps(
    targets,
    ({ target }) => target,
    (one) => presentState(chip, one),
  );
  return { ...presentChipDay(chip, date, state), qubits: of('qubit'), couplings: of('coupling'), elements };
}
