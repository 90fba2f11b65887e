import { describe, expect, it } from 'vitest';
import { pageSubject } from '#shared/notifications/rules/page-subject.ts';

describe('what a page of a notification is of', () => {
  it('a page of a chip, of what is on it, of a run, a result or a schedule is of that', () => {
    for (const [path, kind, id] of [
      ['/chips/torino', 'chip', 'torino'],
      ['/chips/a%2Fb/couplings/0-1', 'chip', 'a/b'],
      ['/dashboard?chip=a%2Fb', 'chip', 'a/b'],
      ['/execution/20261122-001', 'execution', '20261122-001'],
      ['/tasks/t%20one', 'task', 't one'],
      ['/schedules/s', 'schedule', 's'],
    ] as const)
      expect(pageSubject(path), path).toEqual({ kind, id });
  });

  it('a list, a page of a project, and one that is deleted as a discussion are of none of these', () => {
    for (const path of ['', '/projects', '/projects/p', '/discussions/d', '/chips', '/dashboard', '/constructor/a'])
      expect(pageSubject(path), path).toBeUndefined();
  });
});
