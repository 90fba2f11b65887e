import { formatSignificant } from '#shared/domain/metrics/cell/quantity.ts';
import { plural } from '../format/words.ts';
import type { ChipDrift, DriftAlert } from './queries.ts';

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
