import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isEmbedded } from '#local/engine/access.ts';
import { localClient } from '#local/engine/client.ts';
import { missingSettings } from '#local/process-memory.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';
import { createFullClient } from '#test/support/stack/full-client.ts';
import { createDayChip, type DayChip, runOnce } from './day/chip.ts';
import { readPages } from './day/readers.ts';

/*
 * `npm run bench:run-costs -- [qubits] [tasks] [runs]`: processor time of a task of a managed run (256, 20 and 3 unless
 * given), by thread of the service and of its engine, and how soon a run has its first result: medians of twenty starts.
 * With `--readers` eight clients read pages during the runs. Linux only. Processor times are comparable on a busy machine;
 * for all others the load is printed.
 */

const password = 'a password for measurements';
const starts = 20;
/** What the qubits of a start fill: one batch. */
const startQubits = 16;
/** The clock ticks of `/proc` (proc(5)). */
const tickMilliseconds = 10;

/** The service as `npm start` has it, without pages, on a folder of its own; it tells how many calls its engine got. */
async function serve(folder: string): Promise<void> {
  const engine = await startEngine(join(folder, 'dynamodb.db'));
  const { access } = engine;
  if (!isEmbedded(access)) throw new Error('The embedded engine is not installed');
  const { ask } = access;
  let calls = 0;
  access.ask = (call) => {
    calls += 1;
    return ask(call);
  };
  const stack = await startStack({
    engine,
    client: localClient(access),
    config: loadConfig({ LOG_LEVEL: 'WARN' }),
    secrets: { seed: async () => new Uint8Array(32), adminPassword: async () => password },
    objectsFolder: join(folder, 'objects'),
    streamsFile: join(folder, 'streams.db'),
    searchFile: join(folder, 'search.db'),
    site: undefined,
    port: 0,
    onError: (error) => console.error(error),
  });
  process.on('message', (message) => {
    if (message === 'calls') process.send?.({ calls });
    else
      void stack
        .close()
        .then(engine.stop)
        .then(() => process.exit(0));
  });
  process.send?.({ url: stack.url });
}

async function answered<T>(child: ChildProcess): Promise<T> {
  return ((await once(child, 'message')) as [T])[0];
}

/** Milliseconds of processor time of each thread of a process, by name. */
function threadsOf(pid: number, process: string): [string, number][] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = thread === String(pid) ? 'main thread' : name;
    return [`${process}: ${own}`, (Number(fields[11]) + Number(fields[12])) * tickMilliseconds];
  });
}

/** The same of the service and of its engine, a child of it; threads of one name together. */
function processorTimes(pid: number): Map<string, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const all = [...threadsOf(pid, 'service'), ...children.flatMap((child) => threadsOf(Number(child), 'engine'))];
  const sums = new Map<string, number>();
  for (const [name, milliseconds] of all) sums.set(name, (sums.get(name) ?? 0) + milliseconds);
  return sums;
}

function since(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  return new Map([...after].map(([name, milliseconds]) => [name, milliseconds - (before.get(name) ?? 0)]));
}

const sumOf = (times: Map<string, number>): number => [...times.values()].reduce((sum, value) => sum + value, 0);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;

async function measureTasks(child: ChildProcess, chip: DayChip, count: number): Promise<void> {
  const pid = child.pid ?? 0;
  const tasks = chip.qubits * chip.tasks;
  const readers = process.argv.includes('--readers') ? readPages(chip) : undefined;
  for (let n = 0; n < count; n += 1) {
    const before = processorTimes(pid);
    const { tasksPerSecond, problem } = await runOnce(chip);
    // What is derived from the results comes to its end.
    await sleep(1000);
    const used = since(before, processorTimes(pid));
    if (problem !== undefined) throw new Error(problem);
    console.log(
      `run ${n + 1}: ${tasksPerSecond.toFixed(0)} tasks a second, ${(sumOf(used) / tasks).toFixed(2)} ms a task (${load()})`,
    );
    for (const [name, milliseconds] of [...used].toSorted(([, a], [, b]) => b - a))
      if (milliseconds / tasks >= 0.01) console.log(`  ${(milliseconds / tasks).toFixed(2)} ms ${name}`);
  }
  await readers?.stop();
}

async function measureStarts(child: ChildProcess, { client, id }: DayChip): Promise<void> {
  const qubits = Array.from({ length: startQubits }, (_, n) => `'${n}'`).join(', ');
  const code = `stages:\n  - name: start\n    tasks: [CheckT1]\n    targets: { qubits: [${qubits}] }\n`;
  await client.saveFlow({ body: { name: 'start', code, chip_id: id } });
  const callsSoFar = async () => {
    child.send('calls');
    return (await answered<{ calls: number }>(child)).calls;
  };
  const first: { took: number; used: number; calls: number }[] = [];
  for (let n = 0; n < starts; n += 1) {
    await sleep(300);
    const [calls, before] = [await callsSoFar(), processorTimes(child.pid ?? 0)];
    const begun = performance.now();
    const { execution_id } = await client.executeFlow({ params: { name: 'start' }, body: {} });
    const read = () => client.getExecution({ params: { execution_id }, query: { include: 'none' } });
    for (let run = await read(); !run.progress.by_status.completed; run = await read()) await sleep(5);
    const took = performance.now() - begun;
    const used = sumOf(since(before, processorTimes(child.pid ?? 0)));
    first.push({ took, used, calls: (await callsSoFar()) - calls });
    while (!isEnded((await read()).status)) await sleep(20);
    while ((await client.getExecutionLockStatus()).lock) await sleep(20);
  }
  const [took, used, calls] = [
    first.map((one) => one.took),
    first.map((one) => one.used),
    first.map((one) => one.calls),
  ];
  console.log(
    `start to first result: ${took[0]?.toFixed(0)} ms at the first start, median ${median(took).toFixed(0)} ms of ${starts}, ` +
      `${median(used)} ms of processors, ${median(calls)} calls of the engine (${load()})`,
  );
}

async function measure(): Promise<void> {
  const [qubits = 256, tasks = 20, runs = 3] = process.argv
    .slice(2)
    .filter((text) => /^\d+$/.test(text))
    .map(Number);
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-costs-'));
  const missing = missingSettings(process);
  const child = fork(fileURLToPath(import.meta.url), ['serve', folder], {
    execArgv: [...process.execArgv, ...(missing?.execArgv ?? [])],
    env: { ...process.env, ...missing?.env },
  });
  const { url } = await answered<{ url: string }>(child);
  const { access_token } = await createFullClient({ baseUrl: `${url}/api` }).login({
    body: { username: 'admin', password },
  });
  const api = createFullClient({ baseUrl: `${url}/api`, token: () => access_token });
  const chip = await createDayChip({ url, password, api }, { qubits, tasks });
  await measureStarts(child, chip);
  await measureTasks(child, chip, runs);
  child.send('stop');
  await once(child, 'exit');
  await rm(folder, { recursive: true });
}

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '');
else await measure();
