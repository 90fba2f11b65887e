import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '#shared/contract/client.ts';
import { STANDARD_SEQUENCES } from '#shared/domain/runs/sequences.ts';
import { isEnded } from '#shared/domain/runs/statuses.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';
import { residentMegabytes } from './memory.ts';
import { table } from './report.ts';
import { unitsOfRuns } from './run-units.ts';

/*
 * `npm run bench:day -- [runs of 64 x 10] [runs of 256 x 20]`: a day on one machine: 50 and 10 runs unless given, one after
 * the other, while eight clients read pages. Told: tasks a second, how long after its end the last value of a run is in its
 * history, latencies idle and under load, memory, and, in a process of its own, the units of the first and the last run.
 * Fails when the last run takes more than 1.1 times the units of the second, or its history is more than a second late. Times
 * are told and judged by nobody: they are the machine's.
 */

const [smallRuns = 50, largeRuns = 10] = process.argv.slice(2).map(Number);
const clients = 8;
const idleSeconds = 10;
const problems: string[] = [];

const code = (tasks: readonly string[]) => `stages:\n  - name: day\n    tasks: [${tasks.join(', ')}]\n`;
const names = [...new Set([...STANDARD_SEQUENCES.CHECK_1Q, ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK])];
const tasksOf = (count: number) => Array.from({ length: count }, (_, n) => names[n % names.length] ?? '');

interface Chip {
  id: string;
  size: number;
  tasks: number;
  runs: number;
  client: Client;
}

async function chipOf(service: StartedService, size: number, tasks: number, runs: number): Promise<Chip> {
  const { project_id } = await service.api.createProject({ body: { name: `day-${size}` } });
  const { access_token } = await createClient({ baseUrl: `${service.url}/api` }).login({
    body: { username: 'admin', password: service.password },
  });
  const client = createClient({
    baseUrl: `${service.url}/api`,
    token: () => access_token,
    projectId: () => project_id,
  });
  const id = `day-${size}`;
  await client.createChip({ body: { chip_id: id, size } });
  await client.saveFlow({ body: { name: 'day', code: code(tasksOf(tasks)), chip_id: id } });
  return { id, size, tasks, runs, client };
}

/** The reads that pages make, by name. */
const pages: Record<string, (chip: Chip) => Promise<unknown>> = {
  chip: ({ client, id }) => client.getChip({ params: { chip_id: id } }),
  metrics: ({ client, id }) => client.getChipMetrics({ params: { chip_id: id } }),
  executions: ({ client }) => client.listExecutions({ query: { limit: 20 } }),
  results: ({ client, id }) => client.listTaskResults({ query: { chip_id: id, limit: 50 } }),
  history: ({ client, id }) =>
    client.getQubitMetricHistory({ params: { chip_id: id, qid: '0' }, query: { metric: 't1' } }),
  me: ({ client }) => client.getCurrentUser(),
};

/** Eight clients that read one page after the other until they are told to stop. @returns milliseconds by page. */
function readPages(chip: Chip): { stop(): Promise<Map<string, number[]>> } {
  const times = new Map<string, number[]>(Object.keys(pages).map((name) => [name, []]));
  let goesOn = true;
  const reading = Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      for (let turn = n; goesOn; turn += 1) {
        const [name = '', read] = Object.entries(pages)[turn % Object.keys(pages).length] ?? [];
        const begun = performance.now();
        await read?.(chip);
        times.get(name)?.push(performance.now() - begun);
        await sleep(250);
      }
    }),
  );
  return {
    stop: async () => {
      goesOn = false;
      await reading;
      return times;
    },
  };
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? Number.NaN;

/** One run. @returns tasks a second, and how many seconds after its end its last value was in its history. */
async function runOnce(chip: Chip): Promise<{ rate: number; lagSeconds: number }> {
  const { client, id } = chip;
  const begun = performance.now();
  const { execution_id } = await client.executeFlow({ params: { name: 'day' }, body: {} });
  for (;;) {
    const run = await client.getExecution({ params: { execution_id }, query: { include: 'none' } });
    if (isEnded(run.status)) {
      if (run.status !== 'completed') problems.push(`${execution_id} is ${run.status}: ${run.message}`);
      break;
    }
    await sleep(100);
  }
  const ended = performance.now();
  for (;;) {
    const { history } = await client.getQubitMetricHistory({
      params: { chip_id: id, qid: '0' },
      query: { metric: 't1' },
    });
    if (history.some((one) => one.execution_id === execution_id)) break;
    await sleep(20);
  }
  const lagSeconds = (performance.now() - ended) / 1000;
  return { rate: (chip.size * chip.tasks * 1000) / (ended - begun), lagSeconds };
}

const two = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

async function day(service: StartedService, chip: Chip, startMegabytes: number): Promise<void> {
  if (chip.runs === 0) return;
  // A chip that was measured once: its pages have something to show.
  const first = await runOnce(chip);
  const quiet = readPages(chip);
  await sleep(idleSeconds * 1000);
  const idle = await quiet.stop();
  const busy = readPages(chip);
  const runs = [first];
  let most = 0;
  for (let n = 1; n < chip.runs; n += 1) {
    runs.push(await runOnce(chip));
    most = Math.max(most, residentMegabytes(service.pid));
  }
  const loaded = await busy.stop();
  const last = runs.at(-1) ?? first;
  for (const { lagSeconds } of runs) if (lagSeconds > 1) problems.push(`a history was ${two(lagSeconds)} s late`);
  console.log(`\n### ${chip.runs} runs of ${chip.size} x ${chip.tasks}\n`);
  console.log(
    table(
      ['', 'First run', 'Last run'],
      [
        ['Tasks a second', two(first.rate), two(last.rate)],
        ['History late, s', two(first.lagSeconds), two(last.lagSeconds)],
        ['Resident memory, MB', `${two(startMegabytes)} at start`, `${two(most)} at most`],
      ],
    ),
  );
  console.log(
    `\n${table(
      ['Page', 'Idle: median', 'p95', 'Under load: median', 'p95', 'Ratio of medians'],
      Object.keys(pages).map((name) => {
        const [quietly = [], meanwhile = []] = [idle.get(name), loaded.get(name)];
        const ms = [at(quietly, 0.5), at(quietly, 0.95), at(meanwhile, 0.5), at(meanwhile, 0.95)];
        return [name, ...ms.map((one) => `${two(one)} ms`), two((ms[2] ?? 0) / (ms[0] ?? 1))];
      }),
    )}`,
  );
}

const service = await startService();
try {
  const startMegabytes = residentMegabytes(service.pid);
  await day(service, await chipOf(service, 64, 10, smallRuns), startMegabytes);
  await day(service, await chipOf(service, 256, 20, largeRuns), startMegabytes);
} finally {
  await service.stop();
}
const units = await unitsOfRuns(Math.min(Math.max(smallRuns, 3), 5));
const [, second, , ...others] = units;
const last = others.at(-1) ?? units.at(-1);
console.log('\n### Units a task, 16 x 10, everything derived included\n');
console.log(
  table(
    ['Run', 'Written', 'Read'],
    units.map(({ written, read }, n) => [String(n + 1), written.toFixed(1), read.toFixed(1)]),
  ),
);
if (second && last && last.written + last.read > 1.1 * (second.written + second.read))
  problems.push(`the last run takes ${two(last.written + last.read)} units a task`);
for (const problem of new Set(problems)) console.error(`Wrong: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
