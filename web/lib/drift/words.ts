import { drawValue, type MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { formatSignificant } from '#shared/domain/metrics/cell/quantity.ts';
import { plural } from '../format/words.ts';
import type { ChipDrift, DriftAlert } from './queries.ts';

/** What the values were and are: `60.1 → 15.2 µs`. */
export function levelsText(alert: Pick<DriftAlert, 'from' | 'to' | 'unit'>, display: MetricDisplay): string {
  const drawn = (value: number) => drawValue(display, { value, error: null, unit: alert.unit });
  const [from, to] = [drawn(alert.from), drawn(alert.to)];
  const digits = significantDigits(from.drawn, to.drawn);
  const unit = to.unit === '' ? '' : `\u00a0${to.unit}`;
  return `${formatSignificant(from.drawn, digits)} → ${formatSignificant(to.drawn, digits)}${unit}`;
}

/** As many digits as tell the two apart by two of them, at least three. */
function significantDigits(one: number, other: number): number {
  const size = Math.max(Math.abs(one), Math.abs(other));
  const change = Math.abs(one - other);
  if (change === 0 || size === 0) return 3;
  return Math.min(12, Math.max(3, Math.floor(Math.log10(size)) - Math.floor(Math.log10(change)) + 2));
}

/** How an alert stands, in words. */
export function stateText(alert: DriftAlert): string {
  if (alert.state === 'ended') return `${alert.ended_by ?? 'ended'} on ${alert.ended_on ?? ''}`;
  const { acknowledgement, mute } = alert;
  const said = [
    alert.state === 'watch' ? 'watched' : 'alert',
    acknowledgement && `seen by ${acknowledgement.acknowledged_by}: ${acknowledgement.reason}`,
    mute && `muted until ${mute.until.slice(0, 10)} by ${mute.muted_by}: ${mute.reason}`,
  ];
  return said.filter((one) => one !== null).join(', ');
}

/** How long it has been so: `over 4 days since 2026-11-18`. */
export const sinceText = ({ points, since }: DriftAlert): string => `over ${plural(points, 'day')} since ${since}`;

/** How many alerts were raised this week, and how many of them chance makes by itself. */
export function expectedText(drift: ChipDrift): string {
  const raised = `${plural(drift.raised_this_week, 'alert')} raised this week`;
  const expected = formatSignificant(drift.expected_false_alerts_per_week, 2);
  return `${raised}, ${expected} a week expected though nothing has changed`;
}

/** What a mute is of. */
export const muteText = ({ metric, target_id }: ChipDrift['mutes'][number]): string =>
  [metric, target_id].filter((one) => one !== null).join(' on ');
