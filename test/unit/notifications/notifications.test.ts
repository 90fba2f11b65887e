import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, keptSince } from '#shared/notifications/rules/inbox.ts';
import { kindOfEnding, notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { type Candidate, recipientsOf } from '#shared/notifications/rules/recipients.ts';

const members: Candidate[] = [
  { username: 'olga', role: 'owner', status: 'active' },
  { username: 'eda', role: 'editor', status: 'active' },
  { username: 'vic', role: 'viewer', status: 'active' },
  { username: 'pia', role: 'editor', status: 'pending' },
  { username: 'rex', role: 'editor', status: 'revoked' },
];
const told = (concern: Parameters<typeof recipientsOf>[0]) =>
  recipientsOf(concern, members).map(({ username }) => username);

describe('who is told of an event', () => {
  it('who started a run is told that it failed, and no one else', () => {
    expect(told({ kind: 'run_failed', concerned: ['eda'] })).toEqual(['eda']);
  });

  it('the owner is told too where a user has to act', () => {
    for (const kind of ['run_stuck', 'worker_silent', 'lock_forced', 'value_held'] as const)
      expect(told({ kind, concerned: ['eda'] })).toEqual(['olga', 'eda']);
  });

  it('the owner is told in the place of a user who has left, but not what was theirs alone', () => {
    expect(told({ kind: 'run_failed', concerned: ['rex'] })).toEqual(['olga']);
    expect(told({ kind: 'schedule_skipped', concerned: ['rex'] })).toEqual(['olga']);
    expect(told({ kind: 'mention', concerned: ['rex', 'pia', 'nobody'] })).toEqual([]);
  });

  it('an invitation and a removal reach whom they concern, who is not in the project', () => {
    expect(told({ kind: 'invitation', concerned: ['pia'], actor: 'olga' })).toEqual(['pia']);
    expect(told({ kind: 'membership', concerned: ['rex'], actor: 'olga' })).toEqual(['rex']);
  });

  it('anyone who may act on drift is told of it: the owner and the editors', () => {
    expect(told({ kind: 'drift_alert', concerned: [] })).toEqual(['olga', 'eda']);
  });

  it('what happens in a discussion is told to those who take part, and to no one in their place', () => {
    for (const kind of ['reply', 'assignment', 'thread_status'] as const) {
      expect(told({ kind, concerned: ['eda', 'vic'], actor: 'vic' })).toEqual(['eda']);
      expect(told({ kind, concerned: ['rex', 'pia'] })).toEqual([]);
    }
  });

  it('no one is told of what they did themselves', () => {
    expect(told({ kind: 'run_cancelled', concerned: ['eda'], actor: 'eda' })).toEqual([]);
    expect(told({ kind: 'lock_forced', concerned: ['eda'], actor: 'olga' })).toEqual(['eda']);
    expect(told({ kind: 'mention', concerned: ['eda', 'vic'], actor: 'eda' })).toEqual(['vic']);
  });

  it('whatever happens, members alone are told, once each, and never who did it', () => {
    const names = [...members.map(({ username }) => username), 'nobody'];
    fc.assert(
      fc.property(
        fc.constantFrom(...notificationKinds),
        fc.array(fc.constantFrom(...names)),
        fc.option(fc.constantFrom(...names), { nil: undefined }),
        (kind, concerned, actor) => {
          const recipients = told({ kind, concerned, actor });
          expect(new Set(recipients).size).toBe(recipients.length);
          expect(recipients).not.toContain(actor);
          const isPresent = (name: string) =>
            members.some(({ username, status }) => username === name && status === 'active');
          for (const name of recipients) expect(isPresent(name) || concerned.includes(name)).toBe(true);
          if (kind !== 'invitation' && kind !== 'membership') expect(recipients.every(isPresent)).toBe(true);
        },
      ),
    );
  });
});

describe('the end of a run', () => {
  it('the end of a run is told by why it ended: forced, cancelled, silent, stuck, or failed by what it did', () => {
    expect(kindOfEnding({ status: 'failed' })).toBe('run_failed');
    expect(kindOfEnding({ status: 'failed', stop: 'stuck' })).toBe('run_stuck');
    expect(kindOfEnding({ status: 'failed', stop: 'worker-silent' })).toBe('worker_silent');
    expect(kindOfEnding({ status: 'cancelled', stop: 'stuck' })).toBe('run_cancelled');
    expect(kindOfEnding({ status: 'failed', forcedBy: 'olga' })).toBe('lock_forced');
    expect(kindOfEnding({ status: 'cancelled', forcedBy: 'olga' })).toBe('lock_forced');
  });
});

describe('what a notification shows', () => {
  it('an excerpt has at most 280 characters and breaks none of them', () => {
    expect(excerptOf('  short ')).toBe('short');
    const long = excerptOf('😀'.repeat(400));
    expect([...long]).toHaveLength(280);
    expect(long.endsWith('😀…')).toBe(true);
  });

  it('notifications are kept for ninety days', () => {
    expect(keptSince(new Date('2025-04-01T00:00:00.000Z'))).toBe('2025-01-01T00:00:00.000Z');
  });
});
