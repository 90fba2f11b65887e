import { expect, it } from 'vitest';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { refusal } from '../support/refusal.ts';
import {
  claimed,
  claimNow,
  ctx,
  done,
  executionId,
  fence,
  flow_run_id,
  onWorkerRuns,
  owner,
  report,
  world,
} from './scene.ts';

onWorkerRuns();

type Beat = Omit<Parameters<typeof owner.api.heartbeatRun>[0]['body'], 'fence'>;
const beat = (given: Beat) => owner.api.heartbeatRun({ params: { flow_run_id }, body: { fence, ...given } });
const read = (headers = {}) => owner.api.getExecution({ params: { execution_id: executionId }, headers });
const trace = {
  task: 'CheckT1',
  qid: '1',
  points: [
    [0, 0.98765],
    [10, 0.5],
  ],
} satisfies Beat['trace'];

it('a heartbeat is due after 1.5 seconds while a task runs, and after 30 otherwise', async () => {
  await claimed();
  expect(await beat({ running: true })).toMatchObject({ stop: false, heartbeat_seconds: 1.5, window_seconds: 120 });
  expect(await beat({})).toMatchObject({ stop: false, heartbeat_seconds: 30 });
});

it('heartbeats of a running task renew the claim once in a quarter of a window, and the worker stays alive', async () => {
  await claimed();
  ctx.orchestrator.beats.length = 0;
  for (let seconds = 0; seconds < 240; seconds += 2) {
    world.advance(2);
    expect(await beat({ running: true })).toMatchObject({ stop: false });
  }
  expect(ctx.orchestrator.beats).toHaveLength(8);
  const { workers } = await owner.api.listWorkers();
  expect(workers).toMatchObject([{ status: 'running' }]);
});

it('the newest trace of a running task is shown with its run, regardless of who has an older answer', async () => {
  await claimed();
  expect(await read()).toMatchObject({ live_trace: null });
  await beat({ running: true, trace: { ...trace, x: { name: 'delay', unit: 'us' } } });
  const shown = await read();
  expect(shown.live_trace).toEqual({
    at: expect.any(String),
    ...{ task: 'CheckT1', qid: '1', mux_id: null, stage: 0, attempt: 0 },
    ...{ x: { name: 'delay', unit: 'us' }, y: { name: '', unit: '' } },
    lines: {
      '1': [
        [0, 0.98765],
        [10, 0.5],
      ],
    },
  });
  world.advance(2);
  await beat({ running: true, trace: { task: 'Readout', mux_id: 0, qubits: { '0': [[1, 2]], '3': [] } } });
  expect((await read()).live_trace).toMatchObject({ qid: null, mux_id: 0, lines: { '0': [[1, 2]], '3': [] } });
});

it('a trace of a claim that was taken over is not shown', async () => {
  await claimed();
  await beat({ running: true, trace });
  await claimNow();
  expect((await read()).live_trace).toBeNull();
});

it('a trace is shown until a result says that its task has ended, also where a late heartbeat brings it again', async () => {
  await claimed();
  const begun = { ...done, status: 'running' } as const;
  await report(begun);
  await beat({ running: true, trace });
  expect((await read()).live_trace).toMatchObject({ task: 'CheckT1', attempt: 0 });
  await report({ ...done, qid: '2' }, { ...done, stage: 1 }, { ...done, attempt: 1 }, { ...done, task: 'CheckT2' });
  expect((await read()).live_trace).not.toBeNull();
  await report({ ...done, status: 'cancelled', output_parameters: {} });
  expect((await read()).live_trace).toBeNull();
  world.advance(2);
  await beat({ running: true, trace });
  expect((await read()).live_trace).toBeNull();
  world.advance(2);
  await beat({ running: true, trace: { ...trace, attempt: 2 } });
  expect((await read()).live_trace).toMatchObject({ attempt: 2 });
});

it('the archive of a project leaves out the trace of a run that has ended', async () => {
  await claimed();
  await beat({ running: true, trace });
  await report(done);
  await owner.api.finishRun({ params: { flow_run_id }, body: { fence, status: 'completed' } });
  await completeRun(ctx, { projectId: ctx.projectId, executionId, flowRunId: flow_run_id });
  const params = { project_id: owner.projectId };
  const { lines } = await owner.api.getProjectArchiveRecords({ params, query: {} });
  const kinds = lines.map((one) => JSON.parse(one).kind);
  expect(kinds).toContain('execution');
  expect(kinds).not.toContain('live-trace');
});

it('a trace of a mux is shown until the result of that mux', async () => {
  await claimed();
  const mux = { task: 'Readout', mux_id: 0 };
  await beat({ running: true, trace: { ...mux, qubits: { '0': [[1, 2]] } } });
  expect((await read()).live_trace).toMatchObject(mux);
  const { start_at, end_at, status } = done;
  await report({ ...mux, task_type: 'mux', status, start_at, end_at });
  expect((await read()).live_trace).toBeNull();
});

it('a trace is of points or of the qubits of a mux, at most 2 KB, and anything else is 400', async () => {
  await claimed();
  const points = Array.from({ length: 200 }, (_, n) => [n, Math.sqrt(n)] as [number, number]);
  for (const wrong of [
    { task: 'CheckT1', qid: '1' },
    { ...trace, qubits: {} },
    { ...trace, points },
  ])
    expect(await refusal(beat({ running: true, trace: wrong }))).toMatchObject({ status: 400 });
  expect((await read()).live_trace).toBeNull();
});
