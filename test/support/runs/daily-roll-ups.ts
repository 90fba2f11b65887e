import type { Database } from '#shared/kernel/store/dynamodb/database.ts';
import { listOpenSpans } from '#shared/values/store/open-spans.ts';
import { listRollUps, type RolledTargets, unpackTargets } from '#shared/values/store/roll-ups.ts';
import { listSeries } from '#shared/values/store/series.ts';
import { rollUpDay } from '#shared/values/verbs/rolled-samples.ts';

/** A metric on one UTC day under one cool-down. */
export interface DailyRollUp {
  /** `YYYYMMDD`. */
  day: string;
  cooldownId: string | undefined;
  targets: RolledTargets;
}

/**
 * The roll-ups of a metric on the UTC days of a range, oldest first. They are exact even if a writer is late: days with
 * incomplete roll-ups are known (`OpenSpanRecord`), and computed from their samples here. The marks are read first, so
 * that a day which is closed meanwhile is found either way.
 */
export async function dailyRollUps(
  db: Database,
  request: { projectId: string; chipId: string; metric: string },
  { from, through }: { from: string; through: string },
): Promise<DailyRollUp[]> {
  const open = (await listOpenSpans(db, request.projectId, request.chipId))
    .filter(
      ({ span, date, metrics }) =>
        span === 'day' && metrics.includes(request.metric) && date >= from && date <= through,
    )
    .map(({ date }) => date);
  const [rows, series] = await Promise.all([
    listRollUps(db, request, { span: 'day', from, through }),
    open.length > 0 ? listSeries(db, request.projectId, request.chipId, request.metric) : [],
  ]);
  const closed = rows
    .filter(({ date }) => !open.includes(date))
    .map(({ date, cooldownId, targets }) => ({ day: date, cooldownId, targets: unpackTargets(targets) }));
  const rolledUp = await Promise.all(
    open.map(async (day) => {
      const rolled = await rollUpDay(db, request, series, { day, metrics: new Set([request.metric]) });
      return [...rolled.of(request.metric)].map(([cooldownId, targets]) => ({ day, cooldownId, targets }));
    }),
  );
  return [...closed, ...rolledUp.flat()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
