import { setTimeout as sleep } from 'node:timers/promises';
import type { Announcement } from '#worker/client/api.ts';
import type { WorkerRun } from '#worker/client/run-session.ts';
import { runWorker } from '#worker/client/worker.ts';

/* A worker on the TypeScript client: announces a task, sweeps the qubits of a run, and keeps half of a sweep. */

const [url = '', name = '', backend = ''] = process.argv.slice(2);

const announcement: Announcement = {
  tasks: [
    {
      name: 'SlowT1',
      task_type: 'qubit',
      description: 'Lifetime, point by point',
      form: { properties: { points: { type: 'integer', minimum: 2, maximum: 1000, default: 600 } } },
      outputs: { t1: { unit: 'us' } },
    },
  ],
  flows: [{ name: 'sweeps', form: { properties: { points: { type: 'integer', minimum: 2 } } } }],
};

const note = (event: string, more = {}) =>
  process.stderr.write(`${JSON.stringify({ event, at: Date.now(), ...more })}\n`);

async function sweep(run: WorkerRun, qid: string, points: number): Promise<void> {
  const task = { task: 'SlowT1', task_type: 'qubit', qid } as const;
  const start_at = new Date().toISOString();
  await run.report({ ...task, status: 'running', start_at });
  const measured: [number, number][] = [];
  while (measured.length < points && !run.signal.aborted) {
    note('drive');
    await sleep(100);
    measured.push([measured.length, 0.5]);
    run.show({ task: task.task, qid, points: measured.slice(-60) });
  }
  const isWhole = measured.length === points;
  if (!isWhole) note('still', { points: measured.length });
  const body = measured.map(([x, y]) => `${x},${y}\n`).join('');
  const raw_data = await run.upload([{ ...task, name: 'sweep.csv', kind: 'raw', content_type: 'text/csv', body }]);
  run.log('info', `${measured.length} of ${points} points`);
  const ended = {
    ...task,
    message: `${measured.length} of ${points} points`,
    start_at,
    end_at: new Date().toISOString(),
  };
  await run.report({ ...ended, status: isWhole ? 'completed' : 'cancelled', raw_data });
}

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
await runWorker({
  ...{ baseUrl: url, token: process.env.FIDUCIAL_TOKEN ?? '', worker: name, backends: [backend] },
  ...{ software: 'test sweeps', announcement, signal: stop.signal },
  work: async (run) => {
    const { qids = [], points = 600 } = run.claim.parameters as { qids?: string[]; points?: number };
    for (const qid of qids) {
      run.guard();
      await sweep(run, qid, points);
    }
    return undefined;
  },
});
