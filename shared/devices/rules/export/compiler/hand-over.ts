import { qidsOfGate, splitCouplingId } from '../../../../chips/rules/coupling-id.ts';
import {
  type ElementKind,
  type LatticeKind,
  type TargetKind,
  targetName,
} from '../../../../chips/rules/target-kinds.ts';
import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import { freshnessOf } from '../../../../statistics/rules/freshness.ts';
import { metricFor, type Quantity } from '../../../../statistics/rules/health/quantities.ts';
import { describeMetric } from '../../../../values/rules/catalogue.ts';
import { ageSeconds, stateOf } from '../../../../values/rules/cell/state.ts';
import { isGateFidelity } from '../../../../values/rules/gate-keys.ts';
import { conversionOf } from '../../../../values/rules/units/conversion.ts';
import type { ExportedChip, ExportedTarget, ExportedValue } from '../chip-document.ts';
import { LeftOutFields } from '../parameters/left-out.ts';

/** Why a value is in a file, or why it is not: only `fresh` and `stale` ones are. */
export type HandedState = 'fresh' | 'stale' | 'faulty' | 'held' | 'too_old' | 'missing';

/** What a compiler looks at of a target, in the unit of the catalogue. */
export interface HandedValue {
  kind: LatticeKind;
  id: string;
  quantity: Quantity;
  metric: string;
  value: number | null;
  unit: string;
  error: number | undefined;
  calibratedAt: string | undefined;
  ageSeconds: number | undefined;
  state: HandedState;
}

/** Which part of a chip is wanted; all of it without qubits and couplings. */
export interface HandOverRequest {
  /** In this order. */
  qubits?: readonly string[] | undefined;
  /** Only these couplings, and their qubits; every coupling between the qubits where absent. */
  couplings?: readonly string[] | undefined;
  /** An older value is not handed over. */
  withinHours?: number | undefined;
  now: string;
}

/** A part of a chip with the values that are handed over. */
export interface HandOver {
  /** Without values that are held or too old; faulty marks stay. */
  chip: ExportedChip;
  /** The metric that stands for each quantity of qubits on the whole chip. */
  metricOf: (quantity: Quantity) => string;
  /** Of what was asked for. */
  values: HandedValue[];
  /** Why a value of a target is not in the file; undefined where it is. */
  reasonFor: (kind: LatticeKind, id: string, metric: string) => string | undefined;
  /** The values that are held or too old. */
  leftOut: LeftOutFields;
}

const QUBIT_QUANTITIES = ['relaxation', 'dephasing', 'readout', 'one_qubit_gate'] as const;

/** The part of a chip that is asked for, without values that are held or too old (rule EXPORT-11). */
export function handOver(chip: ExportedChip, request: HandOverRequest): HandOver {
  const part = partOf(chip, request);
  const leftOut = new LeftOutFields();
  const counts = Map.groupBy(
    targetsOf(chip).flatMap(({ kind, target: { values, faulty } }) =>
      Object.keys({ ...values, ...faulty }).map((metric) => `${kind} ${metric}`),
    ),
    (name) => name,
  );
  const metricOf = (quantity: Quantity) =>
    metricFor(quantity, (kind, metric) => counts.get(`${kind} ${metric}`)?.length ?? 0).metric.key;
  const onQubits = QUBIT_QUANTITIES.map((quantity) => ({ quantity, metric: metricOf(quantity) }));
  const values = [
    ...part.qubits.flatMap((target) => onQubits.map((one) => judged('qubit', target, one, { request, chip }))),
    ...part.couplings.flatMap((target) =>
      gatesOf(target, metricOf('two_qubit_gate')).map((metric) =>
        judged('coupling', target, { quantity: 'two_qubit_gate', metric }, { request, chip }),
      ),
    ),
  ];
  const kept = (kind: TargetKind) => (target: ExportedTarget) =>
    withoutUncounted(target, request, (metric, reason) => leftOut.add(kind, target.id, metric, reason));
  const byName = new Map(targetsOf(part).map(({ kind, target }) => [targetName({ kind, id: target.id }), target]));
  const elements = Object.entries(part.elements ?? {}) as [ElementKind, ExportedTarget[]][];
  return {
    chip: {
      ...part,
      qubits: part.qubits.map(kept('qubit')),
      couplings: part.couplings.map(kept('coupling')),
      ...(part.elements && {
        elements: Object.fromEntries(elements.map(([kind, own]) => [kind, own.map(kept(kind))])),
      }),
    },
    metricOf,
    values,
    reasonFor: (kind, id, metric) => {
      const target = byName.get(targetName({ kind, id }));
      return target && reasonOf(stateIn(target, metric, request), request);
    },
    leftOut,
  };
}

const targetsOf = ({ qubits, couplings }: ExportedChip) => [
  ...qubits.map((target) => ({ kind: 'qubit' as const, target })),
  ...couplings.map((target) => ({ kind: 'coupling' as const, target })),
];

/** Names a qubit or coupling that was asked for and is not on the chip; undefined if all are. */
export function unknownTarget(chip: ExportedChip, { qubits = [], couplings = [] }: Partial<HandOverRequest>) {
  const [knownQubits, knownCouplings] = [chip.qubits, chip.couplings].map((own) => new Set(own.map(({ id }) => id)));
  const qubit = qubits.find((id) => !knownQubits?.has(id));
  if (qubit !== undefined) return `Qubit '${qubit}'`;
  const coupling = couplings.find((id) => !knownCouplings?.has(id));
  return coupling === undefined ? undefined : `Coupling '${coupling}'`;
}

