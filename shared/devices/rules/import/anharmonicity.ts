import type { DeviceReadings, EntryPath, TargetAt } from './device-readings.ts';
import { numberOf } from './fields.ts';

/**
 * Adds the anharmonicity: the frequency of the second transition, which a document has at `from`, less that of the
 * first, both in Hz. If the second is given and no difference can be formed, it is reported as left out.
 */
export function addDifference(
  device: DeviceReadings,
  target: TargetAt,
  first: number | undefined,
  second: unknown,
  from: EntryPath,
): undefined {
  const upper = numberOf(second);
  if (upper === undefined) {
    return device.leftOut.add(from.path, second === null ? 'has no value' : 'is not a number', from.place);
  }
  if (upper <= 0) return device.leftOut.add(from.path, 'is not above 0', from.place);
  if (first === undefined) {
    return device.leftOut.add(from.path, 'is of the second transition, and the first is not known', from.place);
  }
  const found = { value: upper - first, unit: 'Hz' };
  const reading = device.addDerived(target, 'anharmonicity', found, 'nonZero');
  if (reading.kind === 'unusable') device.leftOut.add(from.path, reading.reason, from.place);
}
