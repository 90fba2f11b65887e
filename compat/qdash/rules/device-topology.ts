import { undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { controlTargetPairs } from '#shared/chips/rules/topology/direction.ts';
import type { ExportedChip, ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';
import { fromOrigin, placeOf, timesOf, WHOLE_NUMBER } from '#shared/devices/rules/export/compiler/oqtopus.ts';
import { type DeviceGate, deviceGate } from '#shared/devices/rules/export/oqtopus/device-gate.ts';
import { standIn } from '#shared/devices/rules/import/oqtopus/fields.ts';
import { metricFor } from '#shared/statistics/rules/health/quantities.ts';
import { type DeviceRequest, isWithin, type LeftOut, type Substituted } from './device-conditions.ts';
import { DeviceValues } from './device-values.ts';
import { largestPart } from './largest-part.ts';

/** A qubit of a device; times in microseconds, durations in nanoseconds. */
export interface DeviceQubit {
  id: number;
  physicalId: number;
  position: { x: number; y: number };
  fidelity: number;
  measError: { probMeas1Prep0: number; probMeas0Prep1: number; readoutAssignmentError: number };
  lifetime: { t1: number; t2: number };
  duration: { rz: number; sx: number; x: number };
}

/** A coupling between two qubits of a device, by their places in it. */
export interface DeviceCoupling {
  control: number;
  target: number;
  fidelity: number;
  durationRzx90: number;
  /** The metric that its fidelity is of; undefined where the coupling has no gate. */
  metric: string | undefined;
}

/** A device as OQTOPUS describes one, and what of the chip it does not say. */
export interface DeviceTopology {
  qubits: DeviceQubit[];
  couplings: DeviceCoupling[];
  leftOut: LeftOut[];
  substituted: Substituted[];
  simulatedValues: number;
}

/**
 * The device that a chip is under conditions (rules EXPORT-3 and EXPORT-4).
 */
export function deviceTopology(chip: ExportedChip, request: DeviceRequest, now: string): DeviceTopology {
  const wanted = [...new Set(request.qubits ?? chip.qubits.map(({ id }) => id))];
  const qubits = chosenQubits(chip, request, wanted, now);
  const couplings = chosenCouplings(chip, request, qubits.kept, now);
  const kept = request.onlyMaximumConnected
    ? largestPart(
        [...qubits.kept.keys()],
        [...couplings.kept.values()].map(({ pair }) => pair),
      )
    : new Set(qubits.kept.keys());
  const alone: LeftOut[] = [
    ...[...qubits.kept.keys()].map((id) => ({ kind: 'qubit' as const, id })),
    ...[...couplings.kept].map(([id]) => ({ kind: 'coupling' as const, id })),
  ]
    .filter(({ kind, id }) => !(kind === 'qubit' ? kept.has(id) : isWithinPart(couplings.kept.get(id)?.pair, kept)))
    .map((one) => ({ ...one, reason: 'it is not in the largest connected part' }));
  const order = [...qubits.kept.keys()].filter((qid) => kept.has(qid));
  const places = new Map(order.map((qid, place) => [qid, place]));
  const placed = order.flatMap((qid, id) => {
    const qubit = qubits.kept.get(qid);
    return qubit ? [{ ...qubit, id }] : [];
  });
  return {
    qubits: fromOrigin(placed),
    couplings: [...couplings.kept.values()].flatMap(({ pair: [control, target], ...coupling }) => {
      const [from, to] = [places.get(control), places.get(target)];
      return from === undefined || to === undefined ? [] : [{ control: from, target: to, ...coupling }];
    }),
    leftOut: [...qubits.leftOut, ...couplings.leftOut, ...alone],
    substituted: [...qubits.values.substituted, ...couplings.values.substituted],
    simulatedValues: qubits.values.simulated + couplings.values.simulated,
  };
}

const isWithinPart = (pair: readonly string[] | undefined, kept: ReadonlySet<string>): boolean =>
  pair?.every((qid) => kept.has(qid)) ?? false;

/** The qubits that are wanted and meet their conditions, in the order asked for. */
function chosenQubits(chip: ExportedChip, request: DeviceRequest, wanted: readonly string[], now: string) {
  const metric = request.qubitFidelity.metric ?? usualGate(chip.qubits);
  const values = new DeviceValues(now, 'qubit');
  const byId = new Map(chip.qubits.map((qubit) => [qubit.id, qubit]));
  const kept = new Map<string, Omit<DeviceQubit, 'id'>>();
  const leftOut: LeftOut[] = [];
  for (const id of wanted) {
    const target = byId.get(id);
    const qubit = target && WHOLE_NUMBER.test(id) ? qubitOf(chip, target, metric, request, values) : undefined;
    const reason = qubit ? whyNot(qubit, target, metric, request) : noQubit(chip, target);
    if (reason === undefined && qubit) kept.set(id, qubit);
    else leftOut.push({ kind: 'qubit', id, reason: reason ?? '' });
  }
  return { kept, leftOut, values };
}

const noQubit = ({ chipId }: ExportedChip, target: ExportedTarget | undefined): string =>
  target ? 'its id is not a whole number' : `chip '${chipId}' has no such qubit`;

/** Why a qubit does not meet the conditions; undefined where it does. */
function whyNot(
  { fidelity, measError }: Omit<DeviceQubit, 'id'>,
  target: ExportedTarget | undefined,
  metric: string,
  { qubitFidelity, readoutFidelity }: DeviceRequest,
): string | undefined {
  if (target && Object.hasOwn(target.faulty, metric)) return `${metric} is marked faulty`;
  const readout = 1 - measError.readoutAssignmentError;
  return outside(metric, fidelity, qubitFidelity) ?? outside('readout fidelity', readout, readoutFidelity);
}

const outside = (what: string, value: number, condition: DeviceRequest['qubitFidelity']): string | undefined =>
  isWithin(condition, value) ? undefined : `${what} ${value} is not within ${condition.min} to ${condition.max}`;

/** The metric that most qubits have of their gates. */
const usualGate = (targets: readonly ExportedTarget[]): string =>
  metricFor('one_qubit_gate', (_, key) => targets.filter(({ values }) => Object.hasOwn(values, key)).length).metric.key;

function qubitOf(
  chip: ExportedChip,
  target: ExportedTarget,
  metric: string,
  { qubitFidelity, readoutFidelity }: DeviceRequest,
  values: DeviceValues,
): Omit<DeviceQubit, 'id'> {
  const withinDay = qubitFidelity.isWithinDay;
  const fidelity = values.read(target, 'fidelity', { metrics: [metric], unit: '', withinDay }, standIn.fidelity);
  const assignment = (field: string, state: 0 | 1) => {
    const metrics = readoutFidelity.metric
      ? [readoutFidelity.metric]
      : [`readout_fidelity_${state}`, 'average_readout_fidelity'];
    const young = withinDay && readoutFidelity.isWithinDay;
    return values.read(target, field, { metrics, unit: '', withinDay: young }, standIn.fidelity);
  };
  const [zero, one] = [assignment('prob_meas1_prep0', 0), assignment('prob_meas0_prep1', 1)];
  const lifetime = (field: string, metrics: readonly string[]) =>
    values.read(target, field, { metrics, unit: 'us', withinDay }, standIn.lifetime);
  const duration = (field: string, metrics: readonly string[]) =>
    Math.round(values.read(target, field, { metrics, unit: 'ns', withinDay: false }, standIn.duration));
  return {
    physicalId: Number(target.id),
    position: placeOf(chip.topology, target.id),
    fidelity,
    measError: {
      probMeas1Prep0: 1 - zero,
      probMeas0Prep1: 1 - one,
      readoutAssignmentError: 1 - (zero + one) / 2,
    },
    lifetime: {
      t1: lifetime('t1', ['t1', 't1_average']),
      t2: lifetime('t2', ['t2_echo', 't2_echo_average', 't2_star']),
    },
    duration: {
      rz: 0,
      sx: duration('sx', ['x90_gate_time', 'hpi_length']),
      x: duration('x', ['x180_gate_time']),
    },
  };
}

type ChosenCoupling = Omit<DeviceCoupling, 'control' | 'target'> & { pair: readonly [string, string] };

/** The couplings between qubits that are kept which meet their condition, by their controls in the order of those. */
function chosenCouplings(
  chip: ExportedChip,
  request: DeviceRequest,
  qubits: ReadonlyMap<string, unknown>,
  now: string,
) {
  const { couplingFidelity: condition, direction } = request;
  const values = new DeviceValues(now, 'coupling');
  const excluded = new Set(request.excludeCouplings.map(edgeOf));
  const byEdge = new Map(chip.couplings.map((coupling) => [edgeOf(coupling.id), coupling]));
  const kept = new Map<string, ChosenCoupling>();
  const leftOut: LeftOut[] = [];
  const choice = { condition, isDirected: chip.topology.directed, now, freshness: chip.freshness };
  for (const [a, b] of controlTargetPairs(chip.topology)) {
    const target = byEdge.get(edgeOf(`${a}-${b}`));
    if (!target || !qubits.has(a) || !qubits.has(b)) continue;
    const gate = deviceGate(target, ordersOf([a, b], direction), choice);
    const reason = excluded.has(edgeOf(target.id)) ? 'it was asked to be left out' : noGate(target, gate);
    const chosen = gate && reason === undefined ? couplingOf(target, gate, condition, values) : undefined;
    const why = reason ?? (chosen && outside(chosen.metric ?? 'gate fidelity', chosen.fidelity, condition));
    if (chosen && why === undefined) kept.set(target.id, chosen);
    else leftOut.push({ kind: 'coupling', id: target.id, reason: why ?? '' });
  }
  const order = new Map([...qubits.keys()].map((qid, place) => [qid, place]));
  const place = ({ pair: [control] }: ChosenCoupling) => order.get(control) ?? 0;
  return { kept: new Map([...kept].sort(([, a], [, b]) => place(a) - place(b))), leftOut, values };
}

/** The orders in which a device may have a pair, the preferred one first. */
const ordersOf = ([a, b]: readonly [string, string], direction: DeviceRequest['direction']): [string, string][] =>
  direction === 'forward'
    ? [[a, b]]
    : direction === 'inverse'
      ? [[b, a]]
      : [
          [a, b],
          [b, a],
        ];

function noGate({ faulty }: ExportedTarget, gate: DeviceGate | undefined): string | undefined {
  if (!gate) return 'its gate has the other direction';
  return gate.metric !== undefined && Object.hasOwn(faulty, gate.metric)
    ? `${gate.metric} is marked faulty`
    : undefined;
}

function couplingOf(
  target: ExportedTarget,
  { pair, metric }: DeviceGate,
  { isWithinDay: withinDay }: DeviceRequest['couplingFidelity'],
  values: DeviceValues,
): ChosenCoupling {
  const metrics = metric === undefined ? [] : [metric];
  const times = [...metrics.flatMap(timesOf), 'zx90_gate_time'];
  return {
    pair,
    metric,
    fidelity: values.read(target, 'fidelity', { metrics, unit: '', withinDay }, standIn.fidelity),
    durationRzx90: Math.round(
      values.read(target, 'rzx90', { metrics: times, unit: 'ns', withinDay: false }, standIn.duration),
    ),
  };
}

/** An edge whichever way it is given. */
const edgeOf = (id: string): string => {
  const [a, ...rest] = id.split('-');
  return undirectedCouplingId(a ?? '', rest.join('-'));
};
