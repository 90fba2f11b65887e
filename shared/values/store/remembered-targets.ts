import { type RolledTargets, unpackTargets } from './roll-ups.ts';

/** Packed bytes that are remembered: unpacked they take about thirty times as much. */
const mostBytes = 1_000_000;

/** How many targets in roll-ups are remembered: a read of more finds none of them again, since each takes the place of another. */
export const mostRemembered = 10_000;

/** What packed bytes hold, by the bytes themselves; the least recently used first. */
const remembered = new Map<string, RolledTargets>();
let bytes = 0;

/**
 * What `unpackTargets` gives, unpacked once as long as it is used again: the days and months of a chip that are over are read
 * by every page that looks back. It is known by its bytes, so that it cannot be out of date; it is shared, and frozen.
 */
export function rememberedTargets(packed: Uint8Array): RolledTargets {
  const key = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('latin1');
  const known = remembered.get(key);
  const targets = known ?? frozen(unpackTargets(packed));
  if (known) remembered.delete(key);
  else bytes += key.length;
  remembered.set(key, targets);
  for (const oldest of remembered.keys()) {
    if (bytes <= mostBytes) break;
    remembered.delete(oldest);
    bytes -= oldest.length;
  }
  return targets;
}

/** Forgets all, when nothing is being read any more. */
export function forgetTargets(): void {
  remembered.clear();
  bytes = 0;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
