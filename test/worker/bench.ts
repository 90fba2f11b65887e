import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '#shared/api/client.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { type NetworkProxy, startProxy } from './proxy.ts';
import {
  startPythonWorker,
  startSimulatorWorker,
  startSweepWorker,
  type WorkerProcess,
  type WorkerStart,
} from './worker-process.ts';

/** The window of the tests: long enough for a busy machine, short enough to wait for. */
export const windowSeconds = 16;
export const windowMilliseconds = windowSeconds * 1000;

type Execution = Awaited<ReturnType<Client['getExecution']>>;

/** A project with a chip, a flow for workers and a token, and a network between the service and its workers. */
export interface Bench {
  /** The owner of the project, not through the proxy. */
  api: Client;
  /** As the worker calls, not through the proxy. */
  worker: Client;
  token: string;
  proxy: NetworkProxy;
  /** Starts a run of the flow on some qubits, each measured at some points. @returns its execution id. */
  execute(qids: readonly string[], points?: number, parameters?: Record<string, unknown>): Promise<string>;
  execution(executionId: string): Promise<Execution>;
  /** Waits until an execution has ended. */
  ended(executionId: string): Promise<Execution>;
  /** Waits until so many tasks of an execution have completed. */
  completed(executionId: string, tasks: number): Promise<void>;
  /** Waits until no one holds the lock. */
  unlocked(): Promise<void>;
  /** Starts a worker on the Python package behind the proxy. */
  python(name: string, given?: Partial<WorkerStart>): WorkerProcess;
  /** Starts the simulator as a worker behind the proxy. */
  simulator(name: string): WorkerProcess;
  /** Starts the worker on the TypeScript client that sweeps, behind the proxy. */
  sweeping(name: string, backend: string): WorkerProcess;
  /** Ends the token that the workers call with. */
  revoke(): Promise<void>;
  /** Ends the workers and the network. */
  close(): Promise<void>;
}

/** What a bench is at. */
interface Served {
  url: string;
  admin: { username: string; password: string };
}

/** Name of the flow, and of the backend that it is for. */
export const flowName = 'measure';
export const backend = 'bench';

/** Tasks of an execution by status; a status without tasks is left out. */
export const countsOf = ({ progress }: Execution): Record<string, number> =>
  Object.fromEntries(Object.entries(progress.by_status).filter(([, count]) => count > 0));

let benches = 0;

/** Prepares a project of its own at a service: several may run side by side. */
export async function prepareBench({ url, admin }: Served): Promise<Bench> {
  benches += 1;
  const baseUrl = `${url}/api`;
  const { access_token } = await createClient({ baseUrl }).login({ body: admin });
  const owner = createClient({ baseUrl, token: () => access_token });
  const { project_id } = await owner.createProject({ body: { name: `bench ${process.pid} ${benches}` } });
  const api = createClient({ baseUrl, token: () => access_token, projectId: () => project_id });
  await api.createChip({ body: { chip_id: 'W16', size: 16 } });
  await api.saveFlow({
    body: {
      name: flowName,
      code: '# The worker knows it by its entry function.\n',
      chip_id: 'W16',
      flow_function_name: 'measure_t1',
      default_parameters: { backend, qids: ['0'], points: 21 },
      runner: 'worker',
    },
  });
  const { token, token_id } = await api.createApiToken({
    body: { name: `worker ${benches}`, project_id, role: 'editor' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-worker-'));
  const proxy = await startProxy(Number(new URL(url).port));
  const workers: WorkerProcess[] = [];
  const startOf = (name: string): WorkerStart => {
    const journal = join(folder, `${name}.jsonl`);
    return { port: proxy.port, token, name, backend, journal };
  };
  const keep = (started: WorkerProcess): WorkerProcess => {
    workers.push(started);
    return started;
  };
  const execution = (execution_id: string) => api.getExecution({ params: { execution_id } });
  return {
    api,
    worker: createClient({ baseUrl, token: () => token }),
    token,
    proxy,
    execute: async (qids, points = 21, parameters = {}) => {
      const body = { parameters: { qids: [...qids], points, ...parameters } };
      return (await api.executeFlow({ params: { name: flowName }, body })).execution_id;
    },
    execution,
    ended: async (executionId) => {
      await eventually(async () => isEnded((await execution(executionId)).status));
      return execution(executionId);
    },
    completed: (executionId, tasks) =>
      eventually(async () => ((await execution(executionId)).progress.by_status.completed ?? 0) >= tasks),
    unlocked: () => eventually(async () => !(await api.getExecutionLockStatus()).lock),
    python: (name, given = {}) => keep(startPythonWorker({ ...startOf(name), ...given })),
    simulator: (name) => keep(startSimulatorWorker(startOf(name))),
    sweeping: (name, own) => keep(startSweepWorker({ ...startOf(name), backend: own })),
    revoke: async () => {
      await api.deleteApiToken({ params: { token_id } });
    },
    close: async () => {
      await Promise.all(workers.map((started) => started.kill()));
      await proxy.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The qubits of a run that lasts a good while. */
export const benchQids = ['0', '1', '2', '3', '4', '5'];

/** Starts a worker and a run of so many points a qubit, and waits until one of its tasks has completed. */
export async function begin(bench: Bench, points: number): Promise<{ worker: WorkerProcess; executionId: string }> {
  const worker = bench.python('bench-1');
  const executionId = await bench.execute(benchQids, points);
  await bench.completed(executionId, 1);
  return { worker, executionId };
}

/** When an execution ended, in milliseconds since 1970. */
export const endOf = ({ end_at }: Pick<Execution, 'end_at'>): number => Date.parse(end_at ?? '');
