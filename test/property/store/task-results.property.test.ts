import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { revise } from '#shared/kernel/store/dynamodb/update.ts';
import { chipKeys, projectKeys } from '#shared/kernel/store/keys.ts';
import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import { closeOpenTasks } from '#shared/results/verbs/write/close-open-tasks.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { canceled, throttled, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { checkResults, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

/** Tasks of three names on three qubits; two share name and qubit, as two attempts do. */
const planned = Array.from({ length: 6 }, (_, n) =>
  plannedTask(n, { name: `Task${n % 3}`, target: String(n % 2), taskId: `task-${n}` }),
);

type Step =
  | { kind: 'write'; updates: { task: number; to: string; minute: number }[]; fence: 'mine' | 'stale'; twice: boolean }
  | { kind: 'cooldown'; id: string | undefined }
  | { kind: 'take-over' }
  | { kind: 'close' };

const update = fc.record({
  task: fc.nat({ max: planned.length - 1 }),
  to: fc.constantFrom('scheduled', 'running', 'completed', 'completed', 'failed', 'skipped', 'cancelled'),
  minute: fc.nat({ max: 9 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      updates: fc.array(update, { maxLength: 8 }),
      fence: fc.constantFrom('mine' as const, 'mine' as const, 'stale' as const),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cooldown' as const), id: fc.constantFrom(undefined, 'a', 'b') }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'take-over' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'close' as const }) },
);

function updateOf({ task, to, minute }: { task: number; to: string; minute: number }): TaskUpdate {
  const one = planned[task];
  if (!one) throw new Error('no such task');
  if (to === 'scheduled') return { kind: 'scheduled', planned: one };
  const startAt = `2025-03-01T14:5${minute}:00.000Z`;
  if (to === 'running') return { kind: 'running', planned: one, startAt };
  // Around midnight of the calendar's zone.
  const endAt = new Date(Date.parse(startAt) + 300_000).toISOString();
  const status = to as 'completed' | 'failed' | 'skipped' | 'cancelled';
  return { kind: 'ended', planned: one, outcome: outcomeOf(one, { status, startAt, endAt }) };
}

/** What may go wrong on the way to the table, drawn by the number of the call. */
function faultsOf(plan: readonly string[]): void {
  verbs.faults.plan(({ number, command }) => {
    switch (plan[(number - 1) % Math.max(1, plan.length)]) {
      case 'conflict':
        return command === 'TransactWriteItems' ? { before: canceled('TransactionConflict') } : undefined;
      case 'throttled':
        return { before: throttled() };
      case 'lost':
        return command === 'TransactWriteItems' ? { after: timedOut() } : undefined;
      default:
        return undefined;
    }
  });
}
const faultPlan = fc.array(fc.constantFrom('', '', '', 'conflict', 'throttled', 'lost'), {
  minLength: 1,
  maxLength: 9,
});

async function changeExecution(change: (execution: ExecutionRecord) => Partial<ExecutionRecord>): Promise<void> {
  const item = await getItem(verbs.db, projectKeys.execution(owner.projectId, '20250102-000'));
  if (!item) throw new Error('the execution is gone');
  const { rev, ...execution } = executionEntity.decode(item);
  await writeItem(verbs.db, { put: executionEntity.encode({ ...execution, ...change(execution) }, rev + 1) });
}

const setCooldown = (id: string | undefined) =>
  writeItem(verbs.db, {
    update: chipKeys.chip(owner.projectId, 'chip'),
    with: revise({ currentCooldownId: id }),
  });

/** A run with its chip, and the facts that the test knows about it. */
class Scene {
  readonly #run: { projectId: string; executionId: string };
  readonly #plan: readonly string[];
  #fence = 1;
  #cooldownId: string | undefined;
  /** What never changes again. */
  #ended = new Map<string, TaskResultRecord>();
  /** States of results that were looked at. */
  readonly #seen = new Set<string>();

  constructor(run: { projectId: string; executionId: string }, plan: readonly string[]) {
    this.#run = run;
    this.#plan = plan;
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'cooldown':
        await setCooldown(step.id);
        this.#cooldownId = step.id;
        return;
      case 'take-over':
        await changeExecution((execution) => ({ fence: execution.fence + 1 }));
        this.#fence += 1;
        return;
      case 'close':
        await changeExecution(() => ({ closing: true }));
        await closeOpenTasks(owner, this.#run, { running: closed, other: closed });
        await changeExecution(() => ({ closing: undefined }));
        return;
      case 'write':
        await this.#write(step);
    }
  }

  async #write({ updates, fence, twice }: Extract<Step, { kind: 'write' }>): Promise<void> {
    const run = { ...this.#run, fence: fence === 'mine' ? this.#fence : this.#fence - 1 };
    faultsOf(this.#plan);
    for (let n = 0; n < (twice ? 2 : 1); n += 1) {
      const written = await writeTaskResults(owner, run, updates.map(updateOf)).catch((error: Error) => error);
      if (fence === 'stale') expect(written).toBeInstanceOf(Error);
    }
    await verbs.faults.idle();
    verbs.faults.clear();
  }

  async check(): Promise<void> {
    const results = await checkResults(verbs.db, owner.config.calendarTimeZone, ['chip']);
    const byId = new Map(results.map((result) => [result.taskId, result]));
    for (const [taskId, result] of this.#ended) expect(byId.get(taskId)).toEqual(result);
    this.#ended = new Map([...byId].filter(([, { status }]) => !isOpen(status)));
    for (const { taskId, status, cooldownId, message } of results) {
      const state = `${taskId} ${status}`;
      // Written in this step: stamped with what the chip points to. A task that is only closed keeps its stamp.
      if (!this.#seen.has(state) && message !== closed.message) expect(cooldownId).toBe(this.#cooldownId);
      this.#seen.add(state);
    }
  }
}

const closed = { status: 'cancelled' as const, message: 'closed' };

test('whatever is written, repeated, late, stale or lost: ended results stay, and counts and latest rows are the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), faultPlan, async (steps, plan) => {
      verbs.faults.clear();
      await verbs.empty();
      owner = await verbs.member('alice');
      const { projectId } = owner;
      await createChip(owner, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
      const { executionId } = await putRunning(verbs.db, { projectId });
      const scene = new Scene({ projectId, executionId }, plan);
      for (const one of steps) {
        await scene.take(one);
        await scene.check();
      }
    }),
    { numRuns: caseCount(20), endOnFailure: true },
  );
});
