import { queryOptions } from '@tanstack/react-query';
import { api, type ResponseBody } from '../api/api.ts';
import { inProject } from '../api/queries.ts';
import type { TargetKind } from '../api/wire.ts';

export type ChipDrift = ResponseBody<'getChipDrift'>;
export type DriftAlert = ChipDrift['alerts']['items'][number];

const atOnce = 200;

/** What drifts on a chip; it changes once a day, and when somebody says something to it. */
export const driftQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'drift'),
    queryFn: () => api.getChipDrift({ params: { chip_id: chipId }, query: { limit: atOnce } }),
    refetchInterval: 300_000,
    refetchIntervalInBackground: false,
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

/** Alerts in the order in which they are looked at: those that need somebody, what is watched, and last what somebody has answered. */
export const inOrderOfNeed = (alerts: readonly DriftAlert[]): DriftAlert[] =>
  [...alerts].sort((a, b) => needRank(a) - needRank(b));

const needRank = (alert: DriftAlert): number => (needsSomebody(alert) ? 0 : isAnswered(alert) ? 2 : 1);

/** Whether somebody has seen it or muted it. */
export const isAnswered = ({ mute, acknowledgement }: DriftAlert): boolean => mute !== null || acknowledgement !== null;

/** Whether it asks for somebody: an alert that nobody has seen and nobody has muted. */
const needsSomebody = (alert: DriftAlert): boolean => alert.state === 'alert' && !isAnswered(alert);

/** How many alerts need somebody; 0 while it is not known. */
export const driftingCount = (drift: ChipDrift | undefined): number =>
  drift?.alerts.items.filter(needsSomebody).length ?? 0;
