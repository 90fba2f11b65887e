import type { WorkerRun } from '#worker/client/run-session.ts';
import { NameTaken, runWorker } from '#worker/client/worker.ts';
import { holdersIn } from '../invariants/watch.ts';
import type { Service } from '../world/service.ts';
import { fetchIn } from '../world/simulated-fetch.ts';
import { Violation } from '../world/world.ts';
import type { Scene } from './acts.ts';
import type { Background } from './background.ts';

/** A worker of a lab: whenever its process has ended, its supervisor starts another one under its name. */
export async function superviseWorker(
  { service, background: state, token, files }: Scene,
  projectId: string,
  name: string,
): Promise<void> {
  const { world } = service;
  while (!state.ended) {
    const controller = new AbortController();
    const ended = world.spawn(name, () => work({ service, projectId, files }, token, name, controller.signal));
    const over = endOf(service, state).then(() => controller.abort());
    const how = await Promise.race([ended, over.then(() => ended)]);
    if (how.kind === 'thrown' && !(how.error instanceof NameTaken)) throw how.error;
    if (!state.ended) await world.sleep(world.random.pick([1, 20, 120]) * 1000);
  }
}

async function endOf({ world }: Service, state: Background): Promise<void> {
  while (!state.ended) await world.sleep(5000);
}

/** The service that a worker works for, the project, and what is kept of its files. */
interface Lab extends Pick<Scene, 'files'> {
  service: Service;
  projectId: string;
}

const work = (lab: Lab, token: string, name: string, signal: AbortSignal): Promise<void> => {
  const { world } = lab.service;
  return runWorker({
    ...{ baseUrl: 'https://simulated/api', token, worker: name, backends: ['worker'], signal },
    clock: () => world.now,
    now: world.clock,
    fetch: fetchIn(lab.service),
    work: (run) => measure(lab, run),
  });
};

/** Two tasks; before each the hardware is asked for, as the protocol has it. */
async function measure(lab: Lab, run: WorkerRun): Promise<undefined> {
  const { world } = lab.service;
  run.plan(2);
  for (const qid of ['0', '1']) {
    run.guard();
    requireLock(lab, run);
    const start_at = world.clock().toISOString();
    const task = { task: 'CheckT1', task_type: 'qubit', qid, stage: 0, attempt: 0, start_at } as const;
    await run.report({ ...task, status: 'running' });
    await world.sleep(world.random.pick([100, 3000, 30_000]));
    run.guard();
    requireLock(lab, run);
    const end_at = world.clock().toISOString();
    const figures = await keepFigure(lab, run, qid);
    await run.report({ ...task, status: 'completed', end_at, figures });
  }
}

/** A figure of a task; no two are equal. */
async function keepFigure({ service: { world }, files }: Lab, run: WorkerRun, qid: string): Promise<string[]> {
  const body = `<svg>${world.random.uuid()}</svg>`;
  const of = { task: 'CheckT1', task_type: 'qubit', qid, stage: 0, attempt: 0 } as const;
  const paths = await run.upload([{ ...of, name: 't1.svg', kind: 'figure', content_type: 'image/svg+xml', body }]);
  for (const path of paths) files.set(path, body);
  return paths;
}

/** Anyone who may drive the hardware holds a lock (rule WORK-3). */
function requireLock({ service: { world, table }, projectId }: Lab, { claim }: WorkerRun): void {
  const holders = holdersIn(table, projectId);
  if (!holders.includes(claim.execution_id))
    world.fail(
      new Violation(
        `A worker drives for ${claim.execution_id}, and the lock is held by ${holders.join(' and ') || 'nobody'}`,
      ),
    );
}
