import { reverseCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { driftAlert, driftExpectation, driftMute } from '#shared/statistics/contract/schemas/drift.ts';
import type { ChipAlert, DriftState, ExpectedAlerts } from '#shared/statistics/rules/drift/alerts.ts';
import type { DriftMute } from '#shared/statistics/rules/drift/decisions.ts';
import type { ChipDrift, LatestValue } from '#shared/statistics/verbs/drift/read-drift.ts';
import { openQuantity } from '#shared/values/rules/units/quantity.ts';
import { present } from '../http/present.ts';

/** Which of the alerts are listed. */
interface Wanted {
  states?: DriftState[] | undefined;
  metrics?: string[] | undefined;
  targets?: string[] | undefined;
  limit: number;
}

/** The alerts that are wanted. */
export function wantedAlerts(
  { alerts }: Pick<ChipDrift, 'alerts'>,
  { states = ['alert', 'watch'], metrics, targets }: Omit<Wanted, 'limit'>,
): ChipAlert[] {
  // A coupling is meant by its reversed id too.
  const names = targets && new Set(targets.flatMap((id) => [id, reverseCouplingId(id)]));
  return alerts.filter(
    (alert) =>
      states.includes(alert.state) &&
      (!metrics || metrics.includes(alert.metric)) &&
      (!names || alert.targets.some((id) => names.has(id))),
  );
}

/** The drift of a chip on the wire: those alerts that are wanted, and the counts of all. */
export function presentDrift(
  found: ChipDrift,
  { total, listed, latest }: { total: number; listed: ChipAlert[]; latest: ReadonlyMap<ChipAlert, LatestValue> },
) {
  const { alerts, completeUntil, chip, now } = found;
  const count = (state: DriftState) => alerts.filter((alert) => alert.state === state).length;
  const standing = alerts.filter(({ state }) => state !== 'ended');
  return {
    chip_id: chip.chipId,
    as_of: now,
    alerts: { total, items: listed.map((alert) => presentAlert(alert, latest.get(alert))) },
    counts: {
      ...{ alert: count('alert'), watch: count('watch'), ended: count('ended') },
      muted: standing.filter(({ mute }) => mute).length,
      acknowledged: standing.filter(({ acknowledgement }) => acknowledgement).length,
    },
    expected_false_alerts_per_week: found.expectedPerWeek,
    raised_this_week: found.raisedThisWeek,
    false_share: found.falseShare ?? null,
    metrics: found.metrics.map(presentExpected),
    mutes: found.mutes.map(presentMute),
    complete_until: completeUntil,
  };
}

const presentAlert = (alert: ChipAlert, latest: LatestValue | undefined) =>
  present(driftAlert, alert, {
    target_id: alert.target,
    raised_on: alert.raised,
    ended_on: alert.ended,
    ended_by: alert.how,
    latest: latest && presentLatest(latest),
    mute: alert.mute && presentMute(alert.mute),
    acknowledgement: alert.acknowledgement && {
      acknowledged_by: alert.acknowledgement.by,
      acknowledged_at: alert.acknowledgement.at,
      reason: alert.acknowledgement.reason,
      accepts_level: alert.acknowledgement.acceptsLevel,
    },
  });

function presentLatest({ quantity, at, isHeld }: LatestValue) {
  const { value, unit, error } = openQuantity(quantity);
  return { value, unit, error: error ?? null, measured_at: at, held: isHeld };
}

const presentExpected = (expected: ExpectedAlerts) =>
  present(driftExpectation, expected, {
    expected_false_alerts_per_week: expected.perWeek,
    replayed_weeks: expected.weeks,
  });

/** A mute on the wire. */
export const presentMute = (mute: DriftMute) =>
  present(driftMute, mute, { target_id: mute.target, muted_by: mute.by, muted_at: mute.at });
