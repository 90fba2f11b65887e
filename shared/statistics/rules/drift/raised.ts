import type { ChipAlert } from './alerts.ts';

/** How long after its day an alert is still news: what an import brings of earlier days is history. */
const newsDays = 7;
const DAY_MS = 86_400_000;

/** Alerts of one metric that were raised on the same day: one notification (rule NOTIFY-11). */
export interface RaisedAlerts {
  metric: string;
  kind: ChipAlert['kind'];
  /** Day, `2026-11-22`. */
  raised: string;
  alerts: [ChipAlert, ...ChipAlert[]];
}

/**
 * Newly active alerts, the oldest day first: without muted, acknowledged and long-past ones. If a target of a chip-wide
 * alert later has an alert of its own, that is not new.
 */
export function raisedSince(before: readonly ChipAlert[], after: readonly ChipAlert[], now: string): RaisedAlerts[] {
  const oldest = new Date(Date.parse(now) - newsDays * DAY_MS).toISOString().slice(0, 10);
  const stood = new Set(before.filter(({ state }) => state === 'alert').flatMap(namesOf));
  const raised = new Map<string, RaisedAlerts>();
  for (const alert of after) {
    const { metric, kind, raised: day } = alert;
    if (alert.state !== 'alert' || day === undefined || day < oldest) continue;
    if (alert.mute || alert.acknowledgement || stood.has(nameOf(alert, alert.target))) continue;
    const together = raised.get(`${day} ${kind} ${metric}`);
    if (together) together.alerts.push(alert);
    else raised.set(`${day} ${kind} ${metric}`, { metric, kind, raised: day, alerts: [alert] });
  }
  return [...raised].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

const namesOf = (alert: ChipAlert): string[] => [alert.target, ...alert.targets].map((target) => nameOf(alert, target));

/** Of which series it is, and to which side of it. */
const nameOf = ({ metric, kind, from, to }: ChipAlert, target: string | undefined): string =>
  JSON.stringify([metric, kind, target ?? null, to < from]);
