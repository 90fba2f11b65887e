import { queryOptions } from '@tanstack/react-query';
import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { runResults } from '../../../runs/lib/queries.ts';
import { api } from '../../../ui/lib/api/api.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import { tileOf, type WallTile } from './tiles.ts';

/** Where the results of a wall are from: a run, a day of the calendar, or the latest of all. */
export interface WallSource {
  run?: string | undefined;
  date?: string | undefined;
}

/** Tasks that the project has used and that have a place on a chip, by name. */
export const wallTasksQuery = () =>
  queryOptions({
    queryKey: inProject('tasks', 'on-targets'),
    queryFn: async () => {
      const { tasks } = await api.listTasks();
      return tasks.flatMap(({ name, task_type: kind }) =>
        kind === 'qubit' || kind === 'coupling' ? [{ name, kind }] : [],
      );
    },
    staleTime: 60_000,
  });

/** Results that are looked through for one of a qubit or a coupling. */
const lastResults = 50;

/** The name of the task that was measured last on a qubit or coupling of a chip, or in a run or on a day; null if there is none. */
export const lastTaskQuery = (chipId: string, { run, date }: WallSource, timeZone: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'last task', run, date, timeZone),
    queryFn: async () => {
      const query = {
        ...{ chip_id: chipId, execution_id: run, limit: lastResults },
        start_to: date === undefined ? undefined : calendarDay(date, timeZone)?.end,
      };
      const { items } = await api.listTaskResults({ query });
      const isShown = ({ task_type: kind, status }: (typeof items)[number]) =>
        (kind === 'qubit' || kind === 'coupling') && (status === 'completed' || status === 'failed');
      return items.find(isShown)?.task_name ?? null;
    },
  });

/** The results of a task on all targets of a chip that completed or failed. */
export const wallQuery = (chipId: string, { name, kind }: { name: string; kind: TargetKind }, source: WallSource) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'wall', kind, name, source),
    queryFn: () => (source.run === undefined ? ofChip(chipId, name, kind, source.date) : ofRun(source.run, name)),
  });

async function ofChip(chipId: string, task: string, kind: TargetKind, date: string | undefined): Promise<WallTile[]> {
  const query = { chip_id: chipId, task };
  const isQubit = kind === 'qubit';
  const latest = () =>
    isQubit ? api.getLatestQubitTaskResults({ query }) : api.getLatestCouplingTaskResults({ query });
  const ofDay = (day: string) =>
    isQubit
      ? api.getHistoricalQubitTaskResults({ query: { ...query, date: day } })
      : api.getHistoricalCouplingTaskResults({ query: { ...query, date: day } });
  const { result } = await (date === undefined ? latest() : ofDay(date));
  return Object.entries(result).flatMap(([target, one]) => tileOf(target, one) ?? []);
}

/** Of a task that a run has twice on a target, both. */
async function ofRun(run: string, task: string): Promise<WallTile[]> {
  const results = await runResults(run, { task_name: task });
  return results.flatMap((one) => tileOf(one.qid, one, run) ?? []);
}
