import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFullClient } from '#test/support/stack/full-client.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';

describe('the stack that tests run on', () => {
  let stack: TestStack;
  const now = new Date('2030-01-02T03:04:05.000Z');
  beforeAll(async () => {
    stack = await startTestStack({ clock: () => now });
  });
  afterAll(() => stack.stop());

  test('the stack of tests serves the handlers of every group over HTTP, with its own administrator and clock', async () => {
    const login = await createFullClient({ baseUrl: stack.url }).login({ body: stack.admin });
    expect(login.expires_at).toBe(new Date(now.getTime() + 12 * 3_600_000).toISOString());
    const client = createFullClient({ baseUrl: `${stack.url}/api`, token: () => login.access_token });
    expect((await client.getCurrentUser()).username).toBe('admin');
    expect((await client.listProjects()).projects).toHaveLength(1);
    expect((await client.listChips()).chips).toEqual([]);
    expect((await client.listExecutions()).executions).toEqual([]);
    expect(Object.keys(await client.getMetricsConfig())).not.toEqual([]);
    expect((await client.getHealth()).status).toBe('ok');
    expect((await client.getManualEdits({ params: { qid: '0' }, query: { chip_id: 'NONE' } })).edits).toEqual([]);
  });

  test.each(['//[', '//[/objects/x', '//host/objects/x', '/objects/%', '/[?['])(
    'the stack of tests answers a request for %s with an error of the caller',
    async (path) => {
      const { hostname, port } = new URL(stack.url);
      const request = get({ hostname, port, path });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.resume();
      expect([400, 403, 404]).toContain(answer.statusCode);
    },
  );
});
