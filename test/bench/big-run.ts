import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localClient } from '#local/engine/client.ts';
import type { EndedFlowRun } from '#local/runs/machine.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { countTasks } from '#shared/runs/rules/enumerate-plan.ts';
import type { RunPlan } from '#shared/runs/rules/plan.ts';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';
import { isEnded, isOpen } from '#shared/runs/rules/statuses.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';
import { planOf, type StackRuns, stackRuns } from '#test/support/stack/stack-runs.ts';

/*
 * `npm run bench:run -- [qubits]`: a run of 20 tasks on each of 256 qubits on the local stack. Fails when a result is
 * lost or doubled, when it takes more than 20 state transitions, or when the lock stays; the rest is told:
 * time, write units, memory, how the API answers meanwhile, and how long a cancellation takes.
 */

const size = Number(process.argv[2] ?? 256);
const tasks = [...STANDARD_SEQUENCES.CHECK_1Q, ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK].slice(0, 20);
const mostTransitions = 20;

interface Service {
  runs: StackRuns;
  url: string;
  /** What has ended, in order. */
  ended: EndedFlowRun[];
  /** Units of all writes so far; counted only where runs are executed in this thread. */
  writeUnits(): number;
  stop(): Promise<void>;
}

/** A service of its own; `inThread` as `npm start` has it, else with its writes counted. */
async function serve(inThread: boolean): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-run-'));
  const engine = await (inThread ? startEngine(join(folder, 'dynamodb.db')) : startMeteredEngine(folder));
  const client = localClient(engine.access);
  let units = 0;
  if (!inThread)
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        if ('ClientRequestToken' in args.input || 'UpdateExpression' in args.input) units += unitsOf(result.output);
        return result;
      },
      { step: 'initialize', name: 'countWriteUnits' },
    );
  const ended: EndedFlowRun[] = [];
  const password = 'a password for measurements';
  const config = loadConfig({ LOG_LEVEL: 'ERROR' });
  const stack = await startStack({
    engine,
    client,
    config,
    secrets: { seed: async () => new Uint8Array(32), adminPassword: async () => password },
    ...(inThread ? {} : { clock: () => new Date() }),
    objectsFolder: join(folder, 'objects'),
    onRunEnded: (run) => ended.push(run),
    site: undefined,
    port: 0,
    onError: (error) => console.error(error),
  });
  const runs = await stackRuns({ ...stack, admin: { username: config.adminUsername, password } }, 'BIG', size);
  return {
    runs,
    url: stack.url,
    ended,
    writeUnits: () => units,
    stop: async () => {
      await stack.close();
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
}

interface Consumed {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

function unitsOf(output: object): number {
  const { ConsumedCapacity: consumed } = output as Consumed;
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** Requests of the API while the run goes on: milliseconds of each. */
async function askMeanwhile(url: string, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn()) {
    const start = performance.now();
    // Each on a connection of its own: one that is kept may be closed while this process is busy.
    await (await fetch(`${url}/health`, { headers: { connection: 'close' } })).text();
    times.push(performance.now() - start);
    await sleep(50);
  }
  return times.sort((a, b) => a - b);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** One whole run, watched. @returns what is wrong with it. */
async function watchRun(service: Service, plan: RunPlan): Promise<string[]> {
  const { runs, url, ended } = service;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 100);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const { executionId } = await runs.start(plan);
  let goesOn = true;
  const asked = askMeanwhile(url, () => goesOn);
  const execution = await runs.ended(executionId, 250);
  const took = performance.now() - start;
  goesOn = false;
  clearInterval(watch);
  const times = await asked;
  while (ended.length === 0) await sleep(20);
  const transitions = ended[0]?.transitions ?? Number.NaN;
  const rows = await runs.rows(executionId);
  const count = countTasks(plan);
  console.log(`${count} tasks: ${execution.status} after ${seconds(took)}, ${transitions} state transitions`);
  console.log(`  ${JSON.stringify(execution.taskCounts)}`);
  console.log(`  memory ${megabytes(before)} before, ${megabytes(peak)} at most`);
  const at = (share: number) => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`;
  console.log(`  ${times.length} requests meanwhile: ${at(0.5)} median, ${at(0.99)} p99, ${at(1)} at most`);
  if (service.writeUnits() > 0)
    console.log(
      `  ${Math.round(service.writeUnits())} write units, ${(service.writeUnits() / count).toFixed(1)} a task`,
    );
  return [
    ...(execution.status === 'completed' ? [] : [`the run is ${execution.status}: ${execution.message}`]),
    ...(rows.length === count && new Set(rows.map(({ taskId }) => taskId)).size === count
      ? []
      : [`${rows.length} results of ${count} tasks`]),
    ...(rows.some(({ status }) => isOpen(status)) ? ['a task is open'] : []),
    ...(transitions <= mostTransitions ? [] : [`${transitions} state transitions`]),
    ...((await runs.lockedBy()) === undefined ? [] : ['the lock is held']),
  ];
}

/** How long a cancellation takes, from the request to the free lock, at three points of a run. */
async function watchCancel({ runs }: Service, plan: RunPlan): Promise<void> {
  for (const after of [0, 1000, 3000]) {
    const { executionId } = await runs.start(plan);
    await sleep(after);
    const start = performance.now();
    await cancelRun(runs.ctx, executionId);
    let execution = await runs.execution(executionId);
    for (; !isEnded(execution.status); execution = await runs.execution(executionId)) await sleep(10);
    const { status, taskCounts } = execution;
    console.log(`cancelled ${seconds(after)} into a run: ${status} ${seconds(performance.now() - start)} later`);
    console.log(`  ${JSON.stringify(taskCounts)}`);
  }
}

const problems: string[] = [];
for (const inThread of [true, false]) {
  console.log(inThread ? '\nIn a thread, as npm start has it' : '\nIn the thread of the API, with its writes counted');
  const service = await serve(inThread);
  const plan = planOf(tasks, service.runs.qids);
  problems.push(...(await watchRun(service, plan)));
  if (inThread) await watchCancel(service, plan);
  await service.stop();
}
for (const problem of problems) console.error(`Wrong: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
