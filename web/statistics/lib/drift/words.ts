import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { formatDay, formatDayAt } from '../../../ui/lib/format/time.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import type { ChipDrift, DriftAlert } from './queries.ts';

/** The days of drift are those of UTC. */
const driftDay = (day: string, now: number): string => formatDay(day, 'UTC', now);

/**
 * The state of an alert, in words.
 * @param now milliseconds since the epoch
 */
export function stateText(alert: DriftAlert, timeZone: string, now: number): string {
  if (alert.state === 'ended')
    return [alert.ended_by ?? 'ended', alert.ended_on && `on ${driftDay(alert.ended_on, now)}`]
      .filter(Boolean)
      .join(' ');
  const { acknowledgement, mute } = alert;
  const said = [
    alert.state === 'watch' ? 'watched' : 'alert',
    acknowledgement && `seen by ${acknowledgement.acknowledged_by}: ${acknowledgement.reason}`,
    mute && untilText(mute, timeZone, now),
  ];
  return said.filter((one) => one !== null).join(', ');
}

/** Until when a mute holds, whose it is and why. */
export const untilText = (
  mute: Pick<ChipDrift['mutes'][number], 'until' | 'muted_by' | 'reason'>,
  timeZone: string,
  now: number,
): string => `muted until ${formatDayAt(mute.until, timeZone, now)} by ${mute.muted_by}: ${mute.reason}`;

/** How long it has been so: `over 4 days since 18 Nov`. */
export const sinceText = ({ points, since }: DriftAlert, now: number): string =>
  `over ${plural(points, 'day')} since ${driftDay(since, now)}`;

/** How many alerts were raised this week, and how many of them are expected to be false. */
export function expectedText(drift: ChipDrift): string {
  const alerts = `${plural(drift.raised_this_week, 'alert')} this week`;
  return `${alerts}; about ${formatSignificant(drift.expected_false_alerts_per_week, 2)} false alarms expected`;
}

/** What a mute is of: `T1 of Q9`, `Q9`, `T1`. */
export function muteText({ metric, target_id: target }: ChipDrift['mutes'][number], config?: MetricsConfig): string {
  const title = metric && titleOf(config, metric);
  return [title, target && taskTargetLabel(target)].filter(Boolean).join(' of ');
}

const titleOf = (config: MetricsConfig | undefined, metric: string): string =>
  displayOf(config, config && Object.hasOwn(config.coupling_metrics, metric) ? 'coupling' : 'qubit', metric).title;
