import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { taskTargetLabel } from '../../runs/lib/task-target.ts';
import type { NoteEvent } from '../../ui/lib/api/wire.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';

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
      return [extra.task_name ?? 'a task', extra.qid && `on ${taskTargetLabel(extra.qid)}`].filter(Boolean).join(' ');
    case 'chip':
      return `chip ${id}`;
  }
}

/** What was done, such as `wrote the note of`, `wrote the T1 note of`, `deleted a comment on`. */
export function eventVerb(event: Pick<NoteEvent, 'action' | 'scope' | 'metric_key' | 'extra'>): string {
  const verb = event.action === 'upsert' ? 'wrote' : 'deleted';
  if (event.extra.kind === 'comment') return `${verb} a comment on`;
  if (event.metric_key === '') return `${verb} the note of`;
  const { title } = metricDisplay(
    describeMetric(event.metric_key, event.scope === 'coupling_metric' ? 'coupling' : 'qubit'),
  );
  return `${verb} the ${title} note of`;
}
