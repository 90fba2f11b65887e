import { describeMetric } from '../../../values/rules/catalogue.ts';
import { median } from '../../../values/rules/statistics.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';
import { chipWideDays, falseShare, SIMULATED_ALERTS_PER_WEEK } from '../drift-threshold.ts';
import type { DriftCourse, MetricDrift } from '../follow-metric.ts';
import { scaleOf } from '../scale.ts';
import { covers, type DriftAcknowledgement, type DriftDecisions, type DriftMute } from './decisions.ts';

/** A metric on the targets of one kind, and how its series have gone. */
export interface FollowedMetric {
  metric: string;
  kind: MetricTarget;
  drift: MetricDrift;
}

export type DriftState = 'alert' | 'watch' | 'ended';

/** An alert of a series, or of all targets of a metric together if the whole chip moved (rule DRIFT-3). */
export interface ChipAlert {
  metric: string;
  kind: MetricTarget;
  /** Undefined for an alert of the chip. */
  target: string | undefined;
  /** Of an alert of the chip those whose values moved; else the one. */
  targets: string[];
  state: DriftState;
  /** Days, `2026-11-22`. */
  since: string;
  raised: string | undefined;
  ended: string | undefined;
  how: 'recovered' | 'settled' | undefined;
  /** Medians before and since, in the stored unit. */
  from: number;
  to: number;
  unit: string;
  /** Day points since; of an alert of the chip the median of theirs. */
  points: number;
  lastDay: string;
  mute: DriftMute | undefined;
  acknowledgement: DriftAcknowledgement | undefined;
}

/** How often a metric is expected to raise an alert where nothing has changed. */
export interface ExpectedAlerts extends Omit<FollowedMetric, 'drift'> {
  threshold: number;
  followed: number;
  gathering: number;
  perWeek: number;
  /** Of a replay of the chip's own last weeks, or of the simulation where these are too few. */
  basis: 'replay' | 'simulation';
  weeks: number;
}

/** All alerts of a chip, and how many of them are expected though nothing has changed (rules DRIFT-1 to DRIFT-6). */
export interface DriftList {
  /** What is to be looked at first. */
  alerts: ChipAlert[];
  metrics: ExpectedAlerts[];
  expectedPerWeek: number;
  /** Raised in the last seven days. */
  raisedThisWeek: number;
  falseShare: number | undefined;
}

const WEEK_MS = 7 * 86_400_000;
const order: Record<DriftState, number> = { alert: 0, watch: 1, ended: 2 };

/** The alerts of a chip as of an instant. */
export function listAlerts(metrics: readonly FollowedMetric[], decisions: DriftDecisions, now: string): DriftList {
  const alerts = metrics.flatMap((metric) => alertsOf(metric, decisions));
  const expected = metrics.map(expectedOf);
  const expectedPerWeek = expected.reduce((sum, { perWeek }) => sum + perWeek, 0);
  const weekAgo = new Date(Date.parse(now) - WEEK_MS).toISOString().slice(0, 10);
  const raisedThisWeek = alerts.filter(({ raised }) => raised !== undefined && raised > weekAgo).length;
  return {
    alerts: alerts.sort(inOrder),
    metrics: expected,
    expectedPerWeek,
    raisedThisWeek,
    falseShare: falseShare(expectedPerWeek, raisedThisWeek),
  };
}

function expectedOf({ metric, kind, drift }: FollowedMetric): ExpectedAlerts {
  const { threshold, followed, gathering, weeks, alertsPerWeek } = drift;
  const known = { metric, kind, threshold, followed, gathering, weeks };
  if (alertsPerWeek !== undefined) return { ...known, perWeek: alertsPerWeek, basis: 'replay' };
  const sides = scaleOf(describeMetric(metric, kind)).worse === 'both' ? 2 : 1;
  return { ...known, perWeek: followed * sides * SIMULATED_ALERTS_PER_WEEK, basis: 'simulation' };
}

/**
 * Alerts first, then watches, then ended ones; among these, unacknowledged before acknowledged, and the newest first.
 */
const inOrder = (a: ChipAlert, b: ChipAlert): number =>
  order[a.state] - order[b.state] ||
  Number(isQuiet(a)) - Number(isQuiet(b)) ||
  compare(b.raised ?? b.since, a.raised ?? a.since) ||
  compare(a.metric, b.metric) ||
  compare(a.target ?? '', b.target ?? '') ||
  compare(a.kind, b.kind) ||
  a.to - b.to;

