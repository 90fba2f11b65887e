import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';
import { memoryOfService, residentMegabytes } from '../memory.ts';
import { keepReport } from '../report.ts';
import { unitsOfRuns } from '../run-units.ts';
import { createDayChip, type DayRun, type DaySize, runOnce } from './chip.ts';
import { type Day, type DayFigures, formatDay, problemsOfDay } from './figures.ts';
import { readPages } from './readers.ts';

/*
 * `npm run bench:day -- [runs of 64 x 10] [runs of 256 x 20]`: a day on one machine: 50 and 10 runs unless given, one after
 * the other, while eight clients read pages. What it fails for is in `figures.ts`: ratios, the lag, and the memory. Times are told,
 * and their ratios are judged if the machine had nothing else to do. The report is kept in dist/bench.
 */

const [smallRuns = 50, largeRuns = 10] = process.argv.slice(2).filter(isNumber).map(Number);
/** How long pages are read in all while nothing runs: long enough for a p95 of each page of 64 qubits. */
const idleSeconds = 40;
/** After each run: what is derived of it comes to its end. */
const settleSeconds = 1;
const afterSeconds = 60;
const watchMilliseconds = 500;

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

async function dayOf(service: StartedService, size: DaySize, count: number): Promise<Day> {
  const chip = await createDayChip(service, size);
  // Alone, and what the pages show at first.
  const alone = await runOnce(chip);
  const runs: DayRun[] = [];
  const megabytes: number[] = [];
  let mostMegabytes = residentMegabytes(service.pid);
  const watch = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(service.pid));
  }, watchMilliseconds);
  const readers = readPages(chip);
  try {
    for (let n = 0; n < count; n += 1) {
      readers.enter('run');
      const run = await runOnce(chip);
      readers.enter(undefined);
      runs.push(run);
      megabytes.push(residentMegabytes(service.pid));
      console.log(
        `${size.qubits} x ${size.tasks}, run ${n + 1} of ${count}: ${run.tasksPerSecond.toFixed(0)} tasks a second, ` +
          `history ${run.lagSeconds.toFixed(2)} s late, ${megabytes.at(-1)?.toFixed(0)} MB`,
      );
      // Pages grow with the runs of the day: what a read takes alongside a run is compared with what it takes after it.
      await sleep(settleSeconds * 1000);
      readers.enter('idle');
      await sleep((idleSeconds * 1000) / count);
    }
  } finally {
    clearInterval(watch);
  }
  const { idle, run: loaded } = await readers.stop();
  return { ...size, alone, runs, idle, loaded, megabytes, mostMegabytes };
}

async function measureDay(): Promise<DayFigures> {
  const service = await startService();
  try {
    const start = memoryOfService(service.pid);
    const days: Day[] = [];
    if (smallRuns > 0) days.push(await dayOf(service, { qubits: 64, tasks: 10 }, smallRuns));
    if (largeRuns > 0) days.push(await dayOf(service, { qubits: 256, tasks: 20 }, largeRuns));
    await sleep(afterSeconds * 1000);
    const megabytes = { start, after: memoryOfService(service.pid) };
    return { days, megabytes, units: (await unitsOfRuns(Math.min(Math.max(smallRuns, 3), 5))).tasks };
  } finally {
    await service.stop();
  }
}

const loadBefore = loadavg()[0] ?? 0;
const cores = availableParallelism();
// The day itself is a load of its own.
const isBusy = loadBefore > cores / 2;
if (isBusy) console.log('The machine is busy: times are told, and not judged');
const figures = await measureDay();
const machine = `On ${cores} cores, with a load of ${loadBefore.toFixed(1)} before the first run:`;
const report = formatDay(figures, machine);
console.log(`\n${report}`);
console.log(`Kept in ${await keepReport('day', report)}`);
const problems = new Set(problemsOfDay(figures, !isBusy));
for (const problem of problems) console.error(`Wrong: ${problem}`);
process.exitCode = problems.size > 0 ? 1 : 0;
