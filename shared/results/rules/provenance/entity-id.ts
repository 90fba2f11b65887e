import { TARGET_KINDS } from '../../../chips/rules/target-kinds.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';

/** Where a version of a parameter is kept (rule PROV-1): with the result of its task, or alone. */
export type EntityRef =
  | { kind: 'task'; chipId: string; metric: string; taskId: string }
  | {
      kind: 'sample';
      chipId: string;
      metric: string;
      target: { kind: MetricTarget; id: string };
      at: string;
      sampleId: string;
    };

/** The id of a version: its parts tell its place. */
export function entityIdOf(ref: EntityRef): string {
  const parts =
    ref.kind === 'task'
      ? ['task', ref.chipId, ref.metric, ref.taskId]
      : ['value', ref.chipId, ref.metric, ref.target.kind, ref.target.id, ref.at, ref.sampleId];
  return parts.map(encodeURIComponent).join(':');
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** What an id names; undefined for a text that `entityIdOf` does not make. */
export function parseEntityId(id: string): EntityRef | undefined {
  const ref = refOf(id.split(':').map(decoded));
  return ref && entityIdOf(ref) === id ? ref : undefined;
}

function refOf([kind, ...parts]: (string | undefined)[]): EntityRef | undefined {
  if (!parts.every((part) => part !== undefined && part !== '')) return undefined;
  const [chipId = '', metric = '', third = '', id = '', at = '', sampleId = ''] = parts as string[];
  if (kind === 'task' && parts.length === 3) return { kind, chipId, metric, taskId: third };
  if (kind !== 'value' || parts.length !== 6 || !instant.test(at)) return undefined;
  const known = TARGET_KINDS.find((one) => one === third);
  return known && { kind: 'sample', chipId, metric, target: { kind: known, id }, at, sampleId };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
