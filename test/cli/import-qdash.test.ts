import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FullClient } from '#test/support/stack/full-client.ts';
import { type Caller, startWorld, type World } from '../api/support/world.ts';
import { later, laterDocuments } from '../support/qdash/dump/documents.ts';
import { projectId, small } from '../support/qdash/dump/fields.ts';
import { password, passwordHash } from '../support/qdash/dump/people.ts';
import { measuredAt, resultId } from '../support/qdash/dump/results.ts';
import { schedules } from '../support/qdash/dump/schedules.ts';
import { writeConfig, writeDump, writeFiles } from '../support/qdash/dump/write.ts';
import { runCli, runCliProcess } from './run-cli.ts';

describe('the import of a dump of QDash by the command line', () => {
  let folder: string;
  let world: World;
  let env: Record<string, string>;
  let anna: FullClient;
  let first: Awaited<ReturnType<typeof runCli>>;

  /** In this process, but for one run that is as people start it. */
  const run = (args: string[], runIn = runCli) =>
    runIn(
      [
        ...[
          'import',
          '--from',
          'qdash',
          join(folder, 'dump'),
          '--files',
          join(folder, 'files'),
          '--config',
          join(folder, 'config'),
        ],
        ...['--schedules', join(folder, 'schedules.json'), ...args],
      ],
      env,
    );

  const login = async (username: string): Promise<Pick<Caller, 'token'> & { answer: unknown }> => {
    const answer = await world.client(undefined).login({ body: { username, password } });
    return { token: answer.access_token, answer };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-qdash-'));
    await writeDump(join(folder, 'dump'), small);
    await writeFiles(join(folder, 'files'), small);
    await writeConfig(join(folder, 'config'));
    await writeFile(join(folder, 'schedules.json'), JSON.stringify(schedules));
    world = await startWorld();
    env = { FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: world.admin.token };
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  test('a dry run reports what would come, and writes nothing anywhere', async () => {
    const before = await world.scan();
    const dry = await run(['--dry-run']);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/task_result_history +40 +40/);
    expect(dry.stdout).toContain('Needs a decision:');
    expect(dry.stdout).toContain('Nothing was written.');
    expect(await world.scan()).toEqual(before);
    await expect(readFile(join(folder, 'dump-import', 'manifest.json'))).rejects.toThrow();
  });

  test('a user of the service who is not its administrator is refused, and nothing is written', async () => {
    const { token } = await world.register('visitor');
    const before = await world.scan();
    const refused = await runCli(['import', '--from', 'qdash', join(folder, 'dump')], {
      ...env,
      FIDUCIAL_TOKEN: token,
    });
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('not a system administrator') });
    expect(await world.scan()).toEqual(before);
  });

  test('people and projects come, and the report names what does not', async () => {
    first = await run(['--json'], runCliProcess);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const { projects, report } = JSON.parse(first.stdout);
    expect(projects).toMatchObject([
      { project_id: projectId, name: 'Cold lab', was_there: false, members_left_out: [] },
      { name: "bert's project", was_there: false },
    ]);
    expect(report.collections.task_result_history).toMatchObject({ documents: 40, imported: 40 });
  });

  test('who comes from QDash signs in with the old password, which is then hashed anew', async () => {
    expect(await world.scan()).toContain('$2b$04$');
    for (const username of ['anna', 'bert', 'carl']) await login(username);
    anna = world.client((await login('anna')).token, projectId);
    expect(await world.scan()).not.toContain('$2b$04$');
    await expect(login('dora')).rejects.toMatchObject({ status: 401 });
    const { users } = await world.admin.api.listAllUsers({ query: { search: 'dora' } });
    expect(users).toMatchObject([{ username: 'dora', disabled: true }]);
  });

  test('qubits, couplings and their current values are those of QDash', async () => {
    const chip = await anna.getChip({ params: { chip_id: 'alpha' } });
    expect(chip).toMatchObject({
      chip_id: 'alpha',
      size: 4,
      topology_id: 'lab-square-4',
      qubit_count: 4,
      coupling_count: 2,
    });
    expect(chip).toMatchObject({
      current_cooldown_id: 'cd-2',
      note: { content: 'warm spot at 3', updated_by: 'bert' },
    });
    const { qubits } = await anna.listChipQubits({ params: { chip_id: 'alpha' }, query: {} });
    expect(qubits.map(({ qid, data }) => [qid, data.t1?.value])).toEqual([
      ['0', 30],
      ['1', 31],
      ['2', 32],
      ['3', 33],
    ]);
    expect(qubits[1]?.data.t2_star?.value).toBe(7);
    const { couplings } = await anna.listChipCouplings({ params: { chip_id: 'alpha' }, query: {} });
    expect(couplings.map(({ qid }) => qid)).toEqual(['0-1', '2-3']);
    expect(couplings[0]?.data).toMatchObject({ zx90_gate_fidelity: { value: 0.99 }, cr_amplitude: { value: 0.3 } });
  });

  test('task results, their runs and what follows from them are read', async () => {
    const result = await anna.getTaskResult({ params: { task_id: resultId(2) } });
    expect(result).toMatchObject({ task_name: 'CheckRabi', qid: '2', status: 'completed', username: 'anna' });
    const list = await anna.listTaskResults({ query: { chip_id: 'alpha', limit: 100 } });
    expect(list.total).toBe(40);
    const { executions } = await anna.listExecutions({ query: { chip_id: 'alpha' } });
    expect(executions.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'failed', 'failed']);
    const latest = await anna.getLatestQubitTaskResults({ query: { chip_id: 'alpha', task: 'CheckT1' } });
    expect(Object.keys(latest.result)).toEqual(['0', '1', '2', '3']);
    const history = await anna.getQubitMetricHistory({
      params: { chip_id: 'alpha', qid: '0' },
      query: { metric: 't1', within_days: 36_500 },
    });
    expect(history.history.length).toBeGreaterThan(1);
  });

  test('the days of a chip, and a qubit as a day left it, are those of QDash', async () => {
    const { days } = await anna.listChipDays({ params: { chip_id: 'alpha' }, query: {} });
    const recorded = days
      .map(({ recorded_date }) => recorded_date)
      .filter((date) => date.replaceAll('-', '') < '20260401');
    expect(recorded).toHaveLength(small.days + 1);
    const day = new Date(measuredAt(0, small)).toISOString().slice(0, 10);
    const { qubits } = await anna.getChipDay({ params: { chip_id: 'alpha', date: day } });
    expect(qubits['0']?.data.t1?.value).toBe(20 + small.days);
  });

  test('a file is read by the path that it had in QDash', async () => {
    const {
      figure_path: [path = ''],
    } = await anna.getTaskResult({ params: { task_id: resultId(2) } });
    expect(path).toMatch(/^\/app\/calib_data\/anna\//);
    const answer = await world.raw('GET', `/executions/figure?path=${encodeURIComponent(path)}`, {
      token: (await login('anna')).token,
      project: projectId,
    });
    expect(answer).toMatchObject({ status: 200, text: `${path} of result 2` });
    const stranger = await world.register('stranger');
    const refused = await world.raw('GET', `/executions/figure?path=${encodeURIComponent(path)}`, {
      token: stranger.token,
    });
    expect(refused.status).toBe(404);
  });

  test('notes, events, discussions, cool-downs and flows are read', async () => {
    const summary = await anna.getChipNotesSummary({ params: { chip_id: 'alpha' }, query: { cooldown_id: 'cd-2' } });
    expect(JSON.stringify(summary)).toMatch(/fine.*agreed|agreed.*fine/);
    const { events } = await anna.listChipNoteEvents({ params: { chip_id: 'alpha' }, query: {} });
    expect(events).toHaveLength(5);
    const { posts } = await anna.listForumPosts({ query: { status: 'all' } });
    expect(posts.map(({ title, number }) => [title, number])).toEqual([
      ['Bad fit', 10_001],
      ['Leakage', 7],
    ]);
    const { issues } = await anna.listIssues({ query: { is_closed: true } });
    expect(issues.map(({ title }) => title)).toEqual(['Bad fit']);
    const { flows } = await anna.listFlows();
    expect(flows.map(({ name }) => name).sort()).toEqual(['nightly', 'nightly_bert', 'two_qubit']);
    const { cooldowns } = await anna.listCooldowns({ query: {} });
    expect(cooldowns.map(({ cooldown_id }) => cooldown_id).sort()).toEqual(['cd-0', 'cd-1', 'cd-2']);
    const { schedules: listed } = await anna.listAllFlowSchedules({ query: {} });
    expect(listed).toMatchObject([{ flow_name: 'nightly', active: false }]);
  });

  test('the project has the report of its own documents, and none about accounts or other projects', async () => {
    const { imports } = await anna.listProjectImports({ params: { project_id: projectId }, query: {} });
    expect(imports).toHaveLength(1);
    const { report, delta, members_left_out, imported_by } = imports[0] ?? expect.fail();
    expect([delta, members_left_out, imported_by]).toEqual([false, [], world.admin.username]);
    const { projects, report: whole } = JSON.parse(first.stdout);
    expect(projects[0].report_url).toBe(`${world.stack.url}/projects/${projectId}/imports`);
    const names = report.collections.map(({ name }) => name);
    expect(names).not.toContain('user');
    for (const { name, ...counts } of report.collections) {
      expect(counts.documents).toBeLessThanOrEqual(whole.collections[name].documents);
      const { documents, ...outcomes } = counts;
      expect(Object.values(outcomes).reduce((sum, one) => sum + one, 0)).toBe(documents);
    }
    expect(report.collections.find(({ name }) => name === 'task_result_history')).toMatchObject({ imported: 40 });
    const kinds = new Set(report.remarks.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['decision', 'refused', 'suspect', 'merged', 'changed', 'left_out']);
    for (const { name, documents, sha256 } of report.kept) {
      const bytes = await readFile(join(folder, 'dump-import', name));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(documents).toBeGreaterThan(0);
      expect(documents).toBeLessThanOrEqual(bytes.toString('utf8').split('\n').length - 1);
    }
    expect(report.kept.map(({ name }) => name)).toContain('kept/agent_sessions.jsonl');
    // The file has a membership of a project that is not in the dump, too.
    expect(report.kept.find(({ name }) => name === 'kept/refused.project_membership.jsonl')?.documents).toBe(1);
    expect(report.omitted).toEqual({ collections: 0, remarks: 0, kept: 0 });
  });

  test('the same import again writes nothing', async () => {
    const before = await world.scan();
    const second = await run(['--json']);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(second.stdout).projects).toMatchObject([{ was_there: true }, { was_there: true }]);
    expect(await world.scan()).toEqual(before);
  });

  test('a delta brings what has changed since, and leaves alone what was changed here', async () => {
    await anna.updateCalibrationParameters({
      body: { chip_id: 'alpha', qid: '1', parameters: { t1: { value: 55, unit: 'us' } } },
    });
    const dump = join(folder, 'later');
    await writeDump(dump, small, 'bson', laterDocuments(small));
    const since = new Date(later.getTime() - 3_600_000).toISOString();
    const delta = () => runCli(['import', '--from', 'qdash', dump, '--since', since, '--json'], env);
    const first = await delta();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const { projects, report } = JSON.parse(first.stdout);
    expect(projects[0]).toMatchObject({ kept: 1, kept_examples: ["target '1'"], was_there: false });
    expect(report.collections.task_result_history).toMatchObject({ documents: 41, imported: 1, unchanged: 40 });
    const { qubits } = await anna.listChipQubits({ params: { chip_id: 'alpha' }, query: {} });
    expect(qubits.map(({ data }) => data.t1?.value)).toEqual([90, 55, 32, 33]);
    const list = await anna.listTaskResults({ query: { chip_id: 'alpha', limit: 1 } });
    expect([list.total, list.items[0]?.task_id]).toEqual([41, resultId(2_000_000)]);
    const latest = await anna.getLatestQubitTaskResults({ query: { chip_id: 'alpha', task: 'CheckT1' } });
    expect(latest.result['0']?.execution_id).toMatch(/^20260401/);
    const { imports } = await anna.listProjectImports({ params: { project_id: projectId }, query: {} });
    expect(imports.map((one) => [one.delta, one.kept, one.report.since])).toEqual([
      [true, 1, since],
      [false, 0, null],
    ]);
    const before = await world.scan();
    const second = await delta();
    expect(JSON.parse(second.stdout).projects[0]).toMatchObject({ kept: 1, was_there: true });
    expect(await world.scan()).toEqual(before);
  });

  test('a project that cannot be imported is named, and the others are imported', async () => {
    const dump = join(folder, 'changed');
    const renamed = [...laterDocuments(small)].map(([collection, doc]): [string, typeof doc] =>
      collection === 'project' && doc.project_id !== projectId
        ? [collection, { ...doc, project_id: 'another-project', name: 'Third' }]
        : [collection, doc],
    );
    await writeDump(dump, small, 'bson', renamed);
    const { code, stdout, stderr } = await runCli(['import', '--from', 'qdash', dump], env);
    expect([code, stderr]).toEqual([
      5,
      expect.stringMatching(/^Not imported:\n {2}project 'Cold lab': .*exists already/),
    ]);
    expect(stdout).toContain("Project 'Third' (another-project): 0 records, 0 files");
  });

  test('a project gets another name if its owner has one of its name, and the same import again writes nothing', async () => {
    await world.register('gina');
    const dump = join(folder, 'own-projects');
    const of = (username: string, more: object): [string, object][] => [
      ['user', { username, hashed_password: passwordHash, ...more }],
      ['project', { project_id: `of-${username}`, owner_username: username, name: `${username}'s project` }],
    ];
    const documents = [...of('gina', {}), ...of('disabled-one', { disabled: true }), ...of('hilda', {})];
    await writeDump(dump, small, 'jsonl', documents as [string, Record<string, unknown>][]);
    const again = () => runCli(['import', '--from', 'qdash', dump, '--json'], env);
    const result = await again();
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout).projects).toMatchObject([
      { name: "gina's project (QDash)", name_in_qdash: "gina's project", was_there: false },
      { name: "disabled-one's project", was_there: false },
      { name: "hilda's project", was_there: false },
    ]);
    const before = await world.scan();
    const second = JSON.parse((await again()).stdout).projects;
    expect(second.map(({ was_there }: { was_there: boolean }) => was_there)).toEqual([true, true, true]);
    expect(await world.scan()).toEqual(before);
  });

  test('a dump without a project is told to be one', async () => {
    const dump = join(folder, 'without-projects');
    await writeDump(dump, small, 'jsonl', [['parameter_versions', { project_id: projectId }]]);
    const { code, stdout, stderr } = await runCli(['import', '--from', 'qdash', dump], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no project that can be imported')]);
    expect(stdout).toContain('parameter_versions');
  });

  test('a project that the service finds invalid is named, and the others are imported', async () => {
    const dump = join(folder, 'without-owner');
    await writeDump(dump, small, 'jsonl', [
      ['user', { username: 'ingo', hashed_password: passwordHash }],
      ['project', { project_id: 'without-owner', name: 'Without an owner' }],
      ['project', { project_id: 'with-owner', owner_username: 'ingo', name: 'With an owner' }],
    ]);
    const { code, stdout, stderr } = await runCli(['import', '--from', 'qdash', dump], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("project 'Without an owner': ")]);
    expect(stdout).toContain("Project 'With an owner' (with-owner): 0 records, 0 files");
  });

  test('a delta of a project that was not imported is refused, and changes nothing', async () => {
    const { project_id } = await world.admin.api.createProject({ body: { name: 'own' } });
    const before = await world.scan();
    const head = ['{"kind":"project","version":1,"rev":1,"record":{}}'];
    const body = { format: 1, head, lines: 0, digest: '0'.repeat(64), base: true, delta: true };
    const refused = world.admin.api.createProjectImport({ params: { project_id }, body });
    await expect(refused).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('was not imported here'),
    });
    expect(await world.scan()).toEqual(before);
  });
});
