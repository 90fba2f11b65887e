import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { successResult } from '#functions/http/response.ts';
import type { Event, State } from '#functions/http/state.ts';
import { systemOperations } from '#shared/system/contract/operations/system.ts';

const state = {
  ctx: { requestId: 'r', config: { strictResponses: false, responseCheckShare: 0 } },
} as unknown as State;
const asking = (encoding?: string) =>
  ({ headers: encoding ? { 'accept-encoding': encoding } : {} }) as unknown as Event;

test('the interface description is serialized once, regardless of who asks and in any encoding', async () => {
  const value = { text: 'x'.repeat(100_000) };
  const document = { toJSON: vi.fn(() => value) };
  const answer = (encoding?: string) =>
    successResult(systemOperations.getOpenApiDocument, state, asking(encoding), document);
  for (let n = 0; n < 2; n += 1) {
    expect(JSON.parse((await answer()).body ?? '')).toEqual(value);
    const zipped = await answer('gzip');
    expect(zipped.headers?.['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(Buffer.from(zipped.body ?? '', 'base64')).toString())).toEqual(value);
  }
  expect(document.toJSON).toHaveBeenCalledTimes(1);
});
