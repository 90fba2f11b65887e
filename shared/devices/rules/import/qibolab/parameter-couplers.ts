import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import { numbersOfCouplers } from './couplers.ts';
import { couplerPulseFields } from './fields.ts';
import { stepsOf } from './gate-steps.ts';
import type { PlacedNumber } from './parameters.ts';

/** What the parameters of 0.2 say of couplers and of what they couple. */
interface ParameterCouplers {
  couplers: unknown;
  gates: unknown;
  configs: unknown;
}

/**
 * Numbers of the couplers of a `parameters.json`: the duration of their pulse (`CP`) and the offset of its channel. The gates of
 * pairs that use that channel say which pair is coupled.
 * @param used gets the names of the channels that are read.
 */
export function numbersOfParameterCouplers(
  { couplers, gates, configs }: ParameterCouplers,
  qids: ReadonlySet<string>,
  { path, used }: { path: string; used: Set<string> },
  leftOut: LeftOut,
): PlacedNumber[] {
  if (couplers === undefined || couplers === null) return [];
  const where = `${path}.native_gates.coupler`;
  if (!isObject(couplers)) {
    leftOut.add(where, 'is not an object');
    return [];
  }
  const channels = new Map<string, string>();
  const entries: Record<string, unknown> = {};
  for (const [name, native] of Object.entries(couplers)) {
    const [only, ...others] = (isObject(native) && stepsOf(native.CP)) || [];
    if (only?.channel === undefined || others.length > 0) {
      leftOut.add(`${where}.${name.slice(0, 80)}`, 'has not one pulse on a channel', `${where}.*`);
      continue;
    }
    const config = isObject(configs) ? ownEntry(configs, only.channel) : undefined;
    const offset = isObject(config) ? config.offset : undefined;
    channels.set(only.channel, name);
    if (offset !== undefined) used.add(only.channel);
    entries[name] = { duration: only.step.duration, ...(offset === undefined ? {} : { offset }) };
  }
  return numbersOfCouplers([{ path: where, entries, fields: couplerPulseFields }], { gates, channels }, qids, leftOut);
}
