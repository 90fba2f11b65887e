import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '#shared/api/client.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';
import { prepareMemory, watchMemory } from './memory.ts';

/*
 * `npm run bench:load -- [minutes] [memory]`: the one-machine service under load. Twenty projects run at once; 200 starts a second
 * ask for a project whose lock is held; then runs follow each other for some minutes (60 unless given) while the memory of
 * the service is watched (with `memory` that alone). Fails when a run is lost, when a start is refused otherwise than by
 * 409 or, where they are too many at once, 429; when one run more than the first holds a lock, or when the memory grows.
 */

const minutes = Number(process.argv[2] ?? 60);
const memoryAlone = process.argv.includes('memory');
const projects = 20;
/** Resident memory that the service may take while runs go on. */
const limitMegabytes = 500;
const startsPerSecond = 200;
const burstSeconds = 30;

const tasksPerQubit = 4;
const chipSize = 16;
const code = `stages:
  - name: check
    tasks: [CheckRabi, CheckT1, CheckT2Echo, CheckRamsey]
`;

/** Longer than the burst of starts takes. */
const slowCode = `pace_seconds: 10
stages:
  - name: long
    sequence: FULL_1Q_AFTER_CHECK
`;

const problems: string[] = [];
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const share = (sorted: readonly number[], part: number): string =>
  `${Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0)} ms`;

/** A client whose requests name a project. */
async function inProject(service: StartedService, name: string): Promise<Client> {
  const { project_id } = await service.api.createProject({ body: { name } });
  const { access_token } = await createClient({ baseUrl: `${service.url}/api` }).login({
    body: { username: 'admin', password: service.password },
  });
  const client = createClient({
    baseUrl: `${service.url}/api`,
    token: () => access_token,
    projectId: () => project_id,
  });
  await client.createChip({ body: { chip_id: 'chip', size: chipSize } });
  await client.saveFlow({ body: { name: 'check', code, chip_id: 'chip' } });
  await client.saveFlow({ body: { name: 'paced', code: `pace_seconds: 3\n${code}`, chip_id: 'chip' } });
  await client.saveFlow({ body: { name: 'slow', code: slowCode, chip_id: 'chip' } });
  return client;
}

/** Asks again where a busy service had no time: that is not what is measured here. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const busy = !(error instanceof ApiError) || error.status === 429 || error.status === 503;
      if (!busy || left === 0) throw error;
      await sleep(2000);
    }
  }
}

const execute = (client: Client, name: string) => client.executeFlow({ params: { name }, body: {} });

/** Waits for the end of an execution. @returns what is wrong with it. */
async function ended(client: Client, executionId: string): Promise<string[]> {
  for (;;) {
    const run = await patiently(() =>
      client.getExecution({ params: { execution_id: executionId }, query: { include: 'none' } }),
    );
    if (isEnded(run.status)) {
      const { by_status } = run.progress;
      const count = Object.values(by_status).reduce((sum, n) => sum + n, 0);
      return [
        ...(run.status === 'completed' ? [] : [`${executionId} is ${run.status}: ${run.message}`]),
        ...(count === chipSize * tasksPerQubit ? [] : [`${executionId} has ${count} results`]),
      ];
    }
    await sleep(250);
  }
}

async function manyAtOnce(clients: readonly Client[]): Promise<void> {
  const begun = performance.now();
  const started = await Promise.all(clients.map((client) => execute(client, 'check')));
  const took = performance.now() - begun;
  const wrong = await Promise.all(clients.map((client, n) => ended(client, started[n]?.execution_id ?? '')));
  problems.push(...wrong.flat());
  const locks = await Promise.all(clients.map((client) => client.getExecutionLockStatus()));
  if (locks.some(({ lock }) => lock)) problems.push('a lock stays after its run');
  console.log(
    `${clients.length} projects at once: started in ${seconds(took)}, ended ${seconds(performance.now() - begun)} later`,
  );
}

/** Starts at a fixed rate, whether or not the ones before were answered. */
async function refusedStarts(client: Client): Promise<void> {
  const { execution_id: holder } = await execute(client, 'slow');
  const times: number[] = [];
  const answers = new Map<string, number>();
  const ask = async () => {
    const begun = performance.now();
    const answer = await execute(client, 'check').then(
      ({ execution_id }) => `started ${execution_id}`,
      (error: unknown) =>
        error instanceof ApiError
          ? `${error.status}${error.message.includes(holder) ? ' naming the holder' : ''}`
          : `${error} ${(error as Error).cause}`,
    );
    times.push(performance.now() - begun);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  for (let n = 0; n < startsPerSecond * burstSeconds; n += 1) {
    const ahead = begun + (n * 1000) / startsPerSecond - performance.now();
    if (ahead > 1) await sleep(ahead);
    asked.push(ask());
  }
  await Promise.all(asked);
  times.sort((a, b) => a - b);
  console.log(
    `${asked.length} starts in ${seconds(performance.now() - begun)} against a held lock: ${JSON.stringify(Object.fromEntries(answers))}`,
  );
  console.log(`  ${share(times, 0.5)} median, ${share(times, 0.99)} p99, ${share(times, 1)} at most`);
  const clean = ['409 naming the holder', '429'];
  for (const answer of answers.keys()) if (!clean.includes(answer)) problems.push(`a start was answered ${answer}`);
  const { holder: standing } = await client.getExecutionLockStatus();
  if (standing?.execution_id !== holder) problems.push(`the lock is held by ${standing?.execution_id}`);
  await client.cancelExecution({ params: { flow_run_id: holder } });
  const cancelled = performance.now();
  while ((await client.getExecutionLockStatus()).lock) await sleep(50);
  console.log(`  its holder was cancelled within ${seconds(performance.now() - cancelled)}`);
  problems.push(...(await ended(client, (await execute(client, 'check')).execution_id)));
}

/** Runs one after the other in two projects while the memory is watched. */
async function runForLong(service: StartedService, clients: readonly Client[]): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  const watch = watchMemory(service.pid);
  let runs = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        problems.push(...(await ended(client, (await patiently(() => execute(client, 'paced'))).execution_id)));
        runs += 1;
      }
    }),
  );
  const { resident, most, live } = watch.end();
  const megabytes = (values: readonly number[]) => values.map((value) => `${Math.round(value)} MB`).join(', ');
  console.log(`${runs} runs in ${minutes} minutes`);
  console.log(`  resident memory ${megabytes(resident)} (medians of thirds), ${Math.round(most)} MB at most`);
  console.log(`  of it, what lives after garbage is collected: ${megabytes(live)}`);
  const [first, , last] = live;
  if (first === undefined || last === undefined || !(last < first * 1.1)) problems.push('the memory that lives grows');
  if (!(most < limitMegabytes)) problems.push(`the service takes more than ${limitMegabytes} MB`);
}

prepareMemory(minutes);
const service = await startService();
try {
  const clients: Client[] = [];
  for (let n = 0; n < projects; n += 1) clients.push(await inProject(service, `load-${n}`));
  const [first] = clients;
  if (first && !memoryAlone) {
    await manyAtOnce(clients);
    await refusedStarts(first);
  }
  await runForLong(service, clients.slice(0, 2));
} finally {
  await service.stop();
}
for (const problem of new Set(problems)) console.error(`Wrong: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
