import { expect, it } from 'vitest';
import { type ChipAlert, type FollowedMetric, listAlerts } from '#shared/statistics/rules/drift/alerts.ts';
import { type DriftDecisions, noDecisions, standingDecisions } from '#shared/statistics/rules/drift/decisions.ts';
import { raisedSince } from '#shared/statistics/rules/drift/raised.ts';
import { type FollowedSeries, followMetric } from '#shared/statistics/rules/follow-metric.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';

const DAY_MS = 86_400_000;
const first = Date.UTC(2026, 0, 1);
const dayOf = (n: number) => new Date(first + n * DAY_MS).toISOString().slice(0, 10);
const wobble = (n: number) => 1 + 0.05 * (((n * 7) % 5) - 2);

/** T1 in microseconds on so many days; `after` from day 30 on. */
const t1Of = (target: string, days: number, after = 60, from = 30): FollowedSeries => ({
  target,
  points: Array.from({ length: days }, (_, n) => ({
    day: dayOf(n),
    y: Math.log((n < from ? 60 : after) * wobble(n)),
    n: 1,
  })),
});

function followT1(series: readonly FollowedSeries[]): FollowedMetric {
  const drift = followMetric(series, scaleOf(describeMetric('t1', 'qubit')), 4);
  if (!drift) throw new Error('T1 is followed');
  return { metric: 't1', kind: 'qubit', drift };
}

const chipOf = (changed: number, days: number, of = 12): FollowedSeries[] =>
  Array.from({ length: of }, (_, n) => t1Of(String(n), days, n < changed ? 15 : 60));

const list = (series: readonly FollowedSeries[], decisions: DriftDecisions = noDecisions, day = 39) =>
  listAlerts([followT1(series)], decisions, `${dayOf(day)}T12:00:00.000Z`);

const said = <T extends object>(more: T) => ({
  by: 'ada',
  at: `${dayOf(39)}T09:00:00.000Z`,
  reason: 'known',
  ...more,
});

it('an alert says what a series was and is, in the unit of its metric, and when it was raised', () => {
  const { alerts, raisedThisWeek } = list(chipOf(1, 40));
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({
    ...{ metric: 't1', kind: 'qubit', target: '0', targets: ['0'], state: 'alert', unit: 'us' },
    ...{ since: dayOf(30), raised: dayOf(33), ended: undefined, points: 4, lastDay: dayOf(39) },
  });
  expect(alerts[0]?.from).toBeCloseTo(60, 0);
  expect(alerts[0]?.to).toBeCloseTo(15, 0);
  expect(raisedThisWeek).toBe(1);
});

it('what is only watched is told of without an alert, and what has ended behind what is there', () => {
  expect(list(chipOf(1, 33)).alerts).toMatchObject([{ state: 'watch', since: dayOf(30), raised: undefined }]);
  const recovered = t1Of('r', 40, 15, 30);
  const points = recovered.points.map((point, n) => (n < 34 ? point : { ...point, y: Math.log(60 * wobble(n)) }));
  const { alerts } = list([...chipOf(1, 40), { target: 'r', points }]);
  expect(alerts.map(({ target, state, how }) => [target, state, how])).toEqual([
    ['0', 'alert', undefined],
    ['r', 'ended', 'recovered'],
  ]);
});

it('where a fifth of the targets moved together, that is one alert of the chip', () => {
  const { alerts } = list(chipOf(6, 40, 30));
  expect(alerts).toMatchObject([{ target: undefined, targets: ['0', '1', '2', '3', '4', '5'], state: 'alert' }]);
  expect(alerts[0]?.to).toBeCloseTo(15, 0);
  expect(list(chipOf(4, 40, 20)).alerts).toHaveLength(4);
});

it('without enough weeks the expected false alerts are those of the simulation, else those of the replay', () => {
  const short = list(chipOf(1, 40));
  expect(short.metrics).toMatchObject([{ basis: 'simulation', threshold: 12, followed: 12, gathering: 0 }]);
  expect(short.expectedPerWeek).toBeCloseTo(12 * 0.008, 9);
  expect(short.falseShare).toBeCloseTo(12 * 0.008, 9);
  const long = list(chipOf(1, 100, 20), noDecisions, 100);
  expect(long.metrics).toMatchObject([{ basis: 'replay', weeks: 12, followed: 20 }]);
  expect(long.expectedPerWeek).toBeCloseTo(1 / 12, 9);
  expect(list(chipOf(0, 40)).falseShare).toBeUndefined();
});

