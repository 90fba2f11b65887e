import { contextOf } from '#functions/runtime.ts';
import { createClient } from '#shared/contract/client.ts';
import { closeSpans } from '#shared/services/projection/close-spans.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { timeAgainstFloor } from '../floor.ts';
import { measure } from '../measure.ts';
import { attachMeter } from '../meter.ts';
import { table } from '../report.ts';
import { mostGrowth, openDayCases } from './cases.ts';
import { OpenDay } from './seed.ts';

/*
 * `npm run bench -- --day`: what reads over time cost after 2, 10 and 50 runs of a day that is not over, and when it is closed, on
 * chips of 64 and 256 qubits with a month of days before. Fails where trips or units grow too much; CPU is told, not judged.
 */

const midnight = Date.parse('2026-03-20T00:00:00.000Z');
const counts = [2, 10, 50];
const daysBefore = 30;

interface Cost {
  trips: number;
  units: number;
  milliseconds: number | undefined;
}

async function measureChip(qubits: number, withTimes: boolean): Promise<Map<string, Cost[]>> {
  let now = new Date(midnight);
  const stack = await startTestStack({
    metered: true,
    clock: () => now,
    config: { strictResponses: false },
    consumers: [],
  });
  try {
    const meter = attachMeter(stack.client);
    const address = { baseUrl: `${stack.url}/api` };
    const logIn = () => createClient(address).login({ body: stack.admin });
    const { access_token, default_project_id } = await logIn();
    const [projectId, chipId] = [default_project_id ?? '', `c${qubits}`];
    await createClient({ ...address, token: () => access_token }).createChip({
      body: { chip_id: chipId, size: qubits },
    });
    const ctx = contextOf(stack.runtime, 'bench');
    const last = counts.at(-1) ?? 0;
    const day = new OpenDay(ctx, { projectId, chipId }, { midnight, runsOfDay: last });
    await day.writeDaysBefore(daysBefore);
    const costs = new Map<string, Cost[]>();
    const read = async () => {
      const { access_token: token } = await logIn();
      for (const one of openDayCases(projectId, chipId, midnight)) {
        const { trips, units } = await measure(stack, meter, token, one);
        const times = withTimes ? await timeAgainstFloor(stack, token, one) : undefined;
        costs.set(one.name, [...(costs.get(one.name) ?? []), { trips, units, milliseconds: times?.read }]);
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

const figure = ({ trips, units, milliseconds }: Cost): string =>
  `${trips} / ${units}${milliseconds === undefined ? '' : ` / ${milliseconds.toFixed(1)} ms`}`;

/** Measures, prints a table of each chip, and answers what is wrong. */
export async function benchOpenDays(withTimes: boolean): Promise<string[]> {
  const problems: string[] = [];
  for (const qubits of [64, 256]) {
    const costs = await measureChip(qubits, withTimes);
    const head = [
      `${qubits} qubits: trips / units${withTimes ? ' / CPU' : ''}`,
      ...counts.map((n) => `after ${n} runs`),
      'closed',
    ];
    console.log(
      `\n${table(
        head,
        [...costs].map(([name, own]) => [name, ...own.map(figure)]),
      )}`,
    );
    for (const [name, [first, , last]] of costs)
      if (first && last && (last.units > mostGrowth * first.units || last.trips > Math.max(2, first.trips)))
        problems.push(
          `${name}, ${qubits} qubits: ${figure(first)} after 2 runs, ${figure(last)} after ${counts.at(-1)}`,
        );
  }
  return problems;
}
