import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '#functions/scheduled/sweep.ts';
import { saveTemplateFlows } from '#local/demo/lab-flows.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { runsEnded } from '../support/filled-project.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let owner: Caller['api'];
let run: string;
let latest: string;
let task: string;

/** What the service does every five minutes, until nothing of a month is on its way. */
const swept = async () => {
  for (let sweeps = 0; sweeps < 20; sweeps += 1) {
    await world.stack.observe('sweep', () => sweep({ rollUps: true }));
    const { months } = await owner.listArchivedMonths({});
    if (months.length > 0 && months.every(({ state }) => state === 'archived' || state === 'restored')) return;
  }
  throw new Error('A month is on its way after 20 sweeps');
};

/** Two runs of the same tasks, which are four months old now. */
beforeAll(async () => {
  world = await startWorld({ config: { resultsKeptMonths: 1 } });
  const { api, username, projectId } = await world.register('owner');
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await saveTemplateFlows(api, 'chip');
  const runs: string[] = [];
  for (const seed of [1, 2]) {
    const body = { parameters: { qids: ['0'], seed, ...SOUND } };
    runs.push((await api.executeFlow({ params: { name: 'coherence' }, body })).execution_id);
    await runsEnded(api);
  }
  [run = '', latest = ''] = runs;
  task = (await api.getExecution({ params: { execution_id: run } })).task[0]?.task_id ?? '';
  await world.stack.settle();
  world.advance(120 * 86_400);
  const { access_token } = await world.client(undefined).login({ body: { username, password: testPassword } });
  owner = world.client(access_token, projectId);
  await swept();
});
afterAll(() => world.stop());

it('results of an old month are in files, which listArchivedMonths and getArchivedMonth tell, and a run says how many', async () => {
  const [first] = (await owner.listArchivedMonths({ query: { chip_id: 'chip' } })).months;
  expect(first).toMatchObject({ chip_id: 'chip', state: 'archived', restored_until: null, restored_by: null });
  const { archived_tasks, task: listed, progress } = await owner.getExecution({ params: { execution_id: run } });
  const all = Object.values(progress.by_status).reduce((sum: number, count) => sum + (count ?? 0), 0);
  expect([archived_tasks > 0, archived_tasks + listed.length]).toEqual([true, all]);
  const query = { execution_id_before: run, execution_id_after: latest };
  const { before, after } = await owner.compareExecutions({ query });
  const months = [first?.month ?? ''];
  expect(before).toMatchObject({ execution_id: run, archived_tasks, archived_months: months });
  const { archived_tasks: ofLatest } = await owner.getExecution({ params: { execution_id: latest } });
  expect([after.execution_id, after.archived_tasks]).toEqual([latest, ofLatest]);
  const refused = await refusal(owner.getTaskResult({ params: { task_id: task } }));
  expect(refused).toMatchObject({
    status: 404,
    detail: expect.stringContaining("archived are the results of chip 'chip'"),
  });
  const params = { chip_id: 'chip', month: first?.month ?? '' };
  const { files } = await owner.getArchivedMonth({ params });
  const answer = await fetch(new URL(files[0]?.url ?? '', world.stack.url));
  expect((await answer.text()).slice(0, 4)).toBe('PAR1');
});

it('restoreArchivedMonth brings results back for some days, and they leave when these are over', async () => {
  const month = (await owner.listArchivedMonths({})).months[0]?.month ?? '';
  const params = { chip_id: 'chip', month };
  const asked = await owner.restoreArchivedMonth({ params, body: { days: 2 } });
  expect(asked).toMatchObject({ state: 'restoring', restored_by: 'owner' });
  await swept();
  expect((await owner.getArchivedMonth({ params })).state).toBe('restored');
  expect((await owner.getTaskResult({ params: { task_id: task } })).execution_id).toBe(run);
  expect((await owner.getExecution({ params: { execution_id: run } })).archived_tasks).toBe(0);
  world.advance(2 * 86_400 + 60);
  const again = await world.client(undefined).login({ body: { username: 'owner', password: testPassword } });
  owner = world.client(again.access_token, again.default_project_id ?? '');
  await swept();
  expect((await owner.getArchivedMonth({ params })).state).toBe('archived');
  expect(await refusal(owner.getTaskResult({ params: { task_id: task } }))).toMatchObject({ status: 404 });
});
