import type { NoteEvent } from '../api/wire.ts';
import { targetLabel } from '../metrics/cells.ts';

/** The target of an event in words, such as `Q3` or `chip qpu-1`. */
export function eventTarget({ scope, target_id: id, extra }: Pick<NoteEvent, 'scope' | 'target_id' | 'extra'>): string {
  switch (scope) {
    case 'qubit':
    case 'qubit_metric':
      return targetLabel('qubit', id);
    case 'coupling':
    case 'coupling_metric':
      return targetLabel('coupling', id);
    case 'task_result':
      return extra.task_name ? `${extra.task_name} task` : 'a task';
    case 'chip':
      return `chip ${id}`;
  }
}

/** What was done, such as `wrote the note of`, `deleted a comment on`. */
export function eventVerb(event: Pick<NoteEvent, 'action' | 'metric_key' | 'extra'>): string {
  const verb = event.action === 'upsert' ? 'wrote' : 'deleted';
  if (event.extra.kind === 'comment') return `${verb} a comment on`;
  return event.metric_key ? `${verb} the note of ${event.metric_key} of` : `${verb} the note of`;
}
