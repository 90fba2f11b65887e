import { systemInfo } from '#shared/api/schemas/common.ts';
import { chipSummary, ownTopology, qubit, topology, topologySummary } from '#shared/chips/contract/schemas/chips.ts';
import { controlTargetPairs } from '#shared/chips/rules/topology/direction.ts';
import { readoutLinesOf, readoutOfTopology } from '#shared/chips/rules/topology/muxes.ts';
import type { Topology } from '#shared/chips/rules/topology/types.ts';
import type { ChipRecord, ChipState, TargetRecord, TopologyRecord, ValueRecord } from '#shared/chips/store/chips.ts';
import type { ChipOnDay, TargetState } from '#shared/chips/verbs/history/read-day.ts';
import type { Mux } from '#shared/results/verbs/read/mux-results.ts';
import { chipDay, targetDay } from '#shared/values/contract/schemas/chip-days.ts';
import { parameter } from '#shared/values/contract/schemas/parameters.ts';
import { usualTechnology } from '#shared/values/rules/technology.ts';
import type { TargetDayRecord } from '#shared/values/store/days/target-days.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';
import { presentLatestOf } from '../results/present.ts';
import { elementMaps } from './elements.ts';

/** A chip's row on the wire. */
export const presentChipRow = (chip: ChipRecord) => present(chipSummary, chip);

/** A chip on the wire, without its maps. */
export const presentChip = (chip: ChipRecord) => ({
  ...presentChipRow(chip),
  technology: chip.technology ?? usualTechnology,
  username: chip.username,
  project_id: chip.projectId,
  readout_lines: readoutLinesOf(chip),
  system_info: present(systemInfo, chip),
});

const presentValue = (value: ValueRecord, metric: string) =>
  present(parameter, value, {
    parameter_name: metric,
    qid_role: '',
    value_type: value.valueType ?? 'float',
    error: value.error ?? 0,
    description: value.description ?? '',
    execution_id: value.executionId ?? '',
    task_id: value.taskId ?? '',
  });

/** A qubit, coupling or element on the wire. */
export const presentTarget = (target: TargetRecord) =>
  present(qubit, target, {
    qid: target.id,
    data: mapValues(target.data, presentValue),
    faulty: Object.keys(target.faulty).sort(),
    system_info: present(systemInfo, target),
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
export const presentTopology = (found: Topology, deletedAt?: string) =>
  present(topology, found, {
    id: found.topologyId,
    mux: { enabled: found.muxSize !== null, size: found.muxSize === null ? 0 : Math.sqrt(found.muxSize) },
    couplings: controlTargetPairs(found).map((pair) => pair.map(wireQid)),
    visualization: { show_mux_boundaries: found.muxSize !== null, region_size: 4 },
    readout_lines: statedLines(found),
    deleted_at: deletedAt,
  });

const statedLines = (found: Topology): string[][] | null =>
  found.readoutLines || found.muxSize !== null
    ? readoutLinesOf({ size: found.numQubits, readout: readoutOfTopology(found) })
    : null;

/** A topology in the list of a project's own. */
export const presentOwnTopology = ({ topology: found, username, createdAt }: TopologyRecord) =>
  present(
    ownTopology,
    { ...found, username, createdAt },
    { id: found.topologyId, num_couplings: found.couplings.length },
  );

/** A built-in or imported topology in a list. */
export const presentTopologySummary = (found: { id: string; name: string; numQubits: number }) =>
  present(topologySummary, found);

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
export const presentChipDay = ({ projectId, chipId, createdAt }: ChipRef, date: string, state: ChipState) =>
  present(
    chipDay,
    { ...state, projectId, chipId },
    { recorded_date: date, system_info: { created_at: createdAt, updated_at: state.updatedAt } },
  );

const presentState = ({ projectId, chipId }: Omit<ChipRef, 'createdAt'>, state: TargetState) =>
  present(targetDay, state, {
    project_id: projectId,
    chip_id: chipId,
    qid: state.target.id,
    data: mapValues(state.data, presentValue),
    faulty: Object.keys(state.faulty).sort(),
    recorded_date: state.date,
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
