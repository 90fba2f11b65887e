import { availableParallelism, loadavg } from 'node:os';
import { contextOf } from '#functions/runtime.ts';
import { createClient } from '#shared/api/client.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { timeRead } from '../floor.ts';
import { measure } from '../measure.ts';
import { attachMeter } from '../meter.ts';
import { table } from '../report.ts';
import { openDayCases } from './cases.ts';
import { type Cost, problemsOfDay } from './limits.ts';
import { OpenDay } from './seed.ts';

/*
 * `npm run bench -- --day [qubits]`: what the reads of a chip cost after 2, 10 and 50 runs of a day that is not over, and when it is
 * closed, on chips of 64 and 256 qubits with a month of days before. What it fails for is in `limits.ts`; CPU is judged where the
 * machine has nothing else to do. `--only TEXT` measures the reads alone whose names have the text.
 */

const midnight = Date.parse('2026-03-20T00:00:00.000Z');
const counts = [2, 10, 50];
const daysBefore = 30;

interface Wanted {
  qubits: number;
  withTimes: boolean;
  isAsked: (name: string) => boolean;
}

async function measureChip({ qubits, withTimes, isAsked }: Wanted): Promise<Map<string, Cost[]>> {
  let now = new Date(midnight);
  // Reads come out of the engine's file, as on one machine, and tell their units too: a month and a day of runs are then
  // written in a third of the CPU that requests to a server take.
  const stack = await startTestStack({
    clock: () => now,
    config: { strictResponses: false },
    consumers: [],
  });
  try {
    const meter = attachMeter(stack.client);
    const address = { baseUrl: `${stack.url}/api` };
    // While a day is written nothing else runs in this process: connections of before are closed by then.
    const logIn = () => twice(() => createClient(address).login({ body: stack.admin }));
    const { access_token, default_project_id } = await logIn();
    const [projectId, chipId] = [default_project_id ?? '', `c${qubits}`];
    await createClient({ ...address, token: () => access_token }).createChip({
      body: { chip_id: chipId, size: qubits },
    });
    const ctx = contextOf(stack.runtime, 'bench');
    const last = counts.at(-1) ?? 0;
    const day = new OpenDay(ctx, { projectId, chipId }, { midnight, runsOfDay: last });
    await day.writeDaysBefore(daysBefore);
    const cases = openDayCases(projectId, { chipId, qubits }, midnight).filter(({ name }) => isAsked(name));
    const costs = new Map<string, Cost[]>();
    const read = async () => {
      const { access_token: token } = await logIn();
      await day.setCurrent();
      console.log(`${qubits} qubits: reading after ${day.runs} runs ...`);
      for (const one of cases) {
        const { trips, units } = await twice(() => measure(stack, meter, token, one));
        const milliseconds = withTimes ? await timeRead(stack, token, one) : undefined;
        costs.set(one.name, [...(costs.get(one.name) ?? []), { trips, units, milliseconds }]);
      }
    };
    for (let run = 1; run <= last; run += 1) {
      now = new Date(day.midnight + Math.floor((run * 23 * 3_600_000) / last) + 1000);
      await day.run();
      if (counts.includes(run)) await read();
    }
    // The same questions when the day is over and closed.
    now = new Date(midnight + 86_400_000 + 60_000);
    for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(ctx, new Date('2100-01-01T00:00:00Z')));
    await read();
    return costs;
  } finally {
    await stack.stop();
  }
}

/** Does what failed once more. */
const twice = <T>(work: () => Promise<T>): Promise<T> => work().catch(work);

const figure = ({ trips, units, milliseconds }: Cost): string =>
  `${trips} / ${units}${milliseconds === undefined ? '' : ` / ${milliseconds.toFixed(1)} ms`}`;

/** Measures, prints a table of each chip, and answers what is wrong. */
export async function benchOpenDays(sizes: readonly number[], wanted: Omit<Wanted, 'qubits'>): Promise<string[]> {
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2;
  const problems: string[] = [];
  for (const qubits of sizes.length > 0 ? sizes : [64, 256]) {
    const costs = await measureChip({ ...wanted, qubits });
    const head = [
      `${qubits} qubits: trips / units${wanted.withTimes ? ' / CPU' : ''}`,
      ...counts.map((n) => `after ${n} runs`),
      'closed',
    ];
    console.log(
      `\n${table(
        head,
        [...costs].map(([name, own]) => [name, ...own.map(figure)]),
      )}`,
    );
    for (const [name, own] of costs) problems.push(...problemsOfDay(`${name}, of ${qubits}`, own, !isBusy));
  }
  if (isBusy && wanted.withTimes) console.log('The machine is busy: CPU is told, and not judged');
  return problems;
}
