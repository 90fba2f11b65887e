import { describe, expect, it } from 'vitest';
import { LOCK_SCOPES, MOST_ACTIVE_RUNS, runInTheWay } from '#shared/runs/rules/lock.ts';
import { nextStarts, startsThatMayBegin } from '#shared/runs/rules/queue.ts';

const on = (...chipIds: (string | undefined)[]) => chipIds.map((chipId, n) => ({ chipId, n }));
const holding = (...chipIds: string[]) => chipIds.map((chipId) => ({ chipId }));

describe('the run that a start waits for', () => {
  it('a start waits for any run of its project, or of its chip where locks are per chip', () => {
    const holders = holding('a', 'b');
    expect(runInTheWay('project', holders, 'c')).toBe(holders[0]);
    expect(runInTheWay('chip', holders, 'b')).toBe(holders[1]);
    expect(runInTheWay('chip', holders, 'c')).toBeUndefined();
    for (const scope of LOCK_SCOPES) expect(runInTheWay(scope, [], 'a')).toBeUndefined();
  });

  it('a start on an unknown chip waits for any run, and so does every start at the limit', () => {
    const holders = holding('a');
    expect(runInTheWay('chip', holders, undefined)).toBe(holders[0]);
    const many = holding(...Array.from({ length: MOST_ACTIVE_RUNS }, (_, n) => `c${n}`));
    expect(runInTheWay('chip', many, 'other')).toBe(many[0]);
    expect(runInTheWay('chip', many.slice(1), 'other')).toBeUndefined();
  });
});

describe('the next starts of a queue', () => {
  it('the first start is next, or the first of each chip where locks are per chip', () => {
    const waiting = on('a', 'a', 'b', undefined, 'a');
    expect(nextStarts('project', waiting).map(({ n }) => n)).toEqual([0]);
    expect(nextStarts('chip', waiting).map(({ n }) => n)).toEqual([0, 2, 3]);
    expect(nextStarts('project', [])).toEqual([]);
  });

  it('a start may begin while no run is in its way', () => {
    const waiting = on('a', 'b', 'b', undefined);
    const begin = (scope: 'project' | 'chip', ...chipIds: string[]) =>
      startsThatMayBegin(scope, waiting, holding(...chipIds)).map(({ n }) => n);
    expect([begin('project'), begin('project', 'c')]).toEqual([[0], []]);
    expect([begin('chip'), begin('chip', 'a'), begin('chip', 'a', 'b')]).toEqual([[0, 1, 3], [1], []]);
  });
});
