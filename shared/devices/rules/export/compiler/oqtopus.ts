import { splitCouplingId, undirectedCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { controlTargetPairs } from '../../../../chips/rules/topology/direction.ts';
import { splitDirection } from '../../../../values/rules/gate-keys.ts';
import { gateTimeOf } from '../../../../values/rules/gates.ts';
import type { Field } from '../../import/fields.ts';
import { couplingFields, qubitFields } from '../../import/oqtopus/fields.ts';
import type { ExportedChip, ExportedTarget } from '../chip-document.ts';
import { deviceGate } from '../oqtopus/device-gate.ts';
import { newestOf, setAt } from '../parameters/fields.ts';
import type { CompilerFile } from './compiler-file.ts';
import type { HandOver, HandOverRequest } from './hand-over.ts';
import { TargetNumbers } from './numbers.ts';
import { isUsable, usableChip, WHOLE_TARGET } from './usable.ts';

const anyFidelity = { min: 0, max: 1, isWithinDay: false };

/** The device topology of OQTOPUS, with null for a number that is not known (rule EXPORT-12). */
export function oqtopusDevice(handed: HandOver, { now }: HandOverRequest): CompilerFile {
  const { chip, leftOut } = usableChip(handed);
  const { topology } = chip;
  const measured: string[] = [];
  const numbersOf = (kind: 'qubit' | 'coupling', target: ExportedTarget, fields: readonly [Field, string][]) => {
    const numbers = new TargetNumbers(kind, target, handed, leftOut);
    const entry: Record<string, unknown> = {};
    for (const [field, metric] of fields) setAt(entry, field.path, numbers.read(field, metric)?.number ?? null);
    numbers.leaveRest();
    measured.push(...numbers.measured);
    return entry;
  };
  const qubits = chip.qubits.filter(
    ({ id }) => WHOLE_NUMBER.test(id) || leftOut.add('qubit', id, WHOLE_TARGET, 'its id is not a whole number'),
  );
  const placed = qubits.map((target, id) => {
    const { fidelity, meas_error, qubit_lifetime, gate_duration } = numbersOf('qubit', target, metricsOfQubit(handed));
    // `rz` changes the frame alone.
    return {
      ...{ id, physical_id: Number(target.id), position: placeOf(topology, target.id) },
      ...{ fidelity, meas_error, qubit_lifetime },
      gate_duration: { rz: 0, ...(gate_duration as Record<string, unknown>) },
    };
  });
  const places = new Map(qubits.map(({ id }, place) => [id, place]));
  const controls = new Map(controlTargetPairs(topology).map((pair) => [undirectedCouplingId(...pair), pair]));
  const couplings = chip.couplings.flatMap((target) => {
    const [pair] = splitCouplingId(target.id, places);
    if (!pair) return leftOut.add('coupling', target.id, WHOLE_TARGET, 'a qubit of it is left out') ?? [];
    const order = controls.get(undirectedCouplingId(...pair)) ?? pair;
    const values = Object.fromEntries(Object.entries(target.values).filter(([metric]) => isUsable(target, metric)));
    const choice = { condition: anyFidelity, isDirected: topology.directed, now, freshness: chip.freshness };
    const metric = deviceGate({ ...target, values, faulty: {} }, [order], choice)?.metric;
    if (metric === undefined)
      return leftOut.add('coupling', target.id, WHOLE_TARGET, 'its gate has the other direction') ?? [];
    const { fidelity, gate_duration } = numbersOf('coupling', target, metricsOfGate(target, metric));
    const [control, to] = order.map((qid) => places.get(qid));
    return [{ id: target.id, entry: { control, target: to, fidelity, gate_duration, metric } }];
  });
  const measuredAt = newestOf(measured);
  return {
    document: {
      ...{ name: chip.chipId, device_id: chip.chipId, qubits: fromOrigin(placed) },
      couplings: couplings.map(({ entry }) => entry),
      calibrated_at: measuredAt ?? '',
    },
    text: undefined,
    fileName: 'device_topology.json',
    measuredAt,
    leftOut: leftOut.list,
    qubits: qubits.map(({ id }) => id),
    couplings: couplings.map(({ id }) => id),
  };
}

/** The metric of each field of a qubit: for the quantities of health that which stands for them on the chip. */
function metricsOfQubit({ metricOf }: HandOver): [Field, string][] {
  const standing: Record<string, string> = {
    x90_gate_fidelity: metricOf('one_qubit_gate'),
    average_readout_fidelity: metricOf('readout'),
    t1: metricOf('relaxation'),
    t2_echo: metricOf('dephasing'),
  };
  return qubitFields.map((field) => [field, standing[field.key] ?? field.key]);
}

/** The metrics of the fields of a coupling for one of its gates. */
function metricsOfGate({ values }: ExportedTarget, fidelity: string): [Field, string][] {
  const times = timesOf(fidelity);
  const time = times.find((metric) => Object.hasOwn(values, metric)) ?? times[0] ?? fidelity;
  return couplingFields.map((field) => [field, field.path[0] === 'fidelity' ? fidelity : time]);
}

/** The side of a cell of the chip's map, as OQTOPUS draws it. */
const cellSize = 50 / 30;

/** Ids of qubits that the format can have. */
export const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,8})$/;

interface Place {
  x: number;
  y: number;
}

/** Where a qubit is drawn. */
export function placeOf({ qubits }: ExportedChip['topology'], id: string): Place {
  const { row, col } = qubits[id] ?? { row: 0, col: 0 };
  return { x: col * cellSize, y: -row * cellSize };
}

/** The durations of a gate; one without a direction holds where its own direction has none. */
export const timesOf = (fidelity: string): string[] => [
  gateTimeOf(fidelity),
  gateTimeOf(splitDirection(fidelity).base),
];

/** Positions moved so that both begin at 0. */
export function fromOrigin<T extends { position: Place }>(qubits: readonly T[]): T[] {
  const left = Math.min(...qubits.map(({ position }) => position.x));
  const top = Math.min(...qubits.map(({ position }) => position.y));
  return qubits.map((qubit) => ({ ...qubit, position: { x: qubit.position.x - left, y: qubit.position.y - top } }));
}
