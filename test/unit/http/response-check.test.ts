import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#functions/http/endpoint.ts';
import { Reply, successResult } from '#functions/http/response.ts';
import type { Event, State } from '#functions/http/state.ts';
import type { Operation } from '#shared/api/define.ts';
import { authOperations } from '#shared/people/contract/operations/auth.ts';

const operation = {
  operationId: 'getChip',
  route: {},
  summary: '',
  status: 200,
  response: z.object({
    text: z.string(),
    note: z.string().nullish(),
    targets: z.record(z.string(), z.object({ value: z.number() })).optional(),
    list: z.array(z.object({ value: z.number() })).optional(),
  }),
} as unknown as Operation;

/** Answers a value as the service does outside of tests, and tells what it said of it. */
async function answered(value: unknown, config: { strictResponses?: boolean; responseCheckShare?: number } = {}) {
  const error = vi.fn();
  const measure = vi.fn();
  const settings = { strictResponses: false, responseCheckShare: 1, ...config };
  const state = {
    startedAt: 0,
    ctx: { requestId: 'r-1', config: settings, log: { error, measure } },
  } as unknown as State;
  const { statusCode, body } = await successResult(operation, state, { headers: {} } as Event, value);
  return { statusCode, body, logged: error.mock.calls, measured: measure.mock.calls };
}

const matching = { text: 'a', note: undefined, targets: { '0': { value: 1 } }, list: [{ value: 1 }] };

describe('an answer that matches its schema', () => {
  test('an answer that matches its schema is sent as it is, and nothing is said of it', async () => {
    const { body, logged, measured } = await answered(matching);
    expect(JSON.parse(body ?? '')).toEqual({ text: 'a', targets: { '0': { value: 1 } }, list: [{ value: 1 }] });
    expect([logged, measured]).toEqual([[], []]);
  });

  test('an answer that matches its schema passes where every answer must', async () => {
    expect((await answered(matching, { strictResponses: true })).statusCode).toBe(200);
  });
});

describe('an answer that does not match its schema', () => {
  test.each([
    [{ text: 1 }, 'text'],
    [{}, 'text'],
    [{ text: 'a', more: 1 }, 'more'],
    [{ text: 'a', targets: { 'Q-secret': { value: 'x' }, 'Q-other': { value: 'y' } } }, 'targets.*.value'],
    [
      {
        text: 'a',
        list: [
          { value: 1, owner: 'x' },
          { value: 2, owner: 'y' },
        ],
      },
      'list.*.owner',
    ],
  ])(
    'an answer that does not match is sent, logged by its fields without values and ids, and counted: %j',
    async (value, fields) => {
      const { statusCode, body, logged, measured } = await answered(value);
      expect([statusCode, body]).toEqual([200, JSON.stringify(value)]);
      expect(logged).toEqual([
        ['answer does not match its schema', { requestId: 'r-1', operation: 'getChip', fields }],
      ]);
      expect(measured).toEqual([['schemaMismatches', 1]]);
    },
  );

  test('an answer that does not match is logged by five of its fields, however many there are', async () => {
    const more = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 1]));
    expect((await answered({ text: 'a', ...more })).logged[0]?.[1].fields).toBe('a, b, c, d, e');
  });

  test('an answer that does not match is a fault where every answer must', async () => {
    const strict = { strictResponses: true };
    await expect(answered({ text: 1 }, strict)).rejects.toThrow(
      'Response of getChip does not match its schema: text: Invalid',
    );
    await expect(answered({ text: 'a', more: 1 }, strict)).rejects.toThrow('fields that it lacks or fills in: more');
  });
});

test('the share of the answers that are checked is the configured one', async () => {
  const random = vi.spyOn(Math, 'random');
  const isChecked = async (drawn: number, responseCheckShare: number) => {
    random.mockReturnValue(drawn);
    return (await answered({ text: 1 }, { responseCheckShare })).measured.length === 1;
  };
  expect([await isChecked(0, 0.1), await isChecked(0.0999, 0.1), await isChecked(0.1, 0.1)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await isChecked(0, 0), await isChecked(0.9999, 1)]).toEqual([false, true]);
});

describe('the types of a handler', () => {
  const { logout, listApiTokens } = authOperations;
  const message = { message: 'Bye' };
  const token = {
    token_id: 't',
    name: '',
    project_id: null,
    role: null,
    created_at: '',
    expires_at: null,
    last_used_at: null,
    revoked: false,
  };
  const page = { total: 1, skip: 0, limit: 1, next_cursor: null };

  test('the types accept an answer of the fields of its schema, bare or with an entity tag', () => {
    expect(endpoint(logout, async () => message)).toBeTypeOf('function');
    expect(endpoint(logout, async () => new Reply(message, {}))).toBeTypeOf('function');
    expect(endpoint(listApiTokens, async () => ({ tokens: [token], ...page }))).toBeTypeOf('function');
  });

  test('the types refuse an answer with a field that the schema lacks, wherever it was written', () => {
    const withMore = { ...message, user: { password_hash: '' } };
    // @ts-expect-error: `user` is not in the schema.
    endpoint(logout, async () => withMore);
    // @ts-expect-error: nor is it in the body of a reply.
    endpoint(logout, async () => new Reply(withMore, {}));
    const tokens = [{ ...token, hash: '' }];
    // @ts-expect-error: `hash` is not in the schema of an element.
    endpoint(listApiTokens, async () => ({ tokens, ...page }));
    expect.assertions(0);
  });
});
