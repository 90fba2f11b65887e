import { describe, expect, test } from 'vitest';
import {
  type Claim,
  type Claiming,
  chooseOffer,
  claimRun,
  finishAs,
  isDriven,
  isTheirs,
  keepsTrace,
  mustStop,
  needsRenewal,
} from '#shared/runs/rules/claim.ts';
import type { RunState } from '#shared/runs/rules/transitions.ts';

const running: RunState = { status: 'running', fence: 4, closing: false, cancelRequested: false };
const now = '2025-03-01T12:00:00.000Z';
const by = { worker: 'fridge-2', userId: 'usr_1', claimKey: 'key-2' };
const claim = (given: Partial<Claim> = {}): Claim => ({
  ...by,
  formerKeys: [],
  fence: 4,
  resumed: false,
  claimedAt: now,
  heartbeatAt: now,
  ...given,
});
const finished = { status: 'stopped', message: '', at: now } as const;

describe('of several active runs', () => {
  const none = (why: 'prepared' | 'driven' | 'idle'): Claiming => ({ kind: 'none', why });
  const take: Claiming = { kind: 'take', claim: claim(), run: running };
  const driven = { existing: claim({ worker: 'fridge-1' }), claiming: none('driven') };
  const free = { existing: undefined, claiming: take };
  const prepared = { existing: undefined, claiming: none('prepared') };

  test('a worker is offered the first run that it can take, else one that is being prepared', () => {
    const another = { existing: undefined, claiming: take };
    expect(chooseOffer([driven, prepared, free, another], by)).toBe(free);
    expect(chooseOffer([driven, prepared], by)).toBe(prepared);
    expect(chooseOffer([driven], by)).toBe(driven);
    expect(chooseOffer([], by)).toBeUndefined();
  });

  test('a worker is offered no other run while it has one, even by a former key', () => {
    const own = { existing: claim(), claiming: none('driven') };
    expect(chooseOffer([free, own], by)).toBe(own);
    expect(chooseOffer([free, { ...own, existing: claim({ finished }) }], by)).toBe(free);
    expect(chooseOffer([free, { ...own, existing: claim({ userId: 'usr_2' }) }], by)).toBe(free);
  });
});

describe('a claim', () => {
  test('a claim of a run that waits for one is given under a fence above all before', () => {
    for (const status of ['scheduled', 'running'] as const)
      expect(claimRun({ ...running, status }, undefined, 'claim', by, now)).toEqual({
        kind: 'take',
        claim: claim({ fence: 5 }),
        run: { ...running, fence: 5 },
      });
  });

  test.each([
    ['after its cancellation was asked for', { ...running, cancelRequested: true }, 'idle'],
    ['while it is being ended', { ...running, closing: true }, 'idle'],
    ['after its end', { ...running, status: 'failed' as const }, 'idle'],
  ])('a claim of a run %s finds nothing, regardless of who had it', (_, run, why) => {
    for (const standing of [undefined, claim(), claim({ claimKey: 'key-1' })])
      expect(claimRun(run, standing, 'claim', by, now)).toEqual({ kind: 'none', why });
  });

  test('a claim of a run that does not wait yet finds nothing', () => {
    for (const waiting of [undefined, 'worker'] as const)
      for (const status of ['scheduled', 'running'] as const)
        expect(claimRun({ ...running, status }, undefined, waiting, by, now)).toEqual({
          kind: 'none',
          why: 'prepared',
        });
  });

  test('a claim that is repeated is the one that remains', () => {
    expect(claimRun(running, claim(), 'worker', by, now)).toEqual({ kind: 'standing', claim: claim() });
  });

  test('a claim under another key takes the run over from the same worker, and the old key takes it back no more', () => {
    const taken = claimRun(running, claim({ claimKey: 'key-1' }), 'worker', by, now);
    expect(taken).toMatchObject({ kind: 'take', claim: { claimKey: 'key-2', fence: 5, resumed: true } });
    if (taken.kind !== 'take') return;
    const late = claimRun({ ...running, fence: 5 }, taken.claim, 'worker', { ...by, claimKey: 'key-1' }, now);
    expect(late).toEqual({ kind: 'none', why: 'driven' });
  });

  test.each([
    ['another worker', { worker: 'fridge-3' }],
    ['the same name of another user', { userId: 'usr_2' }],
  ])('a claim of a run that %s has finds nothing', (_, other) => {
    expect(claimRun(running, claim(other), 'worker', by, now)).toEqual({ kind: 'none', why: 'driven' });
  });

  test('a claim of a run whose worker has finished finds nothing, not even for that worker', () => {
    for (const claimKey of ['key-1', 'key-2'])
      expect(claimRun(running, claim({ finished, claimKey }), 'worker', by, now).kind).toBe('none');
  });
});

