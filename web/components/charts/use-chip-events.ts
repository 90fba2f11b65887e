import { useQuery } from '@tanstack/react-query';
import { usePast } from '../../lib/api/past.ts';
import { cooldownsQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { runsQuery, runsRequest } from '../../lib/runs/queries.ts';
import type { TimeEvent } from './history-chart.tsx';

/** Runs whose begins are marked: the newest. */
const mostRuns = 100;

/** What histories of a chip are marked with: where its cool-downs begin and end, which cut them, and where its runs began; of the past what was by then. */
export function useChipEvents(chipId: string): TimeEvent[] {
  const timeZone = useTimeZone();
  const asOf = usePast()?.asOf;
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const runs = useQuery(runsQuery(runsRequest({ chip: chipId }, mostRuns, timeZone)));
  const ofChip = (cooldowns.data?.cooldowns ?? []).filter(({ chip_ids: ids }) => ids.includes(chipId));
  const all = [
    ...ofChip.flatMap(({ cooldown_id: id, started_at: start, ended_at: end }): TimeEvent[] => [
      { at: start, kind: 'cooldown', text: `${id} began` },
      ...(end === null ? [] : [{ at: end, kind: 'cooldown', text: `${id} ended` } as const]),
    ]),
    ...(runs.data?.executions ?? []).flatMap(({ execution_id: id, start_at: at }): TimeEvent[] =>
      at ? [{ at, kind: 'run', text: `Run ${id}` }] : [],
    ),
  ];
  return asOf === undefined ? all : all.filter(({ at }) => at <= asOf);
}
