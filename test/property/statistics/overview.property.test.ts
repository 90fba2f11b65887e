import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshnessOf } from '#shared/statistics/rules/freshness.ts';
import { countsByMetric, expiredSince } from '#shared/statistics/rules/overview/expired.ts';
import { runsToSearch } from '#shared/statistics/rules/overview/runs-to-search.ts';
import { type EndedResult, standingFailures } from '#shared/statistics/rules/overview/standing-failures.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { ageSeconds, stateOf } from '#shared/values/rules/cell/state.ts';

const begin = Date.UTC(2026, 10, 1);
const instant = fc.integer({ min: 0, max: 40 }).map((hours) => new Date(begin + hours * 6 * 3_600_000).toISOString());

const results = fc
  .array(
    fc.record({
      name: fc.constantFrom('CheckT1', 'CheckRabi'),
      taskType: fc.constantFrom('qubit', 'coupling'),
      qid: fc.constantFrom('0', '1'),
      status: fc.constantFrom('completed' as const, 'failed' as const, 'skipped' as const, 'cancelled' as const),
      endAt: fc.option(instant, { nil: undefined }),
      excluded: fc.boolean(),
      trial: fc.option(fc.constant(true as const), { nil: undefined }),
    }),
    { maxLength: 30 },
  )
  .map((all) => all.map((one, n): EndedResult => ({ ...one, taskId: `task-${String(n).padStart(2, '0')}` })));

const readings = fc.array(
  fc.record({
    metric: fc.constantFrom('t1', 'qubit_frequency', 'x90_gate_fidelity'),
    target: fc.record({ kind: fc.constant('qubit' as const), id: fc.constantFrom('0', '1', '2') }),
    value: fc.option(fc.double({ min: 0.1, max: 1 }), { nil: null }),
    at: instant,
  }),
);

describe('what an overview is made of', () => {
  it('a failure is exactly where nothing of its task and target that counts ended later, whatever the order', () => {
    fc.assert(
      fc.property(results, instant, (all, since) => {
        const counts = all.filter(
          ({ status, excluded, trial, endAt = '' }) =>
            !excluded && !trial && endAt >= since && ['completed', 'failed'].includes(status),
        );
        const key = (one: EndedResult) => [one.name, one.taskType, one.qid].join(' ');
        const order = (one: EndedResult) => `${one.endAt} ${one.taskId}`;
        const standing = counts.filter(
          (one) =>
            one.status === 'failed' && !counts.some((other) => key(other) === key(one) && order(other) > order(one)),
        );
        const expected = standing.toSorted((a, b) => (order(a) > order(b) ? -1 : 1)).map(({ taskId }) => taskId);
        expect(standingFailures(all, since).map(({ taskId }) => taskId)).toEqual(expected);
        expect(standingFailures(all.toReversed(), since).map(({ taskId }) => taskId)).toEqual(expected);
      }),
    );
  });

  it('what expired since an instant is what is stale now and was not stale then', () => {
    fc.assert(
      fc.property(readings, instant, instant, (all, one, other) => {
        const [since, now] = one < other ? [one, other] : [other, one];
        const known = all.filter(({ at }) => at <= now);
        const stateAt = (reading: (typeof all)[number], when: string) =>
          stateOf(ageSeconds(reading.at, when), freshnessOf(describeMetric(reading.metric, 'qubit'), undefined));
        const stale = known.filter((reading) => reading.value !== null && stateAt(reading, now) === 'stale');
        const since24 = stale.filter((reading) => reading.at > since || stateAt(reading, since) === 'fresh');
        const found = expiredSince(
          known.map((one) => ({ ...one, isFaulty: one.value === null })),
          { since, now },
          undefined,
        );
        expect(found.stale).toBe(stale.length);
        expect(found.expired).toHaveLength(since24.length);
        const counts = countsByMetric(found.expired.map(({ reading }) => reading));
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(found.expired.length);
      }),
    );
  });

  it('the runs that are searched have every failure that the bound allows, and every run after it', () => {
    const count = fc.nat({ max: 40 });
    const taskCounts = fc.record({ completed: count, failed: count, skipped: count }, { requiredKeys: [] });
    const runs = fc.array(fc.record({ taskCounts }));
    fc.assert(
      fc.property(runs, fc.nat({ max: 200 }), (all, most) => {
        const found = runsToSearch(all, most);
        const sizes = found.runs.map(({ taskCounts }) =>
          Object.values(taskCounts).reduce((a: number, b) => a + (b ?? 0), 0),
        );
        expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(most);
        const failing = all.filter(({ taskCounts }) => (taskCounts.failed ?? 0) > 0);
        if (found.all) expect(found.runs).toEqual(expect.arrayContaining(failing));
        else expect(failing.some((run) => !found.runs.includes(run))).toBe(true);
      }),
    );
  });
});
