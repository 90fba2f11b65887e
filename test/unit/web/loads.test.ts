import { expect, it } from 'vitest';
import { ApiError } from '#shared/api/client.ts';
import { mayPass, queryClient, retryDelay } from '../../../web/ui/lib/api/query-client.ts';

it('a load is tried again where the connection was lost or the service was busy, and never where it was refused', () => {
  for (const passing of [
    new TypeError('fetch failed'),
    new ApiError(429, ''),
    new ApiError(500, ''),
    new ApiError(503, ''),
  ])
    expect(mayPass(passing)).toBe(true);
  for (const status of [400, 401, 403, 404, 409, 412]) expect(mayPass(new ApiError(status, ''))).toBe(false);
});

it('what a limit has refused is tried again when the service says, a write only if that is soon', () => {
  const used = (retryAfterSeconds: number) => new ApiError(429, '', { retryAfterSeconds });
  expect(retryDelay(0, used(20))).toBeGreaterThanOrEqual(20_000);
  expect(retryDelay(0, used(20))).toBeLessThanOrEqual(25_000);
  expect([0, 1].map((failures) => retryDelay(failures, new TypeError('fetch failed')))).toEqual([1000, 2000]);
  const retriesWrite = queryClient.getDefaultOptions().mutations?.retry as (
    failures: number,
    error: unknown,
  ) => boolean;
  expect(
    [used(10), used(11), new ApiError(503, ''), new TypeError('fetch failed')].map((e) => retriesWrite(0, e)),
  ).toEqual([true, false, false, false]);
});