it('a mute changes nothing but what is said of it', () => {
  const mute = { metric: 't1', target: undefined, until: '2027-01-01T00:00:00.000Z', ...said({}) };
  const [quiet, loud] = [list(chipOf(1, 40), { ...noDecisions, mutes: [mute] }), list(chipOf(1, 40))];
  expect(quiet.alerts[0]?.mute).toEqual(mute);
  expect(quiet.alerts.map((alert) => ({ ...alert, mute: undefined }))).toEqual(loud.alerts);
  expect({ ...quiet, alerts: [] }).toEqual({ ...loud, alerts: [] });
  const other = { ...mute, metric: undefined, target: '1' };
  expect(list(chipOf(1, 40), { ...noDecisions, mutes: [other] }).alerts[0]?.mute).toBeUndefined();
});

it('an alert that a user has seen comes after those that no one has', () => {
  const seen = said({ metric: 't1', target: '0', acceptsLevel: false });
  const { alerts } = list(chipOf(2, 40), { mutes: [], acknowledgements: [seen] });
  expect(alerts.map(({ target, acknowledgement }) => [target, acknowledgement?.by])).toEqual([
    ['1', undefined],
    ['0', 'ada'],
  ]);
});

it('an acknowledgement is of what was then, and not of what came before or after', () => {
  const before = said({ metric: 't1', at: `${dayOf(20)}T09:00:00.000Z`, acceptsLevel: true });
  expect(list(chipOf(1, 40), { mutes: [], acknowledgements: [before] }).alerts[0]?.acknowledgement).toBeUndefined();
});

it('a level that is accepted ends the alert at once, and is the reference of the days after', () => {
  const accepted = said({ metric: 't1', target: '0', acceptsLevel: true });
  const decisions = { mutes: [], acknowledgements: [accepted] };
  expect(list(chipOf(1, 40), decisions).alerts).toMatchObject([
    { state: 'ended', how: 'settled', ended: dayOf(39), acknowledgement: { reason: 'known' } },
  ]);
  const again = chipOf(1, 60).map((one) => (one.target === '0' ? { ...one, restartDays: [dayOf(39)] } : one));
  expect(list(again, decisions, 60).alerts).toMatchObject([{ state: 'ended', how: 'settled', ended: dayOf(40) }]);
});

it('news are the alerts that were not there before, by the day on which they were raised', () => {
  const now = `${dayOf(36)}T12:00:00.000Z`;
  const of = (series: readonly FollowedSeries[], decisions = noDecisions) => list(series, decisions, 36).alerts;
  const news = (before: readonly ChipAlert[], after: readonly ChipAlert[]) =>
    raisedSince(before, after, now).map(({ raised, alerts }) => [
      raised,
      ...alerts.map(({ target }) => target ?? 'chip'),
    ]);
  const [watched, raised] = [of(chipOf(2, 33)), of(chipOf(2, 36))];
  expect(watched.map(({ state }) => state)).toEqual(['watch', 'watch']);
  expect(news([], watched)).toEqual([]);
  expect(news(watched, raised)).toEqual([[dayOf(33), '0', '1']]);
  expect(news([], raised)).toEqual([[dayOf(33), '0', '1']]);
  expect(news(raised, raised)).toEqual([]);
  expect(news(of(chipOf(1, 36)), raised)).toEqual([[dayOf(33), '1']]);
  // A drift of the whole chip is one piece of news, and its targets make no news afterwards.
  const [single, whole] = [of(chipOf(4, 36, 30)), of(chipOf(6, 36, 30))];
  expect(news(single, whole)).toEqual([[dayOf(32), 'chip']]);
  expect(news(whole, single)).toEqual([]);
  const mute = { metric: 't1', until: '2027-01-01T00:00:00.000Z', ...said({}) };
  expect(news([], of(chipOf(2, 36), { ...noDecisions, mutes: [mute] }))).toEqual([]);
  const seen = said({ metric: 't1', target: '0', acceptsLevel: false });
  expect(news([], of(chipOf(2, 36), { mutes: [], acknowledgements: [seen] }))).toEqual([[dayOf(33), '1']]);
  expect(raisedSince([], raised, `${dayOf(41)}T12:00:00.000Z`)).toEqual([]);
});

it('decisions are forgotten when they are over', () => {
  const now = '2026-06-25T00:00:00.000Z';
  const decisions = {
    mutes: [
      { metric: 't1', until: '2026-05-31T00:00:00.000Z', ...said({}) },
      { metric: 't1', target: '0', until: '2026-06-26T00:00:00.000Z', ...said({}) },
    ],
    acknowledgements: [
      said({ metric: 't1', acceptsLevel: true }),
      said({ metric: 't1', acceptsLevel: true, at: '2026-03-01T00:00:00.000Z' }),
    ],
  } as DriftDecisions;
  expect(standingDecisions(decisions, now)).toEqual({
    mutes: [decisions.mutes[1]],
    acknowledgements: [decisions.acknowledgements[1]],
  });
});
