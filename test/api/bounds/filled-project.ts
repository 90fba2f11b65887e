import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { chipEntity, targetEntity, type ValueRecord } from '#shared/chips/store/chips.ts';
import { newChip } from '#shared/chips/verbs/jobs/create-job.ts';
import { newTarget, targetRefsOf } from '#shared/chips/verbs/targets.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { TargetRef } from '#shared/kernel/store/keys.ts';
import { noteEventEntity } from '#shared/notes/store/note-events.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { logBatchEntity } from '#shared/runs/store/run-logs.ts';
import { couplingMetrics } from '#shared/values/rules/coupling-metrics.ts';
import { qubitMetrics } from '#shared/values/rules/qubit-metrics.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { putExecution, putSnapshot } from '#test/support/runs/execution.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import type { Caller, World } from '../support/world.ts';

/** The largest chip that can be made, every metric of the catalogue on every target. */
export const largestChip = { chipId: 'largest', topologyId: 'square-lattice-mux-1024' };
/** A chip whose every target has as many values as one may have, of names and texts of their own. */
export const widestChip = { chipId: 'widest', topologyId: 'square-lattice-mux-64' };
/**
 * A run with a part of the tasks that a plan may have, from which everything is derived; `longest-run.test.ts` has all
 * of them.
 */
export const longRun = { executionId: '20250101-000', tasks: isEveryCase ? 5_000 : 1_000 };
/** Records of a list that has pages: more than its largest page. */
export const listed = 101;

const at = '2025-01-01T00:00:00.000Z';
export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const metrics = { qubit: qubitMetrics, coupling: couplingMetrics };

/** Text that no compression shortens much; the same for the same number. */
function noise(seed: number, letters: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < letters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, letters);
}

const measured = (n: number, description: string, unit = 'us'): ValueRecord => ({
  value: 1 / (n + 3),
  error: 1 / (n + 7),
  unit,
  valueType: 'float',
  description,
  calibratedAt: at,
  source: 'task',
  executionId: longRun.executionId,
  taskId: `6f1c2c0e-0000-5000-8000-${String(n).padStart(12, '0')}`,
});

/** As many values as a target may have; each with the longest description. */
export function mostValues(seed: number, limitBytes: number): Record<string, ValueRecord> {
  const one = (n: number) => measured(seed + n, noise(seed * 1000 + n, 500));
  const count = Math.floor(limitBytes / (JSON.stringify(one(0)).length + 16));
  return Object.fromEntries(numbers(count).map((n) => [`metric_${n}`, one(n)]));
}

/** Puts a chip with these values of each target into a user's project. */
export async function putChip(
  world: World,
  { projectId, username }: Caller,
  { chipId, topologyId }: typeof largestChip,
  dataOf: (ref: TargetRef, n: number) => Record<string, ValueRecord>,
): Promise<void> {
  const topology = generateTopology(topologyId);
  if (!topology) throw new Error('The topology is built in');
  const record = newChip({ projectId, chipId, username }, topology, at);
  const targets = targetRefsOf(topology).map((ref, n) => ({ ...newTarget(record, ref, at), data: dataOf(ref, n) }));
  const items = [
    chipEntity.encode({ ...record, lastCalibratedAt: at }, 1),
    ...targets.map((one) => targetEntity.encode(one, 1)),
  ];
  await batchWriteItems(
    world.stack.runtime.db,
    items.map((item) => ({ put: item })),
  );
}

/** Fills a user's project with the largest content that is allowed. */
export async function fillProject(world: World, owner: Caller, limits: { valuesBytes: number }): Promise<void> {
  const { db } = world.stack.runtime;
  const { projectId, username } = owner;
  const put = (items: readonly Record<string, unknown>[]) =>
    batchWriteItems(
      db,
      items.map((item) => ({ put: item })),
    );
  await putChip(world, owner, largestChip, ({ kind }, n) =>
    Object.fromEntries(
      metrics[kind === 'qubit' ? 'qubit' : 'coupling'].map(({ key, storedUnit }, m) => [
        key,
        measured(n + m, 'As the catalogue says it', storedUnit),
      ]),
    ),
  );
  await putChip(world, owner, widestChip, (_, n) => mostValues(n, limits.valuesBytes));
  await putRuns(world, { projectId, username });
  const content = '\u0001'.repeat(5000);
  const chipId = largestChip.chipId;
  await put(
    numbers(listed).map((n) => {
      const event = makeNoteEvent({
        projectId,
        chipId,
        targetId: '0',
        content: `drift ${n} ${content}`.slice(0, 5000),
      });
      return noteEventEntity.encode(event, 1);
    }),
  );
}

