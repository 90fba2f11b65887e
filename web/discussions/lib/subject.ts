import type { Thread } from '../../ui/lib/api/wire.ts';
import type { Destination } from '../../ui/lib/navigation/places.ts';
import { choiceParam } from '../../ui/lib/url/search-params.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';
import type { AboutSearch } from './addresses.ts';

const kindOf = (kind: string | undefined) => choiceParam(kind, ['qubit', 'coupling'] as const);

/** The subjects that the form sends. */
export function subjectsOf({ task, run, chip, target, metric, cooldown, ...about }: AboutSearch) {
  const kind = kindOf(about.kind);
  if (task !== undefined) return [{ type: 'task_result' as const, task_id: task }];
  if (run !== undefined) return [{ type: 'execution' as const, execution_id: run }];
  if (cooldown !== undefined) return [{ type: 'cooldown' as const, cooldown_id: cooldown }];
  if (chip === undefined) return [];
  const isTarget = kind !== undefined && target !== undefined;
  if (metric !== undefined)
    return [
      {
        ...{ type: 'metric' as const, chip_id: chip, metric_key: metric },
        ...(isTarget ? { target_type: kind, target_id: target } : {}),
      },
    ];
  return isTarget ? [{ type: kind, chip_id: chip, target_id: target }] : [{ type: 'chip' as const, chip_id: chip }];
}

/** Which threads the page of a subject shows. */
export const listAboutOf = ({ task, run, chip, kind, target, cooldown }: AboutSearch) => ({
  task_id: task,
  execution_id: run,
  chip_id: chip,
  target_type: kindOf(kind),
  target_id: target,
  cooldown_id: cooldown,
});

/** The category that a new discussion of a thing most likely belongs to. */
export const categoryOf = ({ kind, cooldown }: AboutSearch): string =>
  kindOf(kind) ?? (cooldown === undefined ? 'qubit' : 'system');

/** A thing in a few words, such as `CheckT1 on Q3`. */
export function aboutText(about: AboutSearch & { taskName?: string | undefined }): string {
  const { task, run, chip, target, metric, cooldown, taskName = 'a task' } = about;
  const kind = kindOf(about.kind);
  const on = kind !== undefined && target !== undefined ? targetLabel(kind, target) : undefined;
  if (task !== undefined) return on === undefined ? taskName : `${taskName} on ${on}`;
  if (run !== undefined) return `run ${run}`;
  if (cooldown !== undefined) return `cool-down ${cooldown}`;
  const place = on === undefined ? `chip ${chip}` : `${on} of ${chip}`;
  return metric === undefined ? place : `${metric} of ${place}`;
}

type Subject = Thread['subjects'][number];

/** A subject of a thread as a place of the application says it. */
export function aboutOf(subject: Subject): AboutSearch & { taskName?: string | undefined } {
  const { type, chip_id, target_id, metric_key, task_id, task_name, execution_id, cooldown_id } = subject;
  const kind = kindOf(subject.target_type ?? undefined);
  const target = { kind, target: target_id ?? undefined };
  if (type === 'task_result') return { task: task_id ?? '', taskName: task_name ?? undefined, ...target };
  if (type === 'execution') return { run: execution_id ?? '' };
  if (type === 'cooldown') return { cooldown: cooldown_id ?? '' };
  return { chip: chip_id ?? '', metric: metric_key ?? undefined, ...target };
}

/** Where a subject of a thread is shown. */
export function destinationOf(subject: Subject): Destination {
  const { task, run, chip = '', kind, target, metric, cooldown } = aboutOf(subject);
  if (task !== undefined) return { to: '/tasks/$taskId', params: { taskId: task } };
  if (run !== undefined) return { to: '/execution/$executionId', params: { executionId: run } };
  if (cooldown !== undefined) return { to: '/cryo' };
  if (kind === undefined || target === undefined) return { to: '/chips/$chipId', params: { chipId: chip } };
  const to = kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  return { to, params: { chipId: chip, target }, ...(metric === undefined ? {} : { search: { metric } }) };
}
