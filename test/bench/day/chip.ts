import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '#shared/api/client.ts';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import type { StartedService } from '#test/e2e/support/started-service.ts';

/** What the runs of a day are: tasks on every qubit of a chip. */
export interface DaySize {
  qubits: number;
  tasks: number;
}

/** A chip in a project of its own, with a flow of the built-in tasks. */
export interface DayChip extends DaySize {
  id: string;
  client: Client;
}

/** How one run went. */
export interface DayRun {
  tasksPerSecond: number;
  /** How long after its end what it has measured was found in a history. */
  lagSeconds: number;
  /** What is wrong with how it ended; undefined where it completed. */
  problem: string | undefined;
}

const flowName = 'day';
/** What is looked for in the histories. */
const measuredMetric = 't1';
const names = [...new Set([...STANDARD_SEQUENCES.CHECK_1Q, ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK])];

export async function createDayChip(
  service: Pick<StartedService, 'url' | 'password' | 'api'>,
  { qubits, tasks }: DaySize,
): Promise<DayChip> {
  const id = `day-${qubits}`;
  const { project_id } = await service.api.createProject({ body: { name: id } });
  const baseUrl = `${service.url}/api`;
  const { access_token } = await createClient({ baseUrl }).login({
    body: { username: 'admin', password: service.password },
  });
  const client = createClient({ baseUrl, token: () => access_token, projectId: () => project_id });
  await client.createChip({ body: { chip_id: id, size: qubits } });
  const list = Array.from({ length: tasks }, (_, n) => names[n % names.length]).join(', ');
  const code = `stages:\n  - name: day\n    tasks: [${list}]\n`;
  await client.saveFlow({ body: { name: flowName, code, chip_id: id } });
  return { id, qubits, tasks, client };
}

/** Executes the chip's flow once, and looks for what it has measured in a history. */
export async function runOnce({ client, id, qubits, tasks }: DayChip): Promise<DayRun> {
  const begun = performance.now();
  const { execution_id } = await client.executeFlow({ params: { name: flowName }, body: {} });
  let run = await client.getExecution({ params: { execution_id }, query: { include: 'none' } });
  while (!isEnded(run.status)) {
    await sleep(100);
    run = await client.getExecution({ params: { execution_id }, query: { include: 'none' } });
  }
  const ended = performance.now();
  // Some tasks of a simulated run fail: one qubit after the other is looked at, until one has what this run has measured.
  for (let n = 0; ; n += 1) {
    const params = { chip_id: id, qid: String(n % qubits) };
    const { history } = await client.getQubitMetricHistory({ params, query: { metric: measuredMetric } });
    if (history.some((one) => one.execution_id === execution_id)) break;
  }
  return {
    tasksPerSecond: (qubits * tasks * 1000) / (ended - begun),
    lagSeconds: (performance.now() - ended) / 1000,
    problem: run.status === 'completed' ? undefined : `${execution_id} of ${id} is ${run.status}: ${run.message}`,
  };
}