describe('what speaks for a claim', () => {
  test.each([
    ['its user without a key', { userId: 'usr_1', claimKey: undefined }, true],
    ['another user without a key', { userId: 'usr_2', claimKey: undefined }, false],
    ['its key, regardless of who sends it', { userId: 'usr_2', claimKey: 'key-2' }, true],
    ['a key that it had before, to be told to stop', { userId: 'usr_1', claimKey: 'key-1' }, true],
    ['its user under the key of another claim', { userId: 'usr_1', claimKey: 'key-3' }, false],
  ])('a claim is spoken for or not by %s', (_, proof, theirs) => {
    expect(isTheirs(claim({ formerKeys: ['key-1'] }), proof)).toBe(theirs);
  });
});

describe('a worker', () => {
  test.each([
    ['goes on under the newest fence', running, claim(), undefined],
    ['stops under an older one', running, claim({ fence: 5 }), 'superseded'],
    ['stops where nothing was ever claimed', running, undefined, 'superseded'],
    ['stops after a cancellation', { ...running, cancelRequested: true }, claim(), 'cancelled'],
    ['stops while the run is being ended', { ...running, closing: true }, claim(), 'ended'],
    ['stops when the run has ended', { ...running, status: 'completed' as const }, claim(), 'ended'],
    ['stops once it has finished', running, claim({ finished }), 'ended'],
  ])('a worker %s', (_, run, standing, reason) => {
    expect(mustStop(run, standing, 4)).toBe(reason);
  });

  test('a worker drives until the window has passed since it was told to go on, or until it says that it stopped', () => {
    const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000);
    expect(isDriven(claim(), later(119.999), 120)).toBe(true);
    expect(isDriven(claim(), later(120), 120)).toBe(false);
    expect(isDriven(claim({ finished }), later(0), 120)).toBe(false);
    expect(isDriven(undefined, later(0), 120)).toBe(false);
  });
});

describe('an end', () => {
  test('the end of a run counts as what the worker says', () => {
    for (const status of ['completed', 'failed', 'stopped'] as const)
      expect(finishAs(running, claim(), 4, status)).toBe(status);
  });

  const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000);

  test('a claim is renewed after a quarter of a window', () => {
    expect([0, 29.9, 30, 60].map((seconds) => needsRenewal(claim(), later(seconds), 120))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('of five heartbeats of a running task one keeps no trace, never the first after a claim, and the one that renews it', () => {
    const beats = Array.from({ length: 16 }, (_, n) => n);
    const without = (drift: number) => beats.filter((n) => !keepsTrace(claim(), later(n * (1.5 + drift)), 1.5));
    expect(without(0)).toEqual([5, 10, 15]);
    expect(without(0.03)).toEqual([5, 10, 15]);
  });

  test('the end of work that was to be stopped meanwhile counts as stopped', () => {
    for (const run of [
      { ...running, cancelRequested: true },
      { ...running, closing: true },
    ])
      expect([finishAs(run, claim(), 4, 'completed'), finishAs(run, claim(), 4, 'failed')]).toEqual([
        'stopped',
        'failed',
      ]);
  });

  test('the first end of a run stays', () => {
    expect(finishAs(running, claim({ finished }), 4, 'completed')).toBe('stopped');
  });

  test('an end under another fence than that of the claim is none', () => {
    expect(finishAs(running, claim(), 3, 'stopped')).toBeUndefined();
    expect(finishAs(running, undefined, 4, 'stopped')).toBeUndefined();
  });
});