/** The qubits in the order asked for, and the couplings with both ends among them. */
function partOf(chip: ExportedChip, request: HandOverRequest): ExportedChip {
  if (!request.qubits && !request.couplings) return chip;
  const known = new Set(chip.qubits.map(({ id }) => id));
  const pairOf = (id: string) => splitCouplingId(id, known)[0] ?? [];
  const wanted = new Set([...(request.qubits ?? []), ...(request.couplings ?? []).flatMap(pairOf)]);
  const only = request.couplings && new Set(request.couplings);
  const byId = new Map(chip.qubits.map((qubit) => [qubit.id, qubit]));
  const qubits = [...wanted].flatMap((id) => byId.get(id) ?? []);
  const couplings = chip.couplings.filter(
    ({ id }) => pairOf(id).length > 0 && pairOf(id).every((qid) => wanted.has(qid)) && (only?.has(id) ?? true),
  );
  return restrict(chip, qubits, couplings);
}

/** A chip with some of its qubits and couplings, and the couplers and gates between them; chains are of the whole chip. */
export function restrict(chip: ExportedChip, qubits: ExportedTarget[], couplings: ExportedTarget[]): ExportedChip {
  const { elements, ...rest } = chip;
  const kept = new Set(qubits.map(({ id }) => id));
  const pairs = new Set(couplings.map(({ id }) => id));
  return {
    ...rest,
    ...(elements && {
      elements: {
        coupler: elements.coupler?.filter(({ id }) => pairs.has(id)) ?? [],
        gate: elements.gate?.filter(({ id }) => qidsOfGate(id, kept) !== undefined) ?? [],
      },
    }),
    qubits,
    couplings,
    topology: {
      ...chip.topology,
      qubits: Object.fromEntries(Object.entries(chip.topology.qubits).filter(([id]) => kept.has(id))),
      couplings: chip.topology.couplings.filter((pair) => pair.every((qid) => kept.has(qid))),
    },
  };
}

/** The fidelities of the gates of a coupling, or that which it lacks. */
export function gatesOf({ values, faulty, held = [] }: ExportedTarget, lacking: string): string[] {
  const gates = [...new Set([...Object.keys(values), ...Object.keys(faulty), ...held])].filter(isGateFidelity).sort();
  return gates.length > 0 ? gates : [lacking];
}

function judged(
  kind: LatticeKind,
  target: ExportedTarget,
  { quantity, metric }: Pick<HandedValue, 'quantity' | 'metric'>,
  { request, chip }: { request: HandOverRequest; chip: ExportedChip },
): HandedValue {
  const state = stateIn(target, metric, request);
  const definition = describeMetric(metric, kind);
  const found = ownEntry(target.values, metric);
  const conversion = found && conversionOf(found.unit, definition.storedUnit);
  const at = found?.calibratedAt ?? ownEntry(target.faulty, metric);
  const age = at === undefined ? undefined : Math.max(0, ageSeconds(at, request.now));
  const policy = freshnessOf(definition, chip.freshness);
  return {
    ...{ kind, id: target.id, quantity, metric, unit: definition.storedUnit },
    value: state === 'faulty' || !found ? null : (conversion?.value(found.value) ?? null),
    error: state === 'faulty' || found?.error === undefined ? undefined : conversion?.size(found.error, found.value),
    ...{ calibratedAt: at, ageSeconds: age },
    state: state === 'counts' ? stateOf(age ?? 0, policy) : state,
  };
}

/** Whether a value of a target counts, or why it does not. */
function stateIn(
  { values, faulty, held }: ExportedTarget,
  metric: string,
  request: HandOverRequest,
): Exclude<HandedState, 'fresh' | 'stale'> | 'counts' {
  if (Object.hasOwn(faulty, metric)) return 'faulty';
  if (held?.includes(metric)) return 'held';
  const found = ownEntry(values, metric);
  if (!found) return 'missing';
  return isTooOld(found, request) ? 'too_old' : 'counts';
}

const isTooOld = ({ calibratedAt }: ExportedValue, { withinHours, now }: HandOverRequest): boolean =>
  withinHours !== undefined && ageSeconds(calibratedAt, now) > withinHours * 3600;

function reasonOf(state: HandedState | 'counts', { withinHours }: HandOverRequest): string | undefined {
  if (state === 'faulty') return 'marked faulty';
  if (state === 'held') return 'a newer value is held';
  if (state === 'too_old') return `older than ${withinHours} h`;
  return state === 'missing' ? 'not measured' : undefined;
}

function withoutUncounted(
  target: ExportedTarget,
  request: HandOverRequest,
  onLeftOut: (metric: string, reason: string) => void,
): ExportedTarget {
  const values = Object.entries(target.values).filter(([metric]) => {
    const state = stateIn(target, metric, request);
    const reason = state === 'faulty' ? undefined : reasonOf(state, request);
    if (reason !== undefined) onLeftOut(metric, reason);
    return reason === undefined;
  });
  return { ...target, values: Object.fromEntries(values) };
}
