import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '#shared/api/client.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { runCli } from './run-cli.ts';

type Json = Record<string, unknown>;

const secret = 'canary-of-the-peer';

/** QDash as the test plants it: Fiducial's own answers with naive times, and with what `plant` changes. */
let peer: Server;
let plant: (path: string, body: Json) => Json | undefined;
let asked: string[];

let stack: TestStack;
let token: string;
let admin: Client;
let env: Record<string, string>;

beforeAll(async () => {
  stack = await startTestStack();
  const address = { baseUrl: `${stack.url}/api` };
  ({ access_token: token } = await createClient(address).login({ body: stack.admin }));
  admin = createClient({ ...address, token: () => token });
  await admin.createChip({ body: { chip_id: 'A', size: 4, topology_id: 'linear-4' } });
  await admin.upsertQubitNote({ params: { chip_id: 'A', qid: '1' }, body: { content: 'warm' } });
  const code =
    'seed: 1\nparameters: {bad_target_rate: 0, failure_rate: 0}\nstages:\n  - {name: one, tasks: [CheckT1]}\n';
  await admin.saveFlow({ body: { name: 'check', chip_id: 'A', code, tags: ['nightly'] } });
  const { execution_id } = await admin.executeFlow({ params: { name: 'check' }, body: {} });
  const ended = async () => {
    const { status } = await admin.getExecution({ params: { execution_id }, query: {} });
    expect(status).toBe('completed');
  };
  await vi.waitFor(ended, { timeout: 120_000, interval: 100 });
  await stack.settle();
  peer = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.method} ${path.split('?')[0]}`);
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/auth/login') return answer(200, { access_token: secret });
    if (request.headers.authorization !== `Bearer ${secret}`) return answer(401, { detail: 'Invalid access token' });
    const own = await fetch(`${address.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = (await own.text()).replaceAll(/("\d{4}-\d\d-\d\dT[\d:.]+)Z"/g, '$1"');
    const body = plant(path, JSON.parse(text) as Json);
    return body ? answer(own.status, body) : answer(404, { detail: 'Not found' });
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  env = { FIDUCIAL_URL: stack.url, FIDUCIAL_TOKEN: token, XDG_CONFIG_HOME: '/nonexistent', QDASH_API_TOKEN: secret };
});
afterAll(async () => {
  peer?.close();
  await stack?.stop();
});

function compare(options: string[] = [], settings: Record<string, string> = env) {
  asked = [];
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
  return runCli(['compare-qdash', url, '--rate', '100', ...options], settings);
}

describe('fiducial compare-qdash', () => {
  test('compare-qdash says that both are equal with exit code 0, and has only read', async () => {
    plant = (_, body) => body;
    const { code, stdout, stderr } = await compare();
    expect([code, stdout]).toEqual([0, 'Equal.\n']);
    expect(stderr).toMatch(/0 differences in 0 groups/);
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
    for (const read of ['/chips', '/tags', '/chips/A/qubits', '/chips/A/couplings', '/chips/A/notes-summary'])
      expect(asked).toContain(`GET ${read}`);
    for (const read of ['/metrics/chips/A/metrics', '/executions', '/task-results/qubits/latest'])
      expect(asked).toContain(`GET ${read}`);
    expect(asked.filter((line) => /\/tasks\/.+\/result/.test(line))).toHaveLength(4);
  });

  test('compare-qdash lists every planted difference in its group, with exit code 7', async () => {
    plant = (path, body) => {
      if (path.startsWith('/chips/A/qubits')) {
        const [first, ...others] = body.qubits as { qid: string; data: Record<string, { value: number }> }[];
        const t1 = first?.data.t1;
        if (!t1) throw new Error('the run has measured no t1');
        return { ...body, qubits: [{ ...first, data: { t1: { ...t1, value: t1.value * 2 } } }, ...others] };
      }
      if (path.startsWith('/chips/A/notes-summary')) return { ...body, qubits: [] };
      if (path.startsWith('/tags')) return undefined;
      return body;
    };
    const { code, stdout, stderr } = await compare(['--json']);
    expect([code, stderr]).toEqual([7, expect.stringContaining('QDash and Fiducial differ.')]);
    const report = JSON.parse(stdout) as { equal: boolean; groups: Json[] };
    expect(report.equal).toBe(false);
    expect(report.groups).toHaveLength(3);
    expect(report.groups).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ read: 'qubits', field: 'value', kind: 'differs', count: 1 }),
        expect.objectContaining({ read: 'notes', field: null, kind: 'only in Fiducial', count: 1 }),
        {
          ...{ read: 'tags', field: null, kind: 'answered differently', count: 1 },
          examples: [{ subject: '/tags', qdash: '404', fiducial: '200' }],
        },
      ]),
    );
    const shown = await compare();
    expect(shown.stdout).toContain('qubits, value: differs (1)\n  A/qubit 0 t1.value: QDash ');
  });

  test('compare-qdash logs in with a name and a password, and prints no secret even if QDash refuses it', async () => {
    plant = (_, body) => body;
    const { QDASH_API_TOKEN: _, ...without } = env;
    const named = { ...without, QDASH_USERNAME: 'ada', QDASH_PASSWORD: 'canary-password' };
    expect(await compare(['--reads', '2'], named)).toMatchObject({ code: 0 });
    expect(asked[0]).toBe('POST /auth/login');
    const refused = await compare([], { ...env, QDASH_API_TOKEN: 'canary-wrong' });
    expect(refused).toMatchObject({ code: 3, stderr: 'QDash refused the credentials (401).\n' });
    const nothing = await compare([], without);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('Set QDASH_API_TOKEN')]);
    for (const { stdout, stderr } of [refused, nothing]) expect(stdout + stderr).not.toContain('canary');
  });

  test.each([
    [['compare-qdash'], 'needs the address'],
    [['compare-qdash', 'http://qdash', '--reads', '0'], '--reads takes a number from 1 to 10000'],
    [['compare-qdash', 'http://qdash', '--rate', 'fast'], '--rate takes a number from 1 to 100'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await runCli(args, env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
