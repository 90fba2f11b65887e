import { expect, it } from 'vitest';
import { ApiError } from '#shared/contract/client.ts';
import { mayPass } from '../../../web/lib/api/query-client.ts';

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
