import { type Field, numberOf } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import type { PlacedNumber } from './parameters.ts';

type JsonObject = Record<string, unknown>;

/** A step of a native gate; in parameters of 0.2 it names its channel. */
export interface GateStep {
  channel: string | undefined;
  step: JsonObject;
}

/** The steps of a gate, in their order; undefined if it is not a list of steps. */
export function stepsOf(gate: unknown): GateStep[] | undefined {
  if (!Array.isArray(gate)) return isObject(gate) ? [{ channel: undefined, step: gate }] : undefined;
  const steps = gate.map((entry): GateStep | undefined => {
    if (isObject(entry)) return { channel: undefined, step: entry };
    const [channel, step] = Array.isArray(entry) ? entry : [];
    return typeof channel === 'string' && isObject(step) ? { channel, step } : undefined;
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

/** Names of gates as metric keys have them; another gate by its own name in lower case. */
const gateNames: Readonly<Record<string, string>> = { CNOT: 'cx' };

const gateName = (gate: string): string => gateNames[gate] ?? gate.toLowerCase();

/** The names of gates that are valid in a metric key. */
const NAMES_METRIC = /^[a-z][a-z0-9_]{0,31}$/;

/** The durations of the gates of pairs as `<gate>_gate_time`; the first qubit of a pair is the control of a gate that has one. */
export function numbersOfPairs(gates: unknown, path: string, leftOut: LeftOut): PlacedNumber[] {
  return Object.entries(isObject(gates) ? gates : {}).flatMap(([pair, ofPair]) =>
    Object.entries(isObject(ofPair) ? ofPair : {}).flatMap(([gate, given]): PlacedNumber[] => {
      if (given === null || (Array.isArray(given) && given.length === 0)) return [];
      const at = {
        path: `${path}.${pair.slice(0, 130)}.${gate.slice(0, 80)}`,
        place: `${path}.*.${gate.slice(0, 80)}`,
      };
      const steps = stepsOf(given);
      const duration = steps && durationOf(steps);
      const name = gateName(gate);
      if (duration === undefined || !NAMES_METRIC.test(name)) {
        const reason = steps ? 'has a step whose duration is not known' : 'is not a list of steps';
        leftOut.add(at.path, NAMES_METRIC.test(name) ? reason : 'cannot name a gate', at.place);
        return [];
      }
      const field: Field = { path: [], key: `${name}_gate_time`, unit: 'ns', rule: 'positive' };
      return [{ kind: 'coupling', id: pair, field, given: duration, ...at }];
    }),
  );
}

/** Steps that take no time: a change of the frame, in either version. */
const INSTANT_STEPS = new Set(['virtualz', 'vz', 'virtual_z']);

/** Steps of a known length on a channel. */
const LASTING_STEPS = new Set(['pulse', 'delay']);

/**
 * The length of a gate, in ns. Steps with channels (0.2): those of one channel follow each other, and channels run in
 * parallel. Steps without (0.1): each begins at its `relative_start`. Undefined if a step does not state its length.
 */
function durationOf(steps: readonly GateStep[]): number | undefined {
  const ends = new Map<string, number>();
  let last = 0;
  for (const { channel, step } of steps) {
    const kind = String(step.kind ?? step.type ?? '');
    if (INSTANT_STEPS.has(kind)) continue;
    const duration = numberOf(step.duration);
    if (duration === undefined || (channel !== undefined && !LASTING_STEPS.has(kind))) return undefined;
    const start = channel === undefined ? (numberOf(step.relative_start ?? 0) ?? 0) : (ends.get(channel) ?? 0);
    const end = start + duration;
    if (channel !== undefined) ends.set(channel, end);
    last = Math.max(last, end);
  }
  return last;
}