/** A long run with its results and a log, and a page of other runs. */
async function putRuns(world: World, owner: Owner): Promise<void> {
  const { executionId } = longRun;
  const { projectId } = owner;
  const others = numbers(listed).map((n) => `20250101-${String(n).padStart(3, '0')}`);
  await putRun(world, owner, longRun);
  await putExecutions(world, owner, { executionIds: others.slice(1), tasks: longRun.tasks });
  const line = { at, level: 'info' as const, text: '\u0001'.repeat(2000) };
  const batches = numbers(listed).map((n) => ({
    projectId,
    executionId,
    fence: 1,
    sequence: n * 10,
    writtenAt: '2099-01-01T00:00:00.000Z',
  }));
  const lines = numbers(10).map(() => line);
  await batchWriteItems(
    world.stack.runtime.db,
    batches.map((batch) => ({ put: logBatchEntity.encode({ ...batch, lines }, 1) })),
  );
}

interface Owner {
  projectId: string;
  username: string;
}

/** Puts executions with the largest texts, each of so many completed tasks. */
async function putExecutions(
  world: World,
  { projectId, username }: Owner,
  { executionIds, tasks }: { executionIds: readonly string[]; tasks: number },
): Promise<void> {
  const { db } = world.stack.runtime;
  const snapshot = await putSnapshot(world.stack.runtime, projectId);
  const tags = numbers(50).map((n) => `${n}`.padEnd(100, 'x'));
  const texts = { tags, message: '\u0001'.repeat(500) };
  const own = { projectId, username, chipId: largestChip.chipId, ...texts, taskCounts: { completed: tasks } };
  for (const executionId of executionIds)
    await putExecution(db, {
      ...own,
      snapshot,
      executionId,
      flowRunId: `0b6d6b0e-6f6f-4b9a-9c36-${executionId.slice(-3).padStart(12, '0')}`,
    });
}

/** Puts an execution with its results, the first of which have the largest parameters. */
export async function putRun(
  world: World,
  owner: Owner,
  { executionId, tasks }: { executionId: string; tasks: number },
): Promise<void> {
  await putExecutions(world, owner, { executionIds: [executionId], tasks });
  const results = numbers(tasks).map((n) =>
    taskResultRecord({
      projectId: owner.projectId,
      chipId: largestChip.chipId,
      executionId,
      taskId: `6f1c2c0e-0000-5000-8000-${String(n).padStart(12, '0')}`,
      index: n,
      qid: String(n % 1024),
      status: 'completed',
      startAt: at,
      endAt: at,
      elapsedSeconds: 1,
      ...(n < listed ? largestResult(n) : {}),
    }),
  );
  await batchWriteItems(
    world.stack.runtime.db,
    results.map((result) => ({ put: taskResultEntity.encode(result, 1) })),
  );
}

/** What a worker may say of one task at most: 8 KB of parameters of each kind. */
const largestResult = (n: number) => {
  const parameters = Object.fromEntries(
    numbers(13).map((k) => [
      `parameter_${k}`,
      { value: k, error: 0, unit: '', valueType: 'float' as const, description: noise(n * 20 + k, 500) },
    ]),
  );
  return {
    message: noise(n, 2000),
    stackTrace: noise(n, 8000),
    inputParameters: parameters,
    runParameters: parameters,
    outputParameters: parameters,
    outputParameterNames: Object.keys(parameters),
    figurePaths: numbers(16).map((k) => `figures/${k}/${noise(n + k, 300)}`),
    rawDataPaths: numbers(16).map((k) => `raw/${k}/${noise(n + k, 300)}`),
  };
};
