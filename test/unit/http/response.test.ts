import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  compressionThresholdBytes,
  Reply,
  responseLimitBytes,
  successResult,
  Unchanged,
} from '#functions/http/response.ts';
import type { Event, State } from '#functions/http/state.ts';
import type { Operation } from '#shared/api/define.ts';
import { ServiceError } from '#shared/kernel/errors.ts';

const operation = (more: Partial<Operation> = {}): Operation =>
  ({
    operationId: 'getChip',
    route: {},
    summary: '',
    status: 200,
    response: z.object({ text: z.string() }),
    ...more,
  }) as Operation;
const state = { startedAt: 0, ctx: { requestId: 'r-1', config: { strictResponses: true } } } as unknown as State;
const event = (acceptEncoding?: string): Event =>
  ({ headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding } }) as Event;
const answer = (value: unknown, of: { accept?: string; operation?: Operation } = {}) =>
  successResult(of.operation ?? operation(), state, event(of.accept), value);
const large = { text: 'x'.repeat(compressionThresholdBytes) };

describe('the answer of a success', () => {
  test('the answer of a success has the status of its operation, the request id, and its body', async () => {
    const result = await answer({ text: 'a' }, { operation: operation({ status: 201 }) });
    expect(result).toMatchObject({ statusCode: 201, body: '{"text":"a"}', headers: { 'x-request-id': 'r-1' } });
  });

  test('an answer of 204 has neither body nor content type', async () => {
    const result = await answer(undefined, { operation: operation({ status: 204, response: undefined as never }) });
    expect(result.body).toBeUndefined();
    expect(result.headers).not.toHaveProperty('content-type');
  });

  test('the answer of a success carries the entity tag and the other status of a reply', async () => {
    const result = await answer(new Reply({ text: 'a' }, { etag: '"3"', status: 201 }));
    expect(result).toMatchObject({ statusCode: 201, headers: { etag: '"3"' } });
  });

  test('the answer of what the caller has already is 304 with its tag, without a body and its type', async () => {
    const result = await answer(new Unchanged('W/"3"'));
    expect(result).toEqual({
      statusCode: 304,
      headers: {
        etag: 'W/"3"',
        'x-request-id': 'r-1',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  });

  test('an answer is compressed beyond the threshold where the caller accepts it, and reads back the same', async () => {
    const result = await answer(large, { accept: 'br, gzip' });
    expect(result).toMatchObject({
      isBase64Encoded: true,
      headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' },
    });
    expect(JSON.parse(gunzipSync(Buffer.from(result.body ?? '', 'base64')).toString())).toEqual(large);
    expect((await answer(large)).body).toBe(JSON.stringify(large));
    for (const accept of ['gzip;q=0', 'br, gzip; q=0.000, *', 'gzipped'])
      expect((await answer(large, { accept })).body, accept).toBe(JSON.stringify(large));
    for (const accept of ['gzip;q=0.5', 'identity;q=0,GZIP', 'gzip ; q=1.0, br'])
      expect((await answer(large, { accept })).isBase64Encoded, accept).toBe(true);
    expect((await answer({ text: 'small' }, { accept: 'gzip' })).headers).not.toHaveProperty('content-encoding');
  });

  test('an answer that Lambda could not carry is refused with the way out, unless it compresses', async () => {
    const huge = { text: 'x'.repeat(responseLimitBytes) };
    await expect(answer(huge)).rejects.toThrow(ServiceError);
    await expect(answer(huge)).rejects.toThrow("ask for less ('limit', 'include=none') or accept gzip");
    expect((await answer(huge, { accept: 'gzip' })).isBase64Encoded).toBe(true);
  });
});
