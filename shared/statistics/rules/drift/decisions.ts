/** What people decided about the drift of a chip's series (rules DRIFT-4 to DRIFT-6). */

/** Mutes notifications until an instant: of a series, of all of a target, or of all of a metric. */
export interface DriftMute {
  metric?: string | undefined;
  target?: string | undefined;
  until: string;
  by: string;
  at: string;
  reason: string;
}

/** Acknowledges the alerts and watches of a metric on a target, or on all targets if none is named. */
export interface DriftAcknowledgement {
  metric: string;
  target?: string | undefined;
  by: string;
  at: string;
  reason: string;
  /** The level is accepted: the reference restarts on the next day. */
  acceptsLevel: boolean;
}

export interface DriftDecisions {
  mutes: DriftMute[];
  acknowledgements: DriftAcknowledgement[];
}

/** Mutes, and acknowledgements, that a chip keeps at a time: they are read together. */
export const MOST_DECISIONS = 200;
/** Days after which an acknowledgement is of nothing that is followed any more. */
const KEPT_DAYS = 130;
const DAY_MS = 86_400_000;

export const noDecisions: DriftDecisions = { mutes: [], acknowledgements: [] };

/** Without expired decisions: mutes that have ended, and acknowledgements from before the days that are followed. */
export function standingDecisions({ mutes, acknowledgements }: DriftDecisions, now: string): DriftDecisions {
  const oldest = new Date(Date.parse(now) - KEPT_DAYS * DAY_MS).toISOString();
  return {
    mutes: mutes.filter(({ until }) => until > now),
    acknowledgements: acknowledgements.filter(({ at }) => at > oldest),
  };
}

/** Adds a mute, replacing an existing one with the same scope. */
export const withMute = (mutes: readonly DriftMute[], mute: DriftMute): DriftMute[] => [
  ...mutes.filter((one) => !isOfSame(one, mute)),
  mute,
];

export const isOfSame = (
  one: Pick<DriftMute, 'metric' | 'target'>,
  other: Pick<DriftMute, 'metric' | 'target'>,
): boolean => one.metric === other.metric && one.target === other.target;

/** Whether something that is named by less covers a series; `target` is absent for all targets together. */
export const covers = (
  name: { metric?: string | undefined; target?: string | undefined },
  series: { metric: string; target?: string | undefined },
): boolean =>
  (name.metric === undefined || name.metric === series.metric) &&
  (name.target === undefined || name.target === series.target);

/** The days (UTC) on which the level of a series was accepted, if the reference has to restart. */
export const restartDaysOf = (
  acknowledgements: readonly DriftAcknowledgement[],
  series: { metric: string; target: string },
): string[] =>
  acknowledgements.flatMap((one) => (one.acceptsLevel && covers(one, series) ? [one.at.slice(0, 10)] : []));
