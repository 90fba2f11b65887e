import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { becomesCurrent, newestCredible } from '#shared/values/rules/clock-ahead.ts';
import { medianCourse } from '#shared/values/rules/median-course.ts';
import { isNewer, type Measurement, rollUp } from '#shared/values/rules/roll-up.ts';

const measured = (at: string, value: number, recordedAt = at): Measurement => ({
  ...{ at, value, recordedAt, unit: 'us', source: 'manual', sampleId: `m-${at}` },
});
const right = measured('2025-03-01T10:00:00.000Z', 50);
const later = measured('2025-03-01T11:00:00.000Z', 55);
/** Recorded between the two, and dated after both. */
const wrong = measured('2025-03-01T20:00:00.000Z', 60, '2025-03-01T10:30:00.000Z');

describe('a measurement that a wrong clock dated ahead', () => {
  it('a value that is dated ahead is below every other, however they are compared', () => {
    expect([isNewer(right, wrong), isNewer(wrong, right), isNewer(later, right)]).toEqual([true, false, true]);
  });

  it.each([
    ['first', [wrong, right, later]],
    ['last', [right, later, wrong]],
  ])('a value that is dated ahead is not the newest of a roll-up that takes it %s', (_, all) => {
    const rolled = rollUp('t1', 'qubit', all);
    expect(rolled?.latest.value).toBe(55);
    expect(rolled?.units.us).toMatchObject({ count: 3, newestAt: later.at });
  });

  it('a value that is dated ahead is the newest where there is no other, at the latest of when it was recorded', () => {
    expect(rollUp('t1', 'qubit', [wrong])).toMatchObject({
      latest: wrong,
      units: { us: { newestAt: wrong.recordedAt } },
    });
  });

  it('a value that is dated ahead is left out of the course of the median', () => {
    const days = [{ start: '2025-03-01T00:00:00.000Z', end: '2025-03-01T23:59:59.999Z' }];
    const [course] = medianCourse(describeMetric('t1', 'qubit'), [[wrong, right]], days);
    expect(course).toMatchObject({ median: 50, present: 1, measured: 1 });
  });
});

it.each([
  ['nothing is current', '2025-03-01T10:00:00.000Z', undefined, true],
  ['an older value is current', '2025-03-01T10:00:00.000Z', '2025-03-01T09:00:00.000Z', true],
  ['a newer value is current', '2025-03-01T10:00:00.000Z', '2025-03-01T11:00:00.000Z', false],
  ['a value dated ahead is current', '2025-03-01T10:00:00.000Z', '2025-03-02T09:00:00.000Z', true],
  ['it is itself dated ahead', '2025-03-02T10:00:00.000Z', undefined, false],
])('whether a measurement becomes current where %s', (_, at, since, becomes) => {
  expect(becomesCurrent(at, since, '2025-03-01T12:00:00.000Z')).toBe(becomes);
});

it('the newest of some instants is none that is ahead of the clock', () => {
  const now = '2025-03-01T12:00:00.000Z';
  expect(newestCredible([right.at, undefined, later.at, null, wrong.at], now)).toBe(later.at);
  expect(newestCredible([wrong.at], now)).toBeUndefined();
});
