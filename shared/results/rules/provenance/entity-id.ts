import { TARGET_KINDS } from '../../../chips/rules/target-kinds.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';

/** Where a version of a parameter is kept (rule PROV-1): with the result of its task, with the samples of an archived one, or alone. */
export type EntityRef =
  | { kind: 'task'; chipId: string; metric: string; taskId: string }
  | {
      kind: 'archived';
      chipId: string;
      metric: string;
      target: { kind: MetricTarget; id: string };
      at: string;
      task: string;
      taskId: string;
    }
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
  return partsOf(ref).map(encodeURIComponent).join(':');
}

function partsOf(ref: EntityRef): string[] {
  const { chipId, metric } = ref;
  if (ref.kind === 'task') return ['task', chipId, metric, ref.taskId];
  const place = [chipId, metric, ref.target.kind, ref.target.id, ref.at];
  return ref.kind === 'sample' ? ['value', ...place, ref.sampleId] : ['archived', ...place, ref.task, ref.taskId];
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** What an id names; undefined for a text that `entityIdOf` does not make. */
export function parseEntityId(id: string): EntityRef | undefined {
  const ref = refOf(id.split(':').map(decoded));
  return ref && entityIdOf(ref) === id ? ref : undefined;
}

/** What the parts may name; whether they are all that an id has is seen from the id that is made of it. */
function refOf([kind, ...parts]: (string | undefined)[]): EntityRef | undefined {
  if (!parts.every((part) => part !== undefined && part !== '')) return undefined;
  const [chipId = '', metric = '', third = '', id = '', at = '', sixth = '', taskId = ''] = parts as string[];
  if (kind === 'task') return { kind, chipId, metric, taskId: third };
  const known = TARGET_KINDS.find((one) => one === third);
  if (!known || !instant.test(at)) return undefined;
  const place = { chipId, metric, target: { kind: known, id }, at };
  if (kind === 'value') return { kind: 'sample', ...place, sampleId: sixth };
  return { kind: 'archived', ...place, task: sixth, taskId };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
