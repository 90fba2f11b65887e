import { describe, expect, it } from 'vitest';
import {
  afterTaking,
  isImplausible,
  latestFullAt,
  longestWaitMilliseconds,
  tokensAt,
} from '#shared/limits/rules/bucket.ts';
import { type LimitSettings, limitsOf, limitText, nameOf } from '#shared/limits/rules/limits.ts';

const bucket = { ratePerSecond: 100, burst: 1000 };
const now = 1_000_000;
/** Whether so many tokens can be taken at once. */
const fits = (fullAtMs: number, needed: number, reserve = 0) => fullAtMs <= latestFullAt(bucket, needed, reserve, now);

describe('a token bucket', () => {
  it('a bucket holds its burst when idle, and loses and regains tokens at its rate', () => {
    expect(tokensAt(bucket, 0, now)).toBe(1000);
    const taken = afterTaking(bucket, 300, 0, now);
    expect(tokensAt(bucket, taken, now)).toBe(700);
    expect(tokensAt(bucket, taken, now + 1000)).toBe(800);
    expect(tokensAt(bucket, taken, now + 60_000)).toBe(1000);
  });

  it('a bucket gives what it has and not more; a request larger than the bucket needs a full one', () => {
    const taken = afterTaking(bucket, 300, 0, now);
    expect([fits(taken, 700), fits(taken, 701)]).toEqual([true, false]);
    expect([fits(now, 50_000), fits(now + 1, 50_000)]).toEqual([true, false]);
  });

  it('a reserve is used below empty, and other requests wait until it is paid back', () => {
    const empty = afterTaking(bucket, 1000, 0, now);
    expect([fits(empty, 1), fits(empty, 500, 500), fits(empty, 501, 500)]).toEqual([false, true, false]);
    expect(tokensAt(bucket, afterTaking(bucket, 500, empty, now), now)).toBe(-500);
  });

  it('an instant beyond any debt comes from a wrong clock', () => {
    const latest = now + longestWaitMilliseconds(bucket, 0);
    expect(isImplausible(bucket, 0, latest, now)).toBe(false);
    expect(isImplausible(bucket, 0, latest + 1, now)).toBe(true);
  });
});

const ofNewTable: LimitSettings = {
  tableReadUnits: 12_000,
  tableWriteUnits: 4_000,
  projectShare: 0.1,
  userShare: 0.5,
  startsPerMinute: 60,
  uploadBytesPerSecond: 50e6,
  exportsPerHour: 120,
  addressRequestsPerSecond: 20,
};

describe('the limits of a deployment', () => {
  it('a project gets a tenth of a new table, and each of its users half of that', () => {
    const limits = new Map(limitsOf(ofNewTable).map((limit) => [nameOf(limit), limit.bucket]));
    expect(limits.get('project-reads')).toEqual({ ratePerSecond: 1200, burst: 12_000 });
    expect(limits.get('project-writes')).toEqual({ ratePerSecond: 400, burst: 4_000 });
    expect(limits.get('user-reads')).toEqual({ ratePerSecond: 600, burst: 6_000 });
    expect(limits.get('user-writes')).toEqual({ ratePerSecond: 200, burst: 2_000 });
    expect(limits.get('address-requests')).toEqual({ ratePerSecond: 20, burst: 200 });
  });

  it('0 switches a limit off, and a share of 0 those of the table', () => {
    const names = (settings: Partial<LimitSettings>) => limitsOf({ ...ofNewTable, ...settings }).map(nameOf);
    expect(names({ tableReadUnits: 0 })).not.toContain('project-reads');
    expect(names({ addressRequestsPerSecond: 0 })).not.toContain('address-requests');
    expect(names({ projectShare: 0, startsPerMinute: 0, uploadBytesPerSecond: 0, exportsPerHour: 0 })).toEqual([
      'address-requests',
    ]);
  });

  it('a limit is named with its unit and the period in which it counts', () => {
    const texts = new Map(limitsOf(ofNewTable).map((limit) => [nameOf(limit), limitText(limit)]));
    expect(texts.get('user-reads')).toBe('600 read units a second, at most 6000 at once');
    expect(texts.get('user-starts')).toBe('30 runs a minute, at most 30 at once');
    expect(texts.get('project-exports')).toBe('2 exports a minute, at most 30 at once');
    expect(texts.get('project-uploads')).toBe('50000000 bytes a second, at most 3000000000 at once');
  });
});
