import { useQuery } from '@tanstack/react-query';
import { runsQuery, runsRequest } from '../../../runs/lib/queries.ts';
import { usePast } from '../../lib/api/past.ts';
import { cooldownsQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { TimeEvent } from './history-chart.tsx';

/** Runs whose begins are marked: the newest. */
const mostRuns = 100;

/**
 * The marks in the histories of a chip: the begin and end of its cool-downs, which cut them, and the start of its runs;
 * for a past view, only those until then.
 */
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
