import { comparePairs, compareQids, undirectedCouplingId } from '../../coupling-id.ts';
import { generateTopology } from '../../topology/generate.ts';
import { computedLayout } from '../../topology/layout.ts';
import type { Topology } from '../../topology/types.ts';
import { DeviceReadings } from '../device-readings.ts';
import { topologyOfDevice } from '../device-topology.ts';
import { readDeviceName, readDocumentDate } from '../document-date.ts';
import { canNameMetric } from '../metric-name.ts';
import type { ImportResult } from '../plan.ts';
import { Problems } from '../problems.ts';
import { type QubexChip, type QubexParameter, readFiles } from './documents.ts';
import { qubexMetric, qubexRule, unitOf } from './metrics.ts';

/** Files of a qubex configuration, and the time that their values are of, which they do not hold. */
export interface QubexDocuments {
  files: unknown;
  measured_at?: unknown;
  device_name?: unknown;
  /** The chip within the files, such as `64Q`, where they have several. */
  chip?: unknown;
}

/** Largest number of a label. */
const MAX_QUBITS = 4096;

/**
 * Plans the import of qubex's seed values (rules IMPORT-7 and IMPORT-11): `Q03` is qubit 3, `Q00-Q01` their coupling. A
 * chip that is there keeps its other qubits.
 */
export function importQubex(documents: QubexDocuments): ImportResult {
  const problems = new Problems();
  const at = readDocumentDate(documents.measured_at, 'measured_at', problems);
  const chipId = readDeviceName(documents.chip, 'chip', problems);
  const { parameters, chip } = readFiles(documents.files, chipId, problems);
  const name = readDeviceName(documents.device_name, 'device_name', problems) ?? chip.name ?? chipId ?? 'qubex';
  if (problems.list.length === 0 && parameters.length === 0) problems.add('files', 'have no parameter of any qubit');
  if (at === undefined || problems.list.length > 0) return { ok: false, problems: problems.list };
  const device = new DeviceReadings();
  for (const parameter of parameters) addParameter(device, parameter, at, problems);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  if (device.qids.length === 0) return { ok: false, problems: [{ path: 'files', message: 'name no qubit' }] };
  const topology = topologyOf(chip, name, device);
  return { ok: true, plan: { ...device.plan({ format: 'qubex', name, topology }), partial: true } };
}

function addParameter(device: DeviceReadings, parameter: QubexParameter, at: string, problems: Problems): undefined {
  const key = qubexMetric(parameter.name);
  if (!canNameMetric(key)) return problems.add(parameter.path, `'${key.slice(0, 80)}' cannot name a metric`);
  const unit = parameter.unit ?? unitOf(key);
  for (const [label, value] of Object.entries(parameter.values)) {
    const target = targetOf(label);
    if (!target) {
      problems.add(parameter.path, `'${label.slice(0, 80)}' is neither a qubit, such as Q03, nor a pair of two`);
      continue;
    }
    for (const qid of target.qids) device.addQubit(qid);
    if (target.pair) device.addCoupling(target.pair);
    if (unit === undefined) device.leaveOut(parameter.name, 'its unit is not stated');
    else if (value !== null && typeof value !== 'number') device.leaveOut(parameter.name, 'not a number');
    else if (value !== null) {
      const kind = target.pair ? 'coupling' : 'qubit';
      const id = target.pair?.join('-') ?? target.qids[0] ?? label;
      device.addNumber({ kind, id, at }, key, { value, unit }, qubexRule(key));
    }
  }
}

/** `Q03`, however many zeros stand before the number, or `Q00-Q01`. */
function targetOf(label: string): { qids: string[]; pair?: [string, string] } | undefined {
  const match = /^Q(\d{1,4})(?:-Q(\d{1,4}))?$/.exec(label);
  const [first, second] = [match?.[1], match?.[2]].map((digits) => (digits === undefined ? undefined : Number(digits)));
  if (first === undefined || first >= MAX_QUBITS) return undefined;
  if (second === undefined) return { qids: [String(first)] };
  if (second === first || second >= MAX_QUBITS) return undefined;
  const [a, b] = [String(first), String(second)];
  return { qids: [a, b], pair: undirectedCouplingId(a, b) === `${a}-${b}` ? [a, b] : [b, a] };
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
      qubits: lattice?.qubits ?? computedLayout(qids, couplings),
      couplings,
      directed: false,
    }),
    muxSize: lattice?.muxSize ?? null,
    directionConvention: lattice?.directionConvention ?? null,
  };
}
