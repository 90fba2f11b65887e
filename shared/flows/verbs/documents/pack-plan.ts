import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ImportPlan } from '../../../devices/rules/import/plan.ts';

/** Bytes of one stored part; an item may have 400 KB. */
const partBytes = 350_000;

/**
 * Identifies a plan: documents with the same contents give the same hash, in any order of their entries and whatever is
 * left out of them.
 */
export function planHash({ read: _read, leftOut: _leftOut, ...brought }: ImportPlan): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(brought)))
    .digest('hex')
    .slice(0, 32);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, canonical(entry)]);
}

/** Cuts a plan into parts. */
export function packPlan(plan: ImportPlan): Uint8Array[] {
  const bytes = gzipSync(JSON.stringify(plan));
  return Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    Uint8Array.from(bytes.subarray(n * partBytes, (n + 1) * partBytes)),
  );
}
