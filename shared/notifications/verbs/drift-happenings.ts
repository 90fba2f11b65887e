import { type Context, nowOf } from '../../kernel/context.ts';
import { writeDay } from '../../kernel/rules/calendar.ts';
import { type ChipAlert, listAlerts } from '../../statistics/rules/drift/alerts.ts';
import { noDecisions, standingDecisions } from '../../statistics/rules/drift/decisions.ts';
import { levelsText } from '../../statistics/rules/drift/levels.ts';
import { type RaisedAlerts, raisedSince } from '../../statistics/rules/drift/raised.ts';
import { followedOf } from '../../statistics/verbs/drift/read-drift.ts';
import { describeMetric } from '../../values/rules/catalogue.ts';
import { metricDisplay } from '../../values/rules/cell/display.ts';
import { type DriftRecord, driftEntity, getDriftDecisions } from '../../values/store/drift.ts';
import { excerptOf } from '../rules/inbox.ts';
import type { Change, Happening } from './happening.ts';

const DAY_MS = 86_400_000;

/** What the drift of a metric tells: the alerts that were raised on a day, once for all targets (rule NOTIFY-11). */
export async function driftHappenings(
  ctx: Pick<Context, 'db' | 'clock'>,
  { before, after }: Change,
): Promise<Happening[]> {
  const now = nowOf(ctx);
  const record = driftEntity.decode(after);
  const earlier = before && driftEntity.decode(before);
  // Another cool-down is another series.
  const stood = earlier?.cooldownId === record.cooldownId ? alertsIn(earlier, now) : [];
  // Nearly always nothing is new, and what people decided need not be read for it.
  if (raisedSince(stood, alertsIn(record, now), now).length === 0) return [];
  const { projectId, chipId } = record;
  const decisions = standingDecisions((await getDriftDecisions(ctx.db, projectId, chipId)) ?? noDecisions, now);
  return raisedSince(stood, alertsIn(record, now, decisions), now).map((raised) => happeningOf(record, raised));
}

const alertsIn = (record: DriftRecord | undefined, now: string, decisions = noDecisions): ChipAlert[] =>
  record ? listAlerts(followedOf(record), decisions, now).alerts : [];

const nameOf = (kind: ChipAlert['kind'], target: string | undefined): string =>
  target === undefined ? 'All together' : kind === 'qubit' ? `Q${target}` : target;

function happeningOf({ projectId, chipId }: DriftRecord, { metric, kind, raised, alerts }: RaisedAlerts): Happening {
  const [first, ...others] = alerts;
  const display = metricDisplay(describeMetric(metric, kind));
  const targets = [...new Set(alerts.flatMap((alert) => alert.targets))];
  const where = targets.length === 1 ? `${kind} ${targets[0]} of ${chipId}` : `${targets.length} ${kind}s of ${chipId}`;
  const page = `/chips/${encodeURIComponent(chipId)}`;
  const isOne = others.length === 0 && first.target !== undefined;
  return {
    projectId,
    kind: 'drift_alert',
    name: JSON.stringify([chipId, metric, kind, raised]),
    // A day is over before it is judged.
    at: new Date(Date.parse(`${raised}T00:00:00.000Z`) + DAY_MS).toISOString(),
    concerned: [],
    source: { type: 'chip', id: chipId },
    targetUrl: isOne ? `${page}/${kind}s/${encodeURIComponent(first.target ?? '')}` : page,
    title: `${display.title} drifts on ${where}`,
    excerpt: excerptOf(
      alerts
        .map((alert) => `${nameOf(kind, alert.target)}: ${levelsText(alert, display)} since ${writeDay(alert.since)}`)
        .join('; '),
    ),
  };
}
