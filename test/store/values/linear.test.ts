import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchGetItems } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { makePartials } from '#shared/values/verbs/projection/make-partials.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { dailyRollUps } from '#test/support/runs/daily-roll-ups.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

/* What a batch of results reads and writes, everything derived included, in units that the engine counts. */

let verbs: Verbs;
let units = 0;
let reads = 0;

beforeAll(async () => {
  verbs = await startVerbs(1, { metered: true });
  verbs.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity: consumed } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
        const sum = [consumed ?? []].flat().reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0);
        units += sum;
        if (commandName === 'QueryCommand') reads += sum;
        return result;
      },
    { step: 'initialize', name: 'unitsOfTest' },
  );
});
afterAll(() => verbs.stop());

interface Consumed {
  CapacityUnits?: number;
}

const batchOf = 16;

/** One batch of a run on a chip: its results, and what the stream tells of them. @returns the units of all of it. */
async function batch(ctx: ProjectContext, run: { projectId: string; executionId: string }, number: number) {
  verbs.now = new Date(Date.parse('2025-03-01T01:00:00.000Z') + number * 600_000);
  const updates = Array.from({ length: batchOf }, (_, n) => {
    const planned = plannedTask(n, { taskId: `task-${String(number).padStart(3, '0')}-${n}`, target: String(n) });
    const outputParameters = { t1: measuredValue(40 + (number % 9), 'us'), t2_echo: measuredValue(30, 'us') };
    const at = verbs.now.toISOString();
    return {
      kind: 'ended' as const,
      planned,
      outcome: outcomeOf(planned, { outputParameters, startAt: at, endAt: at }),
    };
  });
  const before = units;
  await writeTaskResults(ctx, { ...run, fence: 1 }, updates);
  const items = await batchGetItems(
    verbs.db,
    updates.map(({ planned }) => taskKeys.result(ctx.projectId, planned.taskId)),
  );
  await project(
    ctx,
    items.map((item) => changesOf(item ?? {})),
  );
  return units - before;
}

async function chipOf(size: number, topologyId: string) {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T00:00:00.000Z');
  const ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size, topologyId });
  const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId });
  return { ctx, run: { projectId, executionId } };
}

it('a batch costs the same in the second and the fiftieth run of a day, and on a small chip as on a large one', async () => {
  const counts: number[][] = [];
  for (const [size, topologyId] of [
    [16, 'square-lattice-mux-16'],
    [144, 'square-lattice-mux-144'],
  ] as const) {
    const { ctx, run } = await chipOf(size, topologyId);
    const ofRuns: number[] = [];
    for (let number = 0; number < 50; number += 1) ofRuns.push(await batch(ctx, run, number));
    counts.push(ofRuns);
  }
  const [small = [], large = []] = counts;
  const [first = 0, ...others] = small;
  expect(new Set(others)).toEqual(new Set([others.at(-1)]));
  // The first writes the marks of its metrics and of the day.
  expect(first).toBeLessThan((others[0] ?? 0) + 10);
  expect(large).toEqual(small);
});

it('closing a day reads each of its samples once, however many runs there were', async () => {
  const ofDays: number[] = [];
  const [few, most] = isEveryCase ? [10, 40] : [4, 16];
  for (const runs of [few, most]) {
    const { ctx, run } = await chipOf(16, 'square-lattice-mux-16');
    for (let number = 0; number < runs; number += 1) await batch(ctx, run, number);
    verbs.now = new Date('2025-03-02T01:00:00.000Z');
    const before = reads;
    expect(await closeSpans(ctx, new Date('2030-01-01'))).toEqual({ closed: 1, failed: 0 });
    ofDays.push(reads - before);
    const of = { projectId: ctx.projectId, chipId: 'chip', metric: 't1' };
    const [day] = await dailyRollUps(verbs.db, of, { from: '20250301', through: '20250301' });
    expect(day?.targets.map(({ rollUp }) => rollUp.units.us?.count)).toEqual(Array(batchOf).fill(runs));
  }
  const [ofFew = 0, ofMost = 0] = ofDays;
  expect(ofMost).toBeLessThan(4.2 * ofFew);
  // Of 0.6 KB at most each: 6 of them a unit.
  expect(ofMost).toBeLessThan((most * batchOf) / 6 + 10);
});

it('what the end of a run takes into partial roll-ups costs the same in the second and the fiftieth run of a day', async () => {
  const { ctx, run } = await chipOf(16, 'square-lattice-mux-16');
  const costs: number[] = [];
  for (let number = 0; number < 50; number += 1) {
    await batch(ctx, run, number);
    const before = units;
    expect(await makePartials(ctx, { projectId: ctx.projectId, chipId: 'chip' }, { always: true })).toBe(true);
    costs.push(units - before);
  }
  const [, second = 0] = costs;
  // Counts and means have more digits in the end.
  expect(costs.at(-1)).toBeLessThan(1.1 * second + 2);
});
