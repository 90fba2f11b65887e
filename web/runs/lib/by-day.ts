import { formatDate } from '../../ui/lib/format/time.ts';

/** When a run began, or was asked for where it has not. */
interface Dated {
  start_at: string | null;
  created_at: string;
}

/** Runs by the day of the zone on which they began, in their order. */
export function byDay<Run extends Dated>(runs: readonly Run[], timeZone: string): { day: string; runs: Run[] }[] {
  const days = Map.groupBy(runs, ({ start_at: startAt, created_at: createdAt }) =>
    formatDate(startAt ?? createdAt, timeZone),
  );
  return [...days].map(([day, own]) => ({ day, runs: own }));
}
