import { comparePairs, compareQids } from '../../../../chips/rules/coupling-id.ts';
import { generateTopology } from '../../../../chips/rules/topology/generate.ts';
import { readoutLinesOf, readoutOf } from '../../../../chips/rules/topology/muxes.ts';
import type { Topology } from '../../../../chips/rules/topology/types.ts';
import { DeviceReadings } from '../device-readings.ts';
import { topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import { nameProblem } from '../metric-name.ts';
import type { ImportResult } from '../plan.ts';
import { Problems } from '../problems.ts';
import { type QubexChip, type QubexParameter, readFiles } from './documents.ts';
import { type LabelTarget, qubexMetric, qubexRule, targetOfLabel, unitOf, withDefault } from './metrics.ts';

/** Files of a qubex configuration, and the time that their values are of, which they do not hold. */
export interface QubexDocuments {
  files: unknown;
  measured_at?: unknown;
  device_name?: unknown;
  /** The chip within the files, such as `64Q`, where they have several. */
  chip?: unknown;
}

/**
 * Plans the import of qubex's seed values (rules IMPORT-7 and IMPORT-11): `Q03` is qubit 3, `Q00-Q01` their coupling. A
 * chip that is there keeps its other qubits.
 */
export function importQubex(documents: QubexDocuments): ImportResult {
  const problems = new Problems();
  const at = readDocumentDate(documents.measured_at, 'measured_at', problems);
  const chipId = readDeviceName(documents.chip, 'chip', problems);
  const device = new DeviceReadings();
  const { parameters, chip, chipIds } = readFiles(documents.files, chipId, problems, device.leftOut);
  const name =
    readDeviceName(documents.device_name, 'device_name', problems) ?? chip.name ?? chipId ?? chipIds[0] ?? 'qubex';
  if (problems.list.length === 0 && parameters.length === 0) {
    problems.add('files', 'have no parameter of any qubit');
    problems.addLeftOut(device.leftOut);
  }
  if (at === undefined || problems.list.length > 0) return { ok: false, problems: problems.list };
  for (const parameter of parameters) addParameter(device, parameter, at);
  if (device.qids.length === 0) {
    problems.add('files', 'name no qubit');
    problems.addLeftOut(device.leftOut);
    return { ok: false, problems: problems.list };
  }
  const topology = topologyOf(chip, name, device);
  const plan = { ...device.plan({ format: 'qubex', name, topology }), partial: true as const };
  const datePath = 'measured_at';
  if (chip.muxSize === undefined) return { ok: true, plan, datePath };
  const readout = readoutOf(Object.keys(topology.qubits), { muxSize: chip.muxSize });
  return { ok: true, plan: { ...plan, readoutLines: readoutLinesOf({ size: topology.numQubits, readout }) }, datePath };
}

function addParameter(device: DeviceReadings, parameter: QubexParameter, at: string): undefined {
  const { path, name, fallback, values } = parameter;
  const key = qubexMetric(name);
  const problem = nameProblem(key);
  if (problem !== undefined) return device.leftOut.add(path, problem);
  const unit = parameter.unit ?? unitOf(key);
  for (const [label, given] of Object.entries(values)) {
    const from = { path: `${path}.${label.slice(0, 80)}`, place: path };
    const leaveOut = (reason: string) => device.leftOut.add(from.path, reason, from.place);
    const target = targetOfLabel(name, label);
    if ('reason' in target) {
      leaveOut(target.reason);
      continue;
    }
    const named = addTarget(device, target);
    const value = withDefault(given, fallback);
    if (unit === undefined) leaveOut('has no unit');
    else if (value !== null && typeof value !== 'number') leaveOut('is not a number');
    else device.addNumber({ ...named, at }, key, { value, unit }, qubexRule(key), from);
  }
}

function addTarget(device: DeviceReadings, { qids, pair }: LabelTarget): { kind: 'qubit' | 'coupling'; id: string } {
  for (const qid of qids) device.addQubit(qid);
  if (!pair) return { kind: 'qubit', id: qids[0] ?? '' };
  device.addCoupling(pair);
  return { kind: 'coupling', id: qids.join('-') };
}

/** The lattice of the chip's size, where there is one; else the qubits that the files name, where they are drawn by chance. */
function topologyOf(chip: QubexChip, name: string, device: DeviceReadings): Topology {
  const largest = device.qids.reduce((most, qid) => Math.max(most, Number(qid) + 1), 0);
  const count = Math.max(chip.qubitCount ?? 0, largest);
  const lattice = chip.isSquareLattice ? generateTopology(`square-lattice-mux-${count}`) : undefined;
  const qids = Array.from({ length: count }, (_, index) => String(index)).sort(compareQids);
  for (const qid of qids) device.addQubit(qid);
  const own = new Map([...(lattice?.couplings ?? []), ...device.pairs].map((pair) => [pair.join('-'), pair]));
  for (const pair of lattice?.couplings ?? []) device.addCoupling(pair);
  const couplings = [...own.values()].sort(comparePairs);
  return {
    ...topologyOfDevice({
      format: 'qubex',
      origin: 'qubex',
      name,
      qids,
      positions: lattice?.qubits,
      couplings,
      directed: false,
    }),
    muxSize: lattice?.muxSize ?? null,
    directionConvention: lattice?.directionConvention ?? null,
  };
}
