import { contextOf } from '#functions/runtime.ts';
import { batchGetItems } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Meter, type MeteredCall, roundTrips } from './meter.ts';
import { table } from './report.ts';
import type { SeededResults } from './task-results.ts';

/** Results of a batch, one of each of so many qubits. */
const batchOf = 16;
/** Of these the medians; the first makes what later ones find. */
const batches = 15;

/** What a batch of results takes, by what is done with it. */
interface Cost {
  trips: number;
  unitsRead: number;
  unitsWritten: number;
  milliseconds: number;
}

interface MeasuredBatch {
  results: number;
  written: Cost;
  derived: Cost;
}

/** Measures a batch of results of a chip with few and of one with many: that it is written, and that the stream tells of it. */
export async function measureDerivation(stack: TestStack, meter: Meter, seeded: SeededResults) {
  const measured: MeasuredBatch[] = [];
  for (const { chipId, results } of seeded.chips) {
    const written: Cost[] = [];
    const derived: Cost[] = [];
    const run = { projectId: seeded.projectId, executionId: `20260221-${chipId}`, chipId };
    await putRunning(stack.runtime.db, run);
    for (let number = 0; number <= batches; number += 1) {
      const [writing, deriving] = await batch(stack, meter, run, number);
      if (number === 0) continue;
      written.push(writing);
      derived.push(deriving);
    }
    measured.push({ results, written: medianOf(written), derived: medianOf(derived) });
  }
  return measured;
}

async function batch(
  { runtime }: TestStack,
  meter: Meter,
  run: { projectId: string; executionId: string; chipId: string },
  number: number,
): Promise<[Cost, Cost]> {
  const ctx = contextOf(runtime, 'bench');
  const at = new Date(Date.UTC(2026, 1, 21) + number * 60_000).toISOString();
  const updates = Array.from({ length: batchOf }, (_, n) => {
    const planned = plannedTask(n, { taskId: `${run.chipId}-new-${number}-${n}`, target: String(n) });
    const outputParameters = { t1: measuredValue(40 + (number % 9)) };
    const outcome = outcomeOf(planned, { outputParameters, startAt: at, endAt: at });
    return { kind: 'ended' as const, planned, outcome };
  });
  const writing = await costOf(meter, () => writeTaskResults(ctx, { ...run, fence: 1 }, updates));
  const items = await batchGetItems(
    runtime.db,
    updates.map(({ planned }) => taskKeys.result(run.projectId, planned.taskId)),
  );
  const changes = items.map((item) => changesOf(item ?? {}));
  return [writing, await costOf(meter, () => project(ctx, changes))];
}

async function costOf(meter: Meter, work: () => Promise<unknown>): Promise<Cost> {
  meter.begin();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const calls = meter.end();
  const isRead = ({ operation }: MeteredCall) => ['GetItem', 'BatchGetItem', 'Query'].includes(operation);
  const units = (counted: readonly MeteredCall[]) => counted.reduce((sum, call) => sum + call.reportedUnits, 0);
  return {
    trips: roundTrips(calls),
    unitsRead: units(calls.filter(isRead)),
    unitsWritten: units(calls.filter((call) => !isRead(call))),
    milliseconds: (user + system) / 1000,
  };
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => costs.map((cost) => cost[name]).sort((a, b) => a - b)[costs.length >> 1] ?? 0;
  return {
    trips: of('trips'),
    unitsRead: of('unitsRead'),
    unitsWritten: of('unitsWritten'),
    milliseconds: of('milliseconds'),
  };
}

/** @param timed whether milliseconds are told as well. */
export function derivationReport(measured: readonly MeasuredBatch[], timed: boolean): string {
  const rows = measured.flatMap(({ results, written, derived }) => [
    rowOf(`written, of ${results.toLocaleString('en')} results`, written, timed),
    rowOf(`derived from, of ${results.toLocaleString('en')} results`, derived, timed),
  ]);
  const head = [`A batch of ${batchOf} results`, 'Trips', 'Units read', 'Units written', ...(timed ? ['CPU'] : [])];
  return `### Derivation\n\n${table(head, rows)}`;
}

const rowOf = (name: string, { trips, unitsRead, unitsWritten, milliseconds }: Cost, timed: boolean): string[] => [
  ...[name, String(trips), String(unitsRead), String(unitsWritten)],
  ...(timed ? [`${milliseconds.toFixed(1)} ms`] : []),
];

/** What grows with the results that a chip has already. */
export function derivationProblems([few, ...others]: readonly MeasuredBatch[]): string[] {
  return others.flatMap(({ results, written, derived }) =>
    (['trips', 'unitsRead', 'unitsWritten'] as const).flatMap((what) => {
      const now = written[what] + derived[what];
      const before = few ? few.written[what] + few.derived[what] : 0;
      return now > before ? [`a batch on a chip of ${results} results takes ${now} ${what}, of fewer ${before}`] : [];
    }),
  );
}