const isQuiet = ({ mute, acknowledgement }: ChipAlert): boolean => mute !== undefined || acknowledgement !== undefined;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function alertsOf(metric: FollowedMetric, decisions: DriftDecisions): ChipAlert[] {
  const { courses } = metric.drift;
  const single = courses.map((course) => ({ course, alerts: singleAlerts(metric, course, decisions) }));
  const ended = single.flatMap(({ alerts }) => alerts.filter(({ state }) => state === 'ended'));
  const standing = single.flatMap(({ course, alerts }) => {
    const alert = alerts.find(({ state }) => state !== 'ended');
    return alert && course.watched ? [{ side: course.side, begun: course.watched.begun, alert }] : [];
  });
  const bySide = [...Map.groupBy(standing, ({ side }) => side).values()];
  return [...bySide.flatMap((own) => gathered(metric, own, decisions)), ...ended];
}

/** One alert that replaces those of targets that began to be watched together (rule STAT-23). */
function gathered(
  { metric, kind, drift }: FollowedMetric,
  standing: readonly { begun: string; alert: ChipAlert }[],
  decisions: DriftDecisions,
): ChipAlert[] {
  const days = chipWideDays(
    standing.map(({ begun }) => begun),
    drift.followed,
  );
  if (!days) return standing.map(({ alert }) => alert);
  const isOfChip = ({ begun }: { begun: string }) => begun >= days.from && begun <= days.through;
  const moved = standing.filter(isOfChip).map(({ alert }) => alert);
  const middle = (of: (alert: ChipAlert) => number) => median(moved.map(of)) ?? Number.NaN;
  const { unit } = moved[0] as ChipAlert;
  const alert: ChipAlert = {
    ...{ metric, kind, target: undefined, unit },
    targets: moved.flatMap(({ targets }) => targets),
    state: 'alert',
    since: moved.map(({ since }) => since).reduce((a, b) => (a < b ? a : b)),
    raised: days.through,
    ended: undefined,
    how: undefined,
    from: middle(({ from }) => from),
    to: middle(({ to }) => to),
    points: Math.round(middle(({ points }) => points)),
    lastDay: moved.map(({ lastDay }) => lastDay).reduce((a, b) => (a > b ? a : b)),
    mute: decisions.mutes.find((mute) => covers(mute, { metric })),
    // Of all targets: one that is of a single target says nothing about the others.
    acknowledgement: acknowledgementOf(decisions, { metric }, { from: days.through, through: undefined }),
  };
  return [alert, ...standing.filter((one) => !isOfChip(one)).map(({ alert: one }) => one)];
}

/** The alerts of a series in one direction, or its watch if there is no active alert. */
function singleAlerts({ metric, kind }: FollowedMetric, course: DriftCourse, decisions: DriftDecisions): ChipAlert[] {
  const { target, lastDay, watched } = course;
  const definition = describeMetric(metric, kind);
  const scale = scaleOf(definition);
  const inUnit = (y: number) => scale.fromScale(y) * (course.isNegative ? -1 : 1);
  const mute = decisions.mutes.find((one) => covers(one, { metric, target }));
  const told = course.alerts.map(({ since, raised, ended, how, from, to, points }) => ({
    ...{ since, raised, ended: ended ?? undefined, how: how ?? undefined, from, to, points },
  }));
  const stands = told.some(({ ended }) => ended === undefined);
  const watch = watched && !stands ? [{ ...watched, raised: undefined, ended: undefined, how: undefined }] : [];
  return [...told, ...watch].map((one) => {
    const { since, raised, ended, how, points } = one;
    const acknowledgement = acknowledgementOf(decisions, { metric, target }, { from: raised ?? since, through: ended });
    // Its reference restarts on the next day with a value.
    const accepted = acknowledgement?.acceptsLevel ? acknowledgement.at.slice(0, 10) : '';
    const isSettled = ended === undefined && accepted >= lastDay;
    return {
      ...{ metric, kind, target, targets: [target], since, raised, points, lastDay },
      state: ended !== undefined || isSettled ? 'ended' : raised === undefined ? 'watch' : 'alert',
      ended: isSettled ? accepted : ended,
      how: isSettled ? 'settled' : how,
      from: inUnit(one.from),
      to: inUnit(one.to),
      unit: definition.storedUnit,
      mute: ended === undefined ? mute : undefined,
      acknowledgement,
    };
  });
}

/** The newest acknowledgement of an active alert: from the day on which it was raised to the day of its end. */
function acknowledgementOf(
  { acknowledgements }: DriftDecisions,
  series: { metric: string; target?: string },
  { from, through = '~' }: { from: string; through: string | undefined },
): DriftAcknowledgement | undefined {
  return acknowledgements.findLast((one) => {
    const day = one.at.slice(0, 10);
    return covers(one, series) && day >= from && day <= through;
  });
}
