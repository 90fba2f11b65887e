import { TARGET_KINDS, type TargetKind } from '../../chips/rules/target-kinds.ts';
import type { HeldRef } from './gate-mark.ts';

/** A measurement with held values as the wire names it: of an import's sample also the metric and target that its key needs. */
export type HeldId =
  | { taskId: string }
  | (Required<Pick<HeldRef, 'sampleId' | 'at'>> & { metric: string; kind: TargetKind; target: string });

/** An opaque text of a measurement's name. */
export function heldIdText(id: HeldId): string {
  const parts = 'taskId' in id ? [id.taskId] : [id.sampleId, id.at, id.metric, id.kind, id.target];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The inverse; undefined for a text that names nothing. */
export function readHeldId(text: string): HeldId | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string' && part !== '')) return undefined;
  const [first = '', at, metric, kind, target] = parts as string[];
  if (parts.length === 1) return { taskId: first };
  if (at === undefined || metric === undefined || target === undefined) return undefined;
  const known = TARGET_KINDS.find((one) => one === kind);
  return known && { sampleId: first, at, metric, kind: known, target };
}
