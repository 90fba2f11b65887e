import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samplePng } from '../api/support/images.ts';
import { startWorld, type World } from '../api/support/world.ts';
import { runCli } from './run-cli.ts';

describe('the command line calls every operation of the API', () => {
  let world: World;
  let directory: string;
  let env: Record<string, string>;
  let stranger: string;
  beforeAll(async () => {
    world = await startWorld();
    const owner = await world.register('owner');
    stranger = (await world.register('stranger')).token;
    env = { FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: owner.token, FIDUCIAL_PROJECT: owner.projectId };
    directory = await mkdtemp(join(tmpdir(), 'fiducial-operations-'));
    await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    await owner.api.saveFlow({
      body: { name: 'check', chip_id: 'chip', code: 'stages:\n  - name: a\n    tasks: [CheckT1]\n' },
    });
  });
  afterAll(async () => {
    await world.stop();
    await rm(directory, { recursive: true });
  });

  const run = (...args: string[]) => runCli(args, env);
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

  test('a value is set, read and found in its history by commands alone', async () => {
    const t1 = JSON.stringify({ t1: { value: 61.5, unit: 'us' } });
    expect(await run('values', 'set', 'chip', '2', t1, '--reason', 'by hand')).toMatchObject({ code: 0, stderr: '' });
    const qubit = await json('values', 'qubit', 'chip', '2');
    expect(qubit.data.t1).toMatchObject({ value: 61.5, unit: 'us' });
    const values = (await run('values', 'chip')).stdout.split('\n');
    expect(values.map((line) => line.split(/ +/).slice(0, 5))).toEqual([
      ['TARGET', 'METRIC', 'VALUE', 'ERROR', 'UNIT'],
      ['2', 't1', '61.5', '-', 'us'],
      [''],
    ]);
    const history = await run('values', 'history', 'chip', '2', 't1');
    expect(history.stdout).toMatch(/^VALUE +ERROR +UNIT/);
    expect(history.stdout.split('\n')[1]).toMatch(/^61\.5 +- +us/);
  });

  test('a run is started, shown, and its tasks listed as a table of what a person looks for', async () => {
    const started = await json('runs', 'start', 'check', '--parameters', '{"qids":["0","1"]}');
    const status = async () => (await json('runs', 'show', started.execution_id, '--include', 'none')).status;
    await expect.poll(status).toMatch(/^(running|completed)$/);
    await world.stack.settle();
    const runs = (await run('runs')).stdout.split('\n');
    expect(runs[0]).toMatch(/^EXECUTION ID +NAME +CHIP ID +STATUS/);
    expect(runs[1]).toMatch(new RegExp(`^${started.execution_id} `));
    const tasks = async () => (await run('tasks', '--execution-id', started.execution_id)).stdout;
    await expect.poll(tasks).toMatch(/^TASK ID +TASK NAME +QID/);
  });

  test('a topology is added from a file of YAML, as QDash has them, and a chip is made of it', async () => {
    const file = join(directory, 'square.yaml');
    const places = [0, 1, 2, 3].map((n) => `  ${n}:\n    row: ${n >> 1}\n    col: ${n & 1}\n`).join('');
    const head = 'id: square\nname: Square\nnum_qubits: 4\nmux:\n  enabled: true\n  size: 2\n';
    await writeFile(file, `${head}qubits:\n${places}couplings:\n- [0, 1]\n- [3, 1]\n`);
    expect(await json('topologies', 'create', '--body', file)).toMatchObject({ id: 'square', num_qubits: 4 });
    expect(await json('chips', 'create', 'four', '--topology-id', 'square')).toMatchObject({
      ...{ size: 4, coupling_count: 2, readout_lines: [['0', '1', '2', '3']] },
    });
    expect((await run('topologies')).stdout).toMatch(/^ID +NAME/);
    await writeFile(file, 'id: [');
    expect(await run('topologies', 'create', '--body', file)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/square\.yaml is not valid YAML: .* line 1/),
    });
  });

  test('an image is sent from a file, stored to one, and a file that is not there is named', async () => {
    const [file, copy] = [join(directory, 'trace.png'), join(directory, 'copy.png')];
    await writeFile(file, samplePng);
    const { filename } = await json('api', 'createImage', '--file', file);
    expect(await run('api', 'getImage', filename, '--output', copy)).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(copy)).toEqual(samplePng);
    expect(await run('api', 'createImage', '--file', join(directory, 'none.png'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('none.png cannot be read'),
    });
    const { stdout } = await run('api', 'createImage', '--help');
    expect(stdout).toContain('--file FILE');
  });

  test('a note is written, changed, and found by a search', async () => {
    expect((await run('notes', 'write', 'chip', 'the fridge hums')).code).toBe(0);
    expect((await run('notes', 'write-qubit', 'chip', '1', 'hums as well')).code).toBe(0);
    await world.stack.settle();
    const { events } = await json('search', 'hums');
    expect(events.map(({ content }: { content: string }) => content).sort()).toEqual([
      'hums as well',
      'the fridge hums',
    ]);
    expect((await json('notes', 'show', 'chip')).chip_note.content).toBe('the fridge hums');
  });

  test('a thread is begun from a file, answered, and listed with --all over pages of one', async () => {
    const file = join(directory, 'thread.json');
    await writeFile(file, JSON.stringify({ title: 'T1 fell', content: 'see 2', labels: ['t1'] }));
    const first = await json('discussions', 'start', '--category', 'qubit', '--body', file);
    expect(first).toMatchObject({ title: 'T1 fell', labels: ['t1'] });
    await json('discussions', 'start', '--category', 'qubit', '--title', 'another', '--content', 'text');
    const page = await run('discussions', '--limit', '1');
    expect(page.stderr).toContain('There are more: --all lists them all');
    const { posts, next_cursor } = await json('discussions', '--limit', '1', '--all');
    expect([posts.map(({ title }: { title: string }) => title), next_cursor]).toEqual([['another', 'T1 fell'], null]);
  });

  test('an operation without a name of its own is called by its id, flags over a body, and answers a file', async () => {
    const cryostat = await json('api', 'createCryostat', '--cryo-id', 'fridge', '--body', '{"name":"Blue"}');
    expect(cryostat).toMatchObject({ cryo_id: 'fridge', name: 'Blue' });
    const file = join(directory, 'chip.yaml');
    expect(await run('api', 'exportChip', 'chip', '--output', file)).toMatchObject({ code: 0, stdout: '' });
    expect(await readFile(file, 'utf8')).toMatch(/chip/);
    expect(await run('api', 'deleteCryostat', 'fridge')).toMatchObject({ code: 0 });
  });

  test.each([
    [['runs', 'show'], 2, 'execution_id is missing'],
    [['runs', 'show', '20260101-001', 'more'], 2, "takes no argument 'more'"],
    [['runs', '--status', 'asleep'], 2, '--status takes scheduled, running, completed, failed, cancelled'],
    [['runs', '--limit', 'some'], 1, 'limit'],
    [['runs', '--chip', 'x'], 2, '--chip'],
    [['workers', '--all'], 2, "'workers' has no option --all"],
    [['workers', '--body', '{}'], 2, "'workers' has no option --body"],
    [['values', 'set', 'chip', '0', '{"t1"'], 2, '--parameters takes JSON'],
    [['discussions', 'start', '--category', 'qubit'], 2, 'needs --content'],
    [['api', 'nothing'], 2, "no operation 'nothing'"],
    [['chips', 'show', 'missing'], 4, 'missing'],
    [['chips', 'create', 'chip', '--topology-id', 'linear-4'], 5, 'chip'],
  ])('%j ends with exit code %i and says why', async (args, code, words) => {
    expect(await run(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) });
  });

  test('what a caller may not do ends with exit code 3, and a service that is away with 6', async () => {
    const other = { ...env, FIDUCIAL_TOKEN: stranger };
    expect((await runCli(['runs'], other)).code).toBe(3);
    expect((await runCli(['runs'], { ...env, FIDUCIAL_URL: 'http://127.0.0.1:9' })).code).toBe(6);
  });
});
