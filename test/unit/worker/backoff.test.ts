import { describe, expect, it } from 'vitest';
import { ApiError } from '#shared/api/client.ts';
import {
  isTransient,
  jitteredMilliseconds,
  maxPauseMilliseconds,
  pauseAfter,
  retryMilliseconds,
} from '#worker/client/backoff.ts';

describe('the pauses between tries', () => {
  it('the pauses between tries double up to the longest, and half of each is random', () => {
    const pauses = [0, 1, 2, 3].map((attempt) => [0, 1].map((random) => retryMilliseconds(attempt, random)));
    expect(pauses).toEqual([
      [125, 250],
      [250, 500],
      [500, 1000],
      [1000, 2000],
    ]);
    expect(retryMilliseconds(10_000, 1)).toBe(maxPauseMilliseconds);
    expect(retryMilliseconds(10_000, 0, 1000)).toBe(500);
  });

  it('the pauses between tries are never shorter than the service has asked for', () => {
    expect([0, 0.5, 1].map((random) => jitteredMilliseconds(4, random))).toEqual([4000, 4500, 5000]);
    const used = new ApiError(429, '', { retryAfterSeconds: 4 });
    expect([0, 1].map((random) => pauseAfter(used, 0, random))).toEqual([4000, 5000]);
    expect(pauseAfter(used, 10, 1)).toBe(maxPauseMilliseconds);
    expect(pauseAfter(new TypeError('fetch failed'), 0, 1)).toBe(250);
  });
});

describe('a call that failed', () => {
  it('a call that failed is repeated when the answer was lost or says that the service cannot now', () => {
    const statuses = [408, 429, 500, 502, 503].map((status) => new ApiError(status, ''));
    const busy = new ApiError(409, '', { code: 'concurrent_change' });
    expect([new TypeError('fetch failed'), busy, ...statuses].filter((error) => !isTransient(error))).toEqual([]);
  });

  it('a call that failed is not repeated when the service has refused it', () => {
    const final = [400, 401, 403, 404, 409, 413].map((status) => new ApiError(status, ''));
    const superseded = new ApiError(409, '', { code: 'claim_superseded' });
    expect([...final, superseded].filter(isTransient)).toEqual([]);
  });
});
