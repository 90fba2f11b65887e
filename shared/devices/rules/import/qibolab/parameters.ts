import { isQid } from '../../../../kernel/rules/ids.ts';
import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import { type Field, leavesOf, valueAt } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import { channelFields, pulseFields } from './fields.ts';

type JsonObject = Record<string, unknown>;

/** One number of a target at its place in the document; for an anharmonicity the frequency of the second transition. */
export interface PlacedNumber {
  kind: 'qubit' | 'coupling' | 'coupler';
  id: string;
  field: Field;
  given: unknown;
  path: string;
  place: string;
}

/** Where a gate of a qubit is in the document. */
interface GateAt {
  qid: string;
  gate: string;
  path: string;
  place: string;
}

/** A gate of one pulse, and its channel. */
interface Pulse {
  channel: string;
  pulse: JsonObject;
}

/** The channel that probes a resonator, as opposed to the one that the readout is acquired on. */
const probeOf = (channel: string): string => channel.replace(/acquisition|acquire/, 'probe');

/**
 * Numbers of the one-qubit gates of a `parameters.json`: the durations of gates of one pulse, and the frequencies of the
 * channels that they are on.
 * @param used gets the names of the channels that are read.
 */
export function numbersOfGates(
  gates: JsonObject,
  configs: unknown,
  { path, used }: { path: string; used: Set<string> },
  leftOut: LeftOut,
): PlacedNumber[] {
  const channels = isObject(configs) ? configs : {};
  return Object.entries(gates).flatMap(([qid, given]) => {
    if (!isQid(qid) || !isObject(given)) {
      const where = `${path}.native_gates.single_qubit`;
      leftOut.add(
        `${where}.${qid.slice(0, 80)}`,
        isQid(qid) ? 'is not an object' : 'cannot be the id of a qubit',
        `${where}.*`,
      );
      return [];
    }
    return Object.entries(given).flatMap(([gate, steps]): PlacedNumber[] => {
      if (steps === null) return [];
      const at = {
        ...{ qid, gate, path: `${path}.native_gates.single_qubit.${qid}.${gate.slice(0, 80)}` },
        place: `${path}.native_gates.single_qubit.*.${gate}`,
      };
      const pulse = onlyPulse(steps);
      if (!pulse) {
        leftOut.add(at.path, 'is not one pulse on a channel', at.place);
        return [];
      }
      const durations = numbersOfPulse(at, pulse, leftOut);
      const field = channelFields[gate];
      const name = gate === 'MZ' ? probeOf(pulse.channel) : pulse.channel;
      const channel = field && ownEntry(channels, name);
      const frequency = field && isObject(channel) ? valueAt(channel, field.path) : undefined;
      if (!field || frequency === undefined) return durations;
      used.add(name);
      const from = { path: `${path}.configs.${name.slice(0, 80)}.frequency`, place: `${path}.configs.*.frequency` };
      return [...durations, { kind: 'qubit', id: qid, field, given: frequency, ...from }];
    });
  });
}

/** Names the channels that nothing is read of. */
export function leaveOutChannels(configs: unknown, path: string, used: ReadonlySet<string>, leftOut: LeftOut): void {
  if (configs !== undefined && !isObject(configs)) leftOut.add(`${path}.configs`, 'is not an object');
  for (const name of Object.keys(isObject(configs) ? configs : {})) {
    if (!used.has(name)) leftOut.add(`${path}.configs.${name.slice(0, 80)}`, 'is not read', `${path}.configs.*`);
  }
}

/** The pulse of a gate that has exactly one. */
function onlyPulse(steps: unknown): Pulse | undefined {
  const [step, ...others] = Array.isArray(steps) ? steps : [];
  const [channel, pulse] = Array.isArray(step) && others.length === 0 ? step : [];
  return typeof channel === 'string' && isObject(pulse) ? { channel, pulse } : undefined;
}

function numbersOfPulse({ qid, gate, path, place }: GateAt, { pulse }: Pulse, leftOut: LeftOut): PlacedNumber[] {
  const field = pulseFields[gate];
  const own = field?.path.join('.');
  for (const leaf of leavesOf(pulse).map((names) => names.join('.'))) {
    if (leaf === own || leaf === 'kind') continue;
    leftOut.add(`${path}[0][1].${leaf.slice(0, 80)}`, 'no metric is known for it', `${place}.${leaf}`);
  }
  if (!field) return [];
  const from = { path: `${path}[0][1].${own}`, place: `${place}.${own}` };
  return [{ kind: 'qubit', id: qid, field, given: valueAt(pulse, field.path), ...from }];
}
