import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({
    body: {
      name: 'by_hand',
      chip_id: 'chip',
      code: 'def main(run):\n    pass\n',
      flow_function_name: 'main',
      default_parameters: { backend: 'fridge', shots: 100 },
    },
  });
});
afterAll(() => world.stop());

it('a run is executed, claimed, measured, uploaded and finished by a worker with a token of its own', async () => {
  const { token } = await owner.api.createApiToken({
    body: { name: 'fridge', project_id: owner.projectId, role: 'editor' },
  });
  const worker = world.client(token);
  const { execution_id, flow_run_id } = await owner.api.executeFlow({ params: { name: 'by_hand' }, body: {} });
  const body = { worker: 'fridge-2', backends: ['fridge'], claim_key: randomUUID(), software: 'lab 1.0' };
  await expect.poll(async () => (await worker.claimRun({ body })).run).not.toBeNull();
  const { run } = await worker.claimRun({ body });
  expect(run).toMatchObject({
    execution_id,
    flow_run_id,
    resumed: false,
    flow_name: 'by_hand',
    flow_version: 1,
    flow_function_name: 'main',
    code: 'def main(run):\n    pass\n',
    parameters: { backend: 'fridge', shots: 100 },
    chip_id: 'chip',
    backend: 'fridge',
    username: 'owner',
    cooldown_id: null,
  });
  const fence = run?.fence ?? 0;
  const of = { params: { flow_run_id } };
  const beat = await worker.heartbeatRun({ ...of, body: { fence, planned_tasks: 2, message: 'cooling' } });
  expect(beat).toMatchObject({ stop: false, reason: null, heartbeat_seconds: 30, window_seconds: 120 });

  const task = { task: 'CheckT1', task_type: 'qubit' as const, qid: '1' };
  const csv = 'delay,signal\n1,0.9\n';
  const files = [
    { ...task, name: 'decay.csv', kind: 'raw' as const, content_type: 'text/csv', size_bytes: csv.length },
    { ...task, name: 'decay.svg', kind: 'figure' as const, content_type: 'image/svg+xml', size_bytes: 6 },
  ];
  const { uploads } = await worker.createUploads({ ...of, body: { fence, files } });
  const put = (n: number, content: string) =>
    fetch(uploads[n]?.url ?? '', { method: 'PUT', headers: uploads[n]?.headers ?? {}, body: content });
  expect((await put(0, csv)).status).toBe(200);
  expect((await put(1, '<svg/>')).status).toBe(200);
  expect((await put(0, csv)).status).toBe(412);
  const [raw, figure] = uploads.map(({ path }) => path);
  const result = {
    ...task,
    status: 'completed' as const,
    start_at: '2025-03-01T12:00:00Z',
    end_at: '2025-03-01T12:00:30Z',
    output_parameters: { t1: { value: 41.5, error: 0.5, unit: 'us' } },
    r2: 0.99,
    figures: [figure ?? ''],
    raw_data: [raw ?? ''],
  };
  const other = { ...task, qid: '2', status: 'running' as const, start_at: '2025-03-01T12:00:00Z' };
  const report = { ...of, body: { fence, results: [result, other] } };
  const { results } = await worker.reportTaskResults(report);
  expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written']);
  const again = await worker.reportTaskResults(report);
  expect(again.results).toEqual(results.map((one) => ({ ...one, outcome: 'repeated' })));
  const lines = [{ at: '2025-03-01T12:00:00Z', level: 'info' as const, text: 'T1 of qubit 1' }];
  expect(await worker.appendRunLog({ ...of, body: { fence, sequence: 0, lines } })).toEqual({
    next_sequence: 1,
    stop: false,
  });

  expect(await worker.finishRun({ ...of, body: { fence, status: 'completed' } })).toEqual({
    execution_id,
    status: 'completed',
  });
  const read = () => owner.api.getExecution({ params: { execution_id } });
  await expect.poll(async () => (await read()).status).toBe('completed');
  const execution = await read();
  expect(execution.progress).toMatchObject({ planned: 2 });
  expect(execution.task.map(({ qid, status, message }) => [qid, status, message]).sort()).toEqual([
    ['1', 'completed', ''],
    ['2', 'failed', 'Task was still running when execution completed'],
  ]);
  const shown = await owner.api.getFigureByPath({ query: { path: figure ?? '' } });
  expect([await shown.text(), shown.type]).toEqual(['<svg/>', 'image/svg+xml']);
  expect(await (await owner.api.downloadFile({ query: { path: raw ?? '' } })).text()).toBe(csv);
  const { qubits } = await owner.api.getChip({ params: { chip_id: 'chip' } });
  expect(qubits?.['1']?.data.t1).toMatchObject({ value: 41.5, execution_id });
  const log = await owner.api.listRunLog({ params: { execution_id } });
  expect(log.lines.map(({ text }) => text)).toEqual(['T1 of qubit 1']);
  const { workers } = await owner.api.listWorkers();
  expect(workers).toMatchObject([{ worker: 'fridge-2', status: 'idle', software: 'lab 1.0', execution_id: null }]);
  expect((await owner.api.getExecutionLockStatus()).lock).toBe(false);
});
