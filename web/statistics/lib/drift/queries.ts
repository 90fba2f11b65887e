import { queryOptions } from '@tanstack/react-query';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { followed } from '../../../ui/lib/api/followed.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';

export type ChipDrift = ResponseBody<'getChipDrift'>;
export type DriftAlert = ChipDrift['alerts']['items'][number];

const atOnce = 200;

/** The drift of a chip; it changes once a day, and with every answer to an alert. */
export const driftQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'drift'),
    queryFn: () => api.getChipDrift({ params: { chip_id: chipId }, query: { limit: atOnce }, ifChanged: true }),
    ...followed,
  });

/** All alerts of a series, also those that have ended. */
export const seriesDriftQuery = (chipId: string, series: { kind: TargetKind; target: string; metric: string }) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'drift', series.kind, series.target, series.metric),
    queryFn: () =>
      api.getChipDrift({
        params: { chip_id: chipId },
        query: { states: ['alert', 'watch', 'ended'], metrics: [series.metric], targets: [series.target] },
      }),
  });

/** Alerts in the order of review: unanswered alerts, then watched targets, then answered alerts. */
export const inOrderOfNeed = (alerts: readonly DriftAlert[]): DriftAlert[] =>
  [...alerts].sort((a, b) => needRank(a) - needRank(b));

const needRank = (alert: DriftAlert): number => (needsSomebody(alert) ? 0 : isAnswered(alert) ? 2 : 1);

/** Whether the alert is acknowledged or muted. */
export const isAnswered = ({ mute, acknowledgement }: DriftAlert): boolean => mute !== null || acknowledgement !== null;

/** Whether the alert needs attention: it is neither acknowledged nor muted. */
const needsSomebody = (alert: DriftAlert): boolean => alert.state === 'alert' && !isAnswered(alert);

/** How many alerts need attention; 0 until the answer arrives. */
export const driftingCount = (drift: ChipDrift | undefined): number =>
  drift?.alerts.items.filter(needsSomebody).length ?? 0;
