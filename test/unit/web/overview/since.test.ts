import { describe, expect, it } from 'vitest';
import type { ChipOverview } from '../../../../web/statistics/lib/overview/queries.ts';
import { sinceBefore, sinceInstant, sinceParam } from '../../../../web/statistics/lib/overview/since.ts';
import { answerText, dayOfCooldown } from '../../../../web/statistics/lib/overview/words.ts';

const now = Date.parse('2026-11-22T23:30:00.000Z');

const overview = (
  counts: Partial<Record<'failed' | 'expired' | 'changed' | 'faulty' | 'held' | 'measuredOnly' | 'runs', number>>,
) => {
  const of = (name: keyof typeof counts) => ({ total: counts[name] ?? 0 });
  return {
    ...{
      failed: of('failed'),
      expired: of('expired'),
      changed: of('changed'),
      faulty: of('faulty'),
      held: { ...of('held'), measured_only: counts.measuredOnly ?? 0 },
    },
    runs: { failed: counts.runs ?? 0, tasks: { completed: 630, failed: 10 } },
  } as ChipOverview;
};

describe('since when a chip is looked over', () => {
  it('yesterday is seven in the morning of the day before on the clock of the zone', () => {
    expect(sinceInstant('yesterday', now, 'UTC')).toBe('2026-11-21T07:00:00.000Z');
    // In Tokyo it is the 23rd already.
    expect(sinceInstant('yesterday', now, 'Asia/Tokyo')).toBe('2026-11-21T22:00:00.000Z');
    expect(sinceInstant('week', now, 'UTC')).toBe('2026-11-15T07:00:00.000Z');
  });

  it('an instant of the address is kept, a word that means nothing is dropped', () => {
    expect(sinceParam('2026-11-20T00:00:00Z')).toBe('2026-11-20T00:00:00.000Z');
    expect([sinceParam('week'), sinceParam('constructor'), sinceParam(7)]).toEqual(['week', undefined, undefined]);
  });

  it('what does not begin before the past that is shown is told since the morning before', () => {
    const asOf = '2026-11-14T14:59:59.999Z';
    expect(sinceBefore('2026-11-14T00:00:00.000Z', asOf)).toBe('2026-11-14T00:00:00.000Z');
    expect([sinceBefore(asOf, asOf), sinceBefore('week', asOf)]).toEqual(['yesterday', 'week']);
    expect(sinceBefore('2026-11-20T00:00:00.000Z', undefined)).toBe('2026-11-20T00:00:00.000Z');
  });

  it('the answer counts failed runs, silent workers and missed starts', () => {
    const others = { silent: 1, missed: 2 };
    expect(answerText(overview({ runs: 1 }), 'yesterday')).toBe('1 run failed');
    expect(answerText(overview({ failed: 3, runs: 2 }), 'yesterday')).toBe('3 failed, 2 runs failed');
    expect(answerText(overview({}), 'yesterday', { others })).toBe('1 worker silent, 2 starts missed');
  });

  it('the answer counts what needs a user, and on a quiet day says that nothing does', () => {
    expect(answerText(overview({ failed: 10, changed: 5 }), 'yesterday')).toBe('10 failed, 5 changed');
    expect(answerText(overview({ failed: 10 }), 'yesterday', { drifting: 2 })).toBe('10 failed, 2 drifting');
    expect(answerText(overview({}), 'yesterday 07:00')).toBe('Nothing needs you. 640 results since yesterday 07:00');
    expect(answerText(overview({ held: 5, measuredOnly: 3 }), 'yesterday')).toBe('2 held, 3 measured, not accepted');
    expect(answerText(overview({ held: 3, measuredOnly: 3 }), 'yesterday')).toBe('3 measured, not accepted');
    const empty = { ...overview({}), last_calibrated_at: null };
    expect([answerText(empty, 'yesterday'), answerText({ ...empty, ...overview({ failed: 1 }) }, 'yesterday')]).toEqual(
      ['No values yet', '1 failed'],
    );
    const words = { isPast: true };
    expect(answerText(empty, 'the day before', words)).toBe('No values by then');
    expect(answerText({ ...overview({}), held: null }, 'the day before', words)).toBe(
      'Nothing needed anybody. 640 results since the day before',
    );
  });

  it('the first 24 hours of a cool-down are its day 1', () => {
    const days = [0, 23.9, 24, 24 * 9].map((hours) =>
      dayOfCooldown('2026-11-01T06:00:00.000Z', new Date(Date.UTC(2026, 10, 1, 6) + hours * 3_600_000).toISOString()),
    );
    expect(days).toEqual([1, 1, 2, 10]);
  });
});
