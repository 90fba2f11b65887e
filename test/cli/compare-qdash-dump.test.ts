import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startWorld, type World } from '../api/support/world.ts';
import { consistent } from '../support/qdash/consistent.ts';
import { dumpDocuments } from '../support/qdash/dump/documents.ts';
import { type Doc, projectId } from '../support/qdash/dump/fields.ts';
import { password } from '../support/qdash/dump/people.ts';
import { resultId } from '../support/qdash/dump/results.ts';
import { writeConfig, writeDump } from '../support/qdash/dump/write.ts';
import { type Peer, startPeer } from '../support/qdash/peer/peer.ts';
import { runCli } from './run-cli.ts';

/** `npm run test:qdash` asks for 1,000 reads: enough for each run and each task of the dump. */
const reads = Number(process.env.QDASH_READS ?? 150);
const size = { results: reads >= 1000 ? 800 : 120, days: 4 };
const documents = consistent([...dumpDocuments(size)]);

interface Group {
  read: string;
  field: string | null;
  kind: string;
  count: number;
  examples: { subject: string }[];
}

describe('compare-qdash of QDash with a dump and a service that imported it', () => {
  let folder: string;
  let world: World;
  let peer: Peer;
  let env: Record<string, string>;
  let anna: Pick<Caller, 'token'>;
  let change: ((path: string, body: unknown) => unknown) | undefined;
  let intercept: ((path: string, response: ServerResponse) => boolean) | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-compare-'));
    await writeDump(join(folder, 'dump'), size, 'bson', documents);
    await writeConfig(join(folder, 'config'));
    peer = await startPeer({
      documents,
      change: (path, body) => (change ? change(path, body) : body),
      intercept: (path, response) => intercept?.(path, response) ?? false,
    });
    world = await startWorld();
    const admin = { FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: world.admin.token };
    const imported = await runCli(
      ['import', '--from', 'qdash', join(folder, 'dump'), '--config', join(folder, 'config')],
      admin,
    );
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const { access_token } = await world.client(undefined).login({ body: { username: 'anna', password } });
    anna = { token: access_token };
    env = {
      ...{ FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: anna.token, FIDUCIAL_PROJECT: projectId },
      ...{ XDG_CONFIG_HOME: '/nonexistent', QDASH_API_TOKEN: 'secret-token-of-anna', QDASH_PROJECT_ID: projectId },
    };
  }, 600_000);
  afterAll(async () => {
    await peer?.stop();
    await world?.stop();
    await rm(folder, { recursive: true });
  });

  const compare = async (more: { change?: typeof change; intercept?: typeof intercept; reads?: number } = {}) => {
    ({ change, intercept } = more);
    const options = ['--rate', '100', '--json', '--examples', '100', '--reads', String(more.reads ?? reads)];
    const { code, stdout, stderr } = await runCli(['compare-qdash', peer.url, ...options], env);
    const groups: Group[] = stdout === '' ? [] : JSON.parse(stdout).groups;
    return { code, stderr, groups, told: groups.map(({ read, field, kind }) => `${read} ${field}: ${kind}`).sort() };
  };

  /** The last run and the last task of the dump had not ended. */
  const unfinished = [
    'executions end_at: only in Fiducial',
    'executions status: differs',
    'task results status: differs',
  ];

  test('after an import nothing differs but the run that had not ended', async () => {
    const { code, stderr, groups, told } = await compare();
    expect([code, told]).toEqual([7, unfinished]);
    const subjects = groups.flatMap(({ examples }) => examples.map(({ subject }) => subject.split(' ')[1]));
    const running = documents.flatMap(([collection, doc]) =>
      collection === 'execution_history' && doc.status === 'running' ? [doc.execution_id] : [],
    );
    expect(new Set(subjects)).toEqual(new Set([...running, resultId(size.results - 1)]));
    if (reads >= 1000) process.stdout.write(stderr);
    expect(Number(/(\d+) facts on both sides/.exec(stderr)?.[1])).toBeGreaterThan(1000);
    expect(peer.asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('each planted difference is found, and no other one', async () => {
    const planted = new Set<string>();
    const { told, groups } = await compare({
      change: (path, body) => {
        const answer = structuredClone(body) as Doc;
        for (const [read, isMeant, plant] of plants) if (isMeant.test(path) && plant(answer)) planted.add(read);
        return answer;
      },
    });
    expect([...planted].sort()).toEqual(plants.map(([read]) => read).sort());
    expect(told).toEqual([...new Set([...unfinished, ...planted])].sort());
    const count = (read: string) =>
      groups.find((group) => `${group.read} ${group.field}: ${group.kind}` === read)?.count;
    expect(count('qubits value: differs')).toBe(1);
    expect(count('tags null: only in QDash')).toBe(1);
  });

  test.each([
    ['fails', 500, '{"detail":"x"}', /Nothing was compared.*QDash answered 500 to \/chips, and Fiducial 200/, 1],
    ['is the page of a proxy', 200, '<html>Sign in</html>', /QDash answered 200, no JSON to \/chips/, 1],
    ['is of another version', 200, '{"items":[{"id":"alpha"}]}', /QDash answered 200, without 'chips' to \/chips/, 1],
    ['refuses the project', 403, '{"detail":"no"}', /QDash answered 403 to \/chips, and Fiducial 200/, 1],
    ['refuses the token', 401, '{"detail":"no"}', /^QDash refused the credentials \(401\)\.\n$/, 3],
  ])('a QDash that %s is told in a sentence', async (_, status, body, message, exitCode) => {
    const { code, stderr } = await compare({
      intercept: (_path, response) => {
        response.writeHead(status).end(body);
        return true;
      },
      reads: 10,
    });
    expect([code, stderr]).toEqual([exitCode, expect.stringMatching(message)]);
  });

  test('answers of another shape are differences, and end no comparison', async () => {
    const odd: Record<string, unknown> = {
      '/tags': { tags: { nightly: 1 } },
      '/chips/alpha/qubits': { qubits: [null, 3, { qid: '0', data: { t1: null, t2: [1], t3: 'x' } }, { data: 7 }] },
      '/metrics/chips/alpha/metrics': { qubit_metrics: { t1: [1], t2_echo: { 0: 5 } }, coupling_metrics: 'none' },
      '/executions': { executions: [null, {}, { execution_id: null }] },
    };
    const { code, stderr, told } = await compare({
      change: (path, body) => odd[path.split('?')[0] ?? ''] ?? body,
      reads: 30,
    });
    expect([code, stderr]).toEqual([7, expect.stringContaining('QDash and Fiducial differ.')]);
    const missing = ['executions', 'metrics', 'qubits', 'tags'].map((read) => `${read} null: only in Fiducial`);
    expect(told).toEqual(missing);
  });

  test('an answer that is cut is asked for again', async () => {
    let cuts = 0;
    const { told } = await compare({
      intercept: (path, response) => {
        if (path !== '/chips' || cuts > 0) return false;
        cuts += 1;
        response.writeHead(200, { 'content-length': '100' }).write('{"chips":[');
        setImmediate(() => response.destroy());
        return true;
      },
    });
    expect([cuts, told]).toEqual([1, unfinished]);
  });
});

type Plant = [read: string, path: RegExp, plant: (answer: Doc) => boolean];

/** Changes the first answer that has what is meant. */
const once = (plant: (answer: Doc) => boolean): ((answer: Doc) => boolean) => {
  let isDone = false;
  return (answer) => {
    if (isDone) return false;
    isDone = plant(answer);
    return isDone;
  };
};

function set(row: unknown, field: string, value: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  Object.assign(row, { [field]: value });
  return true;
}

const rowsOf = (answer: Doc, list: string): Doc[] => answer[list] as Doc[];

/** The first part of this name in the rows. */
const partOf = (rows: readonly Doc[], name: string): unknown =>
  rows.map(({ data }) => (data as Doc)[name]).find((one) => typeof one === 'object');

/** A change of QDash's answers for each kind of difference. */
const plants: Plant[] = [
  ['chips topology_id: differs', /^\/chips$/, (answer) => set(rowsOf(answer, 'chips')[0], 'topology_id', 'other')],
  ['tags null: only in QDash', /^\/tags/, (answer) => rowsOf(answer, 'tags').push({ name: 'planted' }) > 0],
  [
    'qubits value: differs',
    /^\/chips\/alpha\/qubits/,
    once((answer) => set(partOf(rowsOf(answer, 'qubits'), 't1'), 'value', 1e6)),
  ],
  [
    'couplings unit: only in QDash',
    /^\/chips\/alpha\/couplings/,
    once((answer) => set(partOf(rowsOf(answer, 'couplings'), 'cr_amplitude'), 'unit', 'planted')),
  ],
  [
    'metrics task_id: differs',
    /^\/metrics\/chips\/alpha/,
    once(({ qubit_metrics }) => set((qubit_metrics as Record<string, Doc>).t1?.['3'], 'task_id', 'planted')),
  ],
  ['notes content: differs', /notes-summary/, once((answer) => set(rowsOf(answer, 'qubits')[0]?.note, 'content', 'x'))],
  [
    'executions null: only in QDash',
    /^\/executions\?.*skip=0/,
    once((answer) => {
      const rows = rowsOf(answer, 'executions');
      return rows.push({ ...rows[0], execution_id: 'planted' }) > 0;
    }),
  ],
  [
    'executions tags: differs',
    /^\/executions\?.*skip=0/,
    once((answer) => set(rowsOf(answer, 'executions')[1], 'tags', ['planted'])),
  ],
  [
    'task results value: differs',
    /^\/tasks\/.*\/result/,
    once(({ run_parameters }) => set((run_parameters as Doc).shots, 'value', 7)),
  ],
  [
    'task results figures: differs',
    /^\/tasks\/.*\/result/,
    once(({ figure_path }) => (figure_path as unknown[]).push('planted') > 0),
  ],
  [
    'latest results status: differs',
    /\/latest/,
    once(({ result }) =>
      set(
        Object.values(result as Record<string, Doc>).find((one) => one.task_id),
        'status',
        'planted',
      ),
    ),
  ],
];
