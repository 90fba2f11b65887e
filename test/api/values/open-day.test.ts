import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { createClient } from '#shared/api/client.ts';
import { measure } from '#test/bench/measure.ts';
import { attachMeter } from '#test/bench/meter.ts';
import { casesOverTime } from '#test/bench/open-day/cases.ts';
import { mostGrowth } from '#test/bench/open-day/limits.ts';
import { dayTasks, OpenDay } from '#test/bench/open-day/seed.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';

/* A chip of 64 qubits that is measured fifty times today. */

const midnight = Date.parse('2026-03-20T00:00:00.000Z');
const runs = 50;

let stack: TestStack;
let now = new Date(midnight);
beforeAll(async () => {
  stack = await startTestStack({ metered: true, clock: () => now, consumers: [] });
});
afterAll(() => stack.stop());

test('after the fiftieth run of a day every read over time takes the trips of the second, and hardly more units', async () => {
  const meter = attachMeter(stack.client);
  const address = { baseUrl: `${stack.url}/api` };
  const logIn = () => createClient(address).login({ body: stack.admin });
  const { access_token, default_project_id } = await logIn();
  const [projectId, chipId] = [default_project_id ?? '', 'c64'];
  await createClient({ ...address, token: () => access_token }).createChip({ body: { chip_id: chipId, size: 64 } });
  const tasks = dayTasks.filter(({ task }) => task !== 'CheckRamsey' && task !== 'CheckT2Echo');
  const day = new OpenDay(
    contextOf(stack.runtime, 'test'),
    { projectId, chipId },
    { midnight, runsOfDay: runs, tasks },
  );
  await day.writeDaysBefore(5);
  const costs = new Map<string, { trips: number; units: number }[]>();
  for (let run = 1; run <= runs; run += 1) {
    now = new Date(midnight + Math.floor((run * 23 * 3_600_000) / runs) + 1000);
    await day.run();
    if (run !== 2 && run !== runs) continue;
    await day.setCurrent();
    const { access_token: token } = await logIn();
    for (const read of casesOverTime(projectId, chipId, midnight)) {
      const { trips, units } = await measure(stack, meter, token, read);
      costs.set(read.name, [...(costs.get(read.name) ?? []), { trips, units }]);
    }
  }
  for (const [name, [second, fiftieth]] of costs) {
    expect([name, fiftieth?.units]).toEqual([
      name,
      expect.toSatisfy((units) => units <= mostGrowth * (second?.units ?? 0)),
    ]);
    expect([name, fiftieth?.trips]).toEqual([
      name,
      expect.toSatisfy((trips) => trips <= Math.max(2, second?.trips ?? 0)),
    ]);
  }
  expect(costs.size).toBeGreaterThan(15);
}, 600_000);
